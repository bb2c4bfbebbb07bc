#include "kernels/classes/class-fit.h"

#include <math.h>
#include <string.h>

#include "ffi-class-trials.h"
#include "kernels/base/newton.h"
#include "kernels/classes/class-fit-matrix.h"

enum { MAX_EVALUATIONS = 1000 };

struct fit {
  struct cal_class_model model;
  struct cal_derivatives sums;
  ptrdiff_t n_params;
  const double *penalty, *target;
};

// `problem` is what class_problem() in R makes.
static struct cal_class_model read_model(SEXP problem) {
  SEXP log_lik = ffi_field(problem, "log_lik");
  const int n_recognisers = Rf_length(log_lik);
  const double** v_log_lik = (const double**)R_alloc((size_t)n_recognisers, sizeof(const double*));
  for (int m = 0; m < n_recognisers; ++m) {
    v_log_lik[m] = ffi_doubles(VECTOR_ELT(log_lik, m), "log_lik");
  }
  return (struct cal_class_model){
      .family = (enum cal_family)ffi_integers(ffi_field(problem, "family"), "family")[0],
      .log_lik = v_log_lik,
      .scale = ffi_doubles(ffi_field(problem, "scale"), "scale"),
      .n_recognisers = n_recognisers,
      .n_classes = Rf_ncols(VECTOR_ELT(log_lik, 0)),
      .truth = ffi_integers(ffi_field(problem, "truth"), "truth"),
      .n = Rf_nrows(VECTOR_ELT(log_lik, 0)),
      .class_weight = ffi_doubles(ffi_field(problem, "class_weight"), "class_weight"),
      .log_prior = ffi_doubles(ffi_field(problem, "log_prior"), "log_prior")};
}

static struct fit read_fit(SEXP problem) {
  struct fit fit = {.model = read_model(problem)};
  fit.n_params = cal_class_model_n_params(&fit.model);
  fit.sums.gradient = ffi_scratch_doubles(fit.n_params);
  fit.sums.hessian = ffi_scratch_doubles(fit.n_params * fit.n_params);
  fit.sums.scratch = ffi_scratch_doubles(cal_class_model_scratch(&fit.model));
  SEXP penalty = ffi_field(problem, "penalty");
  fit.penalty = penalty == R_NilValue ? NULL : ffi_doubles(penalty, "penalty");
  fit.target = ffi_doubles(ffi_field(problem, "target"), "target");
  return fit;
}

// Half the quadratic form of the penalty in the distance from the target.
static void add_penalty(struct fit* fit, const double* params) {
  if (fit->penalty == NULL) return;
  const ptrdiff_t n = fit->n_params;
  for (ptrdiff_t i = 0; i < n; ++i) {
    double slope = 0;
    for (ptrdiff_t j = 0; j < n; ++j) {
      slope += fit->penalty[i * n + j] * (params[j] - fit->target[j]);
      fit->sums.hessian[i * n + j] += fit->penalty[i * n + j];
    }
    fit->sums.gradient[i] += slope;
    cal_sum_add(&fit->sums.value, slope * (params[i] - fit->target[i]) / 2);
  }
}

// How many trials to sum between looks for interrupts: some ten milliseconds of work.
static ptrdiff_t chunk(const struct fit* fit) {
  const double trials = 1e7 / ((double)fit->n_params * (double)fit->n_params);
  return trials < 1 ? 1 : (ptrdiff_t)trials;
}

static void evaluate(struct fit* fit, const double* params) {
  cal_derivatives_clear(&fit->model, &fit->sums);
  const ptrdiff_t size = chunk(fit);
  for (ptrdiff_t t = 0; t < fit->model.n; t += size) {
    R_CheckUserInterrupt();
    const ptrdiff_t last = t + size < fit->model.n ? t + size : fit->model.n;
    cal_derivatives_add(&fit->model, params, t, last, &fit->sums);
  }
  cal_derivatives_finish(&fit->model, &fit->sums);
  add_penalty(fit, params);
}

