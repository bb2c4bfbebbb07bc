// Fit: lines on a grid with their best floor and ceiling are starts of a damped Newton descent on
// groups of trials. The best end starts that on all trials, and must beat every step. Limits: the
// least cost at a fixed posterior, by the same descent, and the root of its excess.
#include "kernels/fit/four-parameter.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/base/root.h"
#include "kernels/base/sigmoid.h"
#include "kernels/base/sum.h"

// Parameters of a curve: a, ln b, c and h = 1 - d, which keeps d from rounding to 1.
enum { A, B, C, H, N_PARAMETERS };

// Trials with the weights h1 and h2; x = 0 is the origin of a line. Finite x are within [-1, 1].
struct rows {
  struct cal_host* host;
  const double *x, *h1, *h2;
  ptrdiff_t n;
};

struct sums {
  double value, gradient[N_PARAMETERS], hessian[N_PARAMETERS][N_PARAMETERS];
};

// Logistic function and its complement. Beyond this range the square of a share underflows.
static void shares(double z, double* e, double* rest) {
  const double t = exp(-fmin(fabs(z), 300)), large = 1 / (1 + t), small = t / (1 + t);
  *e = z > 0 ? large : small;
  *rest = z > 0 ? small : large;
}

// Adds -(h1 ln p + h2 ln q), q = 1 - p, with the derivatives by a, ln b, c and h.
static void add_row(struct sums* sums, const double at[], double bx, double h1, double h2) {
  double e = bx > 0, rest = bx < 0;
  const bool is_end = isinf(bx);
  if (!is_end) shares(at[A] + bx, &e, &rest);
  const double c = at[C], h = at[H];
  const double p = c * rest + (1 - h) * e, q = (1 - c) * rest + h * e;
  const double u = h1 > 0 ? h1 / p : 0, v = h2 > 0 ? h2 / q : 0, slope = v - u;
  const double bend = (h1 > 0 ? u / p : 0) + (h2 > 0 ? v / q : 0), both = is_end ? 0 : e * rest;
  const double way = is_end ? 0 : bx, rise = (1 - h - c) * both, curl = rise * (rest - e);
  const double by[] = {rise, rise * way, rest, -e};
  if (h1 > 0) sums->value -= h1 * log(p);
  if (h2 > 0) sums->value -= h2 * log(q);
  for (int j = 0; j < N_PARAMETERS; ++j) {
    sums->gradient[j] += slope * by[j];
    for (int k = 0; k <= j; ++k) sums->hessian[j][k] += bend * by[j] * by[k];
  }
  sums->hessian[A][A] += slope * curl;
  sums->hessian[B][A] += slope * curl * way;
  sums->hessian[B][B] += slope * (curl * way * way + rise * way);
  sums->hessian[C][A] -= slope * both;
  sums->hessian[C][B] -= slope * both * way;
  sums->hessian[H][A] -= slope * both;
  sums->hessian[H][B] -= slope * both * way;
}

static void mirror(struct sums* sums) {
  for (int j = 0; j < N_PARAMETERS; ++j) {
    for (int k = 0; k < j; ++k) sums->hessian[k][j] = sums->hessian[j][k];
  }
}

// Sums over the rows, in parts, so that rounding errors do not grow with the number of rows.
static void evaluate(const struct rows* rows, double origin, const double at[], struct sums* sums) {
  const double b = exp(at[B]);
  memset(sums, 0, sizeof *sums);
  for (ptrdiff_t first = 0; first < rows->n; first += CAL_PLAN_FOUR_GROUPS) {
    const ptrdiff_t end =
        rows->n - first > CAL_PLAN_FOUR_GROUPS ? first + CAL_PLAN_FOUR_GROUPS : rows->n;
    struct sums part = {0};
    for (ptrdiff_t i = first; i < end; ++i) {
      add_row(&part, at, b * (rows->x[i] - origin), rows->h1[i], rows->h2[i]);
    }
    sums->value += part.value;
    for (int j = 0; j < N_PARAMETERS; ++j) {
      sums->gradient[j] += part.gradient[j];
      for (int k = 0; k <= j; ++k) sums->hessian[j][k] += part.hessian[j][k];
    }
    if (first % CAL_PLAN_PIECE == 0) cal_pulse(rows->host);
  }
  mirror(sums);
}

