#include <limits.h>
#include <math.h>

#include "check.h"
#include "kernels/base/vector-path.h"
#include "kernels/count/range.h"

static void check_range(const double* x, ptrdiff_t n, double min, double max) {
  double low, high;
  CHECK(cal_range(x, n, &low, &high));
  CHECK_EQ(low, min);
  CHECK_EQ(high, max);
}

// The extremes and NaN are tested at every position of vectors of every length, up to more than two
// steps of the loop and a remainder.
enum { MOST = 140 };

static void test_every_place(void) {
  double x[MOST], low, high;
  for (ptrdiff_t n = 1; n <= MOST; ++n) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      for (ptrdiff_t j = 0; j < n; ++j) x[j] = 0.5;
      x[i] = 2;
      check_range(x, n, n == 1 ? 2 : 0.5, 2);
      x[i] = -INFINITY;
      check_range(x, n, -INFINITY, n == 1 ? x[0] : 0.5);
      x[i] = NAN;
      CHECK(!cal_range(x, n, &low, &high));
    }
  }
}

// Values whose sum is infinite have a range.
static void test_large_values(void) {
  double x[MOST];
  for (int i = 0; i < MOST; ++i) x[i] = i % 2 ? 1.7e308 : 1.6e308;
  check_range(x, MOST, 1.6e308, 1.7e308);
  x[3] = -INFINITY;
  check_range(x, MOST, -INFINITY, 1.7e308);
  x[70] = INFINITY;
  check_range(x, MOST, -INFINITY, INFINITY);
}

static void test_count_at_every_place(void) {
  int x[MOST] = {0};
  for (int n = 1; n <= MOST; ++n) {
    for (int i = 0; i < n; ++i) {
      x[i] = 1;
      CHECK_EQ((double)cal_count_true(x, n), i + 1);
    }
    for (int i = 0; i < n; ++i) {
      x[i] = INT_MIN;
      CHECK_EQ((double)cal_count_true(x, n), -1);
      x[i] = 1;
    }
    for (int i = 0; i < n; ++i) x[i] = 0;
  }
}

static void test_count_true(void) {
  CHECK_EQ((double)cal_count_true((int[]){0, 1, 1, 0, 1}, 5), 3);
  CHECK_EQ((double)cal_count_true((int[]){0, 0}, 2), 0);
  CHECK_EQ((double)cal_count_true(NULL, 0), 0);
  CHECK_EQ((double)cal_count_true((int[]){1, INT_MIN, 0}, 3), -1);
  CHECK_EQ((double)cal_count_true((int[]){1, 2}, 2), -1);
}

static void test_class_ranges(void) {
  const double value[] = {2, -INFINITY, -0.5, 7, 2};
  const int truth[] = {1, 0, 1, 0, 1};
  const double inf = INFINITY;
  double low[2], high[2];
  cal_class_ranges(value, truth, 5, low, high);
  CHECK(low[0] == -inf && high[0] == 7 && low[1] == -0.5 && high[1] == 2);
  cal_class_ranges(value, truth, 1, low, high);
  CHECK(low[0] == inf && high[0] == -inf && low[1] == 2 && high[1] == 2);
}

// Surveys in several parts find a wrong value in any of them.
static void test_survey(void) {
  enum { N = 600001 };
  static double value[N];
  static int truth[N];
  for (int i = 0; i < N; ++i) {
    value[i] = (double)(i % 97) / 7;
    truth[i] = i % 3 == 0;
  }
  value[17] = -5;
  value[N - 1] = INFINITY;
  const struct cal_trials trials = {value, truth, N};
  for (int n_threads = 1; n_threads <= 3; ++n_threads) {
    struct cal_survey found;
    CHECK(cal_survey_trials(&trials, n_threads, &found));
    CHECK(found.min == -5 && found.max == HUGE_VAL && found.n_h1 == (N + 2) / 3);
    for (int at = 5; at < N; at += N / 7) {
      const double kept = value[at];
      value[at] = NAN;
      CHECK(!cal_survey_trials(&trials, n_threads, &found));
      value[at] = kept;
      const int label = truth[at];
      truth[at] = INT_MIN;
      CHECK(!cal_survey_trials(&trials, n_threads, &found));
      truth[at] = label;
    }
  }
}

static void test_next_values(void) {
  const double value[] = {-INFINITY, -1, -0.0, 0, 1, INFINITY};
  double next[6];
  cal_next_values(value, 6, next);
  for (int i = 0; i < 5; ++i)
    CHECK(next[i] > value[i] && nextafter(next[i], -INFINITY) <= value[i]);
  CHECK_EQ(next[5], INFINITY);
}

static void test_all(void) {
  test_every_place();
  test_large_values();
  test_count_at_every_place();
  test_count_true();
  test_class_ranges();
  test_survey();
  test_next_values();
}

int main(void) {
  for (int wide = 0; wide < 2; ++wide) {
    cal_vector_allow_wide(wide);
    test_all();
  }
  return check_report("range");
}