SEXP ffi_class_derivatives(SEXP problem, SEXP params) {
  struct fit fit = read_fit(problem);
  evaluate(&fit, ffi_doubles(params, "params"));

  const char* names[] = {"value", "gradient", "hessian", "margin", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  ffi_new_doubles(out, 0, 1)[0] = cal_sum_value(fit.sums.value);
  double* v_gradient = ffi_new_doubles(out, 1, fit.n_params);
  double* v_hessian = ffi_new_doubles(out, 2, fit.n_params * fit.n_params);
  ffi_new_doubles(out, 3, 1)[0] = fit.sums.margin;
  memcpy(v_gradient, fit.sums.gradient, (size_t)fit.n_params * sizeof(double));
  memcpy(v_hessian, fit.sums.hessian, (size_t)(fit.n_params * fit.n_params) * sizeof(double));
  UNPROTECT(1);
  return out;
}

// Sums over trials of a class, for the scatter of their gradients about the mean of the class.
struct scatter {
  double *outer, *class_sums, *class_n;
};

static struct scatter new_scatter(const struct fit* fit, double* outer) {
  const ptrdiff_t n_sums = fit->n_params * fit->model.n_classes;
  struct scatter scatter = {.outer = outer,
                            .class_sums = ffi_scratch_doubles(n_sums),
                            .class_n = ffi_scratch_doubles(fit->model.n_classes)};
  memset(outer, 0, (size_t)(fit->n_params * fit->n_params) * sizeof(double));
  memset(scatter.class_sums, 0, (size_t)n_sums * sizeof(double));
  memset(scatter.class_n, 0, (size_t)fit->model.n_classes * sizeof(double));
  return scatter;
}

static void add_outer(const double* x, ptrdiff_t n, double factor, double* outer) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (ptrdiff_t j = 0; j < n; ++j) outer[i * n + j] += factor * x[i] * x[j];
  }
}

static void add_trials(struct fit* fit, const double* params, struct scatter* scatter) {
  const ptrdiff_t size = chunk(fit);
  for (ptrdiff_t t = 0; t < fit->model.n; t += size) {
    R_CheckUserInterrupt();
    const ptrdiff_t last = t + size < fit->model.n ? t + size : fit->model.n;
    cal_matrix_scatter_add(&fit->model, params, t, last, &fit->sums, scatter->class_sums);
  }
  cal_derivatives_finish(&fit->model, &fit->sums);
  memcpy(scatter->outer, fit->sums.hessian,
         (size_t)(fit->n_params * fit->n_params) * sizeof(double));
  for (ptrdiff_t t = 0; t < fit->model.n; ++t) scatter->class_n[fit->model.truth[t] - 1] += 1;
}

// The gradient of one trial; the Hessian, which is summed along, is not wanted.
static void add_trial(struct fit* fit, const double* params, ptrdiff_t t, struct scatter* scatter) {
  const ptrdiff_t n = fit->n_params;
  const int i = fit->model.truth[t] - 1;
  memset(fit->sums.gradient, 0, (size_t)n * sizeof(double));
  cal_derivatives_add(&fit->model, params, t, t + 1, &fit->sums);
  add_outer(fit->sums.gradient, n, 1, scatter->outer);
  for (ptrdiff_t j = 0; j < n; ++j) scatter->class_sums[i * n + j] += fit->sums.gradient[j];
  scatter->class_n[i] += 1;
}

// The middle of the sandwich: what the gradients of the trials scatter within their classes.
SEXP ffi_class_scatter(SEXP problem, SEXP params) {
  struct fit fit = read_fit(problem);
  const double* v_params = ffi_doubles(params, "params");
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)fit.n_params, (int)fit.n_params));
  struct scatter scatter = new_scatter(&fit, REAL(out));
  cal_derivatives_clear(&fit.model, &fit.sums);
  if (fit.model.family == CAL_MATRIX) add_trials(&fit, v_params, &scatter);
  for (ptrdiff_t t = 0; t < fit.model.n && fit.model.family != CAL_MATRIX; ++t) {
    if (t % chunk(&fit) == 0) R_CheckUserInterrupt();
    add_trial(&fit, v_params, t, &scatter);
  }
  for (int i = 0; i < fit.model.n_classes; ++i) {
    add_outer(scatter.class_sums + i * fit.n_params, fit.n_params, -1 / scatter.class_n[i],
              scatter.outer);
  }
  UNPROTECT(1);
  return out;
}

// Separable trials have no minimum but an infimum of 0: any multiple of parameters that separate
// them is better, so there is no point in going on.
static bool separated(const struct fit* fit) {
  return fit->penalty == NULL && fit->sums.margin > 0;
}

static bool minimise(struct fit* fit, struct cal_newton* newton) {
  cal_newton_start(newton);
  for (int i = 0; i < MAX_EVALUATIONS; ++i) {
    evaluate(fit, newton->at);
    if (separated(fit)) {
      newton->value = cal_sum_value(fit->sums.value);
      return true;
    }
    const enum cal_newton_status status = cal_newton_next(newton, cal_sum_value(fit->sums.value),
                                                          fit->sums.gradient, fit->sums.hessian);
    if (status != CAL_NEWTON_EVALUATE) return status == CAL_NEWTON_CONVERGED;
  }
  return false;
}

