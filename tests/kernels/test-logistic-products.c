#include "kernels/logistic/logistic-products.h"

#include "logistic-trials.h"

static void sums_what_the_definition_says(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  const double share[2] = {[CAL_H1] = .004, [CAL_H2] = .001};
  double found[P * P], products[P * P] = {0};
  problem.frame = frames;
  cal_logistic_products(&host.host, &problem, share, found);
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    const double n = many_weight[i] * share[many_truth[i]];
    for (int k = 0; k < P * P; ++k) products[k] += n * placed(i, k / P) * placed(i, k % P);
  }
  for (int k = 0; k < P * P; ++k) CHECK_NEAR(found[k], products[k], 1e-12);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(found[k], found[k % P * P + k / P]);
  free_host(&host);
}

// A hypothesis without a share adds nothing; without rows all sums are 0.
static void shares_leave_out(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = many_trials();
  const double only_h1[2] = {[CAL_H1] = 1, [CAL_H2] = 0}, none[2] = {0, 0};
  double found[P * P], n_h1 = 0;
  for (int i = 0; i < MANY; ++i) n_h1 += many_truth[i] * many_weight[i];
  cal_logistic_products(&host.host, &problem, only_h1, found);
  CHECK_EQ(found[P * P - 1], n_h1);
  cal_logistic_products(&host.host, &problem, none, found);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(found[k], 0);
  problem.n = 0;
  cal_logistic_products(&host.host, &problem, only_h1, found);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(found[k], 0);
  free_host(&host);
}

static void one_trial_is_its_square(void) {
  struct test_host host = new_host(1);
  const double x[] = {3}, n_h1[] = {2}, n_h2[] = {5}, share[2] = {[CAL_H1] = 10, [CAL_H2] = 1};
  const struct cal_logistic problem = {.x = x, .n = 1, .d = 1, .n_h1 = n_h1, .n_h2 = n_h2};
  double found[4];
  cal_logistic_products(&host.host, &problem, share, found);
  CHECK_EQ(found[0], 225);
  CHECK_EQ(found[1], 75);
  CHECK_EQ(found[2], 75);
  CHECK_EQ(found[3], 25);
  free_host(&host);
}

int main(void) {
  sums_what_the_definition_says();
  shares_leave_out();
  one_trial_is_its_square();
  return check_report("logistic-products");
}
