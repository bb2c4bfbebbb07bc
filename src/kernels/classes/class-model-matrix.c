// Sums of the matrix family as products of two matrices, block by block: read the features, find
// the posteriors, weight the residuals and their spread, multiply.
#include "kernels/classes/class-model-matrix.h"

#include <math.h>
#include <string.h>

#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"

enum { B = CAL_VECTOR_BLOCK, STEP = 8 };

// Columns of B numbers per feature, per class and per row of weights; `products` has a row per
// trial, `sums` one per row of weights, both of `width` numbers.
struct block {
  int n_classes;
  ptrdiff_t n_rows, width;
  double *x, *p, *weights, *products, *sums;
  int truth[B];
  double own[B], miss[B], weight[B];
};

static ptrdiff_t padded(ptrdiff_t n) { return (n + STEP - 1) / STEP * STEP; }

static ptrdiff_t n_weights(int n_classes) { return cal_triangle(n_classes - 1) + n_classes - 1; }

ptrdiff_t cal_matrix_scratch(int n_classes) {
  const ptrdiff_t width = padded(cal_triangle(n_classes)), n_rows = n_weights(n_classes);
  return B * (2 * n_classes + n_rows + width) + n_rows * width;
}

static void open_block(const struct cal_class_model* model, double* scratch, struct block* block) {
  block->n_classes = model->n_classes;
  block->n_rows = n_weights(model->n_classes);
  block->width = padded(cal_triangle(model->n_classes));
  block->sums = scratch;
  block->x = block->sums + block->n_rows * block->width;
  block->p = block->x + model->n_classes * B;
  block->weights = block->p + model->n_classes * B;
  block->products = block->weights + block->n_rows * B;
}

// The deviations from the mean, the last of which gives way to the constant. Trials that fill the
// block up have no weight.
static void read_features(const struct cal_class_model* model, ptrdiff_t first, ptrdiff_t m,
                          struct block* block) {
  const int n_classes = model->n_classes;
  double mean[B] = {0}, base[B] = {0};
  memcpy(base, model->log_lik[0] + first, (size_t)m * sizeof *base);
  for (int k = 0; k < n_classes; ++k) {
    double* x = block->x + k * B;
    memset(x, 0, B * sizeof *x);
    memcpy(x, model->log_lik[0] + k * model->n + first, (size_t)m * sizeof *x);
    for (int t = 0; t < B; ++t) x[t] = cal_class_bound((x[t] - base[t]) * model->scale[0]);
    for (int t = 0; t < B; ++t) mean[t] += x[t] / n_classes;
  }
  for (int k = 0; k < n_classes - 1; ++k) {
    for (int t = 0; t < B; ++t) block->x[k * B + t] -= mean[t];
  }
  for (int t = 0; t < B; ++t) block->x[(n_classes - 1) * B + t] = 1;
  for (int t = 0; t < B; ++t) {
    block->truth[t] = t < m ? model->truth[first + t] - 1 : 0;
    block->weight[t] = t < m ? cal_class_weight(model, first + t) : 0;
  }
}

CAL_INLINE void find_logits(const double* params, int n_classes, const double* x, double* z) {
  for (int k = 0; k < n_classes - 1; ++k) {
    for (int j = 0; j < n_classes; ++j) {
      cal_add_multiple(params[k * n_classes + j], x + j * B, z + k * B, B);
    }
  }
}

static void logits_plain(const double* params, int n_classes, const double* x, double* z) {
  find_logits(params, n_classes, x, z);
}

CAL_WIDE static void logits_wide(const double* params, int n_classes, const double* x, double* z) {
  find_logits(params, n_classes, x, z);
}

// Largest logit of a wrong class. The logit of the true class is taken out of `z`.
static void take_own(struct block* block, double* others) {
  for (int t = 0; t < B; ++t) {
    double* own = &block->p[block->truth[t] * B + t];
    block->own[t] = *own;
    *own = -INFINITY;
  }
  for (int t = 0; t < B; ++t) others[t] = -INFINITY;
  for (int k = 0; k < block->n_classes; ++k) {
    const double* z = block->p + k * B;
    for (int t = 0; t < B; ++t) others[t] = z[t] > others[t] ? z[t] : others[t];
  }
}

