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

// Vectors of one type: of any length, of a required length, and as fields of a list.
#define FFI_VECTORS(kind, type, sexp_type, data)                                                  \
  static inline const type* ffi_##kind(SEXP x, const char* name) {                                \
    ffi_check_type(x, sexp_type, name);                                                           \
    return data(x);                                                                               \
  }                                                                                               \
  static inline const type* ffi_n_##kind(SEXP x, R_xlen_t n, const char* name) {                  \
    ffi_check_length(x, n, name);                                                                 \
    return ffi_##kind(x, name);                                                                   \
  }                                                                                               \
  static inline const type* ffi_field_##kind(SEXP list, const char* name, R_xlen_t n) {           \
    return ffi_n_##kind(ffi_field(list, name), n, name);                                          \
  }                                                                                               \
  static inline const type* ffi_field_##kind##_or_null(SEXP list, const char* name, R_xlen_t n) { \
    return Rf_isNull(ffi_field(list, name)) ? NULL : ffi_field_##kind(list, name, n);             \
  }
FFI_VECTORS(doubles, double, REALSXP, REAL_RO)
FFI_VECTORS(integers, int, INTSXP, INTEGER_RO)
FFI_VECTORS(logicals, int, LGLSXP, LOGICAL_RO)

static inline double ffi_field_number(SEXP list, const char* name) {
  return ffi_number(ffi_field(list, name), name);
}

static inline bool ffi_field_flag(SEXP list, const char* name) {
  return Rf_asLogical(ffi_field(list, name)) == TRUE;
}

// Reads fields of a struct from those of the same names in a list, of one kind: `doubles` or
// `integers`, also `_or_null`, of length n; `number` or `flag`.
#define FFI_READ(kind, n, to, list, ...) FFI_EACH(FFI_READ_N, kind, n, to, list, __VA_ARGS__)
#define FFI_READ_N(kind, n, to, list, name) (to)->name = ffi_field_##kind(list, #name, n)
#define FFI_READ_ONE(kind, to, list, ...) FFI_EACH(FFI_READ_1, kind, 1, to, list, __VA_ARGS__)
#define FFI_READ_1(kind, n, to, list, name) (to)->name = ffi_field_##kind(list, #name)

// The result of an entry point is one value, or a list. Each ffi_set() adds an element to the list,
// without a name if the name is NULL. The result is protected; a value passed to ffi_set() need not
// be.
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

#define FFI_SETTER(kind, type, scalar)                                    \
  static inline void ffi_set_##kind(SEXP out, const char* name, type x) { \
    ffi_set(out, name, scalar(x));                                        \
  }
FFI_SETTER(number, double, Rf_ScalarReal)
FFI_SETTER(integer, int, Rf_ScalarInteger)
FFI_SETTER(flag, bool, Rf_ScalarLogical)

static inline double* ffi_set_copy(SEXP out, const char* name, const double* x, R_xlen_t n) {
  double* to = ffi_set_doubles(out, name, n);
  return n > 0 ? memcpy(to, x, (size_t)n * sizeof *x) : to;
}

static inline void ffi_set_pair(SEXP out, const char* name, double first, double second) {
  ffi_set_copy(out, name, (double[]){first, second}, 2);
}

// Conversions to R: copies of fields of a struct, and new vectors for them.
#define FFI_SET(kind, out, from, ...) FFI_EACH(FFI_SET_1, kind, 1, from, out, __VA_ARGS__)
#define FFI_SET_1(kind, n, from, out, name) ffi_set_##kind(out, #name, (from)->name)
#define FFI_COPY(n, out, from, ...) FFI_EACH(FFI_COPY_N, copy, n, from, out, __VA_ARGS__)
#define FFI_COPY_N(kind, n, from, out, name) ffi_set_copy(out, #name, (from)->name, n)
#define FFI_NEW(n, out, to, ...) FFI_EACH(FFI_NEW_N, doubles, n, to, out, __VA_ARGS__)
#define FFI_NEW_N(kind, n, to, out, name) (to)->name = ffi_set_doubles(out, #name, n)

// Expands to f(kind, n, x, list, name) for each of up to six names.
#define FFI_EACH(f, kind, n, x, list, ...)                               \
  FFI_NTH(__VA_ARGS__, FFI_6, FFI_5, FFI_4, FFI_3, FFI_2, FFI_1, unused) \
  (f, kind, n, x, list, __VA_ARGS__)
#define FFI_NTH(a, b, c, d, e, f, nth, ...) nth
#define FFI_1(f, kind, n, x, list, a) f(kind, n, x, list, a)
#define FFI_2(f, kind, n, x, list, a, ...) \
  f(kind, n, x, list, a), FFI_1(f, kind, n, x, list, __VA_ARGS__)
#define FFI_3(f, kind, n, x, list, a, ...) \
  f(kind, n, x, list, a), FFI_2(f, kind, n, x, list, __VA_ARGS__)
#define FFI_4(f, kind, n, x, list, a, ...) \
  f(kind, n, x, list, a), FFI_3(f, kind, n, x, list, __VA_ARGS__)
#define FFI_5(f, kind, n, x, list, a, ...) \
  f(kind, n, x, list, a), FFI_4(f, kind, n, x, list, __VA_ARGS__)
#define FFI_6(f, kind, n, x, list, a, ...) \
  f(kind, n, x, list, a), FFI_5(f, kind, n, x, list, __VA_ARGS__)

// Long loops run in pieces, and R checks for an interrupt between two pieces.
enum { FFI_PIECE = CAL_PLAN_PIECE };

static inline R_xlen_t ffi_piece_end(R_xlen_t first, R_xlen_t n) {
  return n - first > FFI_PIECE ? first + FFI_PIECE : n;
}

#endif
