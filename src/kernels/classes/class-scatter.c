#include "kernels/classes/class-scatter.h"

#include <string.h>

#include "kernels/base/parallel.h"
#include "kernels/classes/class-model-matrix.h"
#include "kernels/classes/class-search.h"
#include "kernels/classes/softmax.h"

// Sums over the trials of each class: of their gradients, and of the squares of these. The features
// `x`, the posteriors `p` and all below are of one trial; `moment` has a number per recogniser.
struct scatter {
  struct cal_scatter observed, expected;
  ptrdiff_t n_params;
  double *class_n, *x, *p, *gradient, *moment, *one, *others, *c, *others_c, each, all;
};

static double* new_zeros(struct cal_host* host, ptrdiff_t n) {
  return memset(cal_scratch_doubles(host, n), 0, (size_t)n * sizeof(double));
}

static struct cal_scatter new_sums(struct cal_host* host, const struct cal_class_model* model,
                                   double* outer) {
  const ptrdiff_t n = cal_class_model_n_params(model);
  struct cal_scatter out = {
      .sums = {.gradient = cal_scratch_doubles(host, n),
               .hessian = outer,
               .scratch = cal_scratch_doubles(host, cal_class_model_scratch(model))},
      .class_sums = new_zeros(host, n * model->n_classes)};
  cal_derivatives_clear(model, &out.sums);
  return out;
}

