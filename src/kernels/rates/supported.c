#include "kernels/rates/supported.h"

#include <math.h>

// A criterion that is 0 up to rounding is kept.
static const double slack = 1e-12;

// Additions to the numbers of trials beyond a threshold: of the hypothesis that an LR there
// supports, and of the other.
static const double added[][2] = {[CAL_BY_UTILITY] = {0, 1}, [CAL_BY_INVARIANCE] = {0.5, 0.5}};

static double log10_ratio(const struct cal_pieces* pieces, double n_h1, double n_h2) {
  return log10((pieces->total_h2 + 1) / (pieces->total_h1 + 1) * n_h1 / n_h2);
}

static double ratio_above(const struct cal_pieces* pieces, enum cal_support by, ptrdiff_t i) {
  return log10_ratio(pieces, pieces->above_h1[i] + added[by][0],
                     pieces->above_h2[i] + added[by][1]);
}

static double ratio_below(const struct cal_pieces* pieces, enum cal_support by, ptrdiff_t i) {
  return log10_ratio(pieces, pieces->below_h1[i] + added[by][1],
                     pieces->below_h2[i] + added[by][0]);
}

void cal_first_unsupported(const struct cal_pieces* pieces, enum cal_support by, double bounds[2]) {
  bounds[0] = -HUGE_VAL;
  bounds[1] = HUGE_VAL;
  for (ptrdiff_t i = 0; i < pieces->n; ++i) {
    const double above = fmax(fmax(pieces->from[i], ratio_above(pieces, by, i)), 0);
    const double below = fmin(fmin(pieces->to[i], ratio_below(pieces, by, i)), 0);
    if (above < pieces->to[i]) bounds[1] = fmin(bounds[1], above);
    if (below > pieces->from[i]) bounds[0] = fmax(bounds[0], below);
  }
}

// Does the evidence harm already at LR = 1? A piece begins at a trial with that LR, so the search
// downwards does not meet it.
static void by_utility(const struct cal_pieces* pieces, double bounds[2]) {
  ptrdiff_t i = 0;
  while (pieces->to[i] <= 0) ++i;
  const double loss = (pieces->below_h1[i] + 1) / (pieces->total_h1 + 1) +
                      (pieces->above_h2[i] + 1) / (pieces->total_h2 + 1);
  if (log10(loss) > slack) bounds[0] = bounds[1] = 0;
}

// A piece ends at a trial with LR = 1, so the search upwards does not meet it.
static void by_invariance(const struct cal_pieces* pieces, double bounds[2]) {
  ptrdiff_t first = 0, last = pieces->n - 1, i = 0;
  while (first < last && pieces->below_h2[first + 1] <= 0) ++first;
  while (last > 0 && pieces->above_h1[last - 1] <= 0) --last;
  while (pieces->to[i] < 0) ++i;
  if (bounds[0] <= pieces->to[0]) bounds[0] = pieces->to[first];
  if (bounds[1] >= pieces->from[pieces->n - 1]) bounds[1] = pieces->from[last];
  if (ratio_below(pieces, CAL_BY_INVARIANCE, i) > slack) bounds[0] = fmax(bounds[0], 0);
  if (ratio_above(pieces, CAL_BY_INVARIANCE, i) < -slack) bounds[1] = fmin(bounds[1], 0);
}

void cal_supported(const struct cal_pieces* pieces, enum cal_support by, double bounds[2]) {
  cal_first_unsupported(pieces, by, bounds);
  (by == CAL_BY_UTILITY ? by_utility : by_invariance)(pieces, bounds);
}
