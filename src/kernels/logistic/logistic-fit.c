#include "kernels/logistic/logistic-fit.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"
#include "kernels/count/range.h"
#include "kernels/logistic/logistic-errors.h"
#include "kernels/logistic/logistic-finite.h"
#include "kernels/logistic/logistic-frame.h"
#include "kernels/logistic/logistic-line.h"
#include "kernels/logistic/logistic-nodes.h"
#include "kernels/logistic/logistic-pool.h"
#include "kernels/logistic/logistic-products.h"
#include "kernels/logistic/logistic-search.h"
#include "kernels/logistic/logistic-weights.h"

const char cal_fit_status_name[][16] = {
    [CAL_FIT_FOUND] = "found",         [CAL_FIT_CLASH] = "clash",
    [CAL_FIT_CERTAIN] = "certain",     [CAL_FIT_CONSTANT] = "constant",
    [CAL_FIT_SEPARABLE] = "separable", [CAL_FIT_SIZE] = "size"};

// State of a fit. `rows` are finite from the second step on. They may be LRs while only their order
// matters.
struct fit_work {
  struct cal_host* host;
  const struct cal_fit_task* task;
  struct cal_logistic rows;
  bool are_lrs;
  double* range;
  struct cal_frame* frame;
  struct cal_newton newton;
  struct cal_logistic_sums sums;
  struct cal_logistic_scatter scatter;
  struct cal_fit_end end;
};

static struct cal_logistic read_rows(const struct cal_fit_task* task) {
  return (struct cal_logistic){.x = task->x,
                               .n = task->n,
                               .d = task->d,
                               .n_h1 = task->n_h1,
                               .n_h2 = task->n_h2,
                               .truth = task->truth,
                               .weight = task->weight,
                               .log_odds = log(task->prior) - log1p(-task->prior)};
}

static void find_ranges(struct fit_work* work) {
  const struct cal_logistic* rows = &work->rows;
  for (ptrdiff_t k = 0; k < rows->d && rows->n > 0; ++k) {
    cal_range(rows->x + k * rows->n, rows->n, work->range + 2 * k, work->range + 2 * k + 1);
  }
}

static void take_logarithms(struct fit_work* work) {
  double* x = cal_scratch_doubles(work->host, work->rows.n);
  for (ptrdiff_t i = 0; i < work->rows.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(work->host);
    x[i] = log(work->rows.x[i]);
  }
  work->rows.x = x;
  for (int end = 0; end < 2; ++end) work->range[end] = log(work->range[end]);
  work->are_lrs = false;
}

static void find_totals(struct fit_work* work) {
  const struct cal_fit_task* task = work->task;
  double* totals = work->end.totals;
  if (task->totals != NULL) {
    memcpy(totals, task->totals, sizeof work->end.totals);
  } else {
    cal_logistic_totals(&work->rows, totals);
  }
}

static void begin(struct fit_work* work) {
  struct cal_host* host = work->host;
  const struct cal_fit_task* task = work->task;
  const ptrdiff_t d = task->d;
  work->rows = read_rows(task);
  work->range = cal_scratch_doubles(host, 2 * d);
  if (task->range == NULL) {
    find_ranges(work);
  } else {
    memcpy(work->range, task->range, 2 * (size_t)d * sizeof(double));
  }
  work->are_lrs = task->is_lr;
  const bool has_points = task->points != NULL && task->n > CAL_PLAN_FEW_TRIALS;
  if (task->is_lr && !(has_points && work->range[0] > 0)) take_logarithms(work);
  find_totals(work);
  if (d == 1 && task->truth != NULL && task->n <= CAL_PLAN_FEW_TRIALS) {
    work->rows = cal_pooled_rows(host, &work->rows);
  }
  work->frame = cal_scratch(host, d, sizeof *work->frame);
  work->newton = cal_newton_new(host, d + 1);
  work->sums = cal_logistic_sums_new(host, d);
  work->scatter = cal_logistic_scatter_new(host, d, &work->sums);
  work->end.d = d;
  work->end.prior = task->prior;
}

static bool has_infinite(const struct fit_work* work) {
  for (ptrdiff_t k = 0; k < 2 * work->rows.d; ++k) {
    if (isinf(work->range[k])) return true;
  }
  return false;
}

// Infinite inputs that are right are left out; the fit is the limit for ever larger inputs.
static enum cal_fit_status leave_infinite(struct fit_work* work, struct cal_fit* fit) {
  if (!has_infinite(work)) return CAL_FIT_FOUND;
  if (work->are_lrs) take_logarithms(work);
  const struct cal_certain certain = cal_certain_find(work->host, &work->rows);
  fit->n_clash = certain.n_clash;
  fit->first = certain.first_clash;
  memcpy(fit->wrong, certain.wrong, sizeof fit->wrong);
  if (certain.n_clash > 0) return CAL_FIT_CLASH;
  if (certain.wrong[0] > 0 || certain.wrong[1] > 0) return CAL_FIT_CERTAIN;
  work->rows = cal_finite_rows(work->host, &work->rows);
  find_ranges(work);
  return CAL_FIT_FOUND;
}

