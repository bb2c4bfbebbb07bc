#ifndef CALIBRANT_FFI_H
#define CALIBRANT_FFI_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>

SEXP ffi_compress(SEXP value, SEXP unit, SEXP n_h1, SEXP n_h2);
SEXP ffi_compress_unsorted(SEXP value, SEXP truth, SEXP unit, SEXP range);
SEXP ffi_count_true(SEXP x);
SEXP ffi_counts(SEXP value, SEXP truth, SEXP weight);
SEXP ffi_cross_entropy(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds);
SEXP ffi_excess(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds);
SEXP ffi_isotonic(SEXP y, SEXP weight);
SEXP ffi_pav(SEXP value, SEXP n_h1, SEXP n_h2);
SEXP ffi_pav_unsorted(SEXP value, SEXP truth);
SEXP ffi_range(SEXP x);

// R code has validated what users send, so a wrong type here is a bug of the package.
static inline const double* ffi_doubles(SEXP x, const char* name) {
  if (TYPEOF(x) != REALSXP) {
    Rf_error("internal error: `%s` must be double, not %s", name, Rf_type2char(TYPEOF(x)));
  }
  return REAL_RO(x);
}

// Inserts a new double vector into a list that is protected.
static inline double* ffi_new_doubles(SEXP list, R_xlen_t i, R_xlen_t n) {
  SEXP x = Rf_allocVector(REALSXP, n);
  SET_VECTOR_ELT(list, i, x);
  return REAL(x);
}

#endif
