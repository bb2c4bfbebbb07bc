#include "kernels/base/chebyshev.h"

#include <math.h>
#include <string.h>

double cal_chebyshev_point(int k, int n, double reach, double grid) {
  const double pi = 3.14159265358979323846;
  return grid * nearbyint(-reach * cos((2 * k + 1) * pi / (2 * n)) / grid);
}

void cal_lagrange_coefficients(const double* at, int n, int j, double* coefficient) {
  double scale = 1;
  memset(coefficient, 0, sizeof *coefficient * (size_t)n);
  coefficient[0] = 1;
  for (int i = 0, degree = 0; i < n; ++i) {
    if (i == j) continue;
    ++degree;
    for (int k = degree; k > 0; --k) coefficient[k] = coefficient[k - 1] - at[i] * coefficient[k];
    coefficient[0] *= -at[i];
    scale *= at[j] - at[i];
  }
  for (int k = 0; k < n; ++k) coefficient[k] /= scale;
}

double cal_barycentric_weight(const double* at, int n, int j) {
  double product = 1;
  for (int i = 0; i < n; ++i) {
    if (i != j) product *= 4 * (at[j] - at[i]);
  }
  return 1 / product;
}
