#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"
#include "kernels/base/vector-path.h"
#include "kernels/cost/cross-entropy-curve.h"

enum { N = 400, MOST = 5000 };

static double room[16 * MOST];

static long double softplus(long double x) { return (x > 0 ? x : 0) + log1pl(expl(-fabsl(x))); }

static void test_agrees_with_long_double(void) {
  double llr[N], n_h1[N], n_h2[N];
  struct cal_points points = {llr, n_h1, n_h2, N, 0, 0};
  for (int i = 0; i < N; ++i) {
    llr[i] = (i - N / 2) * 0.1 + 1e-3 * (rand() % 100);
    points.total_h1 += n_h1[i] = rand() % 100;
    points.total_h2 += n_h2[i] = rand() % 100;
  }
  const struct cal_curve curve = cal_curve_prepare(&points, room);
  for (double log_odds = -150; log_odds <= 150; log_odds += 0.37) {
    long double h1 = 0, h2 = 0;
    for (int i = 0; i < N; ++i) {
      h1 += n_h1[i] * softplus(-((long double)llr[i] + log_odds));
      h2 += n_h2[i] * softplus((long double)llr[i] + log_odds);
    }
    double found_h1, found_h2;
    CHECK(cal_curve_reaches(log_odds));
    cal_curve_at(&curve, log_odds, &found_h1, &found_h2);
    CHECK_NEAR(found_h1, (double)(h1 / points.total_h1), 3e-15);
    CHECK_NEAR(found_h2, (double)(h2 / points.total_h2), 3e-15);
  }
  CHECK(!cal_curve_reaches(151));
  CHECK(!cal_curve_reaches(-1e5));
}

static void check_same_as_one_prior(const struct cal_points* points) {
  const struct cal_curve curve = cal_curve_prepare(points, room);
  for (double log_odds = -150; log_odds <= 150; log_odds += 25) {
    double h1, h2, expected_h1, expected_h2;
    cal_cross_entropy(points, log_odds, &expected_h1, &expected_h2);
    cal_curve_at(&curve, log_odds, &h1, &h2);
    CHECK_NEAR(h1, expected_h1, 1e-13);
    CHECK_NEAR(h2, expected_h2, 1e-13);
  }
}

static void test_extreme_llrs(void) {
  const double llr[] = {-INFINITY, -1e308, -700, -500, 0, 500, 700, 1e5, INFINITY};
  check_same_as_one_prior(&(struct cal_points){llr, (double[]){0, 1, 1, 2, 1, 0, 1, 1, 3},
                                               (double[]){5, 1, 0, 1, 1, 1, 1, 2, 0}, 9, 10, 12});
}

// More points than the lanes take at once.
static void test_many_points(void) {
  static double llr[MOST], n_h1[MOST], n_h2[MOST];
  struct cal_points points = {llr, n_h1, n_h2, MOST, 0, 0};
  for (int i = 0; i < MOST; ++i) {
    llr[i] = 20.0 * i / MOST - 10;
    points.total_h1 += n_h1[i] = i % 7;
    points.total_h2 += n_h2[i] = (MOST - i) % 5;
  }
  check_same_as_one_prior(&points);
}

static void test_wrong_way_infinities(void) {
  const double llr[] = {-INFINITY, 1, INFINITY};
  const struct cal_points points = {llr, (double[]){1, 1, 1}, (double[]){1, 1, 1}, 3, 3, 3};
  const struct cal_curve curve = cal_curve_prepare(&points, room);
  double h1, h2;
  cal_curve_at(&curve, 1, &h1, &h2);
  CHECK_EQ(h1, INFINITY);
  CHECK_EQ(h2, INFINITY);
}

// Few and many priors, within the reach of the curve and beyond.
static void test_along(void) {
  enum { MANY = 2 * CAL_PLAN_MANY_PRIORS };
  const double llr[] = {-3, -0.5, 0.25, 4};
  const struct cal_points points = {llr, (double[]){1, 2, 3, 4}, (double[]){5, 2, 2, 1}, 4, 10, 10};
  double prior[MANY], h1[MANY], h2[MANY], ece[MANY], one_h1, one_h2;
  struct test_host host = new_host(1);
  for (int i = 0; i < MANY; ++i) prior[i] = i - MANY / 2.0;
  prior[0] = -200, prior[1] = 200, prior[2] = INFINITY, prior[3] = -INFINITY;
  for (ptrdiff_t n = 4; n <= MANY; n += MANY - 4) {
    cal_cross_entropy_along(&host.host, &points, prior, n, h1, h2);
    cal_ece_along(&host.host, &points, prior, n, ece);
    for (ptrdiff_t i = 0; i < n; ++i) {
      CHECK_NEAR(ece[i], cal_ece(&points, prior[i]), 1e-13);
      if (i == 2 || i == 3) continue;
      cal_cross_entropy(&points, prior[i], &one_h1, &one_h2);
      CHECK_NEAR(h1[i], one_h1, 1e-13);
      CHECK_NEAR(h2[i], one_h2, 1e-13);
    }
  }
  CHECK_EQ(ece[2], 0);
  free_host(&host);
}

int main(void) {
  CHECK(cal_curve_scratch(MOST) <= 16 * MOST);
  for (int wide = 0; wide < 2; ++wide) {
    cal_vector_allow_wide(wide);
    srand(1);
    test_agrees_with_long_double();
    test_extreme_llrs();
    test_many_points();
    test_wrong_way_infinities();
    test_along();
  }
  return check_report("cross-entropy-curve");
}
