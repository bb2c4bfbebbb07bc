#ifndef CALIBRANT_KERNELS_REPLICATE_CONSISTENCY_H
#define CALIBRANT_KERNELS_REPLICATE_CONSISTENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/base/host.h"

// Consistency resampling: what a sample of these LLRs would look like if they were calibrated. The
// LLRs stay; the truth of each trial is drawn anew with P(H1) = 1 / (1 + exp(-(llr + log_odds))),
// where `log_odds` are those of the hypotheses among the trials. Broecker and Smith 2007.

// `llr` (natural log, ascending, distinct, +-Inf allowed) with `n` trials on each. The gap between
// the cross-entropy before and after PAV is wanted at `n_priors` prior log-odds `prior`; devPAV if
// `dev_pav`; the LLR after PAV of each of the values with the numbers `at` (ascending).
struct cal_consistency {
  const double *llr, *n;
  ptrdiff_t n_values;
  double log_odds;
  const double* prior;
  ptrdiff_t n_priors;
  bool dev_pav;
  const int* at;
  ptrdiff_t n_at;
  ptrdiff_t n_replicates;
  uint64_t seed;
};

// Where results go: matrices with a column per replicate, of the gaps in nats, devPAV in natural
// log-LRs (NaN where PAV gives no finite LR), and the LLRs after PAV. A replicate that has lost all
// trials of a hypothesis is drawn again; where this happens 1000 times, its results are NaN.
struct cal_consistency_out {
  double *gap, *dev_pav, *llr_pav;
};

void cal_consistency_run(struct cal_host* host, const struct cal_consistency* job,
                         const struct cal_consistency_out* out);

#endif
