#ifndef CALIBRANT_KERNELS_BASE_INLINE_H
#define CALIBRANT_KERNELS_BASE_INLINE_H

// Marks the body of a loop that is written once and compiled more than once, each time with other
// constants. It must become part of its callers, which compilers do reliably only on request.
#if defined(__GNUC__)
#define CAL_INLINE static inline __attribute__((always_inline))
#else
#define CAL_INLINE static inline
#endif

#endif
