#ifndef CALIBRANT_FFI_RULE_TABLE_H
#define CALIBRANT_FFI_RULE_TABLE_H

#include "ffi.h"
#include "kernels/rule/rule-table.h"

static inline struct cal_rule_table ffi_rule_table(SEXP table) {
  const R_xlen_t n = ffi_field_length(table, "h1");
  if (n < 2) Rf_error("internal error: a table must have two rows");
  return (struct cal_rule_table){.from = ffi_field_number(table, "from"),
                                 .step = ffi_field_number(table, "step"),
                                 .n = n,
                                 .h1 = ffi_field_doubles(table, "h1", n),
                                 .h2 = ffi_field_doubles(table, "h2", n),
                                 .slope_h1 = ffi_field_doubles(table, "slope_h1", n),
                                 .slope_h2 = ffi_field_doubles(table, "slope_h2", n)};
}

#endif