static const int* gather_truth(const struct cal_class_model* model, const ptrdiff_t* trial,
                               ptrdiff_t n) {
  int* truth = (int*)R_alloc((size_t)n, sizeof(int));
  for (ptrdiff_t t = 0; t < n; ++t) truth[t] = model->truth[trial[t]];
  return truth;
}

static const double* const* gather_log_lik(const struct cal_class_model* model,
                                           const ptrdiff_t* trial, ptrdiff_t n) {
  const double** out = (const double**)R_alloc((size_t)model->n_recognisers, sizeof(const double*));
  for (int m = 0; m < model->n_recognisers; ++m) {
    double* log_lik = ffi_scratch_doubles(n * model->n_classes);
    for (int k = 0; k < model->n_classes; ++k) {
      const double* from = model->log_lik[m] + k * model->n;
      for (ptrdiff_t t = 0; t < n; ++t) log_lik[k * n + t] = from[trial[t]];
    }
    out[m] = log_lik;
  }
  return out;
}

// Every so many-th trial of each class, which weighs as much more.
static struct fit thin(const struct fit* fit) {
  const int n_classes = fit->model.n_classes;
  double* n =
      memset(ffi_scratch_doubles(2 * n_classes), 0, (size_t)(2 * n_classes) * sizeof(double));
  double *kept = n + n_classes, *weight = ffi_scratch_doubles(n_classes);
  ptrdiff_t* trial = (ptrdiff_t*)R_alloc((size_t)fit->model.n, sizeof(ptrdiff_t));
  for (ptrdiff_t t = 0; t < fit->model.n; ++t) n[fit->model.truth[t] - 1] += 1;
  const double enough = fmax(200, 4 * (double)fit->n_params);

  struct fit few = *fit;
  double* seen = memset(ffi_scratch_doubles(n_classes), 0, (size_t)n_classes * sizeof(double));
  few.model.n = 0;
  for (ptrdiff_t t = 0; t < fit->model.n; ++t) {
    const int i = fit->model.truth[t] - 1;
    const double step = fmax(1, fmin(16, floor(n[i] / enough)));
    if (fmod(seen[i]++, step) != 0) continue;
    kept[i] += 1;
    trial[few.model.n++] = t;
  }
  for (int i = 0; i < n_classes; ++i) weight[i] = fit->model.class_weight[i] * n[i] / kept[i];
  few.model.class_weight = weight;
  few.model.truth = gather_truth(&fit->model, trial, few.model.n);
  few.model.log_lik = gather_log_lik(&fit->model, trial, few.model.n);
  return few;
}

// Moves to the minimum of some trials, the neighbourhood of that of many.
static void approach(const struct fit* fit, struct cal_newton* newton) {
  if (fit->model.n < 20000) return;
  const size_t size = (size_t)fit->n_params * sizeof(double);
  double* start = memcpy(ffi_scratch_doubles(fit->n_params), newton->at, size);
  struct fit few = thin(fit);
  if (!minimise(&few, newton) || separated(&few) || cal_newton_diverged(newton)) {
    memcpy(newton->at, start, size);
  }
}

// Parameters at the minimum of the criterion, from `start`; those in `fixed` keep their value.
SEXP ffi_class_fit(SEXP problem, SEXP start, SEXP fixed) {
  struct fit fit = read_fit(problem);
  const char* names[] = {"params",   "value",   "converged", "separated",
                         "diverged", "n_steps", "rank",      ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_params = ffi_new_doubles(out, 0, fit.n_params);
  memcpy(v_params, ffi_doubles(start, "start"), (size_t)fit.n_params * sizeof(double));

  struct cal_newton newton = {.n = fit.n_params,
                              .fixed = ffi_integers(fixed, "fixed"),
                              .at = v_params,
                              .step = ffi_scratch_doubles(fit.n_params),
                              .factor = ffi_scratch_doubles(fit.n_params * fit.n_params)};
  approach(&fit, &newton);
  const bool converged = minimise(&fit, &newton);
  ffi_new_doubles(out, 1, 1)[0] = newton.value;
  SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(converged));
  const bool is_separated = separated(&fit);
  SET_VECTOR_ELT(out, 3, Rf_ScalarLogical(is_separated));
  SET_VECTOR_ELT(out, 4, Rf_ScalarLogical(is_separated || cal_newton_diverged(&newton)));
  SET_VECTOR_ELT(out, 5, Rf_ScalarInteger(newton.n_steps));
  SET_VECTOR_ELT(out, 6, Rf_ScalarInteger((int)newton.first_rank));
  UNPROTECT(1);
  return out;
}