// A function of up to four parameters within bounds.
struct task {
  int n;
  double lower[N_PARAMETERS], upper[N_PARAMETERS];
  void (*evaluate)(const void* data, const double at[], struct sums* sums);
  const void* data;
  int most_steps;
};

static bool is_held(const struct task* task, const double at[], const double gradient[], int j) {
  return (at[j] <= task->lower[j] && gradient[j] >= 0) ||
         (at[j] >= task->upper[j] && gradient[j] <= 0);
}

// The step of Levenberg and Marquardt for the parameters that may move; false if that matrix is not
// positive definite.
static bool find_step(const struct task* task, const double at[], const struct sums* sums,
                      double damping, double step[]) {
  double factor[N_PARAMETERS][N_PARAMETERS] = {{0}};
  int moving[N_PARAMETERS], m = 0;
  for (int j = 0; j < task->n; ++j) {
    step[j] = 0;
    if (!is_held(task, at, sums->gradient, j)) moving[m++] = j;
  }
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k <= j; ++k) {
      const double own = sums->hessian[moving[j]][moving[k]];
      double sum = j == k ? own + damping * fmax(fabs(own), 1e-8) : own;
      for (int l = 0; l < k; ++l) sum -= factor[j][l] * factor[k][l];
      if (j == k && !(sum > 1e-13 * fabs(own))) return false;
      factor[j][k] = j == k ? sqrt(sum) : sum / factor[k][k];
    }
  }
  double solved[N_PARAMETERS] = {0};
  for (int j = 0; j < m; ++j) {
    double sum = -sums->gradient[moving[j]];
    for (int l = 0; l < j; ++l) sum -= factor[j][l] * solved[l];
    solved[j] = sum / factor[j][j];
  }
  for (int j = m - 1; j >= 0; --j) {
    for (int l = j + 1; l < m; ++l) solved[j] -= factor[l][j] * solved[l];
    solved[j] /= factor[j][j];
  }
  for (int j = 0; j < m; ++j) step[moving[j]] = solved[j];
  return true;
}

// Descends from `at` to a minimum within the bounds, or for a limited number of steps, and returns
// the value there.
static double descend(const struct task* task, double at[]) {
  struct sums sums, next;
  double damping = 0, step[N_PARAMETERS], there[N_PARAMETERS];
  task->evaluate(task->data, at, &sums);
  for (int i = 0; i < task->most_steps && damping < 1e12; ++i) {
    if (!find_step(task, at, &sums, damping, step)) {
      damping = fmax(8 * damping, 1e-3);
      continue;
    }
    double promise = 0;
    for (int j = 0; j < task->n; ++j) {
      const double most = j == B ? 2 : 1e4;
      there[j] =
          fmin(fmax(at[j] + fmin(fmax(step[j], -most), most), task->lower[j]), task->upper[j]);
      promise -= sums.gradient[j] * (there[j] - at[j]);
    }
    task->evaluate(task->data, there, &next);
    const bool is_done = fabs(promise) <= CAL_PLAN_NEWTON_DONE * sums.value;
    if (next.value < sums.value || (is_done && next.value == sums.value)) {
      memcpy(at, there, sizeof there);
      sums = next;
      damping = damping < 1e-4 ? 0 : damping / 10;
    } else {
      damping = fmax(8 * damping, 1e-3);
    }
    if (is_done) break;
  }
  return sums.value;
}

static void evaluate_curve(const void* data, const double at[], struct sums* sums) {
  evaluate(data, 0, at, sums);
}

