// Finds the cell of a place, halves it until its terms vary little, fits their polynomial once, and
// evaluates it by Clenshaw's recurrence.
#include "kernels/fit/kde-cells.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "kernels/base/chebyshev.h"
#include "kernels/base/plan.h"
#include "kernels/base/vector-math.h"

enum { K = CAL_PLAN_KDE_POINTS, BLOCK = CAL_VECTOR_BLOCK };

enum state { UNSEEN, HALVED, FITTED, SUMMED };

// Places `middle` + `radius` t, |t| <= 1. `centre` is near to the middle.
struct cell {
  enum state state;
  double middle, radius, centre;
  struct cell* halves;
  double coefficient[K];  // of the Chebyshev polynomials of t
};

struct cal_kde_cells {
  const struct cal_kernels *kernels, *other;
  double from, width;
  ptrdiff_t n_roots;
  struct cell* roots;
  double point[K], basis[K][K];  // t, and polynomial j at point k
};

// The first cells are narrow, so that most are not halved.
static void lay_out(struct cal_kde_cells* cells, const double range[2]) {
  const double bandwidth = cells->kernels->bandwidth, length = range[1] - range[0];
  cells->n_roots = 1;
  while (cells->n_roots < CAL_PLAN_KDE_ROOTS &&
         length / (double)cells->n_roots > CAL_PLAN_KDE_WIDTH * bandwidth) {
    cells->n_roots *= 2;
  }
  cells->from = range[0];
  cells->width = length / (double)cells->n_roots;
}

static void fill_basis(struct cal_kde_cells* cells) {
  for (int k = 0; k < K; ++k) {
    const double t = cal_chebyshev_point(k, K, 1, 0x1p-60);
    cells->point[k] = t;
    cells->basis[0][k] = 1;
    cells->basis[1][k] = t;
    for (int j = 2; j < K; ++j) {
      cells->basis[j][k] = 2 * t * cells->basis[j - 1][k] - cells->basis[j - 2][k];
    }
  }
}

struct cal_kde_cells* cal_kde_cells_new(struct cal_host* host, const struct cal_kernels* kernels,
                                        const struct cal_kernels* other, const double range[2]) {
  struct cal_kde_cells* cells = cal_scratch(host, 1, sizeof *cells);
  cells->kernels = kernels;
  cells->other = other;
  lay_out(cells, range);
  fill_basis(cells);
  cells->roots = cal_scratch(host, cells->n_roots, sizeof *cells->roots);
  for (ptrdiff_t i = 0; i < cells->n_roots; ++i) {
    struct cell* root = &cells->roots[i];
    root->state = UNSEEN;
    root->radius = cells->width / 2;
    root->middle = cells->from + cells->width * ((double)i + .5);
  }
  return cells;
}

static double nearest_centre(const struct cal_centres* centres, double x) {
  const double* at = centres->at;
  const ptrdiff_t place = cal_kde_first(centres, x);
  if (place == 0) return centres->n > 0 ? at[0] : x;
  if (place == centres->n) return at[place - 1];
  return at[place] - x < x - at[place - 1] ? at[place] : at[place - 1];
}

// Centres or nodes that contribute somewhere in a cell. `distance` is that of its middle.
static struct cal_centres terms_in(const struct cal_kernels* kernels, double middle, double radius,
                                   double distance) {
  const struct cal_centres *centres = &kernels->all,
                           *terms = cal_kde_terms(kernels, distance + radius);
  const double low = middle - radius, high = middle + radius;
  const double left = cal_kde_reach(kernels, cal_kde_distance(centres, low));
  const double right = cal_kde_reach(kernels, cal_kde_distance(centres, high));
  const ptrdiff_t first = cal_kde_first(terms, low - left);
  const ptrdiff_t end = cal_kde_first(terms, nextafter(high + right, DBL_MAX));
  return (struct cal_centres){terms->at + first, terms->weight + first, end - first};
}

// Half the difference of the squares of the distances of `middle` + y to the centre and to at[i],
// in bandwidths: precise even if y is far below the precision of `middle`.
static void differences(const double* restrict at, double centre, double middle, double y,
                        double bandwidth, double* restrict out) {
  const double unit = 1 / bandwidth, twice = (middle - centre) + 2 * y;
  for (int i = 0; i < BLOCK; ++i) {
    out[i] = ((at[i] - centre) * unit) * (((middle - at[i]) + twice) * (unit / 2));
  }
}

