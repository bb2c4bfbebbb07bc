// Sums of the matrix family as products of two matrices, block by block: read the features, find
// the posteriors, weight the residuals and their spread, multiply.
#include "kernels/classes/class-model-matrix.h"

#include <math.h>
#include <string.h>

#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"

enum { B = CAL_VECTOR_BLOCK, STEP = 8 };

// Columns of B numbers per feature, per class and per row of weights; `products` has a row per
// trial, `sums` and `pairs` one per row of weights and per pair of classes, all of `width` numbers.
// The features, as products with the constant one, are in the columns from `tail`. `rest` has two
// more columns per class.
struct block {
  int n_classes;
  ptrdiff_t n_rows, width, tail;
  double *x, *p, *weights, *products, *sums, *pairs, *rest;
  int truth[B];
  double own[B], miss[B], weight[B];
};

static ptrdiff_t padded(ptrdiff_t n) { return (n + STEP - 1) / STEP * STEP; }

static ptrdiff_t n_weights(int n_classes) { return cal_triangle(n_classes - 1) + n_classes - 1; }

ptrdiff_t cal_matrix_scratch(int n_classes) {
  const ptrdiff_t width = padded(cal_triangle(n_classes)), n_rows = n_weights(n_classes);
  return B * (4 * n_classes + n_rows + width) + (n_rows + cal_triangle(n_classes - 1)) * width;
}

