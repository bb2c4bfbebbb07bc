#include "kernels/cost/cross-entropy.h"

#include <float.h>

#include "check.h"

static const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

static void test_softplus(void) {
  CHECK_NEAR(cal_softplus(0), log(2), 1e-15);
  CHECK_NEAR(cal_softplus(1), log(1 + exp(1)), 1e-15);
  CHECK_NEAR(cal_softplus(-50), exp(-50), 1e-15);
  CHECK_EQ(cal_softplus(DBL_MAX), DBL_MAX);
  CHECK_EQ(cal_softplus(-DBL_MAX), 0.0);
  CHECK_EQ(cal_softplus(INFINITY), INFINITY);
  CHECK_EQ(cal_softplus(-INFINITY), 0.0);
}

static void test_means_are_the_definition(void) {
  const double llr[] = {-4, -3, -2, -1, -0.5, 0.5, 1, 2, 3};
  const double n_h1[] = {0, 0, 0, 1, 0, 1, 0, 1, 1}, n_h2[] = {1, 1, 1, 0, 1, 0, 1, 0, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 9, 4, 5};
  const double log_odds[] = {-7, -1, 0, 0.3, 12};
  for (int k = 0; k < 5; ++k) {
    double h1, h2, mean_h1 = 0, mean_h2 = 0;
    for (int i = 0; i < 9; ++i) {
      mean_h1 += n_h1[i] * log1p(exp(-llr[i] - log_odds[k])) / 4;
      mean_h2 += n_h2[i] * log1p(exp(llr[i] + log_odds[k])) / 5;
    }
    cal_cross_entropy(&points, log_odds[k], &h1, &h2);
    CHECK_NEAR(h1, mean_h1, 1e-13);
    CHECK_NEAR(h2, mean_h2, 1e-13);
  }
}

static void test_set_g(void) {
  const double llr[] = {-4, -3, -2, -1, -0.5, 0.5, 1, 2, 3};
  const double n_h1[] = {0, 0, 0, 1, 0, 1, 0, 1, 1}, n_h2[] = {1, 1, 1, 0, 1, 0, 1, 0, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 9, 4, 5};
  double h1, h2;
  cal_cross_entropy(&points, 0, &h1, &h2);
  CHECK_NEAR((h1 + h2) / 2, 0.443457150513, 1e-11);
}

static void test_right_infinities_are_free(void) {
  const double llr[] = {-INFINITY, INFINITY}, n_h1[] = {0, 1}, n_h2[] = {1, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 2, 1, 1};
  double h1, h2;
  cal_cross_entropy(&points, 3, &h1, &h2);
  CHECK_EQ(h1, 0.0);
  CHECK_EQ(h2, 0.0);
}

static void test_wrong_infinities_cost_everything(void) {
  const double llr[] = {-INFINITY, 0, INFINITY}, n_h1[] = {1, 1, 0}, n_h2[] = {0, 1, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 3, 2, 1};
  double h1, h2;
  cal_cross_entropy(&points, 0, &h1, &h2);
  CHECK_EQ(h1, INFINITY);
  CHECK_NEAR(h2, log(2), 1e-15);
  CHECK_EQ(cal_excess(&points, -1), INFINITY);
  CHECK_EQ(cal_excess(&points, 1), INFINITY);
}

static void test_largest_doubles_stay_finite(void) {
  const double llr[] = {-DBL_MAX, DBL_MAX}, n_h1[] = {2, 0}, n_h2[] = {0, 2};
  const struct cal_points points = {llr, n_h1, n_h2, 2, 2, 2};
  double h1, h2;
  cal_cross_entropy(&points, 0, &h1, &h2);
  CHECK_EQ(h1, DBL_MAX);
  CHECK_EQ(h2, DBL_MAX);
}

