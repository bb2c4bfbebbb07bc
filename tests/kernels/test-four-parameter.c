#include "kernels/fit/four-parameter.h"

#include "check.h"
#include "host.h"

static enum cal_four_status fit(const struct cal_counted* trials, double prior,
                                struct cal_four* four) {
  struct test_host host = new_host(1);
  const enum cal_four_status status = cal_four_fit(&host.host, trials, prior, four);
  free_host(&host);
  return status;
}

static double posterior(const struct cal_four* four, double x, double prior) {
  const double line = exp(four->slope * x + four->offset);
  const double lr = (exp(four->floor) + line) / (1 + line * exp(-four->ceiling));
  return lr * prior / (lr * prior + 1 - prior);
}

static double cost(const struct cal_counted* trials, const struct cal_four* four, double prior) {
  double total[2] = {0}, sum[2] = {0};
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double end = trials->value[i] > 0 ? four->ceiling : four->floor;
    const double odds = exp(end) * prior / (1 - prior);
    const double p = !isinf(trials->value[i]) ? posterior(four, trials->value[i], prior)
                     : isinf(odds)            ? 1
                                              : odds / (1 + odds);
    total[0] += trials->n_h1[i];
    total[1] += trials->n_h2[i];
    if (trials->n_h1[i] > 0) sum[0] -= trials->n_h1[i] * log(p);
    if (trials->n_h2[i] > 0) sum[1] -= trials->n_h2[i] * log1p(-p);
  }
  return prior * sum[0] / total[0] + (1 - prior) * sum[1] / total[1];
}

// One infinite LR under H2. A search from the line of logistic regression ends at a local minimum,
// and a step costs less.
static const double one_value[] = {-3, -2.5, -2, -1.5, -1, -.5, -.2, 0,
                                   .4, .5,   1,  1.5,  2,  2.5, 3,   INFINITY};
static const double one_h1[] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0};
static const double one_h2[] = {1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1};
static const struct cal_counted one_wrong = {one_value, one_h1, one_h2, 16};

static void a_step_is_better_than_a_near_minimum(void) {
  const double d = .85166488;
  struct cal_four near = {3.0299229, .16658118 + log(d), -INFINITY, log(d / (1 - d)), 3}, four;
  const double least = cost(&one_wrong, &near, .5) / log(2);
  CHECK_NEAR(least, .5495006366, 2e-10);
  for (int way = -1; way <= 1; way += 2) {
    const struct cal_four by[] = {
        {near.slope + way * .01, near.offset, near.floor, near.ceiling, 3},
        {near.slope, near.offset + way * .01, near.floor, near.ceiling, 3},
        {near.slope, near.offset, near.floor, near.ceiling + way * .01, 3}};
    for (int k = 0; k < 3; ++k) CHECK(cost(&one_wrong, &by[k], .5) / log(2) > least + 1e-7);
  }
  const double share = 3 / 9. / (1 + 3 / 9.);
  const double step = -.5 * (log(1 - share) + 3 / 9. * log(share)) / log(2);
  CHECK(step < least - .008);
  CHECK(fit(&one_wrong, .5, &four) == CAL_FOUR_STEP);
}

