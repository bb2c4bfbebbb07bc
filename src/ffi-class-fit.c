#include "kernels/classes/class-fit.h"

#include "ffi-class-trials.h"
#include "ffi-host.h"
#include "ffi-rule-table.h"
#include "kernels/classes/class-rule.h"
#include "kernels/classes/class-scatter.h"

// All log-likelihoods are of the same trials.
static const double* const* read_recognisers(SEXP log_lik, SEXP truth) {
  const int n = Rf_length(log_lik);
  const double** v_log_lik = ffi_scratch(n, sizeof(const double*));
  if (TYPEOF(log_lik) != VECSXP || n == 0) Rf_error("internal error: there are no recognisers");
  for (int m = 0; m < n; ++m) {
    const struct cal_class_trials trials = ffi_class_trials(VECTOR_ELT(log_lik, m));
    ffi_check_length(truth, trials.n, "truth");
    if (trials.n_classes != Rf_ncols(VECTOR_ELT(log_lik, 0))) {
      Rf_error("internal error: recognisers have different classes");
    }
    v_log_lik[m] = trials.log_lik;
  }
  return v_log_lik;
}

static enum cal_family read_family(SEXP problem, int n_recognisers) {
  const int code = ffi_field_integers(problem, "family", 1)[0];
  if (code < CAL_SHARED || code > CAL_MATRIX || (code != CAL_SHARED && n_recognisers > 1)) {
    Rf_error("internal error: there is no such `family`");
  }
  return (enum cal_family)code;
}

static struct cal_class_model read_trials(SEXP log_lik, SEXP truth) {
  struct cal_class_model model = {.log_lik = read_recognisers(log_lik, truth),
                                  .n_recognisers = Rf_length(log_lik),
                                  .n_classes = Rf_ncols(VECTOR_ELT(log_lik, 0)),
                                  .truth = ffi_integers(truth, "truth"),
                                  .n = Rf_xlength(truth)};
  ffi_check_codes(truth, 1, model.n_classes, "truth");
  return model;
}

// `problem` is what class_problem() in R makes.
static struct cal_class_model read_model(SEXP problem) {
  struct cal_class_model model =
      read_trials(ffi_field(problem, "log_lik"), ffi_field(problem, "truth"));
  model.family = read_family(problem, model.n_recognisers);
  model.scale = ffi_field_doubles(problem, "scale", model.n_recognisers);
  model.class_weight = ffi_field_doubles(problem, "class_weight", model.n_classes);
  model.trial_weight = ffi_field_doubles_or_null(problem, "weight", model.n);
  model.log_prior = ffi_field_doubles(problem, "log_prior", model.n_classes);
  return model;
}

static struct cal_class_problem read_problem(SEXP problem) {
  struct cal_class_problem out = {.model = read_model(problem)};
  const ptrdiff_t n = cal_class_model_n_params(&out.model);
  out.fixed = ffi_field_integers(problem, "fixed", n);
  out.bounded = ffi_field_flag(problem, "bounded");
  out.penalty = ffi_field_doubles_or_null(problem, "penalty", n * n);
  if (out.penalty != NULL) out.target = ffi_field_doubles(problem, "target", n);
  return out;
}

// What a job with a host gets: the problem and, where they matter, parameters.
struct request {
  struct cal_class_problem problem;
  const double* params;
  ptrdiff_t n;
};

static struct request read_request(SEXP problem, SEXP params) {
  struct request request = {.problem = read_problem(problem)};
  request.n = cal_class_model_n_params(&request.problem.model);
  if (params == R_NilValue) return request;
  ffi_check_length(params, request.n, "params");
  request.params = ffi_doubles(params, "params");
  return request;
}

