#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/base/newton.h"
#include "kernels/base/sum.h"
#include "kernels/base/trials.h"

// Frame of an input in logistic regression: (x * unit - centre) * scale, at most `far` from zero.
struct cal_frame {
  double unit, centre, scale, far;
};

// Prior-weighted logistic regression: minimises over theta, d slopes and an offset,
//   sum_i h1[i] softplus(-z_i) + h2[i] softplus(z_i)   (nats),
//   z_i = slopes . x_i + offset + log_odds.
// Brummer 2010, eq. 8.16 and 8.17. Input k of row i is x[k * n + i], finite, in the frame k;
// `frame` may be NULL.
//
// Row i stands for n_h1[i] trials under H1 and n_h2[i] under H2; `has_negative` says that some
// numbers may be negative. If `truth` is not NULL, row i stands for one trial, under H1 if truth[i]
// is 1 and under H2 if it is 0. The trial counts as weight[i], or as one if `weight` is NULL. A
// trial under hypothesis c adds each_h1[c] to h1 and each_h2[c] to h2.
struct cal_logistic {
  const double* x;
  const struct cal_frame* frame;
  ptrdiff_t n, d;
  const double *n_h1, *n_h2;
  bool has_negative;
  const int* truth;
  const double* weight;
  double each_h1[2], each_h2[2], log_odds;
};

// The objective at some theta with its gradient and Hessian (row by row, symmetric). `margin` is
// the lowest z of a row with H1 weight minus the highest one with H2 weight: if it is positive and
// no weight is negative, there is no minimum. With `derivatives_only` there are neither a value nor
// a margin, which takes a third less time. `wrong` is the greatest z of a row with trials under H2,
// or -z of one with trials under H1.
struct cal_logistic_sums {
  bool derivatives_only;
  struct cal_sum value;
  double lowest_h1[8], highest_h2[8], margin, wrong;
  double *gradient, *hessian, *scratch;
};

// Sums for d inputs, with scratch memory of the host.
struct cal_logistic_sums cal_logistic_sums_new(struct cal_host* host, ptrdiff_t d);

// Fills them in.
void cal_logistic_evaluate(struct cal_host* host, const struct cal_logistic* problem,
                           const double* theta, struct cal_logistic_sums* sums);

// The objective where theta is 0.
double cal_logistic_at_zero(const struct cal_logistic* problem);

// Numbers or weights of the trials on the rows, by hypothesis.
void cal_logistic_totals(const struct cal_logistic* problem, double totals[2]);

// Newton's method from the current point of `newton`, without safeguards: for few rows.
enum cal_newton_status cal_logistic_minimise(struct cal_host* host,
                                             const struct cal_logistic* problem,
                                             struct cal_newton* newton,
                                             struct cal_logistic_sums* sums);

#endif
