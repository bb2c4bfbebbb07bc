#include "kernels/monitor/monitor.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "host.h"

// A calibrated system with two LRs: exp(llr) is p1 / p2.
static const double p2[] = {0.8, 0.2}, p1[] = {0.6, 0.4};
enum { MOST = 64 };

struct fixture {
  double capital[CAL_MONITOR_CAPITAL], h1[MOST], h2[MOST];
  struct cal_monitor monitor;
};

static void begin(struct fixture* f, double log_odds, double auc) {
  memset(f->capital, 0, sizeof f->capital);
  f->monitor = (struct cal_monitor){.log_odds = log_odds, .auc = auc, .capital = f->capital};
  f->monitor.queue[0].llr = f->h2;
  f->monitor.queue[1].llr = f->h1;
}

static void run(double log_odds, double auc, const double* llr, const int* truth, int n,
                double e[2]) {
  struct test_host host = new_host(1);
  struct fixture f;
  double log_e[2 * MOST];
  begin(&f, log_odds, auc);
  cal_monitor_add(&host.host, &f.monitor, llr, truth, n, log_e);
  e[0] = exp(log_e[n - 1]);
  e[1] = exp(log_e[2 * n - 1]);
  free_host(&host);
}

// The mean of the e-processes over all possible LRs of the trials.
static void expected(const int* truth, int n, double auc, double mean[2]) {
  const double value[] = {log(p1[0] / p2[0]), log(p1[1] / p2[1])};
  mean[0] = mean[1] = 0;
  for (int k = 0; k < 1 << n; ++k) {
    double llr[MOST], e[2], probability = 1;
    for (int i = 0; i < n; ++i) {
      const int which = k >> i & 1;
      llr[i] = value[which];
      probability *= truth[i] ? p1[which] : p2[which];
    }
    run(NAN, auc, llr, truth, n, e);
    mean[0] += probability * e[0];
    mean[1] += probability * e[1];
  }
}

// Mean factor of a line for a pair of trials, one of each hypothesis.
static double mean_of_line(double slope, double shift) {
  double mean[2] = {0, 0};
  for (int which = 0; which < 2; ++which) {
    const double llr = log(p1[which] / p2[which]), line = slope * llr + shift;
    mean[1] += p1[which] * (1 + exp(-llr)) / (1 + exp(-line));
    mean[0] += p2[which] * (1 + exp(llr)) / (1 + exp(line));
  }
  CHECK_NEAR(mean[0] + mean[1], 2, 1e-12);
  return mean[0] * mean[1];
}

static double mean_of_lines(int n_pairs) {
  const double slopes[] = {0.4, 0.55, 0.7, 1.4, 1.8, 2.4}, shifts[] = {-1.5, -0.75, 0.75, 1.5};
  double mean = 0;
  for (int j = 0; j < 4; ++j) mean += 0.3 / 4 * pow(mean_of_line(1, shifts[j]), n_pairs);
  for (int i = 0; i < 6; ++i) {
    mean += 0.6 / 6 * pow(mean_of_line(slopes[i], 0), n_pairs);
    for (int j = 0; j < 4; ++j) {
      mean += 0.1 / 24 * pow(mean_of_line(slopes[i], shifts[j]), n_pairs);
    }
  }
  return mean;
}

static void test_bets_are_fair(void) {
  // The AUC of the system, with half of its ties.
  const double auc = p1[1] * p2[0] + 0.5 * (p1[0] * p2[0] + p1[1] * p2[1]);
  const int in_turn[] = {1, 0, 1, 0, 1, 0}, few[] = {0, 0, 0, 1, 0, 1, 0, 0},
            late[] = {1, 1, 1, 1, 0, 1, 1, 0};
  double mean[2];
  expected(in_turn, 6, auc, mean);
  CHECK_NEAR(mean[0], 0.4 + 0.6 * mean_of_lines(3), 1e-12);
  CHECK(mean[0] < 1);
  CHECK_NEAR(mean[1], 1, 1e-12);
  expected(few, 8, auc, mean);
  CHECK(mean[0] < 1 && mean[0] > 0.8);
  CHECK_NEAR(mean[1], 1, 1e-12);
  expected(late, 8, auc - 0.1, mean);
  CHECK(mean[0] < 1 && mean[0] > 0.8);
  CHECK(mean[1] < 0.99);
}

// One H1 trial with three of H2: bets on a line are those for a known share of a quarter.
static void test_lines_of_pairs(void) {
  struct test_host host = new_host(1);
  struct fixture pair, known;
  const double llr[] = {-1, 0.3, -2, 1.5};
  const int truth[] = {0, 0, 0, 1};
  double log_e[8];
  begin(&pair, NAN, NAN), begin(&known, log(1 / 3.0), NAN);
  // As many of 3000 H2 and 1000 H1 trials, without the longest run, are three for one.
  pair.monitor.arrivals = (struct cal_monitor_arrivals){.seen = {3000, 999}};
  cal_monitor_add(&host.host, &pair.monitor, llr, truth, 4, log_e);
  cal_monitor_add(&host.host, &known.monitor, llr, truth, 4, log_e);
  for (int k = 0; k < CAL_MONITOR_LINES; ++k) {
    CHECK_NEAR(pair.capital[CAL_MONITOR_LINE + k], known.capital[CAL_MONITOR_LINE + k], 1e-14);
  }
  // The steepest line without a shift is the last of its kind.
  const double slope = 2.4, odds = 1 / 3.0;
  double product = 1;
  for (int i = 0; i < 4; ++i) {
    const double sign = truth[i] ? 1 : -1;
    product *=
        (1 + exp(-sign * (llr[i] + log(odds)))) / (1 + exp(-sign * (slope * llr[i] + log(odds))));
  }
  CHECK_NEAR(pair.capital[CAL_MONITOR_LINE + 9], log(product), 1e-12);
  free_host(&host);
}

