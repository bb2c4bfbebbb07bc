#include "kernels/logistic/logistic-sample.h"

#include <string.h>

#include "kernels/base/plan.h"
#include "logistic-trials.h"

static struct test_host host;

// All positions of a stretch are drawn, about equally often.
static void places_look_random(void) {
  int n[7] = {0};
  for (ptrdiff_t i = 0; i < 7000; ++i) {
    const ptrdiff_t place = cal_sample_place(i, 7);
    CHECK(place >= 0 && place < 7 && place == cal_sample_place(i, 7));
    ++n[place];
  }
  for (int k = 0; k < 7; ++k) CHECK(n[k] > 800 && n[k] < 1200);
  CHECK(cal_sample_place(3, 1) == 0);
  CHECK(cal_sample_place(3, 0) == 0);
}

// If every second trial is of one kind, a sample still has both kinds.
static void samples_have_no_rhythm(void) {
  double x[MANY];
  for (int i = 0; i < MANY; ++i) {
    many_truth[i] = i >= MANY / 2;
    x[i] = i % 2;
  }
  const struct cal_logistic problem = {.x = x, .n = MANY, .d = 1, .truth = many_truth};
  const struct cal_sample_rows rows = cal_sample_rows_find(&host.host, &problem, 100);
  for (int c = 0; c < 2; ++c) {
    int n_odd = 0;
    CHECK(rows.n[c] == 100);
    for (ptrdiff_t i = 0; i < rows.n[c]; ++i) {
      CHECK_EQ(many_truth[rows.row[c][i]], c);
      n_odd += (int)(rows.row[c][i] % 2);
    }
    CHECK(n_odd > 25 && n_odd < 75);
  }
}

// One trial is found even among more trials than are drawn.
static void the_rare_are_found(void) {
  enum { ALL = CAL_PLAN_PROBES + 1000 };
  static double x[ALL];
  static int truth[ALL];
  truth[ALL - 2] = 1;
  const struct cal_logistic problem = {.x = x, .n = ALL, .d = 1, .truth = truth};
  const struct cal_sample_rows rows = cal_sample_rows_find(&host.host, &problem, 100);
  CHECK(rows.n[CAL_H1] == 1);
  CHECK(rows.row[CAL_H1][0] == ALL - 2);
  CHECK(rows.n[CAL_H2] >= 100);
}

static void every_stretch_has_one_row(void) {
  enum { LONG = 5, ALL = LONG * CAL_PLAN_PROBES };
  static int truth[ALL];
  const struct cal_logistic problem = {.n = ALL, .d = 1, .truth = truth};
  const struct cal_sample_rows rows = cal_sample_rows_find(&host.host, &problem, CAL_PLAN_PROBES);
  CHECK(rows.n[CAL_H1] == 0 && rows.n[CAL_H2] == CAL_PLAN_PROBES);
  int n[LONG] = {0};
  for (ptrdiff_t i = 0; i < rows.n[CAL_H2]; ++i) {
    CHECK(rows.row[CAL_H2][i] / LONG == i);
    ++n[rows.row[CAL_H2][i] % LONG];
  }
  // All positions of a stretch are drawn.
  for (int k = 0; k < LONG; ++k) CHECK(n[k] > CAL_PLAN_PROBES / LONG / 2);
}

static void few_rows_are_all_taken(void) {
  const struct cal_logistic problem = many_trials();
  const struct cal_sample_rows rows = cal_sample_rows_find(&host.host, &problem, 10 * MANY);
  CHECK(rows.n[CAL_H1] == MANY / 5);
  CHECK(rows.n[CAL_H2] == MANY - MANY / 5);
  const struct cal_logistic all = cal_sample_problem(&host.host, &problem, &rows);
  CHECK(all.n == MANY);
  for (int i = 0; i < MANY; ++i) {
    CHECK_EQ(all.x[i], many_x[i]);
    CHECK_EQ(all.x[MANY + i], many_x[MANY + i]);
    CHECK_EQ(all.weight[i], many_weight[i]);
    CHECK(all.truth[i] == many_truth[i]);
  }
}

