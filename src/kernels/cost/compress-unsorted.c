// Sums the moments of trials in the bins of compress-unsorted.h, and turns them into nodes.
#include "kernels/cost/compress-unsorted.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernels/base/chebyshev.h"
#include "kernels/base/sort.h"
#include "kernels/base/vector-math.h"

enum { K = CAL_MOMENTS, N = CAL_VECTOR_BLOCK, BATCH = 256 };

// Column k holds the weight that the k-th moment gives to each node.
struct nodes {
  double at[K], weight[K][K];
};

static struct nodes chebyshev_nodes(void) {
  struct nodes nodes;
  for (int j = 0; j < K; ++j) nodes.at[j] = cal_chebyshev_point(j, K, 1, 0x1p-32);
  for (int j = 0; j < K; ++j) cal_lagrange_coefficients(nodes.at, K, j, nodes.weight[j]);
  return nodes;
}

static inline bool inside(const struct cal_moment_bins* bins, double llr) {
  return llr >= bins->low && llr < bins->high;
}

static void move_to_total(double* batch, struct cal_sum* total) {
  for (int k = 0; k < K; ++k) {
    cal_sum_add(&total[k], batch[k]);
    batch[k] = 0;
  }
}

// The bins in units of their width.
struct axis {
  double unit, first, end, n_bins;
};

// Finds the bin of each trial of a block, one past the last for those outside, and the place from
// -1 to 1 within it, exact despite the rounding of the bin.
CAL_INLINE void find_places(const struct axis* axis, const double* restrict value,
                            int* restrict bin, double* restrict place) {
  const double unit = axis->unit, first = axis->first, end = axis->end, n_bins = axis->n_bins;
  double at[N], number[N];
  for (int i = 0; i < N; ++i) {
    at[i] = value[i] * unit;
    number[i] = at[i] - first;
  }
  for (int i = 0; i < N; ++i) {
    const double x = at[i], inside = number[i], not_below = x < first ? n_bins : inside;
    bin[i] = (int)(x < end ? not_below : n_bins);
  }
  for (int i = 0; i < N; ++i) place[i] = 2 * (at[i] - (first + bin[i])) - 1;
}

CAL_INLINE void add_powers(double* sum, double x) {
  const double x2 = x * x, x3 = x2 * x, x4 = x2 * x2;
  sum[0] += 1;
  sum[1] += x;
  sum[2] += x2;
  sum[3] += x3;
  sum[4] += x4;
  sum[5] += x4 * x;
  sum[6] += x4 * x2;
  sum[7] += x4 * x3;
}

CAL_INLINE void add_block(const struct axis* axis, const double* value, const int* truth,
                          struct cal_moments* moments, struct cal_moment_batch* batch) {
  int bin[N];
  double place[N];
  find_places(axis, value, bin, place);
  for (int i = 0; i < N; ++i) {
    double* sum = batch[bin[i]].sum[truth[i]];
    add_powers(sum, place[i]);
    if (sum[0] == BATCH) move_to_total(sum, moments[bin[i]].sum[truth[i]]);
  }
}

static void add_plain(const struct axis* axis, const double* value, const int* truth,
                      struct cal_moments* moments, struct cal_moment_batch* batch) {
  add_block(axis, value, truth, moments, batch);
}

CAL_WIDE static void add_wide(const struct axis* axis, const double* value, const int* truth,
                              struct cal_moments* moments, struct cal_moment_batch* batch) {
  add_block(axis, value, truth, moments, batch);
}

void cal_moments_clear(const struct cal_moment_bins* bins, struct cal_moments* moments,
                       struct cal_moment_batch* batch) {
  const size_t n_rows = (size_t)cal_moment_bins_size(bins) + 1;
  memset(moments, 0, sizeof *moments * n_rows);
  memset(batch, 0, sizeof *batch * n_rows);
}

void cal_moments_add(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                     struct cal_moments* moments, struct cal_moment_batch* batch) {
  const double per_nat = CAL_BINS_PER_NAT;
  const struct axis axis = {bins->unit * per_nat, bins->low * per_nat, bins->high * per_nat,
                            (double)cal_moment_bins_size(bins)};
  const bool wide = cal_vector_is_wide();
  ptrdiff_t i = 0;
  for (; i + N <= trials->n; i += N) {
    (wide ? add_wide : add_plain)(&axis, trials->value + i, trials->truth + i, moments, batch);
  }
  if (i == trials->n) return;
  double value[N];
  int truth[N] = {0};
  for (int k = 0; k < N; ++k, ++i) {
    value[k] = i < trials->n ? trials->value[i] : HUGE_VAL;
    if (i < trials->n) truth[k] = trials->truth[i];
  }
  (wide ? add_wide : add_plain)(&axis, value, truth, moments, batch);
}

