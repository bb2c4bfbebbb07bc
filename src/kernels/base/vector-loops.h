#ifndef CALIBRANT_KERNELS_BASE_VECTOR_LOOPS_H
#define CALIBRANT_KERNELS_BASE_VECTOR_LOOPS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/base/vector-path.h"

// Elementary functions for the loops of both paths, without branches or calls, so that the compiler
// can compute several numbers at once. `fused` is a constant in every use: does the processor
// multiply and add in one step?

enum { CAL_EXP_LOW = -746, CAL_EXP_HIGH = 710 };

CAL_INLINE double cal_mul_add(double a, double b, double c, bool fused) {
  return fused ? fma(a, b, c) : a * b + c;
}

// z += factor * x, over n numbers.
CAL_INLINE void cal_add_multiple(double factor, const double* restrict x, double* restrict z,
                                 int n) {
  for (int i = 0; i < n; ++i) z[i] += factor * x[i];
}

// Number of elements in the lower triangle of a square matrix.
static inline ptrdiff_t cal_triangle(ptrdiff_t n) { return n * (n + 1) / 2; }

// e^x, to 1.2 units in the last place, for x in [CAL_EXP_LOW, CAL_EXP_HIGH]: 0 and Inf at these
// ends, and rounded once if it is denormal.
//
// e^x = 2^k e^r with |r| <= ln(2) / 2. Adding 1.5 * 2^52 leaves the nearest whole number k in the
// lowest bits, once it is stored as a double: registers may hold more digits. The polynomial for
// (e^r - 1 - r) / r^2 is fitted at Chebyshev points: 2e-17. The power of two is applied in two
// halves, since 2^k itself may be out of range.
CAL_INLINE double cal_exp(double x, bool fused) {
  const double shift = 0x1.8p52;
  const double shifted = cal_mul_add(x, 1.4426950408889634, shift, fused);
  uint64_t bits, shift_bits;
  double stored;
  memcpy(&bits, &shifted, sizeof bits);
  memcpy(&shift_bits, &shift, sizeof bits);
  memcpy(&stored, &bits, sizeof bits);
  const double k = stored - shift;
  double r = cal_mul_add(k, -0x1.62e42fee00000p-1, x, fused);
  r = cal_mul_add(k, -0x1.a39ef35793c76p-33, r, fused);

  const double r2 = r * r, r4 = r2 * r2;
  const double p01 = cal_mul_add(r, 0.16666666666666669, 0.5, fused);
  const double p23 = cal_mul_add(r, 0.008333333333330051, 0.04166666666662399, fused);
  const double p45 = cal_mul_add(r, 0.00019841269863105968, 0.0013888888917281794, fused);
  const double p67 = cal_mul_add(r, 2.7557268378684192e-06, 2.480152119021773e-05, fused);
  const double p89 = cal_mul_add(r, 2.5100424157005067e-08, 2.7620138719733994e-07, fused);
  const double low = cal_mul_add(r2, p23, p01, fused);
  const double middle = cal_mul_add(r2, p67, p45, fused);
  const double p = cal_mul_add(r4, cal_mul_add(r4, p89, middle, fused), low, fused);
  const double power_of_r = cal_mul_add(r2, p, r, fused) + 1;

  const uint64_t n = bits - shift_bits + 2 * 1023, half = n >> 1, rest = n - half;
  const uint64_t half_bits = half << 52, rest_bits = rest << 52;
  double half_power, rest_power;
  memcpy(&half_power, &half_bits, sizeof half_bits);
  memcpy(&rest_power, &rest_bits, sizeof rest_bits);
  return power_of_r * half_power * rest_power;
}

// ln(1 + x) for 0 <= x <= 1, to two units in the last place, relative also where x is tiny: as
// 2 artanh(s) with s = x / (x + 2), at most 1/3. The polynomial for (artanh(s) / s - 1) / s^2 is
// fitted at Chebyshev points: 5e-18.
CAL_INLINE double cal_log1p_of_unit(double x, bool fused) {
  const double s = x / (x + 2), z = s * s;
  const double z2 = z * z, z4 = z2 * z2;
  const double p01 = cal_mul_add(z, 0.20000000000007292, 0.3333333333333333, fused);
  const double p23 = cal_mul_add(z, 0.11111111358732621, 0.14285714283554193, fused);
  const double p45 = cal_mul_add(z, 0.07692785058871489, 0.09090894717126347, fused);
  const double p67 = cal_mul_add(z, 0.06000540522969795, 0.0665707167195961, fused);
  const double p89 = cal_mul_add(z, 0.08082067432559498, 0.04400348202861351, fused);
  const double low = cal_mul_add(z2, p23, p01, fused);
  const double middle = cal_mul_add(z2, p67, p45, fused);
  const double p = cal_mul_add(z4, cal_mul_add(z4, p89, middle, fused), low, fused);
  return 2 * cal_mul_add(s, z * p, s, fused);
}

#endif
