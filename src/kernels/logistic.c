#include "kernels/logistic.h"

#include <string.h>

enum { MAX_ITERATIONS = 100, MAX_HALVINGS = 60 };

struct scratch {
  double *gradient, *step, *candidate, *factor;
};

static struct scratch split(double* values, ptrdiff_t p) {
  return (struct scratch){values, values + p, values + 2 * p, values + 3 * p};
}

static double linear(const struct cal_logistic* problem, const double* theta, ptrdiff_t i) {
  double z = theta[problem->d] + problem->log_odds;
  for (ptrdiff_t k = 0; k < problem->d; ++k) z += theta[k] * problem->x[k * problem->n + i];
  return z;
}

// Adds one row's first and second derivatives; the offset counts as an input that is always one.
static void add_row(const struct cal_logistic* problem, ptrdiff_t i, double slope, double curvature,
                    struct cal_sum* sums, double* hessian) {
  const ptrdiff_t d = problem->d, p = d + 1;
  for (ptrdiff_t k = 0; k < d; ++k) {
    const double x = problem->x[k * problem->n + i], bend = curvature * x;
    cal_sum_add(&sums[k], slope * x);
    for (ptrdiff_t l = 0; l <= k; ++l) hessian[k * p + l] += bend * problem->x[l * problem->n + i];
    hessian[d * p + k] += bend;
  }
  cal_sum_add(&sums[d], slope);
  hessian[d * p + d] += curvature;
}

static void mirror(double* hessian, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (ptrdiff_t l = 0; l < k; ++l) hessian[l * p + k] = hessian[k * p + l];
  }
}

// Objective, gradient and Hessian in one pass over the rows.
static double evaluate(const struct cal_logistic* problem, const double* theta, double* gradient,
                       double* hessian, struct cal_sum* sums, bool* separated) {
  const ptrdiff_t p = problem->d + 1;
  double lowest_h1 = HUGE_VAL, highest_h2 = -HUGE_VAL;
  memset(sums, 0, sizeof *sums * (size_t)(p + 1));
  memset(hessian, 0, sizeof *hessian * (size_t)(p * p));
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    const double h1 = problem->weight_h1[i], h2 = problem->weight_h2[i];
    const double z = linear(problem, theta, i);
    const double e = exp(-fabs(z)), near = 1 / (1 + e), far = e * near;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    cal_sum_add(&sums[p], (h1 + h2) * log1p(e) + (z >= 0 ? h2 * z : -h1 * z));
    add_row(problem, i, h2 * p_h1 - h1 * p_h2, (h1 + h2) * near * far, sums, hessian);
    if (h1 > 0 && z < lowest_h1) lowest_h1 = z;
    if (h2 > 0 && z > highest_h2) highest_h2 = z;
  }
  mirror(hessian, p);
  for (ptrdiff_t k = 0; k < p; ++k) gradient[k] = cal_sum_value(sums[k]);
  *separated = problem->find_separation && lowest_h1 > highest_h2;
  return cal_sum_value(sums[p]);
}

// In place, lower triangle. A pivot lost to rounding means that the matrix is singular.
static bool cholesky(double* a, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    const double diagonal = a[k * p + k];
    double pivot = diagonal;
    for (ptrdiff_t l = 0; l < k; ++l) pivot -= a[k * p + l] * a[k * p + l];
    if (!(pivot > 1e-14 * diagonal)) return false;
    a[k * p + k] = sqrt(pivot);
    for (ptrdiff_t i = k + 1; i < p; ++i) {
      double sum = a[i * p + k];
      for (ptrdiff_t l = 0; l < k; ++l) sum -= a[i * p + l] * a[k * p + l];
      a[i * p + k] = sum / a[k * p + k];
    }
  }
  return true;
}

// Returns the damping that the Hessian needed, or -1 where none helps. A step too far may leave
// only few rows with curvature, and a damped step leads back.
static double factorise(const double* hessian, double* factor, ptrdiff_t p) {
  for (double damping = 0; damping < 1e9; damping = damping == 0 ? 1e-6 : 100 * damping) {
    memcpy(factor, hessian, sizeof *factor * (size_t)(p * p));
    for (ptrdiff_t k = 0; k < p; ++k) factor[k * p + k] *= 1 + damping;
    if (cholesky(factor, p)) return damping;
  }
  return -1;
}

