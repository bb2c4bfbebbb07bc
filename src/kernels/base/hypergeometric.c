#include "kernels/base/hypergeometric.h"

#include <math.h>

#include "kernels/base/factorial.h"
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

double cal_urn_log_ratio(struct cal_urn urn, double a, double b) {
  const double rest = urn.n_h2 - urn.k;
  return cal_log_factorial_ratio(b, a) + cal_log_factorial_ratio(urn.n_h1 - b, urn.n_h1 - a) +
         cal_log_factorial_ratio(urn.k - b, urn.k - a) +
         cal_log_factorial_ratio(rest + b, rest + a);
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

// Ratio of uniforms below the "table mountain" that covers the hypergeometric probabilities
// (Stadlbauer 1989; Ahrens and Dieter 1989): 1 within half a width of the mean, and then the square
// of half a width over the distance. The bounds of ln x decide nearly always without it.
static double draw_by_ratio(struct cal_random* random, struct cal_urn urn) {
  const double mean = urn.k * (urn.n_h1 / (urn.n_h1 + urn.n_h2)), mode = cal_urn_mode(urn);
  const double width = 1.7155277699214135 * sqrt(cal_urn_variance(urn) + 0.5) + 0.8989161620588988;
  const double least = cal_urn_least(urn), most = cal_urn_most(urn);
  for (;;) {
    const double x = 1 - cal_random_uniform(random), y = cal_random_uniform(random) - 0.5;
    const double at = floor(mean + 0.5 + width * y / x);
    if (!(at >= least && at <= most)) continue;
    const double log_height = cal_urn_log_ratio(urn, at, mode);
    if (x * (4 - x) - 3 <= log_height) return at;
    if (x * (x - log_height) < 1 && 2 * log(x) <= log_height) return at;
  }
}

// The H1 trials among those drawn are distributed like those drawn among the H1 trials, and so on:
// the least of the four numbers is drawn from the urn.
double cal_urn_draw(struct cal_random* random, struct cal_urn urn) {
  const double least = cal_urn_least(urn), most = cal_urn_most(urn), all = urn.n_h1 + urn.n_h2;
  if (least >= most) return least;
  if (urn.k > all - urn.k) {
    return urn.n_h1 - cal_urn_draw(random, (struct cal_urn){urn.n_h1, urn.n_h2, all - urn.k});
  }
  if (urn.n_h1 > urn.n_h2) {
    return urn.k - cal_urn_draw(random, (struct cal_urn){urn.n_h2, urn.n_h1, urn.k});
  }
  if (urn.k > urn.n_h1) urn = (struct cal_urn){urn.k, all - urn.k, urn.n_h1};
  return urn.k <= CAL_PLAN_URN_FEW ? draw_few(random, urn) : draw_by_ratio(random, urn);
}
