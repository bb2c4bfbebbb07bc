#include "kernels/rates/supported.h"

#include "ffi-host.h"

// The lower and the upper bound by the criterion with this number in enum cal_support, or only the
// `first` thresholds that fail. `pieces` come from threshold_pieces() in R.
FFI_ENTRY_3(ffi_supported, pieces, support, first) {
  const double* total = ffi_field_doubles(pieces, "totals", 2);
  struct cal_pieces all = {
      .total_h1 = total[0], .total_h2 = total[1], .n = ffi_field_length(pieces, "from")};
  FFI_READ(doubles, all.n, &all, pieces, from, to, below_h1, below_h2, above_h1, above_h2);
  const enum cal_support by = Rf_asInteger(support) == 1 ? CAL_BY_INVARIANCE : CAL_BY_UTILITY;
  double* bounds = ffi_return_doubles(out, 2);
  (Rf_asLogical(first) ? cal_first_unsupported : cal_supported)(&all, by, bounds);
}
