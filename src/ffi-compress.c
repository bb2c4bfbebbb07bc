#include "kernels/cost/compress.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// Points in the place of these, whose LLRs are the values times `unit`.
FFI_HOSTED_2(ffi_compress, counts, unit) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_scaled trials = {counted.value, ffi_number(unit, "unit"), counted.n_h1,
                                    counted.n_h2, counted.n};
  const struct cal_points points = cal_compress_all(host, &trials);
  return points_to_list(&points);
}
