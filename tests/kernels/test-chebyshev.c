#include "kernels/base/chebyshev.h"

#include "check.h"

enum { MOST = 8 };

static const double grid = 0x1p-40;

static void points_of(int n, double reach, double* at) {
  for (int k = 0; k < n; ++k) at[k] = cal_chebyshev_point(k, n, reach, grid);
}

// Zeros of the Chebyshev polynomial cos(n arccos(x)), up to the grid.
static void points_are_zeros_in_order(void) {
  for (int n = 1; n <= MOST; ++n) {
    double at[MOST];
    points_of(n, .5, at);
    for (int k = 0; k < n; ++k) {
      CHECK(fabs(cos(n * acos(2 * at[k]))) < 1e-9);
      CHECK(fabs(at[k]) <= .5 && at[k] / grid == nearbyint(at[k] / grid));
      CHECK_EQ(at[k], -at[n - 1 - k]);
      if (k > 0) CHECK(at[k] > at[k - 1]);
    }
  }
}

static double value_at(const double* coefficient, int n, double x) {
  double value = 0;
  for (int k = n - 1; k >= 0; --k) value = value * x + coefficient[k];
  return value;
}

// Each is 1 at its own node and 0 at the others.
static void lagrange_polynomials_are_one_at_their_node(void) {
  for (int n = 1; n <= MOST; ++n) {
    double at[MOST], coefficient[MOST];
    points_of(n, .5, at);
    for (int j = 0; j < n; ++j) {
      cal_lagrange_coefficients(at, n, j, coefficient);
      for (int i = 0; i < n; ++i) {
        CHECK(fabs(value_at(coefficient, n, at[i]) - (i == j)) < 1e-12);
      }
    }
  }
}

static double power(double x, int degree) {
  double out = 1;
  for (int i = 0; i < degree; ++i) out *= x;
  return out;
}

// The barycentric formula reproduces the powers below n.
static void powers_are_interpolated_exactly(void) {
  double at[MOST];
  points_of(MOST, .5, at);
  for (int degree = 0; degree < MOST; ++degree) {
    for (double x = -.49; x < .5; x += .071) {
      double above = 0, below = 0, sum = 0;
      for (int j = 0; j < MOST; ++j) {
        double coefficient[MOST];
        const double weight = cal_barycentric_weight(at, MOST, j) / (x - at[j]);
        above += weight * power(at[j], degree);
        below += weight;
        cal_lagrange_coefficients(at, MOST, j, coefficient);
        sum += value_at(coefficient, MOST, x) * power(at[j], degree);
      }
      CHECK(fabs(above / below - power(x, degree)) < 1e-13);
      CHECK(fabs(sum - power(x, degree)) < 1e-12);
    }
  }
}

static void weights_are_scaled_products(void) {
  const double at[] = {-.5, 0, .25};
  CHECK_NEAR(cal_barycentric_weight(at, 3, 0), 1 / (-.5 * -.75) / 16, 1e-15);
  CHECK_NEAR(cal_barycentric_weight(at, 3, 1), 1 / (.5 * -.25) / 16, 1e-15);
  CHECK_EQ(cal_barycentric_weight(at, 1, 0), 1);
}

int main(void) {
  points_are_zeros_in_order();
  lagrange_polynomials_are_one_at_their_node();
  powers_are_interpolated_exactly();
  weights_are_scaled_products();
  return check_report("chebyshev");
}
