// Minimum of the mean cost under a rule of many classes: Newton steps with the exact Hessian, made
// convex if necessary.
#include "kernels/classes/class-rule.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/classes/class-search.h"
#include "kernels/classes/softmax.h"

// Costs as functions of the logits of one trial.
struct cost {
  double value, *slope, *bend;
  int n;
};

// Odds exp(z_j) of the other classes than k relative to their sum, and its logarithm.
static double share_out(const double* z, int n, int k, double* share) {
  double top = -INFINITY, sum = 0;
  for (int j = 0; j < n; ++j) {
    if (j != k) top = fmax(top, z[j]);
  }
  if (isinf(top)) return top;
  for (int j = 0; j < n; ++j) {
    share[j] = j == k ? 0 : exp(z[j] - top);
    sum += share[j];
  }
  for (int j = 0; j < n; ++j) share[j] /= sum;
  return top + log(sum);
}

// With l = z_k - ln sum_{j != k} exp(z_j), dl/dz_k = 1 and dl/dz_j = -share_j.
static void add_detector(const struct cal_class_detector* detector, const double* z, int i,
                         double* share, struct cost* cost) {
  const int n = cost->n, k = detector->target;
  const double rest = share_out(z, n, k, share);
  const double odds = z[k] - rest;
  if (isnan(odds)) {
    cost->value = odds;
    return;
  }
  const struct cal_rule_terms at =
      (i == k ? cal_rule_cost_h1 : cal_rule_cost_h2)(&detector->table, fmax(fmin(odds, 1e4), -1e4));
  cost->value += at.value;
  if (isinf(rest) || isinf(z[k])) return;
  cost->slope[k] += at.slope;
  cost->bend[k * n + k] += at.bend;
  for (int j = 0; j < n; ++j) {
    if (j == k) continue;
    cost->slope[j] -= at.slope * share[j];
    cost->bend[j * n + j] -= at.slope * share[j];
    cost->bend[k * n + j] -= at.bend * share[j];
    cost->bend[j * n + k] -= at.bend * share[j];
    for (int l = 0; l < n; ++l) cost->bend[j * n + l] += (at.bend + at.slope) * share[j] * share[l];
  }
}

// Scratch of a choice: posteriors q, probabilities of the actions and the effect of a change of
// them, derivatives in q, products.
struct choice {
  double *q, *chosen, *excess, *mean, *slope, *product, *bend;
};

static struct choice open_choice(double* scratch, int n, int n_actions) {
  struct choice at = {.q = scratch};
  at.chosen = at.q + n;
  at.excess = at.chosen + n_actions;
  at.mean = at.excess + n_actions;
  at.slope = at.mean + n;
  at.product = at.slope + n;
  at.bend = at.product + n;
  return at;
}

// Returns the cost; excess[a] = chosen[a] (cost_a - this), the slope in -expected cost / blur.
static double choose(const struct cal_class_choice* choice, int n, int i, struct choice* at) {
  const int n_actions = choice->n_actions;
  double value = 0;
  for (int a = 0; a < n_actions; ++a) {
    double expected = 0;
    for (int j = 0; j < n; ++j) expected += at->q[j] * choice->cost[j * n_actions + a];
    at->chosen[a] = -expected / choice->blur;
  }
  cal_softmax(at->chosen, n_actions);
  const double* own = choice->cost + i * n_actions;
  for (int a = 0; a < n_actions; ++a) value += at->chosen[a] * own[a];
  for (int a = 0; a < n_actions; ++a) at->excess[a] = at->chosen[a] * (own[a] - value);
  return value;
}

// First and second derivatives of this cost in q.
static void differentiate(const struct cal_class_choice* choice, int n, struct choice* at) {
  const int n_actions = choice->n_actions;
  for (int j = 0; j < n; ++j) {
    const double* column = choice->cost + j * n_actions;
    at->mean[j] = at->slope[j] = 0;
    for (int a = 0; a < n_actions; ++a) {
      at->mean[j] += at->chosen[a] * column[a];
      at->slope[j] -= at->excess[a] * column[a] / choice->blur;
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int l = 0; l <= j; ++l) {
      double sum = 0;
      for (int a = 0; a < n_actions; ++a) {
        sum += at->excess[a] * choice->cost[j * n_actions + a] * choice->cost[l * n_actions + a];
      }
      sum = sum / choice->blur + at->mean[j] * at->slope[l] + at->slope[j] * at->mean[l];
      at->bend[j * n + l] = at->bend[l * n + j] = sum / choice->blur;
    }
  }
}

