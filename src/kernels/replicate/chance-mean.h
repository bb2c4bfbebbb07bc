#ifndef CALIBRANT_KERNELS_REPLICATE_CHANCE_MEAN_H
#define CALIBRANT_KERNELS_REPLICATE_CHANCE_MEAN_H

#include "kernels/base/host.h"

// Costs of a block with the shares x of H1 and y of H2 trials, times the weights of the classes:
// in nats, -x ln(x / (x + y)) - y ln(y / (x + y)); min(x, y); and x y / (x + y).
enum cal_chance_cost { CAL_CHANCE_LOG, CAL_CHANCE_ERROR, CAL_CHANCE_BRIER };

// The mean of the sum of these costs over the blocks, where no trials are tied:
//   sum over k = 1..T of E[cost of a block with k trials] / k,
// with hypergeometric numbers of H1 trials. Few sizes k are summed exactly; the mean cost at others
// is a smooth function of k, interpolated at Chebyshev points. The error is below 1e-9 of the
// difference to the cost of one block of all trials; with min(x, y), whose mean has kinks, below
// 1e-5 of it, or 1e-3 where a class has less than a hundred trials. `host` gives pulses.
double cal_chance_mean(struct cal_host* host, double total_h1, double total_h2, double weight_h1,
                       double weight_h2, enum cal_chance_cost cost);

#endif
