#include "ffi-host.h"
#include "kernels/fit/bigaussian.h"

// The Cllr of each s, or the s of each Cllr.
FFI_ENTRY_2(ffi_bigaussian, x, inverse) {
  const double* v_x = ffi_doubles(x, "x");
  double* v_out = ffi_return_doubles(out, Rf_xlength(x));
  for (R_xlen_t i = 0; i < Rf_xlength(x); ++i) {
    R_CheckUserInterrupt();
    v_out[i] = (Rf_asLogical(inverse) ? cal_bigaussian_s : cal_bigaussian_cllr)(v_x[i]);
  }
}

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
