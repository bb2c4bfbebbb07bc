#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_SEARCH_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_SEARCH_H

#include <stdbool.h>

#include "kernels/base/host.h"
#include "kernels/base/newton.h"
#include "kernels/classes/class-model.h"

// A criterion to be minimised: that of the model and, unless `penalty` is NULL, half the quadratic
// form of `penalty` (n x n for n parameters, symmetric) in the distance from `target`. Parameters
// with `fixed[j]` stay 0; NULL fixes none. `bounded` asks that the scale of the one recogniser of a
// shared family be not negative.
struct cal_class_problem {
  struct cal_class_model model;
  const double *penalty, *target;
  const int* fixed;
  bool bounded;
};

// Minimum of the criterion. `params` is the caller's, with space for the parameters; `value` is in
// nats, with the penalty.
struct cal_class_solution {
  double *params, value;
  // Is `params` a minimum, to rounding? If not, no better place was found.
  bool converged;
  // Does the true class lead in every trial, so that the criterion falls towards 0 without end?
  bool separated;
  // Does the criterion fall without end, to 0 or to a larger infimum? Then there is no minimum.
  bool diverged;
  // Does the bound on the scale hold it at 0?
  bool at_bound;
  int n_steps;
  // Number of parameters that the trials determine.
  ptrdiff_t rank;
  // Are log-likelihoods so far apart that rounding hides the rank? Then the rank does not show
  // whether parameters are undetermined or the criterion falls for ever.
  bool blurred;
  // Does a minimum certainly exist, because the criterion was seen to rise again?
  bool enclosed;
};

// One search for the minimum: a problem and all its scratch memory, so that the search can continue
// with other trials of the same classes. Many trials are summed in parts, `more` of them beside
// `sums`. A new search does not know the largest feature, which is then INFINITY.
struct cal_class_search {
  struct cal_host* host;
  const struct cal_class_problem* problem;
  struct cal_derivatives sums, *more;
  ptrdiff_t n_parts;
  struct cal_newton newton;
  double* before;
  ptrdiff_t n_params;
  double largest_feature;
};

struct cal_class_search cal_class_search_new(struct cal_host* host,
                                             const struct cal_class_problem* problem);

// Number of trials in a piece of work between two pulses.
ptrdiff_t cal_class_piece(ptrdiff_t n_params);

// The criterion and its derivatives at `params`, to `sums`.
void cal_class_evaluate(struct cal_class_search* search, const double* params);

// Searches from `solution->params` to the minimum, and fills in the solution except `at_bound`. The
// caller says if it is `blurred` or `enclosed`.
void cal_class_minimise(struct cal_class_search* search, struct cal_class_solution* solution);

#endif
