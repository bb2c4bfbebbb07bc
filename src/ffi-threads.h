#ifndef CALIBRANT_FFI_THREADS_H
#define CALIBRANT_FFI_THREADS_H

// Threads, where the compiler has them; otherwise there is one. What runs in them must not call R.
#ifdef _OPENMP
#include <omp.h>
#endif

static inline int ffi_threads(double wanted) {
#ifdef _OPENMP
  const int most = omp_get_thread_limit();
  return wanted < most ? (int)wanted : most;
#else
  (void)wanted;
  return 1;
#endif
}

// Counted from zero.
static inline int ffi_this_thread(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

#endif
