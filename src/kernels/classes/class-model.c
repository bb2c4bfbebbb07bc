// Sums over trials of the shared and the vector family, with their leads and reach.
#include "kernels/classes/class-model.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernels/classes/class-model-matrix.h"
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

// Scratch for one row, and for the leads of another one.
static ptrdiff_t row_scratch(const struct cal_class_model* model) {
  const ptrdiff_t n_classes = model->n_classes;
  return n_classes * model->n_recognisers + 3 * n_classes + model->n_recognisers;
}

ptrdiff_t cal_class_model_scratch(const struct cal_class_model* model) {
  if (model->family == CAL_MATRIX) return cal_matrix_scratch(model->n_classes);
  return row_scratch(model);
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

// Log-likelihoods relative to the true class, which keeps small costs exact. An excluded class
// contributes only its exclusion.
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
      *x = isinf(value) ? 0 : cal_class_bound((value - base) * model->scale[m]);
      row->z[k] += isinf(value) ? value : params[m] * *x;
    }
  }
}

static void read_centred(const struct cal_class_model* model, ptrdiff_t t, struct row* row) {
  const double* w = model->log_lik[0] + t;
  const double base = w[0];
  double mean = 0;
  for (int k = 0; k < model->n_classes; ++k) {
    row->x[k] = cal_class_bound((w[k * model->n] - base) * model->scale[0]);
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
  row->weight = cal_class_weight(model, t);
  (model->family == CAL_SHARED ? read_shared : read_vector)(model, params, t, row);
}

static void note_margin(const struct row* row, int n_classes, double* margin) {
  for (int k = 0; k < n_classes; ++k) {
    const double lead = row->z[row->i] - row->z[k];
    if (k != row->i && lead < *margin) *margin = lead;
  }
}

// Logits to posteriors and residuals; returns the cost.
static double find_posteriors(const struct cal_class_model* model, struct row* row) {
  const int n_classes = model->n_classes;
  for (int k = 0; k < n_classes; ++k) row->z[k] += model->log_prior[k];
  const double cost = cal_softmax_cost(row->z, n_classes, row->i);
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

void cal_derivatives_merge(const struct cal_class_model* model, struct cal_derivatives* sums,
                           const struct cal_derivatives* other) {
  const ptrdiff_t n_params = cal_class_model_n_params(model);
  cal_sum_merge(&sums->value, other->value);
  sums->margin = fmin(sums->margin, other->margin);
  for (ptrdiff_t i = 0; i < n_params; ++i) sums->gradient[i] += other->gradient[i];
  for (ptrdiff_t i = 0; i < n_params * n_params; ++i) sums->hessian[i] += other->hessian[i];
}

// -Inf excludes a class and is not a lead; a difference that overflows becomes the largest double.
static double lead_over(double w, double own) {
  const double ahead = w - own;
  if (ahead >= -DBL_MAX && ahead <= DBL_MAX) return ahead;
  if (!isfinite(w) || !isfinite(own)) return 0;
  return ahead > 0 ? DBL_MAX : -DBL_MAX;
}

enum { LEADS = 256 };

static void add_leads(const double* w, const double* own, ptrdiff_t n,
                      struct cal_class_leads* leads) {
  double wrong = leads->wrong, right = leads->right, least = leads->least;
  for (ptrdiff_t t = 0; t < n; ++t) {
    const double ahead = lead_over(w[t], own[t]), size = ahead < 0 ? -ahead : ahead;
    wrong = ahead > wrong ? ahead : wrong;
    right = -ahead > right ? -ahead : right;
    least = size > 0 && size < least ? size : least;
  }
  *leads = (struct cal_class_leads){wrong, right, least};
}

struct cal_class_leads cal_class_leads_find(const struct cal_class_model* model, int m) {
  struct cal_class_leads leads = {.least = INFINITY};
  double own[LEADS];
  for (ptrdiff_t first = 0; first < model->n; first += LEADS) {
    const double* w = model->log_lik[m] + first;
    const ptrdiff_t n = model->n - first < LEADS ? model->n - first : LEADS;
    for (ptrdiff_t t = 0; t < n; ++t) own[t] = w[(model->truth[first + t] - 1) * model->n + t];
    for (int k = 0; k < model->n_classes; ++k) add_leads(w + k * model->n, own, n, &leads);
  }
  if (isinf(leads.least)) leads.least = 0;
  return leads;
}

double cal_class_scale(struct cal_class_leads leads) {
  const double size = leads.wrong > 0 ? leads.wrong : leads.least;
  int exponent = 0;
  if (size > 0) frexp(size, &exponent);
  return ldexp(1, exponent < -1022 ? 1022 : -exponent);
}

// The logits of trial t without the prior, by any family.
static void read_logits(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                        struct row* row) {
  const int n_classes = model->n_classes;
  row->i = model->truth[t] - 1;
  if (model->family == CAL_SHARED) read_shared(model, params, t, row);
  if (model->family == CAL_VECTOR) read_vector(model, params, t, row);
  if (model->family != CAL_MATRIX) return;
  read_centred(model, t, row);
  row->x[n_classes - 1] = 1;
  row->z[n_classes - 1] = 0;
  for (int k = 0; k < n_classes - 1; ++k) {
    row->z[k] = 0;
    for (int j = 0; j < n_classes; ++j) row->z[k] += params[k * n_classes + j] * row->x[j];
  }
}

void cal_class_read(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                    double* x, double* z) {
  struct row row = {.x = x, .z = z};
  read_logits(model, params, t, &row);
}

// Lead beyond which the cost is zero.
static const double certain = 745;

void cal_class_reach_add(const struct cal_class_model* model, const double* params,
                         const double* step, ptrdiff_t first, ptrdiff_t last, double* scratch,
                         struct cal_class_reach* reach) {
  struct row row = new_row(model, scratch);
  double* lead = row.residual;
  for (ptrdiff_t t = first; t < last; ++t) {
    read_logits(model, params, t, &row);
    for (int k = 0; k < model->n_classes; ++k) lead[k] = row.z[row.i] - row.z[k];
    read_logits(model, step, t, &row);
    for (int k = 0; k < model->n_classes; ++k) {
      if (k == row.i || isinf(lead[k])) continue;
      const double gain = row.z[row.i] - row.z[k];
      reach->least = fmin(reach->least, gain);
      if (lead[k] < certain) reach->largest = fmax(reach->largest, fabs(gain));
    }
  }
}
