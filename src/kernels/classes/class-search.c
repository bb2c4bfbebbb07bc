#include "kernels/classes/class-search.h"

#include <math.h>
#include <string.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"

static struct cal_derivatives new_sums(struct cal_host* host, const struct cal_class_model* model) {
  const ptrdiff_t n = cal_class_model_n_params(model);
  return (struct cal_derivatives){
      .gradient = cal_scratch_doubles(host, n),
      .hessian = cal_scratch_doubles(host, n * n),
      .scratch = cal_scratch_doubles(host, cal_class_model_scratch(model))};
}

struct cal_class_search cal_class_search_new(struct cal_host* host,
                                             const struct cal_class_problem* problem) {
  const ptrdiff_t n = cal_class_model_n_params(&problem->model),
                  n_parts = cal_parts(problem->model.n);
  struct cal_derivatives* more = cal_scratch(host, n_parts - 1, sizeof *more);
  for (ptrdiff_t i = 0; i < n_parts - 1; ++i) more[i] = new_sums(host, &problem->model);
  return (struct cal_class_search){.host = host,
                                   .problem = problem,
                                   .sums = new_sums(host, &problem->model),
                                   .more = more,
                                   .n_parts = n_parts,
                                   .newton = {.n = n,
                                              .step = cal_scratch_doubles(host, n),
                                              .factor = cal_scratch_doubles(host, n * n)},
                                   .before = cal_scratch_doubles(host, n),
                                   .n_params = n,
                                   .largest_feature = INFINITY};
}

ptrdiff_t cal_class_piece(ptrdiff_t n_params) {
  const double trials = CAL_PLAN_CLASS_PIECE / ((double)n_params * (double)n_params);
  return trials < 1 ? 1 : (ptrdiff_t)trials;
}

static void add_penalty(const struct cal_class_search* search, const double* params,
                        struct cal_derivatives* sums) {
  const struct cal_class_problem* problem = search->problem;
  const ptrdiff_t n = search->n_params;
  for (ptrdiff_t i = 0; i < n; ++i) {
    double slope = 0;
    for (ptrdiff_t j = 0; j < n; ++j) {
      slope += problem->penalty[i * n + j] * (params[j] - problem->target[j]);
      sums->hessian[i * n + j] += problem->penalty[i * n + j];
    }
    sums->gradient[i] += slope;
    cal_sum_add(&sums->value, slope * (params[i] - problem->target[i]) / 2);
  }
}

// Sums at `params`: pieces of all parts, `done` trials after the first of each.
struct evaluation {
  struct cal_class_search* search;
  const double* params;
  ptrdiff_t done, size;
};

static struct cal_derivatives* sums_of(struct cal_class_search* search, ptrdiff_t part) {
  return part == 0 ? &search->sums : &search->more[part - 1];
}

static void add_piece(void* work, ptrdiff_t part) {
  const struct evaluation* all = work;
  const struct cal_class_model* model = &all->search->problem->model;
  const struct cal_piece piece =
      cal_part_piece(model->n, all->search->n_parts, part, all->done, all->size);
  cal_derivatives_add(model, all->params, piece.first, piece.last, sums_of(all->search, part));
}

void cal_class_evaluate(struct cal_class_search* search, const double* params) {
  const struct cal_class_model* model = &search->problem->model;
  const ptrdiff_t n_parts = search->n_parts;
  const ptrdiff_t size = (cal_class_piece(search->n_params) + n_parts - 1) / n_parts;
  struct evaluation all = {search, params, 0, size};
  for (ptrdiff_t i = 0; i < n_parts; ++i) cal_derivatives_clear(model, sums_of(search, i));
  for (; all.done <= model->n / n_parts; all.done += size) {
    cal_pulse(search->host);
    cal_parallel(add_piece, &all, n_parts, search->host->n_threads);
  }
  for (ptrdiff_t i = 0; i < n_parts; ++i) cal_derivatives_finish(model, sums_of(search, i));
  for (ptrdiff_t i = 1; i < n_parts; ++i) {
    cal_derivatives_merge(model, &search->sums, sums_of(search, i));
  }
  if (search->problem->penalty != NULL) add_penalty(search, params, &search->sums);
}

static struct cal_class_reach find_reach(struct cal_class_search* search,
                                         const struct cal_newton* newton) {
  const struct cal_class_model* model = &search->problem->model;
  const ptrdiff_t size = cal_class_piece(search->n_params);
  struct cal_class_reach reach = {.least = INFINITY};
  for (ptrdiff_t t = 0; t < model->n; t += size) {
    cal_pulse(search->host);
    const ptrdiff_t last = model->n - t > size ? t + size : model->n;
    cal_class_reach_add(model, newton->at, newton->step, t, last, search->sums.scratch, &reach);
  }
  return reach;
}

// Upper limit of the change of a lead, which is the difference of two classes.
static double largest_reach(const struct cal_class_search* search,
                            const struct cal_newton* newton) {
  const double features = 2 * (double)search->n_params * fmax(search->largest_feature, 1);
  return newton->largest_step > 0 ? features * newton->largest_step : 0;
}

