#include "kernels/compress.h"

#include <math.h>
#include <string.h>

enum { K = CAL_NODES_PER_BIN, BATCH = 128 };

// Chebyshev points of [-1/2, 1/2] and their barycentric weights.
struct nodes {
  double at[K], weight[K];
};

// The nodes sit on a grid of 2^-40 so that centre + node is exact, and with it the abscissa at
// which the cost is evaluated.
static struct nodes chebyshev_nodes(void) {
  const double pi = 3.14159265358979323846, grid = ldexp(1, -40);
  struct nodes nodes;
  for (int k = 0; k < K; ++k) {
    nodes.at[k] = grid * nearbyint(-0.5 * cos((2 * k + 1) * pi / (2 * K)) / grid);
  }
  for (int k = 0; k < K; ++k) {
    double product = 1;
    for (int j = 0; j < K; ++j) {
      if (j != k) product *= 4 * (nodes.at[k] - nodes.at[j]);
    }
    nodes.weight[k] = 1 / product;
  }
  return nodes;
}

// The K Lagrange polynomials at x, by the barycentric formula. They sum to one.
static void lagrange(const struct nodes* nodes, double x, double* basis) {
  double sum = 0;
  for (int k = 0; k < K; ++k) {
    const double distance = x - nodes->at[k];
    if (distance == 0) {
      memset(basis, 0, sizeof *basis * K);
      basis[k] = 1;
      return;
    }
    basis[k] = nodes->weight[k] / distance;
    sum += basis[k];
  }
  for (int k = 0; k < K; ++k) basis[k] /= sum;
}

static ptrdiff_t bin_end(const struct cal_points* points, ptrdiff_t first) {
  const double bin = floor(points->llr[first]);
  ptrdiff_t end = first + 1;
  while (end < points->n && floor(points->llr[end]) == bin) ++end;
  return end;
}

// Sums in batches, so that the rounding error stays far below that of one long sum.
static void compress_bin(const struct cal_points* points, ptrdiff_t first, ptrdiff_t end,
                         const struct nodes* nodes, double* llr, double* n_h1, double* n_h2) {
  const double centre = floor(points->llr[first]) + 0.5;
  for (int k = 0; k < K; ++k) {
    llr[k] = centre + nodes->at[k];
    n_h1[k] = n_h2[k] = 0;
  }
  for (ptrdiff_t start = first; start < end; start += BATCH) {
    double batch_h1[K] = {0}, batch_h2[K] = {0}, basis[K];
    for (ptrdiff_t i = start; i < end && i < start + BATCH; ++i) {
      lagrange(nodes, points->llr[i] - centre, basis);
      for (int k = 0; k < K; ++k) {
        batch_h1[k] += points->n_h1[i] * basis[k];
        batch_h2[k] += points->n_h2[i] * basis[k];
      }
    }
    for (int k = 0; k < K; ++k) {
      n_h1[k] += batch_h1[k];
      n_h2[k] += batch_h2[k];
    }
  }
}

ptrdiff_t cal_compress_size(const struct cal_points* points) {
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0, end; first < points->n; first = end) {
    end = bin_end(points, first);
    size += end - first > K ? K : end - first;
  }
  return size;
}

void cal_compress(const struct cal_points* points, double* llr, double* n_h1, double* n_h2) {
  const struct nodes nodes = chebyshev_nodes();
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0, end; first < points->n; first = end) {
    end = bin_end(points, first);
    const ptrdiff_t n = end - first;
    if (n > K) {
      compress_bin(points, first, end, &nodes, llr + size, n_h1 + size, n_h2 + size);
      size += K;
    } else {
      memcpy(llr + size, points->llr + first, sizeof *llr * (size_t)n);
      memcpy(n_h1 + size, points->n_h1 + first, sizeof *n_h1 * (size_t)n);
      memcpy(n_h2 + size, points->n_h2 + first, sizeof *n_h2 * (size_t)n);
      size += n;
    }
  }
}
