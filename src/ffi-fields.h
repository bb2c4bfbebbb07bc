#ifndef CALIBRANT_FFI_FIELDS_H
#define CALIBRANT_FFI_FIELDS_H

#include <stdbool.h>

#include "ffi.h"

// R and C exchange named lists. Each field is read with the length that it must have: what was made
// by hand or damaged on disk may have any.

static inline SEXP ffi_field(SEXP list, const char* name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(list, i);
  }
  Rf_error("internal error: there is no `%s`", name);
}

static inline R_xlen_t ffi_field_length(SEXP list, const char* name) {
  return Rf_xlength(ffi_field(list, name));
}

static inline const double* ffi_field_doubles(SEXP list, const char* name, R_xlen_t n) {
  SEXP x = ffi_field(list, name);
  ffi_check_length(x, n, name);
  return ffi_doubles(x, name);
}

static inline const double* ffi_field_doubles_or_null(SEXP list, const char* name, R_xlen_t n) {
  return ffi_field(list, name) == R_NilValue ? NULL : ffi_field_doubles(list, name, n);
}

static inline const int* ffi_field_integers(SEXP list, const char* name, R_xlen_t n) {
  SEXP x = ffi_field(list, name);
  ffi_check_length(x, n, name);
  return ffi_integers(x, name);
}

static inline const int* ffi_field_integers_or_null(SEXP list, const char* name, R_xlen_t n) {
  return ffi_field(list, name) == R_NilValue ? NULL : ffi_field_integers(list, name, n);
}

static inline double ffi_field_number(SEXP list, const char* name) {
  SEXP x = ffi_field(list, name);
  ffi_check_length(x, 1, name);
  return Rf_asReal(x);
}

static inline bool ffi_field_flag(SEXP list, const char* name) {
  return Rf_asLogical(ffi_field(list, name)) == TRUE;
}

#endif