// The least cost of a step: one level below a value, another above, and a third at the value
// itself, in their order. Also the cost of a constant among the finite values.
struct steps {
  double best, flat;
};

static double level_cost(double h1, double h2) {
  const double all = h1 + h2;
  return (h1 > 0 ? -h1 * log(h1 / all) : 0) + (h2 > 0 ? -h2 * log(h2 / all) : 0);
}

static struct steps find_steps(const struct rows* rows) {
  double all[2] = {0}, below[2] = {0}, ends[4] = {0};
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    all[0] += rows->h1[i];
    all[1] += rows->h2[i];
    if (isinf(rows->x[i])) {
      ends[rows->x[i] > 0 ? 2 : 0] = rows->h1[i];
      ends[rows->x[i] > 0 ? 3 : 1] = rows->h2[i];
    }
  }
  struct steps steps = {level_cost(all[0], all[1]), 0};
  steps.flat = level_cost(ends[0], ends[1]) + level_cost(ends[2], ends[3]) +
               level_cost(all[0] - ends[0] - ends[2], all[1] - ends[1] - ends[3]);
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    const double h1 = rows->h1[i], h2 = rows->h2[i];
    const double above[2] = {fmax(all[0] - below[0] - h1, 0), fmax(all[1] - below[1] - h2, 0)};
    const double left = level_cost(below[0] + h1, below[1] + h2) + level_cost(above[0], above[1]);
    if ((below[0] + h1) * above[1] <= above[0] * (below[1] + h2))
      steps.best = fmin(steps.best, left);
    const double three =
        level_cost(below[0], below[1]) + level_cost(h1, h2) + level_cost(above[0], above[1]);
    const bool rises = below[0] * h2 <= h1 * below[1] && h1 * above[1] <= above[0] * h2;
    if (rises) steps.best = fmin(steps.best, three);
    below[0] += h1;
    below[1] += h2;
  }
  return steps;
}

// Groups of neighbouring values at their means, up to a limit; infinite values stay single.
static struct rows group(const struct rows* rows, ptrdiff_t most) {
  if (rows->n <= most) return *rows;
  double* x = cal_scratch_doubles(rows->host, most + 4);
  double* h1 = cal_scratch_doubles(rows->host, most + 4);
  double* h2 = cal_scratch_doubles(rows->host, most + 4);
  const ptrdiff_t size = (rows->n + most - 1) / most;
  struct rows groups = {rows->host, x, h1, h2, 0};
  for (ptrdiff_t i = 0; i < rows->n;) {
    const ptrdiff_t k = groups.n++, first = i;
    x[k] = h1[k] = h2[k] = 0;
    do {
      const double weight = rows->h1[i] + rows->h2[i];
      x[k] += isinf(rows->x[i]) ? rows->x[i] : weight * rows->x[i];
      h1[k] += rows->h1[i];
      h2[k] += rows->h2[i];
      ++i;
    } while (i < rows->n && i < first + size && isfinite(rows->x[i]) && isfinite(x[k]));
    if (isfinite(x[k])) x[k] /= h1[k] + h2[k];
  }
  return groups;
}

// The frame of the values and the weights of trials, in scratch memory.
struct frame {
  double centre, scale, gap;
  struct rows rows;
};

static bool set_frame(struct cal_host* host, const struct cal_counted* trials, const double each[2],
                      struct frame* frame) {
  double *x = cal_scratch_doubles(host, trials->n), *h1 = cal_scratch_doubles(host, trials->n);
  double *h2 = cal_scratch_doubles(host, trials->n), low = INFINITY, high = -INFINITY;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (!isinf(trials->value[i])) {
      low = fmin(low, trials->value[i]);
      high = fmax(high, trials->value[i]);
    }
    h1[i] = each[0] * trials->n_h1[i];
    h2[i] = each[1] * trials->n_h2[i];
  }
  frame->centre = low / 2 + high / 2;
  frame->scale = high / 2 - low / 2;
  frame->gap = 2;
  frame->rows = (struct rows){host, x, h1, h2, trials->n};
  if (!(frame->scale >= 1e-300)) return false;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    x[i] = (trials->value[i] - frame->centre) / frame->scale;
    const double gap = i > 0 && isfinite(x[i]) ? x[i] - x[i - 1] : 0;
    if (gap > 0) frame->gap = fmin(frame->gap, gap);
  }
  return true;
}

