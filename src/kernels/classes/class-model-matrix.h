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

// The same for the outer products of the gradients of the trials instead of the Hessian, as they
// are and as the model expects them, see cal_class_scatter(). The class sums of the expected ones
// stay in the scratch until cal_matrix_expected_finish().
void cal_matrix_scatter_add(const struct cal_class_model* model, const double* params,
                            ptrdiff_t first, ptrdiff_t last, struct cal_scatter* observed,
                            struct cal_scatter* expected);
void cal_matrix_expected_finish(const struct cal_class_model* model, struct cal_scatter* expected);

#endif
