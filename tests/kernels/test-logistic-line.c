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

// An overlap by so little that only the middle of it is the place to start from, half of it `gap`
// units wide: the slope is that which makes the cost of the two far trials fall as fast as that of
// the near ones grows.
static void check_hair(double place, double unit, double gap) {
  struct test_host host = new_host(1);
  const double x[] = {place - unit, place + gap * unit, place - gap * unit, place + unit};
  const double range[] = {x[0], x[3]}, half = (x[1] - x[2]) / 2;
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
  CHECK_NEAR(unit / (1 + exp(slope * unit)), half / (1 + exp(-half * slope)), 1e-9);
  free_host(&host);
}

static void a_hair_is_enough(void) {
  const double gap[] = {1e-3, 1e-12, 1e-40, 1e-300}, unit[] = {1, 12};
  for (int u = 0; u < 2; ++u) {
    for (int i = 0; i < 4; ++i) check_hair(0, unit[u], gap[i]);
    for (int i = 0; i < 2; ++i) check_hair(20, unit[u], gap[i]);
    check_hair(1e-20, unit[u], 1e-35);
    check_hair(1e-5, unit[u], 1e-20);
  }
}

int main(void) {
  classes_that_interleave_overlap();
  classes_that_touch_do_not();
  equal_values_do_not();
  a_hair_is_enough();
  return check_report("logistic-line");
}
