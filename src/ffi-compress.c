#include "kernels/compress.h"

#include "ffi.h"

SEXP ffi_compress(SEXP llr, SEXP n_h1, SEXP n_h2) {
  const struct cal_points points = {.llr = ffi_doubles(llr, "llr"),
                                    .n_h1 = ffi_doubles(n_h1, "n_h1"),
                                    .n_h2 = ffi_doubles(n_h2, "n_h2"),
                                    .n = Rf_xlength(llr)};
  const ptrdiff_t size = cal_compress_size(&points);

  const char* names[] = {"llr", "n_h1", "n_h2", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_llr = ffi_new_doubles(out, 0, size);
  double* v_n_h1 = ffi_new_doubles(out, 1, size);
  double* v_n_h2 = ffi_new_doubles(out, 2, size);
  cal_compress(&points, v_llr, v_n_h1, v_n_h2);

  UNPROTECT(1);
  return out;
}
