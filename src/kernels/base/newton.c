#include "kernels/base/newton.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"

struct cal_newton cal_newton_new(struct cal_host* host, ptrdiff_t n) {
  struct cal_newton newton = {.n = n,
                              .at = cal_scratch_doubles(host, n),
                              .step = cal_scratch_doubles(host, n),
                              .factor = cal_scratch_doubles(host, n * n)};
  memset(newton.at, 0, (size_t)n * sizeof(double));
  return newton;
}

void cal_newton_start(struct cal_newton* newton) {
  newton->value = INFINITY;
  newton->slope = 0;
  newton->length = 0;
  newton->n_steps = 0;
  newton->first_rank = newton->rank = 0;
  newton->largest_step = 0;
  for (ptrdiff_t j = 0; j < newton->n; ++j) newton->step[j] = 0;
}

static void fix_parameters(const struct cal_newton* newton, double* gradient, double* hessian) {
  if (newton->fixed == NULL) return;
  for (ptrdiff_t j = 0; j < newton->n; ++j) {
    if (!newton->fixed[j]) continue;
    gradient[j] = 0;
    for (ptrdiff_t k = 0; k < newton->n; ++k) {
      hessian[j * newton->n + k] = hessian[k * newton->n + j] = 0;
    }
  }
}

// Cholesky factor, row by row, of the Hessian scaled to a unit diagonal, to which `damping` is
// added. A pivot that is lost in rounding is marked by a zero. Returns the number of pivots well
// above rounding.
static ptrdiff_t factorise(const double* hessian, ptrdiff_t n, double damping, double* factor) {
  ptrdiff_t rank = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j <= i; ++j) {
      const double scale = sqrt(hessian[i * n + i]) * sqrt(hessian[j * n + j]);
      double rest = scale > 0 ? hessian[i * n + j] / scale : 0;
      for (ptrdiff_t k = 0; k < j; ++k) rest -= factor[i * n + k] * factor[j * n + k];
      if (i == j) {
        rest += damping;
        factor[i * n + i] = rest > CAL_PLAN_PIVOT_LOST ? sqrt(rest) : 0;
        rank += rest > CAL_PLAN_PIVOT_CLEAR;
      } else {
        factor[i * n + j] = factor[j * n + j] > 0 ? rest / factor[j * n + j] : 0;
      }
    }
  }
  return rank;
}

// Solves `hessian` step = -gradient with the factor above.
static void solve(const struct cal_newton* newton, const double* gradient, const double* hessian) {
  const ptrdiff_t n = newton->n;
  const double* factor = newton->factor;
  double* step = newton->step;
  for (ptrdiff_t i = 0; i < n; ++i) {
    // Damping gives a pivot even to fixed parameters.
    const double pivot = hessian[i * n + i] > 0 ? factor[i * n + i] : 0;
    double rest = pivot > 0 ? -gradient[i] / sqrt(hessian[i * n + i]) : 0;
    for (ptrdiff_t k = 0; k < i; ++k) rest -= factor[i * n + k] * step[k];
    step[i] = pivot > 0 ? rest / pivot : 0;
  }
  for (ptrdiff_t i = n - 1; i >= 0; --i) {
    const double pivot = factor[i * n + i];
    double rest = step[i];
    for (ptrdiff_t k = i + 1; k < n; ++k) rest -= factor[k * n + i] * step[k];
    step[i] = pivot > 0 ? rest / pivot : 0;
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (step[i] != 0) step[i] /= sqrt(hessian[i * n + i]);
  }
}

static void move(struct cal_newton* newton, double length) {
  for (ptrdiff_t j = 0; j < newton->n; ++j) newton->at[j] += length * newton->step[j];
}

static enum cal_newton_status step_back(struct cal_newton* newton) {
  if (newton->length < CAL_PLAN_NEWTON_SHORTEST) {
    move(newton, -newton->length);
    return CAL_NEWTON_STALLED;
  }
  move(newton, -newton->length / 2);
  newton->length /= 2;
  return CAL_NEWTON_EVALUATE;
}

// Each Newton step squares the error, so after this step only rounding remains.
static bool is_last_step(const struct cal_newton* newton, double value) {
  if (!(-newton->slope <= CAL_PLAN_NEWTON_DONE * fabs(value))) return false;
  if (!newton->has_minimum) return true;
  double largest = 1;
  for (ptrdiff_t j = 0; j < newton->n; ++j) largest = fmax(largest, fabs(newton->at[j]));
  return newton->largest_step <= CAL_PLAN_NEWTON_STEP * largest;
}

enum cal_newton_status cal_newton_next(struct cal_newton* newton, double value, double* gradient,
                                       double* hessian) {
  // The slack is for rounding near the minimum.
  const double allowed = newton->value + 1e-4 * newton->length * newton->slope +
                         CAL_PLAN_NEWTON_SLACK * fabs(newton->value);
  if (!(value <= allowed)) return step_back(newton);

  fix_parameters(newton, gradient, hessian);
  newton->rank = factorise(hessian, newton->n, 0, newton->factor);
  if (newton->n_steps++ == 0) newton->first_rank = newton->rank;
  // After too long a step only few directions may have curvature, and a damped step leads back.
  if (newton->rank < newton->first_rank) factorise(hessian, newton->n, 1e-6, newton->factor);
  solve(newton, gradient, hessian);
  newton->value = value;
  newton->length = 1;
  newton->slope = newton->largest_step = 0;
  for (ptrdiff_t j = 0; j < newton->n; ++j) {
    newton->slope += gradient[j] * newton->step[j];
    newton->largest_step = fmax(newton->largest_step, fabs(newton->step[j]));
  }

  move(newton, 1);
  if (is_last_step(newton, value)) {
    newton->value = value + newton->slope / 2;
    return CAL_NEWTON_CONVERGED;
  }
  return CAL_NEWTON_EVALUATE;
}

bool cal_newton_diverged(const struct cal_newton* newton) {
  return newton->largest_step > CAL_PLAN_NEWTON_DIVERGED || newton->rank < newton->first_rank;
}

// Tests by a Cholesky factorisation, which is discarded.
bool cal_is_positive_definite(const double* a, ptrdiff_t n, double* factor) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j <= i; ++j) {
      double rest = a[i * n + j];
      for (ptrdiff_t k = 0; k < j; ++k) rest -= factor[i * n + k] * factor[j * n + k];
      if (i != j) {
        factor[i * n + j] = rest / factor[j * n + j];
      } else if (rest > 1e-12 * a[i * n + i]) {
        factor[i * n + i] = sqrt(rest);
      } else {
        return false;
      }
    }
  }
  return true;
}