// A row with trials under both hypotheses occurs once, a row without trials not at all.
static void rows_under_both_come_once(void) {
  const double x[] = {3, 1, 4, 1.5, 9}, n_h1[] = {1, 0, 2, 0, 5}, n_h2[] = {1, 3, 0, 0, 4};
  const struct cal_logistic problem = {.x = x, .n = 5, .d = 1, .n_h1 = n_h1, .n_h2 = n_h2};
  const struct cal_sample_rows rows = cal_sample_rows_find(&host.host, &problem, 100);
  const struct cal_logistic few = cal_sample_problem(&host.host, &problem, &rows);
  const int kept[] = {0, 1, 2, 4};
  CHECK(few.n == 4);
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(few.x[i], x[kept[i]]);
    CHECK_EQ(few.n_h1[i], n_h1[kept[i]]);
    CHECK_EQ(few.n_h2[i], n_h2[kept[i]]);
  }
}

static ptrdiff_t count_true(const int* truth, ptrdiff_t n) {
  ptrdiff_t count = 0;
  for (ptrdiff_t i = 0; i < n; ++i) count += truth[i];
  return count;
}

// A sample has one trial of each stretch, weighted for the others. The last stretch, a short one,
// may have none.
static void thins_by(const ptrdiff_t every[2]) {
  const struct cal_logistic problem = many_trials();
  const struct cal_logistic few = cal_sample_thin(&host.host, &problem, every);
  const ptrdiff_t all[] = {[CAL_H2] = 800, [CAL_H1] = 200};
  ptrdiff_t n[2];
  n[CAL_H1] = count_true(few.truth, few.n);
  n[CAL_H2] = few.n - n[CAL_H1];
  double before[2], after[2];
  cal_logistic_totals(&problem, before);
  cal_logistic_totals(&few, after);
  for (int c = 0; c < 2; ++c) {
    const ptrdiff_t whole = all[c] / every[c], has_more = all[c] % every[c] > 0;
    CHECK(n[c] >= whole && n[c] <= whole + has_more);
    CHECK_NEAR(few.each_h1[c] * after[c], problem.each_h1[c] * before[c], 1e-14);
  }
}

static void thins_each_class(void) {
  thins_by((const ptrdiff_t[]){[CAL_H2] = 8, [CAL_H1] = 3});
  thins_by((const ptrdiff_t[]){[CAL_H2] = 2, [CAL_H1] = 100});
}

static void one_in_one_is_all(void) {
  const struct cal_logistic problem = many_trials();
  const ptrdiff_t every[] = {1, 1};
  const struct cal_logistic all = cal_sample_thin(&host.host, &problem, every);
  CHECK(all.n == MANY);
  for (int i = 0; i < MANY; ++i) CHECK_EQ(all.x[MANY + i], many_x[MANY + i]);
  for (int c = 0; c < 2; ++c) CHECK_EQ(all.each_h2[c], problem.each_h2[c]);
}

// The tilt is a quadratic function around its centre.
static void tilts_the_sums(void) {
  double at[] = {1, 2}, slope[] = {.5, -1}, bend[] = {4, 1, 1, 3}, to[] = {1.5, 1};
  const struct cal_tilt tilt = {.p = 2, .at = at, .gradient = slope, .hessian = bend};
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
  sums.value = (struct cal_sum){0};
  memset(sums.gradient, 0, 2 * sizeof(double));
  memset(sums.hessian, 0, 4 * sizeof(double));
  cal_tilt_add(&tilt, to, &sums);
  CHECK_NEAR(cal_sum_value(sums.value), .5 * .5 + 1 + (4 * .25 - 2 * .5 + 3) / 2, 1e-15);
  CHECK_NEAR(sums.gradient[0], .5 + 4 * .5 - 1, 1e-15);
  CHECK_NEAR(sums.gradient[1], -1 + .5 - 3, 1e-15);
  for (int k = 0; k < 4; ++k) CHECK_EQ(sums.hessian[k], bend[k]);
}

int main(void) {
  host = new_host(1);
  places_look_random();
  samples_have_no_rhythm();
  the_rare_are_found();
  every_stretch_has_one_row();
  few_rows_are_all_taken();
  rows_under_both_come_once();
  thins_each_class();
  one_in_one_is_all();
  tilts_the_sums();
  free_host(&host);
  return check_report("logistic-sample");
}
