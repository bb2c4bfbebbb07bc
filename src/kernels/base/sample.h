#ifndef CALIBRANT_KERNELS_BASE_SAMPLE_H
#define CALIBRANT_KERNELS_BASE_SAMPLE_H

#include "kernels/base/host.h"
#include "kernels/base/trials.h"

// The trials of one system: `weight` is NULL if each counts as one. The LLR (natural log) of a
// value is `value * unit`, or its logarithm if `unit` is NaN.
struct cal_sample {
  struct cal_trials trials;
  const double* weight;
  double unit;
};

// Ascending distinct values with the number or weight of H1 and H2 trials on each.
struct cal_counted {
  const double *value, *n_h1, *n_h2;
  ptrdiff_t n;
};

// The LLR of a value. A finite one near the largest double does not become infinite.
double cal_sample_llr(double unit, double value);

// The same trials with a factor that leads from their values to LLRs: ratios become logarithms, in
// scratch memory of the host.
struct cal_trials cal_sample_logs(struct cal_host* host, const struct cal_sample* sample,
                                  double* unit);

// Goes through the trials in `n_parts` parts, each of which is passed on in pieces: `add(work,
// part, piece)` adds the next piece of a part to its earlier results. Parts may run at once, by the
// threads of the host, which gets a pulse between pieces.
void cal_each_piece(struct cal_host* host, const struct cal_trials* trials, ptrdiff_t n_parts,
                    void (*add)(void* work, ptrdiff_t part, const struct cal_trials* piece),
                    void* work);

#endif
