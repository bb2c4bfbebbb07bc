#include "kernels/rates/picture.h"

#include <math.h>
#include <stdbool.h>

// Numbers of trials of a class: all, below the last edge, below this group, and below the next
// group.
struct course {
  const double* n;
  double total, edge, below, behind;
};

static struct course new_course(const double* n, ptrdiff_t size) {
  struct course all = {.n = n};
  for (ptrdiff_t i = 0; i < size; ++i) all.total += n[i];
  return all;
}

// Are there too many trials from the last edge up to the next group?
static bool is_far(const struct course* all) {
  const double least = fmin(all->behind, all->total - all->edge);
  return all->behind - all->edge > fmin(all->total / 1024, least / 32);
}

ptrdiff_t cal_picture_edges(struct cal_groups groups, uint8_t* edge) {
  struct course course[2] = {new_course(groups.n_h2, groups.n), new_course(groups.n_h1, groups.n)};
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    for (int c = 0; c < 2; ++c) course[c].behind = course[c].below + course[c].n[i];
    const bool starts = i == 0 || is_far(&course[0]) || is_far(&course[1]);
    edge[i] = starts;
    n += starts;
    for (int c = 0; c < 2; ++c) {
      if (starts) course[c].edge = course[c].below;
      course[c].below = course[c].behind;
    }
  }
  return n;
}
