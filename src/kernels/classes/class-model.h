#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_MODEL_H

#include <stddef.h>

#include "kernels/base/sum.h"

// Families of maps from the log-likelihoods w of K classes to new ones z, and their parameters.
// The offset of the last class is 0 in all of them. Brummer 2010, eq. 8.16, 8.19 and 8.20.
enum cal_family {
  // z = sum_m alpha_m w_m + b over M recognisers: alpha (M), b (K - 1).
  CAL_SHARED,
  // z_k = a_k u_k + b_k, where u is w less its mean: a (K), b (K - 1).
  CAL_VECTOR,
  // z_k = sum_{j < K} A_kj u_j + b_k, z_K = 0: for each k < K the A_kj (K - 1) and b_k.
  CAL_MATRIX
};

// Trials and criterion of a fit. `log_lik[m]` is laid out as in `struct cal_class_trials` and is
// multiplied by `scale[m]`. -Inf is allowed in the shared family, but not for the true class; it
// stays -Inf. `class_weight[i]` > 0 is the weight of each trial of class i, and `trial_weight[t]`
// that of trial t within its class, NULL where all are 1; `log_prior` is finite.
struct cal_class_model {
  enum cal_family family;
  const double* const* log_lik;
  const double* scale;
  int n_recognisers, n_classes;
  const int* truth;
  ptrdiff_t n;
  const double *class_weight, *trial_weight, *log_prior;
};

// Weighted sum of -ln P(true class) in nats with its gradient and Hessian (row by row, symmetric)
// in the parameters. `margin` is the smallest lead of the true class over the others in z.
struct cal_derivatives {
  struct cal_sum value;
  double margin;
  double *gradient, *hessian, *scratch;
};

// How far classes lie from the true one in the trials of recogniser m, before scaling: the largest
// finite lead of another class over the true one, the largest of the true one over another, and
// the smallest that is not 0. Each is 0 where there is none.
struct cal_class_leads {
  double wrong, right, least;
};

struct cal_class_leads cal_class_leads_find(const struct cal_class_model* model, int m);

// The power of two that brings `wrong`, or `least` where nothing is wrong, to at most 1: the
// parameters of a minimum are then of moderate size, for nothing bounds them but what is wrong.
double cal_class_scale(struct cal_class_leads leads);

// Beyond this, scaled log-likelihoods are cut: their squares must not overflow, and no cost can
// tell them from greater ones.
#define CAL_CLASS_LARGEST_FEATURE 1e140

static inline double cal_class_bound(double x) {
  const double below = x < CAL_CLASS_LARGEST_FEATURE ? x : CAL_CLASS_LARGEST_FEATURE;
  return below > -CAL_CLASS_LARGEST_FEATURE ? below : -CAL_CLASS_LARGEST_FEATURE;
}

// The weight of trial t within its class, and in the criterion.
static inline double cal_trial_weight(const struct cal_class_model* model, ptrdiff_t t) {
  return model->trial_weight == NULL ? 1 : model->trial_weight[t];
}

static inline double cal_class_weight(const struct cal_class_model* model, ptrdiff_t t) {
  return cal_trial_weight(model, t) * model->class_weight[model->truth[t] - 1];
}

ptrdiff_t cal_class_model_n_params(const struct cal_class_model* model);

// How many doubles `scratch` must hold; the other arrays have room for the parameters, and for
// their square. All are the caller's.
ptrdiff_t cal_class_model_scratch(const struct cal_class_model* model);

// The sums over all trials: clear, add ranges of trials `first <= t < last` in any order, finish.
void cal_derivatives_clear(const struct cal_class_model* model, struct cal_derivatives* sums);
void cal_derivatives_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                         ptrdiff_t last, struct cal_derivatives* sums);
void cal_derivatives_finish(const struct cal_class_model* model, struct cal_derivatives* sums);

// Features and logits of trial t, without the prior. `x` has room for n_classes numbers per
// recogniser. In the shared family x[m * n_classes + k] is what alpha_m multiplies in class k; in
// the others x[k] is u_k, but in the matrix family x[n_classes - 1] is 1, for the offset. `z` has
// room for the logits.
void cal_class_read(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                    double* x, double* z);

// What a step changes in the leads of the true class: the least gain of all, and the largest change
// where the lead at `params` is not so large that the cost of the trial is zero.
struct cal_class_reach {
  double least, largest;
};

// Over trials `first <= t < last`, added to what `reach` holds; it starts as {INFINITY, 0}. Uses
// the scratch of the sums.
void cal_class_reach_add(const struct cal_class_model* model, const double* params,
                         const double* step, ptrdiff_t first, ptrdiff_t last, double* scratch,
                         struct cal_class_reach* reach);

#endif
