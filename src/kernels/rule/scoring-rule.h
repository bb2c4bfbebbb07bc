#ifndef CALIBRANT_KERNELS_COST_SCORING_RULE_H
#define CALIBRANT_KERNELS_COST_SCORING_RULE_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"

// The smooth binary proper scoring rules. LOG is -ln q, BRIER (1 - q)^2 and BOOST
// sqrt((1 - q) / q), given H1; BETA has the weight Beta(gamma + 1, gamma + 1) on thresholds
// (Brummer 2010, eq. 7.35-7.38). AREA is the area below the ECE curve (area.h).
enum cal_rule_kind { CAL_RULE_LOG, CAL_RULE_BRIER, CAL_RULE_BOOST, CAL_RULE_BETA, CAL_RULE_AREA };

// A rule with what its evaluation needs once: `scale` is 1 / B(1/2, gamma + 1), `half` the cost
// of reporting 1/2. Both are unused but for BETA. Made by `cal_rule_new()`.
struct cal_rule {
  enum cal_rule_kind kind;
  double gamma, scale, half;
};

// The probabilities of H1 and H2, each to full relative precision, and ln(h1 / h2).
struct cal_posterior {
  double h1, h2, log_odds;
};

// `gamma` is finite and greater than -1; only BETA uses it.
struct cal_rule cal_rule_new(enum cal_rule_kind kind, double gamma);

// `log_odds` may be infinite, `h1` lies in [0, 1].
struct cal_posterior cal_posterior_at(double log_odds);
struct cal_posterior cal_posterior_of(double h1);

// The same report seen with the hypotheses exchanged.
struct cal_posterior cal_posterior_swap(struct cal_posterior posterior);

// Cost of the report when H1 is true, in the units of the rule; 0 at h1 = 1, and at h1 = 0 infinite
// for unbounded rules. All rules are symmetric, so the cost when H2 is true is that of the swapped
// report. Relative error of BETA about 1e-14, more where gamma exceeds 1e3.
double cal_rule_cost(const struct cal_rule* rule, struct cal_posterior posterior);

// The mean cost of the H1 and of the H2 trials at these prior log-odds (finite).
void cal_rule_risk(const struct cal_rule* rule, const struct cal_points* points, double log_odds,
                   double* h1, double* h2);

// The same at n prior log-odds; and what n reported probabilities of H1 cost.
void cal_rule_risk_along(struct cal_host* host, const struct cal_rule* rule,
                         const struct cal_points* points, const double* log_odds, ptrdiff_t n,
                         double* h1, double* h2);
void cal_rule_costs(struct cal_host* host, const struct cal_rule* rule, const double* posterior,
                    ptrdiff_t n, double* h1, double* h2);

#endif
