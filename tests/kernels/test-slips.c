#include "kernels/read/slips.h"

#include <math.h>
#include <stdint.h>

#include "check.h"

enum { N = 6000 };

static double value[N];
static int truth[N];

// Numbers between 0 and 1, the same on every machine.
static double uniform(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return ((double)(*state >> 8) + 0.5) / 16777216.0;
}

// A calibrated LLR: its sign is wrong with the probability that it implies.
static void make_calibrated(ptrdiff_t n, double unit) {
  uint32_t state = 7;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double size = 6 * uniform(&state);
    truth[i] = (int)(i % 2);
    const double sign = uniform(&state) < 1 / (1 + exp(size)) ? -1 : 1;
    value[i] = unit * sign * size * (truth[i] ? 1 : -1);
  }
}

static void test_units(void) {
  const ptrdiff_t sizes[] = {200, 600, N};
  for (int k = 0; k < 3; ++k) {
    const struct cal_trials trials = {value, truth, sizes[k]};
    make_calibrated(sizes[k], 1);
    CHECK(cal_unit_glance(&trials) == CAL_UNIT_LN);
    make_calibrated(sizes[k], 1 / log(10));
    CHECK(cal_unit_glance(&trials) == CAL_UNIT_LOG10);
    make_calibrated(sizes[k], 40);
    CHECK(cal_unit_glance(&trials) == CAL_UNIT_UNCLEAR);
    make_calibrated(sizes[k], 0.01);
    CHECK(cal_unit_glance(&trials) == CAL_UNIT_UNCLEAR);
  }
}

// The claims of infinite and of few LLRs.
static void test_units_at_ends(void) {
  make_calibrated(600, 1);
  for (int i = 0; i < 600; i += 5) value[i] = truth[i] ? INFINITY : -INFINITY;
  CHECK(cal_unit_glance(&(struct cal_trials){value, truth, 600}) != CAL_UNIT_LOG10);
  for (int i = 0; i < 600; ++i) value[i] = truth[i] ? INFINITY : -INFINITY;
  CHECK(cal_unit_glance(&(struct cal_trials){value, truth, 600}) == CAL_UNIT_UNCLEAR);
  make_calibrated(30, 1);
  CHECK(cal_unit_glance(&(struct cal_trials){value, truth, 30}) == CAL_UNIT_UNCLEAR);
}

static ptrdiff_t times(ptrdiff_t n) {
  return cal_times_there(&(struct cal_trials){value, truth, n});
}

static void test_times(void) {
  for (ptrdiff_t n = 60; n <= N; n *= 10) {
    make_calibrated(n, 1);
    CHECK_EQ((double)times(n), 1);
    // Copies one after the other, and side by side.
    for (ptrdiff_t i = 0; i < n / 2; ++i) {
      value[n / 2 + i] = value[i];
      truth[n / 2 + i] = truth[i];
    }
    CHECK_EQ((double)times(n), 2);
    value[0] = 99;
    CHECK_EQ((double)times(n), 1);
    make_calibrated(n, 1);
    for (ptrdiff_t i = 0; i < n; ++i) {
      value[i] = value[i - i % 3];
      truth[i] = truth[i - i % 3];
    }
    CHECK_EQ((double)times(n), 3);
  }
  // Repetitions in an order without a period.
  make_calibrated(1000, 1);
  for (ptrdiff_t i = 0; i < 1000; ++i) {
    value[1000 + i] = value[i * 7 % 1000];
    truth[1000 + i] = truth[i * 7 % 1000];
  }
  CHECK_EQ((double)times(2000), 2);
}

// One class after the other, each doubled separately.
static void test_times_by_class(void) {
  make_calibrated(N, 1);
  for (ptrdiff_t i = 0; i < N; ++i) {
    truth[i] = i < N / 3;
    if (i < N / 3 && i >= N / 6) value[i] = value[i - N / 6];
    if (i >= 2 * N / 3) value[i] = value[i - N / 3];
  }
  CHECK_EQ((double)times(N), 2);
  // Sizes of which no fraction is a period of the rows.
  enum { FIRST = 701, SECOND = 1500, ALL = 2 * (FIRST + SECOND) };
  make_calibrated(ALL, 1);
  for (ptrdiff_t i = 0; i < ALL; ++i) {
    truth[i] = i < 2 * FIRST;
    if (i >= FIRST && i < 2 * FIRST) value[i] = value[i - FIRST];
    if (i >= 2 * FIRST + SECOND) value[i] = value[i - SECOND];
  }
  CHECK_EQ((double)times(ALL), 2);
}

