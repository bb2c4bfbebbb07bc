#include "kernels/logistic/logistic-fit.h"

#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

enum { FEW = 40, MANY = 50000, P = 3 };

static double x[2 * MANY], weight[MANY], n_h1[MANY], n_h2[MANY];
static int truth[MANY];

static struct result {
  double coefficients[P], vcov[P * P], vcov_sandwich[P * P], vcov_hessian[P * P], correlation[4];
  struct cal_fit fit;
  int n_pulses;
} found;

static enum cal_fit_status run(const struct cal_fit_task* task) {
  struct test_host host = new_host(1);
  memset(&found, 0, sizeof found);
  found.fit = (struct cal_fit){.coefficients = found.coefficients,
                               .vcov = found.vcov,
                               .vcov_sandwich = found.vcov_sandwich,
                               .vcov_hessian = found.vcov_hessian,
                               .correlation = task->d > 1 ? found.correlation : NULL};
  const enum cal_fit_status status = cal_logistic_fit(&host.host, task, &found.fit);
  found.n_pulses = host.n_pulses;
  free_host(&host);
  return status;
}

// Trials that overlap, in two inputs; sets of all sizes repeat the same few trials.
static struct cal_fit_task repeated(ptrdiff_t n, ptrdiff_t d) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const ptrdiff_t k = i % FEW;
    truth[i] = k % 4 == 0;
    x[i] = sin(7.0 * (double)k) + truth[i];
    x[n + i] = 100 + 10 * cos(5.0 * (double)k) - 5 * truth[i];
    weight[i] = 1;
    n_h1[i] = truth[i];
    n_h2[i] = 1 - truth[i];
  }
  return (struct cal_fit_task){
      .x = x, .n = n, .d = d, .ln_per_unit = 1, .truth = truth, .prior = .2};
}

static void check_equal(const struct result* known, ptrdiff_t p, double times, double tolerance) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    CHECK_NEAR(found.coefficients[k], known->coefficients[k], tolerance);
  }
  for (ptrdiff_t k = 0; k < p * p; ++k) {
    CHECK_NEAR(found.vcov[k] * times, known->vcov[k], tolerance);
    CHECK_NEAR(found.vcov_sandwich[k] * times, known->vcov_sandwich[k], tolerance);
    CHECK_NEAR(found.vcov_hessian[k] * times, known->vcov_hessian[k], tolerance);
  }
  CHECK_NEAR(found.fit.cost, known->fit.cost, 1e-13);
  CHECK_NEAR(found.fit.minimum, known->fit.minimum, 1e-13);
}

// Few and many, single, weighted and counted trials have the same minimum by different methods.
static void all_ways_lead_to_one_minimum(void) {
  for (ptrdiff_t d = 1; d < P; ++d) {
    struct cal_fit_task task = repeated(FEW, d);
    CHECK_EQ(run(&task), CAL_FIT_FOUND);
    const struct result known = found;
    const ptrdiff_t sizes[] = {FEW, 200 * FEW, MANY - MANY % FEW};
    for (int i = 0; i < 3; ++i) {
      const double times = (double)sizes[i] / FEW;
      task = repeated(sizes[i], d);
      CHECK_EQ(run(&task), CAL_FIT_FOUND);
      check_equal(&known, d + 1, times, 1e-10);
      task.weight = weight;
      CHECK_EQ(run(&task), CAL_FIT_FOUND);
      check_equal(&known, d + 1, times, 1e-10);
      task.truth = NULL;
      task.weight = NULL;
      task.n_h1 = n_h1;
      task.n_h2 = n_h2;
      CHECK_EQ(run(&task), CAL_FIT_FOUND);
      check_equal(&known, d + 1, times, 1e-10);
    }
  }
}