static double smallest_lead(const struct block* block, const double* others, ptrdiff_t m) {
  double margin = INFINITY;
  for (ptrdiff_t t = 0; t < m; ++t) margin = fmin(margin, block->own[t] - others[t]);
  return margin;
}

static void put_own_back(struct block* block) {
  for (int t = 0; t < B; ++t) block->p[block->truth[t] * B + t] = block->own[t];
}

// Logits to posteriors; adds the costs. The classes that are wrong are summed by themselves, so
// that a small cost and a small `miss` lose no digits.
static void find_posteriors(const struct cal_class_model* model, struct block* block, ptrdiff_t m,
                            struct cal_sum* value) {
  double top[B], sum[B] = {0};
  for (int k = 0; k < block->n_classes; ++k) {
    double* z = block->p + k * B;
    for (int t = 0; t < B; ++t) z[t] += model->log_prior[k];
  }
  take_own(block, top);
  for (int t = 0; t < B; ++t) top[t] = fmax(top[t], block->own[t]);
  for (int k = 0; k < block->n_classes; ++k) {
    double *z = block->p + k * B, below[B];
    for (int t = 0; t < B; ++t) below[t] = z[t] - top[t];
    cal_exp_block(below, z);
    for (int t = 0; t < B; ++t) sum[t] += z[t];
  }
  for (ptrdiff_t t = 0; t < B; ++t) {
    const double below = block->own[t] - top[t], own = below == 0 ? 1 : exp(below);
    const double all = sum[t] + own;
    if (t < m) cal_sum_add(value, block->weight[t] * (log1p(sum[t] + (own - 1)) - below));
    block->own[t] = own / all;
    block->miss[t] = sum[t] / all;
    sum[t] = 1 / all;
  }
  for (int k = 0; k < block->n_classes; ++k) {
    double* p = block->p + k * B;
    for (int t = 0; t < B; ++t) p[t] *= sum[t];
  }
  put_own_back(block);
}

// Trials `first` to `first + m`: features and posteriors.
static void read_block(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                       ptrdiff_t m, struct block* block, struct cal_derivatives* sums) {
  double others[B];
  read_features(model, first, m, block);
  memset(block->p, 0, (size_t)(model->n_classes * B) * sizeof(double));
  (cal_vector_is_wide() ? logits_wide : logits_plain)(params, model->n_classes, block->x, block->p);
  take_own(block, others);
  sums->margin = fmin(sums->margin, smallest_lead(block, others, m));
  put_own_back(block);
  find_posteriors(model, block, m, &sums->value);
}

static void multiply_features(struct block* block) {
  for (int t = 0; t < B; ++t) {
    double* product = block->products + t * block->width;
    for (int j = 0; j < block->n_classes; ++j) {
      const double x = block->x[j * B + t];
      for (int l = 0; l <= j; ++l) *product++ = x * block->x[l * B + t];
    }
    while (product < block->products + (t + 1) * block->width) *product++ = 0;
  }
}

// The posterior less the truth, times the weight of the trial.
static void weigh_residuals(const struct block* block, int k, double* out) {
  const double* p = block->p + k * B;
  for (int t = 0; t < B; ++t) {
    out[t] = block->weight[t] * (block->truth[t] == k ? -block->miss[t] : p[t]);
  }
}

// Covariance of the indicators of classes k and l, times the weight of the trial.
static void weigh_spread(const struct block* block, int k, int l, double* out) {
  const double *p_k = block->p + k * B, *p_l = block->p + l * B;
  if (k != l) {
    for (int t = 0; t < B; ++t) out[t] = -block->weight[t] * p_k[t] * p_l[t];
    return;
  }
  for (int t = 0; t < B; ++t) {
    const double rest = block->truth[t] == k ? block->miss[t] : 1 - p_k[t];
    out[t] = block->weight[t] * p_k[t] * rest;
  }
}

