// Posteriors, decisions, costs and detection LLRs of trials of many classes, from their logits.
#include "kernels/classes/softmax.h"

#include <math.h>
#include <stdbool.h>

void cal_logits(const struct cal_class_trials* trials, const double* log_prior, ptrdiff_t t,
                double* row) {
  for (int k = 0; k < trials->n_classes; ++k) {
    row[k] = trials->log_lik[k * trials->n + t] + log_prior[k];
  }
}

static double largest_but(const double* z, int n_classes, int i) {
  double top = -INFINITY;
  for (int k = 0; k < n_classes; ++k) {
    if (k != i && z[k] > top) top = z[k];
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

// While no other class is more likely than the true one, they are summed relative to it, so that a
// small cost loses no digits. `rest` and `own` are sums of e^z relative to the larger of the logits
// `top`, of the others, and `z`.
static double cost_of(double z, double top, double own, double rest) {
  if (isinf(top)) return isinf(z) ? (double)NAN : 0;
  return top <= z ? log1p(rest) : (top - z) + log(rest + own);
}

double cal_log_cost(const double* z, int n_classes, int i) {
  const double top = largest_but(z, n_classes, i), base = fmax(top, z[i]);
  return cost_of(z[i], top, top <= z[i] ? 1 : exp(z[i] - base), sum_exp_but(z, n_classes, i, base));
}

double cal_softmax_cost(double* z, int n_classes, int i) {
  const double logit = z[i], top = largest_but(z, n_classes, i), base = fmax(top, logit);
  double sum = 0, rest = 0;
  for (int k = 0; k < n_classes; ++k) {
    z[k] = exp(z[k] - base);
    sum += z[k];
    if (k != i) rest += z[k];
  }
  const double cost = cost_of(logit, top, z[i], rest);
  for (int k = 0; k < n_classes; ++k) z[k] /= sum;
  return cost;
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

// Share of the prior in the LLRs of a target. The total is summed in the order of the posteriors,
// so that equal log-likelihoods give an LLR of exactly 0.
struct rest {
  double top_prior, log_total;
};

static struct rest rest_of(const double* log_prior, int n_classes, int target) {
  const double top = largest_but(log_prior, n_classes, target);
  return (struct rest){top, log(sum_exp_but(log_prior, n_classes, target, top))};
}

// `sum` is that of the other classes, relative to the `top` of their logits.
static double rest_llr(const struct rest* rest, double own, double top, double sum) {
  const double llr = own - (top - rest->top_prior);
  return isinf(top) ? llr : llr + (rest->log_total - log(sum));
}

void cal_detection_llr(const struct cal_class_trials* trials, const double* log_prior, int target,
                       double* row, double* llr) {
  const int n_classes = trials->n_classes;
  const struct rest rest = rest_of(log_prior, n_classes, target);
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    cal_logits(trials, log_prior, t, row);
    const double top = largest_but(row, n_classes, target);
    llr[t] = rest_llr(&rest, trials->log_lik[target * trials->n + t], top,
                      sum_exp_but(row, n_classes, target, top));
  }
}

static double sum_but(const double* x, int n_classes, int i) {
  double sum = 0;
  for (int k = 0; k < n_classes; ++k) {
    if (k != i) sum += x[k];
  }
  return sum;
}

static int largest_at(const double* z, int n_classes) {
  int at = 0;
  for (int k = 1; k < n_classes; ++k) at = z[k] > z[at] ? k : at;
  return at;
}

// The numbers of `rest_of()` for every target, two for each.
static void rests_of(const double* log_prior, int n_classes, double* priors) {
  for (int k = 0; k < n_classes; ++k) {
    const struct rest rest = rest_of(log_prior, n_classes, k);
    priors[2 * k] = rest.top_prior;
    priors[2 * k + 1] = rest.log_total;
  }
}

// LLRs of all targets in trial t, in steps of `step` numbers; `row` holds its logits, and space for
// their powers before the numbers of `rests_of()`. All targets but the most probable have the same
// class at the top of the others.
static void all_llrs(const struct cal_class_trials* trials, ptrdiff_t t, double* row, double* llr,
                     ptrdiff_t step) {
  const int n_classes = trials->n_classes, first = largest_at(row, n_classes);
  double *power = row + n_classes, *priors = power + n_classes;
  for (int k = 0; k < n_classes; ++k) power[k] = exp(row[k] - row[first]);
  for (int k = 0; k < n_classes; ++k) {
    const struct rest rest = {priors[2 * k], priors[2 * k + 1]};
    const double own = trials->log_lik[k * trials->n + t];
    const double top = k == first ? largest_but(row, n_classes, k) : row[first];
    const double sum =
        k == first ? sum_exp_but(row, n_classes, k, top) : sum_but(power, n_classes, k);
    llr[k * step] = rest_llr(&rest, own, top, sum);
  }
}

void cal_detection_llrs(const struct cal_class_trials* trials, const double* log_prior, double* row,
                        double* llr) {
  rests_of(log_prior, trials->n_classes, row + 2 * trials->n_classes);
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    cal_logits(trials, log_prior, t, row);
    all_llrs(trials, t, row, llr + t, trials->n);
  }
}

// May trial t, of these logits, have the smallest or the largest LLR of a class? The others of a
// class are as likely together as the most probable one, or up to K - 1 times more. `low` and
// `high` have the extremes of the leads over that one; `slack` is log(K - 1) and rounding.
static bool may_be_outermost(const double* row, int n_classes, double slack, double* low,
                             double* high) {
  const int first = largest_at(row, n_classes);
  const double second = largest_but(row, n_classes, first);
  bool found = false;
  for (int k = 0; k < n_classes; ++k) {
    const double lead = row[k] - (k == first ? second : row[first]);
    const double room = slack + 1e-12 * fabs(lead);
    found = found || lead < low[k] + room || lead > high[k] - room;
    low[k] = lead < low[k] ? lead : low[k];
    high[k] = lead > high[k] ? lead : high[k];
  }
  return found;
}

void cal_outermost_trials(const struct cal_class_trials* trials, const double* log_prior,
                          double* row, int* at) {
  const int n_classes = trials->n_classes;
  const double slack = log(n_classes - 1) + 1e-12;
  double *low = row + 4 * n_classes, *high = low + n_classes, *least = high + n_classes,
         *most = least + n_classes, *llr = most + n_classes;
  rests_of(log_prior, n_classes, row + 2 * n_classes);
  for (int k = 0; k < n_classes; ++k) {
    low[k] = least[k] = INFINITY;
    high[k] = most[k] = -INFINITY;
    at[k] = at[n_classes + k] = 0;
  }
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    cal_logits(trials, log_prior, t, row);
    if (!may_be_outermost(row, n_classes, slack, low, high)) continue;
    all_llrs(trials, t, row, llr, 1);
    for (int k = 0; k < n_classes; ++k) {
      if (llr[k] < least[k]) at[k] = (int)t + 1;
      if (llr[k] > most[k]) at[n_classes + k] = (int)t + 1;
      least[k] = fmin(least[k], llr[k]);
      most[k] = fmax(most[k], llr[k]);
    }
  }
}
