#include "kernels/logistic.h"

#include <math.h>
#include <string.h>

#include "kernels/vector-math.h"

// Rows are worked off in blocks that fit into the nearest memory. Sums go to eight lanes each, so
// that they need not wait for each other, and now and then from there to their totals.
enum { B = CAL_VECTOR_BLOCK, LANES = 8, FLUSH = 16, MAX_EVALUATIONS = 200 };

struct block {
  double *x, *lanes;
  double n_h1[B], n_h2[B], z[B], both[B], far[B];
  double lowest_h1[LANES], highest_h2[LANES];
};

static ptrdiff_t triangle(ptrdiff_t n) { return n * (n + 1) / 2; }

// Lanes for two gradients, two matrices and a cost.
static ptrdiff_t n_lanes(ptrdiff_t p) { return LANES * (2 * (p + triangle(p)) + 1); }

ptrdiff_t cal_logistic_scratch(ptrdiff_t d) { return (d + 1) * B + B + n_lanes(d + 1); }

// The offset counts as an input that is always one.
static void open_block(const struct cal_logistic* problem, double* scratch, struct block* block) {
  const ptrdiff_t p = problem->d + 1;
  block->x = scratch;
  block->lanes = scratch + p * B + B;
  for (int i = 0; i < B; ++i) block->x[problem->d * B + i] = 1;
  memset(block->lanes, 0, (size_t)n_lanes(p) * sizeof(double));
  for (int l = 0; l < LANES; ++l) {
    block->lowest_h1[l] = INFINITY;
    block->highest_h2[l] = -INFINITY;
  }
}

CAL_INLINE void place(double* restrict x, struct cal_frame frame) {
  for (int i = 0; i < B; ++i) {
    const double placed = (x[i] * frame.unit - frame.centre) * frame.scale;
    const double above = placed < -frame.far ? -frame.far : placed;
    x[i] = above > frame.far ? frame.far : above;
  }
}

static void place_plain(double* x, struct cal_frame frame) { place(x, frame); }
CAL_WIDE static void place_wide(double* x, struct cal_frame frame) { place(x, frame); }

// Rows that fill the block up are zeros without weight.
static void fill(double* to, const double* from, ptrdiff_t m) {
  memcpy(to, from, (size_t)m * sizeof *to);
  memset(to + m, 0, (size_t)(B - m) * sizeof *to);
}

CAL_INLINE void count_truth(const int* restrict truth, const double* restrict n,
                            double* restrict n_h1, double* restrict n_h2) {
  for (int i = 0; i < B; ++i) {
    n_h1[i] = truth[i] * n[i];
    n_h2[i] = n[i] - n_h1[i];
  }
}

static void read_trials(const struct cal_logistic* problem, ptrdiff_t first, ptrdiff_t m,
                        struct block* block) {
  if (problem->truth == NULL) {
    fill(block->n_h1, problem->n_h1 + first, m);
    fill(block->n_h2, problem->n_h2 + first, m);
    return;
  }
  double n[B] = {0};
  if (problem->weight != NULL) {
    memcpy(n, problem->weight + first, (size_t)m * sizeof *n);
  } else {
    for (ptrdiff_t i = 0; i < m; ++i) n[i] = 1;
  }
  int truth[B] = {0};
  memcpy(truth, problem->truth + first, (size_t)m * sizeof *truth);
  count_truth(truth, n, block->n_h1, block->n_h2);
}

CAL_INLINE void add_multiple(double factor, const double* restrict x, double* restrict z) {
  for (int i = 0; i < B; ++i) z[i] += factor * x[i];
}

static void add_plain(double factor, const double* x, double* z) { add_multiple(factor, x, z); }
CAL_WIDE static void add_wide(double factor, const double* x, double* z) {
  add_multiple(factor, x, z);
}

// Rows `first` to `first + m` with their z and the functions of it.
static void read_block(const struct cal_logistic* problem, const double* theta, ptrdiff_t first,
                       ptrdiff_t m, struct block* block) {
  const bool wide = cal_vector_is_wide();
  const double base = theta[problem->d] + problem->log_odds;
  for (int i = 0; i < B; ++i) block->z[i] = base;
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    double* x = block->x + k * B;
    fill(x, problem->x + k * problem->n + first, m);
    if (problem->frame != NULL) (wide ? place_wide : place_plain)(x, problem->frame[k]);
    (wide ? add_wide : add_plain)(theta[k], x, block->z);
  }
  read_trials(problem, first, m, block);
  cal_logistic_block(block->z, block->both, block->far);
}

