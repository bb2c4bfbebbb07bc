#include "ffi-sample.h"

#include "kernels/count/count-sample.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth) {
  const R_xlen_t n = Rf_xlength(value);
  return (struct cal_trials){ffi_doubles(value, "value"), ffi_n_logicals(truth, n, "truth"), n};
}

struct cal_sample ffi_sample(SEXP source) {
  struct cal_sample sample = {
      .trials = ffi_trials(ffi_field(source, "value"), ffi_field(source, "truth")),
      .unit = ffi_field_number(source, "unit")};
  sample.weight = ffi_field_doubles_or_null(source, "weight", sample.trials.n);
  return sample;
}

struct cal_counted ffi_counted(SEXP counts) {
  struct cal_counted out = {.n = ffi_field_length(counts, "value")};
  FFI_READ(doubles, out.n, &out, counts, value, n_h1, n_h2);
  return out;
}

struct cal_points ffi_points(SEXP points) {
  struct cal_points out = {.n = ffi_field_length(points, "llr")};
  FFI_READ(doubles, out.n, &out, points, llr, n_h1, n_h2);
  if (!ffi_has_field(points, "totals")) return out;
  const double* v_totals = ffi_field_doubles(points, "totals", 2);
  out.total_h1 = v_totals[0];
  out.total_h2 = v_totals[1];
  return out;
}

void ffi_set_counted(SEXP out, const struct cal_counted* counted) {
  FFI_COPY(counted->n, out, counted, value, n_h1, n_h2);
  ffi_set_totals(out, counted);
}

void ffi_set_totals(SEXP out, const struct cal_counted* counted) {
  double h1, h2;
  cal_counted_totals(counted, &h1, &h2);
  ffi_set_pair(out, "totals", h1, h2);
}

void ffi_set_points(SEXP out, const struct cal_points* points) {
  FFI_COPY(points->n, out, points, llr, n_h1, n_h2);
  ffi_set_pair(out, "totals", points->total_h1, points->total_h2);
}

void ffi_return_flags(SEXP out, const uint8_t* flag, ptrdiff_t n) {
  int* v_out = LOGICAL(ffi_return(out, Rf_allocVector(LGLSXP, n)));
  for (ptrdiff_t i = 0; i < n; ++i) v_out[i] = flag[i];
}