// Eight trials at a time, so that a sum is read and written once for them.
CAL_INLINE void multiply(const double* restrict weights, const double* restrict products,
                         ptrdiff_t width, double* restrict sums) {
  for (int t = 0; t < B; t += STEP) {
    const double *w = weights + t, *x = products + t * width;
    const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    const double w4 = w[4], w5 = w[5], w6 = w[6], w7 = w[7];
    for (ptrdiff_t c = 0; c < width; c += STEP) {
      for (int i = 0; i < STEP; ++i) {
        const double* v = x + c + i;
        sums[c + i] +=
            (w0 * v[0] + w1 * v[width] + w2 * v[2 * width] + w3 * v[3 * width]) +
            (w4 * v[4 * width] + w5 * v[5 * width] + w6 * v[6 * width] + w7 * v[7 * width]);
      }
    }
  }
}

static void multiply_plain(const double* weights, const double* products, ptrdiff_t width,
                           double* sums) {
  multiply(weights, products, width, sums);
}

CAL_WIDE static void multiply_wide(const double* weights, const double* products, ptrdiff_t width,
                                   double* sums) {
  multiply(weights, products, width, sums);
}

static void add_products(struct block* block) {
  const bool wide = cal_vector_is_wide();
  multiply_features(block);
  for (ptrdiff_t r = 0; r < block->n_rows; ++r) {
    (wide ? multiply_wide : multiply_plain)(block->weights + r * B, block->products, block->width,
                                            block->sums + r * block->width);
  }
}

static ptrdiff_t block_trials(ptrdiff_t first, ptrdiff_t last) {
  return last - first < B ? last - first : B;
}

void cal_matrix_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                    ptrdiff_t last, struct cal_derivatives* sums) {
  struct block block;
  open_block(model, sums->scratch, &block);
  for (ptrdiff_t t = first; t < last; t += B) {
    read_block(model, params, t, block_trials(t, last), &block, sums);
    double* weights = block.weights;
    for (int k = 0; k < model->n_classes - 1; ++k) {
      for (int l = 0; l <= k; ++l, weights += B) weigh_spread(&block, k, l, weights);
    }
    for (int k = 0; k < model->n_classes - 1; ++k, weights += B) {
      weigh_residuals(&block, k, weights);
    }
    add_products(&block);
  }
}

// One over the weights of the trials within their classes, 0 for those that do not count.
static void invert_weights(const struct cal_class_model* model, ptrdiff_t first, ptrdiff_t n,
                           double* out) {
  for (int i = 0; i < B; ++i) {
    const double own = i < n ? cal_trial_weight(model, first + i) : 0;
    out[i] = own > 0 ? 1 / own : 0;
  }
}

static void add_class_sums(const struct block* block, const double* residuals, ptrdiff_t m,
                           double* class_sums) {
  const int n_classes = block->n_classes;
  for (ptrdiff_t t = 0; t < m; ++t) {
    double* sum = class_sums + block->truth[t] * n_classes * (n_classes - 1);
    for (int k = 0; k < n_classes - 1; ++k) {
      for (int j = 0; j < n_classes; ++j) *sum++ += residuals[k * B + t] * block->x[j * B + t];
    }
  }
}

void cal_matrix_scatter_add(const struct cal_class_model* model, const double* params,
                            ptrdiff_t first, ptrdiff_t last, struct cal_derivatives* sums,
                            double* class_sums) {
  struct block block;
  open_block(model, sums->scratch, &block);
  double* residuals = block.weights + cal_triangle(model->n_classes - 1) * B;
  double once[B];
  for (ptrdiff_t t = first; t < last; t += B) {
    read_block(model, params, t, block_trials(t, last), &block, sums);
    invert_weights(model, t, block_trials(t, last), once);
    double* weights = block.weights;
    for (int k = 0; k < model->n_classes - 1; ++k) {
      weigh_residuals(&block, k, residuals + k * B);
      for (int l = 0; l <= k; ++l, weights += B) {
        for (int i = 0; i < B; ++i) {
          weights[i] = residuals[k * B + i] * residuals[l * B + i] * once[i];
        }
      }
    }
    add_products(&block);
    add_class_sums(&block, residuals, block_trials(t, last), class_sums);
  }
}