CAL_INLINE void add_products(const double* restrict a, const double* restrict b,
                             double* restrict lanes) {
  for (int i = 0; i < B; i += LANES) {
    for (int l = 0; l < LANES; ++l) lanes[l] += a[i + l] * b[i + l];
  }
}

// Adds the products of one column by all inputs, and of another by all products of inputs.
CAL_INLINE void add_moments(const double* restrict x, ptrdiff_t p, const double* restrict slope,
                            const double* restrict bend, double* restrict bent,
                            double* restrict lanes) {
  for (ptrdiff_t k = 0; k < p; ++k, lanes += LANES) add_products(x + k * B, slope, lanes);
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (int i = 0; i < B; ++i) bent[i] = bend[i] * x[k * B + i];
    for (ptrdiff_t l = 0; l <= k; ++l, lanes += LANES) add_products(x + l * B, bent, lanes);
  }
}

static void moments_plain(const double* x, ptrdiff_t p, const double* slope, const double* bend,
                          double* bent, double* lanes) {
  add_moments(x, p, slope, bend, bent, lanes);
}

CAL_WIDE static void moments_wide(const double* x, ptrdiff_t p, const double* slope,
                                  const double* bend, double* bent, double* lanes) {
  add_moments(x, p, slope, bend, bent, lanes);
}

static void add_to_lanes(const struct block* block, ptrdiff_t p, const double* slope,
                         const double* bend, double* lanes) {
  (cal_vector_is_wide() ? moments_wide : moments_plain)(block->x, p, slope, bend, block->x + p * B,
                                                        lanes);
}

// The sum of one set of lanes, which start anew.
static double take(double* lanes) {
  double sum = 0;
  for (int l = 0; l < LANES; ++l) {
    sum += lanes[l];
    lanes[l] = 0;
  }
  return sum;
}

static void take_triangle(double* lanes, ptrdiff_t p, double* out) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (ptrdiff_t l = 0; l <= k; ++l, lanes += LANES) out[k * p + l] += take(lanes);
  }
}

void cal_logistic_clear(const struct cal_logistic* problem, struct cal_logistic_sums* sums) {
  const size_t p = (size_t)problem->d + 1;
  sums->value = (struct cal_sum){0};
  sums->lowest_h1 = INFINITY;
  sums->highest_h2 = -INFINITY;
  memset(sums->gradient, 0, p * sizeof(double));
  memset(sums->hessian, 0, p * p * sizeof(double));
}

// Per row: the first and the second derivative in z, and the cost.
struct terms {
  double slope[B], bend[B], cost[B];
};

// Four weights: how much a trial of H1 and one of H2 add to h1, then to h2.
CAL_INLINE void differentiate(const struct block* restrict block, const double* restrict each,
                              struct terms* restrict terms) {
  const double each_11 = each[0], each_12 = each[1], each_21 = each[2], each_22 = each[3];
  for (int i = 0; i < B; ++i) {
    const double h1 = each_11 * block->n_h1[i] + each_12 * block->n_h2[i];
    const double h2 = each_21 * block->n_h1[i] + each_22 * block->n_h2[i];
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    const double above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    terms->slope[i] = h2 * p_h1 - h1 * p_h2;
    terms->bend[i] = (h1 + h2) * near * far;
    terms->cost[i] = (h1 + h2) * block->both[i] + (h2 * above + h1 * below);
  }
}

CAL_INLINE void note_margin(struct block* block) {
  for (int i = 0; i < B; i += LANES) {
    for (int l = 0; l < LANES; ++l) {
      const double z = block->z[i + l], no_h1 = block->lowest_h1[l], no_h2 = block->highest_h2[l];
      const double h1 = block->n_h1[i + l] > 0 ? z : no_h1;
      const double h2 = block->n_h2[i + l] > 0 ? z : no_h2;
      block->lowest_h1[l] = h1 < no_h1 ? h1 : no_h1;
      block->highest_h2[l] = h2 > no_h2 ? h2 : no_h2;
    }
  }
}

CAL_INLINE void add_cost(const double* restrict cost, double* restrict lanes) {
  for (int i = 0; i < B; i += LANES) {
    for (int l = 0; l < LANES; ++l) lanes[l] += cost[i + l];
  }
}

