#ifndef CALIBRANT_KERNELS_REPLICATE_CLASS_BOOTSTRAP_H
#define CALIBRANT_KERNELS_REPLICATE_CLASS_BOOTSTRAP_H

#include <stdint.h>

#include "kernels/base/host.h"
#include "kernels/classes/class-search.h"

// One recogniser of many classes, with the results wanted in each replicate: means of costs, and
// the least cross-entropy of its affine maps.
struct cal_class_recogniser {
  // The best affine map, a bounded problem of the shared family. Its class weights, those of the
  // whole sample, do not matter.
  struct cal_class_problem problem;
  // Probabilities of the classes, all of them positive.
  const double* prior;
  // A column of costs per mean. They may be infinite.
  const double* cost;
  int n_costs;
  // Is the affine map wanted? `start` is where its search begins: near the best of the sample, or
  // NULL to start from nothing, one replicate after the other.
  bool fits;
  const double* start;
  // A row per mean and, last, the cross-entropy in nats where it is wanted, NAN where a search did
  // not end; a column per replicate.
  double* out;
};

// Recognisers of the same trials, which are drawn alike, within their classes and with replacement.
// Each replicate has random numbers of its own, those of the stream `replicate[r]`.
struct cal_class_bootstrap {
  const struct cal_class_recogniser* recognisers;
  ptrdiff_t n_recognisers, n_replicates;
  const int* replicate;
  uint64_t seed;
};

void cal_class_bootstrap_run(struct cal_host* host, const struct cal_class_bootstrap* job);

#endif
