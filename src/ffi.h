#ifndef CALIBRANT_FFI_H
#define CALIBRANT_FFI_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <string.h>

#include "kernels/base/plan.h"

SEXP ffi_allow_wide(SEXP allow);
SEXP ffi_auc(SEXP n_h1, SEXP n_h2);
SEXP ffi_auc_bound(SEXP value, SEXP truth);
SEXP ffi_bigaussian_cllr(SEXP s);
SEXP ffi_bigaussian_quantile(SEXP s, SEXP lower, SEXP upper);
SEXP ffi_bigaussian_s(SEXP cllr);
SEXP ffi_blocks(SEXP source, SEXP threads);
SEXP ffi_blocks_of_counts(SEXP counts);
SEXP ffi_bootstrap(SEXP systems, SEXP wanted, SEXP settings);
SEXP ffi_class_derivatives(SEXP problem, SEXP params);
SEXP ffi_class_fit(SEXP problem);
SEXP ffi_class_ranges(SEXP value, SEXP truth);
SEXP ffi_class_rule_fit(SEXP problem, SEXP rule, SEXP params);
SEXP ffi_class_scale(SEXP log_lik, SEXP truth);
SEXP ffi_class_scatter(SEXP problem, SEXP params);
SEXP ffi_class_scores(SEXP x, SEXP base, SEXP mean, SEXP variance);
SEXP ffi_class_squares(SEXP x, SEXP truth, SEXP mean, SEXP n_trials);
SEXP ffi_class_sums(SEXP x, SEXP truth, SEXP n_classes);
SEXP ffi_column_ranges(SEXP x);
SEXP ffi_common_log(SEXP value, SEXP base_log);
SEXP ffi_complement(SEXP p);
SEXP ffi_compress(SEXP value, SEXP unit, SEXP n_h1, SEXP n_h2);
SEXP ffi_consistency(SEXP problem);
SEXP ffi_count_true(SEXP x);
SEXP ffi_counts(SEXP source);
SEXP ffi_cross_entropy(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds);
SEXP ffi_decide(SEXP log_lik, SEXP log_prior);
SEXP ffi_detection_llr(SEXP log_lik, SEXP log_prior, SEXP target);
SEXP ffi_ece(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds);
SEXP ffi_entropy(SEXP p);
SEXP ffi_error_rates(SEXP value, SEXP n_h1, SEXP n_h2, SEXP threshold);
SEXP ffi_excess(SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals, SEXP log_odds);
SEXP ffi_head_shares(SEXP count, SEXP ends);
SEXP ffi_isotonic(SEXP y, SEXP weight);
SEXP ffi_kde(SEXP density, SEXP x);
SEXP ffi_leave_out(SEXP problem, SEXP pairs);
SEXP ffi_log_costs(SEXP log_lik, SEXP truth, SEXP log_prior);
SEXP ffi_logistic(SEXP problem);
SEXP ffi_mean_costs(SEXP source, SEXP counts, SEXP range, SEXP threads);
SEXP ffi_memory(void);
SEXP ffi_merge_counts(SEXP a, SEXP b);
SEXP ffi_milestones(SEXP count, SEXP range);
SEXP ffi_posterior(SEXP log_lik, SEXP log_prior);
SEXP ffi_range(SEXP x);
SEXP ffi_recall(SEXP set);
SEXP ffi_reduce(SEXP source, SEXP counts, SEXP range, SEXP threads);
SEXP ffi_reduce_counts(SEXP counts, SEXP unit);
SEXP ffi_remember(SEXP set, SEXP notes);
SEXP ffi_auc_ties(SEXP n_h1, SEXP n_h2);
SEXP ffi_picture_edges(SEXP n_h1, SEXP n_h2);
SEXP ffi_roc_corners(SEXP n_h1, SEXP n_h2);
SEXP ffi_roc_crossing(SEXP n_h1, SEXP n_h2, SEXP costs);
SEXP ffi_rule_cost(SEXP kind, SEXP gamma, SEXP posterior);
SEXP ffi_rule_fit(SEXP problem, SEXP table, SEXP start);
SEXP ffi_rule_offset(SEXP problem, SEXP steps, SEXP slopes);
SEXP ffi_rule_risk(SEXP kind, SEXP gamma, SEXP llr, SEXP n_h1, SEXP n_h2, SEXP totals,
                   SEXP log_odds);
