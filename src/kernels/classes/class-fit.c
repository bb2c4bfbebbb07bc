#include "kernels/classes/class-fit.h"

#include <math.h>
#include <string.h>

#include "kernels/classes/class-fit-matrix.h"
#include "kernels/classes/softmax.h"

// One trial: `x` holds its features, `z` its logits and later its posteriors, `residual` the
// posterior less the truth. Class i is the true one, `miss` the posterior of all others.
struct row {
  double *x, *z, *residual, *mean;
  int i;
  double miss, weight;
};

ptrdiff_t cal_class_model_n_params(const struct cal_class_model* model) {
  const ptrdiff_t n_classes = model->n_classes;
  switch (model->family) {
    case CAL_SHARED:
      return model->n_recognisers + n_classes - 1;
    case CAL_VECTOR:
      return 2 * n_classes - 1;
    default:
      return n_classes * (n_classes - 1);
  }
}

ptrdiff_t cal_class_model_scratch(const struct cal_class_model* model) {
  const ptrdiff_t n_classes = model->n_classes;
  if (model->family == CAL_MATRIX) return cal_matrix_scratch(model->n_classes);
  return n_classes * model->n_recognisers + 3 * n_classes + model->n_recognisers;
}

void cal_derivatives_clear(const struct cal_class_model* model, struct cal_derivatives* sums) {
  const size_t n_params = (size_t)cal_class_model_n_params(model);
  sums->value = (struct cal_sum){0};
  sums->margin = INFINITY;
  memset(sums->gradient, 0, n_params * sizeof(double));
  memset(sums->hessian, 0, n_params * n_params * sizeof(double));
  memset(sums->scratch, 0, (size_t)cal_class_model_scratch(model) * sizeof(double));
}

static struct row new_row(const struct cal_class_model* model, double* scratch) {
  struct row row = {.x = scratch};
  row.z = row.x + model->n_classes * model->n_recognisers;
  row.residual = row.z + model->n_classes;
  row.mean = row.residual + model->n_classes;
  return row;
}

// Log-likelihoods relative to the true class, which keeps small costs exact. A class that is
// excluded contributes nothing but its exclusion.
static void read_shared(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                        struct row* row) {
  const int n_classes = model->n_classes;
  const double* offset = params + model->n_recognisers;
  for (int k = 0; k < n_classes; ++k) row->z[k] = k < n_classes - 1 ? offset[k] : 0;
  for (int m = 0; m < model->n_recognisers; ++m) {
    const double* w = model->log_lik[m] + t;
    const double base = w[row->i * model->n];
    for (int k = 0; k < n_classes; ++k) {
      const double value = w[k * model->n];
      double* x = &row->x[m * n_classes + k];
      *x = isinf(value) ? 0 : (value - base) * model->scale[m];
      row->z[k] += isinf(value) ? value : params[m] * *x;
    }
  }
}

static void read_centred(const struct cal_class_model* model, ptrdiff_t t, struct row* row) {
  const double* w = model->log_lik[0] + t;
  const double base = w[0];
  double mean = 0;
  for (int k = 0; k < model->n_classes; ++k) {
    row->x[k] = (w[k * model->n] - base) * model->scale[0];
    mean += row->x[k] / model->n_classes;
  }
  for (int k = 0; k < model->n_classes; ++k) row->x[k] -= mean;
}

static void read_vector(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                        struct row* row) {
  const int n_classes = model->n_classes;
  read_centred(model, t, row);
  for (int k = 0; k < n_classes; ++k) {
    row->z[k] = params[k] * row->x[k] + (k < n_classes - 1 ? params[n_classes + k] : 0);
  }
}

static void read_row(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                     struct row* row) {
  row->i = model->truth[t] - 1;
  row->weight = model->class_weight[row->i];
  (model->family == CAL_SHARED ? read_shared : read_vector)(model, params, t, row);
}

static void note_margin(const struct row* row, int n_classes, double* margin) {
  for (int k = 0; k < n_classes; ++k) {
    if (k != row->i) *margin = fmin(*margin, row->z[row->i] - row->z[k]);
  }
}

