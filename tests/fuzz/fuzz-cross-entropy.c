// LLRs from doubles, or from a byte where that is enough, with small counts: one prior at a time
// against long double, and the curve over many priors, through the kernel test, against one prior
// at a time.
int kernel_test(void);
#define main kernel_test
#include "../kernels/test-cross-entropy-curve.c"
#undef main

#include "fuzz.h"

// A byte of counts, a byte for the form of the LLR, and up to eight bytes of it.
static ptrdiff_t read_points(const uint8_t* data, size_t size, double* llr, double* n_h1,
                             double* n_h2) {
  ptrdiff_t n = 0;
  while (size >= 3 && n < N) {
    n_h1[n] = data[0] >> 4;
    n_h2[n] = data[0] & 15;
    size_t used = 3;
    if (data[1] & 1 || size < 10) {
      llr[n] = ldexp(data[2] - 128, data[1] % 16 - 8);
    } else {
      memcpy(&llr[n], data + 2, sizeof *llr);
      used = 10;
    }
    if (!isnan(llr[n]) && data[0] != 0) ++n;
    data += used;
    size -= used;
  }
  return n;
}

// Infinite values must agree, and others if they are not too small for a double.
static bool agrees(double found, long double expected) {
  if (expected > 1e300L) return found > 1e299;
  return found == (double)expected || fabsl(found - expected) <= 1e-14L * expected + 1e-300L;
}

static void check_against_long_double(const struct cal_points* points, double log_odds) {
  long double h1 = 0, h2 = 0;
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double z = points->llr[i] + log_odds;
    if (points->n_h1[i] > 0) h1 += points->n_h1[i] * softplus(-z);
    if (points->n_h2[i] > 0) h2 += points->n_h2[i] * softplus(z);
  }
  double found_h1, found_h2;
  cal_cross_entropy(points, log_odds, &found_h1, &found_h2);
  HOLDS(agrees(found_h1, h1 / points->total_h1));
  HOLDS(agrees(found_h2, h2 / points->total_h2));
  const double prior_h1 = 1 / (1 + exp(-log_odds)), prior_h2 = 1 / (1 + exp(log_odds));
  HOLDS(near(cal_ece(points, log_odds), prior_h1 * found_h1 + prior_h2 * found_h2, 1e-13));
}

// Above 0 if and only if ignoring the LLRs is better.
static void check_excess(const struct cal_points* points, double log_odds) {
  const double ece = cal_ece(points, log_odds), excess = cal_excess(points, log_odds);
  const double null =
      cal_softplus(-log_odds) / (1 + exp(-log_odds)) + cal_softplus(log_odds) / (1 + exp(log_odds));
  HOLDS(!isnan(ece) && ece >= 0 && !isnan(excess));
  if (ece > null * (1 + 1e-9)) HOLDS(excess > 0);
  if (ece < null * (1 - 1e-9)) HOLDS(excess < 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  double llr[N], n_h1[N], n_h2[N];
  struct cal_points points = {llr, n_h1, n_h2, read_points(data, size, llr, n_h1, n_h2), 0, 0};
  for (ptrdiff_t i = 0; i < points.n; ++i) {
    points.total_h1 += n_h1[i];
    points.total_h2 += n_h2[i];
  }
  if (points.total_h1 == 0 || points.total_h2 == 0) return 0;
  for (double log_odds = -40; log_odds <= 40; log_odds += 10) {
    check_against_long_double(&points, log_odds);
    check_excess(&points, log_odds);
  }
  check_same_as_one_prior(&points);
  HOLDS(check_n_failed == 0);
  return 0;
}
