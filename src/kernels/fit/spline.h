#ifndef CALIBRANT_KERNELS_FIT_SPLINE_H
#define CALIBRANT_KERNELS_FIT_SPLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"

enum { CAL_SPLINE_KNOTS = 32 };

// A rising function f whose slope is linear between ascending knots and constant beyond them: a
// quadratic spline. theta[0] is f at the first knot, theta[1 + j] >= 0 the slope at knot j. It
// rises if and only if these slopes are not negative.
struct cal_spline {
  const double* knots;
  ptrdiff_t n_knots;  // 2 to CAL_SPLINE_KNOTS, where it is fitted
};

// Rows of ascending finite x with the weights h1[i] under H1 and h2[i] under H2; one trial has the
// weights `each_h1` and `each_h2`. A row with a number of trials below 1 counts as one trial,
// unless the rows are nodes (compress.h, in bins that no knot cuts), which stand for trials of
// these weights, and whose own weights may be negative.
struct cal_spline_rows {
  const double *x, *h1, *h2;
  ptrdiff_t n;
  double each_h1, each_h2, log_odds;
  bool are_nodes;
};

// Results besides theta: the objective without and with its penalty; the cost of each trial by the
// fit without it (nats, summed by weight), to first order (Rad and Maleki 2020); the effective
// degrees of freedom; the number of Newton steps.
struct cal_spline_end {
  double objective, minimum, left_out, df;
  int n_steps;
};

// Minimises  sum_i h1[i] softplus(-z_i) + h2[i] softplus(z_i) + penalty / 2 integral of f''(x)^2,
// z_i = f(x_i) + log_odds, over rising splines, by projected Newton steps (Bertsekas 1982).
// `theta`, 1 + n_knots numbers, holds the start. There is a minimum for each positive penalty where
// the rows have one among lines.
//
// `vcov`, of (1 + n_knots)^2 numbers or NULL, becomes the covariance of theta for fixed numbers of
// trials of both hypotheses, with the bias that the penalty may cause: P^-1 (B + S) P^-1, P the
// curvature of the objective, B the covariance of the gradient where the fit is right (each
// hypothesis about its mean), S = penalty^2 / 2 times the matrix of the integral, the variance of
// its gradient where the slope is a Brownian motion of variance 1/2 in a unit of x. Slopes of 0 are
// treated like the others.
struct cal_spline_end cal_spline_fit(struct cal_host* host, const struct cal_spline* spline,
                                     const struct cal_spline_rows* rows, double penalty,
                                     double* theta, double* vcov);

// f at each x, none of them NaN; here there may be any number of knots. `out` may be `x`.
void cal_spline_at(struct cal_host* host, const struct cal_spline* spline, const double* theta,
                   const double* x, ptrdiff_t n, double* out);

#endif
