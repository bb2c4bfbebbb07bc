#include "ffi-trials.h"

#include "kernels/base/parallel.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth) {
  if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
  return (struct cal_trials){
      .value = ffi_doubles(value, "value"), .truth = LOGICAL_RO(truth), .n = Rf_xlength(value)};
}

struct cal_trials ffi_part_piece(const struct cal_trials* trials, ptrdiff_t n_parts, ptrdiff_t part,
                                 ptrdiff_t done) {
  const ptrdiff_t first = cal_part_begin(trials->n, n_parts, part) + done;
  const ptrdiff_t end = cal_part_begin(trials->n, n_parts, part + 1);
  if (first >= end) return (struct cal_trials){trials->value, trials->truth, 0};
  return (struct cal_trials){trials->value + first, trials->truth + first,
                             ffi_piece_end(first, end) - first};
}
