// Kernels on tables of a system that the page holds. Arrays are passed as addresses, and results of
// several parts as a record of doubles.
#include <math.h>

#include "host.h"
#include "kernels/cost/claims.h"
#include "kernels/cost/cross-entropy-curve.h"
#include "kernels/count/range.h"
#include "kernels/pav/apply-blocks.h"
#include "kernels/rates/error-rates.h"
#include "kernels/rates/picture.h"
#include "kernels/rates/tippett.h"
#include "kernels/read/slip-rules.h"

static struct cal_points points_of(const double* llr, const double* n_h1, const double* n_h2, int n,
                                   double total_h1, double total_h2) {
  return (struct cal_points){llr, n_h1, n_h2, n, total_h1, total_h2};
}

// The cross-entropy in nats at each of the prior log-odds; 0 where these are infinite.
PAGE_EXPORT("ece")
void page_ece(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
              double total_h2, const double* log_odds, int n_odds, double* out) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  cal_ece_along(page_host(), &points, log_odds, n_odds, out);
}

// Record: nats that the LRs claim at the prior log-odds, the part of them that they do not deliver,
// and its standard error.
PAGE_EXPORT("claims")
void page_claims(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
                 double total_h2, double log_odds, double* record) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  const struct cal_claims claims = cal_claims_at(&points, log_odds);
  record[0] = claims.claimed;
  record[1] = claims.over;
  record[2] = claims.deviation;
}

// (ECE - ECE_null) / min(prior, 1 - prior), in nats.
PAGE_EXPORT("excess")
void page_excess(const double* llr, const double* n_h1, const double* n_h2, int n, double total_h1,
                 double total_h2, const double* log_odds, int n_odds, double* out) {
  const struct cal_points points = points_of(llr, n_h1, n_h2, n, total_h1, total_h2);
  for (int i = 0; i < n_odds; ++i) out[i] = cal_excess(&points, log_odds[i]);
}

// log10 LRs of ln LRs or scores by blocks.
PAGE_EXPORT("apply_blocks")
void page_apply_blocks(const double* min, const double* max, const double* log10_lr, int n_blocks,
                       const double* x, int n, double* out) {
  const struct cal_levels blocks = {min, max, log10_lr, n_blocks};
  cal_apply_blocks(&blocks, false, x, n, out);
}

PAGE_EXPORT("tail_shares")
void page_tail_shares(const double* count, int n, double* out) {
  cal_tail_shares(page_host(), count, n, out);
}

// Flags the counts that begin at an edge that a picture needs.
PAGE_EXPORT("picture_edges")
void page_picture_edges(const double* n_h1, const double* n_h2, int n, uint8_t* edge) {
  cal_picture_edges((struct cal_groups){n_h1, n_h2, n}, edge);
}

// The next larger double of each value.
PAGE_EXPORT("next_values") void page_next_values(const double* value, int n, double* next) {
  cal_next_values(value, n, next);
}

// Record: the places of the first, the median and the last value of a class.
PAGE_EXPORT("milestones") void page_milestones(const double* count, int n, double* record) {
  ptrdiff_t position[3];
  cal_milestones(count, n, position);
  for (int k = 0; k < 3; ++k) record[k] = (double)position[k];
}

// Record: a flag for each slip (enum cal_slip), then the facts for their words. `system` is NULL,
// or has the number of the system of each trial.
PAGE_EXPORT("slips")
void page_slips(const double* value, const int* truth, const int* system, int n, int given,
                double* record) {
  const struct cal_trials trials = {value, truth, n};
  double min, max;
  struct cal_slips slips;
  cal_range(value, n, &min, &max);
  cal_find_slips(page_host(), &trials, system, (enum cal_given)given, min, max, &slips);
  for (int k = 0; k < CAL_SLIPS; ++k) record[k] = slips.found[k];
  const double facts[] = {fabs(slips.code[0]), slips.n_code, slips.others,
                          slips.largest,       slips.wrong,  slips.mean_h2,
                          slips.factor,        slips.area,   slips.times};
  for (int k = 0; k < 9; ++k) record[CAL_SLIPS + k] = facts[k];
}
