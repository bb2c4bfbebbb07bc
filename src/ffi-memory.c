// Notes on a set: results derived from it, kept beside it. The last field of a set is a key. It
// looks like an integer vector without elements, and holds a list of two: the named fields from
// which results were derived, and an environment of notes on them. So
//   - the notes live as long as the set or a copy of it;
//   - a set with other fields, even by one element, finds no notes: the list keeps the fields
//     alive, hence unchanged, and they are compared by their addresses;
//   - the notes do not travel: a key is saved without them, but with its own value (see below);
//   - all keys are the same to `identical()`, so sets are if their fields are.
// A weak reference would do as well, but R keeps its value through one more garbage collection,
// which costs a small set more than its Cllr does.
#include <stdbool.h>

// Altrep.h needs ffi.h above it.
// clang-format off
#include "ffi.h"
#include <R_ext/Altrep.h>
// clang-format on

static R_altrep_class_t key_class;

// A key may have a value of its own, which it keeps wherever it goes: `value`, or what the function
// `value` returns.
SEXP ffi_key(SEXP value) { return R_new_altrep(key_class, R_NilValue, value); }

static bool is_key(SEXP x) { return ALTREP(x) && R_altrep_inherits(x, key_class); }

// A function is called when the value is first needed, and then forgotten with what it holds.
static SEXP value_of(SEXP key) {
  if (Rf_isFunction(R_altrep_data2(key))) {
    SEXP call = PROTECT(Rf_lang1(R_altrep_data2(key)));
    R_set_altrep_data2(key, Rf_eval(call, R_GlobalEnv));
    UNPROTECT(1);
  }
  return R_altrep_data2(key);
}

static R_xlen_t key_length(SEXP key) {
  (void)key;
  return 0;
}

// Any address will do, since there is nothing to read.
static void* key_data(SEXP key, Rboolean writable) {
  static int nothing;
  (void)key, (void)writable;
  return &nothing;
}

static SEXP same_key(SEXP key, Rboolean deep) {
  (void)deep;
  return key;
}

// No function of a file is called.
static SEXP restore_key(SEXP class, SEXP value) {
  (void)class;
  return ffi_key(Rf_isFunction(value) ? R_NilValue : value);
}

void ffi_define_keys(DllInfo* dll) {
  key_class = R_make_altinteger_class("key", "calibrant", dll);
  R_set_altrep_Length_method(key_class, key_length);
  R_set_altrep_Duplicate_method(key_class, same_key);
  R_set_altrep_Serialized_state_method(key_class, value_of);
  R_set_altrep_Unserialize_method(key_class, restore_key);
  R_set_altvec_Dataptr_method(key_class, key_data);
}

// Another object is its own value.
SEXP ffi_key_value(SEXP key) { return is_key(key) ? value_of(key) : key; }

// The key is the last field of a set; NULL if that is something else.
static SEXP key_of(SEXP set) {
  const R_xlen_t n = TYPEOF(set) == VECSXP ? Rf_xlength(set) : 0;
  SEXP last = n > 0 ? VECTOR_ELT(set, n - 1) : R_NilValue;
  return is_key(last) ? last : R_NilValue;
}

static bool has_fields(SEXP set, SEXP fields) {
  const R_xlen_t n = Rf_xlength(fields);
  SEXP names = Rf_getAttrib(set, R_NamesSymbol), known_names = Rf_getAttrib(fields, R_NamesSymbol);
  if (Rf_xlength(set) != n + 1 || Rf_xlength(names) != n + 1) return false;
  for (R_xlen_t i = 0; i < n; ++i) {
    if (VECTOR_ELT(set, i) != VECTOR_ELT(fields, i)) return false;
    if (STRING_ELT(names, i) != STRING_ELT(known_names, i)) return false;
  }
  return true;
}

// The environment of notes on a set; NULL if there are none for these fields.
SEXP ffi_recall(SEXP set) {
  SEXP key = key_of(set);
  SEXP known = key == R_NilValue ? R_NilValue : R_altrep_data1(key);
  if (known == R_NilValue) return R_NilValue;
  return has_fields(set, VECTOR_ELT(known, 0)) ? VECTOR_ELT(known, 1) : R_NilValue;
}

// Keeps notes on a set, replacing those on a set with the same key, and returns them.
SEXP ffi_remember(SEXP set, SEXP notes) {
  SEXP key = key_of(set);
  const R_len_t n = Rf_length(set);
  if (key == R_NilValue || Rf_length(Rf_getAttrib(set, R_NamesSymbol)) != n) return notes;
  SEXP known = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(known, 0, Rf_lengthgets(set, n - 1));
  SET_VECTOR_ELT(known, 1, notes);
  R_set_altrep_data1(key, known);
  UNPROTECT(1);
  return notes;
}

// A new set of these named fields, with notes on it that begin with the range of its values, unless
// that is NULL.
SEXP ffi_with_memory(SEXP fields, SEXP class, SEXP range) {
  const R_len_t n = Rf_length(fields);
  SEXP set = PROTECT(Rf_lengthgets(fields, n + 1));
  SET_VECTOR_ELT(set, n, ffi_key(R_NilValue));
  SET_STRING_ELT(Rf_getAttrib(set, R_NamesSymbol), n, Rf_mkChar("memory"));
  Rf_setAttrib(set, R_ClassSymbol, class);
  SEXP notes = PROTECT(R_NewEnv(R_EmptyEnv, FALSE, 0));
  if (range != R_NilValue) Rf_defineVar(Rf_install("range"), range, notes);
  ffi_remember(set, notes);
  UNPROTECT(2);
  return set;
}