CAL_INLINE void find_terms(struct block* block, const double* each, struct terms* terms,
                           double* cost) {
  differentiate(block, each, terms);
  note_margin(block);
  add_cost(terms->cost, cost);
}

static void terms_plain(struct block* block, const double* each, struct terms* terms,
                        double* cost) {
  find_terms(block, each, terms, cost);
}

CAL_WIDE static void terms_wide(struct block* block, const double* each, struct terms* terms,
                                double* cost) {
  find_terms(block, each, terms, cost);
}

static void flush(struct block* block, ptrdiff_t p, struct cal_logistic_sums* sums) {
  double* lanes = block->lanes;
  for (ptrdiff_t k = 0; k < p; ++k, lanes += LANES) sums->gradient[k] += take(lanes);
  take_triangle(lanes, p, sums->hessian);
  cal_sum_add(&sums->value, take(lanes + LANES * triangle(p)));
}

static ptrdiff_t block_rows(ptrdiff_t first, ptrdiff_t last) {
  return last - first < B ? last - first : B;
}

void cal_logistic_add(const struct cal_logistic* problem, const double* theta, ptrdiff_t first,
                      ptrdiff_t last, struct cal_logistic_sums* sums) {
  const ptrdiff_t p = problem->d + 1;
  struct block block;
  struct terms terms;
  open_block(problem, sums->scratch, &block);
  const double* e = problem->each_h1;
  const double each[4] = {e[0], e[1], problem->each_h2[0], problem->each_h2[1]};
  double* cost = block.lanes + LANES * (p + triangle(p));
  int n_blocks = 0;
  for (ptrdiff_t i = first; i < last; i += B) {
    read_block(problem, theta, i, block_rows(i, last), &block);
    (cal_vector_is_wide() ? terms_wide : terms_plain)(&block, each, &terms, cost);
    add_to_lanes(&block, p, terms.slope, terms.bend, block.lanes);
    if (++n_blocks % FLUSH == 0) flush(&block, p, sums);
  }
  flush(&block, p, sums);
  for (int l = 0; l < LANES; ++l) {
    sums->lowest_h1 = fmin(sums->lowest_h1, block.lowest_h1[l]);
    sums->highest_h2 = fmax(sums->highest_h2, block.highest_h2[l]);
  }
}

static void mirror(double* hessian, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (ptrdiff_t l = 0; l < k; ++l) hessian[l * p + k] = hessian[k * p + l];
  }
}

// Pseudo-trials lie on both sides of every row.
void cal_logistic_finish(const struct cal_logistic* problem, struct cal_logistic_sums* sums) {
  mirror(sums->hessian, problem->d + 1);
  const bool has_pseudo = problem->each_h1[1] > 0 || problem->each_h2[0] > 0;
  sums->margin =
      has_pseudo || problem->has_negative ? (double)-INFINITY : sums->lowest_h1 - sums->highest_h2;
}

double cal_logistic_at_zero(const struct cal_logistic* problem) {
  const double z = problem->log_odds, both = log1p(exp(-fabs(z)));
  double n_h1 = 0, n_h2 = 0;
  for (ptrdiff_t i = 0; i < problem->n; i += B) {
    struct block block;
    read_trials(problem, i, block_rows(i, problem->n), &block);
    for (int j = 0; j < B; ++j) {
      n_h1 += block.n_h1[j];
      n_h2 += block.n_h2[j];
    }
  }
  return (problem->each_h1[0] * n_h1 + problem->each_h1[1] * n_h2) * (both + fmax(-z, 0)) +
         (problem->each_h2[0] * n_h1 + problem->each_h2[1] * n_h2) * (both + fmax(z, 0));
}

// Per row, for trials of H1 and of H2: the first derivative and the cost; the weight of the square
// of the former; and the second derivative, as above.
struct scatter_terms {
  double slope[2][B], cost[2][B], square[B], bend[B];
};

CAL_INLINE void find_scatter(const struct block* restrict block, const double* restrict share,
                             const double* restrict each, struct scatter_terms* restrict terms) {
  const double share_h1 = share[0], share_h2 = share[1], each_h1 = each[0], each_h2 = each[1];
  for (int i = 0; i < B; ++i) {
    const double z = block->z[i], far = block->far[i], near = 1 - far;
    const double p_h1 = z >= 0 ? near : far, p_h2 = z >= 0 ? far : near;
    const double above = z > 0 ? z : 0, below = z < 0 ? -z : 0;
    const double slope_h1 = block->n_h1[i] * p_h2, slope_h2 = block->n_h2[i] * p_h1;
    terms->slope[0][i] = slope_h1;
    terms->slope[1][i] = slope_h2;
    terms->square[i] = share_h1 * slope_h1 * p_h2 + share_h2 * slope_h2 * p_h1;
    terms->bend[i] = (each_h1 * block->n_h1[i] + each_h2 * block->n_h2[i]) * near * far;
    terms->cost[0][i] = block->n_h1[i] * (block->both[i] + below);
    terms->cost[1][i] = block->n_h2[i] * (block->both[i] + above);
  }
}

