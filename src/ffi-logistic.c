#include "kernels/logistic.h"

#include "ffi.h"

struct cal_logistic_work ffi_logistic_work(ptrdiff_t d) {
  const size_t p = (size_t)d + 1;
  return (struct cal_logistic_work){
      .sums = (struct cal_sum*)R_alloc(p + 1, sizeof(struct cal_sum)),
      .values = (double*)R_alloc(p * (p + 3), sizeof(double)),
  };
}

static const char* status_name(enum cal_logistic_status status) {
  switch (status) {
    case CAL_LOGISTIC_CONVERGED:
      return "converged";
    case CAL_LOGISTIC_SEPARATED:
      return "separated";
    case CAL_LOGISTIC_SINGULAR:
      return "singular";
    default:
      return "stopped";
  }
}

static enum cal_logistic_status run(const struct cal_logistic* problem,
                                    struct cal_logistic_search* search) {
  enum cal_logistic_status status = CAL_LOGISTIC_RUNNING;
  while (status == CAL_LOGISTIC_RUNNING) {
    R_CheckUserInterrupt();
    status = cal_logistic_step(problem, search);
  }
  return status;
}

static void begin_at(const struct cal_logistic* problem, struct cal_logistic_search* search,
                     const double* start) {
  for (ptrdiff_t k = 0; k <= problem->d; ++k) search->theta[k] = start ? start[k] : 0;
  cal_logistic_begin(problem, search);
}

// At the guess or at zero, whichever is better.
static void begin(const struct cal_logistic* problem, struct cal_logistic_search* search,
                  const double* guess) {
  begin_at(problem, search, NULL);
  const double at_zero = search->objective;
  begin_at(problem, search, guess);
  if (!(search->objective <= at_zero)) begin_at(problem, search, NULL);
}

// `x` has a row per element of the weights and a column per input. Quadrature nodes have negative
// weights, among which separation cannot be told.
SEXP ffi_logistic(SEXP x, SEXP weight_h1, SEXP weight_h2, SEXP log_odds, SEXP are_nodes,
                  SEXP guess) {
  const struct cal_logistic problem = {.x = ffi_doubles(x, "x"),
                                       .weight_h1 = ffi_doubles(weight_h1, "weight_h1"),
                                       .weight_h2 = ffi_doubles(weight_h2, "weight_h2"),
                                       .n = Rf_xlength(weight_h1),
                                       .d = Rf_xlength(x) / Rf_xlength(weight_h1),
                                       .log_odds = ffi_doubles(log_odds, "log_odds")[0],
                                       .find_separation = !Rf_asLogical(are_nodes)};
  const ptrdiff_t p = problem.d + 1;

  const char* names[] = {"theta", "hessian", "objective", "iterations", "status", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_logistic_search search = {.theta = ffi_new_doubles(out, 0, p),
                                       .hessian = ffi_new_doubles(out, 1, p * p),
                                       .work = ffi_logistic_work(problem.d)};
  if (guess == R_NilValue) {
    begin_at(&problem, &search, NULL);
  } else {
    begin(&problem, &search, ffi_doubles(guess, "guess"));
  }
  const enum cal_logistic_status status = run(&problem, &search);
  SET_VECTOR_ELT(out, 2, Rf_ScalarReal(search.objective));
  SET_VECTOR_ELT(out, 3, Rf_ScalarInteger(search.iterations));
  SET_VECTOR_ELT(out, 4, Rf_mkString(status_name(status)));

  UNPROTECT(1);
  return out;
}
