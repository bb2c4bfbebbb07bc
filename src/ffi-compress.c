#include "kernels/compress.h"

#include "ffi.h"

SEXP ffi_compress(SEXP value, SEXP unit, SEXP n_h1, SEXP n_h2) {
  const struct cal_scaled trials = {.value = ffi_doubles(value, "value"),
                                    .unit = ffi_doubles(unit, "unit")[0],
                                    .n_h1 = ffi_doubles(n_h1, "n_h1"),
                                    .n_h2 = ffi_doubles(n_h2, "n_h2"),
                                    .n = Rf_xlength(value)};
  const ptrdiff_t size = cal_compress_size(&trials);

  const char* names[] = {"llr", "n_h1", "n_h2", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  double* v_llr = ffi_new_doubles(out, 0, size);
  double* v_n_h1 = ffi_new_doubles(out, 1, size);
  double* v_n_h2 = ffi_new_doubles(out, 2, size);
  cal_compress(&trials, v_llr, v_n_h1, v_n_h2);

  UNPROTECT(1);
  return out;
}
