#include "kernels/count/stairs.h"

#include "ffi-host.h"

// The level at each value of a staircase.
FFI_ENTRY_4(ffi_stairs, value, edge, level, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const R_xlen_t n = Rf_xlength(value), n_edges = Rf_xlength(edge);
  const struct cal_stairs stairs = {ffi_doubles(edge, "edge"),
                                    ffi_n_doubles(level, n_edges, "level"), n_edges};
  cal_stairs_find(host, &stairs, ffi_doubles(value, "value"), n, ffi_return_doubles(out, n));
}