static void test_known_share_is_fair(void) {
  const double value[] = {log(p1[0] / p2[0]), log(p1[1] / p2[1])}, share = 0.3;
  const int n = 6;
  double mean = 0;
  for (int k = 0; k < 1 << 2 * n; ++k) {
    double llr[MOST], e[2], probability = 1;
    int truth[MOST];
    for (int i = 0; i < n; ++i) {
      const int which = k >> 2 * i & 1;
      truth[i] = k >> (2 * i + 1) & 1;
      llr[i] = value[which];
      probability *= truth[i] ? share * p1[which] : (1 - share) * p2[which];
    }
    run(log(share / (1 - share)), NAN, llr, truth, n, e);
    mean += probability * e[0];
  }
  CHECK_NEAR(mean, 1, 1e-12);
}

// Batches of any sizes give the same e-values after each trial, for any order of the truths.
static void test_batches(void) {
  struct test_host host = new_host(1);
  struct fixture whole, parts;
  double llr[MOST], log_e[2 * MOST], part_e[2 * MOST];
  int truth[MOST];
  for (int order = 0; order < 4; ++order) {
    for (int i = 0; i < MOST; ++i) {
      const int orders[] = {(i + 1) / 2 % 2, i < MOST / 4, i >= MOST / 3, i * 29 % 64 < 12};
      truth[i] = orders[order];
      llr[i] = (truth[i] ? 1 : -1) + i * 37 % 11 / 3.0 - 2;
    }
    begin(&whole, NAN, 0.8);
    cal_monitor_add(&host.host, &whole.monitor, llr, truth, MOST, log_e);
    for (int size = 1; size < MOST; size = 3 * size + 1) {
      begin(&parts, NAN, 0.8);
      for (int first = 0; first < MOST; first += size) {
        const int n = first + size < MOST ? size : MOST - first;
        cal_monitor_add(&host.host, &parts.monitor, llr + first, truth + first, n, part_e);
        CHECK(memcmp(part_e, log_e + first, (size_t)n * sizeof *part_e) == 0);
        CHECK(memcmp(part_e + n, log_e + MOST + first, (size_t)n * sizeof *part_e) == 0);
      }
      CHECK(memcmp(whole.capital, parts.capital, sizeof whole.capital) == 0);
    }
  }
  free_host(&host);
}

// With one trial in five of H1, most H1 trials are paired with one of H2.
static void test_proportion(void) {
  struct test_host host = new_host(1);
  struct fixture f;
  double llr[MOST] = {0}, log_e[2 * MOST];
  int truth[MOST];
  for (int i = 0; i < MOST; ++i) truth[i] = i % 5 == 0;
  begin(&f, NAN, NAN);
  cal_monitor_add(&host.host, &f.monitor, llr, truth, MOST, log_e);
  CHECK(f.monitor.used[1] >= 12 && f.monitor.used[0] >= 40);
  free_host(&host);
}

// Even if trials are sorted by truth, each trial of the other hypothesis is paired with one.
static void test_sorted(void) {
  struct test_host host = new_host(1);
  struct fixture f;
  double llr[MOST], log_e[2 * MOST];
  int truth[MOST];
  for (int i = 0; i < MOST; ++i) truth[i] = i < MOST / 2, llr[i] = 3;
  begin(&f, NAN, NAN);
  cal_monitor_add(&host.host, &f.monitor, llr, truth, MOST, log_e);
  CHECK_EQ(f.monitor.used[0], MOST / 2);
  CHECK_EQ(f.monitor.used[1], MOST / 2);
  CHECK(log_e[MOST - 1] > 5);
  free_host(&host);
}

static void test_infinite(void) {
  const double right[] = {INFINITY, -INFINITY, 2, -2}, wrong[] = {2, -2, INFINITY};
  const int truth[] = {1, 0, 1, 0}, other[] = {1, 0, 0};
  double e[2];
  run(NAN, 0.8, right, truth, 4, e);
  CHECK(isfinite(e[0]) && isfinite(e[1]));
  run(0, 0.8, right, truth, 4, e);
  CHECK(isfinite(e[0]));
  run(NAN, 0.8, wrong, other, 3, e);
  CHECK_EQ(e[0], INFINITY);
  CHECK(isfinite(e[1]));
}

// LLRs that exp() cannot take.
static void test_far(void) {
  const int truth[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
  double llr[18], e[2];
  for (int i = 0; i < 18; ++i) llr[i] = truth[i] ? 1e300 : -1e300;
  run(NAN, NAN, llr, truth, 18, e);
  CHECK(isfinite(e[0]));
  run(0, NAN, llr, truth, 18, e);
  CHECK(isfinite(e[0]));
}

int main(void) {
  test_bets_are_fair();
  test_lines_of_pairs();
  test_known_share_is_fair();
  test_batches();
  test_proportion();
  test_sorted();
  test_infinite();
  test_far();
  return check_report("monitor");
}
