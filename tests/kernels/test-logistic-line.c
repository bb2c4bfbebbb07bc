#include "kernels/fit/logistic-line.h"

#include "check.h"
#include "host.h"
#include "kernels/fit/logistic-weights.h"

static bool overlap(const double* value, const int* truth, ptrdiff_t n) {
  const struct cal_logistic problem = {.x = value, .n = n, .d = 1, .truth = truth};
  return cal_logistic_overlap(&problem);
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

// An overlap by so little that only the middle of it is the place to start from: the slope is that
// which makes the cost of the two far trials, e^-slope, fall as fast as that of the near ones
// grows, which is gap / 2 each.
static void a_hair_is_enough(void) {
  const double gap[] = {1e-3, 1e-12, 1e-40, 1e-300};
  for (int i = 0; i < 4; ++i) {
    struct test_host host = new_host(1);
    const double x[] = {-1, gap[i], -gap[i], 1}, range[] = {-1, 1};
    const int truth[] = {CAL_H2, CAL_H2, CAL_H1, CAL_H1};
    const double totals[] = {2, 2};
    struct cal_logistic problem = {.x = x, .n = 4, .d = 1, .truth = truth};
    struct cal_frame frame;
    struct cal_newton newton = cal_newton_new(&host.host, 2);
    struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
    struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host.host, 1, &sums);
    cal_logistic_weigh(&problem, .5, 0, totals);
    CHECK(cal_logistic_line(&host.host, &problem, range, &frame, &newton, &scatter));
    const double slope = newton.at[0] * frame.scale * frame.unit;
    CHECK_NEAR(1 / (1 + exp(slope)), gap[i] / (1 + exp(-gap[i] * slope)), 1e-9);
    free_host(&host);
  }
}

int main(void) {
  classes_that_interleave_overlap();
  classes_that_touch_do_not();
  equal_values_do_not();
  a_hair_is_enough();
  return check_report("logistic-line");
}
