#ifndef CALIBRANT_KERNELS_BASE_HOST_H
#define CALIBRANT_KERNELS_BASE_HOST_H

#include <stddef.h>

// Services that a caller gives to a kernel. Kernels own nothing, so a host may jump out of one,
// from `scratch()` without memory or from `pulse()` on an interrupt, without a leak.
struct cal_host {
  // Uninitialised scratch memory for n elements of `size` bytes, until the job ends. It is never
  // NULL. n may be 0.
  void* (*scratch)(struct cal_host* host, ptrdiff_t n, size_t size);
  // A check for an interrupt, at least every 100 ms of work. Never called from within a parallel
  // task.
  void (*pulse)(struct cal_host* host);
  // Number of threads that may run at once, at least 1. No result depends on it.
  int n_threads;
  // The finished share of the job, 0 to 1, which a long job sets before each pulse.
  double done;
};

static inline void* cal_scratch(struct cal_host* host, ptrdiff_t n, size_t size) {
  return host->scratch(host, n, size);
}

static inline double* cal_scratch_doubles(struct cal_host* host, ptrdiff_t n) {
  return host->scratch(host, n, sizeof(double));
}

static inline void cal_pulse(struct cal_host* host) { host->pulse(host); }

#endif
