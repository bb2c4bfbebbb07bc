#include "kernels/replicate/consistency.h"

#include "check.h"
#include "host.h"
#include "kernels/fit/density-ratio.h"

enum { N = 30, ROUNDS = 400 };

static double llr[N], n[N];

static void make_trials(void) {
  for (int v = 0; v < N; ++v) {
    llr[v] = -3 + 0.2 * v;
    n[v] = 1 + v % 3;
  }
}

static struct cal_consistency a_job(void) {
  static const double prior[] = {0, 1};
  static const int at[] = {0, 14, 29};
  make_trials();
  return (struct cal_consistency){.llr = llr,
                                  .n = n,
                                  .n_values = N,
                                  .total_h1 = 25,
                                  .total_h2 = 35,
                                  .share = 25.0 / 60,
                                  .prior = prior,
                                  .n_priors = 2,
                                  .likelihood = true,
                                  .dev_pav = true,
                                  .at = at,
                                  .n_at = 3,
                                  .n_replicates = ROUNDS,
                                  .seed = 5};
}

static double gap[2 * ROUNDS], ratio[ROUNDS], dev[ROUNDS], after[3 * ROUNDS];
static const struct cal_consistency_out out = {gap, ratio, dev, after};

static void test_gaps_are_positive_and_llrs_ascend(void) {
  struct test_host host = new_host(1);
  const struct cal_consistency job = a_job();
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(gap[2 * i] > -1e-12 && gap[2 * i + 1] > -1e-12);
    CHECK(after[3 * i] <= after[3 * i + 1] && after[3 * i + 1] <= after[3 * i + 2]);
    CHECK(isnan(dev[i]) || dev[i] >= 0);
    CHECK(ratio[i] >= 0);
  }
  free_host(&host);
}

static void test_threads_change_nothing(void) {
  static double alone[2 * ROUNDS];
  struct test_host host = new_host(1);
  const struct cal_consistency job = a_job();
  cal_consistency_run(&host.host, &job, &out);
  memcpy(alone, gap, sizeof alone);
  host.host.n_threads = 3;
  cal_consistency_run(&host.host, &job, &out);
  CHECK(memcmp(alone, gap, sizeof alone) == 0);
  free_host(&host);
}

// Twice the log likelihood ratio has two degrees of freedom, and far more where the LLRs have a
// shift, which other shares leave.
static void test_likelihood_ratio_is_that_of_calibrated_llrs(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  double h1[N], h2[N];
  struct cal_density_ratio at;
  for (int v = 0; v < N; ++v) {
    llr[v] += 0.5;
    h1[v] = n[v] / 3;
    h2[v] = 2 * n[v] / 3;
  }
  const struct cal_points points = {llr, h1, h2, N, 20, 40};
  CHECK(cal_density_ratio_at(&points, 1, 0, &at));
  for (int calibrated = 0; calibrated < 2; ++calibrated) {
    double sum = 0;
    job.share = calibrated ? at.share : 0.01;
    cal_consistency_run(&host.host, &job, &out);
    for (int i = 0; i < ROUNDS; ++i) sum += fmin(ratio[i], 20) / ROUNDS;
    CHECK(calibrated ? sum > 1.6 && sum < 2.7 : sum > 4);
  }
  free_host(&host);
}

// PAV leaves an LLR of 0 that all trials share as it is.
static void test_one_value_has_no_gap(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {0}, trials[] = {60};
  job.llr = value;
  job.n = trials;
  job.n_values = 1;
  job.n_at = 0;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < 2 * ROUNDS; ++i) CHECK(fabs(gap[i]) < 1e-14);
  free_host(&host);
}

// Infinite LLRs that are calibrated never lie on the wrong side, and cost nothing.
static void test_infinite_llrs_cost_nothing(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  llr[0] = -INFINITY;
  llr[N - 1] = INFINITY;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < 2 * ROUNDS; ++i) CHECK(isfinite(gap[i]) && gap[i] > -1e-12);
  free_host(&host);
}

// Infinite LLRs stay infinite after PAV, and the LLRs between them are finite.
static void test_infinite_llrs_stay_infinite(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {-INFINITY, 0, INFINITY}, trials[] = {10, 15, 10};
  const int at[] = {0, 1, 2};
  job.llr = value;
  job.n = trials;
  job.n_values = 3;
  job.share = 0.5;
  job.at = at;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK_EQ(after[3 * i], -INFINITY);
    CHECK(isfinite(after[3 * i + 1]));
    CHECK_EQ(after[3 * i + 2], INFINITY);
  }
  free_host(&host);
}

// A value of which no trial is drawn has the LLR of the nearest that has some.
static void test_values_that_are_not_drawn(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {-1, 0, 0.4, 1, 1.5}, trials[] = {5, 0, 0, 5, 0};
  const int at[] = {0, 1, 2, 3, 4};
  job.llr = value;
  job.n = trials;
  job.n_values = 5;
  job.at = at;
  job.n_at = 5;
  job.n_replicates = 50;
  static double pav[5 * 50];
  const struct cal_consistency_out places = {gap, ratio, dev, pav};
  cal_consistency_run(&host.host, &job, &places);
  for (int i = 0; i < 50; ++i) {
    const double* after_pav = pav + 5 * i;
    CHECK(after_pav[1] == after_pav[0]);
    CHECK(after_pav[2] == after_pav[3] && after_pav[4] == after_pav[3]);
  }
  free_host(&host);
}

// Certain trials of one class leave nothing of which the other could be drawn.
static void test_gives_up_where_the_truth_is_certain(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double certain[] = {INFINITY}, one[] = {5};
  job.llr = certain;
  job.n = one;
  job.n_values = 1;
  job.n_at = 0;
  job.n_replicates = 3;
  cal_consistency_run(&host.host, &job, &out);
  CHECK(isnan(gap[0]) && isnan(gap[5]) && isnan(dev[2]) && isnan(ratio[1]));
  free_host(&host);
}

// Results that are not asked for are not written. LLRs of -Inf leave no test either.
static void test_only_gaps(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  static double alone[2 * ROUNDS];
  const struct cal_consistency_out few = {alone, NULL, NULL, after};
  cal_consistency_run(&host.host, &job, &out);
  job.likelihood = job.dev_pav = false;
  cal_consistency_run(&host.host, &job, &few);
  CHECK(memcmp(alone, gap, sizeof alone) == 0);
  const double certain[] = {-INFINITY}, one[] = {5};
  job.llr = certain;
  job.n = one;
  job.n_values = 1;
  job.n_at = 0;
  job.n_replicates = 3;
  cal_consistency_run(&host.host, &job, &few);
  CHECK(isnan(alone[0]) && isnan(alone[5]));
  free_host(&host);
}

int main(void) {
  test_likelihood_ratio_is_that_of_calibrated_llrs();
  test_one_value_has_no_gap();
  test_infinite_llrs_cost_nothing();
  test_infinite_llrs_stay_infinite();
  test_values_that_are_not_drawn();
  test_gaps_are_positive_and_llrs_ascend();
  test_threads_change_nothing();
  test_gives_up_where_the_truth_is_certain();
  test_only_gaps();
  return check_report("consistency");
}