// Values on a grid, with the shares of a curve of this family: the fit finds that curve at every
// prior.
static void the_curve_is_found(void) {
  enum { N = 41 };
  double value[N + 2], h1[N + 2], h2[N + 2], totals[2] = {0};
  const double c = .07, d = .94;
  value[0] = -INFINITY, value[N + 1] = INFINITY;
  for (int i = 0; i < N + 2; ++i) {
    if (i > 0 && i < N + 1) value[i] = 100 + (i - 21) * .2;
    const double e = 1 / (1 + exp(-.4 - 1.7 * (value[i] - 100)));
    const double p = isinf(value[i]) ? (i > 0 ? d : c) : c + (d - c) * e;
    h1[i] = 1000 * p, h2[i] = 1000 * (1 - p);
    totals[0] += h1[i], totals[1] += h2[i];
  }
  const struct cal_counted trials = {value, h1, h2, N + 2};
  const double odds = totals[0] / totals[1], prior[] = {odds / (1 + odds), .5, .05};
  for (int k = 0; k < 3; ++k) {
    struct cal_four four;
    CHECK(fit(&trials, prior[k], &four) == CAL_FOUR_FOUND);
    CHECK(four.n_free == 4);
    CHECK_NEAR(four.slope, 1.7, 1e-7);
    CHECK_NEAR(four.floor, log(c / (1 - c) / odds), 1e-7);
    CHECK_NEAR(four.ceiling, log(d / (1 - d) / odds), 1e-7);
    CHECK_NEAR(four.offset, .4 - 170 + log(d / (1 - c) / odds), 1e-7);
  }
  const double at[] = {-INFINITY, 100, INFINITY}, p[] = {c, c + (d - c) / (1 + exp(-.4)), d};
  double lower[3], upper[3];
  struct test_host host = new_host(1);
  for (double loss = 1e-9; loss < 10; loss *= 1e3) {
    cal_four_limits(&host.host, &trials, loss, at, 3, lower, upper);
    for (int i = 0; i < 3; ++i) {
      const double llr = log(p[i] / (1 - p[i]) / odds);
      CHECK(lower[i] < llr && llr < upper[i]);
      // Near the maximum the likelihood is a parabola.
      if (loss < 1e-5) CHECK_NEAR(llr - lower[i], upper[i] - llr, .01);
    }
  }
  free_host(&host);
}

static enum cal_four_status fit_few(const double* value, const double* h1, const double* h2,
                                    ptrdiff_t n) {
  const struct cal_counted trials = {value, h1, h2, n};
  struct cal_four four;
  return fit(&trials, .5, &four);
}

static void what_has_no_best_curve(void) {
  const double value[] = {-INFINITY, 1, 2, 3, 4, INFINITY};
  const double up[] = {0, 1, 2, 3, 4, 0}, down[] = {0, 4, 3, 2, 1, 0};
  const double none[] = {0, 1, 1, 1, 1, 0}, low[] = {0, 5, 5, 0, 0, 0}, high[] = {0, 0, 0, 5, 5, 0};
  const double at_low[] = {5, 1, 1, 1, 1, 1}, at_high[] = {1, 1, 1, 1, 1, 5};
  CHECK(fit_few(value, down, up, 6) == CAL_FOUR_FLAT);
  CHECK(fit_few(value, none, none, 6) == CAL_FOUR_FLAT);
  CHECK(fit_few(value, high, low, 6) == CAL_FOUR_STEP);
  // Only infinite values carry information.
  CHECK(fit_few(value, at_high, at_low, 6) == CAL_FOUR_FLAT);
  const double far[] = {-1e308, 0, 1e308}, near[] = {0, 1e-310, 2e-310};
  CHECK(fit_few(near, high + 2, low + 2, 3) == CAL_FOUR_SIZE);
  CHECK(fit_few(far, none + 1, none + 1, 3) == CAL_FOUR_FLAT);
}

// More values than groups: the fit ends on all values.
static void many_values(void) {
  enum { N = 5000 };
  static double value[N], h1[N], h2[N];
  for (int i = 0; i < N; ++i) {
    value[i] = 8 * (i + .5) / N - 4;
    const double p = .02 + .9 / (1 + exp(-1.3 * value[i]));
    h1[i] = p, h2[i] = 1 - p;
  }
  const struct cal_counted trials = {value, h1, h2, N};
  struct cal_four four;
  CHECK(fit(&trials, .3, &four) == CAL_FOUR_FOUND);
  CHECK_NEAR(four.slope, 1.3, 1e-6);
  CHECK_NEAR(exp(four.ceiling - four.floor), .92 / .08 / (.02 / .98), 1e-6);
}

int main(void) {
  a_step_is_better_than_a_near_minimum();
  the_curve_is_found();
  what_has_no_best_curve();
  many_values();
  return check_report("four-parameter");
}