// The steepest curves are a step even between the two closest values; the least steep ones are
// flat.
static struct task curve_task(const struct frame* frame, const struct rows* rows, int most_steps) {
  return (struct task){N_PARAMETERS,
                       {-1e15, log(1e-9), 0, 0},
                       {1e15, log(fmin(100 / frame->gap, 1e13)), 1, 1},
                       evaluate_curve,
                       rows,
                       most_steps};
}

// Candidates of a search, the best first.
enum { N_KEPT = 6 };
struct kept {
  double value[N_KEPT], at[N_KEPT][N_PARAMETERS];
};

static void keep(struct kept* kept, double value, const double at[]) {
  int k = N_KEPT - 1;
  if (!(value < kept->value[k])) return;
  for (; k > 0 && value < kept->value[k - 1]; --k) {
    kept->value[k] = kept->value[k - 1];
    memcpy(kept->at[k], kept->at[k - 1], sizeof kept->at[k]);
  }
  kept->value[k] = value;
  memcpy(kept->at[k], at, sizeof kept->at[k]);
}

// For a given line the cost is convex in c and h: starts are lines of all places and slopes with
// the best c and h.
static void search_lines(const struct frame* frame, const struct rows* rows, struct kept* kept) {
  enum { N_PLACES = 11, N_SLOPES = 7 };
  ptrdiff_t first = 0, last = rows->n - 1;
  while (isinf(rows->x[first])) ++first;
  while (isinf(rows->x[last])) --last;
  const ptrdiff_t tenth = (last - first) / 10;
  const double spread = rows->x[last - tenth] - rows->x[first + tenth];
  for (int i = 0; i < N_PLACES; ++i) {
    const double share = (i + 0.5) / N_PLACES;
    const double place = rows->x[first + (ptrdiff_t)(share * (double)(last - first) + 0.5)];
    for (int j = 0; j < N_SLOPES; ++j) {
      struct task task = curve_task(frame, rows, 12);
      const double b = 0.7 * pow(2.6, j) / fmax(spread, 1e-12);
      double at[] = {-b * place, fmin(log(b), task.upper[B]), 0.05, 0.05};
      task.lower[A] = task.upper[A] = at[A];
      task.lower[B] = task.upper[B] = at[B];
      keep(kept, descend(&task, at), at);
    }
  }
}

static double best_curve(const struct frame* frame, double best[]) {
  const struct rows few = group(&frame->rows, CAL_PLAN_FOUR_GROUPS);
  struct kept starts, ends;
  for (int k = 0; k < N_KEPT; ++k) starts.value[k] = ends.value[k] = INFINITY;
  search_lines(frame, &few, &starts);
  for (int k = 0; k < N_KEPT && isfinite(starts.value[k]); ++k) {
    const struct task task = curve_task(frame, &few, 200);
    keep(&ends, descend(&task, starts.at[k]), starts.at[k]);
  }
  memcpy(best, ends.at[0], sizeof ends.at[0]);
  if (few.n == frame->rows.n) return ends.value[0];
  const struct task task = curve_task(frame, &frame->rows, 50);
  return descend(&task, best);
}

static void count_trials(const struct cal_counted* trials, double totals[2]) {
  totals[0] = totals[1] = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    totals[0] += trials->n_h1[i];
    totals[1] += trials->n_h2[i];
  }
}

