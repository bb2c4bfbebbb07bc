#include "kernels/logistic/logistic-frame.h"

#include <float.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

enum { N = 101 };

static double x[N];
static int truth[N];

static const double hugest[] = {-DBL_MAX, DBL_MAX}, tiniest[] = {0, 5e-324}, none[] = {0, 0};

static void units_are_powers_of_two(void) {
  const double ranges[][2] = {{-3, 2}, {0, 1}, {-1e-300, 1e-299}, {-1e300, 5}, {1023, 1024}};
  for (int i = 0; i < 5; ++i) {
    const double unit = cal_frame_unit(ranges[i]);
    const double largest = fmax(fabs(ranges[i][0]), fabs(ranges[i][1])) * unit;
    int exponent;
    CHECK_EQ(frexp(unit, &exponent), .5);
    CHECK(largest >= 1 && largest < 2);
  }
  CHECK_EQ(cal_frame_unit(none), 1);
  CHECK_EQ(cal_frame_unit(hugest), ldexp(1, -1000));
  CHECK_EQ(cal_frame_unit(tiniest), ldexp(1, 1000));
}

// H1 lies around 10, twice as tightly as H2 around -4.
static void fill(void) {
  for (int i = 0; i < N; ++i) {
    truth[i] = i % 2;
    const double noise = (i / 2 * 7 % 50 - 24.5) / 25;
    x[i] = truth[i] ? 10 + noise : -4 + 2 * noise;
  }
}

static void range_of(const double* value, double range[2]) {
  range[0] = range[1] = value[0];
  for (int i = 1; i < N; ++i) {
    range[0] = fmin(range[0], value[i]);
    range[1] = fmax(range[1], value[i]);
  }
}

static bool find(enum cal_frame_kind kind, struct cal_frame* frame) {
  struct test_host host = new_host(1);
  const struct cal_logistic problem = {.x = x, .n = N, .d = 1, .truth = truth};
  double range[2];
  range_of(x, range);
  const bool differs = cal_frames_find(&host.host, &problem, range, kind, frame);
  free_host(&host);
  return differs;
}

static int compare(const void* a, const void* b) {
  const double x_a = *(const double*)a, x_b = *(const double*)b;
  return (x_a > x_b) - (x_a < x_b);
}

static double median(double* value, ptrdiff_t n) {
  qsort(value, (size_t)n, sizeof *value, compare);
  return (value[(n - 1) / 2] + value[n / 2]) / 2;
}

// Median of the trials of H1 and median distance from it, since all of them are in the sample.
static void tight_frames_are_those_of_the_tighter_class(void) {
  struct cal_frame frame;
  double h1[N], distance[N];
  ptrdiff_t n = 0;
  fill();
  CHECK(find(CAL_FRAME_TIGHT, &frame));
  for (int i = 0; i < N; ++i) {
    if (truth[i]) h1[n++] = x[i] * frame.unit;
  }
  const double centre = median(h1, n);
  for (ptrdiff_t i = 0; i < n; ++i) distance[i] = fabs(h1[i] - centre);
  CHECK_NEAR(frame.centre, centre, 1e-15);
  CHECK_NEAR(frame.scale, 1 / median(distance, n), 1e-15);
  CHECK_EQ(frame.far, HUGE_VAL);
  for (int i = 0; i < N; ++i) truth[i] = 1 - truth[i];
  struct cal_frame other;
  find(CAL_FRAME_TIGHT, &other);
  CHECK_EQ(other.centre, frame.centre);
  CHECK_EQ(other.scale, frame.scale);
}

static void far_trials_give_a_bound(void) {
  struct cal_frame frame;
  fill();
  x[0] = -1e6;
  CHECK(find(CAL_FRAME_TIGHT, &frame));
  CHECK_EQ(frame.far, CAL_PLAN_NEAR);
  CHECK(!find(CAL_FRAME_CAPPED, &frame));
  x[0] = -1e200;
  CHECK(find(CAL_FRAME_CAPPED, &frame));
  CHECK_EQ(frame.far, HUGE_VAL);
  CHECK_NEAR(fabs((x[0] * frame.unit - frame.centre) * frame.scale), CAL_PLAN_FARTHEST, 1e-14);
}

