#ifndef CALIBRANT_KERNELS_FIT_DENSITY_RATIO_H
#define CALIBRANT_KERNELS_FIT_DENSITY_RATIO_H

#include <stdbool.h>

#include "kernels/cost/cross-entropy.h"

// The empirical likelihood of LLRs of two classes that were sampled separately (Qin 1998; Qin and
// Zhang 1997). LLRs m = slope * llr + shift are calibrated if and only if the densities of the
// classes have p1 = e^m p2. All trials then carry information about p2, and the likelihood puts
// weights on them that sum to 1 in both classes: in proportion to 1 / (1 + share (e^m - 1)) under
// H2, times e^m under H1, where sum_i (e^m_i - 1) / (1 + share (e^m_i - 1)) = 0. The log likelihood
// is, up to a constant of the trials, sum_H1 m_i - sum_i ln(1 + share (e^m_i - 1)). It is greatest
// where the share is that of the H1 trials, and then that of logistic regression. Infinite LLRs
// stay infinite.
struct cal_density_ratio {
  double slope, shift, share, log_likelihood;
};

// At this slope and shift. Returns false if the likelihood is 0: all LLRs are on one side of 0, and
// not all at 0, or an infinite one is on the wrong side. `points` have trials of both classes; some
// may have none.
bool cal_density_ratio_at(const struct cal_points* points, double slope, double shift,
                          struct cal_density_ratio* found);

// Finds the greatest likelihood. If a threshold separates the finite LLRs of the classes, or
// divides them except for ties, the slope is infinite and the shift NaN, and the likelihood is the
// limit. Returns false if an infinite LLR is on the wrong side.
bool cal_density_ratio_fit(const struct cal_points* points, struct cal_density_ratio* found);

// Terms of the likelihood: e^llr - 1 for an LLR below 0 and 1 - e^-llr above.
double cal_density_gain(double llr);

// Twice the difference of the two log likelihoods, the greatest and that of the unchanged LLRs,
// whose gains are given: 0 or more, infinite if the likelihood of the latter is 0.
double cal_density_ratio_statistic(const struct cal_points* points, const double* gain);

// The weights of a trial with this LLR under H1 and under H2, up to a factor that all share.
void cal_density_weights(double llr, double share, double* h1, double* h2);

// The lower and the upper limit of each parameter, where twice the profile log likelihood is lower
// than that of `fit` by `drop`; infinite if it never is.
void cal_density_ratio_limits(const struct cal_points* points, const struct cal_density_ratio* fit,
                              double drop, double slope[2], double shift[2]);

#endif
