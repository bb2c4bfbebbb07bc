#include "kernels/rates/tippett.h"

#include "ffi-host.h"

// Shares at the values and, if `ends` asks for them, before the first and after the last.
FFI_ENTRY_3(ffi_shares, count, ends, above) {
  const bool is_tail = Rf_asLogical(above) == TRUE;
  const int* at_end = ffi_n_logicals(ends, 2, "ends");
  const R_xlen_t n = Rf_xlength(count);
  double* share = ffi_return_doubles(out, n + at_end[0] + at_end[1]);
  if (at_end[0]) *share++ = is_tail;
  (is_tail ? cal_tail_shares : cal_head_shares)(host, ffi_doubles(count, "count"), n, share);
  if (at_end[1]) share[n] = !is_tail;
}

// Positions from 1 among the counts `range[0]..range[1]`; NULL if none is positive.
FFI_ENTRY_2(ffi_milestones, count, range) {
  const double *v_range = ffi_n_doubles(range, 2, "range"), *v_count = ffi_doubles(count, "count");
  const R_xlen_t first = (R_xlen_t)v_range[0] - 1, n = (R_xlen_t)v_range[1] - first;
  ptrdiff_t position[3];
  if (!cal_milestones(v_count + first, n, position)) return;
  double* at = ffi_return_doubles(out, 3);
  for (int i = 0; i < 3; ++i) at[i] = v_range[0] + (double)position[i];
}
