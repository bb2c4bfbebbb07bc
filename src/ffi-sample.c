#include "ffi-sample.h"

#include "kernels/count/count-sample.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth) {
  const R_xlen_t n = Rf_xlength(value);
  return (struct cal_trials){ffi_doubles(value, "value"), ffi_logicals(truth, n, "truth"), n};
}

struct cal_sample ffi_sample(SEXP source) {
  struct cal_sample sample = {
      .trials = ffi_trials(ffi_field(source, "value"), ffi_field(source, "truth")),
      .unit = ffi_field_number(source, "unit")};
  sample.weight = ffi_field_doubles_or_null(source, "weight", sample.trials.n);
  return sample;
}

struct cal_counted ffi_counted(SEXP counts) {
  const R_xlen_t n = ffi_field_length(counts, "value");
  return (struct cal_counted){ffi_field_doubles(counts, "value", n),
                              ffi_field_doubles(counts, "n_h1", n),
                              ffi_field_doubles(counts, "n_h2", n), n};
}

struct cal_points ffi_points(SEXP points) {
  const R_xlen_t n = ffi_field_length(points, "llr");
  struct cal_points out = {.llr = ffi_field_doubles(points, "llr", n),
                           .n_h1 = ffi_field_doubles(points, "n_h1", n),
                           .n_h2 = ffi_field_doubles(points, "n_h2", n),
                           .n = n};
  if (!ffi_has_field(points, "totals")) return out;
  const double* v_totals = ffi_field_doubles(points, "totals", 2);
  out.total_h1 = v_totals[0];
  out.total_h2 = v_totals[1];
  return out;
}

SEXP counted_to_list(const struct cal_counted* counted) {
  SEXP out = PROTECT(ffi_new_list("value", "n_h1", "n_h2", "totals"));
  ffi_set_copy(out, "value", counted->value, counted->n);
  ffi_set_copy(out, "n_h1", counted->n_h1, counted->n);
  ffi_set_copy(out, "n_h2", counted->n_h2, counted->n);
  double h1, h2;
  cal_counted_totals(counted, &h1, &h2);
  ffi_set_pair(out, "totals", h1, h2);
  UNPROTECT(1);
  return out;
}

SEXP points_to_list(const struct cal_points* points) {
  SEXP out = PROTECT(ffi_new_list("llr", "n_h1", "n_h2", "totals"));
  ffi_set_copy(out, "llr", points->llr, points->n);
  ffi_set_copy(out, "n_h1", points->n_h1, points->n);
  ffi_set_copy(out, "n_h2", points->n_h2, points->n);
  ffi_set_pair(out, "totals", points->total_h1, points->total_h2);
  UNPROTECT(1);
  return out;
}

SEXP flags_to_logical(const uint8_t* flag, ptrdiff_t n) {
  SEXP out = PROTECT(Rf_allocVector(LGLSXP, n));
  int* v_out = LOGICAL(out);
  for (ptrdiff_t i = 0; i < n; ++i) v_out[i] = flag[i];
  UNPROTECT(1);
  return out;
}
