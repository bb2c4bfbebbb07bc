#include "kernels/logistic/logistic-line.h"

#include "check.h"
#include "host.h"
#include "kernels/logistic/logistic-weights.h"

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

// A tiny overlap, half of it `gap` units wide, whose middle is the only possible start. At the
// minimum, the cost of the two far trials falls as fast as that of the near ones rises.
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

struct found {
  bool found;
  double slope, value;
};

static struct found search(const double* x, const int* truth, ptrdiff_t n, double prior) {
  struct test_host host = new_host(1);
  double range[] = {x[0], x[0]}, totals[2] = {0, 0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    range[0] = fmin(range[0], x[i]);
    range[1] = fmax(range[1], x[i]);
    ++totals[truth[i]];
  }
  struct cal_logistic problem = {.x = x, .n = n, .d = 1, .truth = truth};
  struct cal_frame frame;
  struct cal_newton newton = cal_newton_new(&host.host, 2);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, 1);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(&host.host, 1, &sums);
  cal_logistic_weigh(&problem, prior, 0, totals);
  struct found end = {
      .found = cal_logistic_line(&host.host, &problem, range, &frame, &newton, &scatter)};
  end.slope = newton.at[0] * frame.scale * frame.unit;
  end.value = newton.value;
  free_host(&host);
  return end;
}

// Doubles keep so few digits of the overlap at the upper end that no search converges.
static void an_overlap_may_be_lost_in_rounding(void) {
  const double x[] = {1625202806296.5784, 1, 1625202806297.1509};
  const int truth[] = {CAL_H1, CAL_H2, CAL_H2};
  CHECK(!search(x, truth, 3, .5).found);
}

// Values this small are practically zero, and the search omits the frame of their scale.
static void hairs_at_zero_are_as_good_as_zero(void) {
  const double hair[] = {0.39566246513277292, 8.5992707429413031e-203, 9.5681266459151762e-203,
                         0.25804577209055424, 3.5664978834031997e-203};
  const double zero[] = {hair[0], 0, 0, hair[3], 0};
  const int truth[] = {CAL_H1, CAL_H1, CAL_H1, CAL_H2, CAL_H2};
  const struct found found = search(hair, truth, 5, .5), known = search(zero, truth, 5, .5);
  CHECK(found.found && known.found);
  CHECK_NEAR(found.slope, known.slope, 1e-9);
  CHECK_NEAR(found.value, known.value, 1e-14);
}

// Only a slope beyond all doubles would separate the tie, so the cost is that of the tie.
static void a_slope_beyond_the_doubles_leaves_a_tie(void) {
  const double x[] = {8.4e-314, 2.5912e-311, 0.0798689, 7.25395e-310, 7.929439e-312, 0.048042966};
  const int truth[] = {CAL_H2, CAL_H2, CAL_H2, CAL_H2, CAL_H1, CAL_H2};
  const double prior = 0.97723722095581067, tied = 3 * (1 - prior) / 5;
  const struct found end = search(x, truth, 6, prior);
  CHECK(end.found);
  CHECK_NEAR(end.value, prior * log1p(tied / prior) + tied * log1p(prior / tied), 1e-9);
}

int main(void) {
  classes_that_interleave_overlap();
  classes_that_touch_do_not();
  equal_values_do_not();
  a_hair_is_enough();
  an_overlap_may_be_lost_in_rounding();
  hairs_at_zero_are_as_good_as_zero();
  a_slope_beyond_the_doubles_leaves_a_tie();
  return check_report("logistic-line");
}
