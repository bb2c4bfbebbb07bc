#include "kernels/logistic/logistic-objective.h"

#include <math.h>
#include <string.h>

enum { B = CAL_VECTOR_BLOCK, LANES = CAL_LANES };

void cal_objective_begin(const struct cal_logistic* problem, struct cal_logistic_sums* sums) {
  const size_t p = (size_t)problem->d + 1;
  sums->value = (struct cal_sum){0};
  for (int l = 0; l < LANES; ++l) {
    sums->lowest_h1[l] = INFINITY;
    sums->highest_h2[l] = -INFINITY;
  }
  memset(sums->gradient, 0, p * sizeof(double));
  memset(sums->hessian, 0, p * p * sizeof(double));
}

// Per row: the first and the second derivative in z, and the cost.
struct terms {
  double slope[B], bend[B], cost[B];
};

// Four weights: how much a trial of H1 and one of H2 add to h1, then to h2.
CAL_INLINE void differentiate(const struct cal_row_block* restrict block,
                              const double* restrict each, struct terms* restrict terms) {
  const double each_11 = each[0], each_12 = each[1], each_21 = each[2], each_22 = each[3];
  for (int i = 0; i < B; ++i) {
    const double h1 = each_11 * block->n_h1[i] + each_12 * block->n_h2[i];
    const double h2 = each_21 * block->n_h1[i] + each_22 * block->n_h2[i];
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    terms->slope[i] = h2 * p_h1 - h1 * p_h2;
    terms->bend[i] = (h1 + h2) * near * far;
  }
}

CAL_INLINE void find_cost(const struct cal_row_block* restrict block, const double* restrict each,
                          double* restrict cost) {
  const double each_11 = each[0], each_12 = each[1], each_21 = each[2], each_22 = each[3];
  for (int i = 0; i < B; ++i) {
    const double h1 = each_11 * block->n_h1[i] + each_12 * block->n_h2[i];
    const double h2 = each_21 * block->n_h1[i] + each_22 * block->n_h2[i];
    const double z = block->z[i], above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    cost[i] = (h1 + h2) * block->both[i] + (h2 * above + h1 * below);
  }
}

CAL_INLINE void note_margin(const struct cal_row_block* restrict block, double* restrict lowest_h1,
                            double* restrict highest_h2) {
  for (int i = 0; i < B; i += LANES) {
    for (int l = 0; l < LANES; ++l) {
      const double z = block->z[i + l], no_h1 = lowest_h1[l], no_h2 = highest_h2[l];
      const double h1 = block->n_h1[i + l] > 0 ? z : no_h1;
      const double h2 = block->n_h2[i + l] > 0 ? z : no_h2;
      lowest_h1[l] = h1 < no_h1 ? h1 : no_h1;
      highest_h2[l] = h2 > no_h2 ? h2 : no_h2;
    }
  }
}

CAL_INLINE void find_terms(const struct cal_row_block* block, const double* each,
                           struct cal_logistic_sums* sums, struct terms* terms, double* cost) {
  differentiate(block, each, terms);
  if (sums->derivatives_only) return;
  note_margin(block, sums->lowest_h1, sums->highest_h2);
  find_cost(block, each, terms->cost);
  cal_lanes_add(terms->cost, cost);
}

static void terms_plain(const struct cal_row_block* block, const double* each,
                        struct cal_logistic_sums* sums, struct terms* terms, double* cost) {
  find_terms(block, each, sums, terms, cost);
}

CAL_WIDE static void terms_wide(const struct cal_row_block* block, const double* each,
                                struct cal_logistic_sums* sums, struct terms* terms, double* cost) {
  find_terms(block, each, sums, terms, cost);
}

void cal_objective_add(const struct cal_logistic* problem, const struct cal_row_block* block,
                       struct cal_logistic_sums* sums) {
  const ptrdiff_t p = problem->d + 1;
  const double each[4] = {problem->each_h1[CAL_H1], problem->each_h1[CAL_H2],
                          problem->each_h2[CAL_H1], problem->each_h2[CAL_H2]};
  struct terms terms;
  double* cost = block->lanes + cal_moment_lanes(p);
  (cal_vector_is_wide() ? terms_wide : terms_plain)(block, each, sums, &terms, cost);
  cal_block_moments(block, p, terms.slope, terms.bend, block->lanes);
}

void cal_objective_flush(const struct cal_logistic* problem, const struct cal_row_block* block,
                         struct cal_logistic_sums* sums) {
  const ptrdiff_t p = problem->d + 1;
  cal_lanes_take_moments(block->lanes, p, sums->gradient, sums->hessian);
  cal_sum_add(&sums->value, cal_lanes_take(block->lanes + cal_moment_lanes(p)));
}

// Pseudo-trials lie on both sides of every row.
void cal_objective_finish(const struct cal_logistic* problem, struct cal_logistic_sums* sums) {
  cal_mirror(sums->hessian, problem->d + 1);
  const bool has_pseudo = problem->each_h1[CAL_H2] > 0 || problem->each_h2[CAL_H1] > 0;
  double lowest_h1 = INFINITY, highest_h2 = -INFINITY;
  for (int l = 0; l < LANES; ++l) {
    lowest_h1 = fmin(lowest_h1, sums->lowest_h1[l]);
    highest_h2 = fmax(highest_h2, sums->highest_h2[l]);
  }
  sums->wrong = fmax(highest_h2, -lowest_h1);
  const bool is_open = has_pseudo || problem->has_negative || sums->derivatives_only;
  sums->margin = is_open ? (double)-INFINITY : lowest_h1 - highest_h2;
}