static struct scatter new_scatter(struct cal_host* host, const struct cal_class_model* model,
                                  double* observed, double* expected) {
  const ptrdiff_t n = cal_class_model_n_params(model), n_classes = model->n_classes;
  double* one = cal_scratch_doubles(host, n_classes);
  for (ptrdiff_t k = 0; k < n_classes; ++k) one[k] = 1;
  return (struct scatter){.observed = new_sums(host, model, observed),
                          .expected = new_sums(host, model, expected),
                          .n_params = n,
                          .class_n = new_zeros(host, n_classes),
                          .x = cal_scratch_doubles(host, n_classes * model->n_recognisers),
                          .p = cal_scratch_doubles(host, n_classes),
                          .gradient = cal_scratch_doubles(host, n),
                          .moment = cal_scratch_doubles(host, model->n_recognisers),
                          .one = one,
                          .others = cal_scratch_doubles(host, n_classes),
                          .c = cal_scratch_doubles(host, n_classes),
                          .others_c = cal_scratch_doubles(host, n_classes)};
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
static void add_observed(const struct cal_class_model* model, int k, double own,
                         struct scatter* scatter) {
  const ptrdiff_t n = scatter->n_params;
  const double weight = own * model->class_weight[k];
  double *gradient = scatter->gradient, *sums = scatter->observed.class_sums + k * n;
  class_gradient(model, scatter->x, scatter->p, k, gradient);
  add_outer(gradient, n, weight * model->class_weight[k], scatter->observed.sums.hessian);
  for (ptrdiff_t j = 0; j < n; ++j) sums[j] += weight * gradient[j];
}

// For each class, the sum over the others of p times the factors.
static double sum_others(const double* p, const double* factor, int n_classes, double* out) {
  double before = 0, after = 0;
  for (int k = 0; k < n_classes; ++k) {
    out[k] = before;
    before += p[k] * factor[k];
  }
  for (int k = n_classes - 1; k >= 0; --k) {
    out[k] += after;
    after += p[k] * factor[k];
  }
  return before;
}

// A trial that is spread over the classes: their numbers are in proportion to the posteriors p at
// the prior, over their weights in the criterion. `c` is the weight of a posterior of 1.
static void spread_trial(const struct cal_class_model* model, double own, struct scatter* scatter) {
  const int n_classes = model->n_classes;
  double all = 0;
  for (int k = 0; k < n_classes; ++k) all += scatter->p[k] / model->class_weight[k];
  scatter->each = own / all;
  for (int k = 0; k < n_classes; ++k) scatter->c[k] = scatter->each * model->class_weight[k];
  sum_others(scatter->p, scatter->one, n_classes, scatter->others);
  scatter->all = sum_others(scatter->p, scatter->c, n_classes, scatter->others_c);
}

static double expected_spread(const struct scatter* scatter, int k, int l) {
  const double *p = scatter->p, *c = scatter->c;
  if (k != l) return cal_expected_product(p[k], p[l], c[k], c[l], scatter->all);
  return cal_expected_square(p[k], scatter->others[k], c[k], scatter->others_c[k]);
}

// The gradient of a scale in class k is less than 0 by the distance of the feature from its mean.
static void centre_features(const struct cal_class_model* model, struct scatter* scatter) {
  const int n_classes = model->n_classes;
  for (int m = 0; m < model->n_recognisers; ++m) {
    double *x = scatter->x + m * n_classes, mean = 0, moment = 0;
    for (int k = 0; k < n_classes; ++k) mean += scatter->p[k] * x[k];
    for (int k = 0; k < n_classes; ++k) x[k] -= mean;
    for (int k = 0; k < n_classes; ++k) moment += scatter->c[k] * scatter->p[k] * x[k];
    scatter->moment[m] = moment;
  }
}

static void expect_shared(const struct cal_class_model* model, struct scatter* scatter) {
  const int n_classes = model->n_classes, n_scales = model->n_recognisers;
  double* line = scatter->expected.sums.hessian;
  centre_features(model, scatter);
  for (int m = 0; m < n_scales; ++m, line += scatter->n_params) {
    const double* x = scatter->x + m * n_classes;
    for (int l = 0; l <= m; ++l) {
      const double* y = scatter->x + l * n_classes;
      for (int k = 0; k < n_classes; ++k) line[l] += scatter->c[k] * scatter->p[k] * x[k] * y[k];
    }
  }
  for (int k = 0; k < n_classes - 1; ++k, line += scatter->n_params) {
    const double p = scatter->p[k];
    for (int m = 0; m < n_scales; ++m) {
      line[m] += p * (scatter->c[k] * scatter->x[m * n_classes + k] - scatter->moment[m]);
    }
    for (int l = 0; l <= k; ++l) line[n_scales + l] += expected_spread(scatter, k, l);
  }
}

static void expect_vector(const struct cal_class_model* model, struct scatter* scatter) {
  const int n_classes = model->n_classes;
  double *slope = scatter->expected.sums.hessian, *offset = slope + n_classes * scatter->n_params;
  for (int k = 0; k < n_classes; ++k, slope += scatter->n_params, offset += scatter->n_params) {
    for (int l = 0; l < n_classes; ++l) {
      const double spread = expected_spread(scatter, k, l), by = spread * scatter->x[l];
      if (l <= k) slope[l] += by * scatter->x[k];
      if (k == n_classes - 1) continue;
      offset[l] += by;
      if (l <= k) offset[n_classes + l] += spread;
    }
  }
}

// Weighted gradients of every class. The features of shared scales are already centred.
static void add_expected_sums(const struct cal_class_model* model, struct scatter* scatter) {
  const int n_classes = model->n_classes;
  const bool shared = model->family == CAL_SHARED;
  const int n_scales = shared ? model->n_recognisers : n_classes;
  double* sums = scatter->expected.class_sums;
  for (int of = 0; of < n_classes; ++of, sums += scatter->n_params) {
    const double number = scatter->each * scatter->p[of];
    for (int m = 0; shared && m < n_scales; ++m) {
      sums[m] -= number * scatter->x[m * n_classes + of];
    }
    for (int k = 0; k < n_classes; ++k) {
      const double residual = number * (k == of ? -scatter->others[k] : scatter->p[k]);
      if (!shared) sums[k] += residual * scatter->x[k];
      if (k < n_classes - 1) sums[n_scales + k] += residual;
    }
  }
}

static void add_trial(const struct cal_class_model* model, const double* params, ptrdiff_t t,
                      struct scatter* scatter) {
  const double own = cal_trial_weight(model, t);
  double* p = scatter->p;
  if (own == 0) return;
  cal_class_read(model, params, t, scatter->x, p);
  for (int k = 0; k < model->n_classes; ++k) p[k] += model->log_prior[k];
  cal_softmax(p, model->n_classes);
  add_observed(model, model->truth[t] - 1, own, scatter);
  spread_trial(model, own, scatter);
  (model->family == CAL_SHARED ? expect_shared : expect_vector)(model, scatter);
  add_expected_sums(model, scatter);
}

static void add_trials(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                       ptrdiff_t last, struct scatter* scatter) {
  for (ptrdiff_t t = first; t < last; ++t) {
    scatter->class_n[model->truth[t] - 1] += cal_trial_weight(model, t);
  }
  if (model->family == CAL_MATRIX) {
    cal_matrix_scatter_add(model, params, first, last, &scatter->observed, &scatter->expected);
    return;
  }
  for (ptrdiff_t t = first; t < last; ++t) add_trial(model, params, t, scatter);
}

// Scatters of parts of the trials: pieces of all parts, `done` trials after the first of each.
struct parts {
  const struct cal_class_model* model;
  const double* params;
  struct scatter* scatter;
  ptrdiff_t n_parts, done, size;
};

static void add_piece(void* work, ptrdiff_t part) {
  const struct parts* all = work;
  const struct cal_piece piece =
      cal_part_piece(all->model->n, all->n_parts, part, all->done, all->size);
  add_trials(all->model, all->params, piece.first, piece.last, &all->scatter[part]);
}

static void merge_sums(const struct cal_class_model* model, struct cal_scatter* sums,
                       const struct cal_scatter* other) {
  const ptrdiff_t n = cal_class_model_n_params(model) * model->n_classes;
  cal_derivatives_merge(model, &sums->sums, &other->sums);
  for (ptrdiff_t i = 0; i < n; ++i) sums->class_sums[i] += other->class_sums[i];
}

static void finish_sums(const struct cal_class_model* model, struct scatter* scatter) {
  if (model->family == CAL_MATRIX) cal_matrix_expected_finish(model, &scatter->expected);
  cal_derivatives_finish(model, &scatter->observed.sums);
  cal_derivatives_finish(model, &scatter->expected.sums);
}

// Finished sums of the parts, added to those of the first.
static void merge_parts(const struct parts* all) {
  struct scatter* scatter = all->scatter;
  for (ptrdiff_t i = 0; i < all->n_parts; ++i) finish_sums(all->model, &scatter[i]);
  for (ptrdiff_t i = 1; i < all->n_parts; ++i) {
    merge_sums(all->model, &scatter->observed, &scatter[i].observed);
    merge_sums(all->model, &scatter->expected, &scatter[i].expected);
    for (int k = 0; k < all->model->n_classes; ++k) scatter->class_n[k] += scatter[i].class_n[k];
  }
}

// Takes out the means of the gradients of the classes, and mirrors the lower triangle.
static void centre(const struct cal_class_model* model, const struct scatter* scatter,
                   struct cal_scatter* sums) {
  const ptrdiff_t n = scatter->n_params;
  double* outer = sums->sums.hessian;
  for (int i = 0; i < model->n_classes; ++i) {
    if (scatter->class_n[i] == 0) continue;
    add_outer(sums->class_sums + i * n, n, -1 / scatter->class_n[i], outer);
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < i; ++j) outer[j * n + i] = outer[i * n + j];
  }
}

void cal_class_scatter(struct cal_host* host, const struct cal_class_model* model,
                       const double* params, double* observed, double* expected) {
  const ptrdiff_t n = cal_class_model_n_params(model), n_parts = cal_parts(model->n);
  struct scatter* scatter = cal_scratch(host, n_parts, sizeof *scatter);
  const ptrdiff_t size = (cal_class_piece(n) + n_parts - 1) / n_parts;
  struct parts all = {model, params, scatter, n_parts, 0, size};
  for (ptrdiff_t i = 0; i < n_parts; ++i) {
    scatter[i] = new_scatter(host, model, i == 0 ? observed : cal_scratch_doubles(host, n * n),
                             i == 0 ? expected : cal_scratch_doubles(host, n * n));
  }
  for (; all.done <= model->n / n_parts; all.done += size) {
    cal_pulse(host);
    cal_parallel(add_piece, &all, n_parts, host->n_threads);
  }
  merge_parts(&all);
  centre(model, scatter, &scatter->observed);
  centre(model, scatter, &scatter->expected);
}
