#include "kernels/rates/far-tail.h"

#include <math.h>

#include "check.h"

static const double llr[] = {-2, 0.5, 1, 3, 4, INFINITY};
static const double h1[] = {1, 0, 2, 1, 3, 2}, h2[] = {5, 2, 1, 1, 0, 0};
static const struct cal_points points = {llr, h1, h2, 6, 9, 9};

// The literal definition, trial by trial.
static void test_definition(void) {
  const double at[] = {-INFINITY, 0.5, 2, 4, 5, INFINITY}, line[] = {1, 0, 0.5, 0.2, 2, -1};
  double misleading[6], strong[6], rate[6], square[6], lowest[6], highest[6];
  const struct cal_far_tails tails = {at,     line, 6,      3,      misleading,
                                      strong, rate, square, lowest, highest};
  cal_find_far_tails(&points, &tails);
  for (int k = 0; k < 6; ++k) {
    double n1 = 0, n2 = 0, sum = 0, squares = 0, moved[3] = {0};
    for (int i = 0; i < 6; ++i) {
      if (llr[i] < at[k]) continue;
      n1 += h1[i];
      n2 += h2[i];
      sum += h1[i] * exp(-llr[i]) / 9;
      squares += h1[i] * exp(-2 * llr[i]) / 81;
      for (int j = 0; j < 3; ++j)
        moved[j] += h1[i] * exp(-line[2 * j] * llr[i] - line[2 * j + 1]) / 9;
    }
    CHECK(strong[k] == n1 && misleading[k] == n2);
    CHECK_NEAR(rate[k], sum, 1e-15);
    CHECK_NEAR(square[k], squares, 1e-15);
    CHECK_NEAR(lowest[k], fmin(moved[0], fmin(moved[1], moved[2])), 1e-14);
    CHECK_NEAR(highest[k], fmax(moved[0], fmax(moved[1], moved[2])), 1e-14);
  }
}

// H2 trials in descending order: one at 3, one at 1, two at .5.
static void test_overlap(void) {
  const struct cal_tail_overlap two = cal_find_overlap(&points, 2);
  const double weight[] = {exp(-1), exp(-1), exp(-3), exp(-4), exp(-4), exp(-4), 0, 0, 0};
  double mean = 0, variance = 0;
  for (int i = 0; i < 9; ++i) mean += weight[i] / 9;
  for (int i = 0; i < 9; ++i) variance += (weight[i] - mean) * (weight[i] - mean) / 8;
  CHECK(two.from == 1 && two.n_certain == 0);
  CHECK_NEAR(two.z, (2. / 9 - mean) / sqrt(variance / 9 + mean * (1 - mean) / 9), 1e-13);
  CHECK(cal_find_overlap(&points, 3).from == 0.5);
  CHECK(cal_find_overlap(&points, 9).from == -2);
  const struct cal_tail_overlap none = cal_find_overlap(&points, 10);
  CHECK(none.from == -HUGE_VAL && isnan(none.z));
}

static void test_certain(void) {
  const double wrong[] = {0, 0, 0, 0, 0, 3};
  const struct cal_points certain = {llr, h1, wrong, 6, 9, 3};
  CHECK(cal_find_overlap(&certain, 10).n_certain == 3);
  CHECK(cal_find_overlap(&certain, 2).from == HUGE_VAL);
}

int main(void) {
  test_definition();
  test_overlap();
  test_certain();
  return check_report("far-tail");
}
