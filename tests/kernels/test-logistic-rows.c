#include "kernels/logistic/logistic-rows.h"

#include <string.h>

#include "logistic-trials.h"

enum { B = CAL_VECTOR_BLOCK, MOST = MANY + B };

static const double theta[P] = {.7, -.4, .2};

// The content of all blocks of a pass, one after the other.
static struct seen {
  double x[P][MOST], n_h1[MOST], n_h2[MOST], z[MOST], both[MOST], far[MOST];
  ptrdiff_t n_blocks, n_flushes, since_flush, longest;
} seen;

static void add(void* data, const struct cal_row_block* block) {
  const ptrdiff_t at = seen.n_blocks++ * B;
  const size_t size = B * sizeof(double);
  for (int k = 0; k < P; ++k) memcpy(seen.x[k] + at, block->x + k * B, size);
  memcpy(seen.n_h1 + at, block->n_h1, size);
  memcpy(seen.n_h2 + at, block->n_h2, size);
  memcpy(seen.z + at, block->z, size);
  memcpy(seen.both + at, block->both, size);
  memcpy(seen.far + at, block->far, size);
  block->lanes[0] += 1;
  if (++seen.since_flush > seen.longest) seen.longest = seen.since_flush;
  (void)data;
}

static void flush(void* data, const struct cal_row_block* block) {
  *(double*)data += cal_lanes_take(block->lanes);
  ++seen.n_flushes;
  seen.since_flush = 0;
}

static void pass(const struct cal_logistic* problem, enum cal_row_needs needs) {
  struct test_host host = new_host(1);
  double n_blocks = 0, *scratch = cal_scratch_doubles(&host.host, cal_rows_scratch(problem->d));
  memset(&seen, 0, sizeof seen);
  cal_rows_pass(&host.host, problem, theta, scratch,
                &(struct cal_row_task){needs, add, flush, &n_blocks});
  CHECK(seen.n_blocks == (problem->n + B - 1) / B);
  CHECK_EQ(n_blocks, (double)seen.n_blocks);
  CHECK(seen.longest <= 16 && seen.since_flush == 0);
  CHECK(host.n_pulses == (problem->n > 0));
  free_host(&host);
}

static void check_rows(const struct cal_logistic* problem, bool weighted) {
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    const double weight = weighted ? many_weight[i] : 1, z = placed_z(problem, theta, i);
    for (int k = 0; k < P; ++k) CHECK_EQ(seen.x[k][i], placed(i, k));
    CHECK_EQ(seen.n_h1[i], many_truth[i] ? weight : 0);
    CHECK_EQ(seen.n_h2[i], many_truth[i] ? 0 : weight);
    CHECK(fabs(seen.z[i] - z) < 1e-14);
    CHECK_NEAR(seen.both[i], log1p(exp(-fabs(z))), 1e-13);
    CHECK_NEAR(seen.far[i], 1 / (1 + exp(fabs(z))), 1e-13);
  }
  for (ptrdiff_t i = problem->n; i < seen.n_blocks * B; ++i) {
    CHECK_EQ(seen.n_h1[i], 0);
    CHECK_EQ(seen.n_h2[i], 0);
  }
}

// Blocks are filled up with rows without weight, whatever number of rows the last block has.
static void every_row_comes_once(void) {
  const ptrdiff_t sizes[] = {0, 1, B - 1, B, B + 1, 15 * B, MANY};
  for (int i = 0; i < 7; ++i) {
    for (int wide = 0; wide < 2; ++wide) {
      const bool before = cal_vector_allow_wide(wide);
      struct cal_logistic problem = many_trials();
      problem.frame = frames;
      double x[MAX_INPUTS * MANY];
      for (ptrdiff_t t = 0; t < sizes[i]; ++t) {
        x[t] = many_x[t];
        x[sizes[i] + t] = many_x[MANY + t];
      }
      problem.x = x;
      problem.n = sizes[i];
      pass(&problem, CAL_ROWS_COST);
      check_rows(&problem, true);
      problem.weight = NULL;
      pass(&problem, CAL_ROWS_COST);
      check_rows(&problem, false);
      cal_vector_allow_wide(before);
    }
  }
}

static void counts_are_read_as_they_are(void) {
  struct cal_logistic problem = many_trials();
  problem.truth = NULL;
  problem.weight = NULL;
  problem.n_h1 = many_x;
  problem.n_h2 = many_x + MANY;
  pass(&problem, CAL_ROWS_X);
  for (int i = 0; i < MANY; ++i) {
    CHECK_EQ(seen.n_h1[i], many_x[i]);
    CHECK_EQ(seen.n_h2[i], many_x[MANY + i]);
    CHECK_EQ(seen.x[1][i], many_x[MANY + i]);
  }
}

static double column[2][B], lanes[CAL_LANES * (P + P * (P + 1) / 2)], x[(P + 1) * B];

// Products of columns, summed row by row.
static void moments_are_sums_of_products(bool wide) {
  const bool before = cal_vector_allow_wide(wide);
  struct cal_row_block block = {.x = x};
  double vector[P] = {0}, matrix[P * P] = {0};
  for (int i = 0; i < B; ++i) {
    for (int k = 0; k < P; ++k) x[k * B + i] = sin(3.0 * i + k);
    column[0][i] = cos(5.0 * i);
    column[1][i] = sin(9.0 * i) - .5;
  }
  memset(lanes, 0, sizeof lanes);
  CHECK(cal_moment_lanes(P) * (ptrdiff_t)sizeof(double) == (ptrdiff_t)sizeof lanes);
  cal_block_moments(&block, P, column[0], column[1], lanes);
  cal_block_moments(&block, P, column[0], column[1], lanes);
  cal_lanes_take_moments(lanes, P, vector, matrix);
  cal_mirror(matrix, P);
  for (int k = 0; k < P; ++k) {
    double sum = 0, sums[P] = {0};
    for (int i = 0; i < B; ++i) {
      sum += 2 * x[k * B + i] * column[0][i];
      for (int l = 0; l < P; ++l) sums[l] += 2 * x[k * B + i] * x[l * B + i] * column[1][i];
    }
    CHECK(fabs(vector[k] - sum) < 1e-13);
    for (int l = 0; l < P; ++l) CHECK(fabs(matrix[k * P + l] - sums[l]) < 1e-13);
  }
  for (size_t l = 0; l < sizeof lanes / sizeof *lanes; ++l) CHECK_EQ(lanes[l], 0);
  cal_vector_allow_wide(before);
}

static void either_column_may_be_missing(void) {
  struct cal_row_block block = {.x = x};
  double both_vector[P] = {0}, both[P * P] = {0}, vector[P] = {0}, matrix[P * P] = {0};
  double unread[P * P] = {0};
  memset(lanes, 0, sizeof lanes);
  cal_block_moments(&block, P, column[0], column[1], lanes);
  cal_lanes_take_moments(lanes, P, both_vector, both);
  cal_block_moments(&block, P, NULL, column[1], lanes);
  cal_lanes_take_moments(lanes, P, unread, matrix);
  cal_block_moments(&block, P, column[0], NULL, lanes);
  cal_lanes_take_moments(lanes, P, vector, unread);
  for (int k = 0; k < P; ++k) CHECK_EQ(vector[k], both_vector[k]);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(matrix[k], both[k]);
  for (int k = 0; k < P * P; ++k) CHECK_EQ(unread[k], 0);
}

int main(void) {
  every_row_comes_once();
  counts_are_read_as_they_are();
  moments_are_sums_of_products(false);
  moments_are_sums_of_products(true);
  either_column_may_be_missing();
  return check_report("logistic-rows");
}
