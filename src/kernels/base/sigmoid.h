#ifndef CALIBRANT_KERNELS_BASE_SIGMOID_H
#define CALIBRANT_KERNELS_BASE_SIGMOID_H

#include <math.h>

// 1 / (1 + e^-x), also where e^-x overflows.
static inline double cal_sigmoid(double x) {
  return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

#endif
