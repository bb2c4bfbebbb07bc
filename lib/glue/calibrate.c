#include "calibrate.h"

#include <math.h>
#include <stdlib.h>

#include "kernels/base/parallel.h"
#include "scale.h"

struct fit_job {
  struct cal_fit_task task;
  enum calibrant_scale scale;  // of inputs that are ratios or other logarithms
  enum cal_fit_status status;
  struct cal_fit fit;
};

static void run_fit(struct cal_host* host, void* data) {
  struct fit_job* job = data;
  struct cal_fit_task* task = &job->task;
  const ptrdiff_t p = task->d + 1;
  if (job->scale != CALIBRANT_LN && job->scale != CALIBRANT_SCORES) {
    double* x = cal_scratch_doubles(host, task->n * task->d);
    calibrant_convert(task->x, task->n * task->d, job->scale, CALIBRANT_LN, x);
    task->x = x;
  }
  job->fit.vcov_sandwich = cal_scratch_doubles(host, p * p);
  if (!job->fit.vcov_hessian) job->fit.vcov_hessian = cal_scratch_doubles(host, p * p);
  job->status = cal_logistic_fit(host, task, &job->fit);
}

static enum calibrant_status tell_status(enum cal_fit_status found, const struct cal_fit* fit,
                                         struct calibrant_error* error) {
  switch (found) {
    case CAL_FIT_FOUND:
      return CALIBRANT_OK;
    case CAL_FIT_CLASH:
      return fail(error, CALIBRANT_INFINITE,
                  "Inputs of one trial must not claim opposite certainties: %td do, the first at "
                  "index %td.",
                  fit->n_clash, fit->first);
    case CAL_FIT_CERTAIN:
      return fail(error, CALIBRANT_INFINITE,
                  "Calibration cannot repair trials that are certain and wrong: %g under H1 and %g "
                  "under H2.",
                  fit->wrong[CAL_H1], fit->wrong[CAL_H2]);
    case CAL_FIT_CONSTANT:
      return fail(error, CALIBRANT_CONSTANT,
                  "Inputs must have at least two distinct finite values: input %td has not.",
                  fit->first);
    case CAL_FIT_SEPARABLE:
      return fail(error, CALIBRANT_SEPARABLE,
                  "The trials separate the hypotheses: logistic regression has no finite solution. "
                  "A penalty above 0, such as 0.1, gives it one.");
    default:
      return fail(error, CALIBRANT_SIZE,
                  "The values are too large or too small for a calibration in double precision.");
  }
}

static enum calibrant_status check_recipe(double prior, double penalty,
                                          struct calibrant_error* error) {
  if (!(prior > 0 && prior < 1)) {
    return fail(error, CALIBRANT_INPUT, "`prior` must be inside (0, 1): it is %g.", prior);
  }
  if (!(penalty >= 0 && isfinite(penalty))) {
    return fail(error, CALIBRANT_INPUT,
                "`penalty` must be a number that is not negative: it is %g.", penalty);
  }
  return CALIBRANT_OK;
}

static enum calibrant_status fit_inputs(struct fit_job* job, int n_threads,
                                        struct calibrant_error* error) {
  const enum calibrant_status status = check_recipe(job->task.prior, job->task.lambda, error);
  return status == CALIBRANT_OK ? run_job(run_fit, job, n_threads, error) : status;
}

static enum calibrant_status finish(enum cal_fit_status found, const struct cal_fit* fit,
                                    struct calibrant_fit* out, struct calibrant_error* error) {
  *out = (struct calibrant_fit){fit->cost, fit->n_steps, 1};
  return tell_status(found, fit, error);
}

enum calibrant_status fit_set(struct calibrant_set* given, double prior, double penalty,
                              struct cal_fit* fit, enum cal_fit_status* found,
                              struct calibrant_error* error) {
  struct calibrant_set* set;
  enum calibrant_status status = need_effective(given, &set, error);
  if (status != CALIBRANT_OK) return status;
  const struct cal_trials* trials = &set->sample.trials;
  const double unit = set->sample.unit;
  if (set->scale != CALIBRANT_SCORES) status = need_points(set, error);
  if (status != CALIBRANT_OK) return status;
  struct fit_job job = {.task = {.x = trials->value,
                                 .n = trials->n,
                                 .d = 1,
                                 .ln_per_unit = isnan(unit) ? 1 : unit,
                                 .is_lr = isnan(unit),
                                 .truth = trials->truth,
                                 .weight = set->sample.weight,
                                 .range = set->range,
                                 .totals = set->totals,
                                 .points = set->points.llr ? &set->points : NULL,
                                 .prior = prior,
                                 .lambda = penalty},
                        .scale = CALIBRANT_LN,
                        .fit = *fit};
  status = fit_inputs(&job, set->n_threads, error);
  *fit = job.fit;
  *found = job.status;
  return status;
}

