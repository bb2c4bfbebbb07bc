#include "kernels/pav/pav-buckets.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// Flags the buckets of a tally whose values must be read.
FFI_ENTRY_2(ffi_tally_keep, tally, slack) {
  const struct cal_counted counted = ffi_counted(tally);
  uint8_t* keep = cal_scratch(host, counted.n, sizeof *keep);
  cal_tally_keep(host, &counted, ffi_number(slack, "slack"), keep);
  ffi_return_flags(out, keep, counted.n);
}

// Blocks, or NULL if the values differ from those counted. `values` also has the `place` (from 0)
// of each value's bucket in the tally.
FFI_ENTRY_4(ffi_tally_blocks, tally, slack, keep, values) {
  const struct cal_counted counted = ffi_counted(tally);
  const ptrdiff_t n = counted.n;
  const int* v_keep = ffi_n_logicals(keep, n, "keep");
  uint8_t* flag = cal_scratch(host, n, sizeof *flag);
  for (ptrdiff_t i = 0; i < n; ++i) flag[i] = v_keep[i] == 1;
  struct cal_tally_values found = {.counted = ffi_counted(values)};
  found.bucket = ffi_field_integers(values, "place", found.counted.n);
  if (cal_tally_differs(&counted, flag, &found, ffi_number(slack, "slack")) < n) return;
  const struct cal_partition blocks = cal_tally_blocks(host, &counted, flag, &found);
  ffi_set_blocks(out, &blocks);
}

// Blocks for each bucket in its best order, and for each bucket as a single value. `closed` is NULL
// if no bucket is closed.
FFI_ENTRY_2(ffi_tally_bracket, tally, closed) {
  const struct cal_counted counted = ffi_counted(tally);
  const int* v_closed = closed == R_NilValue ? NULL : ffi_n_logicals(closed, counted.n, "closed");
  const struct cal_partition best = cal_tally_best(host, &counted, v_closed);
  ffi_set_blocks(ffi_set_list(out, "lower"), &best);
  const struct cal_partition tied = cal_blocks_of_counts(host, &counted);
  ffi_set_blocks(ffi_set_list(out, "upper"), &tied);
}
