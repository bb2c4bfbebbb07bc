#include "kernels/replicate/chance-mean.h"

#include "check.h"
#include "host.h"
#include "kernels/pav/pav.h"

static double mean_of(double n_h1, double n_h2, double prior, enum cal_chance_cost cost) {
  struct test_host host = new_host(1);
  const double mean = cal_chance_mean(&host.host, n_h1, n_h2, prior, 1 - prior, cost);
  free_host(&host);
  return mean;
}

static double information(double x, double y) {
  return (x > 0 ? x * log((x + y) / x) : 0) + (y > 0 ? y * log((x + y) / y) : 0);
}

static double cost_of(double x, double y, enum cal_chance_cost cost) {
  if (cost == CAL_CHANCE_LOG) return information(x, y);
  return cost == CAL_CHANCE_ERROR ? fmin(x, y) : x * y / (x + y);
}

// Mean of the cost after PAV over all orders of the labels.
static double enumerated(int n_h1, int n_h2, double prior, enum cal_chance_cost cost) {
  const int all = n_h1 + n_h2;
  double sum = 0, orders = 0, h1[16], h2[16];
  struct cal_block blocks[16];
  for (int labels = 0; labels < 1 << all; ++labels) {
    int n = 0;
    for (int i = 0; i < all; ++i) n += labels >> i & 1;
    if (n != n_h1) continue;
    for (int i = 0; i < all; ++i) h2[i] = 1 - (h1[i] = labels >> i & 1);
    const ptrdiff_t n_blocks = cal_pav(h1, h2, all, blocks, 16);
    for (ptrdiff_t b = 0; b < n_blocks; ++b) {
      sum += cost_of(prior * blocks[b].n_h1 / n_h1, (1 - prior) * blocks[b].n_h2 / n_h2, cost);
    }
    ++orders;
  }
  return sum / orders;
}

static void test_means_are_those_of_all_orders(void) {
  static const int sizes[][2] = {{1, 1}, {2, 2}, {5, 5}, {4, 7}, {3, 10}, {1, 12}, {9, 2}};
  for (int i = 0; i < 7; ++i) {
    for (int cost = CAL_CHANCE_LOG; cost <= CAL_CHANCE_BRIER; ++cost) {
      for (double prior = 0.1; prior < 1; prior += 0.2) {
        const double found = mean_of(sizes[i][0], sizes[i][1], prior, (enum cal_chance_cost)cost);
        const double expected =
            enumerated(sizes[i][0], sizes[i][1], prior, (enum cal_chance_cost)cost);
        CHECK_NEAR(found, expected, 1e-12);
      }
    }
  }
}

// Sums and enumerations of all orders from another program.
static void test_known_means(void) {
  const double bit = log(2);
  CHECK(fabs(mean_of(1, 1, 0.5, CAL_CHANCE_LOG) / bit - 0.5) < 1e-12);
  CHECK(fabs(mean_of(5, 5, 0.5, CAL_CHANCE_LOG) / bit - 0.7977279923) < 6e-11);
  CHECK(fabs(mean_of(4, 7, 0.5, CAL_CHANCE_LOG) / bit - 0.7996049926) < 6e-11);
  CHECK(fabs(mean_of(3, 10, 0.5, CAL_CHANCE_LOG) / bit - 0.7846845074) < 6e-11);
  CHECK(fabs(mean_of(37, 91, 0.5, CAL_CHANCE_LOG) / bit - 0.9646748945) < 6e-11);
  CHECK(fabs(mean_of(200, 200, 0.5, CAL_CHANCE_LOG) / bit - 0.9883785554) < 6e-11);
  CHECK(fabs(mean_of(50, 2000, 0.5, CAL_CHANCE_LOG) / bit - 0.9779916108) < 6e-11);
  CHECK(fabs(mean_of(5, 5, 0.1, CAL_CHANCE_LOG) / bit - 0.3777065114) < 6e-11);
  CHECK(fabs(mean_of(4, 7, 0.1, CAL_CHANCE_LOG) / bit - 0.3853978784) < 6e-11);
  CHECK(fabs(mean_of(5, 5, 0.5, CAL_CHANCE_ERROR) - 0.3468253968) < 6e-11);
  CHECK(fabs(mean_of(4, 7, 0.1, CAL_CHANCE_ERROR) - 0.0875) < 6e-11);
  CHECK(fabs(mean_of(5, 5, 0.5, CAL_CHANCE_BRIER) - 0.1964175485) < 6e-11);
}

// N1 N2 / T^2 (1 - (H - 1) / (T - 1)) with the harmonic number H of T, at the share of H1 trials.
static double brier_closed(double n_h1, double n_h2) {
  const double all = n_h1 + n_h2;
  double harmonic = log(all) + 0.57721566490153286 + 0.5 / all - 1 / (12 * all * all);
  if (all < 1000) {
    harmonic = 0;
    for (double k = all; k >= 1; --k) harmonic += 1 / k;
  }
  return n_h1 / all * (n_h2 / all) * (1 - (harmonic - 1) / (all - 1));
}

