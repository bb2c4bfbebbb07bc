// Empirical likelihood of a density ratio (density-ratio.h). At a fixed slope and shift, the root
// of the share gives its maximum; logistic regression gives the maximum over both.
#include "kernels/fit/density-ratio.h"

#include <float.h>
#include <math.h>

#include "kernels/base/newton.h"
#include "kernels/base/plan.h"
#include "kernels/base/root.h"
#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"

// Beyond these log-odds sigmoid() is 0 or 1 to the precision of the sums.
#define LARGEST_LOG_ODDS 700.0
// Start of logistic regression, as the logarithm of the odds of the farthest LLR.
#define FARTHEST_START 20.0
#define FIRST_STEP 0.125
// A limit is infinite after this many doublings of its distance.
enum { MOST_DOUBLINGS = 40 };

// The finite LLRs of the trials of a class, none if the lowest is above the highest.
struct range {
  double lowest, highest;
};

static struct range finite_range(const struct cal_points* points, const double* n) {
  struct range range = {INFINITY, -INFINITY};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    if (n[i] == 0 || isinf(points->llr[i])) continue;
    range.lowest = fmin(range.lowest, points->llr[i]);
    range.highest = fmax(range.highest, points->llr[i]);
  }
  return range;
}

static bool is_none(struct range range) { return range.lowest > range.highest; }

// 1 if all LLRs of H1 are above those of H2, or equal to the highest; -1 if they are below, or
// equal to the lowest; 0 otherwise, and if all LLRs are equal.
static int separation(struct range h1, struct range h2) {
  if (is_none(h1) || is_none(h2)) return !(is_none(h1) && is_none(h2));
  if (h1.lowest >= h2.highest) return h1.highest > h2.lowest;
  return h1.highest <= h2.lowest ? -1 : 0;
}

static double largest_llr(struct range h1, struct range h2) {
  const double lowest = fmin(h1.lowest, h2.lowest), highest = fmax(h1.highest, h2.highest);
  return lowest > highest ? 0 : fmax(fabs(lowest), fabs(highest));
}

static bool is_contradicted(const struct cal_points* points) {
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    if (!isinf(points->llr[i])) continue;
    if ((points->llr[i] > 0 ? points->n_h2[i] : points->n_h1[i]) > 0) return true;
  }
  return false;
}

struct line {
  const struct cal_points* points;
  double slope, shift;
  const double* gain;  // one per LLR, or NULL
};

static double llr_at(const struct line* line, ptrdiff_t i) {
  const double llr = line->points->llr[i];
  return isfinite(llr) ? line->slope * llr + line->shift : llr;
}

double cal_density_gain(double llr) { return llr > 0 ? -expm1(-llr) : expm1(llr); }

static double gain_at(const struct line* line, ptrdiff_t i) {
  return line->gain ? line->gain[i] : cal_density_gain(llr_at(line, i));
}

// 1 / (1 + share (e^m - 1)), and e^m times as much if m > 0.
static double weight(double gain, double share) {
  return gain > 0 ? 1 / (1 - (1 - share) * gain) : 1 / (1 + share * gain);
}

// Limits of the share of e^m p2 in the mixture from which all trials may come. Weights are positive
// between them. A limit is infinite if no m lies on its side of 0.
static void share_limits(const struct line* line, double limits[2]) {
  double least = 0, most = 0;
  for (ptrdiff_t i = 0; i < line->points->n; ++i) {
    if (line->points->n_h1[i] + line->points->n_h2[i] == 0) continue;
    least = fmin(least, llr_at(line, i));
    most = fmax(most, llr_at(line, i));
  }
  limits[0] = -1 / expm1(most);
  limits[1] = -1 / expm1(least);
}

