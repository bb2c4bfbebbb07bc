// The calibrant library: measures, calibration and fusion of likelihood ratios (LRs) for C and for
// languages that call C. It offers the unchanged kernels of the R package by a few functions.
//
// A set is made of the trials of one system, and then queried. Quantities derived for one answer,
// such as the order of the trials, serve the next.
//
//   struct calibrant_set* set;
//   struct calibrant_error error;
//   double cllr;
//   if (calibrant_set_new(value, truth, NULL, n, CALIBRANT_LOG10, 1, &set, &error) ||
//       calibrant_cllr(set, &cllr, &error)) {
//     fprintf(stderr, "%s\n", error.message);
//   }
//   calibrant_set_free(set);
//
// Functions that can fail return a status, CALIBRANT_OK (0) on success. On failure they write a
// message to `error`, which may be NULL, and the content of other output is unspecified. One set
// serves one thread at a time; different sets are independent. Nothing is printed.
#ifndef CALIBRANT_LIBRARY_H
#define CALIBRANT_LIBRARY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(CALIBRANT_BUILD)
#define CALIBRANT_API __declspec(dllexport)
#elif defined(_WIN32)
#define CALIBRANT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define CALIBRANT_API __attribute__((visibility("default")))
#else
#define CALIBRANT_API
#endif

// Changes whenever a structure, a signature or the value of a constant changes. Compare it with
// `calibrant_abi()`, the version of the library in use, before any other call.
#define CALIBRANT_ABI 5

CALIBRANT_API int calibrant_abi(void);

// The version of calibrant, such as "0.1.0".
CALIBRANT_API const char* calibrant_version(void);

enum calibrant_status {
  CALIBRANT_OK,
  CALIBRANT_INPUT,      // an invalid argument
  CALIBRANT_ONE_CLASS,  // one of the hypotheses has no trials
  CALIBRANT_SCORE,      // scores, where LRs are needed
  CALIBRANT_INFINITE,   // inputs that are certain and wrong, or contradict each other
  CALIBRANT_CONSTANT,   // an input with fewer than two distinct finite values
  CALIBRANT_SEPARABLE,  // the hypotheses are separated: there is no finite solution
  CALIBRANT_SIZE,       // values too large or too small for double precision
  CALIBRANT_MEMORY,     // no memory
  CALIBRANT_FILE        // an invalid file
};

struct calibrant_error {
  enum calibrant_status status;
  char message[1016];
};

// The scale of values. Infinite values are legal on all of them. `CALIBRANT_LR` is the ratio
// itself, 0 to infinity. Scores are only ordered: larger ones support H1 more.
enum calibrant_scale {
  CALIBRANT_LN,
  CALIBRANT_LOG10,
  CALIBRANT_LOG2,
  CALIBRANT_LR,
  CALIBRANT_SCORES
};

// The trials of one system.
struct calibrant_set;

// `value[i]` is the LR or the score of trial i, none of them NaN; `truth[i]` is 1 if H1 is true, 0
// if H2 is; `weight`, NULL if each trial counts as one, lies between 1e-100 and 1e100. n >= 2, with
// trials under both hypotheses. The arrays are not copied: they must stay valid and unchanged until
// `calibrant_set_free()`. Up to `threads` threads are used, at least one and no more than there are
// processors; no result depends on their number, and no thread outlives a call, so processes may be
// forked. On failure `*set` is NULL.
CALIBRANT_API enum calibrant_status calibrant_set_new(const double* value, const int* truth,
                                                      const double* weight, ptrdiff_t n,
                                                      enum calibrant_scale scale, int threads,
                                                      struct calibrant_set** set,
                                                      struct calibrant_error* error);

// Frees the set and all memory that its answers point to. NULL is legal.
CALIBRANT_API void calibrant_set_free(struct calibrant_set* set);

// Sentences on legal input that looks like a slip, a line each: LRs on another scale,
// probabilities, codes for no result, reversed labels, duplicated rows, a single trial. With
// `from_posteriors` the LLRs were made from probabilities, whose scale is not tested. At most
// `room` bytes with the 0 at the end; "" without a slip.
CALIBRANT_API void calibrant_slips(struct calibrant_set* set, int from_posteriors, char* text,
                                   ptrdiff_t room);

// Measures. Costs are in bits; a cost is infinite if a trial is certain and wrong. Measures of
// calibration fail with CALIBRANT_SCORE on scores; measures of discrimination accept scores.

// The log-likelihood-ratio cost, 0 (perfect) to infinity; 1 is that of LR = 1. Brummer 2010,
// eq. 7.41.
CALIBRANT_API enum calibrant_status calibrant_cllr(struct calibrant_set* set, double* bits,
                                                   struct calibrant_error* error);
