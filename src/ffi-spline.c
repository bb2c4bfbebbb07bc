#include "ffi-host.h"
#include "kernels/fit/spline.h"

// `rows`: x, h1, h2, each_h1, each_h2, log_odds, are_nodes; `start`, f at the first of the `knots`
// and the slopes at all.
FFI_HOSTED_4(ffi_spline, rows, knots, penalty, start) {
  const R_xlen_t n = ffi_field_length(rows, "x"), n_knots = Rf_xlength(knots);
  if (n_knots < 2 || n_knots > CAL_SPLINE_KNOTS) Rf_error("internal error: too many `knots`");
  ffi_check_length(start, n_knots + 1, "start");
  const struct cal_spline spline = {ffi_doubles(knots, "knots"), n_knots};
  const struct cal_spline_rows read = {.x = ffi_field_doubles(rows, "x", n),
                                       .h1 = ffi_field_doubles(rows, "h1", n),
                                       .h2 = ffi_field_doubles(rows, "h2", n),
                                       .n = n,
                                       .each_h1 = ffi_field_number(rows, "each_h1"),
                                       .each_h2 = ffi_field_number(rows, "each_h2"),
                                       .log_odds = ffi_field_number(rows, "log_odds"),
                                       .are_nodes = ffi_field_flag(rows, "are_nodes")};
  SEXP out = PROTECT(ffi_new_list("theta", "left_out", "df", "n_steps", "vcov"));
  double* theta = ffi_set_copy(out, "theta", ffi_doubles(start, "start"), n_knots + 1);
  double* vcov = ffi_set_doubles(out, "vcov", (n_knots + 1) * (n_knots + 1));
  const struct cal_spline_end end =
      cal_spline_fit(host, &spline, &read, ffi_number(penalty, "penalty"), theta, vcov);
  ffi_set_number(out, "left_out", end.left_out);
  ffi_set_number(out, "df", end.df);
  ffi_set(out, "n_steps", Rf_ScalarInteger(end.n_steps));
  UNPROTECT(1);
  return out;
}

FFI_HOSTED_3(ffi_spline_at, knots, theta, x) {
  const R_xlen_t n = Rf_xlength(x), n_knots = Rf_xlength(knots);
  ffi_check_length(theta, n_knots + 1, "theta");
  const struct cal_spline spline = {ffi_doubles(knots, "knots"), n_knots};
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  cal_spline_at(host, &spline, ffi_doubles(theta, "theta"), ffi_doubles(x, "x"), n, REAL(out));
  UNPROTECT(1);
  return out;
}
