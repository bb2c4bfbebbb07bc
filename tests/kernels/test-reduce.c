#include "kernels/cost/reduce.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"
#include "kernels/base/sum.h"

enum { MAX_N = 6000 };

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

struct drawn {
  double value[MAX_N], weight[MAX_N];
  int truth[MAX_N];
};

static void draw(struct drawn* drawn) {
  for (ptrdiff_t i = 0; i < MAX_N; ++i) {
    drawn->truth[i] = i == 0 || (i > 1 && uniform() < 0.3);
    drawn->value[i] = 8 * uniform() - (drawn->truth[i] ? 2 : 6);
    drawn->weight[i] = 1 + rand() % 3;
  }
}

static double softplus(double x) { return fmax(x, 0) + log1p(exp(-fabs(x))); }

// The literal means. Thousands of equal terms round in the same direction, so sums are compensated.
static void mean_costs(const struct cal_sample* sample, double log_odds, double mean[2]) {
  struct cal_sum sum[2] = {{0, 0}, {0, 0}};
  double n[2] = {0, 0};
  for (ptrdiff_t i = 0; i < sample->trials.n; ++i) {
    const int h1 = sample->trials.truth[i];
    const double weight = sample->weight ? sample->weight[i] : 1;
    const double posterior = cal_sample_llr(sample->unit, sample->trials.value[i]) + log_odds;
    cal_sum_add(&sum[h1], weight * softplus(h1 ? -posterior : posterior));
    n[h1] += weight;
  }
  for (int c = 0; c < 2; ++c) mean[c] = cal_sum_value(sum[c]) / n[c];
}

static void range_of(const struct cal_sample* sample, double range[2]) {
  range[0] = INFINITY, range[1] = -INFINITY;
  for (ptrdiff_t i = 0; i < sample->trials.n; ++i) {
    range[0] = fmin(range[0], sample->trials.value[i]);
    range[1] = fmax(range[1], sample->trials.value[i]);
  }
}

static void check_sample(const struct cal_sample* sample) {
  struct test_host host = new_host(1);
  double range[2], h1, h2, expected[2];
  range_of(sample, range);
  const struct cal_reduced found = cal_reduce(&host.host, sample, range, NULL);
  for (double log_odds = -20; log_odds <= 20; log_odds += 5) {
    mean_costs(sample, log_odds, expected);
    cal_cross_entropy(&found.points, log_odds, &h1, &h2);
    CHECK_NEAR(h1, expected[CAL_H1], 1e-13);
    CHECK_NEAR(h2, expected[CAL_H2], 1e-13);
  }
  cal_mean_costs(&host.host, sample, range, NULL, &h1, &h2);
  mean_costs(sample, 0, expected);
  CHECK_NEAR(h1, expected[CAL_H1], 1e-13);
  CHECK_NEAR(h2, expected[CAL_H2], 1e-13);
  free_host(&host);
}

static void test_costs_are_kept(void) {
  static struct drawn drawn;
  static const ptrdiff_t sizes[] = {2,
                                    30,
                                    CAL_PLAN_FEW_COSTS,
                                    CAL_PLAN_FEW_COSTS + 1,
                                    CAL_PLAN_FEW_LLRS,
                                    CAL_PLAN_FEW_LLRS + 1,
                                    MAX_N};
  draw(&drawn);
  for (int i = 0; i < 28; ++i) {
    static const double units[] = {1, 2.302585092994046};
    const struct cal_sample sample = {
        {drawn.value, drawn.truth, sizes[i / 4]}, i & 1 ? drawn.weight : NULL, units[i / 2 % 2]};
    check_sample(&sample);
  }
  for (ptrdiff_t i = 0; i < MAX_N; ++i) drawn.value[i] = exp(drawn.value[i]);
  for (int i = 0; i < 7; ++i) {
    check_sample(&(struct cal_sample){{drawn.value, drawn.truth, sizes[i]}, NULL, NAN});
  }
}

// If most LLRs lie outside the bins, the trials are counted, which the result shows.
static void test_says_what_was_made(void) {
  static struct drawn drawn;
  double h1, h2;
  draw(&drawn);
  const double near[] = {-8, 8}, far[] = {-8e4, 8e4};
  const struct cal_sample sample = {{drawn.value, drawn.truth, MAX_N}, NULL, 1};
  const struct cal_sample wide = {{drawn.value, drawn.truth, MAX_N}, NULL, 1e4};
  struct test_host host = new_host(1);
  CHECK(cal_reduce(&host.host, &sample, near, NULL).counted.n == 0);
  CHECK(cal_mean_costs(&host.host, &sample, near, NULL, &h1, &h2).points.n == 0);
  const struct cal_reduced counted = cal_reduce(&host.host, &wide, near, NULL);
  CHECK(counted.counted.n > CAL_PLAN_FEW_LLRS);
  const struct cal_reduced again = cal_reduce(&host.host, &wide, far, &counted.counted);
  CHECK(again.counted.value == counted.counted.value);
  CHECK(cal_mean_costs(&host.host, &sample, (double[]){-8, INFINITY}, NULL, &h1, &h2).points.n > 0);
  free_host(&host);
}

static void test_llrs(void) {
  CHECK_EQ(cal_sample_llr(2, 3), 6.0);
  CHECK_EQ(cal_sample_llr(2, DBL_MAX), DBL_MAX);
  CHECK_EQ(cal_sample_llr(2, -DBL_MAX), -DBL_MAX);
  CHECK_EQ(cal_sample_llr(2, INFINITY), INFINITY);
  CHECK_EQ(cal_sample_llr(NAN, 0), -INFINITY);
  CHECK_EQ(cal_sample_llr(NAN, 1), 0.0);
}

static void test_leaving(void) {
  static struct drawn drawn;
  draw(&drawn);
  double range[2], h1, h2;
  struct cal_sample sample = {{drawn.value, drawn.truth, MAX_N}, drawn.weight, 1};
  range_of(&sample, range);
  for (int weighted = 0; weighted < 2; ++weighted) {
    sample.weight = weighted ? drawn.weight : NULL;
    struct test_host host = new_host(1);
    cal_reduce(&host.host, &sample, range, NULL);
    const int n = host.n_pieces + host.n_pulses;
    free_host(&host);
    for (volatile int at = 1; at <= n; ++at) {
      host.leave_at = at;
      if (setjmp(host.exit) == 0) {
        cal_reduce(&host.host, &sample, range, NULL);
        CHECK(false);
      }
      free_host(&host);
    }
    cal_mean_costs(&host.host, &sample, range, NULL, &h1, &h2);
    CHECK(host.n_pulses > 0);
    free_host(&host);
  }
}

// Enough trials for threads to share them.
static void test_costs_of_parts(void) {
  enum { MANY = (2 << CAL_PLAN_PART_BITS) + 7 };
  static double value[MANY];
  static int truth[MANY];
  for (ptrdiff_t i = 0; i < MANY; ++i) {
    truth[i] = i % 3 == 0;
    value[i] = 8 * uniform() - (truth[i] ? 2 : 6);
  }
  check_sample(&(struct cal_sample){{value, truth, MANY}, NULL, 1});
}

int main(void) {
  srand(1);
  test_costs_are_kept();
  test_says_what_was_made();
  test_llrs();
  test_leaving();
  test_costs_of_parts();
  return check_report("reduce");
}
