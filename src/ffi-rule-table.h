#ifndef CALIBRANT_FFI_RULE_TABLE_H
#define CALIBRANT_FFI_RULE_TABLE_H

#include "ffi.h"
#include "kernels/rule/rule-table.h"

static inline struct cal_rule_table ffi_rule_table(SEXP table) {
  const R_xlen_t n = ffi_field_length(table, "h1");
  if (n < 2) Rf_error("internal error: a table must have two rows");
  struct cal_rule_table out = {.n = n};
  FFI_READ_ONE(number, &out, table, from, step);
  FFI_READ(doubles, n, &out, table, h1, h2, slope_h1, slope_h2);
  return out;
}

#endif
