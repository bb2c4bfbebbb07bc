#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H

#include "kernels/base/host.h"
#include "kernels/classes/class-model.h"

// The middle of the sandwich: what the gradients of the trials scatter within their classes, n x n
// numbers in `outer` for n parameters. The weight of a trial multiplies its gradient.
void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, double* outer);

#endif