// The same after PAV, 0 to 1 and never above `calibrant_cllr()`.
CALIBRANT_API enum calibrant_status calibrant_cllr_min(struct calibrant_set* set, double* bits,
                                                       struct calibrant_error* error);

// Empirical cross-entropy at n prior probabilities of H1, 0 to 1; with `after_pav` that of the LRs
// after PAV. Ramos 2013, eq. 8.
CALIBRANT_API enum calibrant_status calibrant_cross_entropy(struct calibrant_set* set,
                                                            const double* prior, ptrdiff_t n,
                                                            int after_pav, double* bits,
                                                            struct calibrant_error* error);
// The same at n log10 prior odds, which may be infinite.
CALIBRANT_API enum calibrant_status calibrant_ece(struct calibrant_set* set,
                                                  const double* log10_prior_odds, ptrdiff_t n,
                                                  int after_pav, double* bits,
                                                  struct calibrant_error* error);
// The cross-entropy of LR = 1, the entropy of the prior.
CALIBRANT_API void calibrant_ece_null(const double* log10_prior_odds, ptrdiff_t n, double* bits);

// Equal error rate, 0 to 1, at which misses are as frequent as false alarms: on the convex hull of
// the ROC curve, or on its steps. Brummer 2010, eq. 7.9 and 7.32.
CALIBRANT_API enum calibrant_status calibrant_eer(struct calibrant_set* set, int hull, double* rate,
                                                  struct calibrant_error* error);

// The share of pairs in which the value under H1 is the larger; ties count half; with `hull` the
// area under the convex hull. 0 to 1.
CALIBRANT_API enum calibrant_status calibrant_auc(struct calibrant_set* set, int hull, double* area,
                                                  struct calibrant_error* error);

// Mean distance of log10 LRs from those after PAV (devPAV); NaN if PAV leaves no finite LR.
CALIBRANT_API enum calibrant_status calibrant_dev_pav(struct calibrant_set* set, double* log10_lr,
                                                      struct calibrant_error* error);

// Mean cost of decisions at n operating points, prior C_miss P_miss + (1 - prior) C_fa P_fa: at the
// Bayes threshold, and at the best. Costs are positive. Brummer 2010, eq. 7.11 and 7.21.
CALIBRANT_API enum calibrant_status calibrant_dcf(struct calibrant_set* set, const double* prior,
                                                  const double* c_miss, const double* c_fa,
                                                  ptrdiff_t n, double* cost,
                                                  struct calibrant_error* error);
CALIBRANT_API enum calibrant_status calibrant_dcf_min(struct calibrant_set* set,
                                                      const double* prior, const double* c_miss,
                                                      const double* c_fa, ptrdiff_t n, double* cost,
                                                      struct calibrant_error* error);

// P_miss, the share of H1 trials below each of n thresholds, and P_fa, the share of H2 trials at or
// above it. Thresholds are on the scale of the set, in any order.
CALIBRANT_API enum calibrant_status calibrant_error_rates(struct calibrant_set* set,
                                                          const double* threshold, ptrdiff_t n,
                                                          double* p_miss, double* p_fa,
                                                          struct calibrant_error* error);

// Thresholds, the least values at which H1 is accepted, on the scale of the set; NaN if the values
// to be rejected are infinite, so that no threshold rejects them. The first function finds the
// thresholds of lowest cost at n operating points, the second the one at which misses are as
// frequent as false alarms. The third finds for each of n rates the threshold at which the share of
// false alarms (with `misses`, of misses) is at most the rate and the other share is smallest.
CALIBRANT_API enum calibrant_status calibrant_best_thresholds(
    struct calibrant_set* set, const double* prior, const double* c_miss, const double* c_fa,
    ptrdiff_t n, double* threshold, struct calibrant_error* error);
CALIBRANT_API enum calibrant_status calibrant_equal_threshold(struct calibrant_set* set,
                                                              double* threshold,
                                                              struct calibrant_error* error);
CALIBRANT_API enum calibrant_status calibrant_thresholds_within(struct calibrant_set* set,
                                                                int misses, const double* rate,
                                                                ptrdiff_t n, double* threshold,
                                                                struct calibrant_error* error);