// Number of trials, with their own weights, that a posterior of 1 stands for at a point: class j
// has p_j over its weight in the criterion, in proportion.
static void spread_trials(const struct cal_class_model* model, ptrdiff_t first, ptrdiff_t n,
                          const struct block* block, double* out) {
  double all[B] = {0};
  for (int k = 0; k < block->n_classes; ++k) {
    for (int t = 0; t < B; ++t) all[t] += block->p[k * B + t] / model->class_weight[k];
  }
  for (int t = 0; t < B; ++t) out[t] = t < n ? cal_trial_weight(model, first + t) / all[t] : 0;
}

// The posterior less the indicator of class `of`, to `out` for each class.
static void expect_residuals(const struct block* block, int of, double* out) {
  double* own = out + of * B;
  memcpy(out, block->p, (size_t)(block->n_classes * B) * sizeof *out);
  memset(own, 0, B * sizeof *own);
  for (int k = 0; k < block->n_classes; ++k) {
    if (k != of) cal_add_multiple(-1, block->p + k * B, own, B);
  }
}

// Adds trials of class `of` to the weights of the products, and to the sums of the class.
static void add_class(const struct cal_class_model* model, struct block* block, int of,
                      const double* each, const double* residuals, double* class_sums) {
  const int n_classes = block->n_classes;
  double share[B], *weights = block->weights;
  for (int t = 0; t < B; ++t) share[t] = each[t] * block->p[of * B + t];
  for (int k = 0; k < n_classes - 1; ++k) {
    double by[B];
    for (int t = 0; t < B; ++t) by[t] = share[t] * residuals[k * B + t];
    for (int j = 0; j < n_classes; ++j) {
      double sum = 0;
      for (int t = 0; t < B; ++t) sum += by[t] * block->x[j * B + t];
      class_sums[(of * (n_classes - 1) + k) * n_classes + j] += sum;
    }
    for (int l = 0; l <= k; ++l, weights += B) {
      for (int t = 0; t < B; ++t) {
        weights[t] += model->class_weight[of] * by[t] * residuals[l * B + t];
      }
    }
  }
}

void cal_matrix_expected_add(const struct cal_class_model* model, const double* params,
                             ptrdiff_t first, ptrdiff_t last, struct cal_derivatives* sums,
                             double* class_sums) {
  struct block block;
  open_block(model, sums->scratch, &block);
  double* residuals = block.products;
  double each[B];
  for (ptrdiff_t t = first; t < last; t += B) {
    read_block(model, params, t, block_trials(t, last), &block, sums);
    spread_trials(model, t, block_trials(t, last), &block, each);
    memset(block.weights, 0, (size_t)(block.n_rows * B) * sizeof(double));
    for (int of = 0; of < block.n_classes; ++of) {
      expect_residuals(&block, of, residuals);
      add_class(model, &block, of, each, residuals, class_sums);
    }
    add_products(&block);
  }
}

void cal_matrix_finish(const struct cal_class_model* model, struct cal_derivatives* sums) {
  const int n_classes = model->n_classes;
  const ptrdiff_t n_params = n_classes * (n_classes - 1);
  struct block block;
  open_block(model, sums->scratch, &block);
  const double* row = block.sums;
  for (int k = 0; k < n_classes - 1; ++k) {
    for (int l = 0; l <= k; ++l, row += block.width) {
      const double* sum = row;
      double* corner = sums->hessian + k * n_classes * n_params + l * n_classes;
      for (int j = 0; j < n_classes; ++j) {
        for (int i = 0; i <= j; ++i) {
          corner[j * n_params + i] = corner[i * n_params + j] = *sum++;
        }
      }
    }
  }
  for (int k = 0; k < n_classes - 1; ++k, row += block.width) {
    memcpy(sums->gradient + k * n_classes, row + cal_triangle(n_classes - 1),
           (size_t)n_classes * sizeof(double));
  }
}
