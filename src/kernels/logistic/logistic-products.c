#include "kernels/logistic/logistic-products.h"

#include <string.h>

#include "kernels/logistic/logistic-rows.h"

enum { B = CAL_VECTOR_BLOCK };

struct products {
  ptrdiff_t p;
  const double* share;
  double *unread, *sums;
};

static void add(void* data, const struct cal_row_block* block) {
  const struct products* products = data;
  const double h1 = products->share[CAL_H1], h2 = products->share[CAL_H2];
  double weight[B];
  for (int i = 0; i < B; ++i) weight[i] = h1 * block->n_h1[i] + h2 * block->n_h2[i];
  cal_block_moments(block, products->p, NULL, weight, block->lanes);
}

static void flush(void* data, const struct cal_row_block* block) {
  const struct products* products = data;
  cal_lanes_take_moments(block->lanes, products->p, products->unread, products->sums);
}

static double* zeros(struct cal_host* host, ptrdiff_t n) {
  return memset(cal_scratch_doubles(host, n), 0, (size_t)n * sizeof(double));
}

void cal_logistic_products(struct cal_host* host, const struct cal_logistic* problem,
                           const double share[2], double* products) {
  const ptrdiff_t p = problem->d + 1;
  struct products data = {p, share, zeros(host, p), products};
  memset(products, 0, (size_t)(p * p) * sizeof(double));
  cal_rows_pass(host, problem, zeros(host, p),
                cal_scratch_doubles(host, cal_rows_scratch(problem->d)),
                &(struct cal_row_task){CAL_ROWS_X, add, flush, &data});
  cal_mirror(products, p);
}
