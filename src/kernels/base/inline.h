#ifndef CALIBRANT_KERNELS_BASE_INLINE_H
#define CALIBRANT_KERNELS_BASE_INLINE_H

// For the body of a loop that is written once and compiled more than once, each time with other
// constants: it must become part of its callers, which compilers do reliably only if told to.
#if defined(__GNUC__)
#define CAL_INLINE static inline __attribute__((always_inline))
#else
#define CAL_INLINE static inline
#endif

#endif
