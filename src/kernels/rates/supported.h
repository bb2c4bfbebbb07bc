#ifndef CALIBRANT_KERNELS_RATES_SUPPORTED_H
#define CALIBRANT_KERNELS_RATES_SUPPORTED_H

#include <stddef.h>

// The largest and the smallest LRs that trials support. From one distinct LR to the next the
// numbers of trials below and above a threshold are constant, so the first threshold that fails is
// known in closed form for each of these pieces.

// Piece i holds the thresholds from `from[i]` to `to[i]`, log10 LRs. The first begins at -infinity,
// the last ends at infinity, and each begins where the one before it ends. There is at least one
// distinct LR, so at least two pieces; numbers of trials need not be whole.
struct cal_pieces {
  const double *from, *to, *below_h1, *below_h2, *above_h1, *above_h2;
  double total_h1, total_h2;
  ptrdiff_t n;
};

// CAL_BY_UTILITY: the empirical lower and upper bound (ELUB) of Vergeer et al. (2016): LRs beyond
// could cost more than they save, with one misleading LR added per side. CAL_BY_INVARIANCE:
// invariance verification of Alberink et al. (2025): the ratio of the shares of H1 and H2 trials
// beyond a threshold is at least as strong as the threshold, with half a trial added to each.
enum cal_support { CAL_BY_UTILITY, CAL_BY_INVARIANCE };

// The first threshold on either side of LR = 1 that exceeds the ratio of the shares beyond it:
// infinite if none does.
void cal_first_unsupported(const struct cal_pieces* pieces, enum cal_support by, double bounds[2]);

// Both bounds. If every ratio of shares is strong enough, those by invariance are the smallest LR
// under H2 and the largest under H1, since beyond all trials there are no shares to compare. Bounds
// may lie on the wrong side of LR = 1 by that; the caller moves them to 1.
void cal_supported(const struct cal_pieces* pieces, enum cal_support by, double bounds[2]);

#endif
