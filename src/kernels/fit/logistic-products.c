#include <string.h>

#include "kernels/fit/logistic-block.h"

enum { B = CAL_VECTOR_BLOCK };

static void weigh(const struct cal_logistic* problem, const struct cal_row_block* block,
                  double* weight) {
  const double each_h1 = problem->each_h1[0], each_h2 = problem->each_h2[1];
  for (int i = 0; i < B; ++i) weight[i] = each_h1 * block->n_h1[i] + each_h2 * block->n_h2[i];
}

void cal_logistic_products_add(const struct cal_logistic* problem, const double* theta,
                               ptrdiff_t first, ptrdiff_t last, struct cal_logistic_sums* sums) {
  const ptrdiff_t p = problem->d + 1;
  struct cal_row_block block;
  double weight[B];
  int n_blocks = 0;
  cal_block_open(problem, sums->scratch, &block);
  for (ptrdiff_t i = first; i < last; i += B) {
    cal_block_read(problem, theta, i, last, &block);
    weigh(problem, &block, weight);
    cal_block_moments(&block, p, NULL, weight, block.lanes);
    if (++n_blocks % CAL_FLUSH == 0) {
      cal_lanes_take_moments(block.lanes, p, sums->gradient, sums->hessian);
    }
  }
  cal_lanes_take_moments(block.lanes, p, sums->gradient, sums->hessian);
}
