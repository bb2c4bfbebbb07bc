#include "kernels/cost/compress.h"

#include <math.h>
#include <stdbool.h>

#include "kernels/base/chebyshev.h"
#include "kernels/base/plan.h"

enum { K = CAL_NODES_PER_BIN, BATCH = 128 };

// Chebyshev points of [-1/2, 1/2] and their barycentric weights.
struct nodes {
  double at[K], weight[K];
};

// The nodes sit on a grid of 2^-40 so that centre + node is exact, and with it the abscissa at
// which the cost is evaluated.
static struct nodes chebyshev_nodes(void) {
  struct nodes nodes;
  for (int k = 0; k < K; ++k) nodes.at[k] = cal_chebyshev_point(k, K, 0.5, 0x1p-40);
  for (int k = 0; k < K; ++k) nodes.weight[k] = cal_barycentric_weight(nodes.at, K, k);
  return nodes;
}

static double sum_of_all(const double* x) {
  double sum[K / 2];
  for (int k = 0; k < K / 2; ++k) sum[k] = x[k] + x[K / 2 + k];
  for (int half = K / 4; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) sum[k] += sum[half + k];
  }
  return sum[0];
}

static bool is_node(const struct nodes* nodes, double x) {
  bool found = false;
  for (int k = 0; k < K; ++k) found |= x == nodes->at[k];
  return found;
}

// The K Lagrange polynomials at x, by the barycentric formula. They sum to one.
static void lagrange(const struct nodes* nodes, double x, double* restrict basis) {
  if (is_node(nodes, x)) {
    for (int k = 0; k < K; ++k) basis[k] = x == nodes->at[k];
    return;
  }
  for (int k = 0; k < K; ++k) basis[k] = nodes->weight[k] / (x - nodes->at[k]);
  const double scale = 1 / sum_of_all(basis);
  for (int k = 0; k < K; ++k) basis[k] *= scale;
}

static double llr_at(const struct cal_scaled* trials, ptrdiff_t i) {
  return trials->value[i] * trials->unit;
}

static ptrdiff_t bin_end(const struct cal_scaled* trials, ptrdiff_t first) {
  const double bin = floor(llr_at(trials, first));
  ptrdiff_t end = first + 1;
  while (end < trials->n && floor(llr_at(trials, end)) == bin) ++end;
  return end;
}

// Sums in batches, so that the rounding error stays far below that of one long sum.
static void compress_bin(const struct cal_scaled* trials, ptrdiff_t first, ptrdiff_t end,
                         const struct nodes* nodes, double* llr, double* n_h1, double* n_h2) {
  const double centre = floor(llr_at(trials, first)) + 0.5;
  for (int k = 0; k < K; ++k) {
    llr[k] = centre + nodes->at[k];
    n_h1[k] = n_h2[k] = 0;
  }
  for (ptrdiff_t start = first; start < end; start += BATCH) {
    double batch_h1[K] = {0}, batch_h2[K] = {0}, basis[K];
    for (ptrdiff_t i = start; i < end && i < start + BATCH; ++i) {
      lagrange(nodes, llr_at(trials, i) - centre, basis);
      for (int k = 0; k < K; ++k) {
        batch_h1[k] += trials->n_h1[i] * basis[k];
        batch_h2[k] += trials->n_h2[i] * basis[k];
      }
    }
    for (int k = 0; k < K; ++k) {
      n_h1[k] += batch_h1[k];
      n_h2[k] += batch_h2[k];
    }
  }
}

static void copy_bin(const struct cal_scaled* trials, ptrdiff_t first, ptrdiff_t end, double* llr,
                     double* n_h1, double* n_h2) {
  for (ptrdiff_t i = first; i < end; ++i) {
    llr[i - first] = llr_at(trials, i);
    n_h1[i - first] = trials->n_h1[i];
    n_h2[i - first] = trials->n_h2[i];
  }
}

ptrdiff_t cal_compress_size(const struct cal_scaled* trials) {
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0, end; first < trials->n; first = end) {
    end = bin_end(trials, first);
    size += end - first > K ? K : end - first;
  }
  return size;
}

void cal_compress(const struct cal_scaled* trials, double* llr, double* n_h1, double* n_h2) {
  const struct nodes nodes = chebyshev_nodes();
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0, end; first < trials->n; first = end) {
    end = bin_end(trials, first);
    if (end - first > K) {
      compress_bin(trials, first, end, &nodes, llr + size, n_h1 + size, n_h2 + size);
      size += K;
    } else {
      copy_bin(trials, first, end, llr + size, n_h1 + size, n_h2 + size);
      size += end - first;
    }
  }
}

// Any run of the LLRs can be compressed separately: a bin that two pieces share becomes two sets of
// nodes.
static struct cal_scaled piece_of(const struct cal_scaled* all, ptrdiff_t first) {
  struct cal_scaled piece = *all;
  piece.value += first;
  piece.n_h1 += first;
  piece.n_h2 += first;
  piece.n = all->n - first > CAL_PLAN_PIECE ? CAL_PLAN_PIECE : all->n - first;
  return piece;
}

struct cal_points cal_compress_all(struct cal_host* host, const struct cal_scaled* all) {
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0; first < all->n; first += CAL_PLAN_PIECE) {
    cal_pulse(host);
    const struct cal_scaled piece = piece_of(all, first);
    size += cal_compress_size(&piece);
  }
  double* llr = cal_scratch_doubles(host, size);
  double* n_h1 = cal_scratch_doubles(host, size);
  double* n_h2 = cal_scratch_doubles(host, size);
  ptrdiff_t at = 0;
  for (ptrdiff_t first = 0; first < all->n; first += CAL_PLAN_PIECE) {
    cal_pulse(host);
    const struct cal_scaled piece = piece_of(all, first);
    cal_compress(&piece, llr + at, n_h1 + at, n_h2 + at);
    at += cal_compress_size(&piece);
  }
  return (struct cal_points){.llr = llr, .n_h1 = n_h1, .n_h2 = n_h2, .n = size};
}