enum cal_four_status cal_four_fit(struct cal_host* host, const struct cal_counted* trials,
                                  double prior, struct cal_four* four) {
  double totals[2], at[N_PARAMETERS];
  struct frame frame;
  count_trials(trials, totals);
  const double each[2] = {prior / totals[0], (1 - prior) / totals[1]};
  if (!set_frame(host, trials, each, &frame)) return CAL_FOUR_SIZE;
  const double cost = best_curve(&frame, at), log_odds = log(prior) - log1p(-prior);
  const struct steps steps = find_steps(&frame.rows);
  if (cost > steps.flat - CAL_PLAN_FOUR_GAIN || at[C] + at[H] >= 1) {
    return steps.best < steps.flat - CAL_PLAN_FOUR_GAIN ? CAL_FOUR_STEP : CAL_FOUR_FLAT;
  }
  if (cost > steps.best - CAL_PLAN_FOUR_GAIN) return CAL_FOUR_STEP;
  const double b = exp(at[B]), shift = log1p(-at[H]) - log1p(-at[C]) - log_odds;
  *four = (struct cal_four){b / frame.scale, at[A] - b / frame.scale * frame.centre + shift,
                            log(at[C]) - log1p(-at[C]) - log_odds,
                            log1p(-at[H]) - log(at[H]) - log_odds, 2 + (at[C] > 0) + (at[H] > 0)};
  const bool fits = isfinite(four->slope) && four->slope > 0 && isfinite(four->offset);
  return fits ? CAL_FOUR_FOUND : CAL_FOUR_SIZE;
}

// The least cost of the curves that have the posterior p = 1 - q at a value. Their parameters are
// rho = ln(1 - c / p) and kappa = ln(1 - h / q), both at most 0, and ln b. With the origin at the
// value, a is then rho + ln p - kappa - ln q. At an infinite value p is c, or q is h.
enum { RHO, SLOPE, KAPPA };
struct profile {
  const struct frame* frame;
  const struct rows* rows;
  double value, p, q, log_odds, most;
  double best[N_PARAMETERS], last[N_PARAMETERS];
  bool has_last;
};

static void evaluate_profile(const void* data, const double at[], struct sums* sums) {
  const struct profile* profile = data;
  const double to_c = profile->p * exp(at[RHO]), to_h = profile->q * exp(at[KAPPA]);
  const double whole[] = {at[RHO] + profile->log_odds - at[KAPPA], at[SLOPE],
                          -profile->p * expm1(at[RHO]), -profile->q * expm1(at[KAPPA])};
  const double by[3][N_PARAMETERS] = {{1, 0, -to_c, 0}, {0, 1, 0, 0}, {-1, 0, 0, -to_h}};
  struct sums all;
  evaluate(profile->rows, profile->value, whole, &all);
  memset(sums, 0, sizeof *sums);
  sums->value = all.value;
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < N_PARAMETERS; ++k) {
      sums->gradient[j] += by[j][k] * all.gradient[k];
      for (int i = 0; i < 3; ++i) {
        for (int l = 0; l < N_PARAMETERS; ++l) {
          sums->hessian[j][i] += by[j][k] * all.hessian[k][l] * by[i][l];
        }
      }
    }
  }
  sums->hessian[RHO][RHO] -= to_c * all.gradient[C];
  sums->hessian[KAPPA][KAPPA] -= to_h * all.gradient[H];
}

static double profile_at_end(struct profile* profile) {
  struct task task = curve_task(profile->frame, profile->rows, 60);
  const int fixed = profile->value > 0 ? H : C;
  const double there = profile->value > 0 ? profile->q : profile->p;
  double value = INFINITY;
  task.lower[fixed] = task.upper[fixed] = there;
  for (int k = profile->has_last; k >= 0; --k) {
    double at[N_PARAMETERS];
    memcpy(at, k > 0 ? profile->last : profile->best, sizeof at);
    at[fixed] = there;
    at[C + H - fixed] = fmin(at[C + H - fixed], 0.9 * (1 - there));
    const double found = descend(&task, at);
    if (!(found < value)) continue;
    value = found;
    memcpy(profile->last, at, sizeof at);
  }
  return value;
}

