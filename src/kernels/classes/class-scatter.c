#include "kernels/classes/class-scatter.h"

#include <string.h>

#include "kernels/classes/class-model-matrix.h"
#include "kernels/classes/class-search.h"
#include "kernels/classes/softmax.h"

// Sums over the trials of each class: of their gradients, and of the squares of these. The matrix
// family adds to `sums`; `features`, the posteriors `p` and `gradient` are of one trial.
struct scatter {
  struct cal_derivatives sums;
  ptrdiff_t n_params;
  bool expected;
  double *outer, *class_sums, *class_n, *features, *p, *gradient;
};

static double* new_zeros(struct cal_host* host, ptrdiff_t n) {
  return memset(cal_scratch_doubles(host, n), 0, (size_t)n * sizeof(double));
}

static struct scatter new_scatter(struct cal_host* host, const struct cal_class_model* model,
                                  bool expected, double* outer) {
  const ptrdiff_t n = cal_class_model_n_params(model), n_classes = model->n_classes;
  memset(outer, 0, (size_t)(n * n) * sizeof(double));
  return (struct scatter){
      .sums = {.gradient = cal_scratch_doubles(host, n),
               .hessian = cal_scratch_doubles(host, n * n),
               .scratch = cal_scratch_doubles(host, cal_class_model_scratch(model))},
      .n_params = n,
      .expected = expected,
      .outer = outer,
      .class_sums = new_zeros(host, n * n_classes),
      .class_n = new_zeros(host, n_classes),
      .features = cal_scratch_doubles(host, n_classes * model->n_recognisers),
      .p = cal_scratch_doubles(host, n_classes),
      .gradient = cal_scratch_doubles(host, n)};
}

// Below and on the diagonal.
static void add_outer(const double* x, ptrdiff_t n, double factor, double* outer) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double by = factor * x[i];
    for (ptrdiff_t j = 0; j <= i; ++j) outer[i * n + j] += by * x[j];
  }
}

// The gradient of the cost of a trial of class k at the posterior p.
static void class_gradient(const struct cal_class_model* model, const double* x, const double* p,
                           int k, double* gradient) {
  const int n_classes = model->n_classes;
  const bool shared = model->family == CAL_SHARED;
  double* offset = gradient + (shared ? model->n_recognisers : n_classes);
  double miss = 0;
  for (int j = 0; j < n_classes; ++j) miss += j == k ? 0 : p[j];
  for (int m = 0; shared && m < model->n_recognisers; ++m, x += n_classes) {
    gradient[m] = 0;
    for (int j = 0; j < n_classes; ++j) gradient[m] += p[j] * (x[j] - x[k]);
  }
  for (int j = 0; j < n_classes; ++j) {
    const double residual = j == k ? -miss : p[j];
    if (!shared) gradient[j] = residual * x[j];
    if (j < n_classes - 1) offset[j] = residual;
  }
}

// A trial of weight w counts as w trials: its gradient contains w once, and so does the square.
static void add_class(const struct cal_class_model* model, int k, double own,
                      struct scatter* scatter) {
  const ptrdiff_t n = scatter->n_params;
  const double weight = own * model->class_weight[k];
  double *gradient = scatter->gradient, *sums = scatter->class_sums + k * n;
  if (own == 0) return;
  class_gradient(model, scatter->features, scatter->p, k, gradient);
  add_outer(gradient, n, weight * model->class_weight[k], scatter->outer);
  for (ptrdiff_t j = 0; j < n; ++j) sums[j] += weight * gradient[j];
}

// Adds a trial to the scatter. If `expected`, it is spread over the classes: their numbers are in
// proportion to the posteriors p at the prior, over their weights in the criterion.
static void add_trial(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                      struct scatter* scatter) {
  const double own = cal_trial_weight(model, t);
  double *p = scatter->p, all = 0;
  if (own == 0) return;
  cal_class_read(model, params, t, scatter->features, p);
  for (int k = 0; k < model->n_classes; ++k) p[k] += model->log_prior[k];
  cal_softmax(p, model->n_classes);
  if (!scatter->expected) {
    add_class(model, model->truth[t] - 1, own, scatter);
    return;
  }
  for (int k = 0; k < model->n_classes; ++k) all += p[k] / model->class_weight[k];
  for (int k = 0; k < model->n_classes; ++k) {
    add_class(model, k, own * p[k] / model->class_weight[k] / all, scatter);
  }
}

static void add_trials(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                       ptrdiff_t last, struct scatter* scatter) {
  for (ptrdiff_t t = first; t < last; ++t) {
    scatter->class_n[model->truth[t] - 1] += cal_trial_weight(model, t);
  }
  if (model->family == CAL_MATRIX) {
    (scatter->expected ? cal_matrix_expected_add : cal_matrix_scatter_add)(
        model, params, first, last, &scatter->sums, scatter->class_sums);
    return;
  }
  for (ptrdiff_t t = first; t < last; ++t) add_trial(model, params, t, scatter);
}

void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, bool expected, double* outer) {
  struct scatter scatter = new_scatter(host, model, expected, outer);
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
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) outer[j * n + i] = outer[i * n + j];
  }
}
