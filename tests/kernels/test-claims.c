#include "kernels/cost/claims.h"

#include <math.h>

#include "check.h"
#include "host.h"

static const double ln2 = 0.693147180559945309417;

static struct cal_points points_of(const double* llr, const double* h1, const double* h2,
                                   ptrdiff_t n) {
  struct cal_points points = {llr, h1, h2, n, 0, 0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    points.total_h1 += h1[i];
    points.total_h2 += h2[i];
  }
  return points;
}

static double entropy(double p) { return p * log(p) + (1 - p) * log1p(-p); }

// The literal definition, trial by trial.
static void test_definition(void) {
  const double llr[] = {-4, -3, -2, -1, -0.5, 0.5, 1, 2, 3};
  const double h1[] = {0, 0, 0, 1, 0, 1, 0, 2, 1}, h2[] = {1, 1, 1, 0, 1, 0, 1, 0, 3};
  const struct cal_points points = points_of(llr, h1, h2, 9);
  const double log_odds[] = {-5, -1, 0, 0.3, 4};
  for (int k = 0; k < 5; ++k) {
    const double prior = 1 / (1 + exp(-log_odds[k]));
    double left = 0, cost_h1 = 0, cost_h2 = 0;
    for (int i = 0; i < 9; ++i) {
      const double p = 1 / (1 + exp(-llr[i] - log_odds[k]));
      left -=
          (prior * h1[i] / points.total_h1 + (1 - prior) * h2[i] / points.total_h2) * entropy(p);
      cost_h1 -= h1[i] / points.total_h1 * log(p);
      cost_h2 -= h2[i] / points.total_h2 * log1p(-p);
    }
    const struct cal_claims found = cal_claims_at(&points, log_odds[k]);
    const double delivered = -entropy(prior) - prior * cost_h1 - (1 - prior) * cost_h2;
    CHECK_NEAR(found.claimed, -entropy(prior) - left, 1e-12);
    CHECK_NEAR(found.claimed - found.over, delivered, 1e-12);
  }
}

// Set G of the golden numbers, in bits at even odds.
static void test_published_values(void) {
  const double llr[] = {-4, -3, -2, -1, -0.5, 0.5, 1, 2, 3};
  const double h1[] = {0, 0, 0, 1, 0, 1, 0, 1, 1}, h2[] = {1, 1, 1, 0, 1, 0, 1, 0, 0};
  const struct cal_points points = points_of(llr, h1, h2, 9);
  const struct cal_claims found = cal_claims_at(&points, 0);
  CHECK_NEAR(found.claimed / ln2, 0.4023050653, 1e-9);
  CHECK_NEAR((found.claimed - found.over) / ln2, 1 - 0.639773431891, 1e-11);
}

// LRs that equal the ratios of their counts deliver exactly the claimed information.
static void test_calibrated(void) {
  const double h1[] = {1, 2, 5, 9}, h2[] = {20, 7, 3, 1};
  double llr[4];
  for (int i = 0; i < 4; ++i) llr[i] = log(h1[i] / 17 / (h2[i] / 31));
  const struct cal_points points = points_of(llr, h1, h2, 4);
  for (double odds = -6; odds <= 6; odds += 1.7) {
    CHECK(fabs(cal_claims_at(&points, odds).over) < 1e-15);
  }
}

// If LRs with these values are exactly calibrated, the moments of H1 from all trials equal those
// from H1 trials.
static void test_deviation(void) {
  const double h1[] = {1, 2, 5, 9}, h2[] = {20, 7, 3, 1}, prior = 0.2;
  double llr[4], mean[2] = {0}, square[2] = {0};
  for (int i = 0; i < 4; ++i) llr[i] = log(h1[i] / 17 / (h2[i] / 31));
  for (int i = 0; i < 4; ++i) {
    const double z = llr[i] + log(0.25), p = 1 / (1 + exp(-z));
    const double over[] = {(p - 1) * z, p * z}, share[] = {h1[i] / 17, h2[i] / 31};
    for (int h = 0; h < 2; ++h) {
      mean[h] += share[h] * over[h];
      square[h] += share[h] * over[h] * over[h];
    }
  }
  const struct cal_points points = points_of(llr, h1, h2, 4);
  const double variance = prior * prior * (square[0] - mean[0] * mean[0]) / 17 +
                          (1 - prior) * (1 - prior) * (square[1] - mean[1] * mean[1]) / 31;
  CHECK_NEAR(cal_claims_at(&points, log(0.25)).deviation, sqrt(variance), 1e-12);
}

static void test_certainty(void) {
  const double right[] = {-INFINITY, INFINITY}, ends[] = {0, 1}, other[] = {1, 0};
  const struct cal_points sure = points_of(right, ends, other, 2);
  const struct cal_claims all = cal_claims_at(&sure, 0);
  CHECK_NEAR(all.claimed, ln2, 1e-15);
  CHECK_EQ(all.over, 0);
  CHECK_EQ(all.deviation, 0);
  const struct cal_points wrong = points_of(right, other, ends, 2);
  CHECK_EQ(cal_claims_at(&wrong, 0).over, INFINITY);
  CHECK_NEAR(cal_claims_at(&wrong, 0).claimed, ln2, 1e-15);
  const double far[] = {-2000, 2000};
  const struct cal_points strong = points_of(far, ends, other, 2);
  CHECK_EQ(cal_claims_at(&strong, 0).over, 0);
}

static void test_no_evidence(void) {
  const double one[] = {0}, n[] = {3};
  const struct cal_points points = points_of(one, n, n, 1);
  const struct cal_claims found = cal_claims_at(&points, 0);
  CHECK_EQ(found.claimed, 0);
  CHECK_EQ(found.over, 0);
  CHECK_EQ(found.deviation, 0);
}

static void test_many_are_as_one(void) {
  const double llr[] = {-1, 3}, n[] = {1, 2}, log_odds[] = {-2, .5};
  const struct cal_points points = points_of(llr, n, n, 2);
  double claimed[2], over[2], deviation[2];
  struct test_host host = new_host(1);
  cal_claims_along(&host.host, &points, log_odds, 2, claimed, over, deviation);
  for (int i = 0; i < 2; ++i) {
    const struct cal_claims at = cal_claims_at(&points, log_odds[i]);
    CHECK_EQ(claimed[i], at.claimed);
    CHECK_EQ(over[i], at.over);
    CHECK_EQ(deviation[i], at.deviation);
  }
  free_host(&host);
}

int main(void) {
  test_definition();
  test_published_values();
  test_calibrated();
  test_deviation();
  test_certainty();
  test_no_evidence();
  test_many_are_as_one();
  return check_report("claims");
}
