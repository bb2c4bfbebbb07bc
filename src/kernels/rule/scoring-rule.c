#include "kernels/rule/scoring-rule.h"

#include <float.h>
#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/base/sum.h"
#include "kernels/rule/area.h"

static const double ln2 = 0.693147180559945309417;
static const double sqrt_pi = 1.77245385090551602730;

// Gamma(x + 1/2) / Gamma(x). The asymptotic series is exact to rounding where it is used.
static double gamma_half_ratio(double x) {
  if (x < 100) return tgamma(x + 0.5) / tgamma(x);
  const double y = 1 / x;
  const double c[] = {-1.0 / 8,        1.0 / 128,       5.0 / 1024,        -21.0 / 32768,
                      -399.0 / 262144, 869.0 / 4194304, 39325.0 / 33554432};
  double series = 0;
  for (int i = 6; i >= 0; --i) series = (series + c[i]) * y;
  return sqrt(x) * (1 + series);
}

// ln(4 h1 h2), accurate where it is near 0.
static double log_peak(struct cal_posterior posterior) {
  const double x = fabs(posterior.log_odds);
  if (x < 2) {
    const double t = tanh(x / 2);
    return log1p(-t * t);
  }
  return 2 * ln2 - x - 2 * log1p(exp(-x));
}

// 2F1(a, 1; c; x) for 0 <= x <= 1/2, a > -1, c > 0, a <= 2 c: terms of one sign but for the first.
static double hypergeometric(double a, double c, double x) {
  double sum = 1, term = 1;
  for (double n = 0; fabs(term) > DBL_EPSILON / 8 * sum; ++n) {
    term *= (a + n) / (c + n) * x;
    sum += term;
  }
  return sum;
}

// 2 h2 (4 h1 h2)^gamma / B(1/2, gamma + 1), by which the integrals below have a common factor.
// Far out h2 underflows while the product need not.
static double beta_factor(const struct cal_rule* rule, struct cal_posterior posterior) {
  if (isinf(posterior.log_odds)) return 0;
  const double power = rule->gamma * log_peak(posterior);
  if (posterior.log_odds < 600) return 2 * posterior.h2 * exp(power) * rule->scale;
  return 2 * exp(power - posterior.log_odds) * rule->scale;
}

// The integral from h1 >= 1/2 to 1.
static double beta_cost_high(const struct cal_rule* rule, struct cal_posterior posterior) {
  const double g = rule->gamma, factor = beta_factor(rule, posterior);
  if (factor == 0) return 0;
  return factor / (g + 1) * hypergeometric(2 * g + 1, g + 2, posterior.h2);
}

// The integral from h1 < 1/2 to 1 as the whole less the integral from 0: no harm in the
// difference where gamma is not small.
static double beta_cost_low_bounded(const struct cal_rule* rule, struct cal_posterior posterior) {
  const double g = rule->gamma, whole = (2 * g + 1) / g;
  const double factor = beta_factor(rule, posterior);
  if (factor == 0) return whole;
  return whole - factor / g * hypergeometric(2 * g + 1, g + 1, posterior.h1);
}

// (1/2)^s - h1^s over s, ln(1 / (2 h1)) times (1/2)^s where s is 0.
static double power_gap(double s, double log_2h1) {
  return s == 0 ? -log_2h1 : -expm1(s * log_2h1) * exp2(-s) / s;
}

// The cost at 1/2 and the integral from h1 to there, by the binomial series of (1 - eta)^gamma.
static double beta_cost_low(const struct cal_rule* rule, struct cal_posterior posterior) {
  const double g = rule->gamma, log_2h1 = ln2 - cal_softplus(-posterior.log_odds);
  double coefficient = -g;
  double sum = power_gap(g, log_2h1) - g * power_gap(g + 1, log_2h1);
  double at_half = exp2(-g - 1), at_h1 = exp((g + 1) * (log_2h1 - ln2));
  for (double n = 2; n < 64; ++n) {
    coefficient *= (n - 1 - g) / n;
    at_half *= 0.5;
    at_h1 *= posterior.h1;
    sum += coefficient * (at_half - at_h1) / (g + n);
  }
  return rule->half + exp2(1 + 2 * g) * rule->scale * sum;
}

static double beta_cost(const struct cal_rule* rule, struct cal_posterior posterior) {
  if (posterior.log_odds >= 0) return beta_cost_high(rule, posterior);
  if (rule->gamma >= 0.5) return beta_cost_low_bounded(rule, posterior);
  if (rule->gamma <= 0 && isinf(posterior.log_odds)) return INFINITY;
  return beta_cost_low(rule, posterior);
}

struct cal_rule cal_rule_new(enum cal_rule_kind kind, double gamma) {
  struct cal_rule rule = {.kind = kind, .gamma = gamma};
  if (kind == CAL_RULE_BETA) {
    rule.scale = gamma_half_ratio(gamma + 1) / sqrt_pi;
    rule.half = beta_cost_high(&rule, cal_posterior_at(0));
  }
  return rule;
}

struct cal_posterior cal_posterior_at(double log_odds) {
  return (struct cal_posterior){
      .h1 = 1 / (1 + exp(-log_odds)), .h2 = 1 / (1 + exp(log_odds)), .log_odds = log_odds};
}

struct cal_posterior cal_posterior_of(double h1) {
  return (struct cal_posterior){.h1 = h1, .h2 = 1 - h1, .log_odds = log(h1) - log1p(-h1)};
}

struct cal_posterior cal_posterior_swap(struct cal_posterior posterior) {
  return (struct cal_posterior){
      .h1 = posterior.h2, .h2 = posterior.h1, .log_odds = -posterior.log_odds};
}

double cal_rule_cost(const struct cal_rule* rule, struct cal_posterior posterior) {
  switch (rule->kind) {
    case CAL_RULE_LOG:
      return posterior.h1 > 0.5 ? -log1p(-posterior.h2) : cal_softplus(-posterior.log_odds);
    case CAL_RULE_BRIER:
      return posterior.h2 * posterior.h2;
    case CAL_RULE_BOOST:
      return exp(-posterior.log_odds / 2);
    case CAL_RULE_BETA:
      return beta_cost(rule, posterior);
    case CAL_RULE_AREA:
      return cal_area_cost(posterior.log_odds);
  }
  return NAN;
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
      const double cost = cal_rule_cost(rule, cal_posterior_swap(posterior));
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
    h2[i] = cal_rule_cost(rule, cal_posterior_swap(report));
  }
}