// Bounds within which LRs are supported by the trials, as log10 LRs, at most 0 and at least 0: the
// empirical lower and upper bound (ELUB; Vergeer et al. 2016, doi:10.1016/j.scijus.2016.06.003), or
// those of invariance verification (IV; Alberink et al. 2025).
enum calibrant_bound { CALIBRANT_ELUB, CALIBRANT_IV };
CALIBRANT_API enum calibrant_status calibrant_bounds(struct calibrant_set* set,
                                                     enum calibrant_bound method, double bounds[2],
                                                     struct calibrant_error* error);

// The number of H1 and of H2 trials, of trials with weights Kish's effective number, (sum w)^2 /
// sum w^2, by which bounds, penalties and covariances count them.
CALIBRANT_API enum calibrant_status calibrant_effective_numbers(struct calibrant_set* set,
                                                                double n[2],
                                                                struct calibrant_error* error);

// Bootstrap replicates from resampled trials, each with its weight: the cross-entropy in bits at n
// priors inside (0, 1), before PAV (NaN for scores) and after PAV, each an array of `n_replicates`
// per prior; the equal error rate on the hull; the area under the steps. The arrays are the
// caller's. The same seed gives the same replicates, whatever the number of threads.
struct calibrant_replicates {
  double *ece, *ece_min, *eer, *auc;
};
CALIBRANT_API enum calibrant_status calibrant_bootstrap(
    struct calibrant_set* set, const double* prior, ptrdiff_t n_priors, ptrdiff_t n_replicates,
    unsigned long long seed, const struct calibrant_replicates* out, struct calibrant_error* error);

// The same where trials share sources, such as a speaker or a glass: the sources are drawn, those
// of H1 trials and the others apart, and the count of a trial is the product of those of its
// sources (Owen 2007, doi:10.1214/07-AOAS122). Each trial has the numbers of its two sources, or of
// one, where the other array is NULL; numbers begin at 0, and memory is needed for the largest.
// Both NULL: as above.
CALIBRANT_API enum calibrant_status calibrant_bootstrap_sources(
    struct calibrant_set* set, const int* source1, const int* source2, const double* prior,
    ptrdiff_t n_priors, ptrdiff_t n_replicates, unsigned long long seed,
    const struct calibrant_replicates* out, struct calibrant_error* error);

// Tables. They belong to the set and live as long as the set; cells live until the next tally.

// PAV blocks, ascending: their smallest and largest value (log10 LR, or scores), the number or
// weight of trials, and the log10 LR after PAV, -Inf and Inf among them. Brummer 2010, appendix
// C.5.
struct calibrant_blocks {
  ptrdiff_t n;
  const double *min, *max, *n_h1, *n_h2, *log10_lr_pav;
};
CALIBRANT_API enum calibrant_status calibrant_pav(struct calibrant_set* set,
                                                  struct calibrant_blocks* blocks,
                                                  struct calibrant_error* error);

// The distinct values (log10 LR, or scores), ascending, with the number or weight of trials on
// each.
struct calibrant_counts {
  ptrdiff_t n;
  const double *value, *n_h1, *n_h2;
};
CALIBRANT_API enum calibrant_status calibrant_counted(struct calibrant_set* set,
                                                      struct calibrant_counts* counts,
                                                      struct calibrant_error* error);

// The corners of the ROC and the DET curve, one more than there are distinct values; at corner i
// the lowest i values are rejected, by the `threshold` on the scale of the set (NaN if the largest
// value is infinite, which no threshold rejects). `hull[i]` is 1 if corner i is a corner of the
// convex hull. The arrays are the caller's.
CALIBRANT_API enum calibrant_status calibrant_det_curve(struct calibrant_set* set,
                                                        double* threshold, double* p_miss,
                                                        double* p_fa, int* hull,
                                                        struct calibrant_error* error);

// The log10 LR after PAV of each trial. The array is the caller's.
CALIBRANT_API enum calibrant_status calibrant_pav_lr(struct calibrant_set* set, double* log10_lr,
                                                     struct calibrant_error* error);

// Posteriors at a prior inside (0, 1) against shares of H1 at the same prior, in `bins` of equal
// width, or with 0 in the blocks of PAV: the ends of the bin, or the smallest and the largest
// posterior of the block, their mean, the share of H1, and the numbers or weights of trials. Empty
// bins are left out. The array of the caller has room for all bins, or for as many groups as there
// are blocks.
struct calibrant_group {
  double posterior_min, posterior_max, posterior, observed, n_h1, n_h2;
};
CALIBRANT_API enum calibrant_status calibrant_reliability(struct calibrant_set* set, double prior,
                                                          ptrdiff_t bins,
                                                          struct calibrant_group* groups,
                                                          ptrdiff_t* n_groups,
                                                          struct calibrant_error* error);