// (ECE - ECE_null) / min(prior, 1 - prior), from the definition.
static double plain_excess(const struct cal_points* points, double log_odds) {
  const double prior = 1 / (1 + exp(-log_odds));
  double h1, h2;
  cal_cross_entropy(points, log_odds, &h1, &h2);
  return (prior * (h1 + log(prior)) + (1 - prior) * (h2 + log1p(-prior))) / fmin(prior, 1 - prior);
}

static void test_excess_is_the_difference(void) {
  const double llr[] = {-40, -2, 0, 1, 35}, n_h1[] = {0, 1, 2, 1, 3}, n_h2[] = {2, 2, 1, 1, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 5, 7, 6};
  const double log_odds[] = {-5, -1, 0, 0.5, 5};
  for (int k = 0; k < 5; ++k) {
    CHECK_NEAR(cal_excess(&points, log_odds[k]), plain_excess(&points, log_odds[k]), 1e-10);
  }
}

// LRs beyond the largest double in either direction: at even odds softplus(800) counts as 800.
static void test_excess_survives_ratios_that_overflow(void) {
  const double llr[] = {-800, 800}, n_h1[] = {1, 3}, n_h2[] = {3, 1};
  const struct cal_points points = {llr, n_h1, n_h2, 2, 4, 4};
  CHECK_NEAR(cal_excess(&points, 0), 2 * (200 - log(2)), 1e-14);
  CHECK_NEAR(cal_excess(&points, -5), cal_excess(&points, 5), 1e-14);
  CHECK_NEAR(cal_excess(&points, -5), plain_excess(&points, -5), 1e-12);
}

// Nothing cancels if the system is nearly perfect.
static void test_excess_of_certain_trials(void) {
  const double llr[] = {-1e10, 1e10}, n_h1[] = {0, 1}, n_h2[] = {1, 0};
  const struct cal_points points = {llr, n_h1, n_h2, 2, 1, 1};
  CHECK_NEAR(cal_excess(&points, 0), -2 * log(2), 1e-15);
}

// As the prior falls to 0, the excess tends to mean_H2 (LR) - 1 - mean_H1 (ln LR).
static void test_excess_tends_to_a_constant(void) {
  const double llr[] = {-2, -1, 0.5, 1}, n_h1[] = {0, 1, 1, 1}, n_h2[] = {1, 1, 0, 1};
  const struct cal_points points = {llr, n_h1, n_h2, 4, 3, 3};
  const double low = (exp(-2) + exp(-1) + exp(1)) / 3 - 1 - (-1 + 0.5 + 1) / 3;
  CHECK_NEAR(cal_excess(&points, -600), low, 1e-14);
  const double high = (exp(1) + exp(-0.5) + exp(-1)) / 3 - 1 - (2 + 1 - 1) / 3.0;
  CHECK_NEAR(cal_excess(&points, 600), high, 1e-14);
}

static void test_certain_priors_leave_nothing(void) {
  const double llr[] = {1};
  const struct cal_points points = {llr, ones, ones, 1, 1, 1};
  CHECK_EQ(cal_ece(&points, INFINITY), 0.0);
  CHECK_EQ(cal_ece(&points, -INFINITY), 0.0);
}

static void test_neutral_has_no_excess(void) {
  const double llr[] = {0};
  const struct cal_points points = {llr, ones, ones, 1, 1, 1};
  CHECK_EQ(cal_excess(&points, -3), 0.0);
  CHECK_EQ(cal_excess(&points, 0), 0.0);
  CHECK_EQ(cal_excess(&points, 300), 0.0);
}

int main(void) {
  test_softplus();
  test_means_are_the_definition();
  test_set_g();
  test_right_infinities_are_free();
  test_wrong_infinities_cost_everything();
  test_largest_doubles_stay_finite();
  test_excess_is_the_difference();
  test_excess_survives_ratios_that_overflow();
  test_excess_of_certain_trials();
  test_excess_tends_to_a_constant();
  test_neutral_has_no_excess();
  test_certain_priors_leave_nothing();
  return check_report("cross-entropy");
}
