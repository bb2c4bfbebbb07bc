#include "kernels/fit/density-ratio.h"

#include <math.h>

#include "check.h"

enum { N = 9 };

static const double llr[N] = {-2.9, -1.9, -1.2, -0.8, -0.3, 0.4, 0.6, 1.7, 2.5};
static const double n_h1[N] = {0, 0, 0, 0, 1, 1, 0, 1, 1}, n_h2[N] = {1, 1, 1, 1, 0, 0, 1, 0, 0};
static const struct cal_points some = {llr, n_h1, n_h2, N, 4, 5};

// Likelihood by bisection of the share itself, in plain sums.
static double slow_likelihood(const struct cal_points* points, double slope, double shift) {
  double least = 0, most = 0, value = 0;
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    least = fmin(least, expm1(slope * points->llr[i] + shift));
    most = fmax(most, expm1(slope * points->llr[i] + shift));
  }
  double lower = -1 / most, upper = -1 / least;
  for (int step = 0; step < 200; ++step) {
    const double share = (lower + upper) / 2;
    double sum = 0;
    for (ptrdiff_t i = 0; i < points->n; ++i) {
      const double g = exp(slope * points->llr[i] + shift) - 1;
      sum += (points->n_h1[i] + points->n_h2[i]) * g / (1 + share * g);
    }
    *(sum > 0 ? &lower : &upper) = share;
  }
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double m = slope * points->llr[i] + shift, n = points->n_h1[i] + points->n_h2[i];
    value += points->n_h1[i] * m - n * log(1 + lower * (exp(m) - 1));
  }
  return value;
}

static void test_likelihood_is_that_of_slow_bisection(void) {
  for (double slope = 0.5; slope < 3; slope += 0.5) {
    for (double shift = -0.4; shift < 0.5; shift += 0.2) {
      struct cal_density_ratio found;
      CHECK(cal_density_ratio_at(&some, slope, shift, &found));
      CHECK_NEAR(found.log_likelihood, slow_likelihood(&some, slope, shift), 1e-11);
    }
  }
}

static void test_fit_is_the_greatest_likelihood(void) {
  struct cal_density_ratio fit, at;
  CHECK(cal_density_ratio_fit(&some, &fit));
  CHECK(cal_density_ratio_at(&some, fit.slope, fit.shift, &at));
  CHECK_NEAR(at.log_likelihood, fit.log_likelihood, 1e-12);
  CHECK_NEAR(at.share, 4.0 / 9, 1e-9);
  for (int i = 0; i < 4; ++i) {
    cal_density_ratio_at(&some, fit.slope + (i < 2 ? (i - 0.5) / 50 : 0),
                         fit.shift + (i < 2 ? 0 : (i - 2.5) / 50), &at);
    CHECK(at.log_likelihood < fit.log_likelihood);
  }
}

// If all LLRs are 0, nothing determines the slope for others.
static void test_llrs_of_zero_stay_as_they_are(void) {
  const double zero[] = {0}, h1[] = {2}, h2[] = {3};
  const struct cal_points points = {zero, h1, h2, 1, 2, 3};
  struct cal_density_ratio fit;
  CHECK(cal_density_ratio_fit(&points, &fit));
  CHECK_EQ(fit.slope, 1);
  CHECK(fabs(fit.shift) < 1e-12);
}

// The greatest likelihood with one parameter fixed, by a fine grid of the other one.
static double best_on_grid(double value, int is_shift) {
  double best = -INFINITY;
  for (double other = -2; other < 8; other += 0.001) {
    struct cal_density_ratio at;
    if (!cal_density_ratio_at(&some, is_shift ? other : value, is_shift ? value : other, &at)) {
      continue;
    }
    best = fmax(best, at.log_likelihood);
  }
  return best;
}

static void test_limits_lose_what_they_may(void) {
  struct cal_density_ratio fit;
  double slope[2], shift[2];
  cal_density_ratio_fit(&some, &fit);
  cal_density_ratio_limits(&some, &fit, 2.5, slope, shift);
  CHECK(slope[0] < fit.slope && fit.slope < slope[1]);
  CHECK(shift[0] < fit.shift && fit.shift < shift[1]);
  for (int end = 0; end < 2; ++end) {
    CHECK_NEAR(2 * (fit.log_likelihood - best_on_grid(slope[end], 0)), 2.5, 1e-4);
    CHECK_NEAR(2 * (fit.log_likelihood - best_on_grid(shift[end], 1)), 2.5, 1e-4);
  }
}

