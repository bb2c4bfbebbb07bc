#include "kernels/fit/kde.h"

#include <float.h>

#include "check.h"
#include "host.h"

static double log_normal(double u, double bandwidth) {
  return -u * u / 2 - log(bandwidth) - .91893853320467274178;
}

static double log_density(const double* at, const double* weight, ptrdiff_t n, double total,
                          double bandwidth, double x) {
  const struct cal_kernels kernels = {
      .all = {at, weight, n}, .total = total, .bandwidth = bandwidth};
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

// Halfway between two equal centres, both count, at any distance.
static void the_gap_is_even(void) {
  const double at[] = {-1000, 1000}, weight[] = {1, 1};
  CHECK_NEAR(log_density(at, weight, 2, 2, 1, 0), log_normal(1000, 1), 1e-15);
}

// The square of the distance overflows, the distance does not.
static void no_distance_is_too_great(void) {
  const double at[] = {0, 1}, weight[] = {1, 1};
  const struct cal_kernels kernels = {.all = {at, weight, 2}, .total = 2, .bandwidth = 1e-290};
  const struct cal_log_density found = cal_kde(&kernels, .25);
  CHECK_EQ(found.distance, .25 / 1e-290);
  CHECK_NEAR(found.rest, log(.5) - log(1e-290) - .91893853320467274178, 1e-15);
}

// Rounding does not separate a place from its nearest centre.
static void the_nearest_is_always_in_reach(void) {
  const double at[] = {-2.001, 1.7, 5e3}, weight[] = {1, 1, 1};
  for (int i = 0; i < 400; ++i) {
    const struct cal_kernels kernels = {
        .all = {at, weight, 3}, .total = 3, .bandwidth = pow(10, -.5 * i)};
    const double x = -1.9 + .0041 * i;
    CHECK_NEAR(cal_kde(&kernels, x).distance, fmin(x + 2.001, 1.7 - x) / kernels.bandwidth, 1e-12);
    CHECK(isfinite(cal_kde(&kernels, x).rest));
    const double nearest = cal_kde_distance(&kernels.all, x),
                 reach = cal_kde_reach(&kernels, nearest);
    CHECK(reach >= nearest && x + reach >= x + nearest);
    const long double u = reach / (long double)kernels.bandwidth,
                      v = nearest / (long double)kernels.bandwidth;
    CHECK((u - v) * (u + v) > 150);
  }
}

// On the right side, centres end within reach, also far away.
static void centres_run_out(void) {
  const double at[] = {0, 1}, weight[] = {1, 1};
  CHECK_NEAR(log_density(at, weight, 2, 2, 1, 1), log((1 + exp(-.5)) / 2) + log_normal(0, 1),
             1e-14);
  CHECK_NEAR(log_density(at, weight, 2, 2, 1e-3, 0), log(.5) + log_normal(0, 1e-3), 1e-14);
}

// Nodes replace the centres up to six bandwidths from one of these, and not beyond.
static void nodes_are_for_places_near_by(void) {
  const double at[] = {0, 1}, weight[] = {1, 1}, node_at = .5, node_weight = 2;
  const struct cal_kernels kernels = {{at, weight, 2}, {&node_at, &node_weight, 1}, 2, .5};
  CHECK_NEAR(cal_kde(&kernels, 4).rest, log_normal(0, .5), 1e-15);
  CHECK_NEAR(cal_kde(&kernels, 4).distance, 7, 1e-15);
  CHECK_NEAR(cal_kde(&kernels, 4.25).rest, log((1 + exp(-15)) / 2) + log_normal(0, .5), 1e-15);
  CHECK_EQ(cal_kde(&kernels, 4.25).distance, 6.5);
  CHECK_EQ(cal_kde_distance(&kernels.all, 4.25), 3.25);
}

// Squares of distances that overflow leave a finite ratio.
static void ratios_are_finite(void) {
  const struct cal_log_density near = {-1, 2}, far = {-3, 1e200};
  CHECK_NEAR(cal_kde_log_ratio(near, (struct cal_log_density){-3, 4}), 8, 1e-15);
  CHECK_EQ(cal_kde_log_ratio(near, far), DBL_MAX);
  CHECK_EQ(cal_kde_log_ratio(far, near), -DBL_MAX);
}

static void places_are_found(void) {
  const double at[] = {0, 1, 1, 2};
  const struct cal_centres all = {at, at, 4};
  CHECK(cal_kde_first(&all, -1) == 0);
  CHECK(cal_kde_first(&all, 1) == 1);
  CHECK(cal_kde_first(&all, 1.5) == 3);
  CHECK(cal_kde_first(&all, 3) == 4);
}

// Few nodes have the density of many centres, near these.
static void nodes_stand_for_centres(void) {
  enum { N = 5000 };
  static double at[N], weight[N];
  struct test_host host = new_host(1);
  struct cal_kernels all = {.all = {at, weight, N}, .bandwidth = .3};
  for (int i = 0; i < N; ++i) {
    at[i] = 4 * sin(1.5707963 * (i - N / 2) / N);
    weight[i] = 1 + i % 3;
    all.total += weight[i];
  }
  struct cal_kernels few = all;
  few.nodes = cal_kde_nodes(&host.host, &all.all, all.bandwidth);
  CHECK(few.nodes.n < N / 4);
  for (int i = 0; i < 200; ++i) {
    const double x = -4.5 + .045 * i;
    const struct cal_log_density one = cal_kde(&all, x), other = cal_kde(&few, x);
    CHECK_NEAR(exp(other.rest - other.distance * other.distance / 2),
               exp(one.rest - one.distance * one.distance / 2), 1e-13);
  }
  free_host(&host);
}

int main(void) {
  one_centre_is_a_normal_density();
  centres_add_up();
  the_gap_is_even();
  no_distance_is_too_great();
  the_nearest_is_always_in_reach();
  centres_run_out();
  nodes_are_for_places_near_by();
  ratios_are_finite();
  places_are_found();
  nodes_stand_for_centres();
  return check_report("kde");
}
