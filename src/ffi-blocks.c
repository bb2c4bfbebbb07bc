#include "kernels/pav/blocks.h"

#include "ffi-host.h"
#include "ffi-sample.h"

SEXP blocks_to_list(const struct cal_partition* found) {
  SEXP out = PROTECT(ffi_new_list("min", "max", "n_h1", "n_h2", "llr", "totals"));
  double* v_min = ffi_set_doubles(out, "min", found->n);
  double* v_max = ffi_set_doubles(out, "max", found->n);
  double* v_n_h1 = ffi_set_doubles(out, "n_h1", found->n);
  double* v_n_h2 = ffi_set_doubles(out, "n_h2", found->n);
  double* v_llr = ffi_set_doubles(out, "llr", found->n);
  for (ptrdiff_t i = 0; i < found->n; ++i) {
    const struct cal_block block = found->blocks[i];
    v_min[i] = found->value[block.first];
    v_max[i] = found->value[block.last];
    v_n_h1[i] = block.n_h1;
    v_n_h2[i] = block.n_h2;
    v_llr[i] = cal_block_llr(block, found->total_h1, found->total_h2);
  }
  ffi_set_pair(out, "totals", found->total_h1, found->total_h2);
  UNPROTECT(1);
  return out;
}

// The blocks of a source, and its counts, where these have been made on the way.
FFI_HOSTED_2(ffi_blocks, source, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  const struct cal_partition found = cal_blocks(host, &sample);
  SEXP out = PROTECT(ffi_new_list("blocks", "counts"));
  ffi_set(out, "blocks", blocks_to_list(&found));
  if (found.counted.n > 0) ffi_set(out, "counts", counted_to_list(&found.counted));
  UNPROTECT(1);
  return out;
}

FFI_HOSTED_1(ffi_blocks_of_counts, counts) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_partition found = cal_blocks_of_counts(host, &counted);
  return blocks_to_list(&found);
}