static void test_separated_classes_have_a_least_slope(void) {
  const double separated[] = {-2, -1, 1, 2}, h1[] = {0, 0, 1, 1}, h2[] = {1, 1, 0, 0};
  const struct cal_points points = {separated, h1, h2, 4, 2, 2};
  struct cal_density_ratio fit;
  double slope[2], shift[2];
  CHECK(cal_density_ratio_fit(&points, &fit));
  CHECK(isinf(fit.slope) && fit.slope > 0 && isnan(fit.shift));
  CHECK_NEAR(fit.log_likelihood, 4 * log(2), 1e-6);
  cal_density_ratio_limits(&points, &fit, 1, slope, shift);
  CHECK(slope[0] > 0 && slope[0] < 5 && isinf(slope[1]) && slope[1] > 0);
  CHECK(isinf(shift[0]) && shift[0] < 0 && isinf(shift[1]) && shift[1] > 0);
}

static void test_extreme_llrs(void) {
  const double infinite[] = {-INFINITY, -1, 1, INFINITY}, huge[] = {-800, -1, 1, 1e300};
  const double h1[] = {0, 0, 1, 1}, h2[] = {1, 1, 0, 0}, sided[] = {1, 2, 3, 4};
  const struct cal_points right = {infinite, h1, h2, 4, 2, 2}, far = {huge, h1, h2, 4, 2, 2};
  const struct cal_points wrong = {infinite, h2, h1, 4, 2, 2}, one_side = {sided, h1, h2, 4, 2, 2};
  struct cal_density_ratio a, b;
  CHECK(cal_density_ratio_at(&right, 1, 0, &a));
  CHECK(cal_density_ratio_at(&far, 1, 0, &b));
  CHECK_NEAR(a.log_likelihood, b.log_likelihood, 1e-12);
  CHECK(!cal_density_ratio_at(&wrong, 1, 0, &a) && isinf(a.log_likelihood) && a.log_likelihood < 0);
  CHECK(!cal_density_ratio_fit(&wrong, &a));
  CHECK(!cal_density_ratio_at(&one_side, 1, 0, &a));
}

// All LLRs are infinite, so nothing is left to calibrate.
static void test_certain_llrs_are_calibrated(void) {
  const double certain[] = {-INFINITY, INFINITY}, h1[] = {0, 3}, h2[] = {2, 0};
  const struct cal_points points = {certain, h1, h2, 2, 3, 2};
  struct cal_density_ratio fit, at;
  double slope[2], shift[2];
  CHECK(cal_density_ratio_fit(&points, &fit) && cal_density_ratio_at(&points, 1, 0, &at));
  CHECK_NEAR(fit.log_likelihood, at.log_likelihood, 1e-12);
  cal_density_ratio_limits(&points, &fit, 1, slope, shift);
  CHECK(isinf(slope[0]) && isinf(shift[1]));
}

// The search would have no end if only ties prevented separation of the classes.
static void test_ties_at_the_threshold(void) {
  const double tied[] = {-2, 0.5, 2}, h1[] = {0, 3, 4}, h2[] = {5, 1, 0}, none[] = {0, 0, 0};
  const struct cal_points points = {tied, h1, h2, 3, 7, 6};
  const struct cal_points flipped = {tied, h2, h1, 3, 6, 7};
  const struct cal_points no_h1 = {tied, none, h2, 3, 1, 6};
  struct cal_density_ratio fit;
  CHECK(cal_density_ratio_fit(&points, &fit) && isinf(fit.slope) && fit.slope > 0);
  const double prior = 7 * log(13.0 / 7) + 6 * log(13.0 / 6);
  CHECK_NEAR(fit.log_likelihood, prior - 3 * log(4.0 / 3) - log(4), 1e-12);
  const struct cal_points from_the_tie = {tied + 1, h1 + 1, h2 + 1, 2, 7, 1};
  CHECK(cal_density_ratio_fit(&from_the_tie, &fit) && isinf(fit.slope) && fit.slope > 0);
  const double log_prior = 7 * log(8.0 / 7) + log(8.0);
  CHECK_NEAR(fit.log_likelihood, log_prior - 3 * log(4.0 / 3) - log(4), 1e-12);
  CHECK(cal_density_ratio_fit(&flipped, &fit) && isinf(fit.slope) && fit.slope < 0);
  CHECK(cal_density_ratio_fit(&no_h1, &fit) && isinf(fit.slope));
}

