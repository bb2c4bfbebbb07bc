#include "kernels/cost/cllr-costs.h"

#include <math.h>
#include <string.h>

#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"

enum { N = CAL_VECTOR_BLOCK, BLOCKS = 15 };

// Every lane has the sum of max(z, 0) and the product less one of its trials.
struct lanes {
  double linear_h1[N], linear_h2[N], product_h1[N], product_h2[N];
};

// (1 + q) (1 + e) - 1
CAL_INLINE double times(double q, double e, bool fused) { return q + cal_mul_add(q, e, e, fused); }

CAL_INLINE void add_block(const double* restrict value, const int* restrict truth, double unit,
                          struct lanes* restrict lanes, bool fused) {
  double is_h1[N], z[N], down[N];
  for (int i = 0; i < N; ++i) {
    is_h1[i] = truth[i];
    z[i] = value[i] * unit * (1 - 2 * is_h1[i]);
  }
  for (int i = 0; i < N; ++i) {
    const double size = -fabs(z[i]);
    down[i] = size < CAL_EXP_LOW ? CAL_EXP_LOW : size;
  }
  for (int i = 0; i < N; ++i) {
    const double linear = 0.5 * (fabs(z[i]) + z[i]), linear_h1 = linear * is_h1[i];
    const double odds = cal_exp(down[i], fused), odds_h1 = odds * is_h1[i];
    lanes->linear_h1[i] += linear_h1;
    lanes->linear_h2[i] += linear - linear_h1;
    lanes->product_h1[i] = times(lanes->product_h1[i], odds_h1, fused);
    lanes->product_h2[i] = times(lanes->product_h2[i], odds - odds_h1, fused);
  }
}

static void add_plain(const double* value, const int* truth, double unit, struct lanes* lanes) {
  add_block(value, truth, unit, lanes, false);
}

CAL_WIDE static void add_wide(const double* value, const int* truth, double unit,
                              struct lanes* lanes) {
  add_block(value, truth, unit, lanes, true);
}

// The last block is filled up with H2 trials that cost nothing.
static void add_short_block(const double* value, const int* truth, ptrdiff_t n, double unit,
                            struct lanes* lanes) {
  double full_value[N];
  int full_truth[N] = {0};
  for (int i = 0; i < N; ++i) full_value[i] = -1000 / unit;
  memcpy(full_value, value, sizeof *value * (size_t)n);
  memcpy(full_truth, truth, sizeof *truth * (size_t)n);
  (cal_vector_is_wide() ? add_wide : add_plain)(full_value, full_truth, unit, lanes);
}

static void add_lanes(double* restrict linear, double* restrict product, struct cal_sum* sum) {
  for (int half = N / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) {
      linear[i] += linear[half + i];
      product[i] = times(product[i], product[half + i], false);
    }
  }
  cal_sum_add(sum, linear[0]);
  cal_sum_add(sum, log1p(product[0]));
}

static int count_h1(const int* truth, ptrdiff_t n) {
  int count = 0;
  for (ptrdiff_t i = 0; i < n; ++i) count += truth[i];
  return count;
}

void cal_cllr_costs_add(const struct cal_trials* trials, double unit, struct cal_costs* costs) {
  const bool wide = cal_vector_is_wide();
  for (ptrdiff_t i = 0; i < trials->n;) {
    struct lanes lanes = {{0}, {0}, {0}, {0}};
    for (int block = 0; block < BLOCKS && i < trials->n; ++block, i += N) {
      const double* value = trials->value + i;
      const int* truth = trials->truth + i;
      if (trials->n - i >= N) {
        (wide ? add_wide : add_plain)(value, truth, unit, &lanes);
        costs->n_h1 += count_h1(truth, N);
      } else {
        add_short_block(value, truth, trials->n - i, unit, &lanes);
        costs->n_h1 += count_h1(truth, trials->n - i);
      }
    }
    add_lanes(lanes.linear_h1, lanes.product_h1, &costs->h1);
    add_lanes(lanes.linear_h2, lanes.product_h2, &costs->h2);
  }
}

void cal_cllr_costs_merge(struct cal_costs* to, const struct cal_costs* from) {
  cal_sum_merge(&to->h1, from->h1);
  cal_sum_merge(&to->h2, from->h2);
  to->n_h1 += from->n_h1;
}