// dq_j/dz_l = q_j ([j = l] - q_l).
static void add_choice(const struct cal_class_choice* choice, const double* z, int i,
                       double* scratch, struct cost* cost) {
  const int n = cost->n;
  struct choice at = open_choice(scratch, n, choice->n_actions);
  memcpy(at.q, z, (size_t)n * sizeof(double));
  cal_softmax(at.q, n);
  cost->value += choice->weight * choose(choice, n, i, &at);
  differentiate(choice, n, &at);
  double mean_slope = 0, mean_product = 0;
  for (int j = 0; j < n; ++j) {
    mean_slope += at.q[j] * at.slope[j];
    at.product[j] = 0;
    for (int l = 0; l < n; ++l) at.product[j] += at.bend[j * n + l] * at.q[l];
    mean_product += at.q[j] * at.product[j];
  }
  for (int j = 0; j < n; ++j) {
    const double weight = choice->weight * at.q[j], above = at.slope[j] - mean_slope;
    cost->slope[j] += weight * above;
    cost->bend[j * n + j] += weight * above;
    for (int l = 0; l < n; ++l) {
      const double curved = at.bend[j * n + l] - at.product[j] - at.product[l] + mean_product;
      cost->bend[j * n + l] += weight * at.q[l] * (curved - above - (at.slope[l] - mean_slope));
    }
  }
}

static void add_mixture(const struct cal_class_mixture* mixture, const double* z, int i,
                        double* scratch, struct cost* cost) {
  const int n = cost->n;
  double *slope = scratch, *bend = scratch + n, *rest = bend + n * n;
  cost->value +=
      mixture->weight * cal_dirichlet_cost_along(&mixture->rule, z, i, rest, slope, bend);
  for (int k = 0; k < n; ++k) cost->slope[k] += mixture->weight * slope[k];
  for (int k = 0; k < n * n; ++k) cost->bend[k] += mixture->weight * bend[k];
}

ptrdiff_t cal_class_rule_scratch(const struct cal_class_rule* rule, int n_classes) {
  int n_actions = 0;
  for (int c = 0; c < rule->n_choices; ++c) {
    if (rule->choices[c].n_actions > n_actions) n_actions = rule->choices[c].n_actions;
  }
  return 4 * (ptrdiff_t)n_classes + 2 * (ptrdiff_t)n_actions + (ptrdiff_t)n_classes * n_classes;
}

double cal_class_rule_cost(const struct cal_class_rule* rule, const double* z, int n_classes, int i,
                           double* scratch, double* slope, double* bend) {
  struct cost cost = {.slope = slope, .bend = bend, .n = n_classes};
  memset(slope, 0, (size_t)n_classes * sizeof(double));
  memset(bend, 0, (size_t)n_classes * (size_t)n_classes * sizeof(double));
  for (int d = 0; d < rule->n_detectors; ++d) {
    add_detector(&rule->detectors[d], z, i, scratch, &cost);
  }
  for (int c = 0; c < rule->n_choices; ++c) add_choice(&rule->choices[c], z, i, scratch, &cost);
  for (int m = 0; m < rule->n_mixtures; ++m) add_mixture(&rule->mixtures[m], z, i, scratch, &cost);
  return cost.value;
}

// Sums over trials, and the scratch for one of them. `turned` is the bend times the features of
// each recogniser.
struct sums {
  struct cal_sum value;
  double *gradient, *hessian, *x, *z, *slope, *bend, *turned, *scratch;
  ptrdiff_t n;
};

static struct sums new_sums(struct cal_host* host, const struct cal_class_model* model,
                            const struct cal_class_rule* rule) {
  const ptrdiff_t n = cal_class_model_n_params(model), k = model->n_classes;
  const ptrdiff_t features = k * model->n_recognisers;
  return (struct sums){
      .gradient = cal_scratch_doubles(host, n),
      .hessian = cal_scratch_doubles(host, n * n),
      .x = cal_scratch_doubles(host, features),
      .z = cal_scratch_doubles(host, k),
      .slope = cal_scratch_doubles(host, k),
      .bend = cal_scratch_doubles(host, k * k),
      .turned = cal_scratch_doubles(host, features),
      .scratch = cal_scratch_doubles(host, cal_class_rule_scratch(rule, model->n_classes)),
      .n = n};
}

// A parameter multiplies the feature `x` in the logit of class `k`.
struct lever {
  int k;
  double x;
};

static struct lever lever_of(const struct cal_class_model* model, const struct sums* sums,
                             ptrdiff_t j) {
  const int n_classes = model->n_classes;
  if (model->family == CAL_SHARED) return (struct lever){(int)j - model->n_recognisers, 1};
  if (model->family == CAL_MATRIX) {
    return (struct lever){(int)(j / n_classes), sums->x[j % n_classes]};
  }
  return j < n_classes ? (struct lever){(int)j, sums->x[j]} : (struct lever){(int)j - n_classes, 1};
}

static double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

// The scales of the shared family, which act on the logits of all classes.
static int n_scales(const struct cal_class_model* model) {
  return model->family == CAL_SHARED ? model->n_recognisers : 0;
}

