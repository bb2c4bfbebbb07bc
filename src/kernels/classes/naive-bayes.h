#ifndef CALIBRANT_KERNELS_CLASSES_NAIVE_BAYES_H
#define CALIBRANT_KERNELS_CLASSES_NAIVE_BAYES_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"

// A matrix by columns, a row per trial and a column per feature. Dense: `row` is NULL and column j
// is value[j * n_rows + t]. Sparse: column j has the elements start[j] to start[j + 1] - 1 of
// `value`, in the rows (counted from zero) that `row` says; all others are 0.
struct cal_columns {
  const double* value;
  const int *row, *start;
  ptrdiff_t n_rows, n_columns;
};

// Do the columns follow each other in `n` elements, each in a row that there is?
bool cal_is_sparse(const struct cal_columns* columns, ptrdiff_t n);

// In all functions below, class k of feature j is at [k * n_columns + j] of a table, and trial t of
// class k at [k * n_rows + t] of the scores. All numbers are finite.

// The sum of each feature over the trials of each class. `truth` counts the classes from zero.
void cal_class_sums(struct cal_host* host, const struct cal_columns* columns, const int* truth,
                    int n_classes, double* sum);

// The sum of the squared distances from `mean`, including trials with a 0: class k has
// `n_trials[k]`.
void cal_class_squares(struct cal_host* host, const struct cal_columns* columns, const int* truth,
                       int n_classes, const double* mean, const double* n_trials, double* square);

// Adds value * weight to the scores: the log-likelihoods of models that are linear in the features.
void cal_linear_scores(struct cal_host* host, const struct cal_columns* columns, int n_classes,
                       const double* weight, double* score);

// Adds -(value - mean)^2 / (2 variance) to the scores; in sparse columns, only the difference
// between a stored element and a 0.
void cal_gaussian_scores(struct cal_host* host, const struct cal_columns* columns, int n_classes,
                         const double* mean, const double* variance, double* score);

#endif
