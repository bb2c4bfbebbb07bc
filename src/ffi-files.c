#include "files.h"

#include "ffi.h"

static const char* path(SEXP x) { return Rf_translateChar(STRING_ELT(x, 0)); }

// Message of the system for an error; NULL if there is no error.
SEXP ffi_write_file(SEXP file, SEXP bytes) {
  const int error = files_write(path(file), RAW_RO(bytes), (size_t)Rf_xlength(bytes));
  return error ? Rf_mkString(files_words(error)) : R_NilValue;
}

SEXP ffi_lock_file(SEXP file) { return Rf_ScalarInteger(files_lock(path(file))); }

SEXP ffi_unlock_file(SEXP lock, SEXP file) {
  files_unlock(Rf_asInteger(lock), path(file));
  return R_NilValue;
}
