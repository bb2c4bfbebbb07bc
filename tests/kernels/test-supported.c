#include "kernels/rates/supported.h"

#include "check.h"
#include "kernels/base/random.h"

enum { MAX_N = 12 };

// Pieces of counts on distinct log10 LRs that ascend.
struct example {
  double end[MAX_N + 2], below_h1[MAX_N + 1], below_h2[MAX_N + 1], above_h1[MAX_N + 1],
      above_h2[MAX_N + 1];
  struct cal_pieces pieces;
};

static void make(struct example* of, const double* axis, const double* n_h1, const double* n_h2,
                 ptrdiff_t n) {
  of->end[0] = -HUGE_VAL, of->end[n + 1] = HUGE_VAL;
  of->below_h1[0] = of->below_h2[0] = of->above_h1[n] = of->above_h2[n] = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    of->end[i + 1] = axis[i];
    of->below_h1[i + 1] = of->below_h1[i] + n_h1[i];
    of->below_h2[i + 1] = of->below_h2[i] + n_h2[i];
  }
  for (ptrdiff_t i = n; i-- > 0;) {
    of->above_h1[i] = of->above_h1[i + 1] + n_h1[i];
    of->above_h2[i] = of->above_h2[i + 1] + n_h2[i];
  }
  of->pieces = (struct cal_pieces){.from = of->end,
                                   .to = of->end + 1,
                                   .below_h1 = of->below_h1,
                                   .below_h2 = of->below_h2,
                                   .above_h1 = of->above_h1,
                                   .above_h2 = of->above_h2,
                                   .total_h1 = of->below_h1[n],
                                   .total_h2 = of->below_h2[n],
                                   .n = n + 1};
}

// The loss with the evidence over that without, at a threshold within piece i.
static double relative_loss(const struct cal_pieces* pieces, ptrdiff_t i, double threshold) {
  const double odds = pow(10, threshold);
  const double loss = (pieces->below_h1[i] + 1) / (pieces->total_h1 + 1) +
                      odds * (pieces->above_h2[i] + 1) / (pieces->total_h2 + 1);
  return loss / fmin(1, odds);
}

static double ratio(const struct cal_pieces* pieces, double n_h1, double n_h2) {
  return log10((n_h1 + 0.5) / (pieces->total_h1 + 1)) -
         log10((n_h2 + 0.5) / (pieces->total_h2 + 1));
}

// By how much a threshold within piece i holds, by the words of the papers.
static double margin(const struct cal_pieces* pieces, enum cal_support by, ptrdiff_t i,
                     double threshold) {
  if (by == CAL_BY_UTILITY) return -log10(relative_loss(pieces, i, threshold));
  return threshold > 0 ? ratio(pieces, pieces->above_h1[i], pieces->above_h2[i]) - threshold
                       : threshold - ratio(pieces, pieces->below_h1[i], pieces->below_h2[i]);
}

// Thresholds within the bounds hold, and those just beyond an inner bound fail.
static void check_definition(const struct cal_pieces* pieces, enum cal_support by) {
  double bounds[2];
  cal_supported(pieces, by, bounds);
  for (ptrdiff_t i = by == CAL_BY_INVARIANCE; i < pieces->n - (by == CAL_BY_INVARIANCE); ++i) {
    const double from = fmax(pieces->from[i], -9), to = fmin(pieces->to[i], 9);
    for (int step = 1; step < 20; ++step) {
      const double at = from + (to - from) * step / 20;
      if (at > bounds[0] + 1e-9 && at < bounds[1] - 1e-9) {
        CHECK(margin(pieces, by, i, at) > -1e-9);
      }
    }
    for (int side = 0; side < 2; ++side) {
      const double beyond = bounds[side] + (side ? 1e-7 : -1e-7);
      const bool is_end = bounds[side] == pieces->from[pieces->n - 1] ||
                          bounds[side] == pieces->to[0] || (side ? beyond < 0 : beyond > 0);
      if (by == CAL_BY_INVARIANCE && is_end) continue;
      if (beyond > pieces->from[i] && beyond < pieces->to[i] && fabs(beyond) > 2e-7) {
        CHECK(margin(pieces, by, i, beyond) < 1e-9);
      }
    }
  }
}

