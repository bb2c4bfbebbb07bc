#include "kernels/cost/compress-trials.h"

#include <float.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

// MANY trials have three parts, which threads share.
enum { N = 20000, MANY = 3 << CAL_PLAN_PART_BITS };

static double value[MANY];
static int truth[MANY];

static void fill(double spread) {
  for (int i = 0; i < MANY; ++i) {
    truth[i] = i % 7 == 0;
    value[i] = spread * (sin(3.0 * i) + cos(11.0 * i) + (truth[i] ? 1 : -1));
  }
}

static long double softplus(long double x) { return (x > 0 ? x : 0) + log1pl(expl(-fabsl(x))); }

// The cross-entropy under each hypothesis, trial by trial.
static void check_costs(const struct cal_trials* trials, double unit,
                        const struct cal_points* points) {
  for (double log_odds = -30; log_odds <= 30; log_odds += 7.5) {
    long double cost[2] = {0, 0};
    double found[2];
    ptrdiff_t n[2] = {0, 0};
    for (ptrdiff_t i = 0; i < trials->n; ++i) {
      const long double z = (long double)(trials->value[i] * unit) + log_odds;
      cost[trials->truth[i]] += softplus(trials->truth[i] ? -z : z);
      ++n[trials->truth[i]];
    }
    cal_cross_entropy(points, log_odds, &found[CAL_H1], &found[CAL_H2]);
    for (int c = 0; c < 2; ++c) CHECK_NEAR(found[c], (double)(cost[c] / n[c]), 1e-14);
  }
}

static bool compress(struct test_host* host, ptrdiff_t n, double unit, struct cal_points* points) {
  const struct cal_trials trials = {value, truth, n};
  double range[2] = {HUGE_VAL, -HUGE_VAL};
  for (ptrdiff_t i = 0; i < n; ++i) {
    range[0] = fmin(range[0], value[i]);
    range[1] = fmax(range[1], value[i]);
  }
  return cal_compress_trials(&host->host, &trials, unit, range, points);
}

static void check(ptrdiff_t n, double unit, int n_threads) {
  struct test_host host = new_host(n_threads);
  const struct cal_trials trials = {value, truth, n};
  struct cal_points points;
  double n_h1 = 0;
  for (ptrdiff_t i = 0; i < n; ++i) n_h1 += truth[i];
  CHECK(compress(&host, n, unit, &points));
  CHECK_EQ(points.total_h1, n_h1);
  CHECK_EQ(points.total_h2, (double)n - n_h1);
  for (ptrdiff_t i = 1; i < points.n; ++i) CHECK(points.llr[i] > points.llr[i - 1]);
  check_costs(&trials, unit, &points);
  if (n > 10000) CHECK(points.n < n / 4);
  free_host(&host);
}

static void the_cross_entropy_stays(void) {
  fill(2);
  check(N, 1, 1);
  check(N, 1, 2);
  check(N, log(10), 1);
  check(N, 1e-3, 1);
  check(2, 1, 1);
}

static void parts_are_joined(void) {
  fill(2);
  check(MANY, 1, 1);
  check(MANY, 1, 2);
}

// LLRs outside the bins are kept unchanged.
static void extreme_trials_stay(void) {
  fill(2);
  value[1] = -1e5;
  value[2] = -1e5;
  value[3] = 3000;
  value[7] = -200;
  value[14] = 129;
  check(N, 1, 1);
  value[7] = INFINITY;
  value[8] = -INFINITY;
  check(N, 1, 1);
}

// Bins end at values in nats, so that -100 in log10 units is an extreme.
static void extremes_in_other_units_stay(void) {
  fill(2);
  value[7] = -100;
  check(N, log(10), 1);
}

static void too_many_extremes_are_refused(void) {
  struct test_host host = new_host(1);
  struct cal_points points;
  fill(2);
  for (int i = 0; i < N / CAL_PLAN_OUTSIDE_PART; ++i) value[i] = truth[i] ? 1000 : -1000;
  CHECK(compress(&host, N, 1, &points));
  value[N / CAL_PLAN_OUTSIDE_PART] = -1000;
  CHECK(!compress(&host, N, 1, &points));
  free_host(&host);
}

static void ties_are_few_points(void) {
  struct test_host host = new_host(1);
  struct cal_points points;
  for (int i = 0; i < N; ++i) value[i] = truth[i] ? .7 : -.3;
  check(N, 1, 1);
  CHECK(compress(&host, N, 1, &points));
  CHECK(points.n <= 32);
  free_host(&host);
}

static void a_host_may_leave_at_any_place(void) {
  fill(2);
  for (int at = 1; at < 8; ++at) {
    struct test_host host = new_host(1);
    struct cal_points points;
    host.leave_at = at;
    if (setjmp(host.exit) == 0) {
      compress(&host, N, 1, &points);
      CHECK(false);
    }
    free_host(&host);
  }
}

int main(void) {
  the_cross_entropy_stays();
  parts_are_joined();
  extreme_trials_stay();
  extremes_in_other_units_stay();
  too_many_extremes_are_refused();
  ties_are_few_points();
  a_host_may_leave_at_any_place();
  return check_report("compress-trials");
}
