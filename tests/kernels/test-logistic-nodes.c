#include "kernels/logistic/logistic-nodes.h"

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"
#include "kernels/logistic/logistic-search.h"
#include "kernels/logistic/logistic-weights.h"

enum { N = 6000, FEW = 40 };

static struct test_host host;
static struct cal_newton newton;
static struct cal_logistic_sums sums;
static struct cal_logistic_scatter scatter;
static double x[N];
static int truth[N];

static struct cal_logistic trials(double unit) {
  double totals[2];
  for (int i = 0; i < N; ++i) {
    truth[i] = i % 3 == 0;
    x[i] = unit * (2 * sin(3.0 * i) + cos(11.0 * i) + (truth[i] ? 1 : -1));
  }
  struct cal_logistic problem = {.x = x, .n = N, .d = 1, .truth = truth, .log_odds = -.5};
  cal_logistic_totals(&problem, totals);
  cal_logistic_weigh(&problem, .4, 0, totals);
  return problem;
}

// Slope and offset in units of the input.
struct line {
  double slope, offset;
};

static struct line line_of(const struct cal_frame* frame) {
  const double theta = newton.at[0] * frame->scale;
  return (struct line){theta * frame->unit, newton.at[1] - theta * frame->centre};
}

static struct line search_all_rows(const struct cal_logistic* problem) {
  const struct cal_frame frame = {.unit = 1, .scale = 1, .far = HUGE_VAL};
  struct cal_logistic bare = *problem;
  bare.frame = &frame;
  CHECK(cal_logistic_search(&host.host, &bare, &newton, &scatter));
  return line_of(&frame);
}

static void range_of(double range[2]) {
  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (int i = 0; i < N; ++i) {
    range[0] = fmin(range[0], x[i]);
    range[1] = fmax(range[1], x[i]);
  }
}

// The minimum of the trials is also found from a poor stretch.
static void nodes_have_the_minimum_of_the_trials(void) {
  const double units[] = {1, .02, 30}, off[] = {1, 1e-3, 50};
  for (int i = 0; i < 9; ++i) {
    const struct cal_logistic problem = trials(units[i / 3]);
    const struct line known = search_all_rows(&problem);
    struct cal_frame frame;
    double range[2], stretch = off[i % 3] / units[i / 3];
    range_of(range);
    newton = cal_newton_new(&host.host, 2);
    if (!cal_nodes_place(&host.host, &problem, range, &stretch, &frame, &newton, &scatter)) {
      CHECK(off[i % 3] != 1);
      continue;
    }
    const struct line found = line_of(&frame);
    CHECK_NEAR(found.slope * stretch, known.slope, 1e-11);
    CHECK_NEAR(found.offset, known.offset, 1e-10);
  }
}

static void stretches_beyond_the_doubles_are_refused(void) {
  const struct cal_logistic problem = trials(1);
  struct cal_frame frame;
  double range[2] = {-1, 1e10}, stretch = 1e300;
  CHECK(!cal_nodes_place(&host.host, &problem, range, &stretch, &frame, &newton, &scatter));
  const double down[2] = {-1e10, 1};
  CHECK(!cal_nodes_place(&host.host, &problem, down, &stretch, &frame, &newton, &scatter));
}

static double llr[FEW], n_h1[FEW], n_h2[FEW];

static struct cal_points points_of(double slope) {
  for (int i = 0; i < FEW; ++i) {
    llr[i] = (i - FEW / 2.0 + .5) / 4;
    n_h1[i] = 1 / (1 + exp(-slope * llr[i]));
    n_h2[i] = 1 - n_h1[i];
  }
  return (struct cal_points){.llr = llr, .n_h1 = n_h1, .n_h2 = n_h2, .n = FEW};
}

static struct cal_logistic plain(void) {
  return (struct cal_logistic){.d = 1, .each_h1 = {[CAL_H1] = 1}, .each_h2 = {[CAL_H2] = 1}};
}

static bool search_nodes(const struct cal_points* points, double* slope, struct line* line) {
  const struct cal_logistic problem = plain();
  struct cal_frame frame;
  newton = cal_newton_new(&host.host, 2);
  const bool found =
      cal_nodes_search(&host.host, &problem, points, &frame, &newton, &scatter, slope);
  if (found) *line = line_of(&frame);
  return found;
}

