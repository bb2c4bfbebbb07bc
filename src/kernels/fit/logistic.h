#ifndef CALIBRANT_KERNELS_FIT_LOGISTIC_H
#define CALIBRANT_KERNELS_FIT_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/newton.h"
#include "kernels/base/sum.h"

// An input as logistic regression sees it: (x * unit - centre) * scale, at most `far` from zero.
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
// numbers may be negative. Where `truth` is given it stands for one trial instead, under H1 if
// truth[i] is 1, under H2 if it is 0, that counts as weight[i], or as one if `weight` is NULL. A
// trial under H1 adds each_h1[0] to h1 and each_h2[0] to h2, one under H2 each_h1[1] and
// each_h2[1].
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

// The objective at some theta with its gradient and Hessian (row by row, symmetric). `margin` is by
// how much the lowest z of a row with H1 weight exceeds the highest one with H2 weight: where it
// is positive and no weight negative, there is no minimum. With `derivatives_only` there are
// neither a value nor a margin, which takes a third less time.
struct cal_logistic_sums {
  bool derivatives_only;
  struct cal_sum value;
  double lowest_h1[8], highest_h2[8], margin;
  double *gradient, *hessian, *scratch;
};

// How many doubles `scratch` must hold for d inputs. `gradient` and `hessian` have room for d + 1
// and its square. All are the caller's.
ptrdiff_t cal_logistic_scratch(ptrdiff_t d);

// Sums over all rows: clear, add ranges of rows `first <= i < last` in any order, finish.
void cal_logistic_clear(const struct cal_logistic* problem, struct cal_logistic_sums* sums);
void cal_logistic_add(const struct cal_logistic* problem, const double* theta, ptrdiff_t first,
                      ptrdiff_t last, struct cal_logistic_sums* sums);
void cal_logistic_finish(const struct cal_logistic* problem, struct cal_logistic_sums* sums);

// Instead of the objective: the products of the inputs and of 1, over trials that weigh each_h1[0]
// under H1 and each_h2[1] under H2, go where the Hessian would.
void cal_logistic_products_add(const struct cal_logistic* problem, const double* theta,
                               ptrdiff_t first, ptrdiff_t last, struct cal_logistic_sums* sums);

// The objective where theta is 0.
double cal_logistic_at_zero(const struct cal_logistic* problem);

// What standard errors and the cost of the fit need, trials being what a row stands for: the
// sums, over trials under H1 [0] and H2 [1], of softplus(-z) or softplus(z), the `cost`; of the
// probability of the other hypothesis times x, the constant last, the `slope`; and of the `outer`
// product of the latter with itself, times share[0] or share[1]. The objective comes along.
struct cal_logistic_scatter {
  double share[2];
  struct cal_sum cost[2];
  double *slope[2], *outer;
  struct cal_logistic_sums* sums;
};

// As above: clear, add, finish.
void cal_logistic_scatter_clear(const struct cal_logistic* problem,
                                struct cal_logistic_scatter* scatter);
void cal_logistic_scatter_add(const struct cal_logistic* problem, const double* theta,
                              ptrdiff_t first, ptrdiff_t last,
                              struct cal_logistic_scatter* scatter);
void cal_logistic_scatter_finish(const struct cal_logistic* problem,
                                 struct cal_logistic_scatter* scatter);

// Trials that stand for all in a first search: every step[0]-th under H2 and every step[1]-th under
// H1, which are `n_thin` in all, as columns of `x`, `truth` and (unless NULL) `weight`.
void cal_logistic_thin(const struct cal_logistic* problem, const ptrdiff_t step[2],
                       ptrdiff_t n_thin, double* x, int* truth, double* weight);

// A quadratic that makes the objective of such a sample that of all trials, near the place `at`
// of p parameters: its `gradient` and `hessian` there are those of all less those of the sample.
// What is left differs in the third derivative only, and in that little. So where Newton's method
// squares the distance e of `at` from the minimum, the minimum of the sample so tilted is at a
// distance of e^2 times the relative error of the sample, for one pass over all trials.
struct cal_logistic_tilt {
  ptrdiff_t p;
  double *at, *gradient, *hessian;
};

// Adds it, at theta, to finished sums.
void cal_logistic_tilt(const struct cal_logistic_tilt* tilt, const double* theta,
                       struct cal_logistic_sums* sums);

// The minimum in one call, for few rows. `newton` starts with a guess; see there for its arrays.
enum cal_newton_status cal_logistic(const struct cal_logistic* problem, struct cal_newton* newton,
                                    struct cal_logistic_sums* sums);

#endif
