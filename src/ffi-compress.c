#include "kernels/cost/compress.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/cost/compress-unsorted.h"

// Replaces points by fewer ones. LLRs are the values times `unit`.
FFI_ENTRY_2(ffi_compress, counts, unit) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_scaled trials = {counted.value, ffi_number(unit, "unit"), counted.n_h1,
                                    counted.n_h2, counted.n};
  const struct cal_points points = cal_compress_all(host, &trials);
  ffi_set_points(out, &points);
}

// Nodes of a bin, at places from -1 to 1, and their weights, with a column per moment.
FFI_ENTRY_1(ffi_moment_weights, moments) {
  const R_xlen_t n = Rf_xlength(moments) / CAL_MOMENTS;
  double* at = ffi_set_doubles(out, "at", CAL_MOMENTS);
  cal_moment_weights(ffi_doubles(moments, "moments"), n, at,
                     ffi_set_doubles(out, "weight", n * CAL_MOMENTS));
}
