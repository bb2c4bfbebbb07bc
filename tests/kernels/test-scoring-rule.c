#include "kernels/rule/scoring-rule.h"

#include "check.h"
#include "host.h"
#include "kernels/rule/area.h"

static double beta_at(double gamma, double log_odds) {
  const struct cal_rule rule = cal_rule_new(CAL_RULE_BETA, gamma, gamma);
  return cal_rule_cost(&rule, cal_posterior_at(log_odds));
}

static double cost_at(enum cal_rule_kind kind, double log_odds) {
  const struct cal_rule rule = cal_rule_new(kind, 0, 0);
  return cal_rule_cost(&rule, cal_posterior_at(log_odds));
}

static void test_named_members_of_the_beta_family(void) {
  const double pi = 3.14159265358979323846;
  for (double x = -350; x <= 350; x += 7.3) {
    CHECK_NEAR(beta_at(0, x), cost_at(CAL_RULE_LOG, x), 1e-13);
    CHECK_NEAR(beta_at(1, x), 3 * cost_at(CAL_RULE_BRIER, x), 1e-12);
    CHECK_NEAR(beta_at(-0.5, x), 2 / pi * cost_at(CAL_RULE_BOOST, x), 1e-12);
  }
}

// gamma = 2 integrates to 10 p^3 - 7.5 p^4, p = 1 - q.
static void test_a_polynomial_member(void) {
  for (double x = -20; x <= 20; x += 0.37) {
    const double p = cal_posterior_at(x).h2;
    CHECK_NEAR(beta_at(2, x), 10 * p * p * p - 7.5 * p * p * p * p, 1e-13);
  }
}

// The two formulas for h1 < 1/2 meet at gamma = 1/2, the ones for both halves at h1 = 1/2.
static void test_no_seams(void) {
  for (double x = -30; x < 0; x += 0.61) {
    CHECK_NEAR(beta_at(nextafter(0.5, 0), x), beta_at(0.5, x), 1e-13);
    CHECK_NEAR(beta_at(1e-13, x), beta_at(0, x), 1e-11);
    CHECK_NEAR(beta_at(-1e-13, x), beta_at(0, x), 1e-11);
  }
  for (double gamma = -0.95; gamma < 30; gamma += 0.317) {
    CHECK_NEAR(beta_at(gamma, -1e-15), beta_at(gamma, 1e-15), 1e-12);
  }
  CHECK_NEAR(beta_at(nextafter(99, 0), -0.01), beta_at(99, -0.01), 1e-12);
}

// The mean of the costs of all thresholds: half of it at each side for h1 = 1/2 as gamma grows.
static void test_limits_of_gamma(void) {
  CHECK_NEAR(beta_at(-1 + 1e-12, 3), 0.5, 1e-10);
  CHECK_NEAR(beta_at(-1 + 1e-12, -3), 0.5, 1e-10);
  CHECK_NEAR(beta_at(1e7, 0), 1, 1e-3);
  CHECK_NEAR(beta_at(1e7, -1), 2, 1e-6);
  CHECK_EQ(beta_at(1e7, 1), 0);
}

static void test_certainty(void) {
  for (int kind = CAL_RULE_LOG; kind <= CAL_RULE_BOOST; ++kind) {
    CHECK_EQ(cost_at((enum cal_rule_kind)kind, INFINITY), 0);
  }
  CHECK_EQ(cost_at(CAL_RULE_LOG, -INFINITY), INFINITY);
  CHECK_EQ(cost_at(CAL_RULE_BRIER, -INFINITY), 1);
  CHECK_EQ(cost_at(CAL_RULE_BOOST, -INFINITY), INFINITY);
  for (double gamma = -0.9; gamma < 5; gamma += 0.3) {
    CHECK_EQ(beta_at(gamma, INFINITY), 0);
    CHECK_NEAR(beta_at(gamma, -INFINITY), gamma > 0 ? (2 * gamma + 1) / gamma : HUGE_VAL, 1e-13);
  }
}

// ln 2 P(H2) keeps its digits even if the probability would underflow.
static void test_far_out(void) {
  CHECK_NEAR(cost_at(CAL_RULE_LOG, -2000), 2000, 1e-15);
  CHECK_NEAR(cost_at(CAL_RULE_LOG, 700), exp(-700), 1e-13);
  CHECK_NEAR(beta_at(0.1, -5000), 12, 1e-13);
  CHECK_NEAR(beta_at(-0.9, 610) / beta_at(-0.9, 590), exp(-2), 1e-11);
  CHECK(beta_at(-0.999, 2000) > 0);
}

static void test_area(void) {
  for (double x = -30; x <= 30; x += 0.7) CHECK_EQ(cost_at(CAL_RULE_AREA, x), cal_area_cost(x));
}

static void test_posteriors(void) {
  const struct cal_posterior tiny = cal_posterior_of(1e-300);
  CHECK_NEAR(tiny.log_odds, -690.77552789821371, 1e-15);
  CHECK_EQ(cal_posterior_swap(tiny).h2, 1e-300);
  CHECK_EQ(cal_posterior_of(0).log_odds, -INFINITY);
  CHECK_EQ(cal_posterior_of(1).log_odds, INFINITY);
  const struct cal_posterior high = cal_posterior_at(40);
  CHECK_NEAR(high.h2, exp(-40), 1e-15);
}

static void test_risk_ignores_absent_classes(void) {
  const double llr[] = {-INFINITY, 0, INFINITY}, n_h1[] = {0, 1, 1}, n_h2[] = {2, 2, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 3, 2, 4};
  const struct cal_rule rule = cal_rule_new(CAL_RULE_LOG, 0, 0);
  double h1, h2;
  cal_rule_risk(&rule, &points, 0, &h1, &h2);
  CHECK_NEAR(h1, log(2) / 2, 1e-15);
  CHECK_NEAR(h2, log(2) / 2, 1e-15);
}

static void another_kind_is_no_rule(void) {
  struct cal_rule rule = cal_rule_new(CAL_RULE_LOG, 0, 0);
  rule.kind = (enum cal_rule_kind)99;
  CHECK(isnan(cal_rule_cost(&rule, cal_posterior_at(1))));
}

static void many_are_as_one(void) {
  const double llr[] = {-1, 3}, n[] = {1, 2}, log_odds[] = {-2, .5}, p[] = {0, .3};
  const struct cal_points points = {llr, n, n, 2, 3, 3};
  const struct cal_rule rule = cal_rule_new(CAL_RULE_BRIER, 0, 0);
  double h1[2], h2[2], one_h1, one_h2;
  struct test_host host = new_host(1);
  cal_rule_risk_along(&host.host, &rule, &points, log_odds, 2, h1, h2);
  for (int i = 0; i < 2; ++i) {
    cal_rule_risk(&rule, &points, log_odds[i], &one_h1, &one_h2);
    CHECK_EQ(h1[i], one_h1);
    CHECK_EQ(h2[i], one_h2);
  }
  cal_rule_costs(&host.host, &rule, p, 2, h1, h2);
  free_host(&host);
  CHECK_EQ(h1[0], 1);
  CHECK_EQ(h2[0], 0);
  CHECK_NEAR(h1[1], .49, 1e-15);
  CHECK_NEAR(h2[1], .09, 1e-15);
}

int main(void) {
  test_named_members_of_the_beta_family();
  test_a_polynomial_member();
  test_no_seams();
  test_limits_of_gamma();
  test_certainty();
  test_far_out();
  test_area();
  test_posteriors();
  test_risk_ignores_absent_classes();
  another_kind_is_no_rule();
  many_are_as_one();
  return check_report("scoring-rule");
}
