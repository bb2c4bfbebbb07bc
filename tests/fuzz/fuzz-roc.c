// Groups of trials from nibbles: the corners of the curve of misses against false alarms, the area
// and the equal error rate, of the steps and of the hull that PAV makes of them.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/pav/pav.h"
#include "kernels/rates/roc.h"

struct groups {
  double *n_h1, *n_h2;
  ptrdiff_t n;
};

static struct groups new_groups(size_t n) {
  return (struct groups){new_doubles(n), new_doubles(n), 0};
}

static void free_groups(struct groups groups) {
  free(groups.n_h1);
  free(groups.n_h2);
}

static struct cal_groups view(struct groups groups) {
  return (struct cal_groups){groups.n_h1, groups.n_h2, groups.n};
}

static struct groups hull_of(struct groups steps) {
  struct cal_block* blocks = new_array((size_t)steps.n, sizeof *blocks);
  struct groups hull = new_groups((size_t)steps.n);
  hull.n = cal_pav(steps.n_h1, steps.n_h2, steps.n, blocks, steps.n);
  HOLDS(hull.n > 0);
  for (ptrdiff_t i = 0; i < hull.n; ++i) {
    hull.n_h1[i] = blocks[i].n_h1;
    hull.n_h2[i] = blocks[i].n_h2;
  }
  free(blocks);
  return hull;
}

// The classes exchanged and the order reversed.
static struct groups mirror_of(struct groups groups) {
  struct groups mirror = new_groups((size_t)groups.n);
  mirror.n = groups.n;
  for (ptrdiff_t i = 0; i < groups.n; ++i) {
    mirror.n_h1[i] = groups.n_h2[groups.n - 1 - i];
    mirror.n_h2[i] = groups.n_h1[groups.n - 1 - i];
  }
  return mirror;
}

// The area below the corners, and the least cost at a prior that no corner undercuts.
static void check_corners(struct groups groups, double eer, bool is_hull) {
  double *p_miss = new_doubles((size_t)groups.n + 1), *p_fa = new_doubles((size_t)groups.n + 1);
  struct test_host host = new_host(1);
  cal_roc_corners(&host.host, view(groups), p_miss, p_fa);
  HOLDS(p_miss[0] == 0 && p_fa[0] == 1 && p_miss[groups.n] == 1 && p_fa[groups.n] == 0);
  double area = 0, least[11];
  for (int k = 0; k <= 10; ++k) least[k] = 1;
  for (ptrdiff_t i = 0; i <= groups.n; ++i) {
    HOLDS(i == 0 || (p_miss[i] >= p_miss[i - 1] && p_fa[i] <= p_fa[i - 1]));
    if (i > 0) area += (p_miss[i] - p_miss[i - 1]) * (2 - p_fa[i] - p_fa[i - 1]) / 2;
    for (int k = 0; k <= 10; ++k) {
      least[k] = fmin(least[k], (k * p_miss[i] + (10 - k) * p_fa[i]) / 10);
    }
  }
  HOLDS(fabs(area - cal_auc(view(groups))) <= 1e-12);
  // Brummer 2010, eq. 7.32: the hull's equal error rate is the greatest least error.
  for (int k = 0; k <= 10 && is_hull; ++k) HOLDS(least[k] <= eer + 1e-12);
  free(p_miss);
  free(p_fa);
  free_host(&host);
}

static double check_crossing(struct groups groups, double c_miss, double c_fa) {
  const struct cal_crossing crossing = cal_roc_crossing(view(groups), c_miss, c_fa);
  HOLDS(crossing.group >= 0 && crossing.group < groups.n);
  HOLDS(crossing.cost >= 0 && crossing.cost <= fmin(c_miss, c_fa));
  struct groups mirror = mirror_of(groups);
  const double mirrored = cal_roc_crossing(view(mirror), c_fa, c_miss).cost;
  HOLDS(fabs(mirrored - crossing.cost) <= 1e-12 * c_miss * c_fa);
  free_groups(mirror);
  return crossing.cost;
}

static void check_groups(struct groups steps) {
  struct groups hull = hull_of(steps);
  const double eer_hull = check_crossing(hull, 1, 1);
  HOLDS(eer_hull <= check_crossing(steps, 1, 1) + 1e-12);
  HOLDS(eer_hull <= 0.5 + 1e-12);
  check_crossing(steps, 7, 1);
  check_crossing(hull, 1, 1000);
  check_corners(steps, eer_hull, false);
  check_corners(hull, eer_hull, true);
  HOLDS(cal_auc(view(hull)) >= cal_auc(view(steps)) - 1e-12);
  free_groups(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct groups steps = new_groups(size);
  double total_h1 = 0, total_h2 = 0;
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == 0) continue;
    total_h1 += steps.n_h1[steps.n] = data[i] >> 4;
    total_h2 += steps.n_h2[steps.n++] = data[i] & 15;
  }
  if (total_h1 > 0 && total_h2 > 0) check_groups(steps);
  free_groups(steps);
  return 0;
}
