#ifndef CALIBRANT_KERNELS_REPLICATE_BOOTSTRAP_H
#define CALIBRANT_KERNELS_REPLICATE_BOOTSTRAP_H

#include "kernels/base/host.h"
#include "kernels/replicate/replicate-statistics.h"
#include "kernels/replicate/smooth.h"

// One system. NULL means that trials are in the order of their values, that each counts as one,
// that sources do not matter, or that nothing is smoothed. `out` has a matrix per statistic, with a
// column per replicate; `model` has space for the statistics of the sample or, where the order
// matters, of its smooth model. Where numbers are drawn, `tied` flags the distinct values whose
// trials are not parted by PAV; NULL parts none.
struct cal_bootstrap_system {
  struct cal_sorted_trials trials;
  struct cal_wanted wanted;
  const int *order_h1, *order_h2;
  const double *weight_h1, *weight_h2;
  struct cal_source_pairs pairs_h1, pairs_h2;
  const struct cal_smooth* smooth;
  const int* tied;
  struct cal_statistics out, model;
};

// Systems whose trials are drawn together: all have weights or none has, and the same trials in the
// same order, unless sources are drawn. `n_sources` counts those in either stratum, 0 and 0 to draw
// trials. There are fewer than 2^31 replicates.
//
// With `draws_numbers` a trial of the single system is a cell of the axis, and its weight the
// number of trials there, which is drawn instead of them (cell-draws.h). `remainders` leaves the
// linear terms of the statistics that need the order out of their replicates.
//
// With `most_groups` > 0 so many groups of trials are drawn instead of them, and all statistics are
// their linear terms (group-draws.h).
struct cal_bootstrap {
  const struct cal_bootstrap_system* systems;
  ptrdiff_t n_systems, n_replicates, most_groups;
  uint32_t n_sources[2];
  bool draws_numbers, remainders;
  uint64_t seed;
};

// Number of redraws because a system had lost all trials of a hypothesis, and a system (-1: none)
// that did so too often for the replicates to be found.
struct cal_bootstrap_result {
  double redrawn;
  ptrdiff_t lost;
};

// Fills in all replicates of all systems. A system takes a replicate from the first draw in which
// both its hypotheses have trials; nearly always this is the same draw for all systems. Each
// replicate has random numbers of its own, whichever thread it falls to.
struct cal_bootstrap_result cal_bootstrap_run(struct cal_host* host,
                                              const struct cal_bootstrap* job);

#endif
