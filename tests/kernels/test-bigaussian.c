#include "kernels/fit/bigaussian.h"

#include "check.h"
#include "host.h"

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

static double quantile(double s, double lower, double upper) {
  struct test_host host = new_host(1);
  double llr;
  cal_bigaussian_quantiles(&host.host, s, &lower, &upper, 1, &llr);
  free_host(&host);
  return llr;
}

static void inverts_the_mixture(void) {
  const double share[] = {1e-300, 1e-15, .01, .25, .4999};
  for (int i = 0; i < 5; ++i) {
    for (double s = .1; s < 20; s *= 3) {
      const double llr = quantile(s, share[i], 1 - share[i]);
      CHECK_NEAR(mixture(llr, s), share[i], 1e-10);
      CHECK_EQ(quantile(s, 1 - share[i], share[i]), -llr);
    }
  }
  CHECK_EQ(quantile(2, .5, .5), 0);
  CHECK_NEAR(quantile(4000, .25, .75), -8e6, 1e-9);
}

// By halving until no double is left.
static double halved(double s, double share) {
  const double root2 = sqrt(2);
  double low = -128 * s * s - 1, high = 0;
  volatile double middle = low / 2;
  while (middle > low && middle < high) {
    const double above = erfc((s * s / 2 - middle) / (s * root2));
    const double below = erfc((-s * s / 2 - middle) / (s * root2));
    *((above + below) / 4 < share ? &low : &high) = middle;
    middle = low + (high - low) / 2;
  }
  return middle;
}

// Many shares, each found from the one before, have the doubles that halving finds, whatever the
// number of threads.
static void finds_many_at_once(void) {
  enum { N = 300001, EVERY = 1000 };
  static double lower[N], upper[N], llr[N], again[N];
  for (int i = 0; i < N; ++i) {
    lower[i] = (i + .5) / N;
    upper[i] = (N - 1 - i + .5) / N;
  }
  for (double s = .01; s < 50; s *= 8) {
    struct test_host one = new_host(1), two = new_host(2);
    cal_bigaussian_quantiles(&one.host, s, lower, upper, N, llr);
    cal_bigaussian_quantiles(&two.host, s, lower, upper, N, again);
    CHECK(memcmp(llr, again, sizeof llr) == 0);
    CHECK_EQ(llr[N / 2], 0);
    for (int i = 0; i < N / 2; i += EVERY) {
      CHECK_EQ(llr[i], halved(s, lower[i]));
      CHECK_EQ(llr[N - 1 - i], -llr[i]);
    }
    free_host(&one);
    free_host(&two);
  }
}

// The least cross-entropy above 0, and shares that no double LLR has.
static void has_ends(void) {
  const double s = cal_bigaussian_s(5e-324);
  CHECK(isfinite(s) && s > 50);
  CHECK(isfinite(quantile(1e4, 1e-300, 1)));
  const double lower[] = {0, 5e-324, 0.5 - 1e-16, 0.5 - 1e-16, 0.5};
  const double upper[] = {1, 1, 0.5 + 1e-16, 0.5 + 1e-16, 0.5};
  for (double scale = 1e-150; scale < 1e5; scale *= 1e10) {
    struct test_host host = new_host(1);
    double llr[5];
    cal_bigaussian_quantiles(&host.host, scale, lower, upper, 5, llr);
    for (int i = 1; i < 5; ++i) CHECK(llr[i - 1] <= llr[i]);
    free_host(&host);
  }
}

int main(void) {
  has_the_known_cllr();
  is_smooth_at_zero();
  inverts_cllr();
  inverts_the_mixture();
  finds_many_at_once();
  has_ends();
  return check_report("bigaussian");
}
