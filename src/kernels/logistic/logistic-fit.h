#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FIT_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FIT_H

#include "kernels/cost/cross-entropy.h"
#include "kernels/logistic/logistic.h"

// Calibration and fusion by prior-weighted logistic regression (see logistic.h for the objective),
// whatever the number of trials, ties, infinite inputs and weights.
//
// x[k * n + i] is input k of row i, in units of `ln_per_unit` nats; or, with `is_lr`, an LR of
// which the logarithm is the input (d = 1). No NaN. Rows stand for trials as in logistic.h. `prior`
// lies inside (0, 1), `lambda` is the number of pseudo-trials of Morrison and Poh (2018), 0 or
// more. May be NULL: `range`, the smallest and the largest value of each input; `totals`, numbers
// of trials by hypothesis where some are on no row; `points` (d = 1), which stand for all trials in
// the cross-entropy, in nats. With `by_points` only the points are fitted, and the fit fails if
// they do not suffice; the rows then only give the range of both hypotheses and the infinite
// inputs.
struct cal_fit_task {
  const double* x;
  ptrdiff_t n, d;
  double ln_per_unit;
  bool is_lr;
  const double *n_h1, *n_h2;
  const int* truth;
  const double* weight;
  const double *range, *totals;
  const struct cal_points* points;
  bool by_points;
  double prior, lambda;
};

enum cal_fit_status {
  CAL_FIT_FOUND,
  CAL_FIT_CLASH,      // a row claims opposite certainties
  CAL_FIT_CERTAIN,    // infinite inputs that are wrong
  CAL_FIT_CONSTANT,   // an input has less than two finite values
  CAL_FIT_SEPARABLE,  // the steeper, the better
  CAL_FIT_SIZE        // the minimum is not among the doubles
};

// The words after CAL_FIT_, in lower case.
extern const char cal_fit_status_name[][16];

// Results, with space for p = d + 1 coefficients (slopes per nat and the offset in nats) and p * p
// covariances: those of trials drawn anew by the fitted model (`vcov`), those of trials drawn anew
// from these ones, which allow for a wrong model (`vcov_sandwich`), and those of the Hessian.
// `correlation` has d * d, of the inputs with both hypotheses weighted equally, or is NULL; it is
// filled in for every status from CAL_FIT_SEPARABLE on. `cost` is that of the trials in nats,
// `minimum` includes the pseudo-trials. With CAL_FIT_CLASH, `n_clash` rows clash and `first` is the
// first of them; with CAL_FIT_CERTAIN, wrong[c] trials under hypothesis c are certain of the other;
// with CAL_FIT_CONSTANT, `first` is the first constant input.
struct cal_fit {
  double *coefficients, *vcov, *vcov_sandwich, *vcov_hessian, *correlation;
  double cost, minimum, wrong[2];
  ptrdiff_t n_clash, first;
  int n_steps;
};

enum cal_fit_status cal_logistic_fit(struct cal_host* host, const struct cal_fit_task* task,
                                     struct cal_fit* fit);

#endif
