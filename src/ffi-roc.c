#include "kernels/rates/roc.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/rates/picture.h"

static struct cal_groups groups(SEXP n_h1, SEXP n_h2) {
  ffi_check_length(n_h2, Rf_xlength(n_h1), "n_h2");
  return (struct cal_groups){
      .n_h1 = ffi_doubles(n_h1, "n_h1"), .n_h2 = ffi_doubles(n_h2, "n_h2"), .n = Rf_xlength(n_h1)};
}

static SEXP find_corners(struct cal_host* host, const void* input) {
  const struct cal_groups* steps = input;
  const char* names[] = {"p_miss", "p_fa", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_p_miss = ffi_new_doubles(out, 0, steps->n + 1);
  double* v_p_fa = ffi_new_doubles(out, 1, steps->n + 1);
  cal_roc_corners(host, *steps, v_p_miss, v_p_fa);

  UNPROTECT(1);
  return out;
}

SEXP ffi_roc_corners(SEXP n_h1, SEXP n_h2) {
  const struct cal_groups steps = groups(n_h1, n_h2);
  return ffi_with_host(find_corners, &steps, 1);
}

SEXP ffi_auc(SEXP n_h1, SEXP n_h2) { return Rf_ScalarReal(cal_auc(groups(n_h1, n_h2))); }

SEXP ffi_auc_ties(SEXP n_h1, SEXP n_h2) { return Rf_ScalarReal(cal_auc_ties(groups(n_h1, n_h2))); }

static SEXP find_edges(struct cal_host* host, const void* input) {
  const struct cal_groups* steps = input;
  uint8_t* edge = cal_room(host, steps->n, sizeof *edge);
  cal_picture_edges(*steps, edge);
  SEXP out = PROTECT(Rf_allocVector(LGLSXP, steps->n));
  for (ptrdiff_t i = 0; i < steps->n; ++i) LOGICAL(out)[i] = edge[i];
  UNPROTECT(1);
  return out;
}

// Whether each group begins at an edge that a picture needs.
SEXP ffi_picture_edges(SEXP n_h1, SEXP n_h2) {
  const struct cal_groups steps = groups(n_h1, n_h2);
  return ffi_with_host(find_edges, &steps, 1);
}

// The cost at the crossing and the group it is in, counted from one.
SEXP ffi_roc_crossing(SEXP n_h1, SEXP n_h2, SEXP costs) {
  const double* v_costs = ffi_doubles(costs, "costs");
  const struct cal_crossing crossing = cal_roc_crossing(groups(n_h1, n_h2), v_costs[0], v_costs[1]);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
  REAL(out)[0] = crossing.cost;
  REAL(out)[1] = (double)(crossing.group + 1);

  UNPROTECT(1);
  return out;
}

SEXP ffi_auc_bound(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  return Rf_ScalarReal(cal_auc_bound(&trials));
}
