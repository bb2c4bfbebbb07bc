#ifndef CALIBRANT_KERNELS_BASE_VECTOR_PATH_H
#define CALIBRANT_KERNELS_BASE_VECTOR_PATH_H

#include <stdbool.h>

#include "kernels/base/inline.h"

// Choice of the registers for the inner loops. A package must run on any processor, so the compiler
// may assume little: on x86-64, two doubles to a register. If GCC or clang compile for x86-64, a
// loop that matters exists twice: as the whole package is compiled, and for processors with AVX2
// and FMA, which have four doubles to a register and a multiplication with addition in one step.
// Elsewhere `cal_vector_is_wide()` is false and the second copy is never called. For example:
//
//   CAL_INLINE void add(const double* x, double* sum, bool fused) { ... the loop ... }
//   static void add_plain(const double* x, double* sum) { add(x, sum, false); }
//   CAL_WIDE static void add_wide(const double* x, double* sum) { add(x, sum, true); }
//   ...
//   (cal_vector_is_wide() ? add_wide : add_plain)(x, sum);
//
// There are no intrinsics: the compiler turns a loop into vector code by itself, already at -O2,
// if the number of its turns is a constant multiple of eight, its arrays are `restrict`, its body
// has no branches, and its sums go to arrays rather than to one variable.
//
// GCC for Windows does not align the stack for wide registers (its bug 54412), so there it goes
// without. AVX-512 is left out. It would need a third copy of each loop, for a gain of 1.05 to 1.3
// times in loops that compute and none, or a loss, in loops that read (bench/avx-512.md).
#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define CAL_HAS_WIDE
#define CAL_WIDE __attribute__((target("avx2,fma")))
#else
#define CAL_WIDE
#endif

bool cal_vector_is_wide(void);

// For tests and benchmarks: with `false` the loops run as on a processor without AVX2. Returns the
// previous setting. Must not be called while other threads compute.
bool cal_vector_allow_wide(bool allow);

#endif