static void test_one_value(void) {
  const double value[] = {0.7}, even[] = {0}, h1[] = {3}, h2[] = {2};
  const struct cal_points points = {value, h1, h2, 1, 3, 2}, ones = {even, h1, h2, 1, 3, 2};
  struct cal_density_ratio fit;
  CHECK(cal_density_ratio_fit(&points, &fit));
  CHECK_NEAR(fit.slope, 1, 0);
  CHECK_NEAR(fit.shift, -0.7, 1e-9);
  CHECK(isinf(cal_density_ratio_statistic(&points, NULL)));
  CHECK_NEAR(cal_density_ratio_statistic(&ones, NULL), 0, 1e-12);
}

// The share is chosen so that the weights sum to the same under H1 and under H2.
static void test_weights_are_those_of_calibrated_llrs(void) {
  struct cal_density_ratio at, fit;
  double sum[] = {0, 0}, gain[N];
  CHECK(cal_density_ratio_at(&some, 1, 0, &at));
  for (int i = 0; i < N; ++i) {
    double h1, h2;
    cal_density_weights(llr[i], at.share, &h1, &h2);
    CHECK_NEAR(h1, h2 * exp(llr[i]), 1e-12);
    sum[0] += h1;
    sum[1] += h2;
    gain[i] = cal_density_gain(llr[i]);
  }
  CHECK_NEAR(sum[0], 9, 1e-9);
  CHECK_NEAR(sum[1], 9, 1e-9);
  cal_density_ratio_fit(&some, &fit);
  const double twice = 2 * (fit.log_likelihood - at.log_likelihood);
  CHECK_NEAR(cal_density_ratio_statistic(&some, gain), twice, 1e-12);
}

// Groups without trials have no effect, wherever they are. A certain and wrong LLR has no
// likelihood.
static void test_empty_groups(void) {
  const double at[] = {-9, -1, -0.5, 0.5, 1, 9}, h1[] = {0, 1, 2, 3, 4, 0},
               h2[] = {0, 4, 3, 2, 1, 0};
  const struct cal_points all = {at, h1, h2, 6, 10, 10}, few = {at + 1, h1 + 1, h2 + 1, 4, 10, 10};
  struct cal_density_ratio one, other;
  CHECK(cal_density_ratio_at(&all, 1, 0.1, &one) && cal_density_ratio_at(&few, 1, 0.1, &other));
  CHECK_NEAR(one.log_likelihood, other.log_likelihood, 1e-13);
  CHECK(cal_density_ratio_fit(&all, &one) && cal_density_ratio_fit(&few, &other));
  CHECK_NEAR(one.slope, other.slope, 1e-10);
}

// No limit is known if a class has no finite LLR, or if all LLRs are the same.
static void test_limits_of_nothing(void) {
  const double at[] = {-INFINITY, 1, INFINITY}, h1[] = {0, 0, 4}, h2[] = {2, 3, 0};
  const double one[] = {2}, both[] = {3};
  const struct cal_points no_h1 = {at, h1, h2, 3, 4, 5}, tied = {one, both, both, 1, 3, 3};
  const struct cal_points no_h2 = {
      (double[]){-INFINITY, 1}, (double[]){0, 3}, (double[]){2, 0}, 2, 3, 2};
  const struct cal_points certain = {
      (double[]){-INFINITY, INFINITY}, (double[]){0, 3}, (double[]){2, 0}, 2, 3, 2};
  const struct cal_points* sets[] = {&no_h1, &no_h2, &tied, &certain};
  for (int i = 0; i < 4; ++i) {
    struct cal_density_ratio fit;
    double slope[2], shift[2];
    cal_density_ratio_fit(sets[i], &fit);
    cal_density_ratio_limits(sets[i], &fit, 1, slope, shift);
    CHECK(isinf(slope[0]) && isinf(slope[1]) && isinf(shift[0]) && isinf(shift[1]));
  }
}

