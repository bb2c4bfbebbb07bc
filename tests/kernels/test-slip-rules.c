#include "kernels/read/slip-rules.h"

#include <math.h>
#include <stdint.h>

#include "check.h"
#include "host.h"

enum { N = 6000 };

static double value[N];
static int truth[N], system_of[N];

// Numbers between 0 and 1, the same on every machine.
static double uniform(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return ((double)(*state >> 8) + 0.5) / 16777216.0;
}

// Calibrated natural LLRs: each sign is wrong with the probability implied by its size.
static void make_calibrated(ptrdiff_t n) {
  uint32_t state = 11;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double size = 5 * uniform(&state);
    truth[i] = (int)(i % 2);
    const double sign = uniform(&state) < 1 / (1 + exp(size)) ? -1 : 1;
    value[i] = sign * size * (truth[i] ? 1 : -1);
  }
}

static struct cal_slips slips_of(ptrdiff_t n, enum cal_given given, const int* system) {
  struct test_host host = new_host(1);
  struct cal_slips slips;
  double min = INFINITY, max = -INFINITY;
  for (ptrdiff_t i = 0; i < n; ++i) {
    min = fmin(min, value[i]);
    max = fmax(max, value[i]);
  }
  const struct cal_trials trials = {value, truth, n};
  cal_find_slips(&host.host, &trials, system, given, min, max, &slips);
  free_host(&host);
  return slips;
}

// Checks that this slip and no other is found; CAL_SLIPS means none.
static struct cal_slips check_only(ptrdiff_t n, enum cal_given given, enum cal_slip wanted) {
  const struct cal_slips slips = slips_of(n, given, NULL);
  for (int k = 0; k < CAL_SLIPS; ++k) CHECK(slips.found[k] == (k == (int)wanted));
  CHECK(cal_any_slip(&slips) == (wanted != CAL_SLIPS));
  return slips;
}

static void map_values(ptrdiff_t n, double (*f)(double)) {
  for (ptrdiff_t i = 0; i < n; ++i) value[i] = f(value[i]);
}

static double percent(double llr) { return 100 / (1 + exp(-llr)); }
static double probability(double llr) { return 1 / (1 + exp(-llr)); }
static double to_log10(double llr) { return llr / log(10); }
static double high_score(double llr) { return 300 + 20 * llr; }
static double far_score(double llr) { return 20 * llr; }
static double negative(double llr) { return -llr; }

static void test_sound_trials(void) {
  for (ptrdiff_t n = 40; n <= N; n *= 5) {
    make_calibrated(n);
    check_only(n, CAL_GIVEN_LN, CAL_SLIPS);
    check_only(n, CAL_GIVEN_SCORE, CAL_SLIPS);
    check_only(n, CAL_GIVEN_POSTERIOR, CAL_SLIPS);
    map_values(n, exp);
    check_only(n, CAL_GIVEN_RATIO, CAL_SLIPS);
  }
}

static void test_scales(void) {
  for (enum cal_given given = CAL_GIVEN_LN; given <= CAL_GIVEN_LOG2; ++given) {
    make_calibrated(300);
    map_values(300, exp);
    const struct cal_slips ratios = slips_of(300, given, NULL);
    double largest = 0;
    for (int i = 0; i < 300; ++i) largest = fmax(largest, value[i]);
    CHECK(ratios.found[CAL_SLIP_RATIOS] && !ratios.found[CAL_SLIP_SCORES]);
    CHECK_EQ(ratios.largest, largest);
  }
  make_calibrated(300);
  map_values(300, probability);
  check_only(300, CAL_GIVEN_RATIO, CAL_SLIP_PROBABILITIES);
  check_only(300, CAL_GIVEN_POSTERIOR, CAL_SLIPS);
}

// An LR of H2 beyond 10^10, with and without negative values.
static void test_scores(void) {
  const double unit[] = {1, log(10), log(2)};
  for (enum cal_given given = CAL_GIVEN_LN; given <= CAL_GIVEN_LOG2; ++given) {
    for (int is_high = 0; is_high < 2; ++is_high) {
      make_calibrated(300);
      map_values(300, is_high ? high_score : far_score);
      double h2 = -INFINITY;
      for (int i = 0; i < 300; ++i) h2 = truth[i] ? h2 : fmax(h2, value[i]);
      const struct cal_slips slips = slips_of(300, given, NULL);
      CHECK(slips.found[CAL_SLIP_HIGH] == (is_high == 1));
      CHECK(slips.found[CAL_SLIP_SCORES] == (is_high == 0));
      CHECK_NEAR(slips.wrong, h2 * unit[given] / log(10), 1e-12);
    }
  }
  value[0] = INFINITY;
  CHECK(!slips_of(300, CAL_GIVEN_LN, NULL).found[CAL_SLIP_HIGH]);
  // A system with infinite LRs under H1 may have any other LRs.
  make_calibrated(300);
  map_values(300, far_score);
  value[1] = INFINITY;
  CHECK(!slips_of(300, CAL_GIVEN_LN, NULL).found[CAL_SLIP_SCORES]);
}

