#include "kernels/cost/cllr-costs.h"

#include <stdlib.h>

#include "check.h"
#include "kernels/base/vector-path.h"

enum { N = 5000 };

static double value[N];
static int truth[N];

static double random_unit(void) { return rand() / (RAND_MAX + 1.0); }

static long double softplus(long double x) { return (x > 0 ? x : 0) + log1pl(expl(-fabsl(x))); }

static void check_costs(ptrdiff_t n, double unit) {
  const struct cal_trials trials = {value, truth, n};
  struct cal_costs costs = {{0, 0}, {0, 0}, 0};
  long double h1 = 0, h2 = 0;
  ptrdiff_t n_h1 = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const long double llr = (long double)(value[i] * unit);
    n_h1 += truth[i];
    if (truth[i])
      h1 += softplus(-llr);
    else
      h2 += softplus(llr);
  }
  cal_cllr_costs_add(&trials, unit, &costs);
  CHECK_NEAR(cal_sum_value(costs.h1), (double)h1, 6e-16);
  CHECK_NEAR(cal_sum_value(costs.h2), (double)h2, 6e-16);
  CHECK(costs.n_h1 == n_h1);
}

// `push` moves the classes apart, which makes costs small, or in the wrong direction.
static void fill(double spread, double push) {
  for (int i = 0; i < N; ++i) {
    truth[i] = random_unit() < 0.1;
    value[i] = spread * (random_unit() + random_unit() - 1) + (truth[i] ? push : -push);
  }
}

static void test_is_the_definition(void) {
  static const double spread[] = {0, 1e-300, 1e-3, 1, 10, 100, 1e6, 1e280};
  static const double push[] = {0, 1, 30, 300, 700, -1, -300};
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 7; ++k) {
      fill(spread[i], push[k]);
      check_costs(N, 1);
      check_costs(1000, log(10));
    }
  }
}

static void test_lengths(void) {
  fill(5, 1);
  for (ptrdiff_t n = 0; n <= 130; ++n) check_costs(n, 1);
  for (ptrdiff_t n = 950; n <= 1030; ++n) check_costs(n, log(2));
}

static void test_nothing_is_lost_or_gained(void) {
  fill(0, 1e4);
  const struct cal_trials trials = {value, truth, N};
  struct cal_costs costs = {{0, 0}, {0, 0}, 0};
  cal_cllr_costs_add(&trials, 1, &costs);
  CHECK_EQ(cal_sum_value(costs.h1), 0);
  CHECK_EQ(cal_sum_value(costs.h2), 0);
}

int main(void) {
  for (int wide = 0; wide < 2; ++wide) {
    cal_vector_allow_wide(wide);
    srand(1);
    test_is_the_definition();
    test_lengths();
    test_nothing_is_lost_or_gained();
  }
  return check_report("cllr-costs");
}
