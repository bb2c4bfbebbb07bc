#include "kernels/pav/blocks.h"

#include "ffi-host.h"
#include "ffi-sample.h"

SEXP blocks_to_list(const struct cal_partition* found) {
  const char* names[] = {"min", "max", "n_h1", "n_h2", "llr", "totals", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_min = ffi_new_doubles(out, 0, found->n);
  double* v_max = ffi_new_doubles(out, 1, found->n);
  double* v_n_h1 = ffi_new_doubles(out, 2, found->n);
  double* v_n_h2 = ffi_new_doubles(out, 3, found->n);
  double* v_llr = ffi_new_doubles(out, 4, found->n);
  double* v_totals = ffi_new_doubles(out, 5, 2);

  for (ptrdiff_t i = 0; i < found->n; ++i) {
    const struct cal_block block = found->blocks[i];
    v_min[i] = found->value[block.first];
    v_max[i] = found->value[block.last];
    v_n_h1[i] = block.n_h1;
    v_n_h2[i] = block.n_h2;
    v_llr[i] = cal_block_llr(block, found->total_h1, found->total_h2);
  }
  v_totals[0] = found->total_h1;
  v_totals[1] = found->total_h2;

  UNPROTECT(1);
  return out;
}

static SEXP of_sample(struct cal_host* host, const void* sample) {
  const struct cal_partition found = cal_blocks(host, sample);
  const char* names[] = {"blocks", "counts", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(out, 0, blocks_to_list(&found));
  if (found.counted.n > 0) SET_VECTOR_ELT(out, 1, counted_to_list(&found.counted));
  UNPROTECT(1);
  return out;
}

// The blocks of a source, and its counts, where these have been made on the way.
SEXP ffi_blocks(SEXP source, SEXP threads) {
  const struct cal_sample sample = ffi_sample(source);
  return ffi_with_host(of_sample, &sample, Rf_asInteger(threads));
}

static SEXP of_counts(struct cal_host* host, const void* counted) {
  const struct cal_partition found = cal_blocks_of_counts(host, counted);
  return blocks_to_list(&found);
}

SEXP ffi_blocks_of_counts(SEXP counts) {
  const struct cal_counted counted = ffi_counted(counts);
  return ffi_with_host(of_counts, &counted, 1);
}