static void test_percent(void) {
  make_calibrated(400);
  map_values(400, percent);
  const struct cal_slips slips = check_only(400, CAL_GIVEN_RATIO, CAL_SLIP_PERCENT);
  double sum = 0;
  for (int i = 0; i < 400; ++i) sum += truth[i] ? 0 : value[i];
  CHECK_NEAR(slips.mean_h2, sum / 200, 1e-12);
  // LRs bounded at 100 are tied there.
  for (int i = 0; i < 3; ++i) value[2 * i + 1] = 100;
  check_only(400, CAL_GIVEN_RATIO, CAL_SLIPS);
  // Four trials of a hypothesis are too few.
  make_calibrated(8);
  map_values(8, percent);
  value[1] = 99;
  CHECK(!slips_of(8, CAL_GIVEN_RATIO, NULL).found[CAL_SLIP_PERCENT]);
}

// The factor between the two logarithms, found by logistic regression.
static void test_units(void) {
  make_calibrated(N);
  struct cal_slips slips = check_only(N, CAL_GIVEN_LOG10, CAL_SLIP_STRONG);
  CHECK_NEAR(slips.factor, log(10), 0.1);
  map_values(N, to_log10);
  slips = check_only(N, CAL_GIVEN_LN, CAL_SLIP_WEAK);
  CHECK_NEAR(slips.factor, log(10), 0.1);
  check_only(N, CAL_GIVEN_LOG10, CAL_SLIPS);
  check_only(N, CAL_GIVEN_LOG2, CAL_SLIPS);
  // Trials separated by one LLR have no slope.
  for (int i = 0; i < N; ++i) value[i] = fabs(value[i]) * (truth[i] ? 1 : -1);
  CHECK(!slips_of(N, CAL_GIVEN_LN, NULL).found[CAL_SLIP_WEAK]);
}

// The area by its definition, over all pairs.
static double area_of(ptrdiff_t n) {
  double won = 0, pairs = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j) {
      if (!truth[i] || truth[j]) continue;
      ++pairs;
      won += value[i] > value[j] ? 1 : value[i] == value[j] ? 0.5 : 0;
    }
  }
  return won / pairs;
}

static void test_order(void) {
  make_calibrated(300);
  map_values(300, negative);
  CHECK_NEAR(check_only(300, CAL_GIVEN_SCORE, CAL_SLIP_DISTANCES).area, area_of(300), 1e-12);
  CHECK_NEAR(slips_of(300, CAL_GIVEN_LOG2, NULL).area, area_of(300), 1e-12);
  check_only(300, CAL_GIVEN_POSTERIOR, CAL_SLIP_REVERSED);
  // Some of many trials.
  make_calibrated(N);
  map_values(N, negative);
  CHECK_NEAR(check_only(N, CAL_GIVEN_SCORE, CAL_SLIP_DISTANCES).area, area_of(N), 0.1);
  // Equal values, and few of them, prove nothing.
  for (int i = 0; i < 300; ++i) value[i] = 3;
  CHECK(!slips_of(300, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DISTANCES]);
  for (int i = 0; i < 6; ++i) value[i] = truth[i] ? -i : i;
  CHECK(!slips_of(6, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DISTANCES]);
}

// Distances of 3.1 standard errors, or of 2.3 if the area is tiny.
static void test_areas(void) {
  CHECK(!cal_is_reversed(0.5, 100, 100) && !cal_is_reversed(0.9, 1000, 1000));
  CHECK(cal_is_reversed(0.37, 100, 100) && !cal_is_reversed(0.38, 100, 100));
  CHECK(cal_is_reversed(0.02, 4, 5) && !cal_is_reversed(0.02, 3, 3));
  CHECK(!cal_is_reversed(0.49, 1e9, 1e9) && cal_is_reversed(0.459, 1e9, 1e9));
}

static void test_codes(void) {
  make_calibrated(300);
  for (int i = 0; i < 10; ++i) value[40 + 3 * i] = i == 4 ? 999 : -999;
  const struct cal_slips slips = check_only(300, CAL_GIVEN_LN, CAL_SLIP_CODE);
  CHECK_EQ(slips.code[0], -999);
  CHECK_EQ(slips.code[1], 999);
  CHECK_EQ((double)slips.n_codes, 2);
  CHECK_EQ(slips.n_code, 10);
  double others = 0;
  for (int i = 0; i < 300; ++i)
    others = fabs(value[i]) == 999 ? others : fmax(others, fabs(value[i]));
  CHECK_EQ(slips.others, others);
  value[52] = -999;
  CHECK_EQ((double)check_only(300, CAL_GIVEN_SCORE, CAL_SLIP_CODE).n_codes, 1);
  check_only(300, CAL_GIVEN_POSTERIOR, CAL_SLIPS);
}

