#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_SEARCH_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_SEARCH_H

#include "kernels/base/newton.h"
#include "kernels/classes/class-fit.h"

// One search of the minimum: a problem and the rooms that all evaluations of it share. A new one
// does not know the largest feature, which is then INFINITY.
struct cal_class_search {
  struct cal_host* host;
  const struct cal_class_problem* problem;
  struct cal_derivatives sums;
  ptrdiff_t n_params;
  double largest_feature;
};

struct cal_class_search cal_class_search_new(struct cal_host* host,
                                             const struct cal_class_problem* problem);

// How many trials make a piece of work between two pulses.
ptrdiff_t cal_class_piece(ptrdiff_t n_params);

// The criterion and its derivatives at `params`, to `sums`.
void cal_class_evaluate(struct cal_class_search* search, const double* params);

// From `solution->params` to the minimum, and what there is to say about it but `at_bound`. The
// caller says whether it is `blurred` or `enclosed`.
void cal_class_minimise(struct cal_class_search* search, struct cal_class_solution* solution);

#endif
