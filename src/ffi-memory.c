// What is derived from a set is kept beside it. The set holds a key, an external pointer to
// nothing, and a weak reference ties to the key a list of two: the fields from which things were
// derived, and an environment of notes on them. So
//   - the notes live as long as the set or a copy of it;
//   - whoever has other fields, even by one element, finds no notes: the list keeps the fields
//     alive, hence unchanged, and they are compared by their addresses;
//   - the notes do not travel: R writes a weak reference as such, without what it refers to;
//   - all keys are the same to `identical()`, so sets are if their fields are.
#include <stdbool.h>

#include "ffi.h"

static void tie(SEXP key, SEXP value) {
  SEXP reference = PROTECT(R_MakeWeakRef(key, value, R_NilValue, FALSE));
  R_SetExternalPtrProtected(key, reference);
  UNPROTECT(1);
}

SEXP ffi_memory(void) {
  SEXP key = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  tie(key, R_NilValue);
  UNPROTECT(1);
  return key;
}

// The key is the last field of a set; NULL where that is something else.
static SEXP key_of(SEXP set) {
  const R_xlen_t n = TYPEOF(set) == VECSXP ? Rf_xlength(set) : 0;
  SEXP last = n > 0 ? VECTOR_ELT(set, n - 1) : R_NilValue;
  return TYPEOF(last) == EXTPTRSXP ? last : R_NilValue;
}

static bool has_fields(SEXP set, SEXP fields) {
  const R_xlen_t n = Rf_xlength(fields);
  if (Rf_xlength(set) != n + 1) return false;
  for (R_xlen_t i = 0; i < n; ++i) {
    if (VECTOR_ELT(set, i) != VECTOR_ELT(fields, i)) return false;
  }
  return true;
}

// The environment of notes on a set; NULL where there are none on these fields.
SEXP ffi_recall(SEXP set) {
  SEXP key = key_of(set);
  SEXP reference = key == R_NilValue ? R_NilValue : R_ExternalPtrProtected(key);
  if (TYPEOF(reference) != WEAKREFSXP) return R_NilValue;
  SEXP known = R_WeakRefValue(reference);
  if (TYPEOF(known) != VECSXP || !has_fields(set, VECTOR_ELT(known, 0))) return R_NilValue;
  return VECTOR_ELT(known, 1);
}

// Ties notes to a set, in the place of those on a set with the same key, and returns them.
SEXP ffi_remember(SEXP set, SEXP notes) {
  SEXP key = key_of(set);
  if (key == R_NilValue) return notes;
  const R_xlen_t n = Rf_xlength(set) - 1;
  SEXP known = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP fields = Rf_allocVector(VECSXP, n);
  SET_VECTOR_ELT(known, 0, fields);
  SET_VECTOR_ELT(known, 1, notes);
  for (R_xlen_t i = 0; i < n; ++i) SET_VECTOR_ELT(fields, i, VECTOR_ELT(set, i));
  tie(key, known);
  UNPROTECT(1);
  return notes;
}
