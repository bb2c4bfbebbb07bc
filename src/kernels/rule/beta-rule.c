#include "kernels/rule/beta-rule.h"

#include <float.h>

#include "kernels/cost/cross-entropy.h"

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

// ln(4 h1 h2), accurate even near 0.
static double log_peak(struct cal_posterior posterior) {
  const double x = fabs(posterior.log_odds);
  if (x < 2) {
    const double t = tanh(x / 2);
    return log1p(-t * t);
  }
  return 2 * ln2 - x - 2 * log1p(exp(-x));
}

// 2F1(a, 1; c; x) for 0 <= x <= 1/2, a > -1, c > 0, a <= 2 c: terms of one sign except the first.
static double hypergeometric(double a, double c, double x) {
  double sum = 1, term = 1;
  for (double n = 0; fabs(term) > DBL_EPSILON / 8 * sum; ++n) {
    term *= (a + n) / (c + n) * x;
    sum += term;
  }
  return sum;
}

// 2 h2 (4 h1 h2)^gamma / B(1/2, gamma + 1), a common factor of the integrals below. Far out h2 may
// underflow although the product does not.
static double equal_factor(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  if (isinf(posterior.log_odds)) return 0;
  const double power = rule->gamma_h1 * log_peak(posterior);
  if (posterior.log_odds < 600) return 2 * posterior.h2 * exp(power) * rule->scale;
  return 2 * exp(power - posterior.log_odds) * rule->scale;
}

// The integral from h1 >= 1/2 to 1.
static double equal_cost_high(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  const double g = rule->gamma_h1, factor = equal_factor(rule, posterior);
  if (factor == 0) return 0;
  return factor / (g + 1) * hypergeometric(2 * g + 1, g + 2, posterior.h2);
}

// The integral from h1 < 1/2 to 1 as the whole less the integral from 0, without loss of digits
// unless gamma is small.
static double equal_cost_low_bounded(const struct cal_beta_rule* rule,
                                     struct cal_posterior posterior) {
  const double g = rule->gamma_h1, whole = (2 * g + 1) / g;
  const double factor = equal_factor(rule, posterior);
  if (factor == 0) return whole;
  return whole - factor / g * hypergeometric(2 * g + 1, g + 1, posterior.h1);
}

// (1/2)^s - h1^s over s, or ln(1 / (2 h1)) times (1/2)^s if s is 0.
static double power_gap(double s, double log_2h1) {
  return s == 0 ? -log_2h1 : -expm1(s * log_2h1) * exp2(-s) / s;
}

