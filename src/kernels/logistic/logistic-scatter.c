#include "kernels/logistic/logistic-scatter.h"

#include <math.h>
#include <string.h>

#include "kernels/logistic/logistic-objective.h"

enum { B = CAL_VECTOR_BLOCK, LANES = CAL_LANES };

// Per row, for the trials of each hypothesis: the first derivative, and the weight of its square.
struct slopes {
  double h1[B], h2[B], square[B];
};

// Slopes of the actual trials and of the trials expected by the fit, and the cost of the actual
// trials.
struct terms {
  struct slopes actual, expected;
  double cost[2][B];
};

// Positions of the lanes of the scatter, behind those of the objective.
struct moment_lanes {
  double *moments, *slope_h1;
};
struct lanes {
  struct moment_lanes actual, expected;
  double* cost[2];
};

static struct moment_lanes take_lanes(double** from, ptrdiff_t p) {
  const struct moment_lanes lanes = {*from, *from + cal_moment_lanes(p)};
  *from = lanes.slope_h1 + LANES * p;
  return lanes;
}

static struct lanes find_lanes(const struct cal_row_block* block, ptrdiff_t p) {
  double* from = block->lanes + cal_objective_lanes(p);
  struct lanes lanes = {.actual = take_lanes(&from, p), .expected = take_lanes(&from, p)};
  lanes.cost[0] = from;
  lanes.cost[1] = from + LANES;
  return lanes;
}

CAL_INLINE void find_terms(const struct cal_row_block* restrict block, const double* restrict share,
                           struct terms* restrict terms) {
  const double tilt = sqrt(share[CAL_H1] / share[CAL_H2]);
  const double share_h1 = share[CAL_H1], share_h2 = share[CAL_H2];
  for (int i = 0; i < B; ++i) {
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    const double above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    const double n = block->n_h1[i] + block->n_h2[i], one = n / (p_h1 + tilt * p_h2);
    const double slope_h1 = block->n_h1[i] * p_h2, slope_h2 = block->n_h2[i] * p_h1;
    const double likely_h1 = one * p_h1 * p_h2, likely_h2 = tilt * likely_h1;
    terms->actual.h1[i] = slope_h1;
    terms->actual.h2[i] = slope_h2;
    terms->actual.square[i] = share_h1 * slope_h1 * p_h2 + share_h2 * slope_h2 * p_h1;
    terms->expected.h1[i] = likely_h1;
    terms->expected.h2[i] = likely_h2;
    terms->expected.square[i] = share_h1 * likely_h1 * p_h2 + share_h2 * likely_h2 * p_h1;
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

static void add_slopes(const struct cal_row_block* block, ptrdiff_t p, const struct slopes* slopes,
                       const struct moment_lanes* lanes) {
  cal_block_moments(block, p, slopes->h2, slopes->square, lanes->moments);
  cal_block_moments(block, p, slopes->h1, NULL, lanes->slope_h1);
}

static void add(void* data, const struct cal_row_block* block) {
  const struct task* task = data;
  const ptrdiff_t p = task->problem->d + 1;
  const struct lanes lanes = find_lanes(block, p);
  struct terms terms;
  cal_objective_add(task->problem, block, task->scatter->sums);
  (cal_vector_is_wide() ? terms_wide : terms_plain)(block, task->scatter->share, &terms);
  add_slopes(block, p, &terms.actual, &lanes.actual);
  add_slopes(block, p, &terms.expected, &lanes.expected);
  for (int c = 0; c < 2; ++c) cal_lanes_add(terms.cost[c], lanes.cost[c]);
}

static void flush_moments(const struct moment_lanes* lanes, ptrdiff_t p,
                          const struct cal_trial_moments* moments) {
  cal_lanes_take_moments(lanes->moments, p, moments->slope[CAL_H2], moments->outer);
  for (ptrdiff_t k = 0; k < p; ++k) {
    moments->slope[CAL_H1][k] += cal_lanes_take(lanes->slope_h1 + LANES * k);
  }
}

static void flush(void* data, const struct cal_row_block* block) {
  const struct task* task = data;
  struct cal_logistic_scatter* scatter = task->scatter;
  const ptrdiff_t p = task->problem->d + 1;
  const struct lanes lanes = find_lanes(block, p);
  cal_objective_flush(task->problem, block, scatter->sums);
  flush_moments(&lanes.actual, p, &scatter->actual);
  flush_moments(&lanes.expected, p, &scatter->expected);
  for (int c = 0; c < 2; ++c) cal_sum_add(&scatter->cost[c], cal_lanes_take(lanes.cost[c]));
}

static struct cal_trial_moments new_moments(struct cal_host* host, ptrdiff_t p) {
  return (struct cal_trial_moments){
      .slope = {cal_scratch_doubles(host, p), cal_scratch_doubles(host, p)},
      .outer = cal_scratch_doubles(host, p * p)};
}

static void clear_moments(const struct cal_trial_moments* moments, size_t p) {
  for (int c = 0; c < 2; ++c) memset(moments->slope[c], 0, p * sizeof(double));
  memset(moments->outer, 0, p * p * sizeof(double));
}

struct cal_logistic_scatter cal_logistic_scatter_new(struct cal_host* host, ptrdiff_t d,
                                                     struct cal_logistic_sums* sums) {
  return (struct cal_logistic_scatter){
      .actual = new_moments(host, d + 1), .expected = new_moments(host, d + 1), .sums = sums};
}

void cal_logistic_scatter_find(struct cal_host* host, const struct cal_logistic* problem,
                               const double* theta, struct cal_logistic_scatter* scatter) {
  const ptrdiff_t p = problem->d + 1;
  struct task task = {problem, scatter};
  for (int c = 0; c < 2; ++c) scatter->cost[c] = (struct cal_sum){0};
  clear_moments(&scatter->actual, (size_t)p);
  clear_moments(&scatter->expected, (size_t)p);
  cal_objective_begin(problem, scatter->sums);
  cal_rows_pass(host, problem, theta, scatter->sums->scratch,
                &(struct cal_row_task){CAL_ROWS_COST, add, flush, &task});
  cal_mirror(scatter->actual.outer, p);
  cal_mirror(scatter->expected.outer, p);
  cal_objective_finish(problem, scatter->sums);
}
