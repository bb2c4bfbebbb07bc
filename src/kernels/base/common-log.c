#include "kernels/base/common-log.h"

#include <float.h>
#include <math.h>

// Powers of ten that doubles hold exactly.
static const double exact_power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { LAST_EXACT_POWER = 22, LAST_DIGIT = 8 };

// log10 of digits * 10^shift.
static double log10_of(double digits, double shift) {
  if (shift >= 0 && shift <= LAST_EXACT_POWER) return log10(digits * exact_power[(int)shift]);
  if (shift < 0 && shift >= -LAST_EXACT_POWER) return log10(digits / exact_power[(int)-shift]);
  return shift + LAST_DIGIT + log10(digits / exact_power[LAST_DIGIT]);
}

// Exact log10 of the number of nine digits whose log10 is about `quotient`; NaN without one.
static double of_short_number(double quotient) {
  const double power = floor(quotient), shift = power - LAST_DIGIT;
  const double digits = pow(10, quotient - power + LAST_DIGIT), whole = floor(digits + 0.5);
  // Most numbers have more digits, and are recognised without another logarithm.
  if (fabs(digits - whole) > 64 * DBL_EPSILON * whole * (fabs(quotient) + 1)) return (double)NAN;

  // The quotient of two rounded logarithms is off by a few units in the last place at most.
  const double candidate = log10_of(whole, shift);
  return fabs(candidate - quotient) <= 8 * DBL_EPSILON * fabs(quotient) ? candidate : (double)NAN;
}

// The reciprocal of a ratio has the same result with the other sign.
static double nearest_short(double quotient) {
  const double size = fabs(quotient);
  double near = of_short_number(size);
  if (isnan(near)) near = -of_short_number(-size);
  return isnan(near) ? quotient : copysign(near, quotient);
}

void cal_common_log(const double* value, ptrdiff_t n, double base_log, double* out) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double quotient = value[i] / base_log;
    out[i] = fabs(quotient) < 300 ? nearest_short(quotient) : quotient;
  }
}