static double profile_inside(struct profile* profile) {
  const struct task whole = curve_task(profile->frame, profile->rows, 60);
  const struct task task = {
      3, {-100, whole.lower[B], -100}, {0, whole.upper[B], 0}, evaluate_profile, profile, 60};
  const double* best = profile->best;
  const double c = fmin(best[C] / profile->p, 0.999), h = fmin(best[H] / profile->q, 0.999);
  double value = INFINITY, last[N_PARAMETERS];
  memcpy(last, profile->last, sizeof last);
  for (int k = profile->has_last ? 2 : 1; k >= 0; --k) {
    double at[N_PARAMETERS] = {0, best[B], 0, 0};
    if (k == 1) at[RHO] = log1p(-c), at[KAPPA] = log1p(-h);
    if (k == 2) memcpy(at, last, sizeof at);
    const double found = descend(&task, at);
    if (!(found < value)) continue;
    value = found;
    memcpy(profile->last, at, sizeof at);
  }
  return value;
}

// Excess of the least cost at these log odds over the allowed cost.
static double excess(void* data, double log_odds) {
  struct profile* profile = data;
  profile->log_odds = log_odds;
  profile->p = cal_sigmoid(log_odds);
  profile->q = cal_sigmoid(-log_odds);
  const double cost = isinf(profile->value) ? profile_at_end(profile) : profile_inside(profile);
  profile->has_last = true;
  return cost - profile->most;
}

// Moves away from the best log odds in doubling steps until the cost is too high. A limit beyond
// the log odds of doubles is infinite.
static double find_limit(struct profile* profile, double start, int direction) {
  double inside = start, outside = start, step = 0.5;
  profile->has_last = false;
  do {
    inside = outside;
    outside += direction * step;
    step *= 2;
    if (fabs(outside) > 600) return direction > 0 ? INFINITY : -INFINITY;
  } while (excess(profile, outside) <= 0);
  const struct cal_function function = {excess, profile};
  if (excess(profile, inside) > 0) return inside;
  return cal_find_root(function, fmin(inside, outside), fmax(inside, outside), 1e-7);
}

static double log_odds_at(const double at[], double x) {
  double e = x > 0, rest = x < 0;
  if (isfinite(x)) {
    const double z = at[A] + exp(at[B]) * x;
    e = cal_sigmoid(z);
    rest = cal_sigmoid(-z);
  }
  const double p = at[C] * rest + (1 - at[H]) * e, q = (1 - at[C]) * rest + at[H] * e;
  return fmin(fmax(log(p) - log(q), -60), 60);
}

void cal_four_limits(struct cal_host* host, const struct cal_counted* trials, double loss,
                     const double* at, ptrdiff_t n_at, double* lower, double* upper) {
  double totals[2];
  struct frame frame;
  if (n_at == 0) return;
  count_trials(trials, totals);
  const double all = totals[0] + totals[1], each[2] = {1 / all, 1 / all};
  const double odds = log(totals[0]) - log(totals[1]);
  const bool fits = set_frame(host, trials, each, &frame);
  const struct rows rows = fits ? group(&frame.rows, CAL_PLAN_FOUR_LIMIT_GROUPS) : frame.rows;
  struct profile profile = {.frame = &frame, .rows = &rows};
  if (fits) {
    frame.rows = rows;
    profile.most = best_curve(&frame, profile.best) + loss / all;
  }
  for (ptrdiff_t i = 0; i < n_at; ++i) {
    lower[i] = -INFINITY;
    upper[i] = INFINITY;
    if (!fits) continue;
    profile.value = (at[i] - frame.centre) / frame.scale;
    const double start = log_odds_at(profile.best, profile.value);
    lower[i] = find_limit(&profile, start, -1) - odds;
    upper[i] = find_limit(&profile, start, 1) - odds;
  }
}
