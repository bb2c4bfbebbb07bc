#include "kernels/cost/cross-entropy-curve.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"
#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"

// The product of two exponentials within these limits neither overflows nor loses digits; up to an
// LLR of 708 the smaller product would still lose none.
enum { MAX_LLR = 500, MAX_LOG_ODDS = 150 };

// Number of blocks summed within lanes before the lanes are added.
enum { N = CAL_VECTOR_BLOCK, BLOCKS = 32 };

static ptrdiff_t whole_blocks(ptrdiff_t n) { return (n + N - 1) / N * N; }

ptrdiff_t cal_curve_scratch(ptrdiff_t n) { return 5 * whole_blocks(n) + 3 * n; }

static void add_near(const struct cal_points* points, ptrdiff_t i, struct cal_curve* curve) {
  const ptrdiff_t to = curve->n_near++;
  curve->llr[to] = points->llr[i];
  curve->up[to] = exp(points->llr[i]);
  curve->down[to] = exp(-points->llr[i]);
  curve->share_h1[to] = points->n_h1[i] / points->total_h1;
  curve->share_h2[to] = points->n_h2[i] / points->total_h2;
}

// Fills up with points of weight zero.
static void fill_up(struct cal_curve* curve) {
  for (; curve->n_near % N != 0; ++curve->n_near) {
    const ptrdiff_t to = curve->n_near;
    curve->llr[to] = curve->share_h1[to] = curve->share_h2[to] = 0;
    curve->up[to] = curve->down[to] = 1;
  }
}

struct cal_curve cal_curve_prepare(const struct cal_points* points, double* scratch) {
  const ptrdiff_t n = points->n, length = whole_blocks(n);
  double* far = scratch + 5 * length;
  struct cal_curve curve = {scratch,
                            scratch + length,
                            scratch + 2 * length,
                            scratch + 3 * length,
                            scratch + 4 * length,
                            0,
                            {far, far + n, far + 2 * n, 0, points->total_h1, points->total_h2}};
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (fabs(points->llr[i]) <= MAX_LLR) {
      add_near(points, i, &curve);
    } else {
      far[curve.far.n] = points->llr[i];
      far[n + curve.far.n] = points->n_h1[i];
      far[2 * n + curve.far.n] = points->n_h2[i];
      ++curve.far.n;
    }
  }
  fill_up(&curve);
  return curve;
}

bool cal_curve_reaches(double log_odds) { return fabs(log_odds) <= MAX_LOG_ODDS; }

struct prior {
  double log_odds, up, down;
};

// Adds the costs of a block to its lanes. (|x| + x) / 2 is the positive part of x, exactly.
CAL_INLINE void add_block(const struct cal_curve* curve, ptrdiff_t first, struct prior prior,
                          double* restrict h1, double* restrict h2, bool fused) {
  const double* restrict llr = curve->llr + first;
  const double* restrict up = curve->up + first;
  const double* restrict down = curve->down + first;
  const double* restrict share_h1 = curve->share_h1 + first;
  const double* restrict share_h2 = curve->share_h2 + first;
  for (int i = 0; i < N; ++i) {
    const double posterior = llr[i] + prior.log_odds, size = fabs(posterior);
    const double odds_h1 = up[i] * prior.up, odds_h2 = down[i] * prior.down;
    const double both = cal_log1p_of_unit(odds_h1 < odds_h2 ? odds_h1 : odds_h2, fused);
    h1[i] = cal_mul_add(both + 0.5 * (size - posterior), share_h1[i], h1[i], fused);
    h2[i] = cal_mul_add(both + 0.5 * (size + posterior), share_h2[i], h2[i], fused);
  }
}

static void add_plain(const struct cal_curve* curve, ptrdiff_t first, struct prior prior,
                      double* h1, double* h2) {
  add_block(curve, first, prior, h1, h2, false);
}

CAL_WIDE static void add_wide(const struct cal_curve* curve, ptrdiff_t first, struct prior prior,
                              double* h1, double* h2) {
  add_block(curve, first, prior, h1, h2, true);
}

