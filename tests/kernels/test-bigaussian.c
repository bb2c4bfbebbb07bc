#include "kernels/fit/bigaussian.h"

#include "check.h"

// The mean of the costs of Brummer 2010, eq. 7.39, by adaptive quadrature.
static void has_the_known_cllr(void) {
  CHECK_NEAR(cal_bigaussian_cllr(1), .8392527802, 1e-10);
  CHECK_NEAR(cal_bigaussian_cllr(2), .5140558459, 1e-10);
  CHECK_NEAR(cal_bigaussian_cllr(3), .2400209922, 2e-10);
  CHECK_EQ(cal_bigaussian_cllr(0), 1);
  CHECK_EQ(cal_bigaussian_cllr(HUGE_VAL), 0);
}

// 1 - s^2 / (8 ln 2) is the start of the series at 0.
static void is_smooth_at_zero(void) {
  const double s = 1e-3;
  CHECK_NEAR(1 - cal_bigaussian_cllr(s), s * s / (8 * log(2)), 1e-5);
  CHECK_NEAR(cal_bigaussian_cllr(1e-10), 1, 1e-15);
  CHECK_EQ(cal_bigaussian_cllr(5e-324), 1);
  CHECK_NEAR(cal_bigaussian_cllr(1e-300), 1, 1e-15);
}

static void inverts_cllr(void) {
  const double s[] = {.01, .3, 1, 4, 10, 30, 50};
  for (int i = 0; i < 7; ++i) {
    CHECK_NEAR(cal_bigaussian_s(cal_bigaussian_cllr(s[i])), s[i], i == 0 ? 1e-10 : 1e-13);
  }
  CHECK_EQ(cal_bigaussian_s(1), 0);
  CHECK_EQ(cal_bigaussian_s(0), HUGE_VAL);
  CHECK(cal_bigaussian_s(5e-324) < 100);
}

static double mixture(double llr, double s) {
  return (erfc((s * s / 2 - llr) / s / sqrt(2)) + erfc((-s * s / 2 - llr) / s / sqrt(2))) / 4;
}

static void inverts_the_mixture(void) {
  const double share[] = {1e-300, 1e-15, .01, .25, .4999};
  for (int i = 0; i < 5; ++i) {
    for (double s = .1; s < 20; s *= 3) {
      const double llr = cal_bigaussian_quantile(s, share[i], 1 - share[i]);
      CHECK_NEAR(mixture(llr, s), share[i], 1e-10);
      CHECK_EQ(cal_bigaussian_quantile(s, 1 - share[i], share[i]), -llr);
    }
  }
  CHECK_EQ(cal_bigaussian_quantile(2, .5, .5), 0);
  CHECK_NEAR(cal_bigaussian_quantile(4000, .25, .75), -8e6, 1e-9);
}

// The least cross-entropy above 0, and shares that no double LLR has.
static void has_ends(void) {
  const double s = cal_bigaussian_s(5e-324);
  CHECK(isfinite(s) && s > 50);
  CHECK(isfinite(cal_bigaussian_quantile(1e4, 1e-300, 1)));
}

int main(void) {
  has_the_known_cllr();
  is_smooth_at_zero();
  inverts_cllr();
  inverts_the_mixture();
  has_ends();
  return check_report("bigaussian");
}