// A scale of seven steps, and rounded values, have natural ties.
static void test_ties(void) {
  make_calibrated(N, 1);
  for (ptrdiff_t i = 0; i < N; ++i) value[i] = round(value[i] * 20) / 20;
  CHECK_EQ((double)times(N), 1);
  for (ptrdiff_t i = 0; i < 700; ++i) value[i] = (double)(i % 7);
  for (ptrdiff_t i = 0; i < 700; ++i) truth[i] = (int)(i % 2);
  CHECK_EQ((double)times(700), 1);
  CHECK_EQ((double)times(2), 1);
}

// Few trials of either class are not enough. LLRs that fit neither unit, or both, give no message.
static void test_units_of_few(void) {
  make_calibrated(200, 1);
  for (int few = 0; few < 2; ++few) {
    for (int i = 0; i < 200; ++i) truth[i] = (i < 5) == (few == 1);
    CHECK(cal_unit_glance(&(struct cal_trials){value, truth, 200}) == CAL_UNIT_UNCLEAR);
  }
  for (int k = 1; k < 60; ++k) {
    make_calibrated(100 + k, k / 30.0);
    const enum cal_unit unit = cal_unit_glance(&(struct cal_trials){value, truth, 100 + k});
    CHECK(k > 15 || unit != CAL_UNIT_LN);
    CHECK(k < 25 || unit != CAL_UNIT_LOG10);
  }
}

// Many values, of which the first two and the first of each class recur as if by chance.
static void test_times_that_are_accidents(void) {
  for (int kind = 0; kind < 4; ++kind) {
    make_calibrated(N, 1);
    const int at = kind == 0 ? 1 : N / 2;
    value[at] = value[0], truth[at] = kind == 1 ? 1 - truth[0] : truth[0];
    if (kind > 1) value[at + 1] = value[1], truth[at + 1] = kind == 2 ? truth[1] : 1 - truth[1];
    CHECK_EQ((double)times(N), 1);
  }
}

// LLRs of one size, with a given number of wrong ones in each class.
static enum cal_unit unit_of_shares(int n, int n_wrong, double size) {
  for (int i = 0; i < n; ++i) {
    truth[i] = i % 2;
    value[i] = (i / 2 < n_wrong) == (truth[i] == 1) ? -size : size;
  }
  return cal_unit_glance(&(struct cal_trials){value, truth, n});
}

// Halfway between the shares of two units the message names the nearer unit, unless both fit.
static void test_units_between(void) {
  CHECK(unit_of_shares(128, 14, 0.8) == CAL_UNIT_LN);
  CHECK(unit_of_shares(128, 13, 0.8) == CAL_UNIT_LOG10);
  CHECK(unit_of_shares(40, 6, 0.5) == CAL_UNIT_UNCLEAR);
  CHECK(unit_of_shares(40, 6, 0) == CAL_UNIT_UNCLEAR);
}

// Sets of this size are searched only for copies after or beside each other.
static void test_times_of_many_in_disorder(void) {
  make_calibrated(N, 1);
  for (ptrdiff_t i = 0; i < N / 2; ++i) {
    value[N / 2 + i] = value[i * 7 % (N / 2)];
    truth[N / 2 + i] = truth[i * 7 % (N / 2)];
  }
  CHECK_EQ((double)times(N), 1);
}

static double code_of(const double* x, ptrdiff_t n) {
  double min = INFINITY, max = -INFINITY;
  for (ptrdiff_t i = 0; i < n; ++i) {
    min = fmin(min, x[i]);
    max = fmax(max, x[i]);
  }
  return cal_code_glance(&(struct cal_trials){.value = x, .truth = NULL, .n = n}, min, max);
}

// Codes of nines count only if they are far from all other values: neither among numbers of their
// size, nor alone.
static void test_codes(void) {
  CHECK_EQ(code_of((const double[]){1, -999, 2, -999}, 4), 999);
  CHECK_EQ(code_of((const double[]){-999, 999, 3, INFINITY}, 4), 999);
  CHECK_EQ(code_of((const double[]){-INFINITY, 4, -99}, 3), 99);
  CHECK_EQ(code_of((const double[]){9999999999., .1}, 2), 9999999999.);
  CHECK_EQ(code_of((const double[]){1, -998, 2}, 3), 0);
  CHECK_EQ(code_of((const double[]){1, -9, .1}, 3), 0);
  CHECK_EQ(code_of((const double[]){-999, 100, 2}, 3), 0);
  CHECK_EQ(code_of((const double[]){-999, -999, 0}, 3), 0);
  CHECK_EQ(code_of((const double[]){INFINITY, -INFINITY, 3}, 3), 0);
}

int main(void) {
  test_units();
  test_units_at_ends();
  test_times();
  test_times_by_class();
  test_ties();
  test_units_of_few();
  test_units_between();
  test_codes();
  test_times_that_are_accidents();
  test_times_of_many_in_disorder();
  return check_report("slips");
}
