#include "kernels/cost/compress.h"

#include "ffi.h"

// Any run of the trials can be compressed by itself: a bin that two pieces share becomes two sets
// of nodes.
static struct cal_scaled piece(const struct cal_scaled* trials, ptrdiff_t first) {
  struct cal_scaled part = *trials;
  part.value += first;
  part.n_h1 += first;
  part.n_h2 += first;
  part.n = ffi_piece_end(first, trials->n) - first;
  return part;
}

static ptrdiff_t compressed_size(const struct cal_scaled* trials) {
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0; first < trials->n; first = ffi_piece_end(first, trials->n)) {
    R_CheckUserInterrupt();
    const struct cal_scaled part = piece(trials, first);
    size += cal_compress_size(&part);
  }
  return size;
}

static void compress(const struct cal_scaled* trials, double* llr, double* n_h1, double* n_h2) {
  ptrdiff_t size = 0;
  for (ptrdiff_t first = 0; first < trials->n; first = ffi_piece_end(first, trials->n)) {
    R_CheckUserInterrupt();
    const struct cal_scaled part = piece(trials, first);
    cal_compress(&part, llr + size, n_h1 + size, n_h2 + size);
    size += cal_compress_size(&part);
  }
}

SEXP ffi_compress(SEXP value, SEXP unit, SEXP n_h1, SEXP n_h2) {
  const struct cal_scaled trials = {.value = ffi_doubles(value, "value"),
                                    .unit = ffi_doubles(unit, "unit")[0],
                                    .n_h1 = ffi_doubles(n_h1, "n_h1"),
                                    .n_h2 = ffi_doubles(n_h2, "n_h2"),
                                    .n = Rf_xlength(value)};
  ffi_check_length(n_h1, trials.n, "n_h1");
  ffi_check_length(n_h2, trials.n, "n_h2");
  const ptrdiff_t size = compressed_size(&trials);

  const char* names[] = {"llr", "n_h1", "n_h2", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_llr = ffi_new_doubles(out, 0, size);
  double* v_n_h1 = ffi_new_doubles(out, 1, size);
  double* v_n_h2 = ffi_new_doubles(out, 2, size);
  compress(&trials, v_llr, v_n_h1, v_n_h2);

  UNPROTECT(1);
  return out;
}
