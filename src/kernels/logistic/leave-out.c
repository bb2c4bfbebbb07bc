#include "kernels/logistic/leave-out.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/logistic/logistic-weights.h"

// The points without the trials of two sources.
struct remainder {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
  double totals[2];
};

// Memory that all pairs use in turn. `dropped` is false for all trials between pairs.
struct work {
  struct remainder rest;
  bool* dropped;
  struct cal_newton newton;
  struct cal_logistic_sums sums;
};

// A trial so far on the right side that it costs nothing, to the precision of a double, as long as
// the slope stays above 1/2. Pseudo-trials would make it cost something.
static bool is_free(const struct cal_leave_out* all, int t) {
  const double llr = all->comparisons.llr[t];
  return all->lambda == 0 && ((llr < -CAL_PLAN_LINEAR_TAIL && all->comparisons.n_h1[t] == 0) ||
                              (llr > CAL_PLAN_LINEAR_TAIL && all->comparisons.n_h2[t] == 0));
}

// Adds the trials of a source with the opposite sign, which leaves them out.
static void drop_source(const struct cal_leave_out* all, int source, bool* dropped,
                        struct remainder* rest) {
  const struct cal_comparisons* c = &all->comparisons;
  for (int m = c->start[source]; m < c->start[source + 1]; ++m) {
    const int t = c->member[m];
    if (dropped[t]) continue;
    dropped[t] = true;
    rest->totals[CAL_H1] -= c->n_h1[t];
    rest->totals[CAL_H2] -= c->n_h2[t];
    if (!isfinite(c->llr[t]) || is_free(all, t)) continue;
    rest->llr[rest->n] = c->llr[t];
    rest->n_h1[rest->n] = -c->n_h1[t];
    rest->n_h2[rest->n] = -c->n_h2[t];
    ++rest->n;
  }
}

static void forget(const struct cal_comparisons* c, int source, bool* dropped) {
  for (int m = c->start[source]; m < c->start[source + 1]; ++m) dropped[c->member[m]] = false;
}

static void copy_points(const struct cal_points* points, struct remainder* rest) {
  const size_t size = sizeof *rest->llr * (size_t)points->n;
  rest->n = points->n;
  rest->totals[CAL_H1] = points->total_h1;
  rest->totals[CAL_H2] = points->total_h2;
  memcpy(rest->llr, points->llr, size);
  memcpy(rest->n_h1, points->n_h1, size);
  memcpy(rest->n_h2, points->n_h2, size);
}

static bool leave_out(struct cal_host* host, const struct cal_leave_out* all, int i, int j,
                      struct work* work) {
  struct remainder* rest = &work->rest;
  copy_points(&all->points, rest);
  drop_source(all, i, work->dropped, rest);
  drop_source(all, j, work->dropped, rest);
  forget(&all->comparisons, i, work->dropped);
  forget(&all->comparisons, j, work->dropped);
  if (!(rest->totals[0] > 0 && rest->totals[1] > 0)) return false;

  struct cal_logistic problem = {.x = rest->llr,
                                 .n = rest->n,
                                 .d = 1,
                                 .n_h1 = rest->n_h1,
                                 .n_h2 = rest->n_h2,
                                 .has_negative = true,
                                 .log_odds = log(all->prior / (1 - all->prior))};
  cal_logistic_weigh(&problem, all->prior, all->lambda, rest->totals);
  work->newton.at[0] = 1;
  work->newton.at[1] = 0;
  return cal_logistic_minimise(host, &problem, &work->newton, &work->sums) ==
             CAL_NEWTON_CONVERGED &&
         !cal_newton_diverged(&work->newton);
}

static struct work new_work(struct cal_host* host, const struct cal_leave_out* all) {
  const ptrdiff_t capacity = all->points.n + all->n_trials;
  struct work work = {.rest = {.llr = cal_scratch_doubles(host, capacity),
                               .n_h1 = cal_scratch_doubles(host, capacity),
                               .n_h2 = cal_scratch_doubles(host, capacity)},
                      .dropped = cal_scratch(host, all->n_trials, sizeof(bool)),
                      .newton = cal_newton_new(host, 2),
                      .sums = cal_logistic_sums_new(host, 1)};
  memset(work.dropped, 0, sizeof(bool) * (size_t)all->n_trials);
  return work;
}

void cal_leave_out_fit(struct cal_host* host, const struct cal_leave_out* all,
                       const struct cal_source_pairs* pairs, double* theta) {
  struct work work = new_work(host, all);
  for (ptrdiff_t i = 0; i < pairs->n; ++i) {
    const bool found = leave_out(host, all, pairs->first[i], pairs->second[i], &work);
    for (int k = 0; k < 2; ++k) theta[2 * i + k] = found ? work.newton.at[k] : (double)NAN;
  }
}