// The correlation of the inputs with equal weights of the hypotheses.
static void hypotheses_correlate_alike(void) {
  const struct cal_fit_task task = repeated(FEW, 2);
  double n[2] = {0, 0}, mean[2] = {0, 0}, product[2][2] = {{0, 0}, {0, 0}};
  for (int i = 0; i < FEW; ++i) n[truth[i]] += 2;
  for (int i = 0; i < FEW; ++i) {
    for (int k = 0; k < 2; ++k) mean[k] += x[k * FEW + i] / n[truth[i]];
  }
  for (int i = 0; i < FEW; ++i) {
    for (int k = 0; k < 4; ++k) {
      product[k / 2][k % 2] +=
          (x[k / 2 * FEW + i] - mean[k / 2]) * (x[k % 2 * FEW + i] - mean[k % 2]) / n[truth[i]];
    }
  }
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  const double expected = product[0][1] / sqrt(product[0][0] * product[1][1]);
  CHECK_NEAR(found.correlation[1], expected, 1e-12);
  CHECK_NEAR(found.correlation[2], expected, 1e-12);
  CHECK_NEAR(found.correlation[3], 1, 1e-12);
}

// Pulses do not come once for each LR.
static void lrs_are_read_as_their_logarithms(void) {
  struct cal_fit_task task = repeated(FEW, 1);
  run(&task);
  const struct result known = found;
  for (int i = 0; i < FEW; ++i) x[i] = exp(x[i]);
  task.is_lr = true;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-12);
  CHECK(found.n_pulses < known.n_pulses + FEW / 2);
  task = repeated(FEW, 1);
  for (int i = 0; i < FEW; ++i) x[i] /= log(10);
  task.ln_per_unit = log(10);
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-12);
}

static void right_infinities_are_the_limit(void) {
  for (ptrdiff_t d = 1; d < P; ++d) {
    struct cal_fit_task task = repeated(FEW, d);
    x[0] = 1e6;
    x[1] = -1e6;
    CHECK_EQ(run(&task), CAL_FIT_FOUND);
    const struct result known = found;
    x[0] = HUGE_VAL;
    x[1] = -HUGE_VAL;
    CHECK_EQ(run(&task), CAL_FIT_FOUND);
    check_equal(&known, d + 1, 1, 1e-9);
    truth[0] = CAL_H2;
    CHECK_EQ(run(&task), CAL_FIT_CERTAIN);
    CHECK_EQ(found.fit.wrong[CAL_H1], 0);
    CHECK_EQ(found.fit.wrong[CAL_H2], 1);
  }
  const struct cal_fit_task task = repeated(FEW, 2);
  x[3] = HUGE_VAL;
  x[FEW + 3] = -HUGE_VAL;
  CHECK_EQ(run(&task), CAL_FIT_CLASH);
  CHECK(found.fit.first == 3);
  CHECK(found.fit.n_clash == 1);
}

// One of two rows may be infinite, and so may a single row.
static void few_rows_may_be_infinite(void) {
  struct cal_fit_task task = repeated(2, 1);
  truth[0] = CAL_H1;
  truth[1] = CAL_H2;
  x[0] = HUGE_VAL;
  CHECK_EQ(run(&task), CAL_FIT_CONSTANT);
  task.n = 1;
  CHECK_EQ(run(&task), CAL_FIT_CONSTANT);
  truth[0] = CAL_H2;
  CHECK_EQ(run(&task), CAL_FIT_CERTAIN);
}

static void what_has_no_minimum_is_said(void) {
  for (ptrdiff_t d = 1; d < P; ++d) {
    struct cal_fit_task task = repeated(FEW, d);
    for (int i = 0; i < FEW; ++i) x[i] = 3 * truth[i] + sin(7.0 * i);
    CHECK_EQ(run(&task), CAL_FIT_SEPARABLE);
    task.lambda = .1;
    CHECK_EQ(run(&task), CAL_FIT_FOUND);
    for (int i = 0; i < FEW; ++i) x[i] = 7;
    CHECK_EQ(run(&task), CAL_FIT_CONSTANT);
    CHECK(found.fit.first == 0);
  }
  const struct cal_fit_task task = repeated(FEW, 1);
  for (int i = 0; i < FEW; ++i) x[i] *= 1e-310;
  CHECK_EQ(run(&task), CAL_FIT_SIZE);
}

