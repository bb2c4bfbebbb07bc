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

// From steps below this, the next would be below the precision of a double.
static bool negligible(const double* step, const double* theta, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    if (!(fabs(step[k]) <= 1e-9 * (1 + fabs(theta[k])))) return false;
  }
  return true;
}

static double dot(const double* a, const double* b, ptrdiff_t p) {
  double sum = 0;
  for (ptrdiff_t k = 0; k < p; ++k) sum += a[k] * b[k];
  return sum;
}

enum cal_logistic_status cal_logistic(const struct cal_logistic* problem, double* theta,
                                      double* hessian, struct cal_logistic_work work,
                                      struct cal_logistic_fit* fit) {
  const ptrdiff_t p = problem->d + 1;
  const struct scratch s = split(work.values, p);
  bool separated;
  fit->objective = evaluate(problem, theta, s.gradient, hessian, work.sums, &separated);

  for (fit->iterations = 1; fit->iterations <= MAX_ITERATIONS; ++fit->iterations) {
    if (separated) return CAL_LOGISTIC_SEPARATED;
    memcpy(s.factor, hessian, sizeof *hessian * (size_t)(p * p));
    if (!cholesky(s.factor, p)) return CAL_LOGISTIC_SINGULAR;
    solve(s.factor, s.gradient, s.step, p);

    const double decrease = dot(s.gradient, s.step, p), before = fit->objective;
    double length = 1;
    for (int halvings = 0;; ++halvings, length /= 2) {
      if (halvings > MAX_HALVINGS) return CAL_LOGISTIC_STOPPED;
      for (ptrdiff_t k = 0; k < p; ++k) s.candidate[k] = theta[k] - length * s.step[k];
      fit->objective = evaluate(problem, s.candidate, s.gradient, hessian, work.sums, &separated);
      // The objective itself is known to a few units in its last place only.
      const double enough = before - 1e-4 * length * decrease + 1e-13 * fabs(before);
      if (fit->objective <= enough) break;
    }
    memcpy(theta, s.candidate, sizeof *theta * (size_t)p);
    if (length == 1 && negligible(s.step, theta, p)) return CAL_LOGISTIC_CONVERGED;
  }
  return CAL_LOGISTIC_STOPPED;
}
