#include "kernels/pav/stairs.h"

#include "ffi.h"
#include "kernels/base/plan.h"

static ptrdiff_t n_buckets(R_xlen_t n) {
  return n / 4 < CAL_PLAN_STAIRS ? n / 4 + 1 : CAL_PLAN_STAIRS;
}

// The level at each value of a staircase.
SEXP ffi_stairs(SEXP value, SEXP edge, SEXP level) {
  const double* v_value = ffi_doubles(value, "value");
  const R_xlen_t n = Rf_xlength(value);
  const struct cal_stairs stairs = {.edge = ffi_doubles(edge, "edge"),
                                    .level = ffi_doubles(level, "level"),
                                    .n = Rf_xlength(edge)};
  ffi_check_length(level, stairs.n, "level");
  const struct cal_bucket_map map = cal_bucket_map_choose(v_value, n, n_buckets(n));
  double* table = ffi_scratch(map.size, sizeof *table);
  cal_stairs_table(&stairs, &map, table);

  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  double* v_out = REAL(out);
  for (R_xlen_t i = 0, end; i < n; i = end) {
    R_CheckUserInterrupt();
    end = ffi_piece_end(i, n);
    cal_stairs_levels(&stairs, &map, table, v_value + i, end - i, v_out + i);
  }
  UNPROTECT(1);
  return out;
}
