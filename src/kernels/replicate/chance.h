#ifndef CALIBRANT_KERNELS_REPLICATE_CHANCE_H
#define CALIBRANT_KERNELS_REPLICATE_CHANCE_H

#include "kernels/replicate/replicate-statistics.h"

// The distribution of measures after PAV for scores without information: all assignments of the
// labels H1 and H2 to the trials are equally probable.
//
// If no two of T trials are tied, a draw takes about ln T numbers (cell-draws.h). With ties it
// takes one for each distinct value, and PAV.

// Numbers of trials of both classes, >= 1 and below 2^52, and of trials on each distinct value,
// ascending, with this sum; NULL where no trials are tied.
struct cal_chance {
  double total_h1, total_h2;
  const double* group;
  ptrdiff_t n_groups;
  ptrdiff_t n_draws;
  uint64_t seed;
};

// Fills in `out`, matrices with a column per draw, with the measures after PAV in `wanted`: the
// cross-entropy, the best error rates and the EER. No result depends on the number of threads.
void cal_chance_run(struct cal_host* host, const struct cal_chance* job,
                    const struct cal_wanted* wanted, const struct cal_statistics* out);

#endif
