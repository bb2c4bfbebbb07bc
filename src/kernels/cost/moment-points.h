#ifndef CALIBRANT_KERNELS_COST_MOMENT_POINTS_H
#define CALIBRANT_KERNELS_COST_MOMENT_POINTS_H

#include "kernels/base/host.h"
#include "kernels/cost/compress-unsorted.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/cost/tails.h"

// Points with the cross-entropy of trials with finished moments, in bins from -CAL_TAIL_NATS to
// CAL_TAIL_NATS, and tails. They are in scratch memory of the host, not yet thinned out, and
// without totals.
struct cal_points cal_moment_points(struct cal_host* host, const struct cal_moment_bins* bins,
                                    const struct cal_moments* moments,
                                    const struct cal_tails* tails);

#endif