void cal_moments_finish(const struct cal_moment_bins* bins, struct cal_moments* moments,
                        struct cal_moment_batch* batch) {
  for (ptrdiff_t bin = 0; bin < cal_moment_bins_size(bins); ++bin) {
    for (int class = 0; class < 2; ++class) {
      move_to_total(batch[bin].sum[class], moments[bin].sum[class]);
    }
  }
}

void cal_moments_merge(const struct cal_moment_bins* bins, struct cal_moments* moments,
                       const struct cal_moments* other) {
  for (ptrdiff_t bin = 0; bin < cal_moment_bins_size(bins); ++bin) {
    for (int class = 0; class < 2; ++class) {
      for (int k = 0; k < K; ++k) {
        cal_sum_merge(&moments[bin].sum[class][k], other[bin].sum[class][k]);
      }
    }
  }
}

static bool is_empty(const struct cal_moments* moments) {
  return moments->sum[0][0].total == 0 && moments->sum[1][0].total == 0;
}

ptrdiff_t cal_moments_size(const struct cal_moment_bins* bins, const struct cal_moments* moments) {
  ptrdiff_t size = 0;
  for (ptrdiff_t bin = 0; bin < cal_moment_bins_size(bins); ++bin) {
    if (!is_empty(&moments[bin])) size += K;
  }
  return size;
}

// The weights add up to the number of trials; an inner node takes the rounding error.
static void weigh(const struct nodes* nodes, const double* moment, double* weight) {
  double left = moment[0];
  for (int j = 0; j < K; ++j) {
    weight[j] = 0;
    for (int k = K; k-- > 0;) weight[j] += moment[k] * nodes->weight[j][k];
  }
  for (int j = 0; j < K; ++j) left -= weight[j];
  weight[K / 2] += left;
}

static void weigh_sums(const struct nodes* nodes, const struct cal_sum* sum, double* weight) {
  double moment[K];
  for (int k = 0; k < K; ++k) moment[k] = cal_sum_value(sum[k]);
  weigh(nodes, moment, weight);
}

void cal_moment_weights(const double* moment, ptrdiff_t n, double* at, double* weight) {
  const struct nodes nodes = chebyshev_nodes();
  memcpy(at, nodes.at, sizeof nodes.at);
  for (ptrdiff_t i = 0; i < n; ++i) weigh(&nodes, moment + i * K, weight + i * K);
}

void cal_moments_nodes(const struct cal_moment_bins* bins, const struct cal_moments* moments,
                       double* llr, double* n_h1, double* n_h2) {
  const struct nodes nodes = chebyshev_nodes();
  ptrdiff_t size = 0;
  for (ptrdiff_t bin = 0; bin < cal_moment_bins_size(bins); ++bin) {
    if (is_empty(&moments[bin])) continue;
    const double centre = bins->low + ((double)bin + 0.5) / CAL_BINS_PER_NAT;
    for (int j = 0; j < K; ++j) llr[size + j] = centre + nodes.at[j] / (2 * CAL_BINS_PER_NAT);
    weigh_sums(&nodes, moments[bin].sum[0], n_h2 + size);
    weigh_sums(&nodes, moments[bin].sum[1], n_h1 + size);
    size += K;
  }
}

void cal_outside_count(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                       ptrdiff_t n[2]) {
  n[0] = n[1] = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (!inside(bins, trials->value[i] * bins->unit)) ++n[trials->truth[i]];
  }
}

// A finite LLR stays finite in other units.
static double outside_llr(double value, double unit) {
  const double llr = value * unit;
  return isinf(llr) && isfinite(value) ? copysign(DBL_MAX, value) : llr;
}

void cal_outside_keys(const struct cal_moment_bins* bins, const struct cal_trials* trials,
                      uint64_t* key_h1, uint64_t* key_h2) {
  uint64_t* next[2] = {key_h2, key_h1};
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (inside(bins, trials->value[i] * bins->unit)) continue;
    *next[trials->truth[i]]++ = cal_sort_key(outside_llr(trials->value[i], bins->unit));
  }
}
