#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H

#include "kernels/base/host.h"
#include "kernels/classes/class-model.h"

// The middle of the sandwich: the scatter of the gradients of the trials within their classes, n x
// n numbers for n parameters. The weight of a trial multiplies its gradient. `expected` is the
// scatter of trials drawn anew by the model: at each point, classes k come in proportion to
// N_k exp(z_k), whatever the truth of its trials.
void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, double* observed, double* expected);

#endif
