#include "kernels/pav/apply-blocks.h"

#include "ffi.h"

// `blocks`: min, max and level.
SEXP ffi_apply_blocks(SEXP blocks, SEXP nearest, SEXP x) {
  const R_xlen_t n_blocks = ffi_field_length(blocks, "level"), n = Rf_xlength(x);
  const struct cal_levels levels = {.min = ffi_field_doubles(blocks, "min", n_blocks),
                                    .max = ffi_field_doubles(blocks, "max", n_blocks),
                                    .level = ffi_field_doubles(blocks, "level", n_blocks),
                                    .n = n_blocks};
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  cal_apply_blocks(&levels, Rf_asLogical(nearest) == TRUE, ffi_doubles(x, "x"), n, REAL(out));
  UNPROTECT(1);
  return out;
}
