#include "kernels/fit/logistic-scatter.h"

#include <string.h>

#include "kernels/fit/logistic-objective.h"

enum { B = CAL_VECTOR_BLOCK, LANES = CAL_LANES };

// Per row, for the trials of each hypothesis: the first derivative and the cost; and the weight of
// the square of the former.
struct terms {
  double slope[2][B], cost[2][B], square[B];
};

// Where the lanes of the scatter are, behind those of the objective.
struct lanes {
  double *moments, *slope_h1, *cost[2];
};

static struct lanes find_lanes(const struct cal_row_block* block, ptrdiff_t p) {
  double* moments = block->lanes + cal_objective_lanes(p);
  double* slope_h1 = moments + cal_moment_lanes(p);
  double* cost = slope_h1 + LANES * p;
  return (struct lanes){moments, slope_h1, {cost, cost + LANES}};
}

CAL_INLINE void find_terms(const struct cal_row_block* restrict block, const double* restrict share,
                           struct terms* restrict terms) {
  const double share_h1 = share[CAL_H1], share_h2 = share[CAL_H2];
  for (int i = 0; i < B; ++i) {
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    const double above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    const double slope_h1 = block->n_h1[i] * p_h2, slope_h2 = block->n_h2[i] * p_h1;
    terms->slope[CAL_H1][i] = slope_h1;
    terms->slope[CAL_H2][i] = slope_h2;
    terms->square[i] = share_h1 * slope_h1 * p_h2 + share_h2 * slope_h2 * p_h1;
    terms->cost[CAL_H1][i] = block->n_h1[i] * (block->both[i] + below);
    terms->cost[CAL_H2][i] = block->n_h2[i] * (block->both[i] + above);
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

struct task {
  const struct cal_logistic* problem;
  struct cal_logistic_scatter* scatter;
};

static void add(void* data, const struct cal_row_block* block) {
  const struct task* task = data;
  const ptrdiff_t p = task->problem->d + 1;
  const struct lanes lanes = find_lanes(block, p);
  struct terms terms;
  cal_objective_add(task->problem, block, task->scatter->sums);
  (cal_vector_is_wide() ? terms_wide : terms_plain)(block, task->scatter->share, &terms);
  cal_block_moments(block, p, terms.slope[CAL_H2], terms.square, lanes.moments);
  cal_block_moments(block, p, terms.slope[CAL_H1], NULL, lanes.slope_h1);
  for (int c = 0; c < 2; ++c) cal_lanes_add(terms.cost[c], lanes.cost[c]);
}

static void flush(void* data, const struct cal_row_block* block) {
  const struct task* task = data;
  struct cal_logistic_scatter* scatter = task->scatter;
  const ptrdiff_t p = task->problem->d + 1;
  const struct lanes lanes = find_lanes(block, p);
  cal_objective_flush(task->problem, block, scatter->sums);
  cal_lanes_take_moments(lanes.moments, p, scatter->slope[CAL_H2], scatter->outer);
  for (ptrdiff_t k = 0; k < p; ++k) {
    scatter->slope[CAL_H1][k] += cal_lanes_take(lanes.slope_h1 + LANES * k);
  }
  for (int c = 0; c < 2; ++c) cal_sum_add(&scatter->cost[c], cal_lanes_take(lanes.cost[c]));
}

struct cal_logistic_scatter cal_logistic_scatter_new(struct cal_host* host, ptrdiff_t d,
                                                     struct cal_logistic_sums* sums) {
  const ptrdiff_t p = d + 1;
  return (struct cal_logistic_scatter){
      .slope = {cal_scratch_doubles(host, p), cal_scratch_doubles(host, p)},
      .outer = cal_scratch_doubles(host, p * p),
      .sums = sums};
}

void cal_logistic_scatter_find(struct cal_host* host, const struct cal_logistic* problem,
                               const double* theta, struct cal_logistic_scatter* scatter) {
  const size_t p = (size_t)problem->d + 1;
  struct task task = {problem, scatter};
  for (int c = 0; c < 2; ++c) {
    scatter->cost[c] = (struct cal_sum){0};
    memset(scatter->slope[c], 0, p * sizeof(double));
  }
  memset(scatter->outer, 0, p * p * sizeof(double));
  cal_objective_begin(problem, scatter->sums);
  cal_rows_pass(host, problem, theta, scatter->sums->scratch,
                &(struct cal_row_task){CAL_ROWS_COST, add, flush, &task});
  cal_mirror(scatter->outer, (ptrdiff_t)p);
  cal_objective_finish(problem, scatter->sums);
}