static void open_block(const struct cal_class_model* model, double* scratch, struct block* block) {
  block->n_classes = model->n_classes;
  block->n_rows = n_weights(model->n_classes);
  block->width = padded(cal_triangle(model->n_classes));
  block->tail = cal_triangle(model->n_classes - 1) / STEP * STEP;
  block->sums = scratch;
  block->pairs = block->sums + block->n_rows * block->width;
  block->x = block->pairs + cal_triangle(model->n_classes - 1) * block->width;
  block->p = block->x + model->n_classes * B;
  block->weights = block->p + model->n_classes * B;
  block->products = block->weights + block->n_rows * B;
  block->rest = block->products + B * block->width;
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

// The columns from `first`, for eight trials at a time, so that a sum is read and written once for
// them.
CAL_INLINE void multiply(const double* restrict weights, const double* restrict products,
                         ptrdiff_t first, ptrdiff_t width, double* restrict sums) {
  for (int t = 0; t < B; t += STEP) {
    const double *w = weights + t, *x = products + t * width;
    const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    const double w4 = w[4], w5 = w[5], w6 = w[6], w7 = w[7];
    for (ptrdiff_t c = first; c < width; c += STEP) {
      for (int i = 0; i < STEP; ++i) {
        const double* v = x + c + i;
        sums[c + i] +=
            (w0 * v[0] + w1 * v[width] + w2 * v[2 * width] + w3 * v[3 * width]) +
            (w4 * v[4 * width] + w5 * v[5 * width] + w6 * v[6 * width] + w7 * v[7 * width]);
      }
    }
  }
}

static void multiply_plain(const double* weights, const double* products, ptrdiff_t first,
                           ptrdiff_t width, double* sums) {
  multiply(weights, products, first, width, sums);
}

CAL_WIDE static void multiply_wide(const double* weights, const double* products, ptrdiff_t first,
                                   ptrdiff_t width, double* sums) {
  multiply(weights, products, first, width, sums);
}

// Adds `n` rows of weights times the columns of products from `first`.
static void add_products(const struct block* block, const double* weights, ptrdiff_t n,
                         ptrdiff_t first, double* sums) {
  const bool wide = cal_vector_is_wide();
  for (ptrdiff_t r = 0; r < n; ++r, weights += B, sums += block->width) {
    (wide ? multiply_wide : multiply_plain)(weights, block->products, first, block->width, sums);
  }
}

static ptrdiff_t block_trials(ptrdiff_t first, ptrdiff_t last) {
  return last - first < B ? last - first : B;
}

void cal_matrix_add(const struct cal_class_model* model, const double* params, ptrdiff_t first,
                    ptrdiff_t last, struct cal_derivatives* sums) {
  const ptrdiff_t n_pairs = cal_triangle(model->n_classes - 1);
  struct block block;
  open_block(model, sums->scratch, &block);
  for (ptrdiff_t t = first; t < last; t += B) {
    read_block(model, params, t, block_trials(t, last), &block, sums);
    double* weights = block.weights;
    for (int k = 0; k < model->n_classes - 1; ++k) {
      for (int l = 0; l <= k; ++l, weights += B) weigh_spread(&block, k, l, weights);
    }
    for (int k = 0; k < model->n_classes - 1; ++k) weigh_residuals(&block, k, weights + k * B);
    multiply_features(&block);
    add_products(&block, block.weights, n_pairs, 0, block.sums);
    add_products(&block, weights, model->n_classes - 1, block.tail,
                 block.sums + n_pairs * block.width);
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

// Adds the outer products of the gradients of trials `first` to `first + m`, and the gradients.
static void add_observed(const struct cal_class_model* model, ptrdiff_t first, ptrdiff_t m,
                         struct block* block, double* sums, double* class_sums) {
  const ptrdiff_t n_pairs = cal_triangle(model->n_classes - 1);
  double *residuals = block->weights + n_pairs * B, *weights = block->weights;
  double once[B];
  invert_weights(model, first, m, once);
  for (int k = 0; k < model->n_classes - 1; ++k) {
    weigh_residuals(block, k, residuals + k * B);
    for (int l = 0; l <= k; ++l, weights += B) {
      for (int i = 0; i < B; ++i) {
        weights[i] = residuals[k * B + i] * residuals[l * B + i] * once[i];
      }
    }
  }
  add_products(block, block->weights, n_pairs, 0, sums);
  add_class_sums(block, residuals, m, class_sums);
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

// For each class, the sum over the others of p times the factors, or of p if these are NULL.
static void sum_others(const struct block* block, const double* factor, double* out) {
  double before[B] = {0}, after[B] = {0};
  for (int k = 0; k < block->n_classes; ++k) {
    memcpy(out + k * B, before, sizeof before);
    cal_add_multiple(factor == NULL ? 1 : factor[k], block->p + k * B, before, B);
  }
  for (int k = block->n_classes - 1; k >= 0; --k) {
    cal_add_multiple(1, after, out + k * B, B);
    cal_add_multiple(factor == NULL ? 1 : factor[k], block->p + k * B, after, B);
  }
}

// Expected products of the residuals of classes k and l. `all` is the mean weight of the classes.
static void expect_spread(const struct cal_class_model* model, const struct block* block,
                          const double* each, const double* all, int k, int l, double* out) {
  const double *p_k = block->p + k * B, *p_l = block->p + l * B;
  const double c_k = model->class_weight[k], c_l = model->class_weight[l];
  const double *others = block->rest + k * B, *others_c = others + block->n_classes * B;
  if (k == l) {
    for (int t = 0; t < B; ++t) {
      out[t] = each[t] * cal_expected_square(p_k[t], others[t], c_k, others_c[t]);
    }
    return;
  }
  for (int t = 0; t < B; ++t) {
    out[t] = each[t] * cal_expected_product(p_k[t], p_l[t], c_k, c_l, all[t]);
  }
}

// Adds the outer products that the model expects, and for each pair of classes the features times
// the posteriors of both: the gradients of a class consist of those of its pairs.
static void add_expected(const struct cal_class_model* model, ptrdiff_t first, ptrdiff_t m,
                         struct block* block, double* sums, double* pairs) {
  const int n_classes = model->n_classes;
  const ptrdiff_t n_pairs = cal_triangle(n_classes - 1);
  double each[B], all[B] = {0}, *weights = block->weights;
  spread_trials(model, first, m, block, each);
  for (int k = 0; k < n_classes; ++k) {
    cal_add_multiple(model->class_weight[k], block->p + k * B, all, B);
  }
  sum_others(block, NULL, block->rest);
  sum_others(block, model->class_weight, block->rest + n_classes * B);
  for (int k = 0; k < n_classes - 1; ++k) {
    for (int l = 0; l <= k; ++l, weights += B) {
      expect_spread(model, block, each, all, k, l, weights);
    }
  }
  add_products(block, block->weights, n_pairs, 0, sums);
  weights = block->weights;
  for (int k = 1; k < n_classes; ++k) {
    for (int l = 0; l < k; ++l, weights += B) {
      const double *p_k = block->p + k * B, *p_l = block->p + l * B;
      for (int t = 0; t < B; ++t) weights[t] = each[t] * p_k[t] * p_l[t];
    }
  }
  add_products(block, block->weights, n_pairs, block->tail, pairs);
}

void cal_matrix_scatter_add(const struct cal_class_model* model, const double* params,
                            ptrdiff_t first, ptrdiff_t last, struct cal_scatter* observed,
                            struct cal_scatter* expected) {
  struct block block, other;
  open_block(model, observed->sums.scratch, &block);
  open_block(model, expected->sums.scratch, &other);
  for (ptrdiff_t t = first; t < last; t += B) {
    const ptrdiff_t m = block_trials(t, last);
    read_block(model, params, t, m, &block, &observed->sums);
    multiply_features(&block);
    add_observed(model, t, m, &block, block.sums, observed->class_sums);
    add_expected(model, t, m, &block, other.sums, other.pairs);
  }
}

// Expected gradients of class `of` with respect to the coefficients of class k, from their pair.
static void add_pair(const struct cal_class_model* model, int of, int k, const double* features,
                     double factor, double* class_sums) {
  const int n_classes = model->n_classes;
  if (k == n_classes - 1) return;
  cal_add_multiple(factor, features, class_sums + (of * (n_classes - 1) + k) * n_classes,
                   n_classes);
}

void cal_matrix_expected_finish(const struct cal_class_model* model, struct cal_scatter* expected) {
  struct block block;
  open_block(model, expected->sums.scratch, &block);
  const double* features = block.pairs + cal_triangle(model->n_classes - 1);
  for (int k = 1; k < model->n_classes; ++k) {
    for (int l = 0; l < k; ++l, features += block.width) {
      add_pair(model, k, l, features, 1, expected->class_sums);
      add_pair(model, l, k, features, 1, expected->class_sums);
      add_pair(model, k, k, features, -1, expected->class_sums);
      add_pair(model, l, l, features, -1, expected->class_sums);
    }
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