// The sum of the terms at `middle` + y, relative to that of `centre`.
static double sum_terms(const struct cal_centres* terms, double bandwidth, double centre,
                        double middle, double y) {
  double at[BLOCK], weight[BLOCK], difference[BLOCK], term[BLOCK], sums[8] = {0};
  for (ptrdiff_t first = 0; first < terms->n; first += BLOCK) {
    for (int i = 0; i < BLOCK; ++i) {
      const bool is_there = first + i < terms->n;
      at[i] = is_there ? terms->at[first + i] : centre;
      weight[i] = is_there ? terms->weight[first + i] : 0;
    }
    differences(at, centre, middle, y, bandwidth, difference);
    cal_exp_block(difference, term);
    for (int i = 0; i < BLOCK; ++i) sums[i % 8] += weight[i] * term[i];
  }
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

static void fit(const struct cal_kde_cells* cells, const struct cal_centres* terms,
                struct cell* cell) {
  double sum[K];
  for (int k = 0; k < K; ++k) {
    sum[k] = sum_terms(terms, cells->kernels->bandwidth, cell->centre, cell->middle,
                       cell->radius * cells->point[k]);
  }
  for (int j = 0; j < K; ++j) {
    double coefficient = 0;
    for (int k = 0; k < K; ++k) coefficient += sum[k] * cells->basis[j][k];
    cell->coefficient[j] = coefficient * (j == 0 ? 1. : 2.) / K;
  }
  cell->state = FITTED;
}

// Number of trials at which a cell costs no more than the single trials. Trials near a cell
// give an estimate of the number in it.
static bool is_crowded(const struct cal_kde_cells* cells, const struct cell* cell) {
  const struct cal_kernels* of[] = {cells->kernels, cells->other};
  const double near = CAL_PLAN_KDE_VICINITY * cell->radius;
  ptrdiff_t n = 0;
  for (int h = 0; h < 2; ++h) {
    n += cal_kde_first(&of[h]->all, cell->middle + near) -
         cal_kde_first(&of[h]->all, cell->middle - near);
  }
  return n >= CAL_PLAN_KDE_VICINITY * K;
}

static void halve(struct cal_host* host, struct cell* cell) {
  cell->state = HALVED;
  cell->halves = cal_scratch(host, 2, sizeof *cell->halves);
  for (int i = 0; i < 2; ++i) {
    struct cell* half = &cell->halves[i];
    half->state = UNSEEN;
    half->radius = cell->radius / 2;
    half->middle = cell->middle + (i == 0 ? -half->radius : half->radius);
  }
}

// Variation of a term, in nats, on either side of the middle, relative to that of the centre.
static double span_of(const struct cal_kde_cells* cells, const struct cal_centres* terms,
                      const struct cell* cell) {
  const double bandwidth = cells->kernels->bandwidth;
  const double left = cell->centre - terms->at[0];
  const double right = terms->at[terms->n - 1] - cell->centre;
  return (cell->radius / bandwidth) * (fmax(left, right) / bandwidth);
}

static void examine(struct cal_host* host, struct cal_kde_cells* cells, struct cell* cell,
                    bool is_root) {
  const double middle = cell->middle, radius = cell->radius;
  const double distance = cal_kde_distance(&cells->kernels->all, middle);
  const struct cal_centres terms = terms_in(cells->kernels, middle, radius, distance);
  cal_pulse(host);
  cell->centre = nearest_centre(&cells->kernels->all, middle);
  cell->state = SUMMED;
  // Relative to the place of a trial, the ends of a cell must be well above rounding.
  const bool is_wide = radius > CAL_PLAN_KDE_ROUNDINGS * DBL_EPSILON * fabs(middle);
  if (!is_wide || terms.n <= CAL_PLAN_KDE_FEW_TERMS) return;
  const bool is_narrow = span_of(cells, &terms, cell) <= CAL_PLAN_KDE_SPAN;
  if (!(is_root && is_narrow) && !is_crowded(cells, cell)) return;
  if (is_narrow) {
    fit(cells, &terms, cell);
  } else {
    halve(host, cell);
  }
}

static struct cell* find_cell(struct cal_host* host, struct cal_kde_cells* cells, double x) {
  const double place = cells->width > 0 ? (x - cells->from) / cells->width : 0;
  ptrdiff_t i = place > 0 ? (ptrdiff_t)place : 0;
  if (i >= cells->n_roots) i = cells->n_roots - 1;
  struct cell* cell = &cells->roots[i];
  if (cell->state == UNSEEN) examine(host, cells, cell, true);
  while (cell->state == HALVED) {
    cell = &cell->halves[x > cell->middle];
    if (cell->state == UNSEEN) examine(host, cells, cell, false);
  }
  return cell;
}

// Clenshaw's recurrence.
static double polynomial(const double coefficient[K], double t) {
  double last = 0, sum = 0;
  for (int j = K - 1; j > 0; --j) {
    const double next = coefficient[j] + (2 * t * sum - last);
    last = sum;
    sum = next;
  }
  return coefficient[0] + (t * sum - last);
}

static struct cal_log_density add_up(const struct cal_kernels* kernels, double x) {
  const double distance = cal_kde_distance(&kernels->all, x);
  const struct cal_centres terms = terms_in(kernels, x, 0, distance);
  const double sum = sum_terms(&terms, kernels->bandwidth, nearest_centre(&kernels->all, x), x, 0);
  return cal_kde_of_sum(kernels, sum, distance / kernels->bandwidth);
}

struct cal_log_density cal_kde_cells_at(struct cal_host* host, struct cal_kde_cells* cells,
                                        double x) {
  const struct cell* cell = find_cell(host, cells, x);
  if (cell->state == SUMMED) return add_up(cells->kernels, x);
  const double sum = polynomial(cell->coefficient, (x - cell->middle) / cell->radius);
  return cal_kde_of_sum(cells->kernels, sum, fabs(x - cell->centre) / cells->kernels->bandwidth);
}

static double inside(const double range[2], double x) { return fmin(fmax(x, range[0]), range[1]); }

void cal_kde_ratios(struct cal_host* host, const struct cal_kernels* h1,
                    const struct cal_kernels* h2, const double range[2], const double* x,
                    ptrdiff_t n, double* out) {
  if (h1->all.n + h2->all.n <= CAL_PLAN_KDE_FEW_CENTRES && n <= CAL_PLAN_KDE_FEW_PLACES) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double place = inside(range, x[i]);
      cal_pulse(host);
      out[i] = cal_kde_log_ratio(cal_kde(h1, place), cal_kde(h2, place));
    }
    return;
  }
  struct cal_kde_cells* of_h1 = cal_kde_cells_new(host, h1, h2, range);
  struct cal_kde_cells* of_h2 = cal_kde_cells_new(host, h2, h1, range);
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double place = inside(range, x[i]);
    if (i % 64 == 0) cal_pulse(host);
    out[i] = cal_kde_log_ratio(cal_kde_cells_at(host, of_h1, place),
                               cal_kde_cells_at(host, of_h2, place));
  }
}