// The units of an input change only its slope.
static void sizes_do_not_matter(void) {
  struct cal_fit_task task = repeated(FEW, 2);
  run(&task);
  const struct result known = found;
  const int power[] = {-1000, -500, 500, 1000};
  for (int k = 0; k < 4; ++k) {
    task = repeated(FEW, 2);
    for (int i = 0; i < FEW; ++i) x[i] = ldexp(x[i], power[k]);
    CHECK_EQ(run(&task), CAL_FIT_FOUND);
    CHECK_NEAR(ldexp(found.coefficients[0], power[k]), known.coefficients[0], 1e-11);
    CHECK_NEAR(found.coefficients[1], known.coefficients[1], 1e-11);
    CHECK_NEAR(found.correlation[1], known.correlation[1], 1e-12);
  }
}

static double totals_h1[FEW], totals_h2[FEW], places[FEW];

// Points that stand for the trials of `repeated()`, in ascending order.
static struct cal_points points_of(ptrdiff_t n) {
  int order[FEW];
  for (int i = 0; i < FEW; ++i) order[i] = i;
  for (int i = 1; i < FEW; ++i) {
    for (int j = i; j > 0 && x[order[j]] < x[order[j - 1]]; --j) {
      const int swap = order[j];
      order[j] = order[j - 1];
      order[j - 1] = swap;
    }
  }
  for (int i = 0; i < FEW; ++i) {
    places[i] = x[order[i]];
    totals_h1[i] = (double)(n / FEW) * truth[order[i]];
    totals_h2[i] = (double)(n / FEW) - totals_h1[i];
  }
  return (struct cal_points){.llr = places, .n_h1 = totals_h1, .n_h2 = totals_h2, .n = FEW};
}

// Points that represent many trials are read instead of these.
static void points_serve(void) {
  struct cal_fit_task task = repeated(8000, 1);
  run(&task);
  const struct result known = found;
  const struct cal_points points = points_of(8000);
  task.points = &points;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-11);
}

// Few trials are fitted themselves, unless only the points may be used.
static void points_of_few_trials(void) {
  struct cal_fit_task task = repeated(FEW, 1);
  for (int i = 0; i < FEW; ++i) x[i] *= 2;
  run(&task);
  const struct result known = found;
  const double at[] = {-3, -1, 1, 3}, h1[] = {0, 0, 5, 5}, h2[] = {15, 15, 0, 0};
  const struct cal_points other = {.llr = at, .n_h1 = h1, .n_h2 = h2, .n = 4};
  task.points = &other;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-14);
  const struct cal_points points = points_of(FEW);
  task.points = &points;
  task.by_points = true;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-11);
}

// The hypotheses overlap by less than doubles can represent.
static void an_overlap_of_rounding_is_no_size(void) {
  struct cal_fit_task task = repeated(FEW, 1);
  task.n = 3;
  task.prior = .5;
  x[0] = 1625202806296.5784, x[1] = 1, x[2] = 1625202806297.1509;
  truth[0] = CAL_H1, truth[1] = truth[2] = CAL_H2;
  CHECK_EQ(run(&task), CAL_FIT_SIZE);
}

// A host may leave at any request without an effect on later calls.
static void may_be_left_anywhere(void) {
  const struct cal_fit_task task = repeated(8000, 1);
  for (int at = 1; at < 400; at += 7) {
    struct test_host host = new_host(1);
    host.leave_at = at;
    if (setjmp(host.exit) == 0) cal_logistic_fit(&host.host, &task, &found.fit);
    free_host(&host);
  }
  CHECK(true);
}

