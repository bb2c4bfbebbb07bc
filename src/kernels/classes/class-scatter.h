#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_SCATTER_H

#include <stdbool.h>

#include "kernels/base/host.h"
#include "kernels/classes/class-model.h"

// The middle of the sandwich: what the gradients of the trials scatter within their classes, n x n
// numbers in `outer` for n parameters. The weight of a trial multiplies its gradient. Or what they
// would scatter if trials were drawn anew from where the model has `expected` them: of those at a
// point, N_k exp(z_k) in proportion are then of class k, whatever their truth.
void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, bool expected, double* outer);

#endif
