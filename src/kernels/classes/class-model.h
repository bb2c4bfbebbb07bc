#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_H

#include "kernels/classes/class-terms.h"

// Distances of the classes from the true one in the trials of recogniser m, before scaling: the
// largest finite lead of another class over the true one, the largest of the true one over another,
// and the smallest that is not 0. Each is 0 if there is none.
struct cal_class_leads {
  double wrong, right, least;
};

struct cal_class_leads cal_class_leads_find(const struct cal_class_model* model, int m);

// The power of two that brings `wrong`, or `least` if nothing is wrong, to at most 1. The
// parameters of a minimum are then of moderate size: only the wrong trials bound them.
double cal_class_scale(struct cal_class_leads leads);

ptrdiff_t cal_class_model_n_params(const struct cal_class_model* model);

// Number of doubles that `scratch` must hold; the other arrays have space for the parameters, and
// for their square. All are the caller's.
ptrdiff_t cal_class_model_scratch(const struct cal_class_model* model);

// The sums over all trials: clear, add ranges of trials `first <= t < last` in any order, finish.
// Finished sums of other trials can be merged.
void cal_derivatives_clear(const struct cal_class_model* model, struct cal_derivatives* sums);
void cal_derivatives_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                         ptrdiff_t last, struct cal_derivatives* sums);
void cal_derivatives_finish(const struct cal_class_model* model, struct cal_derivatives* sums);
void cal_derivatives_merge(const struct cal_class_model* model, struct cal_derivatives* sums,
                           const struct cal_derivatives* other);

// Features and logits of trial t, without the prior. `x` has space for n_classes numbers per
// recogniser. In the shared family alpha_m multiplies x[m * n_classes + k] in class k. In the
// others x[k] is u_k, except that x[n_classes - 1] is 1 in the matrix family, for the offset. `z`
// has space for the logits.
void cal_class_read(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                    double* x, double* z);

// Effect of a step on the leads of the true class: the least gain of all, and the largest change
// among trials whose lead at `params` is not so large that their cost is zero.
struct cal_class_reach {
  double least, largest;
};

// Updates `reach` by the trials `first <= t < last`; it starts as {INFINITY, 0}. Uses the scratch
// of the sums.
void cal_class_reach_add(const struct cal_class_model* model, const double* params,
                         const double* step, ptrdiff_t first, ptrdiff_t last, double* scratch,
                         struct cal_class_reach* reach);

#endif
