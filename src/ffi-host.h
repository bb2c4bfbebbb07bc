#ifndef CALIBRANT_FFI_HOST_H
#define CALIBRANT_FFI_HOST_H

#include <R_ext/Random.h>
#include <stdint.h>

#include "ffi.h"
#include "kernels/base/host.h"

// Returns the value of `job`. Its host checks for interrupts on each pulse, and takes its scratch
// memory back at the end, also after an error or an interrupt. Memory of `R_alloc()` stays taken
// until the next garbage collection, so each call would get other memory, which is in none of the
// processor's caches: for PAV a tenth of the time.
SEXP ffi_with_host(SEXP (*job)(struct cal_host* host, const SEXP* args), const SEXP* args);

// Lends the host up to `wanted` threads, instead of the one that it has before, and no more than
// there are processors.
void ffi_lend_threads(struct cal_host* host, int wanted);

// `progress`, an R function or NULL, is called with the share that is done, at every pulse.
void ffi_tell_progress(struct cal_host* host, SEXP progress);

// A seed for the random numbers of kernels, taken from R's, so that `set.seed()` fixes all.
static inline uint64_t ffi_random_seed(void) {
  GetRNGstate();
  const uint64_t high = (uint64_t)(unif_rand() * 4294967296.0);
  const uint64_t low = (uint64_t)(unif_rand() * 4294967296.0);
  PutRNGstate();
  return high << 32 | low;
}

// An entry point with these arguments, whose body, which follows, has a `host` besides them.
#define FFI_HOSTED_1(name, a) FFI_HOSTED(name, (SEXP a), (a), (host, args[0]))
#define FFI_HOSTED_2(name, a, b) \
  FFI_HOSTED(name, (SEXP a, SEXP b), (a, b), (host, args[0], args[1]))
#define FFI_HOSTED_3(name, a, b, c) \
  FFI_HOSTED(name, (SEXP a, SEXP b, SEXP c), (a, b, c), (host, args[0], args[1], args[2]))
#define FFI_HOSTED_4(name, a, b, c, d)                             \
  FFI_HOSTED(name, (SEXP a, SEXP b, SEXP c, SEXP d), (a, b, c, d), \
             (host, args[0], args[1], args[2], args[3]))
#define FFI_HOSTED(name, parameters, values, body_values)                                     \
  static SEXP name##_body(struct cal_host* host, FFI_LIST parameters);                        \
  static SEXP name##_job(struct cal_host* host, const SEXP* args) {                           \
    return name##_body body_values;                                                           \
  }                                                                                           \
  SEXP name parameters { return ffi_with_host(name##_job, (const SEXP[]){FFI_LIST values}); } \
  static SEXP name##_body(struct cal_host* host, FFI_LIST parameters)
#define FFI_LIST(...) __VA_ARGS__

#endif