// A day of the years 2000 to 2049 beside small values, or days alone; not beside large values, on
// the scale of ratios, or with a part of a day.
static void test_dates(void) {
  make_calibrated(300);
  value[40] = 45415, value[70] = 45416;
  for (enum cal_given given = CAL_GIVEN_LN; given <= CAL_GIVEN_SCORE; ++given) {
    if (given == CAL_GIVEN_RATIO) continue;
    const struct cal_slips slips = check_only(300, given, CAL_SLIP_DATES);
    CHECK_EQ(slips.code[0], 45415);
    CHECK_EQ(slips.n_code, 2);
  }
  value[50] = -2000;
  CHECK(!slips_of(300, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DATES]);
  value[50] = -999;
  CHECK(slips_of(300, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DATES]);
  value[40] = 45415.5;
  CHECK(!slips_of(300, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DATES]);
  const double ends[] = {36525, 36526, 54788, 54789};
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 40; ++i) value[i] = ends[k];
    CHECK(slips_of(40, CAL_GIVEN_SCORE, NULL).found[CAL_SLIP_DATES] == (k == 1 || k == 2));
  }
}

// Copies are counted in the system with the smallest number.
static void test_copies(void) {
  make_calibrated(400);
  for (int i = 0; i < 200; ++i) {
    value[200 + i] = value[i];
    truth[200 + i] = truth[i];
    system_of[i] = 5;
    system_of[200 + i] = 2;
  }
  CHECK_EQ(check_only(400, CAL_GIVEN_SCORE, CAL_SLIP_DOUBLED).times, 2);
  CHECK(!slips_of(400, CAL_GIVEN_SCORE, system_of).found[CAL_SLIP_DOUBLED]);
  for (int i = 0; i < 400; ++i) system_of[i] = 1;
  CHECK_EQ(slips_of(400, CAL_GIVEN_SCORE, system_of).times, 2);
}

// Sets of one trial, of one hypothesis, and of infinite values.
static void test_small_sets(void) {
  for (int k = 0; k < 2; ++k) {
    value[0] = k ? INFINITY : 2;
    truth[0] = k;
    for (enum cal_given given = CAL_GIVEN_LN; given <= CAL_GIVEN_POSTERIOR; ++given) {
      check_only(1, given, CAL_SLIPS);
    }
  }
}

// Names give their scales; other names are unknown.
static void test_names(void) {
  for (enum cal_given given = CAL_GIVEN_LN; given <= CAL_GIVEN_POSTERIOR; ++given) {
    CHECK(cal_given_of(cal_given_name[given]) == given);
  }
  const char* unknown[] = {"", "l", "log", "log100", "LN", "NA"};
  for (int k = 0; k < 6; ++k) CHECK(cal_given_of(unknown[k]) == CAL_GIVEN_POSTERIOR);
  CHECK(cal_given_name[CAL_GIVEN_LN][1] == 'n' && cal_given_name[CAL_GIVEN_POSTERIOR][0] == 'p');
  CHECK(cal_slip_name[CAL_SLIP_CODE][0] == 'c' && cal_slip_name[CAL_SLIP_HIGH][0] == 'h');
  CHECK(cal_slip_name[CAL_SLIP_DOUBLED][1] == 'o' && cal_slip_name[CAL_SLIP_WEAK][0] == 'w');
}

static bool are_plain(ptrdiff_t n, enum cal_given given, double range[2]) {
  struct test_host host = new_host(2);
  const struct cal_trials trials = {value, truth, n};
  struct cal_slips slips;
  const bool plain =
      cal_are_plain(&host.host, &trials, given, range, &slips) && !cal_any_slip(&slips);
  free_host(&host);
  return plain;
}

// Sound trials without a slip, and the effect of each fault.
static void test_plain_trials(void) {
  double range[2], min = INFINITY, max = -INFINITY;
  make_calibrated(300);
  for (int i = 0; i < 300; ++i) min = fmin(min, value[i]), max = fmax(max, value[i]);
  CHECK(are_plain(300, CAL_GIVEN_LN, range));
  CHECK_EQ(range[0], min);
  CHECK_EQ(range[1], max);
  CHECK(!are_plain(300, CAL_GIVEN_POSTERIOR, range) && !are_plain(300, CAL_GIVEN_RATIO, range));
  CHECK(!are_plain(300, CAL_GIVEN_LOG10, range));
  CHECK(!are_plain(3, CAL_GIVEN_SCORE, range));
  value[7] = NAN;
  CHECK(!are_plain(300, CAL_GIVEN_LN, range));
  make_calibrated(300);
  truth[7] = 2;
  CHECK(!are_plain(300, CAL_GIVEN_LN, range));
  make_calibrated(300);
  map_values(300, negative);
  CHECK(!are_plain(300, CAL_GIVEN_LN, range));
}

int main(void) {
  test_plain_trials();
  test_sound_trials();
  test_scales();
  test_scores();
  test_percent();
  test_units();
  test_order();
  test_areas();
  test_codes();
  test_dates();
  test_copies();
  test_small_sets();
  test_names();
  return check_report("slip-rules");
}
