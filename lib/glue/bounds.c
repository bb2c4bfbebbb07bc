#include <math.h>

#include "kernels/rates/supported.h"
#include "set.h"

struct bounds_task {
  const struct calibrant_set* set;
  enum cal_support by;
  double* bounds;
};

static void sum_up(const double* n, ptrdiff_t size, double* below, double* above) {
  below[0] = above[size] = 0;
  for (ptrdiff_t i = 0; i < size; ++i) below[i + 1] = below[i] + n[i];
  for (ptrdiff_t i = size; i-- > 0;) above[i] = above[i + 1] + n[i];
}

static void find_bounds(struct cal_host* host, void* data) {
  const struct bounds_task* task = data;
  const struct calibrant_set* set = task->set;
  const ptrdiff_t n = set->counted.n, n_pieces = n + 1;
  double* end = cal_scratch_doubles(host, n + 2);
  double* sums = cal_scratch_doubles(host, 4 * n_pieces);
  end[0] = -HUGE_VAL;
  for (ptrdiff_t i = 0; i < n; ++i) end[i + 1] = set->axis[i];
  end[n + 1] = HUGE_VAL;
  sum_up(set->counted.n_h1, n, sums, sums + n_pieces);
  sum_up(set->counted.n_h2, n, sums + 2 * n_pieces, sums + 3 * n_pieces);
  const struct cal_pieces pieces = {.from = end,
                                    .to = end + 1,
                                    .below_h1 = sums,
                                    .above_h1 = sums + n_pieces,
                                    .below_h2 = sums + 2 * n_pieces,
                                    .above_h2 = sums + 3 * n_pieces,
                                    .total_h1 = set->totals[CAL_H1],
                                    .total_h2 = set->totals[CAL_H2],
                                    .n = n_pieces};
  cal_supported(&pieces, task->by, task->bounds);
  task->bounds[0] = fmin(task->bounds[0], 0) + 0.;
  task->bounds[1] = fmax(task->bounds[1], 0) + 0.;
}

enum calibrant_status calibrant_bounds(struct calibrant_set* set, enum calibrant_bound method,
                                       double bounds[2], struct calibrant_error* error) {
  struct calibrant_set* effective;
  enum calibrant_status status = refuse_scores(set, error);
  if (status == CALIBRANT_OK) status = need_effective(set, &effective, error);
  if (status == CALIBRANT_OK) status = need_axis(effective, error);
  if (status != CALIBRANT_OK) return status;
  struct bounds_task task = {effective,
                             method == CALIBRANT_ELUB ? CAL_BY_UTILITY : CAL_BY_INVARIANCE, bounds};
  return run_job(find_bounds, &task, 1, error);
}
