#include "kernels/pav/isotonic.h"

#include "check.h"
#include "host.h"

enum { ROOM = 8 };

static void fit_is(const double* y, const double* weight, ptrdiff_t n, const double* expected) {
  double fit[ROOM];
  struct test_host host = new_host(1);
  cal_isotonic(&host.host, y, weight, n, fit);
  for (ptrdiff_t i = 0; i < n; ++i) CHECK_NEAR(fit[i], expected[i], 1e-15);
  free_host(&host);
}

static const double ones[ROOM] = {1, 1, 1, 1, 1, 1, 1, 1};

static void test_leaves_what_ascends(void) {
  const double y[] = {-2, -1, -1, 0, 7};
  fit_is(y, ones, 5, y);
}

static void test_pools_violators(void) {
  const double y[] = {1, 3, 2, 4}, expected[] = {1, 2.5, 2.5, 4};
  fit_is(y, ones, 4, expected);
}

static void test_pools_back_as_far_as_needed(void) {
  const double y[] = {2, 3, 4, -1}, expected[] = {2, 2, 2, 2};
  fit_is(y, ones, 4, expected);
}

static void test_weighs(void) {
  const double y[] = {4, 0}, weight[] = {3, 1}, expected[] = {3, 3};
  fit_is(y, weight, 2, expected);
}

static void test_zero_weights_take_a_neighbour(void) {
  const double y[] = {9, -9, 1, 50, 2, 3}, weight[] = {0, 0, 1, 0, 1, 0};
  const double expected[] = {1, 1, 1, 1, 2, 2};
  fit_is(y, weight, 6, expected);
}

static void test_fits_in_place(void) {
  double y[] = {3, 1, 2};
  struct test_host host = new_host(1);
  cal_isotonic(&host.host, y, ones, 3, y);
  for (int i = 0; i < 3; ++i) CHECK_EQ(y[i], 2.0);
  free_host(&host);
}

static void test_accepts_nothing_and_one(void) {
  const double one[] = {5};
  fit_is(NULL, NULL, 0, NULL);
  fit_is(one, ones, 1, one);
}

int main(void) {
  test_leaves_what_ascends();
  test_pools_violators();
  test_pools_back_as_far_as_needed();
  test_weighs();
  test_zero_weights_take_a_neighbour();
  test_fits_in_place();
  test_accepts_nothing_and_one();
  return check_report("isotonic");
}
