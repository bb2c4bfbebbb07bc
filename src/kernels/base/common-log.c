#include "kernels/base/common-log.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "kernels/base/vector-math.h"

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

// Exact log10 of the number of nine digits whose log10 is about `quotient`; NaN without one. The
// number is about `digits` * 10^(power - 8), with 1e8 <= digits <= 1e9.
static double of_short_number(double quotient, double power, double digits) {
  const double whole = floor(digits + 0.5);
  // Most numbers have more digits, and are recognised without another logarithm.
  if (fabs(digits - whole) > 64 * DBL_EPSILON * whole * (fabs(quotient) + 1)) return (double)NAN;

  // The quotient of two rounded logarithms is off by a few units in the last place at most.
  const double candidate = log10_of(whole, power - LAST_DIGIT);
  return fabs(candidate - quotient) <= 8 * DBL_EPSILON * fabs(quotient) ? candidate : (double)NAN;
}

static double nearest_short(double quotient, double digits) {
  const double size = fabs(quotient), power = floor(size);
  double near = of_short_number(size, power, digits);
  // The reciprocal of a ratio has the same result with the other sign.
  if (isnan(near)) near = -of_short_number(-size, -power - 1, 1e17 / digits);
  return isnan(near) ? quotient : copysign(near, quotient);
}

static bool can_be_short(double quotient) { return fabs(quotient) < 300; }

static void find_block(const double* value, int n, double base_log, double* out) {
  double quotient[CAL_VECTOR_BLOCK] = {0}, exponent[CAL_VECTOR_BLOCK], digits[CAL_VECTOR_BLOCK];
  for (int i = 0; i < n; ++i) quotient[i] = value[i] / base_log;
  for (int i = 0; i < CAL_VECTOR_BLOCK; ++i) {
    const double size = can_be_short(quotient[i]) ? fabs(quotient[i]) : 0;
    exponent[i] = (size - floor(size) + LAST_DIGIT) * CAL_LN_10;
  }
  cal_exp_block(exponent, digits);
  for (int i = 0; i < n; ++i) {
    out[i] = can_be_short(quotient[i]) ? nearest_short(quotient[i], digits[i]) : quotient[i];
  }
}

void cal_common_log(const double* value, ptrdiff_t n, double base_log, double* out) {
  for (ptrdiff_t first = 0; first < n; first += CAL_VECTOR_BLOCK) {
    const ptrdiff_t left = n - first;
    const int size = left < CAL_VECTOR_BLOCK ? (int)left : CAL_VECTOR_BLOCK;
    find_block(value + first, size, base_log, out + first);
  }
}
