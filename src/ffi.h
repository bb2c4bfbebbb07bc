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

// Fields of a list, and those of a struct, of the same names: see FFI_EACH() below.
#define FFI_READ_DOUBLES(to, list, n, ...) FFI_EACH(FFI_DOUBLES, to, list, n, __VA_ARGS__)
#define FFI_READ_INTEGERS(to, list, n, ...) FFI_EACH(FFI_INTEGERS, to, list, n, __VA_ARGS__)
#define FFI_READ_DOUBLES_OR_NULL(to, list, n, ...) \
  FFI_EACH(FFI_DOUBLES_OR_NULL, to, list, n, __VA_ARGS__)
#define FFI_READ_INTEGERS_OR_NULL(to, list, n, ...) \
  FFI_EACH(FFI_INTEGERS_OR_NULL, to, list, n, __VA_ARGS__)
#define FFI_READ_NUMBERS(to, list, ...) FFI_EACH(FFI_NUMBER, to, list, 1, __VA_ARGS__)
#define FFI_READ_FLAGS(to, list, ...) FFI_EACH(FFI_FLAG, to, list, 1, __VA_ARGS__)
#define FFI_DOUBLES(to, list, n, name) (to)->name = ffi_field_doubles(list, #name, n)
#define FFI_INTEGERS(to, list, n, name) (to)->name = ffi_field_integers(list, #name, n)
#define FFI_DOUBLES_OR_NULL(to, list, n, name) \
  (to)->name = ffi_field_doubles_or_null(list, #name, n)
#define FFI_INTEGERS_OR_NULL(to, list, n, name) \
  (to)->name = ffi_field_integers_or_null(list, #name, n)
#define FFI_NUMBER(to, list, n, name) (to)->name = ffi_field_number(list, #name)
#define FFI_FLAG(to, list, n, name) (to)->name = ffi_field_flag(list, #name)

// The result of an entry point is one value, or a list to which each ffi_set() adds an element,
// with a name or, where that is NULL, without one. It is protected, a value that it is given need
// not be.
SEXP ffi_return(SEXP out, SEXP value);
SEXP ffi_set(SEXP out, const char* name, SEXP value);

// An element that is a list itself.
SEXP ffi_set_list(SEXP out, const char* name);

static inline void ffi_return_number(SEXP out, double x) { ffi_return(out, Rf_ScalarReal(x)); }

static inline double* ffi_return_doubles(SEXP out, R_xlen_t n) {
  return REAL(ffi_return(out, Rf_allocVector(REALSXP, n)));
}

static inline double* ffi_return_matrix(SEXP out, R_xlen_t n_rows, R_xlen_t n_columns) {
  return REAL(ffi_return(out, Rf_allocMatrix(REALSXP, (int)n_rows, (int)n_columns)));
}

static inline double* ffi_set_doubles(SEXP out, const char* name, R_xlen_t n) {
  return REAL(ffi_set(out, name, Rf_allocVector(REALSXP, n)));
}

static inline double* ffi_set_matrix(SEXP out, const char* name, R_xlen_t n_rows,
                                     R_xlen_t n_columns) {
  return REAL(ffi_set(out, name, Rf_allocMatrix(REALSXP, (int)n_rows, (int)n_columns)));
}

static inline int* ffi_set_integers(SEXP out, const char* name, R_xlen_t n) {
  return INTEGER(ffi_set(out, name, Rf_allocVector(INTSXP, n)));
}

static inline void ffi_set_number(SEXP out, const char* name, double x) {
  ffi_set(out, name, Rf_ScalarReal(x));
}

static inline void ffi_set_integer(SEXP out, const char* name, int x) {
  ffi_set(out, name, Rf_ScalarInteger(x));
}

static inline void ffi_set_flag(SEXP out, const char* name, bool x) {
  ffi_set(out, name, Rf_ScalarLogical(x));
}

static inline double* ffi_set_copy(SEXP out, const char* name, const double* x, R_xlen_t n) {
  double* to = ffi_set_doubles(out, name, n);
  return n > 0 ? memcpy(to, x, (size_t)n * sizeof *x) : to;
}

static inline void ffi_set_pair(SEXP out, const char* name, double first, double second) {
  ffi_set_copy(out, name, (double[]){first, second}, 2);
}

// The way back: new vectors of the result are those of a struct, or copies of its fields.
#define FFI_SET_DOUBLES(out, to, n, ...) FFI_EACH(FFI_NEW, to, out, n, __VA_ARGS__)
#define FFI_SET_COPIES(out, from, n, ...) FFI_EACH(FFI_COPY, from, out, n, __VA_ARGS__)
#define FFI_SET_NUMBERS(out, from, ...) FFI_EACH(FFI_SET_NUMBER, from, out, 1, __VA_ARGS__)
#define FFI_SET_FLAGS(out, from, ...) FFI_EACH(FFI_SET_FLAG, from, out, 1, __VA_ARGS__)
#define FFI_NEW(to, out, n, name) (to)->name = ffi_set_doubles(out, #name, n)
#define FFI_COPY(from, out, n, name) ffi_set_copy(out, #name, (from)->name, n)
#define FFI_SET_NUMBER(from, out, n, name) ffi_set_number(out, #name, (double)(from)->name)
#define FFI_SET_FLAG(from, out, n, name) ffi_set_flag(out, #name, (from)->name)

// Statements f(object, list, n, name) for each of up to six names.
#define FFI_EACH(f, object, list, n, ...)                                \
  FFI_NTH(__VA_ARGS__, FFI_6, FFI_5, FFI_4, FFI_3, FFI_2, FFI_1, unused) \
  (f, object, list, n, __VA_ARGS__)
#define FFI_NTH(a, b, c, d, e, f, nth, ...) nth
#define FFI_1(f, x, list, n, a) f(x, list, n, a)
#define FFI_2(f, x, list, n, a, ...) f(x, list, n, a), FFI_1(f, x, list, n, __VA_ARGS__)
#define FFI_3(f, x, list, n, a, ...) f(x, list, n, a), FFI_2(f, x, list, n, __VA_ARGS__)
#define FFI_4(f, x, list, n, a, ...) f(x, list, n, a), FFI_3(f, x, list, n, __VA_ARGS__)
#define FFI_5(f, x, list, n, a, ...) f(x, list, n, a), FFI_4(f, x, list, n, __VA_ARGS__)
#define FFI_6(f, x, list, n, a, ...) f(x, list, n, a), FFI_5(f, x, list, n, __VA_ARGS__)

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