static void test_brier_at_the_base_rate_is_closed(void) {
  static const double sizes[][2] = {{5, 5},     {30, 300},  {700, 700}, {20000, 300}, {5e4, 5e4},
                                    {1e3, 1e9}, {5e8, 5e8}, {1e8, 1e9}, {1, 1e9}};
  CHECK(fabs(mean_of(30, 300, 30.0 / 330, CAL_CHANCE_BRIER) - 0.0812937218) < 6e-11);
  for (int i = 0; i < 9; ++i) {
    const double prior = sizes[i][0] / (sizes[i][0] + sizes[i][1]);
    const double found = mean_of(sizes[i][0], sizes[i][1], prior, CAL_CHANCE_BRIER);
    CHECK_NEAR(found, brier_closed(sizes[i][0], sizes[i][1]), 1e-12);
  }
}

// The whole double sum: all sizes, and all numbers of H1 trials except very rare ones.
static double double_sum(double n_h1, double n_h2, double prior, enum cal_chance_cost cost) {
  const double all = n_h1 + n_h2;
  double sum = 0;
  for (double k = 1; k <= all; ++k) {
    const double least = fmax(k - n_h2, 0), most = fmin(k, n_h1), mean = k * n_h1 / all;
    const double spread = 9 * sqrt(mean * n_h2 / all * (1 - k / all)) + 9;
    const double low = fmax(least, floor(mean - spread)), high = fmin(most, ceil(mean + spread));
    double p = 1, total = 0, cost_sum = 0;
    for (double m = low; m <= high; ++m) {
      if (m > low) p *= (n_h1 - m + 1) / m * ((k - m + 1) / (n_h2 - k + m));
      total += p;
      cost_sum += p * cost_of(prior * m / n_h1, (1 - prior) * (k - m) / n_h2, cost);
    }
    sum += cost_sum / total / k;
  }
  return sum;
}

// Compares in units of the difference between the mean and the cost of no evidence.
static void check_many(double n_h1, double n_h2, double prior, enum cal_chance_cost cost,
                       double most) {
  const double found = mean_of(n_h1, n_h2, prior, cost);
  const double expected = double_sum(n_h1, n_h2, prior, cost);
  CHECK(fabs(found - expected) <= most * (cost_of(prior, 1 - prior, cost) - expected));
}

static void test_polynomials_take_the_place_of_sums(void) {
  check_many(15000, 15000, 0.5, CAL_CHANCE_LOG, 1e-9);
  check_many(300, 20000, 0.5, CAL_CHANCE_LOG, 1e-9);
  check_many(20000, 11, 0.9, CAL_CHANCE_LOG, 1e-9);
  check_many(1, 20000, 0.01, CAL_CHANCE_LOG, 1e-9);
  check_many(15000, 15000, 0.5, CAL_CHANCE_ERROR, 1e-5);
  check_many(8000, 22000, 0.5, CAL_CHANCE_ERROR, 1e-5);
  check_many(3, 30000, 0.3, CAL_CHANCE_ERROR, 1e-3);
  check_many(40, 20000, 0.5, CAL_CHANCE_ERROR, 1e-3);
  check_many(300, 20000, 0.3, CAL_CHANCE_ERROR, 1e-5);
}

static void test_nothing_is_lost_where_the_truth_is_known(void) {
  for (int cost = CAL_CHANCE_LOG; cost <= CAL_CHANCE_BRIER; ++cost) {
    CHECK_EQ(mean_of(3, 4, 0, (enum cal_chance_cost)cost), 0);
    CHECK_EQ(mean_of(3, 4, 1, (enum cal_chance_cost)cost), 0);
  }
}

// With more trials, useless scores gain less by chance.
static void test_a_billion_trials(void) {
  const double bit = log(2), mean = mean_of(5e8, 5e8, 0.5, CAL_CHANCE_LOG) / bit;
  CHECK(1 - mean > 1.46437e-08 && 1 - mean < 1.6e-8);
  CHECK(mean_of(1e8, 1e9, 0.5, CAL_CHANCE_ERROR) < 0.5);
}

static void test_a_host_may_leave(void) {
  struct test_host host = new_host(1);
  host.leave_at = 3;
  if (setjmp(host.exit) == 0) {
    cal_chance_mean(&host.host, 1e4, 1e4, 0.5, 0.5, CAL_CHANCE_LOG);
    CHECK(false);
  }
  CHECK(host.n_pulses == 3);
  free_host(&host);
}

int main(void) {
  test_means_are_those_of_all_orders();
  test_known_means();
  test_brier_at_the_base_rate_is_closed();
  test_polynomials_take_the_place_of_sums();
  test_nothing_is_lost_where_the_truth_is_known();
  test_a_billion_trials();
  test_a_host_may_leave();
  return check_report("chance-mean");
}