// The mean of (e^m - 1) / (1 + share (e^m - 1)), which falls.
static double excess(void* data, double share) {
  const struct line* line = data;
  const struct cal_points* points = line->points;
  double sum = 0;
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double n = points->n_h1[i] + points->n_h2[i];
    if (n == 0) continue;
    const double gain = gain_at(line, i);
    sum += n * gain * weight(gain, share);
  }
  return fmax(fmin(sum / (points->total_h1 + points->total_h2), DBL_MAX), -DBL_MAX);
}

// The sum of m over H1 trials less that of ln(1 + share (e^m - 1)) over all.
static double log_likelihood(const struct line* line, double share) {
  const struct cal_points* points = line->points;
  struct cal_sum sum = {0, 0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double n_h1 = points->n_h1[i], n_h2 = points->n_h2[i], m = llr_at(line, i);
    if (n_h1 + n_h2 == 0) continue;
    cal_sum_add(&sum, (n_h1 + n_h2) * log(weight(gain_at(line, i), share)));
    if (m > 0 && n_h2 != 0) cal_sum_add(&sum, -n_h2 * m);
    if (m < 0 && n_h1 != 0) cal_sum_add(&sum, n_h1 * m);
  }
  return cal_sum_value(sum);
}

// ln(1 + e^z) and its first two derivatives.
struct softplus {
  double value, first, second;
};

static struct softplus softplus(double z) {
  const double e = exp(-fabs(z)), first = z >= 0 ? 1 / (1 + e) : e / (1 + e);
  return (struct softplus){fmax(z, 0) + log1p(e), first, first * (1 - first)};
}

// Objective of logistic regression, sum_H1 s(-z) + sum_H2 s(z), where z = slope llr / unit +
// offset, over the finite LLRs. Certain ones on the right side cost nothing.
struct losses {
  double value, gradient[2], hessian[4];
};

static struct losses losses_at(const struct cal_points* points, double unit, const double* at) {
  struct cal_sum value = {0, 0};
  struct losses sums = {0};
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double n_h1 = points->n_h1[i], n = n_h1 + points->n_h2[i];
    if (n == 0 || isinf(points->llr[i])) continue;
    const double x = unit > 0 ? points->llr[i] / unit : 0, z = at[0] * x + at[1];
    const struct softplus s = softplus(z);
    const double first = n * s.first - n_h1, second = n * s.second;
    cal_sum_add(&value, n * s.value - n_h1 * z);
    sums.gradient[0] += first * x;
    sums.gradient[1] += first;
    sums.hessian[0] += second * x * x;
    sums.hessian[1] += second * x;
    sums.hessian[3] += second;
  }
  sums.hessian[2] = sums.hessian[1];
  sums.value = cal_sum_value(value);
  return sums;
}

// Its minimum over the parameters that are not fixed, by a search from `at`.
static double minimise(const struct cal_points* points, double unit, const int* fixed, double* at) {
  double step[2], factor[4];
  struct cal_newton newton = {.n = 2, .fixed = fixed, .at = at, .step = step, .factor = factor};
  cal_newton_start(&newton);
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < CAL_PLAN_EVALUATIONS; ++i) {
    struct losses sums = losses_at(points, unit, at);
    status = cal_newton_next(&newton, sums.value, sums.gradient, sums.hessian);
  }
  return newton.value;
}

// The limit as the slope becomes infinite, from trials of both classes on one LLR.
static double separated_losses(const struct cal_points* points, double tied) {
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double n_h1 = points->n_h1[i], n_h2 = points->n_h2[i];
    if (points->llr[i] == tied && fmin(n_h1, n_h2) > 0) {
      return n_h1 * log1p(n_h2 / n_h1) + n_h2 * log1p(n_h1 / n_h2);
    }
  }
  return 0;
}

// The part of the log likelihood that depends on the log-odds alone.
static double log_prior(const struct cal_points* points, double log_odds) {
  return points->total_h1 * softplus(-log_odds).value + points->total_h2 * softplus(log_odds).value;
}

