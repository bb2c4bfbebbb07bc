#include "kernels/rates/roc.h"

#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/rates/picture.h"

// Groups of trials: counts or blocks.
static struct cal_groups read_groups(SEXP list) {
  struct cal_groups groups = {.n = ffi_field_length(list, "n_h1")};
  FFI_READ(doubles, groups.n, &groups, list, n_h1, n_h2);
  return groups;
}

FFI_ENTRY_1(ffi_roc_corners, groups) {
  const struct cal_groups steps = read_groups(groups);
  double* p_miss = ffi_set_doubles(out, "p_miss", steps.n + 1);
  cal_roc_corners(host, steps, p_miss, ffi_set_doubles(out, "p_fa", steps.n + 1));
}

// The AUC, and the share of pairs that are tied.
FFI_ENTRY_1(ffi_auc, groups) {
  const struct cal_groups all = read_groups(groups);
  double* area = ffi_return_doubles(out, 2);
  area[0] = cal_auc(all), area[1] = cal_auc_ties(all);
}

// Flags the groups that begin at an edge that a picture needs.
FFI_ENTRY_1(ffi_picture_edges, groups) {
  const struct cal_groups steps = read_groups(groups);
  uint8_t* edge = cal_scratch(host, steps.n, sizeof *edge);
  cal_picture_edges(steps, edge);
  ffi_return_flags(out, edge, steps.n);
}

// Cost at the crossing, its group (from one), and the value that balances the costs.
FFI_ENTRY_3(ffi_roc_crossing, groups, c_miss, c_fa) {
  const double costs[] = {ffi_number(c_miss, "c_miss"), ffi_number(c_fa, "c_fa")};
  const struct cal_groups all = read_groups(groups);
  const struct cal_crossing crossing = cal_roc_crossing(all, costs[0], costs[1]);
  const char* value = ffi_has_field(groups, "value") ? "value" : "n_h1";
  const double* v_value = ffi_field_doubles(groups, value, all.n);
  ffi_set_number(out, "cost", crossing.cost);
  ffi_set_number(out, "group", (double)(crossing.group + 1));
  ffi_set_number(out, "balance", cal_roc_balance(all, v_value, costs[0], costs[1]));
}
