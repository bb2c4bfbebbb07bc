#include "kernels/replicate/consistency.h"

#include "check.h"
#include "host.h"

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
                                  .log_odds = 0.1,
                                  .prior = prior,
                                  .n_priors = 2,
                                  .dev_pav = true,
                                  .at = at,
                                  .n_at = 3,
                                  .n_replicates = ROUNDS,
                                  .seed = 5};
}

static double gap[2 * ROUNDS], dev[ROUNDS], after[3 * ROUNDS];
static const struct cal_consistency_out out = {gap, dev, after};

static void test_gaps_are_positive_and_llrs_ascend(void) {
  struct test_host host = new_host(1);
  const struct cal_consistency job = a_job();
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(gap[2 * i] > -1e-12 && gap[2 * i + 1] > -1e-12);
    CHECK(after[3 * i] <= after[3 * i + 1] && after[3 * i + 1] <= after[3 * i + 2]);
    CHECK(isnan(dev[i]) || dev[i] >= 0);
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

// Certain trials leave nothing to draw, so no replicate has both hypotheses.
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
  CHECK(isnan(gap[0]) && isnan(gap[5]) && isnan(dev[2]));
  free_host(&host);
}

int main(void) {
  test_gaps_are_positive_and_llrs_ascend();
  test_threads_change_nothing();
  test_gives_up_where_the_truth_is_certain();
  return check_report("consistency");
}
