#include "kernels/fit/leave-out.h"

#include <math.h>
#include <string.h>

struct remainder {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
  double total_h1, total_h2, finite;
};

// A trial so far on the right side that it costs nothing, to the precision of a double, as long as
// the slope stays above 1/2. Pseudo-trials would make it cost something.
static bool is_free(const struct cal_leave_out* all, int t) {
  const double llr = all->comparisons.llr[t];
  return all->lambda == 0 && ((llr < -90 && all->comparisons.n_h1[t] == 0) ||
                              (llr > 90 && all->comparisons.n_h2[t] == 0));
}

// What is left out is added with the opposite sign.
static void drop_source(const struct cal_leave_out* all, int source, bool* dropped,
                        struct remainder* rest) {
  const struct cal_comparisons* c = &all->comparisons;
  for (int m = c->start[source]; m < c->start[source + 1]; ++m) {
    const int t = c->member[m];
    if (dropped[t]) continue;
    dropped[t] = true;
    rest->total_h1 -= c->n_h1[t];
    rest->total_h2 -= c->n_h2[t];
    if (!isfinite(c->llr[t]) || is_free(all, t)) continue;
    rest->finite -= c->n_h1[t] + c->n_h2[t];
    rest->llr[rest->n] = c->llr[t];
    rest->n_h1[rest->n] = -c->n_h1[t];
    rest->n_h2[rest->n] = -c->n_h2[t];
    ++rest->n;
  }
}

static void forget(const struct cal_comparisons* c, int source, bool* dropped) {
  for (int m = c->start[source]; m < c->start[source + 1]; ++m) dropped[c->member[m]] = false;
}

static struct remainder copy_points(const struct cal_points* points, double* rows,
                                    ptrdiff_t capacity) {
  const size_t size = sizeof *rows * (size_t)points->n;
  struct remainder rest = {
      rows, rows + capacity, rows + 2 * capacity, points->n, points->total_h1, points->total_h2, 0};
  memcpy(rest.llr, points->llr, size);
  memcpy(rest.n_h1, points->n_h1, size);
  memcpy(rest.n_h2, points->n_h2, size);
  for (ptrdiff_t i = 0; i < points->n; ++i) rest.finite += points->n_h1[i] + points->n_h2[i];
  return rest;
}

// From numbers of trials to weights in the objective, with the pseudo-trials.
static void weigh(struct remainder* rest, double prior, double lambda) {
  const double each_h1 = prior / rest->total_h1, each_h2 = (1 - prior) / rest->total_h2;
  const double pseudo = lambda / (rest->total_h1 + rest->total_h2) / rest->finite;
  for (ptrdiff_t i = 0; i < rest->n; ++i) {
    const double both = pseudo * (rest->n_h1[i] + rest->n_h2[i]);
    rest->n_h1[i] = each_h1 * rest->n_h1[i] + prior * both;
    rest->n_h2[i] = each_h2 * rest->n_h2[i] + (1 - prior) * both;
  }
}

enum cal_newton_status cal_leave_out(const struct cal_leave_out* all, int i, int j,
                                     struct cal_leave_out_work* work) {
  const struct cal_comparisons* c = &all->comparisons;
  struct remainder rest = copy_points(&all->points, work->rows, work->capacity);
  drop_source(all, i, work->dropped, &rest);
  drop_source(all, j, work->dropped, &rest);
  forget(c, i, work->dropped);
  forget(c, j, work->dropped);
  if (!(rest.total_h1 > 0 && rest.total_h2 > 0)) return CAL_NEWTON_STALLED;
  weigh(&rest, all->prior, all->lambda);

  const struct cal_logistic problem = {.x = rest.llr,
                                       .n = rest.n,
                                       .d = 1,
                                       .n_h1 = rest.n_h1,
                                       .n_h2 = rest.n_h2,
                                       .has_negative = true,
                                       .each_h1 = {1, 0},
                                       .each_h2 = {0, 1},
                                       .log_odds = log(all->prior / (1 - all->prior))};
  const enum cal_newton_status status = cal_logistic(&problem, &work->newton, &work->sums);
  return cal_newton_diverged(&work->newton) ? CAL_NEWTON_STALLED : status;
}
