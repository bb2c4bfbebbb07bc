#include "kernels/fit/overlap.h"

#include <math.h>

#include "check.h"

static bool overlap(const double* value, const int* truth, ptrdiff_t n) {
  const struct cal_trials trials = {value, truth, n};
  return cal_overlap(&trials, -INFINITY, INFINITY);
}

static void classes_that_interleave_overlap(void) {
  const double value[] = {0, 1, 2, 3};
  const int interleaved[] = {0, 1, 0, 1}, nested[] = {1, 0, 0, 1};
  CHECK(overlap(value, interleaved, 4));
  CHECK(overlap(value, nested, 4));
}

static void classes_that_touch_do_not(void) {
  const double value[] = {0, 1, 1, 2};
  const int up[] = {0, 0, 1, 1}, down[] = {1, 1, 0, 0}, one[] = {1, 1, 1, 1};
  CHECK(!overlap(value, up, 4));
  CHECK(!overlap(value, down, 4));
  CHECK(!overlap(value, one, 4));
  CHECK(!overlap(value, up, 0));
}

static void equal_values_do_not(void) {
  const double value[] = {1, 1, 1};
  const int truth[] = {0, 1, 0};
  CHECK(!overlap(value, truth, 3));
}

// Without the ends, H2 lies above H1.
static void ends_do_not_count(void) {
  const double value[] = {-INFINITY, 5, 4, 1, INFINITY}, ratio[] = {0, 5, 4, 1, INFINITY};
  const int truth[] = {0, 0, 1, 1, 1};
  CHECK(!overlap(value, truth, 5));
  const struct cal_trials trials = {ratio, truth, 5};
  CHECK(!cal_overlap(&trials, 0, INFINITY));
  CHECK(cal_overlap(&trials, -1, INFINITY));
}

int main(void) {
  classes_that_interleave_overlap();
  classes_that_touch_do_not();
  equal_values_do_not();
  ends_do_not_count();
  return check_report("overlap");
}
