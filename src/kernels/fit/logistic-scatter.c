#include <string.h>

#include "kernels/fit/logistic-block.h"

enum { B = CAL_VECTOR_BLOCK, LANES = CAL_LANES };

// Per row, for trials of H1 and of H2: the first derivative and the cost; and the weight of the
// square of the former.
struct terms {
  double slope[2][B], cost[2][B], square[B];
};

// Where the lanes of the scatter are, behind those of the objective.
struct lanes {
  double *moments, *slope_h2, *cost[2];
};

static struct lanes find_lanes(const struct cal_row_block* block, ptrdiff_t p) {
  double* moments = block->lanes + cal_moment_lanes(p) + LANES;
  double* slope_h2 = moments + cal_moment_lanes(p);
  double* cost = slope_h2 + LANES * p;
  return (struct lanes){moments, slope_h2, {cost, cost + LANES}};
}

CAL_INLINE void find_terms(const struct cal_row_block* restrict block, const double* restrict share,
                           struct terms* restrict terms) {
  const double share_h1 = share[0], share_h2 = share[1];
  for (int i = 0; i < B; ++i) {
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    const double above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    const double slope_h1 = block->n_h1[i] * p_h2, slope_h2 = block->n_h2[i] * p_h1;
    terms->slope[0][i] = slope_h1;
    terms->slope[1][i] = slope_h2;
    terms->square[i] = share_h1 * slope_h1 * p_h2 + share_h2 * slope_h2 * p_h1;
    terms->cost[0][i] = block->n_h1[i] * (block->both[i] + below);
    terms->cost[1][i] = block->n_h2[i] * (block->both[i] + above);
  }
}

static void terms_plain(const struct cal_row_block* block, const double* share,
                        struct terms* terms) {
  find_terms(block, share, terms);
}

CAL_WIDE static void terms_wide(const struct cal_row_block* block, const double* share,
                                struct terms* terms) {
  find_terms(block, share, terms);
}

static void add_rows(const struct cal_row_block* block, ptrdiff_t p, const double* share) {
  const struct lanes lanes = find_lanes(block, p);
  struct terms terms;
  (cal_vector_is_wide() ? terms_wide : terms_plain)(block, share, &terms);
  cal_block_moments(block, p, terms.slope[0], terms.square, lanes.moments);
  cal_block_moments(block, p, terms.slope[1], NULL, lanes.slope_h2);
  for (int c = 0; c < 2; ++c) cal_lanes_add(terms.cost[c], lanes.cost[c]);
}

static void flush(const struct cal_row_block* block, ptrdiff_t p,
                  struct cal_logistic_scatter* scatter) {
  const struct lanes lanes = find_lanes(block, p);
  cal_lanes_take_moments(lanes.moments, p, scatter->slope[0], scatter->outer);
  for (ptrdiff_t k = 0; k < p; ++k) {
    scatter->slope[1][k] += cal_lanes_take(lanes.slope_h2 + LANES * k);
  }
  for (int c = 0; c < 2; ++c) cal_sum_add(&scatter->cost[c], cal_lanes_take(lanes.cost[c]));
}

void cal_logistic_scatter_clear(const struct cal_logistic* problem,
                                struct cal_logistic_scatter* scatter) {
  const size_t p = (size_t)problem->d + 1;
  for (int c = 0; c < 2; ++c) {
    scatter->cost[c] = (struct cal_sum){0};
    memset(scatter->slope[c], 0, p * sizeof(double));
  }
  memset(scatter->outer, 0, p * p * sizeof(double));
  cal_logistic_clear(problem, scatter->sums);
}

void cal_logistic_scatter_add(const struct cal_logistic* problem, const double* theta,
                              ptrdiff_t first, ptrdiff_t last,
                              struct cal_logistic_scatter* scatter) {
  const ptrdiff_t p = problem->d + 1;
  struct cal_row_block block;
  int n_blocks = 0;
  cal_block_open(problem, scatter->sums->scratch, &block);
  for (ptrdiff_t i = first; i < last; i += B) {
    cal_block_read(problem, theta, i, last, &block);
    cal_logistic_block(block.z, block.both, block.far);
    cal_objective_add(problem, &block, scatter->sums);
    add_rows(&block, p, scatter->share);
    if (++n_blocks % CAL_FLUSH == 0) {
      cal_objective_flush(problem, &block, scatter->sums);
      flush(&block, p, scatter);
    }
  }
  cal_objective_flush(problem, &block, scatter->sums);
  flush(&block, p, scatter);
}

void cal_logistic_scatter_finish(const struct cal_logistic* problem,
                                 struct cal_logistic_scatter* scatter) {
  cal_mirror(scatter->outer, problem->d + 1);
  cal_logistic_finish(problem, scatter->sums);
}
