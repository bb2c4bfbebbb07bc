#include "kernels/rates/error-rates.h"

#include "ffi.h"

// `threshold` ascends.
SEXP ffi_error_rates(SEXP value, SEXP n_h1, SEXP n_h2, SEXP threshold) {
  const double* v_value = ffi_doubles(value, "value");
  const double* v_n_h1 = ffi_doubles(n_h1, "n_h1");
  const double* v_n_h2 = ffi_doubles(n_h2, "n_h2");
  const double* v_threshold = ffi_doubles(threshold, "threshold");
  const R_xlen_t n = Rf_xlength(value), n_thresholds = Rf_xlength(threshold);

  ffi_check_length(n_h1, n, "n_h1");
  ffi_check_length(n_h2, n, "n_h2");

  const char* names[] = {"p_miss", "p_fa", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_p_miss = ffi_new_doubles(out, 0, n_thresholds);
  double* v_p_fa = ffi_new_doubles(out, 1, n_thresholds);
  cal_miss_rates(v_value, v_n_h1, n, v_threshold, n_thresholds, v_p_miss);
  R_CheckUserInterrupt();
  cal_false_alarm_rates(v_value, v_n_h2, n, v_threshold, n_thresholds, v_p_fa);

  UNPROTECT(1);
  return out;
}