static void solve(const double* factor, const double* right, double* x, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    x[k] = right[k];
    for (ptrdiff_t l = 0; l < k; ++l) x[k] -= factor[k * p + l] * x[l];
    x[k] /= factor[k * p + k];
  }
  for (ptrdiff_t k = p - 1; k >= 0; --k) {
    for (ptrdiff_t l = k + 1; l < p; ++l) x[k] -= factor[l * p + k] * x[l];
    x[k] /= factor[k * p + k];
  }
}

// Where there is no minimum the gradient vanishes too, but the steps go on.
static bool at_rest(const double* step, const double* theta, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    if (!(fabs(step[k]) <= 1e-6 * (1 + fabs(theta[k])))) return false;
  }
  return true;
}

static double dot(const double* a, const double* b, ptrdiff_t p) {
  double sum = 0;
  for (ptrdiff_t k = 0; k < p; ++k) sum += a[k] * b[k];
  return sum;
}

void cal_logistic_begin(const struct cal_logistic* problem, struct cal_logistic_search* search) {
  const struct scratch s = split(search->work.values, problem->d + 1);
  search->iterations = 0;
  search->objective = evaluate(problem, search->theta, s.gradient, search->hessian,
                               search->work.sums, &search->separated);
}

// Halves the step until the objective falls by enough, and returns its length, or 0 in vain.
static double descend(const struct cal_logistic* problem, struct cal_logistic_search* search,
                      const struct scratch* s) {
  const ptrdiff_t p = problem->d + 1;
  const double decrease = dot(s->gradient, s->step, p), before = search->objective;
  double length = 1;
  for (int halvings = 0; halvings <= MAX_HALVINGS; ++halvings, length /= 2) {
    for (ptrdiff_t k = 0; k < p; ++k) s->candidate[k] = search->theta[k] - length * s->step[k];
    search->objective = evaluate(problem, s->candidate, s->gradient, search->hessian,
                                 search->work.sums, &search->separated);
    // The objective itself is known to a few units in its last place only.
    const double enough = before - 1e-4 * length * decrease + 1e-13 * fabs(before);
    if (search->objective <= enough) return length;
  }
  return 0;
}

enum cal_logistic_status cal_logistic_step(const struct cal_logistic* problem,
                                           struct cal_logistic_search* search) {
  const ptrdiff_t p = problem->d + 1;
  const struct scratch s = split(search->work.values, p);
  if (search->separated) return CAL_LOGISTIC_SEPARATED;
  const double damping = factorise(search->hessian, s.factor, p);
  if (damping < 0) return CAL_LOGISTIC_SINGULAR;
  if (++search->iterations > MAX_ITERATIONS) {
    return damping > 0 ? CAL_LOGISTIC_SINGULAR : CAL_LOGISTIC_STOPPED;
  }
  solve(s.factor, s.gradient, s.step, p);

  // The mean square of the change in z, weighted by curvature. It does not depend on the units of
  // the inputs, and the change to follow is of the order of its square.
  const double change = dot(s.gradient, s.step, p) / search->hessian[p * p - 1];
  const bool is_last = damping == 0 && change <= 1e-16 && at_rest(s.step, search->theta, p);
  const double length = descend(problem, search, &s);
  if (length == 0) return CAL_LOGISTIC_STOPPED;
  memcpy(search->theta, s.candidate, sizeof(double) * (size_t)p);
  return length == 1 && is_last ? CAL_LOGISTIC_CONVERGED : CAL_LOGISTIC_RUNNING;
}

enum cal_logistic_status cal_logistic(const struct cal_logistic* problem,
                                      struct cal_logistic_search* search) {
  enum cal_logistic_status status = CAL_LOGISTIC_RUNNING;
  cal_logistic_begin(problem, search);
  while (status == CAL_LOGISTIC_RUNNING) status = cal_logistic_step(problem, search);
  return status;
}
