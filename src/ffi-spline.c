#include "ffi-host.h"
#include "kernels/fit/spline.h"

// `rows`: x, h1, h2, each_h1, each_h2, log_odds, are_nodes; `start`, f at the first of the `knots`
// and the slopes at all.
FFI_ENTRY_4(ffi_spline, rows, knots, penalty, start) {
  const R_xlen_t n_knots = Rf_xlength(knots);
  if (n_knots < 2 || n_knots > CAL_SPLINE_KNOTS) Rf_error("internal error: too many `knots`");
  const struct cal_spline spline = {ffi_doubles(knots, "knots"), n_knots};
  struct cal_spline_rows read = {.n = ffi_field_length(rows, "x")};
  FFI_READ(doubles, read.n, &read, rows, x, h1, h2);
  FFI_READ_ONE(number, &read, rows, each_h1, each_h2, log_odds);
  FFI_READ_ONE(flag, &read, rows, are_nodes);
  const double* v_start = ffi_n_doubles(start, n_knots + 1, "start");
  double* theta = ffi_set_copy(out, "theta", v_start, n_knots + 1);
  double* vcov = ffi_set_doubles(out, "vcov", (n_knots + 1) * (n_knots + 1));
  const struct cal_spline_end end =
      cal_spline_fit(host, &spline, &read, ffi_number(penalty, "penalty"), theta, vcov);
  FFI_SET(number, out, &end, left_out, df);
  ffi_set_integer(out, "n_steps", end.n_steps);
}

FFI_ENTRY_3(ffi_spline_at, knots, theta, x) {
  const R_xlen_t n = Rf_xlength(x), n_knots = Rf_xlength(knots);
  const struct cal_spline spline = {ffi_doubles(knots, "knots"), n_knots};
  cal_spline_at(host, &spline, ffi_n_doubles(theta, n_knots + 1, "theta"), ffi_doubles(x, "x"), n,
                ffi_return_doubles(out, n));
}