static SEXP derivatives(struct cal_host* host, const void* input) {
  const struct request* request = input;
  struct cal_derivatives sums;
  cal_class_criterion(host, &request->problem, request->params, &sums);
  const char* names[] = {"value", "gradient", "hessian", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  const size_t n = (size_t)request->n;
  ffi_new_doubles(out, 0, 1)[0] = cal_sum_value(sums.value);
  memcpy(ffi_new_doubles(out, 1, request->n), sums.gradient, n * sizeof(double));
  memcpy(ffi_new_doubles(out, 2, request->n * request->n), sums.hessian, n * n * sizeof(double));
  UNPROTECT(1);
  return out;
}

SEXP ffi_class_derivatives(SEXP problem, SEXP params) {
  const struct request request = read_request(problem, params);
  return ffi_with_host(derivatives, &request, 1);
}

static SEXP scatter(struct cal_host* host, const void* input) {
  const struct request* request = input;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)request->n, (int)request->n));
  cal_class_scatter(host, &request->problem.model, request->params, REAL(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_class_scatter(SEXP problem, SEXP params) {
  const struct request request = read_request(problem, params);
  return ffi_with_host(scatter, &request, 1);
}

static SEXP fit(struct cal_host* host, const void* input) {
  const struct request* request = input;
  const char* names[] = {"params",   "value",      "converged", "separated", "diverged",
                         "at_bound", "iterations", "rank",      "blurred",   ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_class_solution found = {.params = ffi_new_doubles(out, 0, request->n)};
  cal_class_fit(host, &request->problem, &found);
  ffi_new_doubles(out, 1, 1)[0] = found.value;
  SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(found.converged));
  SET_VECTOR_ELT(out, 3, Rf_ScalarLogical(found.separated));
  SET_VECTOR_ELT(out, 4, Rf_ScalarLogical(found.diverged));
  SET_VECTOR_ELT(out, 5, Rf_ScalarLogical(found.at_bound));
  SET_VECTOR_ELT(out, 6, Rf_ScalarInteger(found.n_steps));
  SET_VECTOR_ELT(out, 7, Rf_ScalarInteger((int)found.rank));
  SET_VECTOR_ELT(out, 8, Rf_ScalarLogical(found.blurred));
  UNPROTECT(1);
  return out;
}

SEXP ffi_class_fit(SEXP problem) {
  const struct request request = read_request(problem, R_NilValue);
  return ffi_with_host(fit, &request, 1);
}

static struct cal_class_detector read_detector(SEXP detector, int n_classes) {
  const int* target = ffi_field_integers(detector, "target", 1);
  ffi_check_codes(ffi_field(detector, "target"), 1, n_classes, "target");
  return (struct cal_class_detector){.target = target[0] - 1, .table = ffi_rule_table(detector)};
}

static struct cal_class_choice read_choice(SEXP choice, int n_classes) {
  SEXP cost = ffi_field(choice, "cost");
  if (!Rf_isMatrix(cost) || Rf_ncols(cost) != n_classes || Rf_nrows(cost) < 1) {
    Rf_error("internal error: `cost` must have a column per class");
  }
  return (struct cal_class_choice){.cost = ffi_doubles(cost, "cost"),
                                   .n_actions = Rf_nrows(cost),
                                   .weight = ffi_field_number(choice, "weight"),
                                   .blur = ffi_field_number(choice, "blur")};
}

// A list of `detectors` and `choices`.
static struct cal_class_rule read_rule(SEXP rule, int n_classes) {
  SEXP detectors = ffi_field(rule, "detectors"), choices = ffi_field(rule, "choices");
  const R_xlen_t n_detectors = Rf_xlength(detectors), n_choices = Rf_xlength(choices);
  struct cal_class_detector* v_detectors = ffi_scratch(n_detectors, sizeof *v_detectors);
  struct cal_class_choice* v_choices = ffi_scratch(n_choices, sizeof *v_choices);
  for (R_xlen_t d = 0; d < n_detectors; ++d) {
    v_detectors[d] = read_detector(VECTOR_ELT(detectors, d), n_classes);
  }
  for (R_xlen_t c = 0; c < n_choices; ++c) {
    v_choices[c] = read_choice(VECTOR_ELT(choices, c), n_classes);
  }
  return (struct cal_class_rule){v_detectors, v_choices, (int)n_detectors, (int)n_choices};
}

struct rule_request {
  struct request at;
  struct cal_class_rule rule;
};

static SEXP fit_by_rule(struct cal_host* host, const void* input) {
  const struct rule_request* request = input;
  const char* names[] = {"params", "value", "diverged", "n_steps", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* params = ffi_new_doubles(out, 0, request->at.n);
  memcpy(params, request->at.params, (size_t)request->at.n * sizeof *params);
  const struct cal_rule_end end =
      cal_class_rule_fit(host, &request->at.problem, &request->rule, params);
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(end.value));
  SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(end.diverged));
  SET_VECTOR_ELT(out, 3, Rf_ScalarInteger(end.n_steps));
  UNPROTECT(1);
  return out;
}

SEXP ffi_class_rule_fit(SEXP problem, SEXP rule, SEXP params) {
  struct rule_request request = {.at = read_request(problem, params)};
  request.rule = read_rule(rule, request.at.problem.model.n_classes);
  return ffi_with_host(fit_by_rule, &request, 1);
}

// What to multiply the log-likelihoods of each recogniser by.
SEXP ffi_class_scale(SEXP log_lik, SEXP truth) {
  const struct cal_class_model model = read_trials(log_lik, truth);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, model.n_recognisers));
  for (int m = 0; m < model.n_recognisers; ++m) {
    REAL(out)[m] = cal_class_scale(cal_class_leads_find(&model, m));
  }
  UNPROTECT(1);
  return out;
}
