#include "kernels/pav/apply-blocks.h"

#include "ffi-host.h"

// `blocks` has min, max and level.
FFI_ENTRY_3(ffi_apply_blocks, blocks, nearest, x) {
  struct cal_levels levels = {.n = ffi_field_length(blocks, "level")};
  FFI_READ(doubles, levels.n, &levels, blocks, min, max, level);
  cal_apply_blocks(&levels, Rf_asLogical(nearest) == TRUE, ffi_doubles(x, "x"), Rf_xlength(x),
                   ffi_return_doubles(out, Rf_xlength(x)));
}
