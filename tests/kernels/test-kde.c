#include "kernels/fit/kde.h"

#include "check.h"
#include "host.h"

static double log_normal(double u, double bandwidth) {
  return -u * u / 2 - log(bandwidth) - .91893853320467274178;
}

static double log_density(const double* at, const double* weight, ptrdiff_t n, double total,
                          double bandwidth, double x) {
  const struct cal_kernels kernels = {at, weight, n, total, bandwidth};
  const struct cal_log_density found = cal_kde(&kernels, x);
  return found.rest - found.distance * found.distance / 2;
}

static void one_centre_is_a_normal_density(void) {
  const double at = 2, weight = 3;
  CHECK_NEAR(log_density(&at, &weight, 1, 3, .5, 2), log_normal(0, .5), 1e-15);
  CHECK_NEAR(log_density(&at, &weight, 1, 3, .5, -1), log_normal(6, .5), 1e-15);
  CHECK_NEAR(log_density(&at, &weight, 1, 3, .5, 1e6), log_normal(2e6 - 4, .5), 1e-15);
}

static void centres_add_up(void) {
  const double at[] = {-1, 0, 2}, weight[] = {1, 2, 5};
  const double x[] = {-7, -1, -.3, .4, 2, 9};
  for (int i = 0; i < 6; ++i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += weight[k] / 8 * exp(log_normal((x[i] - at[k]) / .7, .7));
    CHECK_NEAR(log_density(at, weight, 3, 8, .7, x[i]), log(sum), 1e-14);
  }
}

// Half way between two equal centres both count, wherever they are.
static void the_gap_is_even(void) {
  const double at[] = {-1000, 1000}, weight[] = {1, 1};
  CHECK_NEAR(log_density(at, weight, 2, 2, 1, 0), log_normal(1000, 1), 1e-15);
}

// The square of the distance overflows, the distance does not.
static void no_distance_is_too_great(void) {
  const double at[] = {0, 1}, weight[] = {1, 1};
  const struct cal_kernels kernels = {at, weight, 2, 2, 1e-290};
  const struct cal_log_density found = cal_kde(&kernels, .25);
  CHECK_EQ(found.distance, .25 / 1e-290);
  CHECK_NEAR(found.rest, log(.5) - log(1e-290) - .91893853320467274178, 1e-15);
}

// Right of all centres these run out before the reach does, far away as well.
static void centres_run_out(void) {
  const double at[] = {0, 1}, weight[] = {1, 1};
  CHECK_NEAR(log_density(at, weight, 2, 2, 1, 1), log((1 + exp(-.5)) / 2) + log_normal(0, 1),
             1e-14);
  CHECK_NEAR(log_density(at, weight, 2, 2, 1e-3, 0), log(.5) + log_normal(0, 1e-3), 1e-14);
}

static void many_places_are_as_one(void) {
  const double at[] = {0, 1, 5}, weight[] = {1, 2, 1}, x[] = {-3, .2, 80};
  const struct cal_kernels kernels = {at, weight, 3, 4, .5};
  double rest[3], distance[3];
  struct test_host host = new_host(1);
  cal_kde_along(&host.host, &kernels, x, 3, rest, distance);
  free_host(&host);
  for (int i = 0; i < 3; ++i) {
    CHECK_EQ(rest[i], cal_kde(&kernels, x[i]).rest);
    CHECK_EQ(distance[i], cal_kde(&kernels, x[i]).distance);
  }
}

int main(void) {
  one_centre_is_a_normal_density();
  centres_add_up();
  the_gap_is_even();
  no_distance_is_too_great();
  centres_run_out();
  many_places_are_as_one();
  return check_report("kde");
}
