// Costs by the trapezoid rule along ln u, in which the integrand is analytic: it falls like
// u^(2a - 1) on the left, and as exp(-u) on the right. All terms are positive.
#include "kernels/classes/dirichlet-rule.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// ln u goes from `from` in n steps; the part to the left is a geometric sum.
struct grid {
  double top, from, step, first;
  int n;
};

struct cal_dirichlet_rule cal_dirichlet_rule_new(double gamma, int n_classes) {
  const double a = gamma + 1;
  return (struct cal_dirichlet_rule){.n_classes = n_classes,
                                     .gamma = gamma,
                                     .factor = (n_classes * a - 1) / (n_classes - 1),
                                     .law = cal_gamma_new(a)};
}

static bool is_pairwise(const struct cal_dirichlet_rule* rule) { return rule->gamma <= -0.5; }

// The nodes for the class `least`, which has the smallest probability of the requested classes.
static struct grid grid_for(const struct cal_dirichlet_rule* rule, const double* log_q,
                            double least) {
  const double a = rule->law.a;
  struct grid grid = {.top = -HUGE_VAL, .from = -42 / fmin(a, 1), .step = 0.35 / sqrt(fmax(a, 2))};
  for (int j = 0; j < rule->n_classes; ++j) grid.top = fmax(grid.top, log_q[j]);
  const double to = grid.top - least + log(745 + 2 * a);
  grid.n = isfinite(to) ? (int)ceil((to - grid.from) / grid.step) + 1 : 0;
  grid.first = 1 / -expm1(-(2 * a - 1) * grid.step);
  return grid;
}

static double weight_of(const struct cal_dirichlet_rule* rule, const struct grid* grid, int node) {
  return rule->factor * grid->step * (node == 0 ? grid->first : 1);
}

// The largest cost, of a class to which the report gives no probability.
static double most(const struct cal_dirichlet_rule* rule) {
  return rule->gamma > 0 ? rule->factor / rule->gamma : HUGE_VAL;
}

// The sum of sqrt(q_j / q_i).
static double pairwise_cost(const struct cal_dirichlet_rule* rule, const double* log_q, int i) {
  double sum = 0;
  for (int j = 0; j < rule->n_classes; ++j) {
    if (j != i && log_q[j] > -HUGE_VAL) sum += exp((log_q[j] - log_q[i]) / 2);
  }
  return sum;
}

void cal_dirichlet_costs(const struct cal_dirichlet_rule* rule, const double* log_q,
                         double* scratch, double* cost) {
  const int n = rule->n_classes;
  double *log_tail = scratch, *density = scratch + n, least = HUGE_VAL;
  for (int i = 0; i < n; ++i) {
    cost[i] = log_q[i] > -HUGE_VAL ? 0 : most(rule);
    if (log_q[i] > -HUGE_VAL) least = fmin(least, log_q[i]);
  }
  if (is_pairwise(rule)) {
    for (int i = 0; i < n; ++i) cost[i] = pairwise_cost(rule, log_q, i);
    return;
  }
  const struct grid grid = grid_for(rule, log_q, least);
  for (int node = 0; node < grid.n; ++node) {
    const double at = grid.from + grid.step * node, weight = weight_of(rule, &grid, node);
    double all = 0;
    for (int j = 0; j < n; ++j) {
      log_tail[j] = cal_gamma_log_tail(&rule->law, log_q[j] - grid.top + at);
      density[j] = exp(cal_gamma_log_density(&rule->law, log_q[j] - grid.top + at));
      all += log_tail[j];
    }
    for (int i = 0; i < n; ++i) {
      if (log_q[i] == -HUGE_VAL || density[i] == 0) continue;
      cost[i] -= weight * density[i] * expm1(all - log_tail[i]);
    }
  }
}