static void add_scales(const struct cal_class_model* model, double weight, struct sums* sums) {
  const int n = model->n_classes;
  for (int m = 0; m < n_scales(model); ++m) {
    const double* x = sums->x + m * n;
    double* turned = sums->turned + m * n;
    sums->gradient[m] += weight * dot(x, sums->slope, n);
    for (int k = 0; k < n; ++k) turned[k] = weight * dot(sums->bend + k * n, x, n);
    for (int l = 0; l <= m; ++l) {
      sums->hessian[m * sums->n + l] += dot(turned, sums->x + l * n, n);
    }
  }
}

static void add_levers(const struct cal_class_model* model, double weight, struct sums* sums) {
  const int n = model->n_classes, scales = n_scales(model);
  for (ptrdiff_t j = scales; j < sums->n; ++j) {
    const struct lever lever = lever_of(model, sums, j);
    double* row = sums->hessian + j * sums->n;
    sums->gradient[j] += weight * lever.x * sums->slope[lever.k];
    for (int m = 0; m < scales; ++m) row[m] += lever.x * sums->turned[m * n + lever.k];
    for (ptrdiff_t l = scales; l <= j; ++l) {
      const struct lever other = lever_of(model, sums, l);
      row[l] += weight * lever.x * other.x * sums->bend[lever.k * n + other.k];
    }
  }
}

static void add_trial(const struct cal_class_model* model, const struct cal_class_rule* rule,
                      const double* params, ptrdiff_t t, struct sums* sums) {
  const double weight = cal_class_weight(model, t);
  if (weight == 0) return;
  cal_class_read(model, params, t, sums->x, sums->z);
  for (int k = 0; k < model->n_classes; ++k) sums->z[k] += model->log_prior[k];
  const double cost = cal_class_rule_cost(rule, sums->z, model->n_classes, model->truth[t] - 1,
                                          sums->scratch, sums->slope, sums->bend);
  cal_sum_add(&sums->value, weight * cost);
  add_scales(model, weight, sums);
  add_levers(model, weight, sums);
}

static void evaluate(struct cal_host* host, const struct cal_class_problem* problem,
                     const struct cal_class_rule* rule, const double* params, struct sums* sums) {
  const ptrdiff_t n = sums->n, piece = cal_class_piece(n);
  sums->value = (struct cal_sum){0};
  memset(sums->gradient, 0, (size_t)n * sizeof(double));
  memset(sums->hessian, 0, (size_t)(n * n) * sizeof(double));
  for (ptrdiff_t t = 0; t < problem->model.n; ++t) {
    if (t % piece == 0) cal_pulse(host);
    add_trial(&problem->model, rule, params, t, sums);
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) sums->hessian[j * n + i] = sums->hessian[i * n + j];
  }
}

// Removes fixed parameters from the system of equations.
static void leave_out(const int* fixed, struct sums* sums) {
  const ptrdiff_t n = sums->n;
  for (ptrdiff_t j = 0; j < n && fixed != NULL; ++j) {
    if (!fixed[j]) continue;
    for (ptrdiff_t l = 0; l < n; ++l) sums->hessian[j * n + l] = sums->hessian[l * n + j] = 0;
    sums->hessian[j * n + j] = 1;
  }
}

// Adds to the diagonal until the Hessian is positive definite.
static void make_convex(double* hessian, ptrdiff_t n, double* factor) {
  double top = 0, added = 0;
  for (ptrdiff_t j = 0; j < n; ++j) top = fmax(top, fabs(hessian[j * n + j]));
  if (top == 0) top = 1;
  while (added < 100 && !cal_is_positive_definite(hessian, n, factor)) {
    const double more = added > 0 ? 9 * added : 1e-6;
    for (ptrdiff_t j = 0; j < n; ++j) hessian[j * n + j] += more * top;
    added += more;
  }
}

struct cal_rule_end cal_class_rule_fit(struct cal_host* host,
                                       const struct cal_class_problem* problem,
                                       const struct cal_class_rule* rule, double* params) {
  struct sums sums = new_sums(host, &problem->model, rule);
  struct cal_newton newton = cal_newton_new(host, sums.n);
  double* factor = cal_scratch_doubles(host, sums.n * sums.n);
  enum cal_newton_status status;
  int asked = 0;

  newton.fixed = problem->fixed;
  newton.at = params;
  cal_newton_start(&newton);
  do {
    evaluate(host, problem, rule, params, &sums);
    leave_out(problem->fixed, &sums);
    make_convex(sums.hessian, sums.n, factor);
    status = cal_newton_next(&newton, cal_sum_value(sums.value), sums.gradient, sums.hessian);
  } while (status == CAL_NEWTON_EVALUATE && ++asked < CAL_PLAN_RULE_STEPS);

  evaluate(host, problem, rule, params, &sums);
  return (struct cal_rule_end){.status = status,
                               .value = cal_sum_value(sums.value),
                               .n_steps = newton.n_steps,
                               .diverged = cal_newton_diverged(&newton)};
}
