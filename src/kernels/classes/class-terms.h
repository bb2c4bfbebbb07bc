#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_TERMS_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_TERMS_H

#include <stddef.h>

#include "kernels/base/inline.h"
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

// Sums of the outer products of the gradients of trials, as the Hessian of `sums`, and of these
// gradients: a row of parameters per class.
struct cal_scatter {
  struct cal_derivatives sums;
  double* class_sums;
};

// With posteriors p, weights c of the classes, and S = sum_j c_j p_j: the sums over the class j of
// c_j p_j (p_k - [j = k]) (p_l - [j = l]), for k = l and for k != l. A posterior near 1 comes with
// the sums of p and c p over all other classes, since a difference from the whole would lose
// digits.
CAL_INLINE double cal_expected_square(double p, double others, double c, double others_c) {
  return p * (c * others * others + p * others_c);
}

CAL_INLINE double cal_expected_product(double p_k, double p_l, double c_k, double c_l, double all) {
  return p_k * p_l * (all - (c_k + c_l));
}

// Limit of scaled log-likelihoods, which are cut there: their squares must not overflow, and no
// cost differs from that of larger ones.
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

#endif