// Separable trials have no minimum but an infimum of 0: any multiple of parameters that separate
// them is better, so there is no point in going on. Features that decide are of the order of 1, so
// a lead due to rounding is far smaller than the parameters.
static bool is_separated(const struct cal_class_search* search, const double* params) {
  if (search->problem->penalty != NULL) return false;
  double largest = 0;
  for (ptrdiff_t j = 0; j < search->n_params; ++j) largest = fmax(largest, fabs(params[j]));
  return search->sums.margin > 1e-12 * largest;
}

// Judges the point after the last step. At a minimum, no lead changes by an amount that matters.
// There is no minimum if all leads grow, or if leads keep changing while the criterion does not. A
// minimum that is known to exist is an exception: it may be too flat to show in the criterion.
static void judge(struct cal_class_search* search, const struct cal_newton* newton, int fruitless,
                  struct cal_class_solution* solution) {
  struct cal_class_reach reach = {.largest = largest_reach(search, newton)};
  if (reach.largest > 1e-3) reach = find_reach(search, newton);
  const bool still = reach.largest <= 1e-3;
  const bool free_fall = search->problem->penalty == NULL && reach.largest > 0.1 &&
                         reach.least >= -1e-12 * reach.largest;
  const bool lost = newton->rank < newton->first_rank,
             weary = !still && fruitless > CAL_PLAN_CLASS_FRUITLESS;
  solution->diverged = !solution->enclosed && !solution->blurred && (free_fall || lost || weary);
  solution->converged = solution->diverged || (still && !(solution->blurred && lost)) ||
                        (weary && solution->enclosed);
}

// This is the minimum if the step prevented by rounding would change nothing.
static void judge_stalled(struct cal_class_search* search, const struct cal_newton* newton,
                          struct cal_class_solution* solution) {
  solution->converged = find_reach(search, newton).largest <= 1e-6;
}

// Takes the search back to `before` if an underflowing curvature has made it overflow.
static bool is_lost(const struct cal_newton* newton, const double* before) {
  bool lost = false;
  for (ptrdiff_t j = 0; j < newton->n; ++j) lost = lost || !isfinite(newton->at[j]);
  if (lost) memcpy(newton->at, before, (size_t)newton->n * sizeof(double));
  return lost;
}

// True if curvature has been lost and hardly any gain lies ahead. A search that may have no minimum
// would then continue in damped steps without end.
static bool creeps(const struct cal_newton* newton, double value,
                   const struct cal_class_solution* solution) {
  return !solution->enclosed && !solution->blurred && newton->rank < newton->first_rank &&
         -newton->slope <= CAL_PLAN_NEWTON_SLACK * value;
}

static bool is_over(struct cal_class_search* search, struct cal_newton* newton, int* fruitless,
                    struct cal_class_solution* solution) {
  memcpy(search->before, newton->at, (size_t)newton->n * sizeof(double));
  cal_class_evaluate(search, newton->at);
  const double value = cal_sum_value(search->sums.value);
  solution->separated = is_separated(search, newton->at);
  if (solution->separated) {
    newton->value = value;
    solution->diverged = solution->converged = true;
    solution->enclosed = false;
    return true;
  }
  const enum cal_newton_status status =
      cal_newton_next(newton, value, search->sums.gradient, search->sums.hessian);
  if (is_lost(newton, search->before)) return true;
  if (status == CAL_NEWTON_STALLED) judge_stalled(search, newton, solution);
  if (status == CAL_NEWTON_CONVERGED || creeps(newton, value, solution)) ++*fruitless;
  if (status == CAL_NEWTON_CONVERGED || *fruitless > CAL_PLAN_CLASS_FRUITLESS) {
    judge(search, newton, *fruitless, solution);
  }
  return status == CAL_NEWTON_STALLED || solution->converged ||
         *fruitless > CAL_PLAN_CLASS_FRUITLESS;
}

static ptrdiff_t n_free(const struct cal_class_search* search) {
  ptrdiff_t n = search->n_params;
  for (ptrdiff_t j = 0; j < search->n_params && search->problem->fixed; ++j) {
    n -= search->problem->fixed[j] != 0;
  }
  return n;
}

void cal_class_minimise(struct cal_class_search* search, struct cal_class_solution* solution) {
  struct cal_newton newton = search->newton;
  newton.fixed = search->problem->fixed;
  newton.at = solution->params;
  int fruitless = 0;
  solution->converged = solution->separated = solution->diverged = false;
  cal_newton_start(&newton);
  for (int i = 0; i < CAL_PLAN_CLASS_EVALUATIONS; ++i) {
    if (is_over(search, &newton, &fruitless, solution)) break;
  }
  solution->value = newton.value;
  solution->n_steps = newton.n_steps;
  solution->rank = newton.first_rank;
  if (solution->blurred && newton.first_rank < n_free(search)) solution->converged = false;
}
