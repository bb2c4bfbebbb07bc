#include "kernels/fit/kde.h"

#include "check.h"

static double log_normal(double u, double bandwidth) {
  return -u * u / 2 - log(bandwidth) - .91893853320467274178;
}

static void one_centre_is_a_normal_density(void) {
  const double at = 2, weight = 3;
  CHECK_NEAR(cal_kde(&at, &weight, 1, 3, .5, 2), log_normal(0, .5), 1e-15);
  CHECK_NEAR(cal_kde(&at, &weight, 1, 3, .5, -1), log_normal(6, .5), 1e-15);
  CHECK_NEAR(cal_kde(&at, &weight, 1, 3, .5, 1e6), log_normal(2e6 - 4, .5), 1e-15);
}

static void centres_add_up(void) {
  const double at[] = {-1, 0, 2}, weight[] = {1, 2, 5};
  const double x[] = {-7, -1, -.3, .4, 2, 9};
  for (int i = 0; i < 6; ++i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += weight[k] / 8 * exp(log_normal((x[i] - at[k]) / .7, .7));
    CHECK_NEAR(cal_kde(at, weight, 3, 8, .7, x[i]), log(sum), 1e-14);
  }
}

// Half way between two equal centres both count, wherever they are.
static void the_gap_is_even(void) {
  const double at[] = {-1000, 1000}, weight[] = {1, 1};
  CHECK_NEAR(cal_kde(at, weight, 2, 2, 1, 0), log_normal(1000, 1), 1e-15);
}

int main(void) {
  one_centre_is_a_normal_density();
  centres_add_up();
  the_gap_is_even();
  return check_report("kde");
}
