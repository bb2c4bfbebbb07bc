#include "kernels/pav/blocks.h"

#include "ffi-host.h"
#include "ffi-sample.h"

void ffi_set_blocks(SEXP out, const struct cal_partition* found) {
  struct {
    double *min, *max, *n_h1, *n_h2, *llr;
  } to;
  FFI_NEW(found->n, out, &to, min, max, n_h1, n_h2, llr);
  for (ptrdiff_t i = 0; i < found->n; ++i) {
    const struct cal_block block = found->blocks[i];
    to.min[i] = found->value[block.first];
    to.max[i] = found->value[block.last];
    to.n_h1[i] = block.n_h1;
    to.n_h2[i] = block.n_h2;
    to.llr[i] = cal_block_llr(block, found->total_h1, found->total_h2);
  }
  ffi_set_pair(out, "totals", found->total_h1, found->total_h2);
}

// Blocks of a sample, and its counts if they are a by-product.
FFI_ENTRY_2(ffi_blocks, source, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  const struct cal_partition found = cal_blocks(host, &sample);
  ffi_set_blocks(ffi_set_list(out, "blocks"), &found);
  if (found.counted.n > 0) ffi_set_counted(ffi_set_list(out, "counts"), &found.counted);
}

FFI_ENTRY_1(ffi_blocks_of_counts, counts) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_partition found = cal_blocks_of_counts(host, &counted);
  ffi_set_blocks(out, &found);
}
