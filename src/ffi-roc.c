#include "kernels/rates/roc.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/rates/picture.h"

// Counts or blocks.
static struct cal_groups read_groups(SEXP list) {
  const R_xlen_t n = ffi_field_length(list, "n_h1");
  return (struct cal_groups){ffi_field_doubles(list, "n_h1", n), ffi_field_doubles(list, "n_h2", n),
                             n};
}

FFI_HOSTED_1(ffi_roc_corners, groups) {
  const struct cal_groups steps = read_groups(groups);
  SEXP out = PROTECT(ffi_new_list("p_miss", "p_fa"));
  double* v_p_miss = ffi_set_doubles(out, "p_miss", steps.n + 1);
  double* v_p_fa = ffi_set_doubles(out, "p_fa", steps.n + 1);
  cal_roc_corners(host, steps, v_p_miss, v_p_fa);
  UNPROTECT(1);
  return out;
}

SEXP ffi_auc(SEXP groups) { return Rf_ScalarReal(cal_auc(read_groups(groups))); }

SEXP ffi_auc_ties(SEXP groups) { return Rf_ScalarReal(cal_auc_ties(read_groups(groups))); }

// Whether each group begins at an edge that a picture needs.
FFI_HOSTED_1(ffi_picture_edges, groups) {
  const struct cal_groups steps = read_groups(groups);
  uint8_t* edge = cal_scratch(host, steps.n, sizeof *edge);
  cal_picture_edges(steps, edge);
  return flags_to_logical(edge, steps.n);
}

// The cost at the crossing and the group it is in, counted from one.
SEXP ffi_roc_crossing(SEXP groups, SEXP c_miss, SEXP c_fa) {
  const struct cal_crossing crossing =
      cal_roc_crossing(read_groups(groups), ffi_number(c_miss, "c_miss"), ffi_number(c_fa, "c_fa"));
  SEXP out = PROTECT(ffi_new_list("cost", "group"));
  ffi_set_number(out, "cost", crossing.cost);
  ffi_set_number(out, "group", (double)(crossing.group + 1));
  UNPROTECT(1);
  return out;
}
