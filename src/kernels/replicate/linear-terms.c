#include "kernels/replicate/linear-terms.h"

#include <math.h>
#include <string.h>

#include "kernels/cost/cross-entropy.h"
#include "kernels/rates/roc.h"

static struct cal_step last_step(const struct cal_linear* of) {
  return of->trials->step[of->trials->n_steps];
}

static void fill(double* terms, ptrdiff_t first, ptrdiff_t end, double term) {
  for (ptrdiff_t i = first; i < end; ++i) terms[i] = term;
}

static void from_cost(const struct cal_cost* cost, ptrdiff_t n, double* terms) {
  memcpy(terms, cost->cost, (size_t)n * sizeof *terms);
  fill(terms, cost->infinite_first, cost->infinite_end, INFINITY);
}

static double weight_of(const double* weight, ptrdiff_t first, ptrdiff_t end) {
  if (!weight) return (double)(end - first);
  double sum = 0;
  for (ptrdiff_t i = first; i < end; ++i) sum += weight[i];
  return sum;
}

// P(a trial of the other class is below, or ties with half weight), and for H2 trials above.
static void from_ranks(const struct cal_linear* of, double* h1, double* h2) {
  const struct cal_step end = last_step(of);
  const double total_h1 = weight_of(of->weight_h1, 0, end.h1);
  const double total_h2 = weight_of(of->weight_h2, 0, end.h2);
  double below_h1 = 0, below_h2 = 0;
  ptrdiff_t at_h1 = 0, at_h2 = 0;
  for (ptrdiff_t v = 0; v < of->trials->n_values; ++v) {
    const ptrdiff_t end_h1 = at_h1 + (ptrdiff_t)of->trials->n_h1[v];
    const ptrdiff_t end_h2 = at_h2 + (ptrdiff_t)of->trials->n_h2[v];
    const double here_h1 = weight_of(of->weight_h1, at_h1, end_h1);
    const double here_h2 = weight_of(of->weight_h2, at_h2, end_h2);
    fill(h1, at_h1, end_h1, (below_h2 + here_h2 / 2) / total_h2);
    fill(h2, at_h2, end_h2, 1 - (below_h1 + here_h1 / 2) / total_h1);
    below_h1 += here_h1;
    below_h2 += here_h2;
    at_h1 = end_h1;
    at_h2 = end_h2;
  }
}

// The costs of the LLRs of the blocks, with the weights of the classes at this prior.
static void block_costs(const struct cal_linear* of, double log_odds) {
  const double prior = 1 / (1 + exp(-log_odds));
  for (ptrdiff_t b = 0; b < of->n_blocks; ++b) {
    const double llr = cal_block_llr(of->blocks[b], of->total.h1, of->total.h2);
    of->block_h1[b] = prior * cal_softplus(-(llr + log_odds));
    of->block_h2[b] = (1 - prior) * cal_softplus(llr + log_odds);
  }
}

// The errors of one class.
static void block_errors(const struct cal_linear* of, enum cal_statistic which, double threshold) {
  for (ptrdiff_t b = 0; b < of->n_blocks; ++b) {
    const double llr = cal_block_llr(of->blocks[b], of->total.h1, of->total.h2);
    of->block_h1[b] = which == CAL_BEST_MISS && llr < threshold;
    of->block_h2[b] = which == CAL_BEST_FA && llr >= threshold;
  }
}

// The equal error rate lies on an edge of the hull, where part of the trials of a block is
// rejected. The weights of the errors are those for which all points of that edge cost the same.
static void block_equal_errors(const struct cal_linear* of) {
  for (ptrdiff_t b = 0; b < of->n_blocks; ++b) {
    of->block_h1[b] = of->blocks[b].n_h1;
    of->block_h2[b] = of->blocks[b].n_h2;
  }
  const struct cal_groups hull = {of->block_h1, of->block_h2, of->n_blocks};
  const struct cal_crossing equal = cal_roc_crossing(hull, 1, 1);
  const double h1 = of->blocks[equal.group].n_h1 / of->total.h1;
  const double h2 = of->blocks[equal.group].n_h2 / of->total.h2;
  const double weight = h2 / (h1 + h2);
  double missed = 0;
  for (ptrdiff_t b = 0; b < equal.group; ++b) missed += of->blocks[b].n_h1 / of->total.h1;
  const double part = h1 > 0 ? (equal.cost - missed) / h1 : 0;
  for (ptrdiff_t b = 0; b < of->n_blocks; ++b) {
    const double rejected = b < equal.group ? 1 : b > equal.group ? 0 : part;
    of->block_h1[b] = weight * rejected;
    of->block_h2[b] = (1 - weight) * (1 - rejected);
  }
}