// Calibration. The LR is made of ln LRs (of scores as they are) by ln LR = slope[0] x[0] + ... +
//   slope[d - 1] x[d - 1] + offset, fitted by logistic regression, both hypotheses weighted by
//   `prior`, inside (0, 1). `penalty` >= 0 is the number of pseudo-trials (Morrison and Poh 2018,
//   doi:10.1016/j.scijus.2017.12.005). `objective` is the cost of the trials in nats. `rising` is 0
//   if the scores do not grow with the support for H1.
struct calibrant_fit {
  double objective;
  int iterations, rising;
};

// Calibration of one system: `coefficients` are slope and offset, `vcov` (2 x 2) their covariance.
CALIBRANT_API enum calibrant_status calibrant_calibrate(struct calibrant_set* set, double prior,
                                                        double penalty, double coefficients[2],
                                                        double vcov[4], struct calibrant_fit* fit,
                                                        struct calibrant_error* error);

// Fusion of d systems on the same n trials: x[k * n + i] is the value of system k for trial i. The
// arrays of the caller have d + 1 coefficients, (d + 1)^2 covariances and d * d correlations of the
// inputs.
CALIBRANT_API enum calibrant_status calibrant_fuse(
    const double* x, const int* truth, const double* weight, ptrdiff_t n, ptrdiff_t d,
    enum calibrant_scale scale, double prior, double penalty, int threads, double* coefficients,
    double* vcov, double* correlation, struct calibrant_fit* fit, struct calibrant_error* error);

// Functions of a calibration file (inst/schema/calibration.json), applied to n values, ln LRs or
// scores, none of them NaN. Results are ln LRs; `out` may be the input. Infinite values are
// returned unchanged, except by blocks.

// `affine` (d = 1) and `weighted_sum`. A row that claims opposite certainties is
// CALIBRANT_INFINITE.
CALIBRANT_API enum calibrant_status calibrant_apply_sum(const double* slope, ptrdiff_t d,
                                                        double offset, const double* x, ptrdiff_t n,
                                                        double* out, struct calibrant_error* error);
// `beta`: -a ln(1 + e^-z) + b ln(1 + e^z) + offset, z being x + log_odds.
CALIBRANT_API void calibrant_apply_beta(double a, double b, double offset, double log_odds,
                                        const double* x, ptrdiff_t n, double* out);
// `four_parameter`: ln((f + e^l) / (1 + e^l / g)), l being slope x + offset, f and g the LRs at the
// two infinities, whose logarithms are `floor` and `ceiling`.
CALIBRANT_API void calibrant_apply_four_parameter(double slope, double offset, double floor,
                                                  double ceiling, const double* x, ptrdiff_t n,
                                                  double* out);
// `lines` through points (at, y), `at` ascending; constant beyond them.
CALIBRANT_API void calibrant_apply_lines(const double* at, const double* y, ptrdiff_t n_points,
                                         const double* x, ptrdiff_t n, double* out);
// `blocks`, with straight lines between them.
CALIBRANT_API void calibrant_apply_blocks(const double* min, const double* max,
                                          const double* log10_lr, ptrdiff_t n_blocks,
                                          const double* x, ptrdiff_t n, double* out);
// `spline`, of slope x + offset, with the value `start` at the first of the knots.
CALIBRANT_API enum calibrant_status calibrant_apply_spline(
    double slope, double offset, const double* knots, const double* slopes, ptrdiff_t n_knots,
    double start, const double* x, ptrdiff_t n, double* out, struct calibrant_error* error);
// `kernel_ratio`: Gaussian kernels of one bandwidth around ascending centres, in `unit`s; beyond
// `range` the LR of its ends.
struct calibrant_density {
  const double *at, *n;
  ptrdiff_t n_at;
  double bandwidth;
};
CALIBRANT_API enum calibrant_status calibrant_apply_kernels(const struct calibrant_density* h1,
                                                            const struct calibrant_density* h2,
                                                            double unit, const double range[2],
                                                            const double* x, ptrdiff_t n,
                                                            double* out,
                                                            struct calibrant_error* error);

// Moves values beyond bounds to the nearer one. `out` may be the input.
CALIBRANT_API void calibrant_bounded(const double* x, ptrdiff_t n, double low, double high,
                                     double* out);
// Completes a function: adds `offset` to its n results `out`, and gives infinite values LLRs of
// their own, `low` and `high`.
CALIBRANT_API void calibrant_beside(const double* x, ptrdiff_t n, double low, double high,
                                    double offset, double* out);

