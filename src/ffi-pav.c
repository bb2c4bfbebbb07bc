#include "ffi-blocks.h"
#include "ffi.h"
#include "kernels/base/sum.h"
#include "kernels/pav/pav.h"

static double total(const double* x, R_xlen_t n) {
  struct cal_sum sum = {0};
  for (R_xlen_t i = 0; i < n; ++i) cal_sum_add(&sum, x[i]);
  return cal_sum_value(sum);
}

SEXP blocks_to_list(const struct cal_block* blocks, ptrdiff_t n, const double* value,
                    double total_h1, double total_h2) {
  const char* names[] = {"min", "max", "n_h1", "n_h2", "llr", "totals", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_min = ffi_new_doubles(out, 0, n);
  double* v_max = ffi_new_doubles(out, 1, n);
  double* v_n_h1 = ffi_new_doubles(out, 2, n);
  double* v_n_h2 = ffi_new_doubles(out, 3, n);
  double* v_llr = ffi_new_doubles(out, 4, n);
  double* v_totals = ffi_new_doubles(out, 5, 2);

  for (ptrdiff_t i = 0; i < n; ++i) {
    v_min[i] = value[blocks[i].first];
    v_max[i] = value[blocks[i].last];
    v_n_h1[i] = blocks[i].n_h1;
    v_n_h2[i] = blocks[i].n_h2;
    v_llr[i] = cal_block_llr(blocks[i], total_h1, total_h2);
  }
  v_totals[0] = total_h1;
  v_totals[1] = total_h2;

  UNPROTECT(1);
  return out;
}

static struct cal_block* new_blocks(ptrdiff_t n) {
  return (struct cal_block*)R_alloc((size_t)n, sizeof(struct cal_block));
}

// As `cal_pav()`, in pieces that end soon enough for an interrupt.
static ptrdiff_t pool(const double* n_h1, const double* n_h2, R_xlen_t n, struct cal_block* blocks,
                      ptrdiff_t capacity) {
  ptrdiff_t n_blocks = 0;
  for (R_xlen_t first = 0, next; first < n && n_blocks >= 0; first = next) {
    R_CheckUserInterrupt();
    next = ffi_piece_end(first, n);
    n_blocks = cal_pav_extend(n_h1, n_h2, first, next - 1, blocks, n_blocks, capacity);
  }
  return n_blocks;
}

SEXP ffi_pav(SEXP value, SEXP n_h1, SEXP n_h2) {
  const double* v_n_h1 = ffi_doubles(n_h1, "n_h1");
  const double* v_n_h2 = ffi_doubles(n_h2, "n_h2");
  const R_xlen_t n = Rf_xlength(n_h1);
  const double total_h1 = total(v_n_h1, n), total_h2 = total(v_n_h2, n);

  const ptrdiff_t capacity = cal_pav_capacity(n, total_h1 + total_h2);
  struct cal_block* blocks = new_blocks(capacity);
  ptrdiff_t n_blocks = pool(v_n_h1, v_n_h2, n, blocks, capacity);
  if (n_blocks < 0) {
    // Only weights that are not whole numbers get here.
    blocks = new_blocks(n);
    n_blocks = pool(v_n_h1, v_n_h2, n, blocks, n);
  }

  return blocks_to_list(blocks, n_blocks, ffi_doubles(value, "value"), total_h1, total_h2);
}
