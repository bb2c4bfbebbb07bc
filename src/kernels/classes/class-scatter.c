#include "kernels/classes/class-scatter.h"

#include <string.h>

#include "kernels/classes/class-model-matrix.h"
#include "kernels/classes/class-search.h"

// Sums over the trials of each class: of their gradients, and of the squares of these.
struct scatter {
  struct cal_derivatives sums;
  ptrdiff_t n_params;
  double *outer, *class_sums, *class_n;
};

static double* new_zeros(struct cal_host* host, ptrdiff_t n) {
  return memset(cal_scratch_doubles(host, n), 0, (size_t)n * sizeof(double));
}

static struct scatter new_scatter(struct cal_host* host, const struct cal_class_model* model,
                                  double* outer) {
  const ptrdiff_t n = cal_class_model_n_params(model);
  memset(outer, 0, (size_t)(n * n) * sizeof(double));
  return (struct scatter){
      .sums = {.gradient = cal_scratch_doubles(host, n),
               .hessian = cal_scratch_doubles(host, n * n),
               .scratch = cal_scratch_doubles(host, cal_class_model_scratch(model))},
      .n_params = n,
      .outer = outer,
      .class_sums = new_zeros(host, n * model->n_classes),
      .class_n = new_zeros(host, model->n_classes)};
}

static void add_outer(const double* x, ptrdiff_t n, double factor, double* outer) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j) outer[i * n + j] += factor * x[i] * x[j];
  }
}

// The gradient of one trial; the Hessian, which is summed along, is not wanted. A trial of weight w
// counts as w trials would: its gradient holds w once, and its square should.
static void add_trial(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                      struct scatter* scatter) {
  const ptrdiff_t n = scatter->n_params;
  double* sums = scatter->class_sums + (model->truth[t] - 1) * n;
  memset(scatter->sums.gradient, 0, (size_t)n * sizeof(double));
  cal_derivatives_add(model, params, t, t + 1, &scatter->sums);
  const double own = cal_trial_weight(model, t);
  if (own > 0) add_outer(scatter->sums.gradient, n, 1 / own, scatter->outer);
  for (ptrdiff_t j = 0; j < n; ++j) sums[j] += scatter->sums.gradient[j];
}

static void add_trials(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                       ptrdiff_t last, struct scatter* scatter) {
  for (ptrdiff_t t = first; t < last; ++t) {
    scatter->class_n[model->truth[t] - 1] += cal_trial_weight(model, t);
  }
  if (model->family == CAL_MATRIX) {
    cal_matrix_scatter_add(model, params, first, last, &scatter->sums, scatter->class_sums);
    return;
  }
  for (ptrdiff_t t = first; t < last; ++t) add_trial(model, params, t, scatter);
}

void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, double* outer) {
  struct scatter scatter = new_scatter(host, model, outer);
  const ptrdiff_t n = scatter.n_params, size = cal_class_piece(n);
  cal_derivatives_clear(model, &scatter.sums);
  for (ptrdiff_t t = 0; t < model->n; t += size) {
    cal_pulse(host);
    add_trials(model, params, t, model->n - t > size ? t + size : model->n, &scatter);
  }
  if (model->family == CAL_MATRIX) {
    cal_derivatives_finish(model, &scatter.sums);
    memcpy(outer, scatter.sums.hessian, (size_t)(n * n) * sizeof(double));
  }
  for (int i = 0; i < model->n_classes; ++i) {
    if (scatter.class_n[i] == 0) continue;
    add_outer(scatter.class_sums + i * n, n, -1 / scatter.class_n[i], outer);
  }
}
