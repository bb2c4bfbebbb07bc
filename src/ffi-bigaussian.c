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

FFI_ENTRY_4(ffi_bigaussian_quantile, s, lower, upper, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const R_xlen_t n = Rf_xlength(lower);
  cal_bigaussian_quantiles(host, ffi_number(s, "s"), ffi_doubles(lower, "lower"),
                           ffi_n_doubles(upper, n, "upper"), n, ffi_return_doubles(out, n));
}
