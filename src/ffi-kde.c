#include "ffi-host.h"
#include "kernels/fit/kde-cells.h"

static struct cal_centres centres_of(SEXP part) {
  const R_xlen_t n = ffi_field_length(part, "at");
  return (struct cal_centres){ffi_field_doubles(part, "at", n), ffi_field_doubles(part, "n", n), n};
}

static struct cal_kernels kernels_of(SEXP density) {
  return (struct cal_kernels){centres_of(density), centres_of(ffi_field(density, "nodes")),
                              ffi_field_number(density, "total"),
                              ffi_field_number(density, "bandwidth")};
}

// Fewer, weighted centres that represent these.
FFI_ENTRY_3(ffi_kde_nodes, at, n, bandwidth) {
  const R_xlen_t size = Rf_xlength(at);
  const struct cal_centres all = {ffi_doubles(at, "at"), ffi_n_doubles(n, size, "n"), size};
  const struct cal_centres nodes = cal_kde_nodes(host, &all, ffi_number(bandwidth, "bandwidth"));
  ffi_set_copy(out, "at", nodes.at, nodes.n);
  ffi_set_copy(out, "n", nodes.weight, nodes.n);
}

// Log ratios of the densities `h1` and `h2` of a transform at `x`, or at the ends of its `range`.
FFI_ENTRY_2(ffi_kde, transform, x) {
  const struct cal_kernels h1 = kernels_of(ffi_field(transform, "h1"));
  const struct cal_kernels h2 = kernels_of(ffi_field(transform, "h2"));
  cal_kde_ratios(host, &h1, &h2, ffi_field_doubles(transform, "range", 2), ffi_doubles(x, "x"),
                 Rf_xlength(x), ffi_return_doubles(out, Rf_xlength(x)));
}
