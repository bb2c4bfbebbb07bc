#include "kernels/rule/rule-fit.h"

#include "check.h"
#include "host.h"

enum { N_NODES = 4501 };

static double costs[4][N_NODES];

// The logarithmic rule, whose minimum is logistic regression.
static struct cal_rule_table log_table(void) {
  const struct cal_rule_table table = {.from = -45,
                                       .step = 0.02,
                                       .n = N_NODES,
                                       .h1 = costs[0],
                                       .h2 = costs[1],
                                       .slope_h1 = costs[2],
                                       .slope_h2 = costs[3]};
  for (int i = 0; i < N_NODES; ++i) {
    const double z = -45 + 0.02 * i, low = exp(-fabs(z));
    costs[0][i] = fmax(-z, 0) + log1p(low);
    costs[1][i] = fmax(z, 0) + log1p(low);
    costs[2][i] = -1 / (1 + exp(z));
    costs[3][i] = 1 / (1 + exp(-z));
  }
  return table;
}

// The known minimum of the notes: slope 2.23519037130163, offset -0.39323224399341, 0.476224431209
// bits, for ln(.5, 2, 4, 6, 8, 10) under H1 and ln(.2, .4, .6, .8, 1.1) under H2.
static void test_log_rule_is_logistic_regression(void) {
  const double lr[] = {.5, 2, 4, 6, 8, 10, .2, .4, .6, .8, 1.1};
  double x[11], h1[11] = {0}, h2[11] = {0}, theta[2] = {0, 0};
  for (int i = 0; i < 11; ++i) {
    x[i] = log(lr[i]);
    if (i < 6) h1[i] = 0.5 / 6;
    if (i >= 6) h2[i] = 0.5 / 5;
  }
  const struct cal_rule_rows rows = {.x = x, .n = 11, .d = 1, .h1 = h1, .h2 = h2};
  const struct cal_rule_table table = log_table();
  struct test_host host = new_host(1);
  const struct cal_rule_end end = cal_rule_fit(&host.host, &rows, &table, theta);
  CHECK_EQ(end.diverged, false);
  CHECK_NEAR(theta[0], 2.23519037130163, 1e-7);
  CHECK_NEAR(theta[1], -0.39323224399341, 1e-7);
  CHECK_NEAR(end.value / log(2), 0.47622443120932, 1e-9);
  free_host(&host);
}

// Brier's rule, whose Hessian is not the expected one: Newton's method takes few steps, and uses
// the expected one if the rule is not convex.
static void test_brier_takes_few_steps(void) {
  const struct cal_rule_table table = log_table();
  for (int i = 0; i < N_NODES; ++i) {
    const double p = costs[3][i], q = 1 - p;
    costs[0][i] = q * q;
    costs[1][i] = p * p;
    costs[2][i] = -2 * q * q * p;
    costs[3][i] = 2 * p * p * q;
  }
  const double x[] = {-2, -1, 0, 1, 2, 3}, h1[] = {0, 1, 0, 1, 0, 1}, h2[] = {1, 0, 1, 0, 1, 0};
  const struct cal_rule_rows rows = {.x = x, .n = 6, .d = 1, .h1 = h1, .h2 = h2};
  double theta[2] = {0, 0};
  struct test_host host = new_host(1);
  const struct cal_rule_end end = cal_rule_fit(&host.host, &rows, &table, theta);
  CHECK(!end.diverged && end.n_steps < 8);
  CHECK_NEAR(theta[1], -theta[0] / 2, 1e-6);
  double from_afar[2] = {3, -1};
  CHECK(!cal_rule_fit(&host.host, &rows, &table, from_afar).diverged);
  for (int j = 0; j < 2; ++j) CHECK_NEAR(from_afar[j], theta[j], 1e-6);
  free_host(&host);
}

// Beyond the table the cost continues as a line, and separable rows have no minimum.
static void test_separable_rows_run_away(void) {
  const double x[] = {-1, 1}, h1[] = {0, 0.5}, h2[] = {0.5, 0};
  const struct cal_rule_rows rows = {.x = x, .n = 2, .d = 1, .h1 = h1, .h2 = h2};
  const struct cal_rule_table table = log_table();
  double theta[2] = {0, 0};
  struct test_host host = new_host(1);
  const struct cal_rule_end end = cal_rule_fit(&host.host, &rows, &table, theta);
  CHECK(theta[0] > 20);
  CHECK(end.value < 1e-8);
  free_host(&host);
}

// The host may leave at any request without a leak.
static void test_the_host_may_leave(void) {
  const double x[] = {-1, 1, 0.5}, h1[] = {0, 0.5, 0}, h2[] = {0.3, 0, 0.2};
  const struct cal_rule_rows rows = {.x = x, .n = 3, .d = 1, .h1 = h1, .h2 = h2};
  const struct cal_rule_table table = log_table();
  for (int k = 1; k <= 8; ++k) {
    double theta[2] = {0, 0};
    struct test_host host = new_host(1);
    host.leave_at = k;
    if (setjmp(host.exit) == 0) cal_rule_fit(&host.host, &rows, &table, theta);
    CHECK_EQ(host.n_pieces + host.n_pulses, k);
    free_host(&host);
  }
}

int main(void) {
  test_log_rule_is_logistic_regression();
  test_brier_takes_few_steps();
  test_separable_rows_run_away();
  test_the_host_may_leave();
  return check_report("rule-fit");
}
