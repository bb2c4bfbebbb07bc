#include "kernels/count/stairs.h"

#include "ffi-host.h"

// The level at each value of a staircase.
FFI_ENTRY_3(ffi_stairs, value, edge, level) {
  const R_xlen_t n = Rf_xlength(value);
  const struct cal_stairs stairs = {.edge = ffi_doubles(edge, "edge"),
                                    .level = ffi_n_doubles(level, Rf_xlength(edge), "level"),
                                    .n = Rf_xlength(edge)};
  cal_stairs_find(host, &stairs, ffi_doubles(value, "value"), n, ffi_return_doubles(out, n));
}
