#ifndef CALIBRANT_KERNELS_COST_COMPRESS_TRIALS_H
#define CALIBRANT_KERNELS_COST_COMPRESS_TRIALS_H

#include <stdbool.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"
#include "kernels/cost/cross-entropy.h"

// Replaces many trials in any order by few points with the same cross-entropy at every prior, the
// nodes of compress-unsorted.h. The LLR (natural log) of a value is `value * unit`; `range` holds
// the smallest and the largest value, which may be infinite. The points are in scratch memory of
// the host. false, and no points, if so many LLRs are extreme that sorting all of them costs no
// more.
bool cal_compress_trials(struct cal_host* host, const struct cal_trials* trials, double unit,
                         const double range[2], struct cal_points* points);

#endif
