// Compares sums of the matrix family over blocks of trials with those of the shared family at a map
// that both have: the values are equal, and the gradients agree along the scale.
#include "../kernels/class-fixture.h"
#include "fuzz.h"

enum { MAX_TRIALS = 200, MAX_CLASSES = 5, MAX_PARAMS = 20, SCRATCH = 8192, HEAD = 2 };

struct point {
  double value, gradient[MAX_PARAMS];
};

static struct point evaluate(const struct cal_class_model* model, const double* params) {
  static double hessian[MAX_PARAMS * MAX_PARAMS], scratch[SCRATCH];
  struct point point;
  struct cal_derivatives sums = {
      .gradient = point.gradient, .hessian = hessian, .scratch = scratch};
  HOLDS(cal_class_model_scratch(model) <= SCRATCH);
  cal_derivatives_clear(model, &sums);
  cal_derivatives_add(model, params, model->n / 3, model->n, &sums);
  cal_derivatives_add(model, params, 0, model->n / 3, &sums);
  cal_derivatives_finish(model, &sums);
  for (ptrdiff_t i = 0; i < cal_class_model_n_params(model); ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) {
      const ptrdiff_t n = cal_class_model_n_params(model);
      HOLDS(hessian[i * n + j] == hessian[j * n + i]);
    }
  }
  point.value = cal_sum_value(sums.value);
  return point;
}

static void check(struct cal_class_model model, double alpha) {
  const int k = model.n_classes;
  double affine[MAX_CLASSES] = {alpha}, matrix[MAX_PARAMS] = {0}, along = 0, size = 0;
  for (int i = 0; i < k - 1; ++i) {
    affine[i + 1] = matrix[i * k + k - 1] = 0.1 * i;
    for (int j = 0; j < k - 1; ++j) matrix[i * k + j] = alpha * (1 + (i == j));
  }
  model.family = CAL_SHARED;
  const struct point one = evaluate(&model, affine);
  model.family = CAL_MATRIX;
  const struct point other = evaluate(&model, matrix);
  HOLDS(near(one.value, other.value, 1e-10) || fabs(one.value - other.value) < 1e-12);
  for (int i = 0; i < k - 1; ++i) {
    for (int j = 0; j < k - 1; ++j) {
      along += (1 + (i == j)) * other.gradient[i * k + j];
      size += fabs(other.gradient[i * k + j]);
    }
  }
  HOLDS(fabs(along - one.gradient[0]) <= 1e-9 * (1 + size));
}

// The first bytes: the number of classes, the scale; then a byte per log-likelihood.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < HEAD) return 0;
  const int k = 2 + data[0] % (MAX_CLASSES - 1);
  ptrdiff_t n = (ptrdiff_t)(size - HEAD) / k;
  if (n < 1) return 0;
  if (n > MAX_TRIALS) n = MAX_TRIALS;
  double log_lik[MAX_TRIALS * MAX_CLASSES], weight[MAX_CLASSES], log_prior[MAX_CLASSES];
  int truth[MAX_TRIALS];
  for (ptrdiff_t i = 0; i < n * k; ++i) log_lik[i] = (data[HEAD + i] - 128) / 8.0;
  for (ptrdiff_t t = 0; t < n; ++t) truth[t] = 1 + (int)(t % k);
  for (int i = 0; i < k; ++i) {
    weight[i] = 1.0 / (double)n;
    log_prior[i] = -0.3 * i;
  }
  const struct class_trials trials = {k, n, log_lik, 1, truth, weight, log_prior};
  check(class_model_of(&trials, CAL_MATRIX), (data[1] - 128) / 32.0);
  return 0;
}
