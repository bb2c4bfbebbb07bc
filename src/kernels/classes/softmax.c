#include "kernels/classes/softmax.h"

#include <math.h>

void cal_logits(const struct cal_class_trials* trials, const double* log_prior, ptrdiff_t t,
                double* row) {
  for (int k = 0; k < trials->n_classes; ++k) {
    row[k] = trials->log_lik[k * trials->n + t] + log_prior[k];
  }
}

static double largest_but(const double* z, int n_classes, int i) {
  double top = -INFINITY;
  for (int k = 0; k < n_classes; ++k) {
    if (k != i) top = fmax(top, z[k]);
  }
  return top;
}

static double sum_exp_but(const double* z, int n_classes, int i, double base) {
  double sum = 0;
  for (int k = 0; k < n_classes; ++k) {
    if (k != i) sum += exp(z[k] - base);
  }
  return sum;
}

void cal_softmax(double* z, int n_classes) {
  const double top = largest_but(z, n_classes, -1);
  double sum = 0;
  for (int k = 0; k < n_classes; ++k) {
    z[k] = exp(z[k] - top);
    sum += z[k];
  }
  for (int k = 0; k < n_classes; ++k) z[k] /= sum;
}

void cal_class_posteriors(const struct cal_class_trials* trials, const double* log_prior,
                          double* row, double* posterior) {
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    cal_logits(trials, log_prior, t, row);
    cal_softmax(row, trials->n_classes);
    for (int k = 0; k < trials->n_classes; ++k) posterior[k * trials->n + t] = row[k];
  }
}

void cal_class_decisions(const struct cal_class_trials* trials, const double* log_prior,
                         int* decision) {
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    double top = -INFINITY;
    decision[t] = 0;
    for (int k = 0; k < trials->n_classes; ++k) {
      const double z = trials->log_lik[k * trials->n + t] + log_prior[k];
      if (z > top) {
        top = z;
        decision[t] = k + 1;
      }
    }
  }
}

// While no other class is more likely than class i, they are summed relative to it, so that a
// small cost loses no digits.
double cal_log_cost(const double* z, int n_classes, int i) {
  const double top = largest_but(z, n_classes, i);
  if (isinf(top)) return isinf(z[i]) ? (double)NAN : 0;
  const double sum = sum_exp_but(z, n_classes, i, fmax(top, z[i]));
  return top <= z[i] ? log1p(sum) : (top - z[i]) + log(sum + exp(z[i] - top));
}

void cal_class_costs(const struct cal_class_trials* trials, const double* log_prior, double* row,
                     double* cost) {
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    const int i = trials->truth[t] - 1;
    cost[t] = 0;
    if (isinf(log_prior[i])) continue;
    cal_logits(trials, log_prior, t, row);
    cost[t] = cal_log_cost(row, trials->n_classes, i);
  }
}

// The total of the priors is summed as the posteriors are, so that equal log-likelihoods give an
// LLR of exactly 0.
void cal_detection_llr(const struct cal_class_trials* trials, const double* log_prior, int target,
                       double* row, double* llr) {
  const int n_classes = trials->n_classes;
  const double top_prior = largest_but(log_prior, n_classes, target);
  const double log_total = log(sum_exp_but(log_prior, n_classes, target, top_prior));
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    const double own = trials->log_lik[target * trials->n + t];
    cal_logits(trials, log_prior, t, row);
    const double top = largest_but(row, n_classes, target);
    llr[t] = own - (top - top_prior);
    if (!isinf(top)) {
      llr[t] += log_total - log(sum_exp_but(row, n_classes, target, top));
    }
  }
}