// Moves the sums of the lanes to the total.
static void empty_lanes(double* lanes, struct cal_sum* sum) {
  for (int i = 0; i < N / 2; ++i) lanes[i] += lanes[N / 2 + i];
  for (int i = 0; i < N / 4; ++i) lanes[i] += lanes[N / 4 + i];
  for (int i = 0; i < N / 8; ++i) cal_sum_add(sum, lanes[i] + lanes[N / 8 + i]);
  for (int i = 0; i < N; ++i) lanes[i] = 0;
}

void cal_curve_at(const struct cal_curve* curve, double log_odds, double* h1, double* h2) {
  const struct prior prior = {log_odds, exp(log_odds), exp(-log_odds)};
  const bool wide = cal_vector_is_wide();
  struct cal_sum sum_h1 = {0}, sum_h2 = {0};
  double lanes_h1[N] = {0}, lanes_h2[N] = {0};
  for (ptrdiff_t first = 0; first < curve->n_near; first += N) {
    (wide ? add_wide : add_plain)(curve, first, prior, lanes_h1, lanes_h2);
    const ptrdiff_t end = first + N;
    if (end % (BLOCKS * N) == 0 || end == curve->n_near) {
      empty_lanes(lanes_h1, &sum_h1);
      empty_lanes(lanes_h2, &sum_h2);
    }
  }
  cal_cross_entropy(&curve->far, log_odds, h1, h2);
  *h1 += cal_sum_value(sum_h1);
  *h2 += cal_sum_value(sum_h2);
}

static void at_prior(const struct cal_curve* curve, const struct cal_points* points,
                     double log_odds, double* h1, double* h2) {
  if (cal_curve_reaches(log_odds))
    cal_curve_at(curve, log_odds, h1, h2);
  else
    cal_cross_entropy(points, log_odds, h1, h2);
}

void cal_cross_entropy_along(struct cal_host* host, const struct cal_points* points,
                             const double* log_odds, ptrdiff_t n, double* h1, double* h2) {
  const bool many = n >= CAL_PLAN_MANY_PRIORS;
  struct cal_curve curve;
  if (many)
    curve = cal_curve_prepare(points, cal_scratch_doubles(host, cal_curve_scratch(points->n)));
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    if (many)
      at_prior(&curve, points, log_odds[i], &h1[i], &h2[i]);
    else
      cal_cross_entropy(points, log_odds[i], &h1[i], &h2[i]);
  }
}

void cal_ece_along(struct cal_host* host, const struct cal_points* points, const double* log_odds,
                   ptrdiff_t n, double* ece) {
  double* h2 = cal_scratch_doubles(host, n);
  cal_cross_entropy_along(host, points, log_odds, n, ece, h2);
  for (ptrdiff_t i = 0; i < n; ++i) ece[i] = cal_weigh_costs(log_odds[i], ece[i], h2[i]);
}

void cal_ece_by_curve(const struct cal_points* points, const double* log_odds, ptrdiff_t n,
                      double* scratch, double* ece) {
  const struct cal_curve curve = cal_curve_prepare(points, scratch);
  for (ptrdiff_t i = 0; i < n; ++i) {
    double h1, h2;
    at_prior(&curve, points, log_odds[i], &h1, &h2);
    ece[i] = cal_weigh_costs(log_odds[i], h1, h2);
  }
}

void cal_find_gains(const struct cal_points* points, double* gains, double* losses) {
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    gains[i] = expm1(points->llr[i]);
    losses[i] = expm1(-points->llr[i]);
  }
}

void cal_excess_along(struct cal_host* host, const struct cal_points* points,
                      const double* log_odds, ptrdiff_t n, double* excess) {
  double *gains = cal_scratch_doubles(host, points->n),
         *losses = cal_scratch_doubles(host, points->n), of_other;
  cal_find_gains(points, gains, losses);
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    excess[i] = cal_excess_of_gains(points, gains, losses, log_odds[i], &of_other);
  }
}
