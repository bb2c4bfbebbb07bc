#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_FIT_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_FIT_H

#include "kernels/classes/class-search.h"

void cal_class_fit(struct cal_host* host, const struct cal_class_problem* problem,
                   struct cal_class_solution* solution);

// The criterion at some parameters. The arrays of `sums` are scratch memory of the host.
void cal_class_criterion(struct cal_host* host, const struct cal_class_problem* problem,
                         const double* params, struct cal_derivatives* sums);

// The mean over the recognisers of their best affine maps, with scales of 0 or more, as parameters
// of the problem's family; fixed parameters are 0. By convexity, the cost of this mean is at most
// the mean cost of the maps, if no parameter is fixed.
void cal_class_start_by_parts(struct cal_host* host, const struct cal_class_problem* problem,
                              double* params);

#endif