// LRs are not converted to logarithms if only their order matters, unless a search needs them.
static void many_lrs_are_read_by_their_points(void) {
  const ptrdiff_t n = 200 * FEW;
  struct cal_fit_task task = repeated(n, 1);
  for (ptrdiff_t i = 0; i < n; ++i) x[i] *= 2;
  run(&task);
  const struct result known = found;
  const struct cal_points points = points_of(n);
  for (ptrdiff_t i = 0; i < n; ++i) x[i] = exp(x[i]);
  task.is_lr = true;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-10);
  task.points = &points;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-10);
  task.by_points = true;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-10);
  // If the points do not suffice, the LRs themselves are fitted.
  task.by_points = false;
  const double at[] = {-3, -1, 1, 3}, h1[] = {0, 0, 50, 50}, h2[] = {50, 50, 0, 0};
  const struct cal_points apart = {.llr = at, .n_h1 = h1, .n_h2 = h2, .n = 4};
  task.points = &apart;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 2, 1, 1e-10);
  task.points = &points;
  // With an LR of 0, and with an infinite one, logarithms are used.
  task.by_points = false;
  x[1] = 0;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  x[0] = HUGE_VAL;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  x[1] = exp(2 * sin(7.0));
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  truth[1] = CAL_H1;
  x[1] = 0;
  CHECK_EQ(run(&task), CAL_FIT_CERTAIN);
  CHECK_EQ(found.fit.wrong[CAL_H1], 1);
}

// Known ranges and totals are not computed again.
static void what_is_known_is_taken(void) {
  struct cal_fit_task task = repeated(FEW, 2);
  run(&task);
  const struct result known = found;
  double range[] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL}, totals[2] = {0};
  for (int k = 0; k < 2 * FEW; ++k) {
    range[k / FEW * 2] = fmin(range[k / FEW * 2], x[k]);
    range[k / FEW * 2 + 1] = fmax(range[k / FEW * 2 + 1], x[k]);
  }
  for (int i = 0; i < FEW; ++i) ++totals[truth[i]];
  task.range = range;
  task.totals = totals;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  check_equal(&known, 3, 1, 1e-12);
}

// A fit of points alone ends if they do not suffice.
static void points_that_do_not_carry_it(void) {
  struct cal_fit_task task = repeated(8000, 1);
  const double at[] = {-3, -1, 1, 3}, h1[] = {0, 0, 50, 50}, h2[] = {50, 50, 0, 0};
  const struct cal_points apart = {.llr = at, .n_h1 = h1, .n_h2 = h2, .n = 4};
  task.points = &apart;
  task.by_points = true;
  CHECK_EQ(run(&task), CAL_FIT_SIZE);
  task.points = NULL;
  CHECK_EQ(run(&task), CAL_FIT_SIZE);
  task.by_points = false;
  task.points = &apart;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
  // Infinite points at both ends do not count.
  const double wide[] = {-HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
  const struct cal_points certain = {.llr = wide, .n_h1 = h1, .n_h2 = h2, .n = 4};
  task.points = &certain;
  CHECK_EQ(run(&task), CAL_FIT_FOUND);
}

static void no_rows_are_a_constant(void) {
  struct cal_fit_task task = repeated(FEW, 1);
  const double totals[] = {1, 1}, range[] = {0, 1};
  task.n = 0;
  task.totals = totals;
  CHECK_EQ(run(&task), CAL_FIT_CONSTANT);
  task.range = range;
  CHECK_EQ(run(&task), CAL_FIT_CONSTANT);
}

int main(void) {
  all_ways_lead_to_one_minimum();
  hypotheses_correlate_alike();
  lrs_are_read_as_their_logarithms();
  right_infinities_are_the_limit();
  few_rows_may_be_infinite();
  what_has_no_minimum_is_said();
  sizes_do_not_matter();
  points_serve();
  points_of_few_trials();
  an_overlap_of_rounding_is_no_size();
  may_be_left_anywhere();
  many_lrs_are_read_by_their_points();
  what_is_known_is_taken();
  points_that_do_not_carry_it();
  no_rows_are_a_constant();
  return check_report("logistic-fit");
}