// Reversed classes have a largest slope.
static void test_reversed_classes_have_a_greatest_slope(void) {
  const double at[] = {-2, -1, 1, 2}, h1[] = {2, 1, 0, 0}, h2[] = {0, 0, 2, 1};
  const struct cal_points points = {at, h1, h2, 4, 3, 3};
  struct cal_density_ratio fit;
  double slope[2], shift[2];
  CHECK(cal_density_ratio_fit(&points, &fit) && fit.slope < 0);
  cal_density_ratio_limits(&points, &fit, 2, slope, shift);
  CHECK(isinf(slope[0]) && isfinite(slope[1]) && slope[1] < 0);
}

// Nearly separated by trials of tiny weight: the slope rises by one nat per step, until the steps
// end.
static void test_a_way_that_is_too_long(void) {
  const double at[] = {-1, -1e-9, 1e-9, 1}, h1[] = {0, 1e-120, 0, 1}, h2[] = {1, 0, 1e-120, 0};
  const struct cal_points points = {at, h1, h2, 4, 1, 1};
  struct cal_density_ratio fit;
  CHECK(cal_density_ratio_fit(&points, &fit));
  CHECK(fit.slope > 100 && fit.slope < 300);
  CHECK_NEAR(fit.log_likelihood, 2 * log(2), 1e-14);
}

// The allowed loss is so large that a slope of 0 or less is within the limits.
static void test_separated_classes_may_have_any_sign(void) {
  const double separated[] = {-2, -1, 1, 2}, h1[] = {0, 0, 1, 1}, h2[] = {1, 1, 0, 0};
  const struct cal_points points = {separated, h1, h2, 4, 2, 2};
  struct cal_density_ratio fit, at;
  double slope[2], shift[2], best = -INFINITY;
  CHECK(cal_density_ratio_fit(&points, &fit));
  cal_density_ratio_limits(&points, &fit, 12, slope, shift);
  CHECK(slope[0] < 0 && isinf(slope[1]) && slope[1] > 0);
  for (double other = -4; other < 4; other += 0.001) {
    if (!cal_density_ratio_at(&points, slope[0], other, &at)) continue;
    best = fmax(best, at.log_likelihood);
  }
  CHECK_NEAR(2 * (fit.log_likelihood - best), 12, 1e-5);
}

// An infinite loss leaves the slope without limits. Shifts end at the log-odds that sigmoid() can
// distinguish.
static void test_limits_of_large_losses(void) {
  struct cal_density_ratio fit;
  double slope[2], shift[2], more_slope[2], more_shift[2], all_slope[2], all_shift[2];
  cal_density_ratio_fit(&some, &fit);
  cal_density_ratio_limits(&some, &fit, 1e4, slope, shift);
  cal_density_ratio_limits(&some, &fit, 1e5, more_slope, more_shift);
  cal_density_ratio_limits(&some, &fit, INFINITY, all_slope, all_shift);
  for (int end = 0; end < 2; ++end) {
    CHECK_NEAR(more_slope[end], 10 * slope[end], 0.05);
    CHECK_EQ(all_slope[end], end ? INFINITY : -INFINITY);
    CHECK_NEAR(more_shift[end], shift[end], 1e-6);
    CHECK_NEAR(all_shift[end], shift[end], 1e-6);
    CHECK(fabs(shift[end]) > 80 && fabs(shift[end]) < 700);
  }
}

int main(void) {
  test_ties_at_the_threshold();
  test_one_value();
  test_weights_are_those_of_calibrated_llrs();
  test_likelihood_is_that_of_slow_bisection();
  test_fit_is_the_greatest_likelihood();
  test_llrs_of_zero_stay_as_they_are();
  test_limits_lose_what_they_may();
  test_separated_classes_have_a_least_slope();
  test_extreme_llrs();
  test_certain_llrs_are_calibrated();
  test_empty_groups();
  test_limits_of_nothing();
  test_reversed_classes_have_a_greatest_slope();
  test_a_way_that_is_too_long();
  test_separated_classes_may_have_any_sign();
  test_limits_of_large_losses();
  return check_report("density-ratio");
}
