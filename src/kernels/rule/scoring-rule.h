#ifndef CALIBRANT_KERNELS_RULE_SCORING_RULE_H
#define CALIBRANT_KERNELS_RULE_SCORING_RULE_H

#include <stddef.h>

#include "kernels/base/host.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/rule/beta-rule.h"

// The smooth binary proper scoring rules. LOG is -ln q, BRIER (1 - q)^2 and BOOST
// sqrt((1 - q) / q), given H1; BETA has the weight Beta(gamma_h1 + 1, gamma_h2 + 1) on thresholds
// (Brummer 2010, eq. 7.35-7.38). AREA is the area below the ECE curve (area.h).
enum cal_rule_kind { CAL_RULE_LOG, CAL_RULE_BRIER, CAL_RULE_BOOST, CAL_RULE_BETA, CAL_RULE_AREA };

// A rule, with both sides of BETA. Made by `cal_rule_new()`.
struct cal_rule {
  enum cal_rule_kind kind;
  struct cal_beta_rule h1, h2;
};

// The exponents are finite and greater than -1; only BETA uses them.
struct cal_rule cal_rule_new(enum cal_rule_kind kind, double gamma_h1, double gamma_h2);

// Cost of the report when H1 is true, and when H2 is, in the units of the rule; 0 for the report
// that is certain of the truth, and infinite for unbounded rules at the other end.
double cal_rule_cost(const struct cal_rule* rule, struct cal_posterior posterior);
double cal_rule_cost_if_h2(const struct cal_rule* rule, struct cal_posterior posterior);

// The mean cost of the H1 and of the H2 trials at these prior log-odds (finite).
void cal_rule_risk(const struct cal_rule* rule, const struct cal_points* points, double log_odds,
                   double* h1, double* h2);

// The same at n prior log-odds; and the costs of n reported probabilities of H1.
void cal_rule_risk_along(struct cal_host* host, const struct cal_rule* rule,
                         const struct cal_points* points, const double* log_odds, ptrdiff_t n,
                         double* h1, double* h2);
void cal_rule_costs(struct cal_host* host, const struct cal_rule* rule, const double* posterior,
                    ptrdiff_t n, double* h1, double* h2);

#endif
