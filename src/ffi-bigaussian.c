#include "ffi-host.h"
#include "kernels/fit/bigaussian.h"

static SEXP map(SEXP x, const char* name, double (*f)(double)) {
  const double* v_x = ffi_doubles(x, name);
  const R_xlen_t n = Rf_xlength(x);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  for (R_xlen_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    v_out[i] = f(v_x[i]);
  }
  UNPROTECT(1);
  return out;
}

SEXP ffi_bigaussian_cllr(SEXP s) { return map(s, "s", cal_bigaussian_cllr); }

SEXP ffi_bigaussian_s(SEXP cllr) { return map(cllr, "cllr", cal_bigaussian_s); }

SEXP ffi_bigaussian_quantile(SEXP s, SEXP lower, SEXP upper) {
  const double the_s = ffi_number(s, "s");
  const R_xlen_t n = Rf_xlength(lower);
  const double *v_lower = ffi_doubles(lower, "lower"), *v_upper = ffi_n_doubles(upper, n, "upper");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  for (R_xlen_t i = 0; i < n; ++i) {
    if (i % 1024 == 0) R_CheckUserInterrupt();
    v_out[i] = cal_bigaussian_quantile(the_s, v_lower[i], v_upper[i]);
  }
  UNPROTECT(1);
  return out;
}