// LRs beyond 1 / (n_h1 + 1) and n_h2 + 1 are stronger than so many training trials can support. The
// log10 of both limits, and the number of n LLRs beyond them that a function made of finite inputs,
// x[k * n + i] of d each.
CALIBRANT_API void calibrant_strength(const double* x, ptrdiff_t d, const double* llr, ptrdiff_t n,
                                      double n_h1, double n_h2, double limits[2],
                                      ptrdiff_t* n_beyond);

// Converts values to another scale; scores are returned unchanged. `out` may be `value`.
CALIBRANT_API void calibrant_convert(const double* value, ptrdiff_t n, enum calibrant_scale from,
                                     enum calibrant_scale to, double* out);

// Converts posterior probabilities of H1 at one prior, inside (0, 1), to ln LRs; and ln LRs to
// posterior probabilities at any prior. `out` may be the input.
CALIBRANT_API enum calibrant_status calibrant_llr_of_posterior(const double* posterior, ptrdiff_t n,
                                                               double prior, double* out,
                                                               struct calibrant_error* error);
CALIBRANT_API enum calibrant_status calibrant_posterior(const double* llr, ptrdiff_t n,
                                                        double prior, double* out,
                                                        struct calibrant_error* error);

// Thresholds of ln LRs as posteriors at a prior inside (0, 1): the probability that leads back to
// the ln LR, or the greatest that leads to less, so that both accept the same trials. NaN is kept.
CALIBRANT_API enum calibrant_status calibrant_threshold_posterior(const double* llr, ptrdiff_t n,
                                                                  double prior, double* out,
                                                                  struct calibrant_error* error);

// The cells floor(value / width) of the trials of a set, ascending, with the number of trials in
// each: a tally, see inst/tally/README.md. `width` is a power of 2 in units of the scale. -Inf and
// Inf are cells of their own. The set has no weights.
CALIBRANT_API enum calibrant_status calibrant_tally(struct calibrant_set* set, double width,
                                                    struct calibrant_counts* cells,
                                                    struct calibrant_error* error);

// Files of scores and likelihood ratios, read by the rules of read_scores() in R; its help lists
// the kinds of files.
//
// The bytes of a file in UTF-8, without a byte-order mark. `name` appears in messages. `system` is
// the name of the system of these scores, NULL if there is only one system.
struct calibrant_text {
  const char* bytes;
  ptrdiff_t n;
  const char *name, *system;
};

// Texts whose rows have a score and a truth; a key and then one or several texts of scores; or the
// scores of H1 and then those of H2.
enum calibrant_files { CALIBRANT_LABELLED, CALIBRANT_KEYED, CALIBRANT_GENUINE_IMPOSTOR };

struct calibrant_names {
  const char* const* at;
  ptrdiff_t n;
};

// `columns` are names of the header, or numbers from 1, with a role each: score (one or several),
// truth, claimed, real, source1, source2, id, system, side, group or weight. `h1` and `h2` are
// labels of either hypothesis. Trials of other labels are left out if `drop_others` is not 0, and
// trials without a score if `drop_missing` is not 0 (`others` and `na` of messages); otherwise
// these are errors. `decimal` is ',' or '.', or 0 to find the decimal mark. All 0 is legal.
struct calibrant_asked {
  enum calibrant_files files;
  struct calibrant_names columns, roles, h1, h2;
  int drop_others, drop_missing;
  char decimal;
};

// The trials. `weight`, `source1`, `source2`, `id` and `system` are NULL if the files have none;
// the last four are positions, from 0, in `names` and `systems`. `h1` and `h2` are the labels, NULL
// if these were not requested. `said` describes the interpretation of the files, and the trials
// that were left out.
struct calibrant_trials {
  ptrdiff_t n;
  const double *value, *weight;
  const int *truth, *source1, *source2, *id, *system;
  struct calibrant_names names, systems;
  const char *h1, *h2, *said;
};

// Reads n texts. `words` is the content of `roles.dcf`, which is installed beside this library in
// share/calibrant: the usual words for columns and labels. Fails with CALIBRANT_FILE for a text of
// another kind, naming the line, and with CALIBRANT_INPUT for trials without a score, or with two
// scores or truths. On failure `*trials` is NULL.
CALIBRANT_API enum calibrant_status calibrant_read_scores(const char* words, ptrdiff_t n_words,
                                                          const struct calibrant_text* text,
                                                          ptrdiff_t n,
                                                          const struct calibrant_asked* asked,
                                                          struct calibrant_trials** trials,
                                                          struct calibrant_error* error);

// NULL is legal.
CALIBRANT_API void calibrant_trials_free(struct calibrant_trials* trials);

#ifdef __cplusplus
}
#endif

#endif
