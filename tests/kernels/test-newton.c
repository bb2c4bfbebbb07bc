#include "kernels/base/newton.h"

#include "check.h"
#include "kernels/base/plan.h"

enum { MAX_PARAMS = 3 };

typedef double (*function)(const double* at, double* gradient, double* hessian);

struct result {
  enum cal_newton_status status;
  double at[MAX_PARAMS], value;
  int n_steps;
  bool diverged;
};

static struct result minimise(function f, ptrdiff_t n, const int* fixed, const double* start) {
  double step[MAX_PARAMS], factor[MAX_PARAMS * MAX_PARAMS];
  double gradient[MAX_PARAMS], hessian[MAX_PARAMS * MAX_PARAMS];
  struct result result = {.status = CAL_NEWTON_EVALUATE};
  for (ptrdiff_t j = 0; j < n; ++j) result.at[j] = start[j];
  struct cal_newton newton = {
      .n = n, .fixed = fixed, .at = result.at, .step = step, .factor = factor};
  cal_newton_start(&newton);
  while (result.status == CAL_NEWTON_EVALUATE && newton.n_steps < 500) {
    const double value = f(newton.at, gradient, hessian);
    result.status = cal_newton_next(&newton, value, gradient, hessian);
  }
  result.value = newton.value;
  result.n_steps = newton.n_steps;
  result.diverged = cal_newton_diverged(&newton);
  return result;
}

// (x - 1)^2 + (x - 1)(y + 2) + (y + 2)^2 + 5
static double quadratic(const double* at, double* gradient, double* hessian) {
  const double x = at[0] - 1, y = at[1] + 2;
  gradient[0] = 2 * x + y;
  gradient[1] = x + 2 * y;
  hessian[0] = hessian[3] = 2;
  hessian[1] = hessian[2] = 1;
  return x * x + x * y + y * y + 5;
}

// Steep: full steps from far away overshoot.
static double log_cosh(const double* at, double* gradient, double* hessian) {
  const double x = at[0] - 3;
  gradient[0] = tanh(x);
  hessian[0] = 1 / (cosh(x) * cosh(x));
  return fabs(x) + log1p(exp(-2 * fabs(x))) + 1;
}

// Falls for ever.
static double tail(const double* at, double* gradient, double* hessian) {
  gradient[0] = -exp(-at[0]);
  hessian[0] = exp(-at[0]);
  return 1 + exp(-at[0]);
}

// The second parameter adds nothing to the first.
static double collinear(const double* at, double* gradient, double* hessian) {
  const double x = at[0] + at[1] - 4;
  gradient[0] = gradient[1] = 2 * x;
  hessian[0] = hessian[1] = hessian[2] = hessian[3] = 2;
  return x * x;
}

static void quadratics_take_one_step(void) {
  const double start[] = {30, -70};
  const struct result found = minimise(quadratic, 2, NULL, start);
  CHECK(found.status == CAL_NEWTON_CONVERGED);
  CHECK_NEAR(found.at[0], 1, 1e-14);
  CHECK_NEAR(found.at[1], -2, 1e-14);
  CHECK_NEAR(found.value, 5, 1e-15);
  CHECK(found.n_steps <= 3);
  CHECK(!found.diverged);
}

static void fixed_parameters_stay(void) {
  const double start[] = {0, 1};
  const int fixed[] = {1, 0};
  const struct result found = minimise(quadratic, 2, fixed, start);
  CHECK_EQ(found.at[0], 0);
  CHECK_NEAR(found.at[1], -1.5, 1e-14);
}

static void overshooting_steps_are_cut(void) {
  const double start[] = {20};
  const struct result found = minimise(log_cosh, 1, NULL, start);
  CHECK(found.status == CAL_NEWTON_CONVERGED);
  CHECK_NEAR(found.at[0], 3, 1e-9);
}

static void falling_for_ever_is_noticed(void) {
  const double start[] = {0};
  const struct result found = minimise(tail, 1, NULL, start);
  CHECK(found.status == CAL_NEWTON_CONVERGED);
  CHECK(found.diverged);
  CHECK_NEAR(found.value, 1, 1e-15);
}

static void the_longest_step_is_no_divergence(void) {
  struct cal_newton newton = {.largest_step = CAL_PLAN_NEWTON_DIVERGED};
  CHECK(!cal_newton_diverged(&newton));
  newton.largest_step *= 1.01;
  CHECK(cal_newton_diverged(&newton));
}

static void dependent_parameters_stay(void) {
  const double start[] = {0, 1};
  const struct result found = minimise(collinear, 2, NULL, start);
  CHECK(found.status == CAL_NEWTON_CONVERGED);
  CHECK_EQ(found.at[1], 1);
  CHECK_NEAR(found.at[0], 3, 1e-14);
  CHECK(!found.diverged);
}

int main(void) {
  quadratics_take_one_step();
  fixed_parameters_stay();
  overshooting_steps_are_cut();
  falling_for_ever_is_noticed();
  the_longest_step_is_no_divergence();
  dependent_parameters_stay();
  return check_report("newton");
}