static void scatter_plain(const struct block* block, const double* share, const double* each,
                          struct scatter_terms* terms) {
  find_scatter(block, share, each, terms);
}

CAL_WIDE static void scatter_wide(const struct block* block, const double* share,
                                  const double* each, struct scatter_terms* terms) {
  find_scatter(block, share, each, terms);
}

static void add_scatter_block(const struct block* block, ptrdiff_t p,
                              const struct scatter_terms* terms,
                              struct cal_logistic_scatter* scatter) {
  double* second = block->lanes + LANES * (p + triangle(p));
  add_to_lanes(block, p, terms->slope[0], terms->square, block->lanes);
  add_to_lanes(block, p, terms->slope[1], terms->bend, second);
  for (int c = 0; c < 2; ++c) {
    double cost = 0;
    for (int j = 0; j < B; ++j) cost += terms->cost[c][j];
    cal_sum_add(&scatter->cost[c], cost);
  }
}

static void flush_scatter(struct block* block, ptrdiff_t p, struct cal_logistic_scatter* scatter) {
  double* matrix[] = {scatter->outer, scatter->hessian};
  double* lanes = block->lanes;
  for (int c = 0; c < 2; ++c) {
    for (ptrdiff_t k = 0; k < p; ++k, lanes += LANES) scatter->slope[c][k] += take(lanes);
    take_triangle(lanes, p, matrix[c]);
    lanes += LANES * triangle(p);
  }
}

void cal_logistic_scatter_add(const struct cal_logistic* problem, const double* theta,
                              ptrdiff_t first, ptrdiff_t last,
                              struct cal_logistic_scatter* scatter) {
  const ptrdiff_t p = problem->d + 1;
  const double each[] = {problem->each_h1[0] + problem->each_h2[0],
                         problem->each_h1[1] + problem->each_h2[1]};
  struct block block;
  struct scatter_terms terms;
  open_block(problem, scatter->scratch, &block);
  int n_blocks = 0;
  for (ptrdiff_t i = first; i < last; i += B) {
    read_block(problem, theta, i, block_rows(i, last), &block);
    (cal_vector_is_wide() ? scatter_wide : scatter_plain)(&block, scatter->share, each, &terms);
    add_scatter_block(&block, p, &terms, scatter);
    if (++n_blocks % FLUSH == 0) flush_scatter(&block, p, scatter);
  }
  flush_scatter(&block, p, scatter);
}

void cal_logistic_scatter_finish(const struct cal_logistic* problem,
                                 struct cal_logistic_scatter* scatter) {
  mirror(scatter->outer, problem->d + 1);
  mirror(scatter->hessian, problem->d + 1);
}

ptrdiff_t cal_logistic_thin(const struct cal_logistic* problem, const int step[2], ptrdiff_t n_thin,
                            double* x, int* truth, double* weight) {
  ptrdiff_t n = 0;
  int wait[2] = {0, 0};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    const int class = problem->truth[i];
    if (wait[class]-- > 0) continue;
    wait[class] = step[class] - 1;
    if (x != NULL) {
      for (ptrdiff_t k = 0; k < problem->d; ++k) {
        x[k * n_thin + n] = problem->x[k * problem->n + i];
      }
      truth[n] = class;
      if (weight != NULL) weight[n] = problem->weight[i];
    }
    ++n;
  }
  return n;
}

enum cal_newton_status cal_logistic(const struct cal_logistic* problem, struct cal_newton* newton,
                                    struct cal_logistic_sums* sums) {
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  cal_newton_start(newton);
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < MAX_EVALUATIONS; ++i) {
    cal_logistic_clear(problem, sums);
    cal_logistic_add(problem, newton->at, 0, problem->n, sums);
    cal_logistic_finish(problem, sums);
    status = cal_newton_next(newton, cal_sum_value(sums->value), sums->gradient, sums->hessian);
  }
  return status;
}
