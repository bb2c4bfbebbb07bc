#include "ffi-sample.h"

#include "ffi-fields.h"
#include "kernels/pav/count-sample.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth) {
  if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
  ffi_check_length(truth, Rf_xlength(value), "truth");
  return (struct cal_trials){
      .value = ffi_doubles(value, "value"), .truth = LOGICAL_RO(truth), .n = Rf_xlength(value)};
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

static void copy(SEXP list, R_xlen_t i, const double* x, ptrdiff_t n) {
  double* to = ffi_new_doubles(list, i, n);
  if (n > 0) memcpy(to, x, sizeof *x * (size_t)n);
}

static SEXP columns_list(const char* const* names, const double* const* column, ptrdiff_t n,
                         double total_h1, double total_h2) {
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char**)(void*)names));
  for (int i = 0; i < 3; ++i) copy(out, i, column[i], n);
  const double totals[] = {total_h1, total_h2};
  copy(out, 3, totals, 2);
  UNPROTECT(1);
  return out;
}

SEXP counted_to_list(const struct cal_counted* counted) {
  static const char* const names[] = {"value", "n_h1", "n_h2", "totals", ""};
  const double* const column[] = {counted->value, counted->n_h1, counted->n_h2};
  double h1, h2;
  cal_counted_totals(counted, &h1, &h2);
  return columns_list(names, column, counted->n, h1, h2);
}

SEXP points_to_list(const struct cal_points* points) {
  static const char* const names[] = {"llr", "n_h1", "n_h2", "totals", ""};
  const double* const column[] = {points->llr, points->n_h1, points->n_h2};
  return columns_list(names, column, points->n, points->total_h1, points->total_h2);
}