static bool solve(const struct line* line, struct cal_density_ratio* found) {
  const struct cal_points* points = line->points;
  struct line copy = *line;
  const struct cal_function f = {excess, &copy};
  const double start = points->total_h1 / (points->total_h1 + points->total_h2);
  double limits[2], bounds[] = {start, start};
  *found = (struct cal_density_ratio){line->slope, line->shift, NAN, -INFINITY};
  if (is_contradicted(points)) return false;
  share_limits(line, limits);
  if (isinf(limits[0]) && isinf(limits[1])) {
    *found = (struct cal_density_ratio){line->slope, line->shift, start, 0};
    return true;
  }
  if (isinf(limits[0]) || isinf(limits[1])) return false;
  while (excess(&copy, bounds[0]) < 0) bounds[0] = (bounds[0] + limits[0]) / 2;
  while (excess(&copy, bounds[1]) > 0) bounds[1] = (bounds[1] + limits[1]) / 2;
  found->share = cal_find_root(f, bounds[0], bounds[1], 0);
  found->log_likelihood = log_likelihood(line, found->share);
  return true;
}

bool cal_density_ratio_at(const struct cal_points* points, double slope, double shift,
                          struct cal_density_ratio* found) {
  const struct line line = {points, slope, shift, NULL};
  return solve(&line, found);
}

double cal_density_ratio_statistic(const struct cal_points* points, const double* gain) {
  const struct line line = {points, 1, 0, gain};
  struct cal_density_ratio fit, at;
  if (!solve(&line, &at)) return INFINITY;
  cal_density_ratio_fit(points, &fit);
  return fmax(2 * (fit.log_likelihood - at.log_likelihood), 0);
}

void cal_density_weights(double llr, double share, double* h1, double* h2) {
  const double all = weight(cal_density_gain(llr), share);
  *h1 = llr > 0 ? all : all * exp(llr);
  *h2 = llr > 0 ? all * exp(-llr) : all;
}

bool cal_density_ratio_fit(const struct cal_points* points, struct cal_density_ratio* found) {
  const double share = points->total_h1 / (points->total_h1 + points->total_h2);
  const double log_odds = log(points->total_h1 / points->total_h2);
  const struct range h1 = finite_range(points, points->n_h1),
                     h2 = finite_range(points, points->n_h2);
  const double unit = largest_llr(h1, h2);
  const int side = separation(h1, h2);
  *found = (struct cal_density_ratio){1, 0, share, log_prior(points, log_odds)};
  if (is_contradicted(points)) {
    *found = (struct cal_density_ratio){NAN, NAN, share, -INFINITY};
    return false;
  }
  if (side != 0) {
    found->slope = copysign(INFINITY, side);
    found->shift = NAN;
    found->log_likelihood -= separated_losses(points, side > 0 ? h1.lowest : h1.highest);
    return true;
  }
  const int fixed[] = {h1.lowest >= h2.highest, 0};
  double at[] = {fmin(unit, FARTHEST_START), log_odds};
  if (fixed[0]) at[0] = unit;
  found->log_likelihood -= minimise(points, unit, fixed, at);
  if (unit > 0) found->slope = at[0] / unit;
  found->shift = at[1] - log_odds;
  return true;
}

// Two points around 1 between which the decreasing function changes its sign.
static bool bracket(struct cal_function f, double start, double bounds[2]) {
  for (int end = 0; end < 2; ++end) {
    double step = end ? FIRST_STEP : -FIRST_STEP;
    bounds[end] = start + step;
    while (end ? f.at(f.data, bounds[end]) > 0 : f.at(f.data, bounds[end]) < 0) {
      if (fabs(bounds[end]) > LARGEST_LOG_ODDS) return false;
      bounds[end] += step *= 2;
    }
  }
  return true;
}

// One parameter of the most likely line given the other, and the loss of twice the log likelihood
// in excess of `drop`.
struct profile {
  const struct cal_points* points;
  const struct cal_density_ratio* fit;
  double log_odds, unit, drop, shift;
  double at[2];  // end of the last search
};

