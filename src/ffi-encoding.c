// How the bytes of a file stand for text, see R/set-read-scores-files.R.
#include "kernels/read/encoding.h"

#include "ffi.h"

// 0 for UTF-8, 1 for another encoding of 8 bits, 2 where there are zeros.
SEXP ffi_encoding(SEXP text) {
  ffi_check_type(text, RAWSXP, "text");
  return Rf_ScalarInteger((int)cal_encoding_of((const char*)RAW_RO(text), Rf_xlength(text)));
}
