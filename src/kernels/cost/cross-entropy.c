#include "kernels/cost/cross-entropy.h"

#include <math.h>

#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"
#include "kernels/cost/cross-entropy-curve.h"

double cal_softplus(double x) { return fmax(x, 0) + log1p(exp(-fabs(x))); }

void cal_cross_entropy(const struct cal_points* points, double log_odds, double* h1, double* h2) {
  struct cal_sum sum_h1 = {0}, sum_h2 = {0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double posterior = points->llr[i] + log_odds;
    const double both = log1p(exp(-fabs(posterior)));
    // A class that is absent here must not turn an infinite cost into NaN. Dividing each term
    // keeps the mean of the largest doubles finite.
    if (points->n_h1[i] != 0) {
      cal_sum_add(&sum_h1, (both + fmax(-posterior, 0)) * (points->n_h1[i] / points->total_h1));
    }
    if (points->n_h2[i] != 0) {
      cal_sum_add(&sum_h2, (both + fmax(posterior, 0)) * (points->n_h2[i] / points->total_h2));
    }
  }
  *h1 = cal_sum_value(sum_h1);
  *h2 = cal_sum_value(sum_h2);
}

double cal_ece(const struct cal_points* points, double log_odds) {
  if (isinf(log_odds)) return 0;
  double h1, h2;
  cal_cross_entropy(points, log_odds, &h1, &h2);
  return cal_weigh_costs(log_odds, h1, h2);
}

// ln(1 - prior + prior LR): the part of an LLR in the cost of an H2 trial. `gain` is LR - 1.
static double cost_h2(double llr, double gain, double log_odds, double prior) {
  if (llr > 30) return cal_softplus(llr + log_odds) - cal_softplus(log_odds);
  return log1p(prior * gain);
}

// ln(1 - prior + prior LR) - llr: the same for an H1 trial.
static double cost_h1(double llr, double gain, double log_odds, double prior) {
  if (llr > 30) return cal_softplus(-(llr + log_odds)) - cal_softplus(-log_odds);
  return cost_h2(llr, gain, log_odds, prior) - llr;
}

// The excess for log-odds <= 0, and the part of the H2 trials in it; `flip` swaps the hypotheses,
// for the other half of the axis, and `gains` are those of the LRs so swapped, NULL where they are
// not known.
static double excess_below_even(const struct cal_points* points, const double* gains,
                                double log_odds, int flip, double* of_other) {
  const double* n_h1 = flip ? points->n_h2 : points->n_h1;
  const double* n_h2 = flip ? points->n_h1 : points->n_h2;
  const double total_h1 = flip ? points->total_h2 : points->total_h1;
  const double total_h2 = flip ? points->total_h1 : points->total_h2;
  const double prior = exp(-cal_softplus(-log_odds));
  const double weight_h2 = exp(-cal_softplus(log_odds)) / prior;

  struct cal_sum sum = {0}, sum_h2 = {0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double llr = flip ? -points->llr[i] : points->llr[i];
    const double gain = gains == NULL ? expm1(llr) : gains[i];
    if (n_h1[i] != 0) {
      cal_sum_add(&sum, cost_h1(llr, gain, log_odds, prior) * (n_h1[i] / total_h1));
    }
    if (n_h2[i] != 0) {
      const double cost = weight_h2 * cost_h2(llr, gain, log_odds, prior) * (n_h2[i] / total_h2);
      cal_sum_add(&sum, cost);
      cal_sum_add(&sum_h2, cost);
    }
  }
  *of_other = cal_sum_value(sum_h2);
  return cal_sum_value(sum);
}

double cal_excess_of_gains(const struct cal_points* points, const double* gains,
                           const double* losses, double log_odds, double* of_other) {
  return log_odds <= 0 ? excess_below_even(points, gains, log_odds, 0, of_other)
                       : excess_below_even(points, losses, -log_odds, 1, of_other);
}

double cal_excess(const struct cal_points* points, double log_odds) {
  double of_other;
  return cal_excess_of_gains(points, NULL, NULL, log_odds, &of_other);
}
