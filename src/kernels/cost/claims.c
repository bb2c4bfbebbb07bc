#include "kernels/cost/claims.h"

#include <math.h>

#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"

// A posterior with the log odds z: its entropy, and its cost beyond that, under H1 and under H2.
struct report {
  double entropy, over_h1, over_h2;
};

static struct report report_at(double z) {
  const double size = fabs(z);
  if (isinf(size)) return (struct report){0, z > 0 ? 0 : size, z > 0 ? size : 0};
  const double wrong = size / (1 + exp(size)), right = size - wrong;
  return (struct report){.entropy = log1p(exp(-size)) + wrong,
                         .over_h1 = z > 0 ? -wrong : right,
                         .over_h2 = z > 0 ? right : -wrong};
}

struct moments {
  struct cal_sum weight, sum, square;
};

static void add(struct moments* to, double weight, double value) {
  if (weight == 0) return;
  cal_sum_add(&to->weight, weight);
  cal_sum_add(&to->sum, weight * value);
  cal_sum_add(&to->square, weight * value * value);
}

static double variance(const struct moments* of) {
  const double weight = cal_sum_value(of->weight), mean = cal_sum_value(of->sum) / weight;
  return fmax(cal_sum_value(of->square) / weight - mean * mean, 0);
}

// If LRs are calibrated, a trial of unknown truth counts for H1 as 1 / (N1 + N2 / LR), and for H2
// as 1 / (N1 LR + N2): so all trials contribute to the moments of both classes, which are then more
// precise than those from one class.
static double deviation_of(const struct cal_points* points, double log_odds) {
  const double p1 = cal_sigmoid(log_odds), p2 = cal_sigmoid(-log_odds);
  const double n1 = points->total_h1, n2 = points->total_h2;
  struct moments h1 = {.weight = {0}}, h2 = {.weight = {0}};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double llr = points->llr[i], n = points->n_h1[i] + points->n_h2[i];
    const struct report report = report_at(llr + log_odds);
    add(&h1, n / (n1 + n2 * exp(-llr)), report.over_h1);
    add(&h2, n / (n1 * exp(llr) + n2), report.over_h2);
  }
  return sqrt(p1 * p1 * variance(&h1) / n1 + p2 * p2 * variance(&h2) / n2);
}

struct cal_claims cal_claims_at(const struct cal_points* points, double log_odds) {
  const double p1 = cal_sigmoid(log_odds), p2 = cal_sigmoid(-log_odds);
  struct cal_sum entropy = {0}, over = {0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const struct report report = report_at(points->llr[i] + log_odds);
    const double share_h1 = p1 * (points->n_h1[i] / points->total_h1);
    const double share_h2 = p2 * (points->n_h2[i] / points->total_h2);
    cal_sum_add(&entropy, (share_h1 + share_h2) * report.entropy);
    if (share_h1 != 0) cal_sum_add(&over, share_h1 * report.over_h1);
    if (share_h2 != 0) cal_sum_add(&over, share_h2 * report.over_h2);
  }
  return (struct cal_claims){.claimed = report_at(log_odds).entropy - cal_sum_value(entropy),
                             .over = cal_sum_value(over),
                             .deviation = deviation_of(points, log_odds)};
}

void cal_claims_along(struct cal_host* host, const struct cal_points* points,
                      const double* log_odds, ptrdiff_t n, double* claimed, double* over,
                      double* deviation) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    const struct cal_claims at = cal_claims_at(points, log_odds[i]);
    claimed[i] = at.claimed;
    over[i] = at.over;
    deviation[i] = at.deviation;
  }
}