// Each trial has the term of the block of its cell.
static void from_cells(const struct cal_linear* of, const struct cal_smooth_trials* class,
                       const double* block, double* terms) {
  ptrdiff_t b = 0;
  for (ptrdiff_t i = 0; i < class->n; ++i) {
    const double at = class->at[i];
    const ptrdiff_t cell = at < 0 ? (ptrdiff_t)(-1 - at) : of->smooth->slot[(ptrdiff_t)at];
    while (b + 1 < of->n_blocks && of->blocks[b].last < cell) ++b;
    terms[i] = block[b];
  }
}

// Each trial has the term of the block of its value.
static void from_values(const struct cal_linear* of, double* h1, double* h2) {
  ptrdiff_t at_h1 = 0, at_h2 = 0;
  for (ptrdiff_t b = 0, v = 0; b < of->n_blocks; ++b) {
    const ptrdiff_t last = b + 1 < of->n_blocks ? of->blocks[b].last : of->trials->n_values - 1;
    for (; v <= last; ++v) {
      const ptrdiff_t end_h1 = at_h1 + (ptrdiff_t)of->trials->n_h1[v];
      const ptrdiff_t end_h2 = at_h2 + (ptrdiff_t)of->trials->n_h2[v];
      fill(h1, at_h1, end_h1, of->block_h1[b]);
      fill(h2, at_h2, end_h2, of->block_h2[b]);
      at_h1 = end_h1;
      at_h2 = end_h2;
    }
  }
}

static void from_blocks(const struct cal_linear* of, double* h1, double* h2) {
  if (of->smooth) {
    from_cells(of, &of->smooth->h1, of->block_h1, h1);
    from_cells(of, &of->smooth->h2, of->block_h2, h2);
  } else {
    from_values(of, h1, h2);
  }
}

// Terms of means of one class, 0 of the other.
static void from_means(const struct cal_linear* of, enum cal_statistic which, ptrdiff_t k,
                       double* h1, double* h2) {
  const struct cal_wanted* wanted = of->wanted;
  const struct cal_step end = last_step(of);
  switch (which) {
    case CAL_COST_H1:
    case CAL_MOVED_H1:
      from_cost(&wanted->cost_h1[k], end.h1, h1);
      break;
    case CAL_COST_H2:
    case CAL_MOVED_H2:
      from_cost(&wanted->cost_h2[k], end.h2, h2);
      break;
    case CAL_P_MISS:
      fill(h1, 0, wanted->cut_h1[k], 1);
      break;
    case CAL_P_FA:
      fill(h2, wanted->cut_h2[k], end.h2, 1);
      break;
    case CAL_MOMENT_H1:
      from_cost(&wanted->moment_h1->cost, end.h1, h1);
      break;
    case CAL_MOMENT_H2:
      from_cost(&wanted->moment_h2->cost, end.h2, h2);
      break;
    default:
      fill(h1, 0, end.h1, NAN);
  }
}

void cal_linear_terms(const struct cal_linear* of, enum cal_statistic which, ptrdiff_t k,
                      double* h1, double* h2) {
  const struct cal_step end = last_step(of);
  fill(h1, 0, end.h1, 0);
  fill(h2, 0, end.h2, 0);
  switch (which) {
    case CAL_ECE_MIN:
      block_costs(of, of->wanted->log_odds[k]);
      break;
    case CAL_BEST_MISS:
    case CAL_BEST_FA:
      block_errors(of, which, of->wanted->threshold[k]);
      break;
    case CAL_EER:
      block_equal_errors(of);
      break;
    case CAL_AUC:
      from_ranks(of, h1, h2);
      return;
    default:
      from_means(of, which, k, h1, h2);
      return;
  }
  from_blocks(of, h1, h2);
}