static bool finite_range(const struct calibrant_set* set, double range[2]) {
  const struct cal_trials* trials = &set->sample.trials;
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double llr = to_ln(trials->value[i], set->scale);
    if (isinf(llr)) continue;
    range[0] = fmin(range[0], llr);
    range[1] = fmax(range[1], llr);
  }
  return isfinite(to_ln(set->range[0], set->scale)) && isfinite(to_ln(set->range[1], set->scale));
}

// A slope that is 0 up to rounding converts no score into an LR.
static enum calibrant_status check_direction(const struct calibrant_set* set, double slope,
                                             struct calibrant_fit* fit,
                                             struct calibrant_error* error) {
  double range[2];
  const bool all_finite = finite_range(set, range);
  fit->rising = slope * range[1] - slope * range[0] > 1e-12;
  if (fit->rising || all_finite) return CALIBRANT_OK;
  return fail(error, CALIBRANT_INFINITE,
              "Infinite inputs can only be calibrated by an increasing function: the slope fitted "
              "to the finite trials is %g.",
              slope);
}

enum calibrant_status calibrant_calibrate(struct calibrant_set* set, double prior, double penalty,
                                          double coefficients[2], double vcov[4],
                                          struct calibrant_fit* fit,
                                          struct calibrant_error* error) {
  struct cal_fit kernel_fit = {.coefficients = coefficients, .vcov = vcov};
  enum cal_fit_status found;
  enum calibrant_status status = fit_set(set, prior, penalty, &kernel_fit, &found, error);
  if (status == CALIBRANT_OK) status = finish(found, &kernel_fit, fit, error);
  return status == CALIBRANT_OK ? check_direction(set, coefficients[0], fit, error) : status;
}

// Checks the trials of each input like those of a set.
static enum calibrant_status check_columns(const struct fit_job* job, int threads,
                                           struct calibrant_error* error) {
  const struct cal_fit_task* task = &job->task;
  for (ptrdiff_t k = 0; k < task->d; ++k) {
    struct calibrant_set* set;
    const enum calibrant_status status =
        calibrant_set_new(task->x + k * task->n, task->truth, task->weight, task->n, job->scale,
                          threads, &set, error);
    calibrant_set_free(set);
    if (status != CALIBRANT_OK) return status;
  }
  return CALIBRANT_OK;
}

enum calibrant_status calibrant_fuse(const double* x, const int* truth, const double* weight,
                                     ptrdiff_t n, ptrdiff_t d, enum calibrant_scale scale,
                                     double prior, double penalty, int threads,
                                     double* coefficients, double* vcov, double* correlation,
                                     struct calibrant_fit* fit, struct calibrant_error* error) {
  if (d < 1) return fail(error, CALIBRANT_INPUT, "There must be at least one input.");
  struct fit_job job = {
      .task = {.x = x,
               .n = n,
               .d = d,
               .ln_per_unit = 1,
               .truth = truth,
               .weight = weight,
               .prior = prior,
               .lambda = penalty},
      .scale = scale,
      .fit = {.coefficients = coefficients, .vcov = vcov, .correlation = correlation}};
  enum calibrant_status status = check_columns(&job, threads, error);
  double* effective = NULL;
  if (status == CALIBRANT_OK && weight) {
    job.task.weight = effective = effective_weights(truth, weight, n);
    if (!effective) status = fail(error, CALIBRANT_MEMORY, "There is no memory left.");
  }
  if (status == CALIBRANT_OK) status = fit_inputs(&job, cal_usable_threads(threads), error);
  free(effective);
  return status == CALIBRANT_OK ? finish(job.status, &job.fit, fit, error) : status;
}
