#ifndef CALIBRANT_KERNELS_CLASSES_SOFTMAX_H
#define CALIBRANT_KERNELS_CLASSES_SOFTMAX_H

#include <stddef.h>

// Trials of a recogniser of several classes. `log_lik[k * n + t]` is the natural log of the
// likelihood of class k in trial t, up to a constant per trial; -Inf is allowed, +Inf is not.
// `truth` counts the classes from one, as R does; functions that do not need it accept NULL.
struct cal_class_trials {
  const double* log_lik;
  const int* truth;
  ptrdiff_t n;
  int n_classes;
};

// In all functions, `log_prior` holds the logs of the prior probabilities up to a common
// constant, -Inf for a class that is excluded. A trial that excludes all classes the prior
// admits has no posterior. `row` is scratch for one number per class.

// Posterior probabilities, laid out as the log-likelihoods; NaN without a posterior. Brummer 2010,
// eq. 4.4.
void cal_class_posteriors(const struct cal_class_trials* trials, const double* log_prior,
                          double* row, double* posterior);

// The class of the greatest posterior, counted from one, the lowest of several; 0 without a
// posterior.
void cal_class_decisions(const struct cal_class_trials* trials, const double* log_prior,
                         int* decision);

// -ln P(true class) in nats of each trial of a class that the prior admits, 0 for all others.
// Infinite if the trial excludes its true class, NaN without a posterior. Exact to relative
// precision if it is small.
void cal_class_costs(const struct cal_class_trials* trials, const double* log_prior, double* row,
                     double* cost);

// Log-likelihood ratios (natural log) of class `target`, counted from zero, against the other
// classes that the prior admits, at least one, weighted by their priors; that of the target does
// not matter. NaN if the trial excludes all of them.
void cal_detection_llr(const struct cal_class_trials* trials, const double* log_prior, int target,
                       double* row, double* llr);

// The same ratios for all targets, a column each; `row` is scratch for four numbers per class.
void cal_detection_llrs(const struct cal_class_trials* trials, const double* log_prior, double* row,
                        double* llr);

// For each target, the trial with the smallest of these ratios, then for each that with the
// largest: the first of several, counted from one; 0 without trials. Log-likelihoods and priors are
// finite; `row` is scratch for nine numbers per class.
void cal_outermost_trials(const struct cal_class_trials* trials, const double* log_prior,
                          double* row, int* at);

// Writes the logits of trial `t`, log-likelihood plus log prior, to `row`.
void cal_logits(const struct cal_class_trials* trials, const double* log_prior, ptrdiff_t t,
                double* row);

// -ln softmax_i(z): the cost of class i, counted from zero, at the logits z. NaN if all are -Inf.
double cal_log_cost(const double* z, int n_classes, int i);

// Turns logits into probabilities in place; NaN if all are -Inf.
void cal_softmax(double* z, int n_classes);

// Turns logits into probabilities and returns the cost of class i.
double cal_softmax_cost(double* z, int n_classes, int i);

#endif
