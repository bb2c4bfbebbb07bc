#include "kernels/cost/useful-range.h"

#include <math.h>

#include "check.h"
#include "host.h"

enum { N = 201 };

static double grid[N], end[4 * N];

static ptrdiff_t ranges_of(const double* llr, const double* n_h1, const double* n_h2, ptrdiff_t n) {
  struct cal_points points = {llr, n_h1, n_h2, n, 0, 0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    points.total_h1 += n_h1[i];
    points.total_h2 += n_h2[i];
  }
  for (int i = 0; i < N; ++i) grid[i] = (i - N / 2) * 0.25;
  struct test_host host = new_host(1);
  const ptrdiff_t n_ends = cal_useful_ranges(&host.host, &points, grid, N, end);
  for (ptrdiff_t i = 0; i < n_ends; ++i) {
    if (isfinite(end[i])) CHECK(fabs(cal_excess(&points, end[i])) < 1e-13);
  }
  free_host(&host);
  return n_ends;
}

static void calibrated_lrs_are_useful_everywhere(void) {
  const double llr[] = {-log(4), log(4)}, n_h1[] = {1, 4}, n_h2[] = {4, 1};
  CHECK(ranges_of(llr, n_h1, n_h2, 2) == 2);
  CHECK(end[0] == -HUGE_VAL && end[1] == HUGE_VAL);
}

static void reversed_lrs_are_useful_nowhere(void) {
  const double llr[] = {-1, 1}, n_h1[] = {3, 1}, n_h2[] = {1, 3};
  CHECK(ranges_of(llr, n_h1, n_h2, 2) == 0);
}

// LRs of 1 cost as much as no LRs.
static void neutral_lrs_are_useful_nowhere(void) {
  const double llr[] = {0}, n_h1[] = {2}, n_h2[] = {3};
  CHECK(ranges_of(llr, n_h1, n_h2, 1) == 0);
}

// LRs that are equally overstated on both sides are useful around even odds, or nowhere.
static void the_middle_may_be_useful(void) {
  const double llr[] = {-4, 4}, n_h1[] = {1, 9}, n_h2[] = {9, 1};
  CHECK(ranges_of(llr, n_h1, n_h2, 2) == 2);
  CHECK(end[0] < 0);
  CHECK_NEAR(end[0], -end[1], 1e-12);
}

// A grid of three points suffices if the sign changes between them.
static void a_coarse_grid_will_do(void) {
  const double llr[] = {-4, 4}, n_h1[] = {1, 9}, n_h2[] = {9, 1}, coarse[] = {-25, 0, 25};
  const struct cal_points points = {llr, n_h1, n_h2, 2, 10, 10};
  struct test_host host = new_host(1);
  CHECK(cal_useful_ranges(&host.host, &points, coarse, 3, end) == 2);
  CHECK(isfinite(end[0]) && isfinite(end[1]));
  free_host(&host);
}

// Slightly overstated LRs are useful everywhere except near certainty.
static void small_errors_end_the_range(void) {
  const double llr[] = {-2.6, 2.6}, n_h1[] = {1, 4}, n_h2[] = {4, 1};
  CHECK(ranges_of(llr, n_h1, n_h2, 2) == 2);
  CHECK(isfinite(end[0]) && isfinite(end[1]));
}

// The ranges of two LRs so strong that they would be useless without `step`.
static void find_narrow_ranges(const double* n_h1, const double* n_h2, double high, double step) {
  double low = 4;
  while (high - low > step) {
    const double middle = (low + high) / 2, llr[] = {-middle, middle};
    if (ranges_of(llr, n_h1, n_h2, 2) > 0)
      low = middle;
    else
      high = middle;
  }
  const double llr[] = {-low, low};
  CHECK(ranges_of(llr, n_h1, n_h2, 2) == 2);
}

// A range between two points of the grid, which their signs do not show.
static void a_narrow_range_is_found(void) {
  const double n_h1[] = {1, 9}, n_h2[] = {9, 1};
  find_narrow_ranges(n_h1, n_h2, 6, 1e-3);
  CHECK(end[0] < end[1]);
}

// The same close to even odds, between points of the grid.
static void a_range_within_a_cell_is_found(void) {
  const double n_h1[] = {1, 9}, n_h2[] = {8, 1};
  find_narrow_ranges(n_h1, n_h2, 9, 1e-4);
  CHECK(end[0] < end[1] && floor(4 * end[0]) == floor(4 * end[1]));
}

static void infinite_errors_leave_no_range(void) {
  const double llr[] = {-HUGE_VAL, 0, HUGE_VAL}, n_h1[] = {1, 1, 1}, n_h2[] = {1, 1, 1};
  CHECK(ranges_of(llr, n_h1, n_h2, 3) == 0);
}

static double next_random(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / 16777216.0 - 0.5;
}

// The search leaves out most points of the grid, but the ends must be where the signs change.
static void no_change_of_sign_is_left_out(void) {
  enum { MOST = 24 };
  double llr[MOST], n_h1[MOST], n_h2[MOST];
  unsigned state = 7;
  ptrdiff_t n_changes = 0;
  for (int set = 0; set < 3000; ++set) {
    const ptrdiff_t n = 2 + set % (MOST - 2);
    const double size = exp(6 * next_random(&state)), shift = 2 * size * next_random(&state);
    for (ptrdiff_t i = 0; i < n; ++i) {
      n_h1[i] = (double)(i % 2);
      n_h2[i] = 1 - n_h1[i];
      llr[i] =
          size * (4 * (next_random(&state) + next_random(&state)) + (i % 2 == 1 ? 1 : -1)) + shift;
      if (set % 7 == 0 && i > 1 && i < 4) llr[i] = i % 2 == 1 ? HUGE_VAL : -HUGE_VAL;
      if (set % 11 == 0) llr[i] = round(llr[i]);
    }
    const ptrdiff_t n_ends = ranges_of(llr, n_h1, n_h2, n);
    const struct cal_points points = {llr, n_h1, n_h2, n, (double)(n / 2), (double)(n - n / 2)};
    for (int i = 1; i < N; ++i) {
      ptrdiff_t inside = 0;
      for (ptrdiff_t k = 0; k < n_ends; ++k) inside += end[k] >= grid[i - 1] && end[k] < grid[i];
      const double before = cal_excess(&points, grid[i - 1]), here = cal_excess(&points, grid[i]);
      if (fabs(before) < 1e-12 || fabs(here) < 1e-12) continue;
      CHECK((inside % 2 == 1) == ((before < 0) != (here < 0)));
      n_changes += inside;
    }
    CHECK((n_ends > 0 && end[0] == -HUGE_VAL) == (cal_excess(&points, grid[0]) < 0));
  }
  CHECK(n_changes > 500);
}

int main(void) {
  no_change_of_sign_is_left_out();
  calibrated_lrs_are_useful_everywhere();
  reversed_lrs_are_useful_nowhere();
  neutral_lrs_are_useful_nowhere();
  the_middle_may_be_useful();
  a_coarse_grid_will_do();
  small_errors_end_the_range();
  a_narrow_range_is_found();
  a_range_within_a_cell_is_found();
  infinite_errors_leave_no_range();
  return check_report("useful-range");
}