static double lost(const struct profile* profile, double log_odds, double least) {
  const double value = log_prior(profile->points, log_odds) - least;
  return 2 * (profile->fit->log_likelihood - value) - profile->drop;
}

// With the slope given, the greatest likelihood is that of logistic regression again.
static double lost_by_slope(void* data, double slope) {
  struct profile* profile = data;
  const int fixed[] = {1, 0};
  profile->at[0] = slope * profile->unit;
  const double least = minimise(profile->points, profile->unit, fixed, profile->at);
  return lost(profile, profile->log_odds, least);
}

// The least loss for the offset log_odds + shift.
static double least_by_slope(struct profile* profile, double log_odds) {
  const int fixed[] = {0, 1};
  profile->at[1] = log_odds + profile->shift;
  return minimise(profile->points, profile->unit, fixed, profile->at);
}

// The condition on the share of these log-odds, at the best slope for them.
static double excess_by_slope(void* data, double log_odds) {
  struct profile* profile = data;
  least_by_slope(profile, log_odds);
  struct line line = {profile->points, profile->at[0] / profile->unit, profile->shift, NULL};
  return excess(&line, cal_sigmoid(log_odds));
}

static double lost_by_shift(void* data, double shift) {
  struct profile* profile = data;
  const struct cal_function f = {excess_by_slope, profile};
  double bounds[2];
  profile->shift = shift;
  if (!bracket(f, profile->log_odds, bounds)) {
    return DBL_MAX;
  }
  const double log_odds = cal_find_root(f, bounds[0], bounds[1], 1e-12);
  return lost(profile, log_odds, least_by_slope(profile, log_odds));
}

// Moves away from `start`, in doubling steps, until the function changes its sign.
static double crossing(struct cal_function f, double start, double step) {
  const bool above = f.at(f.data, start) > 0;
  double inside = start;
  for (int i = 0; i < MOST_DOUBLINGS; ++i, step *= 2) {
    const double outside = inside + step;
    if ((f.at(f.data, outside) > 0) != above) {
      return cal_find_root(f, fmin(inside, outside), fmax(inside, outside), 1e-10);
    }
    inside = outside;
  }
  return copysign(INFINITY, step);
}

// An infinite slope has one limit, the smallest size of the slope.
static double limit_of_infinite(struct cal_function by_slope, double slope) {
  const double step = by_slope.at(by_slope.data, 0) > 0 ? FIRST_STEP : -FIRST_STEP;
  return crossing(by_slope, 0, copysign(1, slope) * step);
}

void cal_density_ratio_limits(const struct cal_points* points, const struct cal_density_ratio* fit,
                              double drop, double slope[2], double shift[2]) {
  const double log_odds = log(points->total_h1 / points->total_h2);
  const struct range h1 = finite_range(points, points->n_h1),
                     h2 = finite_range(points, points->n_h2);
  struct profile profile = {points, fit, log_odds, largest_llr(h1, h2), drop, 0, {0, log_odds}};
  const struct cal_function by_slope = {lost_by_slope, &profile};
  const struct cal_function by_shift = {lost_by_shift, &profile};
  slope[0] = shift[0] = -INFINITY;
  slope[1] = shift[1] = INFINITY;
  // If a class has no finite LLR, or all are equal, neither parameter has limits.
  if (is_none(h1) || is_none(h2)) return;
  if (fmin(h1.lowest, h2.lowest) == fmax(h1.highest, h2.highest)) return;
  if (isinf(fit->slope)) {
    slope[fit->slope < 0] = limit_of_infinite(by_slope, fit->slope);
    return;
  }
  for (int end = 0; end < 2; ++end) {
    const double step = end ? FIRST_STEP : -FIRST_STEP;
    slope[end] = crossing(by_slope, fit->slope, step);
    profile.at[0] = fit->slope * profile.unit;
    shift[end] = crossing(by_shift, fit->shift, step);
  }
}
