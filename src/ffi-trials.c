#include "ffi-trials.h"

struct cal_trials ffi_trials(SEXP value, SEXP truth) {
  if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
  return (struct cal_trials){
      .value = ffi_doubles(value, "value"), .truth = LOGICAL_RO(truth), .n = Rf_xlength(value)};
}

void* ffi_scratch(ptrdiff_t n, size_t size) { return R_alloc((size_t)(n > 0 ? n : 1), (int)size); }