void cal_dirichlet_costs_along(struct cal_host* host, const struct cal_dirichlet_rule* rule,
                               const double* log_q, ptrdiff_t n_reports, double* cost) {
  double* scratch = cal_scratch_doubles(host, 2 * rule->n_classes);
  for (ptrdiff_t i = 0; i < n_reports; ++i) {
    if (i % 100 == 0) cal_pulse(host);
    cal_dirichlet_costs(rule, log_q + i * rule->n_classes, scratch, cost + i * rule->n_classes);
  }
}

// Adds one node to the derivatives, `part` being its weight times f(t_i) prod S(t_j), and
// rate[j] = t_j f(t_j) / S(t_j), which grows by a - t_j + rate[j] of itself along ln t_j.
static void add_node(const struct cal_dirichlet_rule* rule, int i, double part, const double* t,
                     const double* rate, double* slope, double* bend) {
  const int n = rule->n_classes;
  for (int k = 0; k < n; ++k) {
    if (k == i || rate[k] == 0) continue;
    slope[k] += part * rate[k];
    bend[k * n + k] += part * rate[k] * (rule->law.a - t[k]);
    for (int l = 0; l < k; ++l) {
      if (l != i) bend[k * n + l] -= part * rate[k] * rate[l];
    }
  }
}

// The cost does not change where all log q move alike: rows of the derivatives sum to 0.
static void complete(int n, int i, double* slope, double* bend) {
  for (int k = 0; k < n; ++k) {
    for (int l = 0; l < k; ++l) bend[l * n + k] = bend[k * n + l];
  }
  for (int k = 0; k < n; ++k) {
    if (k == i) continue;
    slope[i] -= slope[k];
    double row = 0;
    for (int l = 0; l < n; ++l) {
      if (l != i) row += bend[k * n + l];
    }
    bend[k * n + i] = bend[i * n + k] = -row;
    bend[i * n + i] += row;
  }
}

static double pairwise_along(const struct cal_dirichlet_rule* rule, const double* log_q, int i,
                             double* slope, double* bend) {
  const int n = rule->n_classes;
  for (int k = 0; k < n; ++k) {
    const double root = k == i ? 0 : exp((log_q[k] - log_q[i]) / 2);
    slope[k] = root / 2;
    bend[k * n + k] = root / 4;
  }
  complete(n, i, slope, bend);
  return pairwise_cost(rule, log_q, i);
}

double cal_dirichlet_cost_along(const struct cal_dirichlet_rule* rule, const double* log_q, int i,
                                double* scratch, double* slope, double* bend) {
  const int n = rule->n_classes;
  double *t = scratch, *rate = scratch + n, cost = 0;
  memset(slope, 0, (size_t)n * sizeof(double));
  memset(bend, 0, (size_t)n * (size_t)n * sizeof(double));
  for (int j = 0; j < n; ++j) {
    if (isnan(log_q[j])) return log_q[j];
  }
  if (log_q[i] == -HUGE_VAL) return most(rule);
  if (log_q[i] == HUGE_VAL) return 0;
  if (is_pairwise(rule)) return pairwise_along(rule, log_q, i, slope, bend);
  const struct grid grid = grid_for(rule, log_q, log_q[i]);
  if (isinf(grid.top)) return most(rule);
  for (int node = 0; node < grid.n; ++node) {
    const double at = grid.from + grid.step * node - grid.top;
    const double own =
        weight_of(rule, &grid, node) * exp(cal_gamma_log_density(&rule->law, log_q[i] + at));
    double others = 0;
    if (own == 0) continue;
    for (int j = 0; j < n; ++j) {
      rate[j] = 0;
      if (j == i || log_q[j] == -HUGE_VAL) continue;
      const double log_t = log_q[j] + at, log_tail = cal_gamma_log_tail(&rule->law, log_t);
      t[j] = exp(log_t);
      others += log_tail;
      if (isinf(log_tail)) continue;
      rate[j] = exp(log_t + cal_gamma_log_density(&rule->law, log_t) - log_tail);
    }
    cost -= own * expm1(others);
    if (exp(others) > 0) add_node(rule, i, own * exp(others), t, rate, slope, bend);
  }
  complete(n, i, slope, bend);
  return cost;
}
