#include "kernels/rule/scoring-rule.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/base/sum.h"
#include "kernels/rule/area.h"

struct cal_rule cal_rule_new(enum cal_rule_kind kind, double gamma_h1, double gamma_h2) {
  struct cal_rule rule = {.kind = kind};
  if (kind == CAL_RULE_BETA) {
    rule.h1 = cal_beta_rule_new(gamma_h1, gamma_h2);
    rule.h2 = cal_beta_rule_new(gamma_h2, gamma_h1);
  }
  return rule;
}

// The cost when H1 is true, with the `beta` of H1; all other kinds are symmetric.
static double cost_of(enum cal_rule_kind kind, const struct cal_beta_rule* beta,
                      struct cal_posterior posterior) {
  switch (kind) {
    case CAL_RULE_LOG:
      return posterior.h1 > 0.5 ? -log1p(-posterior.h2) : cal_softplus(-posterior.log_odds);
    case CAL_RULE_BRIER:
      return posterior.h2 * posterior.h2;
    case CAL_RULE_BOOST:
      return exp(-posterior.log_odds / 2);
    case CAL_RULE_BETA:
      return cal_beta_cost(beta, posterior);
    case CAL_RULE_AREA:
      return cal_area_cost(posterior.log_odds);
  }
  return NAN;
}

double cal_rule_cost(const struct cal_rule* rule, struct cal_posterior posterior) {
  return cost_of(rule->kind, &rule->h1, posterior);
}

double cal_rule_cost_if_h2(const struct cal_rule* rule, struct cal_posterior posterior) {
  return cost_of(rule->kind, &rule->h2, cal_posterior_swap(posterior));
}

void cal_rule_risk(const struct cal_rule* rule, const struct cal_points* points, double log_odds,
                   double* h1, double* h2) {
  struct cal_sum sum_h1 = {0}, sum_h2 = {0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const struct cal_posterior posterior = cal_posterior_at(points->llr[i] + log_odds);
    // A class that is absent here must not turn an infinite cost into NaN.
    if (points->n_h1[i] != 0) {
      const double cost = cal_rule_cost(rule, posterior);
      cal_sum_add(&sum_h1, cost * (points->n_h1[i] / points->total_h1));
    }
    if (points->n_h2[i] != 0) {
      const double cost = cal_rule_cost_if_h2(rule, posterior);
      cal_sum_add(&sum_h2, cost * (points->n_h2[i] / points->total_h2));
    }
  }
  *h1 = cal_sum_value(sum_h1);
  *h2 = cal_sum_value(sum_h2);
}

void cal_rule_risk_along(struct cal_host* host, const struct cal_rule* rule,
                         const struct cal_points* points, const double* log_odds, ptrdiff_t n,
                         double* h1, double* h2) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    cal_pulse(host);
    cal_rule_risk(rule, points, log_odds[i], &h1[i], &h2[i]);
  }
}

void cal_rule_costs(struct cal_host* host, const struct cal_rule* rule, const double* posterior,
                    ptrdiff_t n, double* h1, double* h2) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    const struct cal_posterior report = cal_posterior_of(posterior[i]);
    h1[i] = cal_rule_cost(rule, report);
    h2[i] = cal_rule_cost_if_h2(rule, report);
  }
}