// The cost at 1/2 and the integral from h1 to there, by the binomial series of (1 - eta)^gamma.
static double equal_cost_low(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  const double g = rule->gamma_h1, log_2h1 = ln2 - cal_softplus(-posterior.log_odds);
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

static double equal_cost(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  if (posterior.log_odds >= 0) return equal_cost_high(rule, posterior);
  if (rule->gamma_h1 >= 0.5) return equal_cost_low_bounded(rule, posterior);
  if (rule->gamma_h1 <= 0 && isinf(posterior.log_odds)) return INFINITY;
  return equal_cost_low(rule, posterior);
}

// From here on the exponents differ: t^(s - 1) (1 - t)^(b - 1) is integrated, s = gamma_h1 and b =
// gamma_h2 + 1.

// Regularised incomplete beta function I_x(p, q), y = 1 - x, by its continued fraction (Lentz).
static double incomplete_fraction(double x, double log_x, double log_y, double p, double q) {
  const double tiny = 1e-300;
  double c = 1, d = 1 / fmax(1 - (p + q) * x / (p + 1), tiny), value = d;
  for (int m = 1; m < 10000; ++m) {
    const double even = m * (q - m) * x / ((p + 2 * m - 1) * (p + 2 * m));
    const double odd = -(p + m) * (p + q + m) * x / ((p + 2 * m) * (p + 2 * m + 1));
    for (int k = 0; k < 2; ++k) {
      const double term = k == 0 ? even : odd;
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (fabs(d) < tiny ? tiny : d);
      if (fabs(c) < tiny) c = tiny;
      value *= d * c;
    }
    if (fabs(d * c - 1) < DBL_EPSILON / 2) break;
  }
  const double log_beta = lgamma(p) + lgamma(q) - lgamma(p + q);
  return exp(p * log_x + q * log_y - log_beta) / p * value;
}

static double incomplete_beta(struct cal_posterior posterior, double p, double q) {
  const double log_x = -cal_softplus(-posterior.log_odds),
               log_y = -cal_softplus(posterior.log_odds);
  if (posterior.h1 < (p + 1) / (p + q + 2))
    return incomplete_fraction(posterior.h1, log_x, log_y, p, q);
  return 1 - incomplete_fraction(posterior.h2, log_y, log_x, q, p);
}

// The integral from h1 >= 1/2 to 1.
static double unequal_high(struct cal_posterior posterior, double s, double b) {
  if (isinf(posterior.log_odds)) return 0;
  const double log_h1 = -cal_softplus(-posterior.log_odds);
  const double log_h2 = -cal_softplus(posterior.log_odds);
  return exp(s * log_h1 + b * log_h2) / b * hypergeometric(s + b, b + 1, posterior.h2);
}

// t^(s-1) (1-t)^(b-1) = t^(s-1) (1-t)^(b-2) - t^s (1-t)^(b-2): the last integral.
static double taken_by_step(struct cal_posterior posterior, double s, double b) {
  const double log_beta = lgamma(s + 1) + lgamma(b - 1) - lgamma(s + b);
  return exp(log_beta) * (incomplete_beta(cal_posterior_at(0), s + 1, b - 1) -
                          incomplete_beta(posterior, s + 1, b - 1));
}

// The integral from h1 < 1/2 to 1/2. The power of 1 - t is brought down to b <= 2, where its
// binomial series converges quickly.
static double unequal_low(struct cal_posterior posterior, double s, double b) {
  const double log_2h1 = ln2 - cal_softplus(-posterior.log_odds);
  double taken = 0, coefficient = 1, sum = 0;
  for (int steps = b > 2 ? (int)ceil(b - 2) : 0; steps > 0; --steps) {
    taken += taken_by_step(posterior, s, b);
    b -= 1;
  }
  for (int n = 0; n <= 60; ++n) {
    sum += coefficient * power_gap(s + n, log_2h1);
    coefficient *= (n + 1 - b) / (n + 1);
  }
  return sum - taken;
}

static double unequal_cost(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  const double s = rule->gamma_h1, b = rule->gamma_h2 + 1;
  if (s > 0.05) return (s + b) / s * incomplete_beta(cal_posterior_swap(posterior), b, s);
  if (posterior.log_odds >= 0) return unequal_high(posterior, s, b) * exp(-rule->log_beta);
  if (s <= 0 && isinf(posterior.log_odds)) return INFINITY;
  return rule->half + unequal_low(posterior, s, b) * exp(-rule->log_beta);
}

struct cal_beta_rule cal_beta_rule_new(double gamma_h1, double gamma_h2) {
  struct cal_beta_rule rule = {.gamma_h1 = gamma_h1, .gamma_h2 = gamma_h2};
  if (gamma_h1 == gamma_h2) {
    rule.scale = gamma_half_ratio(gamma_h1 + 1) / sqrt_pi;
    rule.half = equal_cost_high(&rule, cal_posterior_at(0));
  } else {
    rule.log_beta = lgamma(gamma_h1 + 1) + lgamma(gamma_h2 + 1) - lgamma(gamma_h1 + gamma_h2 + 2);
    rule.half = unequal_high(cal_posterior_at(0), gamma_h1, gamma_h2 + 1) * exp(-rule.log_beta);
  }
  return rule;
}

double cal_beta_cost(const struct cal_beta_rule* rule, struct cal_posterior posterior) {
  return (rule->gamma_h1 == rule->gamma_h2 ? equal_cost : unequal_cost)(rule, posterior);
}
