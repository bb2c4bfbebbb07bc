#include "kernels/classes/class-fit.h"

#include "ffi-class-trials.h"
#include "ffi-host.h"
#include "ffi-rule-table.h"
#include "kernels/classes/class-rule.h"
#include "kernels/classes/class-scatter.h"
#include "kernels/replicate/class-bootstrap.h"

// All recognisers judge the same trials.
static const double* const* read_recognisers(struct cal_host* host, SEXP log_lik, SEXP truth) {
  const int n = Rf_length(log_lik);
  const double** v_log_lik = cal_scratch(host, n, sizeof(const double*));
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

static struct cal_class_model read_trials(struct cal_host* host, SEXP log_lik, SEXP truth) {
  struct cal_class_model model = {.log_lik = read_recognisers(host, log_lik, truth),
                                  .n_recognisers = Rf_length(log_lik),
                                  .n_classes = Rf_ncols(VECTOR_ELT(log_lik, 0)),
                                  .truth = ffi_integers(truth, "truth"),
                                  .n = Rf_xlength(truth)};
  ffi_check_codes(truth, 1, model.n_classes, "truth");
  return model;
}

// `problem` comes from class_problem() in R.
static struct cal_class_problem read_problem(struct cal_host* host, SEXP problem) {
  struct cal_class_problem out = {
      .model = read_trials(host, ffi_field(problem, "log_lik"), ffi_field(problem, "truth"))};
  struct cal_class_model* model = &out.model;
  model->family = read_family(problem, model->n_recognisers);
  model->trial_weight = ffi_field_doubles_or_null(problem, "weight", model->n);
  FFI_READ(doubles, model->n_recognisers, model, problem, scale);
  FFI_READ(doubles, model->n_classes, model, problem, class_weight, log_prior);
  const ptrdiff_t n = cal_class_model_n_params(model);
  out.fixed = ffi_field_integers(problem, "fixed", n);
  out.bounded = ffi_field_flag(problem, "bounded");
  out.penalty = ffi_field_doubles_or_null(problem, "penalty", n * n);
  if (out.penalty != NULL) out.target = ffi_field_doubles(problem, "target", n);
  return out;
}

FFI_ENTRY_2(ffi_class_derivatives, problem, params) {
  ffi_lend_threads(host, (int)ffi_field_number(problem, "threads"));
  const struct cal_class_problem all = read_problem(host, problem);
  const int n = (int)cal_class_model_n_params(&all.model);
  const double* at = ffi_n_doubles(params, n, "params");
  struct cal_derivatives sums;
  cal_class_criterion(host, &all, at, &sums);
  ffi_set_number(out, "value", cal_sum_value(sums.value));
  ffi_set_copy(out, "gradient", sums.gradient, n);
  ffi_set_copy(out, "hessian", sums.hessian, (R_xlen_t)n * n);
  double* observed = ffi_set_matrix(out, "observed", n, n);
  cal_class_scatter(host, &all.model, at, observed, ffi_set_matrix(out, "expected", n, n));
}

FFI_ENTRY_1(ffi_class_fit, problem) {
  ffi_lend_threads(host, (int)ffi_field_number(problem, "threads"));
  const struct cal_class_problem all = read_problem(host, problem);
  const ptrdiff_t n = cal_class_model_n_params(&all.model);
  struct cal_class_solution found = {.params = ffi_set_doubles(out, "params", n)};
  cal_class_fit(host, &all, &found);
  ffi_set_number(out, "value", found.value);
  FFI_SET(flag, out, &found, converged, separated, diverged, at_bound, blurred);
  ffi_set_integer(out, "iterations", found.n_steps);
  ffi_set_integer(out, "rank", (int)found.rank);
}

// `one` has the fields of a `struct cal_class_recogniser`; `start` is NULL for none.
static struct cal_class_recogniser read_recogniser(struct cal_host* host, SEXP one) {
  struct cal_class_recogniser out = {.problem = read_problem(host, ffi_field(one, "problem"))};
  const struct cal_class_model* model = &out.problem.model;
  SEXP cost = ffi_field(one, "cost");
  if (!Rf_isMatrix(cost) || Rf_nrows(cost) != model->n) {
    Rf_error("internal error: `cost` must have a row per trial");
  }
  out.prior = ffi_field_doubles(one, "prior", model->n_classes);
  out.cost = ffi_doubles(cost, "cost");
  out.n_costs = Rf_ncols(cost);
  out.fits = ffi_field_flag(one, "fits");
  out.start = ffi_field_doubles_or_null(one, "start", model->n_classes);
  return out;
}

// `settings`: the numbers of the `replicates`, a `seed`, `threads` and `progress`. Returns a matrix
// per recogniser, with a column per replicate.
FFI_ENTRY_2(ffi_class_bootstrap, recognisers, settings) {
  SEXP replicates = ffi_field(settings, "replicates");
  ffi_begin_long_job(host, settings);
  struct cal_class_bootstrap job = {.n_recognisers = Rf_xlength(recognisers),
                                    .n_replicates = Rf_xlength(replicates),
                                    .replicate = ffi_integers(replicates, "replicates"),
                                    .seed = (uint64_t)ffi_field_number(settings, "seed")};
  struct cal_class_recogniser* all = cal_scratch(host, job.n_recognisers, sizeof *all);
  job.recognisers = all;
  for (R_xlen_t s = 0; s < job.n_recognisers; ++s) {
    all[s] = read_recogniser(host, VECTOR_ELT(recognisers, s));
    all[s].out = ffi_set_matrix(out, NULL, all[s].n_costs + all[s].fits, job.n_replicates);
  }
  cal_class_bootstrap_run(host, &job);
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

// A list of `detectors` and `choices`, and `mixtures`: gamma and weight of each.
static struct cal_class_rule read_rule(struct cal_host* host, SEXP rule, int n_classes) {
  SEXP detectors = ffi_field(rule, "detectors"), choices = ffi_field(rule, "choices");
  const R_xlen_t n_detectors = Rf_xlength(detectors), n_choices = Rf_xlength(choices);
  struct cal_class_detector* v_detectors = cal_scratch(host, n_detectors, sizeof *v_detectors);
  struct cal_class_choice* v_choices = cal_scratch(host, n_choices, sizeof *v_choices);
  for (R_xlen_t d = 0; d < n_detectors; ++d)
    v_detectors[d] = read_detector(VECTOR_ELT(detectors, d), n_classes);
  for (R_xlen_t c = 0; c < n_choices; ++c)
    v_choices[c] = read_choice(VECTOR_ELT(choices, c), n_classes);
  const R_xlen_t n_mixtures = ffi_field_length(rule, "mixtures") / 2;
  const double* mixture = ffi_field_doubles(rule, "mixtures", 2 * n_mixtures);
  struct cal_class_mixture* mixtures = cal_scratch(host, n_mixtures, sizeof *mixtures);
  for (R_xlen_t m = 0; m < n_mixtures; ++m, mixture += 2) {
    mixtures[m].rule = cal_dirichlet_rule_new(mixture[0], n_classes);
    mixtures[m].weight = mixture[1];
  }
  return (struct cal_class_rule){v_detectors,      v_choices,      mixtures,
                                 (int)n_detectors, (int)n_choices, (int)n_mixtures};
}

FFI_ENTRY_3(ffi_class_rule_fit, problem, rule, params) {
  const struct cal_class_problem all = read_problem(host, problem);
  const struct cal_class_rule costs = read_rule(host, rule, all.model.n_classes);
  const R_xlen_t n = cal_class_model_n_params(&all.model);
  double* fitted = ffi_set_copy(out, "params", ffi_n_doubles(params, n, "params"), n);
  const struct cal_rule_end end = cal_class_rule_fit(host, &all, &costs, fitted);
  ffi_set_flag(out, "diverged", end.diverged);
  ffi_set_integer(out, "n_steps", end.n_steps);
}

// Factors of the log-likelihoods of each recogniser.
FFI_ENTRY_2(ffi_class_scale, log_lik, truth) {
  const struct cal_class_model model = read_trials(host, log_lik, truth);
  double* scale = ffi_return_doubles(out, model.n_recognisers);
  for (int m = 0; m < model.n_recognisers; ++m) {
    scale[m] = cal_class_scale(cal_class_leads_find(&model, m));
  }
}