// Logits to posteriors and residuals; returns the cost.
static double find_posteriors(const struct cal_class_model* model, struct row* row) {
  const int n_classes = model->n_classes;
  for (int k = 0; k < n_classes; ++k) row->z[k] += model->log_prior[k];
  const double cost = cal_log_cost(row->z, n_classes, row->i);
  cal_softmax(row->z, n_classes);
  row->miss = 0;
  for (int k = 0; k < n_classes; ++k) {
    row->residual[k] = row->z[k];
    if (k != row->i) row->miss += row->z[k];
  }
  row->residual[row->i] = -row->miss;
  return cost;
}

// Covariance of the indicators of classes k and l, times the weight of the trial.
static double spread(const struct row* row, int k, int l) {
  if (k != l) return -row->weight * row->z[k] * row->z[l];
  return row->weight * row->z[k] * (k == row->i ? row->miss : 1 - row->z[k]);
}

static void add_shared(const struct cal_class_model* model, struct row* row,
                       struct cal_derivatives* sums) {
  const int n_classes = model->n_classes, n_scales = model->n_recognisers;
  const ptrdiff_t n_params = n_scales + n_classes - 1;
  for (int m = 0; m < n_scales; ++m) {
    double* x = row->x + m * n_classes;
    row->mean[m] = 0;
    for (int k = 0; k < n_classes; ++k) row->mean[m] += row->z[k] * x[k];
    for (int k = 0; k < n_classes; ++k) x[k] -= row->mean[m];
    sums->gradient[m] += row->weight * row->mean[m];
    for (int l = 0; l <= m; ++l) {
      const double* y = row->x + l * n_classes;
      double sum = 0;
      for (int k = 0; k < n_classes; ++k) sum += row->z[k] * x[k] * y[k];
      sums->hessian[m * n_params + l] += row->weight * sum;
    }
  }
  for (int k = 0; k < n_classes - 1; ++k) {
    double* line = sums->hessian + (n_scales + k) * n_params;
    sums->gradient[n_scales + k] += row->weight * row->residual[k];
    for (int m = 0; m < n_scales; ++m) {
      line[m] += row->weight * row->z[k] * row->x[m * n_classes + k];
    }
    for (int l = 0; l <= k; ++l) line[n_scales + l] += spread(row, k, l);
  }
}

static void add_vector(const struct cal_class_model* model, struct row* row,
                       struct cal_derivatives* sums) {
  const int n_classes = model->n_classes;
  const ptrdiff_t n_params = 2 * n_classes - 1;
  for (int k = 0; k < n_classes; ++k) {
    double* slope = sums->hessian + k * n_params;
    double* offset = sums->hessian + (n_classes + k) * n_params;
    const double residual = row->weight * row->residual[k];
    sums->gradient[k] += residual * row->x[k];
    if (k < n_classes - 1) sums->gradient[n_classes + k] += residual;
    for (int l = 0; l < n_classes; ++l) {
      const double s = spread(row, k, l);
      if (l <= k) slope[l] += s * row->x[k] * row->x[l];
      if (k == n_classes - 1) continue;
      offset[l] += s * row->x[l];
      if (l <= k) offset[n_classes + l] += s;
    }
  }
}

void cal_derivatives_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                         ptrdiff_t last, struct cal_derivatives* sums) {
  if (model->family == CAL_MATRIX) {
    cal_matrix_add(model, params, first, last, sums);
    return;
  }
  struct row row = new_row(model, sums->scratch);
  for (ptrdiff_t t = first; t < last; ++t) {
    read_row(model, params, t, &row);
    note_margin(&row, model->n_classes, &sums->margin);
    cal_sum_add(&sums->value, row.weight * find_posteriors(model, &row));
    (model->family == CAL_SHARED ? add_shared : add_vector)(model, &row, sums);
  }
}

void cal_derivatives_finish(const struct cal_class_model* model, struct cal_derivatives* sums) {
  const ptrdiff_t n_params = cal_class_model_n_params(model);
  if (model->family == CAL_MATRIX) cal_matrix_finish(model, sums);
  for (ptrdiff_t i = 0; i < n_params; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) {
      sums->hessian[j * n_params + i] = sums->hessian[i * n_params + j];
    }
  }
}
