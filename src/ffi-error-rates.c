#include "kernels/rates/error-rates.h"

#include "ffi-sample.h"

// `threshold` ascends.
SEXP ffi_error_rates(SEXP counts, SEXP threshold) {
  const struct cal_counted counted = ffi_counted(counts);
  const double* v_threshold = ffi_doubles(threshold, "threshold");
  const R_xlen_t n = Rf_xlength(threshold);
  SEXP out = PROTECT(ffi_new_list("p_miss", "p_fa"));
  cal_miss_rates(counted.value, counted.n_h1, counted.n, v_threshold, n,
                 ffi_set_doubles(out, "p_miss", n));
  R_CheckUserInterrupt();
  cal_false_alarm_rates(counted.value, counted.n_h2, counted.n, v_threshold, n,
                        ffi_set_doubles(out, "p_fa", n));
  UNPROTECT(1);
  return out;
}
