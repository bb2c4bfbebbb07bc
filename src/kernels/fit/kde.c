#include "kernels/fit/kde.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "kernels/base/search.h"
#include "kernels/cost/compress.h"

struct cal_centres cal_kde_nodes(struct cal_host* host, const struct cal_centres* all,
                                 double bandwidth) {
  double* none = cal_scratch_doubles(host, all->n);
  for (ptrdiff_t i = 0; i < all->n; ++i) none[i] = 0;
  const struct cal_scaled centres = {all->at, 2 / bandwidth, all->weight, none, all->n};
  const struct cal_points found = cal_compress_all(host, &centres);
  double* at = cal_scratch_doubles(host, found.n);
  for (ptrdiff_t i = 0; i < found.n; ++i) at[i] = found.llr[i] * bandwidth / 2;
  return (struct cal_centres){at, found.n_h1, found.n};
}

ptrdiff_t cal_kde_first(const struct cal_centres* centres, double x) {
  return cal_first_from(centres->at, centres->n, x);
}

double cal_kde_distance(const struct cal_centres* centres, double x) {
  const ptrdiff_t place = cal_kde_first(centres, x);
  const double left = place > 0 ? x - centres->at[place - 1] : HUGE_VAL;
  const double right = place < centres->n ? centres->at[place] - x : HUGE_VAL;
  return fmin(left, right);
}

const struct cal_centres* cal_kde_terms(const struct cal_kernels* kernels, double distance) {
  const bool is_near = distance <= CAL_KDE_NEAR * kernels->bandwidth;
  return is_near && kernels->nodes.n > 0 ? &kernels->nodes : &kernels->all;
}

struct cal_log_density cal_kde_of_sum(const struct cal_kernels* kernels, double sum,
                                      double distance) {
  const double log_root_2pi = 0.91893853320467274178;
  return (struct cal_log_density){
      log(sum / kernels->total) - log(kernels->bandwidth) - log_root_2pi, distance};
}

// At a large distance, adding 160 to its square has no effect, and the square may overflow. The
// reach then exceeds the distance by more than the rounding error.
double cal_kde_reach(const struct cal_kernels* kernels, double distance) {
  const double far = distance / kernels->bandwidth;
  const double most = far < 1e8 ? sqrt(far * far + 160) : far * (1 + 64 * DBL_EPSILON);
  return kernels->bandwidth * most;
}

// Terms are taken relative to that of the nearest centre.
struct cal_log_density cal_kde(const struct cal_kernels* kernels, double x) {
  const struct cal_centres* terms = cal_kde_terms(kernels, cal_kde_distance(&kernels->all, x));
  const double bandwidth = kernels->bandwidth, distance = cal_kde_distance(terms, x);
  const double nearest = distance / bandwidth, reach = cal_kde_reach(kernels, distance);
  double sum = 0;
  for (ptrdiff_t i = cal_kde_first(terms, x - reach); i < terms->n && terms->at[i] <= x + reach;
       ++i) {
    const double u = (x - terms->at[i]) / bandwidth;
    sum += terms->weight[i] * exp((nearest - u) * (nearest + u) / 2);
  }
  return cal_kde_of_sum(kernels, sum, nearest);
}

double cal_kde_log_ratio(struct cal_log_density h1, struct cal_log_density h2) {
  const double apart = (h2.distance - h1.distance) * (h2.distance / 2 + h1.distance / 2);
  return fmin(fmax(h1.rest - h2.rest + apart, -DBL_MAX), DBL_MAX);
}