// A hypothesis with equal trials has no spread. If both have none, the spread of all trials is
// used.
static void ties_leave_a_spread(void) {
  struct cal_frame frame;
  fill();
  for (int i = 0; i < N; ++i) {
    if (truth[i]) x[i] = 10;
  }
  CHECK(find(CAL_FRAME_TIGHT, &frame));
  CHECK(isfinite(frame.scale) && fabs(frame.centre / frame.unit + 4) < 1);
  double mean = 0, square = 0;
  for (int i = 0; i < N; ++i) x[i] = truth[i] ? 10 : -4;
  for (int i = 0; i < N; ++i) mean += x[i] / N;
  for (int i = 0; i < N; ++i) square += (x[i] - mean) * (x[i] - mean) / N;
  find(CAL_FRAME_TIGHT, &frame);
  CHECK_NEAR(frame.centre / frame.unit, mean, 1e-14);
  CHECK_NEAR(frame.scale * frame.unit, 1 / sqrt(square), 1e-14);
}

// A spread that underflows is not used; nor is the spread of a class without trials.
static void classes_without_a_spread_are_not_used(void) {
  struct cal_frame frame, of_h2;
  fill();
  for (int i = 0; i < N; ++i) {
    if (truth[i]) x[i] = 1e-310 * (i - N / 2.0);
  }
  CHECK(find(CAL_FRAME_TIGHT, &frame));
  CHECK(isfinite(frame.scale) && fabs(frame.centre / frame.unit + 4) < 1);
  for (int i = 0; i < N; ++i) {
    truth[i] = 0;
  }
  CHECK(find(CAL_FRAME_TIGHT, &of_h2));
  CHECK(isfinite(of_h2.scale) && of_h2.centre / of_h2.unit > -6 && of_h2.centre / of_h2.unit <= 0);
}

// A sample of one value has no spread, so the range of all trials is used.
static void a_sample_without_a_spread_leaves_the_range(void) {
  enum { LONG = 50000 };
  static double value[LONG];
  static int class[LONG];
  struct test_host host = new_host(1);
  const struct cal_logistic problem = {.x = value, .n = LONG, .d = 1, .truth = class};
  const double range[2] = {-5, 3};
  struct cal_frame frame, spread;
  for (int i = 0; i < LONG; ++i) value[i] = 3, class[i] = i % 2;
  value[LONG / 3 + 2] = -5;
  CHECK(cal_frames_find(&host.host, &problem, range, CAL_FRAME_TIGHT, &frame));
  CHECK(cal_frames_find(&host.host, &problem, range, CAL_FRAME_SPREAD, &spread));
  CHECK_EQ(frame.centre, spread.centre);
  CHECK_EQ(frame.scale, spread.scale);
  free_host(&host);
}

static void spread_frames_go_from_one_end_to_the_other(void) {
  struct cal_frame frame;
  fill();
  for (int i = 0; i < 2; ++i) {
    double range[2];
    range_of(x, range);
    CHECK(find(CAL_FRAME_SPREAD, &frame));
    for (int end = 0; end < 2; ++end) {
      CHECK_NEAR((range[end] * frame.unit - frame.centre) * frame.scale, end ? 1 : -1, 1e-14);
    }
    x[4] = DBL_MAX;
    x[6] = -DBL_MAX;
  }
}

// Inputs beyond the farthest are moved to it, which is right if they cost nothing there.
static void frames_hold_where_the_far_are_right(void) {
  const struct cal_frame frame = {1, 0, 1, HUGE_VAL};
  const double near[] = {-1, 1}, far[] = {-1, 1e200}, steep[] = {1, 0}, flat[] = {1e-149, 0};
  CHECK(cal_frames_hold(&frame, 1, near, steep, HUGE_VAL));
  CHECK(cal_frames_hold(&frame, 1, far, steep, 10));
  CHECK(!cal_frames_hold(&frame, 1, far, steep, 1e150));
  CHECK(!cal_frames_hold(&frame, 1, far, flat, 0));
}

int main(void) {
  units_are_powers_of_two();
  tight_frames_are_those_of_the_tighter_class();
  far_trials_give_a_bound();
  ties_leave_a_spread();
  classes_without_a_spread_are_not_used();
  a_sample_without_a_spread_leaves_the_range();
  spread_frames_go_from_one_end_to_the_other();
  frames_hold_where_the_far_are_right();
  return check_report("logistic-frame");
}
