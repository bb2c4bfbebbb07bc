#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "callables.h"
#include "ffi.h"

#define CALL_ENTRY(name, n_args) \
  { #name, (DL_FUNC)&name, n_args }

// clang-format off
static const R_CallMethodDef call_entries[] = {
    CALL_ENTRY(ffi_allow_wide, 1),
    CALL_ENTRY(ffi_auc, 2),
    CALL_ENTRY(ffi_auc_bound, 2),
    CALL_ENTRY(ffi_bigaussian_cllr, 1),
    CALL_ENTRY(ffi_bigaussian_quantile, 3),
    CALL_ENTRY(ffi_bigaussian_s, 1),
    CALL_ENTRY(ffi_blocks, 2),
    CALL_ENTRY(ffi_blocks_of_counts, 1),
    CALL_ENTRY(ffi_bootstrap, 3),
    CALL_ENTRY(ffi_class_derivatives, 2),
    CALL_ENTRY(ffi_class_fit, 1),
    CALL_ENTRY(ffi_class_ranges, 2),
    CALL_ENTRY(ffi_class_rule_fit, 3),
    CALL_ENTRY(ffi_class_scale, 2),
    CALL_ENTRY(ffi_class_scatter, 2),
    CALL_ENTRY(ffi_class_scores, 4),
    CALL_ENTRY(ffi_class_squares, 4),
    CALL_ENTRY(ffi_class_sums, 3),
    CALL_ENTRY(ffi_column_ranges, 1),
    CALL_ENTRY(ffi_common_log, 2),
    CALL_ENTRY(ffi_complement, 1),
    CALL_ENTRY(ffi_compress, 4),
    CALL_ENTRY(ffi_consistency, 1),
    CALL_ENTRY(ffi_count_true, 1),
    CALL_ENTRY(ffi_counts, 1),
    CALL_ENTRY(ffi_cross_entropy, 5),
    CALL_ENTRY(ffi_decide, 2),
    CALL_ENTRY(ffi_detection_llr, 3),
    CALL_ENTRY(ffi_ece, 5),
    CALL_ENTRY(ffi_entropy, 1),
    CALL_ENTRY(ffi_error_rates, 4),
    CALL_ENTRY(ffi_excess, 5),
    CALL_ENTRY(ffi_head_shares, 2),
    CALL_ENTRY(ffi_isotonic, 2),
    CALL_ENTRY(ffi_kde, 2),
    CALL_ENTRY(ffi_leave_out, 2),
    CALL_ENTRY(ffi_log_costs, 3),
    CALL_ENTRY(ffi_logistic, 1),
    CALL_ENTRY(ffi_mean_costs, 4),
    CALL_ENTRY(ffi_memory, 0),
    CALL_ENTRY(ffi_merge_counts, 2),
    CALL_ENTRY(ffi_milestones, 2),
    CALL_ENTRY(ffi_posterior, 2),
    CALL_ENTRY(ffi_range, 1),
    CALL_ENTRY(ffi_recall, 1),
    CALL_ENTRY(ffi_reduce, 4),
    CALL_ENTRY(ffi_reduce_counts, 2),
    CALL_ENTRY(ffi_remember, 2),
    CALL_ENTRY(ffi_auc_ties, 2),
    CALL_ENTRY(ffi_picture_edges, 2),
    CALL_ENTRY(ffi_roc_corners, 2),
    CALL_ENTRY(ffi_roc_crossing, 3),
    CALL_ENTRY(ffi_rule_cost, 3),
    CALL_ENTRY(ffi_rule_fit, 3),
    CALL_ENTRY(ffi_rule_offset, 3),
    CALL_ENTRY(ffi_rule_risk, 7),
    CALL_ENTRY(ffi_stairs, 3),
    CALL_ENTRY(ffi_next_value, 1),
    CALL_ENTRY(ffi_stream_between, 4),
    CALL_ENTRY(ffi_stream_count, 4),
    CALL_ENTRY(ffi_stream_count_counts, 3),
    CALL_ENTRY(ffi_stream_map, 2),
    CALL_ENTRY(ffi_stream_mark, 3),
    CALL_ENTRY(ffi_stream_moments, 0),
    CALL_ENTRY(ffi_stream_parts, 6),
    CALL_ENTRY(ffi_stream_points, 1),
    CALL_ENTRY(ffi_stream_rows, 4),
    CALL_ENTRY(ffi_stream_shift, 3),
    CALL_ENTRY(ffi_stream_sketch, 3),
    CALL_ENTRY(ffi_stream_split, 8),
    CALL_ENTRY(ffi_stream_sum, 5),
    CALL_ENTRY(ffi_stream_take, 6),
    CALL_ENTRY(ffi_subsets, 3),
    CALL_ENTRY(ffi_survey, 3),
    CALL_ENTRY(ffi_tail_shares, 2),
    CALL_ENTRY(ffi_tally_bracket, 2),
    CALL_ENTRY(ffi_tally_blocks, 5),
    CALL_ENTRY(ffi_tally_keep, 2),
    CALL_ENTRY(ffi_with_memory, 3),
    {NULL, NULL, 0},
};
// clang-format on

void attribute_visible R_init_calibrant(DllInfo* dll) {
  R_registerRoutines(dll, NULL, call_entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
  register_callables();
  ffi_define_keys(dll);
}
