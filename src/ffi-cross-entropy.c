#include "kernels/cost/claims.h"
#include "kernels/cost/cross-entropy-curve.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/cost/useful-range.h"
#include "kernels/rates/far-tail.h"

FFI_ENTRY_2(ffi_claims, points, log_odds) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(log_odds);
  double *claimed = ffi_set_doubles(out, "claimed", n), *over = ffi_set_doubles(out, "over", n);
  double* deviation = ffi_set_doubles(out, "deviation", n);
  cal_claims_along(host, &of, ffi_doubles(log_odds, "log_odds"), n, claimed, over, deviation);
}

FFI_ENTRY_2(ffi_cross_entropy, points, log_odds) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(log_odds);
  double *h1 = ffi_set_doubles(out, "h1", n), *h2 = ffi_set_doubles(out, "h2", n);
  cal_cross_entropy_along(host, &of, ffi_doubles(log_odds, "log_odds"), n, h1, h2);
}

// Cross-entropies, one number for each of the prior log-odds.
#define AT_PRIORS(name, along)                                                          \
  FFI_ENTRY_2(name, points, log_odds) {                                                 \
    const struct cal_points of = ffi_points(points);                                    \
    const R_xlen_t n = Rf_xlength(log_odds);                                            \
    along(host, &of, ffi_doubles(log_odds, "log_odds"), n, ffi_return_doubles(out, n)); \
  }
AT_PRIORS(ffi_ece, cal_ece_along)
AT_PRIORS(ffi_excess, cal_excess_along)

// A column for each range of prior log-odds at which the excess is negative. `grid` ascends.
FFI_ENTRY_2(ffi_useful_ranges, points, grid) {
  const struct cal_points of = ffi_points(points);
  const R_xlen_t n = Rf_xlength(grid);
  double* end = cal_scratch_doubles(host, 4 * n);
  const ptrdiff_t n_ends = cal_useful_ranges(host, &of, ffi_doubles(grid, "grid"), n, end);
  double* range = ffi_return_matrix(out, 2, n_ends / 2);
  if (n_ends > 0) memcpy(range, end, (size_t)n_ends * sizeof *end);
}

// Misleading LRs of H2 at or above each log LR. `line` has slopes and offsets in columns.
FFI_ENTRY_4(ffi_far_tail, points, log_lr, line, fewest) {
  const struct cal_points of = ffi_points(points);
  const struct cal_tail_overlap found = cal_find_overlap(&of, ffi_number(fewest, "fewest"));
  struct cal_far_tails tails = {.n = Rf_xlength(log_lr), .n_lines = Rf_ncols(line)};
  tails.log_lr = ffi_doubles(log_lr, "log_lr"), tails.line = ffi_doubles(line, "line");
  FFI_NEW(tails.n, out, &tails, n_misleading, n_strong, rate, square, lowest, highest);
  cal_find_far_tails(&of, &tails);
  FFI_SET(number, out, &found, from, z, n_certain);
}