static enum cal_fit_status check_inputs(const struct fit_work* work, struct cal_fit* fit) {
  for (ptrdiff_t k = 0; k < work->rows.d; ++k) {
    if (work->rows.n > 0 && work->range[2 * k] < work->range[2 * k + 1]) continue;
    fit->first = k;
    return CAL_FIT_CONSTANT;
  }
  return CAL_FIT_FOUND;
}

static void correlate(struct fit_work* work, double* correlation) {
  const ptrdiff_t d = work->rows.d, p = d + 1;
  double* products = cal_scratch_doubles(work->host, p * p);
  struct cal_logistic rows = work->rows;
  const double share[2] = {1 / work->end.totals[0], 1 / work->end.totals[1]};
  cal_frames_find(work->host, &rows, work->range, CAL_FRAME_SPREAD, work->frame);
  rows.frame = work->frame;
  cal_logistic_products(work->host, &rows, share, products);
  for (ptrdiff_t k = 0; k < d; ++k) {
    for (ptrdiff_t l = 0; l < d; ++l) {
      correlation[k * d + l] =
          products[k * p + l] / products[p * p - 1] -
          products[k * p + d] / products[p * p - 1] * (products[l * p + d] / products[p * p - 1]);
    }
  }
  double* sd = cal_scratch_doubles(work->host, d);
  for (ptrdiff_t k = 0; k < d; ++k) sd[k] = sqrt(correlation[k * d + k]);
  for (ptrdiff_t k = 0; k < d * d; ++k) correlation[k] /= sd[k / d] * sd[k % d];
}

static void weigh(struct fit_work* work) {
  const struct cal_fit_task* task = work->task;
  double* share = work->scatter.share;
  const double prior = task->prior, *totals = work->end.totals;
  cal_logistic_weigh(&work->rows, prior, task->lambda, totals);
  share[CAL_H1] = prior / totals[CAL_H1] * (prior / totals[CAL_H1]);
  share[CAL_H2] = (1 - prior) / totals[CAL_H2] * ((1 - prior) / totals[CAL_H2]);
}

// Many single trials have nodes; the search on nodes is fastest, and gives the minimum.
static bool search_nodes(struct fit_work* work) {
  const struct cal_fit_task* task = work->task;
  double slope = NAN, stretch;
  if (work->rows.n <= CAL_PLAN_FEW_TRIALS && !task->by_points) return false;
  if (task->points != NULL && cal_nodes_search(work->host, &work->rows, task->points, work->frame,
                                               &work->newton, &work->scatter, &slope)) {
    work->end.stretch = 1;
    return true;
  }
  if (task->by_points) return false;
  if (work->are_lrs) take_logarithms(work);
  if (work->rows.truth == NULL || work->rows.weight != NULL) return false;
  stretch = fabs(slope) > 0 ? fabs(slope) * task->ln_per_unit
                            : cal_nodes_guess(work->host, &work->rows, work->range, task->prior);
  const bool found = cal_nodes_place(work->host, &work->rows, work->range, &stretch, work->frame,
                                     &work->newton, &work->scatter);
  work->end.stretch = stretch / task->ln_per_unit;
  return found;
}

static enum cal_fit_status search_line(struct fit_work* work) {
  if (work->task->lambda == 0 && !cal_logistic_overlap(&work->rows)) return CAL_FIT_SEPARABLE;
  if (search_nodes(work)) return CAL_FIT_FOUND;
  if (work->task->by_points) return CAL_FIT_SIZE;
  work->end.stretch = 1 / work->task->ln_per_unit;
  return cal_logistic_line(work->host, &work->rows, work->range, work->frame, &work->newton,
                           &work->scatter)
             ? CAL_FIT_FOUND
             : CAL_FIT_SIZE;
}

// With several inputs only the search itself can tell whether there is a minimum.
static enum cal_fit_status search_plane(struct fit_work* work) {
  work->end.stretch = 1 / work->task->ln_per_unit;
  work->rows.frame = work->frame;
  for (int kind = 0; kind < CAL_FRAME_KINDS; ++kind) {
    if (cal_frames_find(work->host, &work->rows, work->range, (enum cal_frame_kind)kind,
                        work->frame) &&
        cal_logistic_search(work->host, &work->rows, &work->newton, &work->scatter) &&
        cal_frames_hold(work->frame, work->rows.d, work->range, work->newton.at,
                        work->sums.wrong)) {
      return CAL_FIT_FOUND;
    }
  }
  return CAL_FIT_SEPARABLE;
}

enum cal_fit_status cal_logistic_fit(struct cal_host* host, const struct cal_fit_task* task,
                                     struct cal_fit* fit) {
  struct fit_work work = {.host = host, .task = task};
  begin(&work);
  enum cal_fit_status status = leave_infinite(&work, fit);
  if (status == CAL_FIT_FOUND) status = check_inputs(&work, fit);
  if (status != CAL_FIT_FOUND) return status;
  if (fit->correlation != NULL) correlate(&work, fit->correlation);
  weigh(&work);
  status = task->d == 1 ? search_line(&work) : search_plane(&work);
  if (status != CAL_FIT_FOUND) return status;
  work.end.frame = work.frame;
  work.end.theta = work.newton.at;
  work.end.scatter = &work.scatter;
  fit->minimum = work.newton.value;
  fit->n_steps = work.newton.n_steps;
  return cal_fit_finish(host, &work.end, fit) ? CAL_FIT_FOUND : CAL_FIT_SIZE;
}
