#ifndef CALIBRANT_LIB_SET_H
#define CALIBRANT_LIB_SET_H

#include <stdbool.h>

#include "host.h"
#include "kernels/base/sample.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/rates/roc.h"

// Blocks with the smallest and the largest value and the natural log LR of each, and the last two
// on the axis of tables.
struct block_table {
  double *min, *max, *n_h1, *n_h2, *llr, *axis_min, *axis_max, *log10_lr;
  ptrdiff_t n;
};

// A set with its derived quantities; pointers are NULL until they are computed.
struct calibrant_set {
  struct cal_sample sample;
  enum calibrant_scale scale;
  int n_threads;
  ptrdiff_t n_h1;
  double range[2], totals[2], costs[2];
  bool has_costs;
  struct cal_points points;
  struct cal_counted counted, cells;
  double* axis;
  struct block_table blocks;
  struct calibrant_set* effective;
};

// A set of the trials, without the checks of calibrant_set_new(). false for a trial whose value is
// NaN, or whose truth is neither 0 nor 1.
bool hold_trials(struct calibrant_set* set, struct cal_trials trials, const double* weight,
                 enum calibrant_scale scale, int n_threads);

// Each function ensures that the set has the quantity in its name.
enum calibrant_status need_counts(struct calibrant_set* set, struct calibrant_error* error);
enum calibrant_status need_axis(struct calibrant_set* set, struct calibrant_error* error);
enum calibrant_status need_blocks(struct calibrant_set* set, struct calibrant_error* error);
enum calibrant_status need_points(struct calibrant_set* set, struct calibrant_error* error);
enum calibrant_status need_costs(struct calibrant_set* set, struct calibrant_error* error);

// The weight of a trial is its importance beside others, not a number of trials. Where that number
// matters, the trials of a hypothesis count as Kish's effective number, (sum w)^2 / sum w^2:
// weights that sum to it, in memory of their own (NULL without memory), and the set with these
// weights, which lives as long as the given one, or the given set if it has no weights.
double* effective_weights(const int* truth, const double* weight, ptrdiff_t n);
enum calibrant_status need_effective(struct calibrant_set* set, struct calibrant_set** effective,
                                     struct calibrant_error* error);

// Copies of counts, in memory of their own. false without memory.
bool keep_counts(const struct cal_counted* found, struct cal_counted* kept);
void drop_counts(struct cal_counted* counted);

// Fails for scores, which have no measures of calibration.
enum calibrant_status refuse_scores(const struct calibrant_set* set, struct calibrant_error* error);

// Priors are probabilities, costs positive.
enum calibrant_status check_operating_points(const double* prior, const double* c_miss,
                                             const double* c_fa, ptrdiff_t n,
                                             struct calibrant_error* error);

// The threshold that rejects the lowest of the distinct values.
double threshold_of_corner(const struct calibrant_set* set, ptrdiff_t n_rejected);

// calibrant_reliability() with the number of distinct values up to the end of each group, unless
// `ends` is NULL.
enum calibrant_status find_groups(struct calibrant_set* set, double prior, ptrdiff_t bins,
                                  struct calibrant_group* groups, ptrdiff_t* ends,
                                  ptrdiff_t* n_groups, struct calibrant_error* error);

// Blocks, or with `hull` 0 counts.
struct cal_groups groups_of(const struct calibrant_set* set, int hull);

#endif