SEXP ffi_stairs(SEXP value, SEXP edge, SEXP level);
SEXP ffi_next_value(SEXP value);
SEXP ffi_stream_between(SEXP edge, SEXP value, SEXP truth, SEXP count);
SEXP ffi_stream_count(SEXP map, SEXP value, SEXP truth, SEXP count);
SEXP ffi_stream_count_counts(SEXP map, SEXP counts, SEXP count);
SEXP ffi_stream_map(SEXP value, SEXP size);
SEXP ffi_stream_mark(SEXP map, SEXP from, SEXP to);
SEXP ffi_stream_moments(void);
SEXP ffi_stream_parts(SEXP map, SEXP from, SEXP to, SEXP cut, SEXP count, SEXP more);
SEXP ffi_stream_points(SEXP sums);
SEXP ffi_stream_rows(SEXP map, SEXP count, SEXP more, SEXP close);
SEXP ffi_stream_shift(SEXP from, SEXP to, SEXP bits);
SEXP ffi_stream_sketch(SEXP map, SEXP count, SEXP more);
SEXP ffi_stream_split(SEXP map, SEXP from, SEXP to, SEXP keep, SEXP cut, SEXP value, SEXP truth,
                      SEXP count);
SEXP ffi_stream_sum(SEXP value, SEXP truth, SEXP unit, SEXP factor, SEXP sums);
SEXP ffi_stream_take(SEXP map, SEXP from, SEXP to, SEXP keep, SEXP value, SEXP truth);
SEXP ffi_subsets(SEXP log_lik, SEXP truth, SEXP weight);
SEXP ffi_survey(SEXP value, SEXP truth, SEXP threads);
SEXP ffi_tail_shares(SEXP count, SEXP ends);
SEXP ffi_tally_bracket(SEXP tally, SEXP closed);
SEXP ffi_tally_blocks(SEXP tally, SEXP slack, SEXP keep, SEXP values, SEXP place);
SEXP ffi_tally_keep(SEXP tally, SEXP slack);
SEXP ffi_with_memory(SEXP fields, SEXP class, SEXP range);

// Called once, when the package is loaded.
void ffi_define_keys(DllInfo* dll);

// R code has validated what users send, so a wrong type here is a bug of the package.
static inline const double* ffi_doubles(SEXP x, const char* name) {
  if (TYPEOF(x) != REALSXP) {
    Rf_error("internal error: `%s` must be double, not %s", name, Rf_type2char(TYPEOF(x)));
  }
  return REAL_RO(x);
}

static inline const int* ffi_integers(SEXP x, const char* name) {
  if (TYPEOF(x) != INTSXP) {
    Rf_error("internal error: `%s` must be integer, not %s", name, Rf_type2char(TYPEOF(x)));
  }
  return INTEGER_RO(x);
}

// What was made by hand or damaged on disk may have any length.
static inline void ffi_check_length(SEXP x, R_xlen_t n, const char* name) {
  if (Rf_xlength(x) != n) {
    Rf_error("internal error: `%s` must have %.0f elements, not %.0f", name, (double)n,
             (double)Rf_xlength(x));
  }
}

// Room for `n` elements, none of them filled in, until the call into C returns.
static inline void* ffi_scratch(ptrdiff_t n, size_t size) {
  return R_alloc((size_t)(n > 0 ? n : 1), (int)size);
}

static inline double* ffi_scratch_doubles(ptrdiff_t n) { return ffi_scratch(n, sizeof(double)); }

// Long loops go in pieces, with a look at the user between them.
enum { FFI_PIECE = CAL_PLAN_PIECE };

static inline R_xlen_t ffi_piece_end(R_xlen_t first, R_xlen_t n) {
  return n - first > FFI_PIECE ? first + FFI_PIECE : n;
}

// Inserts a new double vector into a list that is protected.
static inline double* ffi_new_doubles(SEXP list, R_xlen_t i, R_xlen_t n) {
  SEXP x = Rf_allocVector(REALSXP, n);
  SET_VECTOR_ELT(list, i, x);
  return REAL(x);
}

// A list of two double vectors, `h1` and `h2`; the caller protects it.
static inline SEXP ffi_new_pair(R_xlen_t n) {
  const char* names[] = {"h1", "h2", ""};
  SEXP pair = PROTECT(Rf_mkNamed(VECSXP, names));
  ffi_new_doubles(pair, 0, n);
  ffi_new_doubles(pair, 1, n);
  UNPROTECT(1);
  return pair;
}

#endif
