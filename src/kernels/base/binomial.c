#include "kernels/base/binomial.h"

#include <math.h>

#include "kernels/base/factorial.h"
#include "kernels/base/plan.h"

static double log_ratio(double n, double log_odds, double a, double b) {
  return cal_log_factorial_ratio(b, a) + cal_log_factorial_ratio(n - b, n - a) + (a - b) * log_odds;
}

double cal_binomial_log_ratio(double n, double p, double a, double b) {
  return log_ratio(n, log(p) - log1p(-p), a, b);
}

// Subtracts the probabilities 0, 1, 2, ... from a random share until it is used up. If rounding
// leaves a remainder after the last one, a new share is drawn.
static double invert(struct cal_random* random, double n, const struct cal_coin* coin) {
  const double none = exp(n * coin->log_fail), odds = coin->odds;
  for (;;) {
    double left = cal_random_uniform(random), probability = none;
    for (double x = 0; x <= n && probability > 0; ++x) {
      if (left < probability) return x;
      left -= probability;
      probability *= odds * (n - x) / (x + 1);
    }
  }
}

// The constants of the hat are Hörmann's, for p <= 1/2 and a mean of at least 10.
static double transform(struct cal_random* random, double n, const struct cal_coin* coin) {
  const double p = coin->p;
  const double deviation = sqrt(n * p * (1 - p)), mode = floor((n + 1) * p);
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double inner = 0.92 - 4.2 / b, scale = (2.83 + 5.1 / b) * deviation;
  for (;;) {
    const double v = cal_random_uniform(random), u = cal_random_uniform(random) - 0.5;
    const double side = 0.5 - fabs(u), x = floor((2 * a / side + b) * u + n * p + 0.5);
    if (side >= 0.07 && v <= inner) return x;
    if (!(x >= 0 && x <= n)) continue;
    const double height = v * scale / (a / (side * side) + b);
    if (log(height) <= log_ratio(n, coin->log_odds, x, mode)) return x;
  }
}

struct cal_coin cal_coin_new(double p) {
  const double log_fail = log1p(-p);
  return (struct cal_coin){p, p / (1 - p), log_fail, log(p) - log_fail};
}

double cal_coin_draw(struct cal_random* random, const struct cal_coin* coin, double n) {
  const double p = coin->p;
  if (!(n > 0 && p > 0)) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - cal_binomial_draw(random, n, 1 - p);
  return n * p < CAL_PLAN_BINOMIAL_FEW ? invert(random, n, coin) : transform(random, n, coin);
}

double cal_binomial_draw(struct cal_random* random, double n, double p) {
  const struct cal_coin coin = cal_coin_new(p);
  return cal_coin_draw(random, &coin, n);
}
