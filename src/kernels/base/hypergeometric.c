#include "kernels/base/hypergeometric.h"

#include <math.h>

#include "kernels/base/plan.h"

double cal_urn_least(struct cal_urn urn) { return fmax(urn.k - urn.n_h2, 0); }

double cal_urn_most(struct cal_urn urn) { return fmin(urn.k, urn.n_h1); }

double cal_urn_mode(struct cal_urn urn) {
  const double at = floor((urn.k + 1) * ((urn.n_h1 + 1) / (urn.n_h1 + urn.n_h2 + 2)));
  return fmin(fmax(at, cal_urn_least(urn)), cal_urn_most(urn));
}

double cal_urn_variance(struct cal_urn urn) {
  const double n = urn.n_h1 + urn.n_h2;
  return n > 1 ? urn.k * (urn.n_h1 / n) * (urn.n_h2 / n) * ((n - urn.k) / (n - 1)) : 0;
}

// ln n! - (n + 1/2) ln n + n, by Stirling's series where it is exact to a double.
static double stirling_rest(double n) {
  const double x = 1 / (n * n);
  return (1.0 / 12 - x * (1.0 / 360 - x * (1.0 / 1260 - x * (1.0 / 1680 - x / 1188)))) / n +
         0.918938533204672741780329736406;
}

enum { SMALL = 16 };

static double log_factorial(double n) {
  double product = 1;
  if (n >= SMALL) return (n + 0.5) * log(n) - n + stirling_rest(n);
  for (int i = 2; i <= (int)n; ++i) product *= i;
  return log(product);
}

// ln a! - ln b!. The factorials of a billion would leave six digits behind the point.
static double log_factorial_ratio(double a, double b) {
  if (a < SMALL || b < SMALL) return log_factorial(a) - log_factorial(b);
  const double d = a - b;
  return (b + 0.5) * log1p(d / b) + d * (log(a) - 1) + stirling_rest(a) - stirling_rest(b);
}

double cal_urn_log_ratio(struct cal_urn urn, double a, double b) {
  const double rest = urn.n_h2 - urn.k;
  return log_factorial_ratio(b, a) + log_factorial_ratio(urn.n_h1 - b, urn.n_h1 - a) +
         log_factorial_ratio(urn.k - b, urn.k - a) + log_factorial_ratio(rest + b, rest + a);
}

// Draws trials one by one.
static double draw_few(struct cal_random* random, struct cal_urn urn) {
  const double all = urn.n_h1 + urn.n_h2;
  double drawn = 0;
  for (int i = 0; i < (int)urn.k; ++i) {
    drawn += cal_random_uniform(random) * (all - i) < urn.n_h1 - drawn;
  }
  return drawn;
}

// A log-concave probability with the value p at its mode is at most p min(1, e^(1 - p |x|)) at the
// distance x. A smaller p in the exponent keeps the bound. Whole numbers with the variance v have a
// mode of at least 1 / sqrt(12 v + 1), as no density of this height has a smaller variance.
static double draw_by_hat(struct cal_random* random, struct cal_urn urn) {
  const double p = 1 / sqrt(12 * cal_urn_variance(urn) + 1), w = 1 + p / 2;
  const double mode = cal_urn_mode(urn), least = cal_urn_least(urn), most = cal_urn_most(urn);
  for (;;) {
    const double u = cal_random_uniform(random) * (1 + w), v = cal_random_uniform(random);
    const double y = u < w ? v * w / p : (w - log(1 - v)) / p;
    const double sign = cal_random_next(random) >> 63 ? 1 : -1, x = mode + sign * nearbyint(y);
    const double height = cal_random_uniform(random) * (y * p > w ? exp(w - p * y) : 1);
    if (x < least || x > most) continue;
    if (height <= exp(cal_urn_log_ratio(urn, x, mode))) return x;
  }
}

double cal_urn_draw(struct cal_random* random, struct cal_urn urn) {
  const double least = cal_urn_least(urn), most = cal_urn_most(urn);
  if (least >= most) return least;
  if (urn.k <= CAL_PLAN_URN_FEW) return draw_few(random, urn);
  return draw_by_hat(random, urn);
}
