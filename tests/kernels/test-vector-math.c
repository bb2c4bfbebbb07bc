#include "kernels/base/vector-math.h"

#include <float.h>
#include <stdlib.h>

#include "check.h"

enum { N = CAL_VECTOR_BLOCK };

// Error in units in the last place of the expected value, which are larger among denormals.
static double ulps(double found, long double expected) {
  const double rounded = (double)expected;
  if (found == rounded) return 0;
  if (!isfinite(found) || !isfinite(rounded)) return INFINITY;
  const double size = fmax(fabs(rounded), DBL_MIN);
  const double unit = size * DBL_EPSILON / (2 * frexp(size, &(int){0}));
  return (double)(fabsl((long double)found - expected) / (long double)unit);
}

static void note(double* worst, double found, long double expected) {
  *worst = fmax(*worst, ulps(found, expected));
}

static void check_exp(double first, double step, int n_blocks, double limit) {
  double x[N], e[N], worst = 0;
  for (int block = 0; block < n_blocks; ++block) {
    for (int i = 0; i < N; ++i) x[i] = first + step * (block * N + i);
    cal_exp_block(x, e);
    for (int i = 0; i < N; ++i) note(&worst, e[i], expl((long double)x[i]));
  }
  CHECK(worst <= limit);
}

static void test_exp_is_near(void) {
  check_exp(-750, 0.0137, 1700, 1.2);
  check_exp(-1e-3, 1.7e-8, 2000, 1.2);
  check_exp(709, 0.0007, 32, 1.2);
  check_exp(-746, 0.0007, 1000, 1.2);
}

static void test_exp_of_extremes(void) {
  double x[N] = {0,   -0.0, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324,
                 710, 1e9,  -746,     -1e9,      1e-300,  -1e-300,  NAN},
         e[N];
  const double expected[] = {1,        1,        INFINITY, 0, INFINITY, 0, 1,  1,
                             INFINITY, INFINITY, 0,        0, 1,        1, NAN};
  cal_exp_block(x, e);
  for (int i = 0; i < 15; ++i) CHECK_EQ(e[i], expected[i]);
}

static void check_logistic(double first, double step, int n_blocks) {
  double z[N], both[N], far[N], worst_both = 0, worst_far = 0;
  for (int block = 0; block < n_blocks; ++block) {
    for (int i = 0; i < N; ++i) z[i] = first + step * (block * N + i);
    cal_logistic_block(z, both, far);
    for (int i = 0; i < N; ++i) {
      const long double odds = expl(-fabsl((long double)z[i]));
      note(&worst_both, both[i], log1pl(odds));
      note(&worst_far, far[i], odds / (1 + odds));
    }
  }
  CHECK(worst_both <= 3);
  CHECK(worst_far <= 2.5);
}

static void test_logistic_is_near(void) {
  check_logistic(-750, 0.0137, 1700);
  check_logistic(-1, 1.7e-5, 2000);
  check_logistic(-45, 0.00091, 1600);
}

static void test_logistic_of_extremes(void) {
  double z[N] = {0, -0.0, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 5e-324}, both[N], far[N];
  cal_logistic_block(z, both, far);
  for (int i = 2; i < 6; ++i) {
    CHECK_EQ(both[i], 0);
    CHECK_EQ(far[i], 0);
  }
  for (int i = 0; i < 7; i += i == 1 ? 5 : 1) {
    CHECK_NEAR(both[i], log(2), 4e-16);
    CHECK_EQ(far[i], 0.5);
  }
}

static void test_paths_agree(void) {
  double z[N], plain[3][N], wide[3][N];
  for (int block = 0; block < 1000; ++block) {
    for (int i = 0; i < N; ++i) z[i] = 40 * (rand() / (RAND_MAX + 1.0)) - 20;
    for (int path = 0; path < 2; ++path) {
      cal_vector_allow_wide(path);
      double(*out)[N] = path ? wide : plain;
      cal_exp_block(z, out[0]);
      cal_logistic_block(z, out[1], out[2]);
    }
    double worst = 0;
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < N; ++i) worst = fmax(worst, fabs(plain[k][i] / wide[k][i] - 1));
    }
    CHECK(worst <= 2e-15);
  }
}

static void test_choice_of_path(void) {
  const bool has_wide = cal_vector_allow_wide(true) && cal_vector_is_wide();
  CHECK(cal_vector_allow_wide(false));
  CHECK(!cal_vector_is_wide());
  CHECK(!cal_vector_allow_wide(true));
  CHECK(cal_vector_is_wide() == has_wide);
}

int main(void) {
  test_choice_of_path();
  for (int path = 0; path < 2; ++path) {
    cal_vector_allow_wide(path);
    test_exp_is_near();
    test_exp_of_extremes();
    test_logistic_is_near();
    test_logistic_of_extremes();
  }
  test_paths_agree();
  return check_report("vector-math");
}
