#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_FIT_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_FIT_H

#include <stdbool.h>

#include "kernels/base/host.h"
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

// Where the criterion is least. `params` is the caller's, with room for the parameters; `value` is
// in nats, with the penalty.
struct cal_class_solution {
  double *params, value;
  // Whether `params` is a minimum, to rounding. If not, no better place was found.
  bool converged;
  // Whether the true class leads in every trial, so that the criterion falls to 0 for ever.
  bool separated;
  // Whether it falls for ever, be it to 0 or to a larger infimum. There is then no minimum.
  bool diverged;
  // Whether the bound on the scale holds it at 0.
  bool at_bound;
  int n_steps;
  // How many parameters the trials determine.
  ptrdiff_t rank;
  // Whether log-likelihoods lie so far apart that rounding hides the rank: then no rank says that
  // parameters are not determined or that the criterion falls for ever.
  bool blurred;
  // Whether there is a minimum for certain, because the criterion has been seen to rise again.
  bool enclosed;
};

void cal_class_fit(struct cal_host* host, const struct cal_class_problem* problem,
                   struct cal_class_solution* solution);

// The criterion at some parameters. The arrays of `sums` are rooms of the host.
void cal_class_criterion(struct cal_host* host, const struct cal_class_problem* problem,
                         const double* params, struct cal_derivatives* sums);

#endif
