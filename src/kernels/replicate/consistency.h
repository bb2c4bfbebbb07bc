#ifndef CALIBRANT_KERNELS_REPLICATE_CONSISTENCY_H
#define CALIBRANT_KERNELS_REPLICATE_CONSISTENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/base/host.h"

// Consistency resampling: samples of these sizes from a population in which the LLRs are
// calibrated. Calibrated LLRs mean p1(l) = e^l p2(l). The trials of both classes together determine
// p2: its weights on the trials are in proportion to 1 / (1 + share (e^l - 1)), and those of p1 are
// e^l times as large (Qin 1998); the share makes both sum to 1. Both samples are drawn with these
// weights. If all LLRs lie on one side of 0, no weights on them are calibrated; their mirror images
// then count too, with the weight of one trial together.

// `llr` (natural log, ascending, distinct, +-Inf allowed) with `n` trials on each, of which
// `total_h1` and `total_h2` are drawn. The gap between the cross-entropy before and after PAV is
// wanted at `n_priors` prior log-odds `prior`; the empirical likelihood ratio (see density-ratio.h)
// if `likelihood`; devPAV if `dev_pav`; the LLR after PAV of each of the values with the numbers
// `at` (ascending).
struct cal_consistency {
  const double *llr, *n;
  ptrdiff_t n_values;
  double total_h1, total_h2;
  const double* prior;
  ptrdiff_t n_priors;
  bool likelihood, dev_pav;
  const int* at;
  ptrdiff_t n_at;
  ptrdiff_t n_replicates;
  uint64_t seed;
};

// Results: matrices with a column per replicate, of the gaps in nats, twice the log of the
// likelihood ratio, devPAV in natural log-LRs (NaN if PAV gives no finite LR), and the LLRs after
// PAV.
struct cal_consistency_out {
  double *gap, *likelihood, *dev_pav, *llr_pav;
};

void cal_consistency_run(struct cal_host* host, const struct cal_consistency* job,
                         const struct cal_consistency_out* out);

#endif
