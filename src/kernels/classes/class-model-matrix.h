#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_MATRIX_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_MATRIX_H

#include "kernels/classes/class-terms.h"

// The sums of the matrix family, over blocks of trials. Every pair of classes (k, l) adds, for each
// trial, its multiple of the same products of features x x': so the sums of all pairs are the
// product of two matrices with a column per trial, weights and products, of which the parts for one
// block stay in the nearest memory. The products with the constant feature are the features, so
// the gradient is one more row of weights per class.
ptrdiff_t cal_matrix_scratch(int n_classes);

// As cal_derivatives_add(), but the sums stay in the scratch until cal_matrix_finish().
void cal_matrix_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                    ptrdiff_t last, struct cal_derivatives* sums);
void cal_matrix_finish(const struct cal_class_model* model, struct cal_derivatives* sums);

// The same for the outer products of the gradients of the trials instead of the Hessian. A trial of
// weight w counts as w trials. `class_sums` has a row of parameters per class, to which their
// gradients are added.
void cal_matrix_scatter_add(const struct cal_class_model* model, const double* params,
                            ptrdiff_t first, ptrdiff_t last, struct cal_derivatives* sums,
                            double* class_sums);

// The same for the outer products that the model expects, see cal_class_expected_scatter().
void cal_matrix_expected_add(const struct cal_class_model* model, const double* params,
                             ptrdiff_t first, ptrdiff_t last, struct cal_derivatives* sums,
                             double* class_sums);

#endif
