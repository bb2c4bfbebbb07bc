#include "kernels/base/vector-path.h"

#include "ffi.h"

// Sets whether wide registers may be used from now on; returns the previous setting.
SEXP ffi_allow_wide(SEXP allow) {
  return Rf_ScalarLogical(cal_vector_allow_wide(Rf_asLogical(allow)));
}
