#include "kernels/logistic/leave-out.h"

#include <string.h>

#include "check.h"
#include "host.h"

// Five sources, all pairs and each with itself: 15 comparisons.
enum { SOURCES = 5, TRIALS = 15, MEMBERS = 25 };

static struct test_host host;

static double llr[TRIALS], n_h1[TRIALS], n_h2[TRIALS];
static int first[TRIALS], second[TRIALS], start[SOURCES + 1], member[MEMBERS];

static void compare_all(void) {
  int t = 0;
  for (int i = 0; i < SOURCES; ++i) {
    for (int j = i; j < SOURCES; ++j, ++t) {
      first[t] = i;
      second[t] = j;
      n_h1[t] = i == j;
      n_h2[t] = i != j;
      llr[t] = sin(7.0 * t) + (i == j ? .4 : -.4);
    }
  }
  int m = 0;
  for (int s = 0; s < SOURCES; ++s) {
    start[s] = m;
    for (t = 0; t < TRIALS; ++t) {
      if (first[t] == s || second[t] == s) member[m++] = t;
    }
  }
  start[SOURCES] = m;
}

static struct cal_leave_out all_trials(void) {
  return (struct cal_leave_out){.points = {llr, n_h1, n_h2, TRIALS, SOURCES, TRIALS - SOURCES},
                                .comparisons = {llr, n_h1, n_h2, start, member},
                                .n_trials = TRIALS,
                                .prior = .3,
                                .lambda = .5};
}

static void leave_out(const struct cal_leave_out* all, int i, int j, double* theta) {
  const struct cal_source_pairs pair = {&i, &j, 1};
  cal_leave_out_fit(&host.host, all, &pair, theta);
}

// The same fit, from the remaining trials alone.
static void fit_others(int i, int j, double* theta) {
  double x[TRIALS], h1[TRIALS], h2[TRIALS], total_h1 = 0, total_h2 = 0;
  int n = 0;
  for (int t = 0; t < TRIALS; ++t) {
    if (first[t] == i || first[t] == j || second[t] == i || second[t] == j) continue;
    x[n] = llr[t];
    h1[n] = n_h1[t];
    h2[n++] = n_h2[t];
    total_h1 += n_h1[t];
    total_h2 += n_h2[t];
  }
  for (int k = 0; k < n; ++k) {
    h1[k] = .3 * (h1[k] / total_h1 + .5 / n / n);
    h2[k] = .7 * (h2[k] / total_h2 + .5 / n / n);
  }
  const struct cal_logistic problem = {.x = x,
                                       .n = n,
                                       .d = 1,
                                       .n_h1 = h1,
                                       .n_h2 = h2,
                                       .each_h1 = {[CAL_H1] = 1},
                                       .each_h2 = {[CAL_H2] = 1},
                                       .log_odds = log(.3 / .7)};
  struct cal_newton newton = cal_newton_new(&host.host, 2);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
  CHECK(cal_logistic_minimise(&host.host, &problem, &newton, &sums) == CAL_NEWTON_CONVERGED);
  memcpy(theta, newton.at, 2 * sizeof *theta);
}

static void equals_the_fit_of_the_others(void) {
  const struct cal_leave_out all = all_trials();
  const struct cal_source_pairs pairs = {first, second, TRIALS};
  double theta[2 * TRIALS];
  cal_leave_out_fit(&host.host, &all, &pairs, theta);
  for (int t = 0; t < TRIALS; ++t) {
    double known[2];
    fit_others(first[t], second[t], known);
    CHECK_NEAR(theta[2 * t], known[0], 1e-11);
    CHECK_NEAR(theta[2 * t + 1], known[1], 1e-11);
  }
}

// An infinite LR on the right side counts in the totals, and leaves them together with its source.
static void infinite_trials_have_no_row(void) {
  const struct cal_leave_out all = all_trials();
  const double before = llr[0];
  double with[2], without[2];
  leave_out(&all, 0, 0, with);

  struct cal_leave_out infinite = all;
  double x[TRIALS - 1], h1[TRIALS - 1], h2[TRIALS - 1];
  memcpy(x, llr + 1, sizeof x);
  memcpy(h1, n_h1 + 1, sizeof h1);
  memcpy(h2, n_h2 + 1, sizeof h2);
  infinite.points = (struct cal_points){x, h1, h2, TRIALS - 1, SOURCES, TRIALS - SOURCES};
  llr[0] = HUGE_VAL;
  leave_out(&infinite, 0, 0, without);
  llr[0] = before;
  CHECK_NEAR(without[0], with[0], 1e-11);
  CHECK_NEAR(without[1], with[1], 1e-11);
}

static void nothing_left_is_no_fit(void) {
  struct cal_leave_out all = all_trials();
  all.points.total_h1 = 2;
  double theta[2];
  leave_out(&all, 0, 1, theta);
  CHECK(isnan(theta[0]) && isnan(theta[1]));
}

// Without pseudo-trials, trials so far on the right side that they cost nothing need no row.
static void far_trials_have_no_row(void) {
  struct cal_leave_out all = all_trials();
  all.lambda = 0;
  const double known[] = {llr[0], llr[1], llr[5], llr[6]};
  double near[2], far[2];
  for (int end = 0; end < 2; ++end) {
    llr[0] = end ? 400 : 50;    // H1, of source 0 alone
    llr[1] = end ? -400 : -50;  // H2, of sources 0 and 1
    leave_out(&all, 0, 0, end ? far : near);
  }
  for (int k = 0; k < 2; ++k) CHECK_NEAR(far[k], near[k], 1e-11);
  // Trials on the wrong side need one.
  llr[0] = -400;
  llr[1] = 400;
  leave_out(&all, 0, 0, far);
  for (int k = 0; k < 2; ++k) CHECK_NEAR(far[k], near[k], 1e-8);
  llr[0] = known[0], llr[1] = known[1];
}

static void no_trial_of_a_class_is_no_fit(void) {
  struct cal_leave_out all = all_trials();
  double theta[2];
  all.points.total_h2 = 7;
  leave_out(&all, 0, 1, theta);
  CHECK(isnan(theta[0]) && isnan(theta[1]));
}

// There is no fit if the classes are separated without the sources, or if values are infinite.
static void what_diverges_is_no_fit(void) {
  struct cal_leave_out all = all_trials();
  double before[TRIALS], theta[2];
  memcpy(before, llr, sizeof before);
  all.lambda = 0;
  for (int t = 0; t < TRIALS; ++t) llr[t] = n_h1[t] > 0 ? 1 + t : -1 - t;
  leave_out(&all, 0, 1, theta);
  CHECK(isnan(theta[0]) && isnan(theta[1]));
  memcpy(llr, before, sizeof before);
}

int main(void) {
  host = new_host(1);
  compare_all();
  equals_the_fit_of_the_others();
  infinite_trials_have_no_row();
  nothing_left_is_no_fit();
  free_host(&host);
  far_trials_have_no_row();
  no_trial_of_a_class_is_no_fit();
  what_diverges_is_no_fit();
  return check_report("leave-out");
}
