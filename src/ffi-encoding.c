// Encoding of bytes, and numbers as text.
#include "kernels/read/encoding.h"

#include "ffi-host.h"

// Returns 0 for UTF-8, 1 for another encoding of 8 bits, 2 if there are zero bytes.
SEXP ffi_encoding(SEXP text) {
  ffi_check_type(text, RAWSXP, "text");
  return Rf_ScalarInteger((int)cal_encoding_of((const char*)RAW_RO(text), Rf_xlength(text)));
}

// The fewest digits, 15 or 17, from which a reader that rounds correctly recovers each number.
FFI_ENTRY_1(ffi_number_text, x) {
  const double* v_x = ffi_doubles(x, "x");
  SEXP texts = ffi_return(out, Rf_allocVector(STRSXP, Rf_xlength(x)));
  for (R_xlen_t i = 0; i < Rf_xlength(x); ++i) {
    char text[32];
    snprintf(text, sizeof text, "%.15g", v_x[i]);
    if (strtod(text, NULL) != v_x[i]) snprintf(text, sizeof text, "%.17g", v_x[i]);
    SET_STRING_ELT(texts, i, Rf_mkChar(text));
  }
}
