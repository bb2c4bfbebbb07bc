#include "kernels/rates/error-rates.h"

#include "check.h"

enum { N = 4, M = 6 };

static const double value[N] = {-INFINITY, 0, 1, INFINITY};

static void test_threshold_accepts_itself(void) {
  const double n_h1[N] = {1, 2, 3, 4}, n_h2[N] = {4, 3, 2, 1};
  const double threshold[M] = {-INFINITY, -1, 0, 0.5, 1, INFINITY};
  double p_miss[M], p_fa[M];
  cal_miss_rates(value, n_h1, N, threshold, M, p_miss);
  cal_false_alarm_rates(value, n_h2, N, threshold, M, p_fa);

  const double miss[M] = {0, 0.1, 0.1, 0.3, 0.3, 0.6};
  const double fa[M] = {1, 0.6, 0.6, 0.3, 0.3, 0.1};
  for (int i = 0; i < M; ++i) {
    CHECK_NEAR(p_miss[i], miss[i], 1e-15);
    CHECK_NEAR(p_fa[i], fa[i], 1e-15);
  }
}

static void test_ends_are_exact_for_weights(void) {
  const double finite[N] = {-2, 0, 1, 3};
  const double weight[N] = {0.1, 1e16, 0.7, 1e-9};
  const double threshold[2] = {-3, 4};
  double p_miss[2], p_fa[2];
  cal_miss_rates(finite, weight, N, threshold, 2, p_miss);
  cal_false_alarm_rates(finite, weight, N, threshold, 2, p_fa);
  CHECK_EQ(p_miss[0], 0.0);
  CHECK_EQ(p_miss[1], 1.0);
  CHECK_EQ(p_fa[0], 1.0);
  CHECK_EQ(p_fa[1], 0.0);
}

static void test_no_threshold(void) {
  double untouched = 7;
  cal_miss_rates(value, value + 1, 1, value, 0, &untouched);
  CHECK_EQ(untouched, 7.0);
}

int main(void) {
  test_threshold_accepts_itself();
  test_ends_are_exact_for_weights();
  test_no_threshold();
  return check_report("error-rates");
}
