#include "kernels/logistic/logistic-rows.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"

enum { B = CAL_VECTOR_BLOCK, LANES = CAL_LANES, FLUSH = 16 };

// For the objective: its moments and a cost. For the scatter: moments and another gradient, of the
// trials and of those to be expected, and two costs.
static ptrdiff_t n_lanes(ptrdiff_t p) { return 3 * cal_moment_lanes(p) + LANES * (2 * p + 3); }

ptrdiff_t cal_rows_scratch(ptrdiff_t d) { return (d + 1) * B + B + n_lanes(d + 1); }

static void open_block(const struct cal_logistic* problem, double* scratch,
                       struct cal_row_block* block) {
  const ptrdiff_t p = problem->d + 1;
  block->x = scratch;
  block->lanes = scratch + p * B + B;
  for (int i = 0; i < B; ++i) block->x[problem->d * B + i] = 1;
  memset(block->lanes, 0, (size_t)n_lanes(p) * sizeof(double));
}

// A block where it lies, or filled up with zeros in `buffer`.
static const double* filled(const double* from, ptrdiff_t m, double* buffer) {
  if (m == B) return from;
  memset(buffer, 0, B * sizeof *buffer);
  return memcpy(buffer, from, (size_t)m * sizeof *buffer);
}

// An input in its frame, and its contribution to z.
CAL_INLINE void read_input(const double* restrict from, struct cal_frame frame, double slope,
                           double* restrict x, double* restrict z) {
  for (int i = 0; i < B; ++i) {
    const double placed = (from[i] * frame.unit - frame.centre) * frame.scale;
    const double above = placed < -frame.far ? -frame.far : placed;
    x[i] = above > frame.far ? frame.far : above;
  }
  cal_add_multiple(slope, x, z, B);
}

static void input_plain(const double* from, struct cal_frame frame, double slope, double* x,
                        double* z) {
  read_input(from, frame, slope, x, z);
}

CAL_WIDE static void input_wide(const double* from, struct cal_frame frame, double slope, double* x,
                                double* z) {
  read_input(from, frame, slope, x, z);
}

CAL_INLINE void tell_apart(const int* restrict truth, const double* restrict n,
                           double* restrict n_h1, double* restrict n_h2) {
  for (int i = 0; i < B; ++i) {
    n_h1[i] = truth[i] * n[i];
    n_h2[i] = n[i] - n_h1[i];
  }
}

static void tell_plain(const int* truth, const double* n, double* n_h1, double* n_h2) {
  tell_apart(truth, n, n_h1, n_h2);
}

CAL_WIDE static void tell_wide(const int* truth, const double* n, double* n_h1, double* n_h2) {
  tell_apart(truth, n, n_h1, n_h2);
}

// Trials without a weight count as one, as does the constant.
static void count_trials(const struct cal_logistic* problem, ptrdiff_t first, ptrdiff_t m,
                         struct cal_row_block* block) {
  double buffer[B];
  if (problem->truth == NULL) {
    memcpy(block->n_h1, filled(problem->n_h1 + first, m, buffer), sizeof buffer);
    memcpy(block->n_h2, filled(problem->n_h2 + first, m, buffer), sizeof buffer);
    return;
  }
  const double* one = block->x + problem->d * B;
  const double* n = filled(problem->weight == NULL ? one : problem->weight + first, m, buffer);
  const int* truth = problem->truth + first;
  int truth_room[B];
  if (m < B) {
    memset(truth_room, 0, sizeof truth_room);
    truth = memcpy(truth_room, truth, (size_t)m * sizeof *truth);
  }
  (cal_vector_is_wide() ? tell_wide : tell_plain)(truth, n, block->n_h1, block->n_h2);
}

// Rows from `first` on, as many as fit, filled up with rows without weight: inputs, numbers of
// trials and z.
static void read_block(const struct cal_logistic* problem, const double* theta, ptrdiff_t first,
                       struct cal_row_block* block) {
  const bool wide = cal_vector_is_wide();
  const ptrdiff_t m = problem->n - first < B ? problem->n - first : B;
  const struct cal_frame none = {1, 0, 1, HUGE_VAL};
  const double base = theta[problem->d] + problem->log_odds;
  for (int i = 0; i < B; ++i) block->z[i] = base;
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    double buffer[B];
    const double* from = filled(problem->x + k * problem->n + first, m, buffer);
    (wide ? input_wide : input_plain)(from, problem->frame == NULL ? none : problem->frame[k],
                                      theta[k], block->x + k * B, block->z);
  }
  count_trials(problem, first, m, block);
}

void cal_rows_pass(struct cal_host* host, const struct cal_logistic* problem, const double* theta,
                   double* scratch, const struct cal_row_task* task) {
  struct cal_row_block block;
  int n_blocks = 0;
  open_block(problem, scratch, &block);
  for (ptrdiff_t i = 0; i < problem->n; i += B) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    read_block(problem, theta, i, &block);
    if (task->needs != CAL_ROWS_X) {
      cal_logistic_block(block.z, task->needs == CAL_ROWS_COST ? block.both : NULL, block.far);
    }
    task->add(task->data, &block);
    if (++n_blocks % FLUSH == 0) task->flush(task->data, &block);
  }
  task->flush(task->data, &block);
}

// Eight products to a lane at once, so that it is read and written once for them.
CAL_INLINE void add_products(const double* restrict a, const double* restrict b,
                             double* restrict lanes) {
  for (int l = 0; l < LANES; ++l) {
    const double *u = a + l, *v = b + l;
    lanes[l] += ((u[0] * v[0] + u[8] * v[8]) + (u[16] * v[16] + u[24] * v[24])) +
                ((u[32] * v[32] + u[40] * v[40]) + (u[48] * v[48] + u[56] * v[56]));
  }
}

CAL_INLINE void add_moments(const double* restrict x, ptrdiff_t p, const double* restrict slope,
                            const double* restrict bend, double* restrict bent,
                            double* restrict lanes) {
  for (ptrdiff_t k = 0; k < p; ++k, lanes += LANES) {
    if (slope != NULL) add_products(x + k * B, slope, lanes);
  }
  for (ptrdiff_t k = 0; bend != NULL && k < p; ++k) {
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

void cal_block_moments(const struct cal_row_block* block, ptrdiff_t p, const double* slope,
                       const double* bend, double* lanes) {
  (cal_vector_is_wide() ? moments_wide : moments_plain)(block->x, p, slope, bend, block->x + p * B,
                                                        lanes);
}

double cal_lanes_take(double* lanes) {
  double sum = 0;
  for (int l = 0; l < LANES; ++l) {
    sum += lanes[l];
    lanes[l] = 0;
  }
  return sum;
}

void cal_lanes_take_moments(double* lanes, ptrdiff_t p, double* vector, double* matrix) {
  for (ptrdiff_t k = 0; k < p; ++k, lanes += LANES) vector[k] += cal_lanes_take(lanes);
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (ptrdiff_t l = 0; l <= k; ++l, lanes += LANES) matrix[k * p + l] += cal_lanes_take(lanes);
  }
}

void cal_mirror(double* matrix, ptrdiff_t p) {
  for (ptrdiff_t k = 0; k < p; ++k) {
    for (ptrdiff_t l = 0; l < k; ++l) matrix[l * p + k] = matrix[k * p + l];
  }
}
