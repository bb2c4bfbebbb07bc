#ifndef CALIBRANT_KERNELS_BASE_THIN_H
#define CALIBRANT_KERNELS_BASE_THIN_H

#include "kernels/base/host.h"

// Some of the trials of each class, evenly spread over their order.
struct cal_thin {
  // The kept trials in their order.
  ptrdiff_t *trial, n;
  // Number of trials of its class that each kept one stands for.
  double* share;
};

// Keeps every k-th trial of each class, with k such that `enough` remain, but at most
// `largest_step`. `truth` counts `n_classes` classes from one. The arrays are scratch memory of the
// host.
struct cal_thin cal_thin_choose(struct cal_host* host, const int* truth, ptrdiff_t n, int n_classes,
                                ptrdiff_t enough, ptrdiff_t largest_step);

#endif