// Shares that lie on a line have it as their minimum; infinite points are left out.
static void finds_the_line_of_the_points(void) {
  struct cal_points points = points_of(.8);
  struct line line = {0, 1};
  double slope;
  CHECK(search_nodes(&points, &slope, &line));
  CHECK_NEAR(line.slope, .8, 1e-12);
  CHECK_NEAR(slope, .8, 1e-12);
  CHECK(fabs(line.offset) < 1e-12);
  llr[0] = -HUGE_VAL;
  llr[FEW - 1] = HUGE_VAL;
  CHECK(search_nodes(&points, &slope, &line));
  CHECK_NEAR(line.slope, .8, 1e-12);
}

// Nodes are valid for slopes up to about 1; a steeper one is reported.
static void steep_lines_are_refused(void) {
  const struct cal_points points = points_of(1.1 * CAL_PLAN_NODE_STRETCH);
  struct line line;
  double slope;
  CHECK(!search_nodes(&points, &slope, &line));
  CHECK_NEAR(slope, 1.1 * CAL_PLAN_NODE_STRETCH, 1e-11);
}

static void two_points_have_a_line(void) {
  struct cal_points points = points_of(.8);
  struct line line = {0, 1};
  double slope;
  points.n = 2;
  CHECK(search_nodes(&points, &slope, &line));
  CHECK_NEAR(line.slope, .8, 1e-9);
}

static void one_point_has_no_line(void) {
  struct cal_points points = points_of(1);
  struct line line;
  double slope = 0;
  points.n = 1;
  CHECK(!search_nodes(&points, &slope, &line));
  CHECK(isnan(slope));
  points.n = 3;
  llr[0] = llr[1] = -HUGE_VAL;
  CHECK(!search_nodes(&points, &slope, &line));
  CHECK(isnan(slope));
}

// Infinite points do not count.
static void no_point_has_no_line(void) {
  static const double infinite[] = {-HUGE_VAL, HUGE_VAL}, n[] = {1, 1};
  struct cal_logistic problem = trials(1);
  struct cal_frame frame;
  double slope;
  for (ptrdiff_t size = 0; size <= 2; size += 2) {
    const struct cal_points points = {infinite, n, n, size, 2, 2};
    CHECK(!cal_nodes_search(&host.host, &problem, &points, &frame, &newton, &scatter, &slope));
    CHECK(isnan(slope));
  }
}

static void guesses_the_size_of_the_slope(void) {
  const double units[] = {1, 1e-6, 1e9};
  for (int i = 0; i < 3; ++i) {
    const struct cal_logistic problem = trials(units[i]), known = trials(1);
    const double slope = search_all_rows(&known).slope / units[i];
    double range[2];
    trials(units[i]);
    range_of(range);
    const double guess = cal_nodes_guess(&host.host, &problem, range, .4);
    CHECK(guess > slope / 1.25 && guess < slope * 1.25);
  }
}

// The slope is at least the one that maps the range to a nat, and equals it if the sample has one
// value.
static void equal_trials_leave_the_least_guess(void) {
  const struct cal_logistic problem = trials(1);
  const double range[] = {-2, 6};
  for (int i = 0; i < N; ++i) x[i] = 3;
  CHECK_EQ(cal_nodes_guess(&host.host, &problem, range, .4), .125);
}

int main(void) {
  host = new_host(1);
  newton = cal_newton_new(&host.host, 2);
  sums = cal_logistic_sums_new(&host.host, 1);
  scatter = cal_logistic_scatter_new(&host.host, 1, &sums);
  scatter.share[0] = scatter.share[1] = 1;
  nodes_have_the_minimum_of_the_trials();
  stretches_beyond_the_doubles_are_refused();
  finds_the_line_of_the_points();
  steep_lines_are_refused();
  two_points_have_a_line();
  one_point_has_no_line();
  no_point_has_no_line();
  guesses_the_size_of_the_slope();
  equal_trials_leave_the_least_guess();
  free_host(&host);
  return check_report("logistic-nodes");
}
