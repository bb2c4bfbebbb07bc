#include "ffi-host.h"
#include "kernels/fit/bigaussian.h"

static void map(SEXP out, SEXP x, const char* name, double (*f)(double)) {
  const double* v_x = ffi_doubles(x, name);
  double* v_out = ffi_return_doubles(out, Rf_xlength(x));
  for (R_xlen_t i = 0; i < Rf_xlength(x); ++i) {
    R_CheckUserInterrupt();
    v_out[i] = f(v_x[i]);
  }
}

FFI_ENTRY_1(ffi_bigaussian_cllr, s) { map(out, s, "s", cal_bigaussian_cllr); }

FFI_ENTRY_1(ffi_bigaussian_s, cllr) { map(out, cllr, "cllr", cal_bigaussian_s); }

FFI_ENTRY_3(ffi_bigaussian_quantile, s, lower, upper) {
  const double the_s = ffi_number(s, "s");
  const R_xlen_t n = Rf_xlength(lower);
  const double *v_lower = ffi_doubles(lower, "lower"), *v_upper = ffi_n_doubles(upper, n, "upper");
  double* v_out = ffi_return_doubles(out, n);
  for (R_xlen_t i = 0; i < n; ++i) {
    if (i % 1024 == 0) R_CheckUserInterrupt();
    v_out[i] = cal_bigaussian_quantile(the_s, v_lower[i], v_upper[i]);
  }
}
