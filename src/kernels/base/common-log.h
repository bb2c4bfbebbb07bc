#ifndef CALIBRANT_KERNELS_BASE_COMMON_LOG_H
#define CALIBRANT_KERNELS_BASE_COMMON_LOG_H

#include <stddef.h>

#define CAL_LN_10 2.302585092994046

// log10 x from a logarithm of x to another base, `base_log` = that logarithm of 10. A quotient
// alone would make 2.9999999999999996 of ln 1000, which is not the log10 of 1000. If x, or its
// reciprocal, is a number of at most nine digits, to the precision of its logarithm, the result is
// the log10 of that number. The order of values is kept, and the result for -x is minus the result
// for x. Infinities and NaN do not change. `out` may be `value`.
void cal_common_log(const double* value, ptrdiff_t n, double base_log, double* out);

#endif
