#ifndef CALIBRANT_KERNELS_COST_REDUCE_H
#define CALIBRANT_KERNELS_COST_REDUCE_H

#include "kernels/base/sample.h"
#include "kernels/cost/cross-entropy.h"

// Points with the cross-entropy of a sample at every prior, and the counts of the sample if these
// are a by-product; otherwise none. All of it is in scratch memory of the host.
struct cal_reduced {
  struct cal_points points;
  struct cal_counted counted;
};

// Few LLRs are used as they are; many are replaced by quadrature nodes, most often without a sort
// (compress-trials.h). `range` holds the smallest and the largest value. `known` are the counts of
// the sample, or NULL.
struct cal_reduced cal_reduce(struct cal_host* host, const struct cal_sample* sample,
                              const double range[2], const struct cal_counted* known);

// The same from counts.
struct cal_points cal_reduce_counts(struct cal_host* host, double unit,
                                    const struct cal_counted* counted);

// Mean costs in nats of the H1 and of the H2 trials at even odds. Returns the points only if the
// costs come from them: `points.n` is 0 otherwise.
struct cal_reduced cal_mean_costs(struct cal_host* host, const struct cal_sample* sample,
                                  const double range[2], const struct cal_counted* known,
                                  double* h1, double* h2);

#endif
