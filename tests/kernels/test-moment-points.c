#include "kernels/cost/moment-points.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"

enum { N = 5000 };

static const struct cal_moment_bins bins = {1, -CAL_TAIL_NATS, CAL_TAIL_NATS};

static double softplus(double x) { return fmax(x, 0) + log1p(exp(-fabs(x))); }

static struct cal_points points_of(struct cal_host* host, const struct cal_trials* trials) {
  const ptrdiff_t n = cal_moment_bins_size(&bins) + 1;
  struct cal_moments* moments = cal_scratch(host, n, sizeof *moments);
  struct cal_moment_batch* batch = cal_scratch(host, n, sizeof *batch);
  struct cal_tails tails = {{{{0}}}};
  cal_moments_clear(&bins, moments, batch);
  cal_moments_add(&bins, trials, moments, batch);
  cal_moments_finish(&bins, moments, batch);
  cal_tails_add(trials, 1, &tails);
  struct cal_points points = cal_moment_points(host, &bins, moments, &tails);
  points.total_h1 = points.total_h2 = 1;
  return points;
}

// Trials in the bins, far out, and infinite on the right side: all have their own cost.
static void test_costs(void) {
  static double value[N];
  static int truth[N];
  const struct cal_trials trials = {value, truth, N};
  for (int i = 0; i < N; ++i) {
    truth[i] = i % 3 == 0;
    value[i] = 20.0 * rand() / RAND_MAX - 10;
    if (i % 500 < 4) value[i] = truth[i] ? HUGE_VAL : -HUGE_VAL;
    if (i % 700 < 4) value[i] = i % 2 ? 3000 + i : -1024.5 - i;
  }
  struct test_host host = new_host(1);
  const struct cal_points points = points_of(&host.host, &trials);
  for (double log_odds = -30; log_odds <= 30; log_odds += 6) {
    double h1 = 0, h2 = 0, found_h1, found_h2;
    for (int i = 0; i < N; ++i) {
      if (truth[i]) h1 += softplus(-value[i] - log_odds);
      if (!truth[i]) h2 += softplus(value[i] + log_odds);
    }
    cal_cross_entropy(&points, log_odds, &found_h1, &found_h2);
    CHECK_NEAR(found_h1, h1, 1e-13);
    CHECK_NEAR(found_h2, h2, 1e-13);
  }
  free_host(&host);
}

static void test_ends_alone(void) {
  const double value[] = {HUGE_VAL, -HUGE_VAL, 2000};
  const int truth[] = {1, 0, 1};
  const struct cal_trials trials = {value, truth, 3};
  struct test_host host = new_host(1);
  const struct cal_points points = points_of(&host.host, &trials);
  CHECK(points.n == 3);
  CHECK_EQ(points.llr[0], -HUGE_VAL);
  CHECK_EQ(points.n_h2[0], 1);
  CHECK_EQ(points.llr[1], 2000);
  CHECK_EQ(points.llr[2], HUGE_VAL);
  CHECK_EQ(points.n_h1[2], 1);
  free_host(&host);
}

int main(void) {
  srand(1);
  test_costs();
  test_ends_alone();
  return check_report("moment-points");
}
