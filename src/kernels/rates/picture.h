#ifndef CALIBRANT_KERNELS_RATES_PICTURE_H
#define CALIBRANT_KERNELS_RATES_PICTURE_H

#include <stdint.h>

#include "kernels/rates/roc.h"

// Finds the edges between groups of trials that a picture needs. From one edge to the next, neither
// class loses more than a 1024th of its trials, nor more than a 32nd of those below or of those
// above, whichever are fewer: too few to be visible, even on axes that stretch the rates near 0 and
// 1. A larger group has edges on both sides.
//
// Sets `edge` for the groups that begin at such an edge, and returns their number; with very many
// groups, about 2000 for each class.
ptrdiff_t cal_picture_edges(struct cal_groups groups, uint8_t* edge);

#endif
