#ifndef CALIBRANT_TEST_HOST_H
#define CALIBRANT_TEST_HOST_H

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/base/host.h"

// A host for kernels under test: it counts what it is asked for, fills scratch memory with NaN, and
// can leave the kernel, as R does after an error or an interrupt, at any request or pulse.
//   struct test_host host = new_host(1);
//   ... cal_x(&host.host, ...) ...
//   free_host(&host);
// or, to leave at the k-th request of memory and pulses together:
//   host.leave_at = k;
//   if (setjmp(host.exit) == 0) cal_x(&host.host, ...);
struct test_host {
  struct cal_host host;
  void** pieces;
  int n_pieces, n_pulses, leave_at;
  jmp_buf exit;
};

static inline void test_host_asked(struct test_host* host) {
  if (host->leave_at > 0 && host->n_pieces + host->n_pulses >= host->leave_at)
    longjmp(host->exit, 1);
}

static inline void* test_host_scratch(struct cal_host* base, ptrdiff_t n, size_t size) {
  struct test_host* host = (struct test_host*)(void*)base;
  const size_t bytes = (n > 0 ? (size_t)n : 0) * size;
  void** pieces = realloc(host->pieces, ((size_t)host->n_pieces + 1) * sizeof *pieces);
  void* piece = malloc(bytes > 0 ? bytes : 1);
  if (!pieces || !piece) abort();
  host->pieces = pieces;
  host->pieces[host->n_pieces++] = piece;
  memset(piece, 0xff, bytes);
  test_host_asked(host);
  return piece;
}

static inline void test_host_pulse(struct cal_host* base) {
  struct test_host* host = (struct test_host*)(void*)base;
  ++host->n_pulses;
  test_host_asked(host);
}

static inline struct test_host new_host(int n_threads) {
  return (struct test_host){.host = {test_host_scratch, test_host_pulse, n_threads, 0}};
}

// Releases the memory; the host can be used again.
static inline void free_host(struct test_host* host) {
  for (int i = 0; i < host->n_pieces; ++i) free(host->pieces[i]);
  free(host->pieces);
  host->pieces = NULL;
  host->n_pieces = host->n_pulses = host->leave_at = 0;
}

#endif