static void test_definition(void) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    struct cal_random random = cal_random_stream(seed, 0);
    double axis[MAX_N], n_h1[MAX_N], n_h2[MAX_N], last = -3;
    struct example of;
    for (int i = 0; i < MAX_N; ++i) {
      axis[i] = last += cal_random_uniform(&random);
      const double share = 1 / (1 + pow(10, -axis[i] * (seed % 3 ? 1 : 0.3)));
      n_h1[i] = floor(20 * share * cal_random_uniform(&random) + (i == MAX_N - 1));
      n_h2[i] = floor(20 * (1 - share) * cal_random_uniform(&random) + (i == 0));
    }
    make(&of, axis, n_h1, n_h2, MAX_N);
    check_definition(&of.pieces, CAL_BY_UTILITY);
    check_definition(&of.pieces, CAL_BY_INVARIANCE);
  }
}

// Two separated trials: with an error added per side, no LR beyond 2 is worth its price.
static void test_two_trials(void) {
  struct example of;
  double bounds[2];
  make(&of, (double[]){-1, 1}, (double[]){0, 1}, (double[]){1, 0}, 2);
  cal_supported(&of.pieces, CAL_BY_UTILITY, bounds);
  CHECK_EQ(bounds[0], 0.0);
  CHECK_EQ(bounds[1], 0.0);
  cal_supported(&of.pieces, CAL_BY_INVARIANCE, bounds);
  CHECK_NEAR(bounds[0], -log10(3), 1e-15);
  CHECK_NEAR(bounds[1], log10(3), 1e-15);
}

// LRs of 1 that cost more than they save: no LR is supported, although the search downwards ends
// at .18.
static void test_harm_at_one(void) {
  struct example of;
  double bounds[2];
  make(&of, (double[]){-1, 0, 1}, (double[]){0, 5, 5}, (double[]){9, 0, 8}, 3);
  cal_first_unsupported(&of.pieces, CAL_BY_UTILITY, bounds);
  CHECK_NEAR(bounds[0], log10(18. / 11 / 9), 1e-15);
  cal_supported(&of.pieces, CAL_BY_UTILITY, bounds);
  CHECK_EQ(bounds[0], 0.0);
  CHECK_EQ(bounds[1], 0.0);
}

// LRs of at least 1 that are rather given under H2: none above 1 is supported, although the search
// upwards goes on.
static void test_invariance_at_one(void) {
  struct example of;
  double bounds[2];
  make(&of, (double[]){-1, 0, 1}, (double[]){1, 0, 3}, (double[]){1, 9, 0}, 3);
  cal_first_unsupported(&of.pieces, CAL_BY_INVARIANCE, bounds);
  CHECK_EQ(bounds[1], 1.0);
  cal_supported(&of.pieces, CAL_BY_INVARIANCE, bounds);
  CHECK_EQ(bounds[1], 0.0);
}

static void test_infinite(void) {
  struct example of;
  double bounds[2];
  make(&of, (double[]){-HUGE_VAL, 0, HUGE_VAL}, (double[]){0, 1, 9}, (double[]){9, 1, 0}, 3);
  cal_supported(&of.pieces, CAL_BY_INVARIANCE, bounds);
  CHECK_NEAR(bounds[1], log10(9.5 / 0.5), 1e-15);
  CHECK_NEAR(bounds[0], -log10(9.5 / 0.5), 1e-15);
}

int main(void) {
  test_definition();
  test_two_trials();
  test_harm_at_one();
  test_invariance_at_one();
  test_infinite();
  return check_report("supported");
}
