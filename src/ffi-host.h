#ifndef CALIBRANT_FFI_HOST_H
#define CALIBRANT_FFI_HOST_H

#include <R_ext/Random.h>
#include <stdint.h>

#include "ffi.h"
#include "kernels/base/host.h"

// Runs `job`, and returns the result that it has set in `out` by ffi_set() or ffi_return(), or
// NULL. The host checks for interrupts on each pulse, and takes its scratch memory back at the end,
// even after an error or an interrupt. Memory of `R_alloc()` stays in use until the next garbage
// collection, so each call would get new memory outside the processor's caches: for PAV this costs
// a tenth of the time.
typedef void ffi_job(struct cal_host* host, SEXP out, const SEXP* args);
SEXP ffi_with_host(ffi_job* job, const SEXP* args);

// Lends the host up to `wanted` threads instead of one, but at most one per processor.
void ffi_lend_threads(struct cal_host* host, int wanted);

// Lends `threads`; `progress`, an R function or NULL, is called with the share that is done, at
// every pulse.
void ffi_begin_long_job(struct cal_host* host, SEXP settings);

// A seed for the random numbers of kernels, taken from R's, so that `set.seed()` fixes all.
static inline uint64_t ffi_random_seed(void) {
  GetRNGstate();
  const uint64_t high = (uint64_t)(unif_rand() * 4294967296.0);
  const uint64_t low = (uint64_t)(unif_rand() * 4294967296.0);
  PutRNGstate();
  return high << 32 | low;
}

// Defines an entry point with these arguments. Its body follows, and also has a `host` and an
// `out`.
#define FFI_ENTRY_1(name, a) FFI_ENTRY(name, (SEXP a), (a), (host, out, args[0]))
#define FFI_ENTRY_2(name, a, b) \
  FFI_ENTRY(name, (SEXP a, SEXP b), (a, b), (host, out, args[0], args[1]))
#define FFI_ENTRY_3(name, a, b, c) \
  FFI_ENTRY(name, (SEXP a, SEXP b, SEXP c), (a, b, c), (host, out, args[0], args[1], args[2]))
#define FFI_ENTRY_4(name, a, b, c, d)                             \
  FFI_ENTRY(name, (SEXP a, SEXP b, SEXP c, SEXP d), (a, b, c, d), \
            (host, out, args[0], args[1], args[2], args[3]))
#define FFI_ENTRY(name, parameters, values, body_values)                                      \
  static void name##_body(struct cal_host* host, SEXP out, FFI_LIST parameters);              \
  static void name##_job(struct cal_host* host, SEXP out, const SEXP* args) {                 \
    name##_body body_values;                                                                  \
  }                                                                                           \
  SEXP name parameters { return ffi_with_host(name##_job, (const SEXP[]){FFI_LIST values}); } \
  static void name##_body(FFI_UNUSED struct cal_host* host, FFI_UNUSED SEXP out,              \
                          FFI_LIST parameters)
#define FFI_UNUSED __attribute__((unused))
#define FFI_LIST(...) __VA_ARGS__

#endif
