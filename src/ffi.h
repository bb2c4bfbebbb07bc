#ifndef CALIBRANT_FFI_H
#define CALIBRANT_FFI_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/base/plan.h"

#define FFI_ARGS_0 void
#define FFI_ARGS_1 SEXP
#define FFI_ARGS_2 SEXP, SEXP
#define FFI_ARGS_3 SEXP, SEXP, SEXP
#define FFI_ARGS_4 SEXP, SEXP, SEXP, SEXP
#define ENTRY(name, n_args) SEXP name(FFI_ARGS_##n_args);
#include "ffi-entries.h"
#undef ENTRY

// Called once, when the package is loaded.
void ffi_define_keys(DllInfo* dll);

// R code has validated the users' input, so a wrong type here is a bug of the package. Objects made
// by hand or damaged on disk may have any length.
static inline void ffi_check_length(SEXP x, R_xlen_t n, const char* name) {
  if (Rf_xlength(x) != n) {
    Rf_error("internal error: `%s` must have %.0f elements, not %.0f", name, (double)n,
             (double)Rf_xlength(x));
  }
}

static inline void ffi_check_type(SEXP x, SEXPTYPE type, const char* name) {
  if ((SEXPTYPE)TYPEOF(x) != type) {
    Rf_error("internal error: `%s` must be %s, not %s", name, Rf_type2char(type),
             Rf_type2char(TYPEOF(x)));
  }
}

static inline const double* ffi_doubles(SEXP x, const char* name) {
  ffi_check_type(x, REALSXP, name);
  return REAL_RO(x);
}

static inline const double* ffi_n_doubles(SEXP x, R_xlen_t n, const char* name) {
  ffi_check_length(x, n, name);
  return ffi_doubles(x, name);
}

static inline const int* ffi_integers(SEXP x, const char* name) {
  ffi_check_type(x, INTSXP, name);
  return INTEGER_RO(x);
}

static inline const int* ffi_logicals(SEXP x, R_xlen_t n, const char* name) {
  ffi_check_type(x, LGLSXP, name);
  ffi_check_length(x, n, name);
  return LOGICAL_RO(x);
}

static inline double ffi_number(SEXP x, const char* name) {
  ffi_check_length(x, 1, name);
  return Rf_asReal(x);
}

// R and C exchange named lists, never positions.
static inline R_xlen_t ffi_place(SEXP list, const char* name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return i;
  }
  return -1;
}

static inline bool ffi_has_field(SEXP list, const char* name) { return ffi_place(list, name) >= 0; }

static inline SEXP ffi_field(SEXP list, const char* name) {
  const R_xlen_t i = ffi_place(list, name);
  if (i < 0) Rf_error("internal error: there is no `%s`", name);
  return VECTOR_ELT(list, i);
}

static inline R_xlen_t ffi_field_length(SEXP list, const char* name) {
  return Rf_xlength(ffi_field(list, name));
}

// Each field is read with the length that it must have.
static inline const double* ffi_field_doubles(SEXP list, const char* name, R_xlen_t n) {
  return ffi_n_doubles(ffi_field(list, name), n, name);
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
  return ffi_number(ffi_field(list, name), name);
}

static inline bool ffi_field_flag(SEXP list, const char* name) {
  return Rf_asLogical(ffi_field(list, name)) == TRUE;
}

// A list with these names, whose elements are NULL until they are set; the caller protects it.
#define ffi_new_list(...) Rf_mkNamed(VECSXP, (const char*[]){__VA_ARGS__, ""})

// The list is protected, the value need not be.
static inline SEXP ffi_set(SEXP list, const char* name, SEXP value) {
  PROTECT(value);
  SET_VECTOR_ELT(list, ffi_place(list, name), value);
  UNPROTECT(1);
  return value;
}

static inline double* ffi_set_doubles(SEXP list, const char* name, R_xlen_t n) {
  return REAL(ffi_set(list, name, Rf_allocVector(REALSXP, n)));
}

static inline void ffi_set_number(SEXP list, const char* name, double x) {
  ffi_set_doubles(list, name, 1)[0] = x;
}

static inline void ffi_set_pair(SEXP list, const char* name, double first, double second) {
  memcpy(ffi_set_doubles(list, name, 2), (double[]){first, second}, 2 * sizeof(double));
}

static inline double* ffi_set_copy(SEXP list, const char* name, const double* x, R_xlen_t n) {
  double* to = ffi_set_doubles(list, name, n);
  return n > 0 ? memcpy(to, x, (size_t)n * sizeof *x) : to;
}

// Scratch memory for `n` elements, none of them filled in, until the call into C returns.
static inline void* ffi_scratch(ptrdiff_t n, size_t size) {
  return R_alloc((size_t)(n > 0 ? n : 1), (int)size);
}

// Long loops go in pieces, between which R checks for an interrupt.
enum { FFI_PIECE = CAL_PLAN_PIECE };

static inline R_xlen_t ffi_piece_end(R_xlen_t first, R_xlen_t n) {
  return n - first > FFI_PIECE ? first + FFI_PIECE : n;
}

#endif
