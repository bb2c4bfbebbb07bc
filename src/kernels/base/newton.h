#ifndef CALIBRANT_KERNELS_BASE_NEWTON_H
#define CALIBRANT_KERNELS_BASE_NEWTON_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"

enum cal_newton_status {
  CAL_NEWTON_EVALUATE,   // the function is wanted at `at`
  CAL_NEWTON_CONVERGED,  // `at` is the minimum, `value` the function there
  CAL_NEWTON_STALLED     // no step of any length decreases the function
};

// Minimises a smooth convex function of `n` parameters by Newton steps with backtracking. The
// function is evaluated by the caller, who may check for interrupts on the way: cal_newton_start(),
// then evaluate at `at` and call cal_newton_next() until it is not CAL_NEWTON_EVALUATE any more.
// The arrays are the caller's: `at` holds the start, `step` n, `factor` n * n numbers. Parameters
// with `fixed[j]` stay at their start; NULL fixes none. If the Hessian is singular, parameters that
// depend on earlier ones do not change. `has_minimum` says that a minimum exists, even if the
// function is flat: the search continues until its steps are short.
struct cal_newton {
  ptrdiff_t n;
  const int* fixed;
  bool has_minimum;
  double *at, *step, *factor;
  double value, slope, length, largest_step;
  int n_steps;
  ptrdiff_t first_rank, rank;
};

// A search that starts at zero, with scratch memory of the host.
struct cal_newton cal_newton_new(struct cal_host* host, ptrdiff_t n);

void cal_newton_start(struct cal_newton* newton);

// `gradient` and the full symmetric `hessian` are those at `at`; both are overwritten.
enum cal_newton_status cal_newton_next(struct cal_newton* newton, double value, double* gradient,
                                       double* hessian);

// Did the function fall without a minimum? Then the last step was long, or the Hessian lost rank.
// The features that the parameters multiply are of the order of 1.
bool cal_newton_diverged(const struct cal_newton* newton);

// Is the full symmetric matrix `a` of n rows positive definite, beyond rounding? `factor` is
// scratch for as many numbers.
bool cal_is_positive_definite(const double* a, ptrdiff_t n, double* factor);

#endif
