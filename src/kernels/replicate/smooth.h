#ifndef CALIBRANT_KERNELS_REPLICATE_SMOOTH_H
#define CALIBRANT_KERNELS_REPLICATE_SMOOTH_H

#include "kernels/base/host.h"
#include "kernels/base/plan.h"
#include "kernels/replicate/replicate-pav.h"

// A smoothed bootstrap in rank space.
//
// PAV depends on ranks only, and is optimistic: it fits the accidents of a sample. The optimism can
// be computed in a model that is similar to the sample and known exactly. Here the model is a
// Gaussian kernel density per class on a scale of ranks: each trial that is drawn is moved by
// normal noise. Trials on a value that occurs more than once are not moved, since ties are a
// property of the system. The scale is cut into cells, in which a replicate is counted and the
// model is summed up.

// A class of the model: trials at `score` move to mean + shrink (score - mean) + noise, with the
// standard deviation `noise` (all on the scale of the scores). `mean` lies among the scores, and
// `shrink` between 0 and 1.
struct cal_smooth_class {
  double mean, shrink, noise;
};

// Noise of one trial may be shared by systems that answered the same trials: that of this system is
// the sum of `load[k]` times the k-th of `n_loads` independent ones. `id` numbers the trials alike
// for all of them; NULL numbers them in ascending order.
struct cal_smooth_share {
  const double* load;
  ptrdiff_t n_loads;
  const int* id;
};

// A class ready to draw from. `at` is the centre of each trial in ascending order, in cells, or
// -1 - slot for a trial that is not moved.
struct cal_smooth_trials {
  const double* at;
  ptrdiff_t n;
  double noise;
  struct cal_smooth_share share;
};

// The cells are `n_grid` of equal width and one for each tied value between them; `slot` is the
// place of each grid cell among all cells. `cost_h1` and `cost_h2` hold the cost of a trial in each
// cell for each of `n_costs` priors, in nats, and `llr` its LLR.
struct cal_smooth {
  struct cal_smooth_trials h1, h2;
  const int32_t* slot;
  double low, step;
  const double* deviate;
  ptrdiff_t n_grid, n_slots;
  const double *cost_h1, *cost_h2, *llr;
  ptrdiff_t n_costs;
};

// The model of the trials with `score` (finite, ascending) on each distinct value. Its memory is
// of the host.
struct cal_smooth cal_smooth_make(struct cal_host* host, const struct cal_sorted_trials* trials,
                                  const double* score, struct cal_smooth_class h1,
                                  struct cal_smooth_class h2);

// Adds the LLRs, and the costs at some prior log-odds. Between the scores, LLRs (`value_llr`, one
// per distinct value) are interpolated, so that neighbours of infinite ones are infinite.
void cal_smooth_costs(struct cal_host* host, const struct cal_sorted_trials* trials,
                      const double* score, const double* value_llr, const double* log_odds,
                      ptrdiff_t n, struct cal_smooth* smooth);

// Contents of the cells: numbers or weights of both classes, and a bit for each cell that is not
// empty, so that few trials are found quickly among many cells.
struct cal_slots {
  double *n_h1, *n_h2;
  uint64_t* touched;
  ptrdiff_t n_slots;
};

// Empty cells, from scratch memory of the host.
struct cal_slots cal_slots_make(struct cal_host* host, ptrdiff_t n_slots);

// Counts a replicate in the cells. `weight_h1` and `weight_h2` are the weights of a trial each time
// it is drawn (NULL: 1). The noise is a function of `seed`.
void cal_smooth_scatter(const struct cal_smooth* smooth, const struct cal_replicate* replicate,
                        const double* weight_h1, const double* weight_h2, uint64_t seed,
                        struct cal_slots* cells);

// Sums the model itself in the cells: the mean of its replicates. `line` has space for as many as
// there are cells.
void cal_smooth_expect(const struct cal_smooth* smooth, const double* weight_h1,
                       const double* weight_h2, double* line, struct cal_slots* cells);

// The mean costs of the trials in the cells at the k-th prior.
void cal_slots_costs(const struct cal_smooth* smooth, const struct cal_slots* cells, ptrdiff_t k,
                     double* h1, double* h2);

// The PAV blocks of the cells (`first` and `last` are cells), the sums of the classes, and the area
// under the steps; then the cells are empty again. `blocks` has one element per cell.
struct cal_slots_pav {
  ptrdiff_t n_blocks;
  struct cal_chunk_sum total;
  double auc;
};
struct cal_slots_pav cal_slots_pool(struct cal_slots* cells, struct cal_block* blocks);

// Quantiles of the normal distribution at (i + 1/2) / n, scaled to a variance of 1. n is even.
void cal_normal_deviates(ptrdiff_t n, double* deviate);

#endif
