#include "kernels/classes/naive-bayes.h"

#include "check.h"
#include "host.h"

static struct test_host host;

// Four trials of three features, by columns, dense and sparse.
static const double dense_value[] = {1, 0, 2, 0, 0, 0, 3, 4, 5, 0, 0, 0};
static const double sparse_value[] = {1, 2, 3, 4, 5};
static const int sparse_row[] = {0, 2, 2, 3, 0}, sparse_start[] = {0, 2, 4, 5};
static const int truth[] = {0, 1, 1, 0};
static const double n_trials[] = {2, 2};

static struct cal_columns dense_columns(void) {
  return (struct cal_columns){.value = dense_value, .n_rows = 4, .n_columns = 3};
}

static struct cal_columns sparse_columns(void) {
  return (struct cal_columns){
      .value = sparse_value, .row = sparse_row, .start = sparse_start, .n_rows = 4, .n_columns = 3};
}

static void check_sums(struct cal_columns columns) {
  const double expected[] = {1, 4, 5, 2, 3, 0};
  double sum[6];
  cal_class_sums(&host.host, &columns, truth, 2, sum);
  for (int i = 0; i < 6; ++i) CHECK_EQ(sum[i], expected[i]);
}

static void check_squares(struct cal_columns columns) {
  const double mean[] = {0.5, 2, 2.5, 1, 1.5, 0};
  const double expected[] = {0.5, 8, 12.5, 2, 4.5, 0};
  double square[6];
  cal_class_squares(&host.host, &columns, truth, 2, mean, n_trials, square);
  for (int i = 0; i < 6; ++i) CHECK_EQ(square[i], expected[i]);
}

static void check_linear(struct cal_columns columns) {
  const double weight[] = {1, 10, 100, -1, 0, 0.5};
  const double expected[] = {501, 0, 32, 40, 1.5, 0, -2, 0};
  double score[8] = {0};
  cal_linear_scores(&host.host, &columns, 2, weight, score);
  for (int i = 0; i < 8; ++i) CHECK_EQ(score[i], expected[i]);
}

// Sparse scores lack those of a row of zeros.
static void test_gaussian(void) {
  const struct cal_columns dense = dense_columns(), sparse = sparse_columns();
  const double mean[] = {0.5, 2, 2.5, 1, 1.5, 0}, variance[] = {1, 2, 0.5, 4, 1, 2};
  double full[8] = {0}, part[8] = {0};
  cal_gaussian_scores(&host.host, &dense, 2, mean, variance, full);
  cal_gaussian_scores(&host.host, &sparse, 2, mean, variance, part);
  // Trial 1 holds nothing but zeros.
  for (int t = 0; t < 4; ++t) {
    CHECK_NEAR(full[t] - full[1], part[t], 1e-14);
    CHECK_NEAR(full[4 + t] - full[5], part[4 + t], 1e-14);
  }
  CHECK_NEAR(full[1], -0.125 - 1 - 6.25, 1e-15);
}

static void test_damaged_columns(void) {
  const int outside[] = {0, 2, 4, 3, 0}, negative[] = {0, 2, -1, 3, 0};
  const int falls[] = {0, 4, 2, 5}, late[] = {1, 2, 4, 5};
  struct cal_columns columns = sparse_columns();
  CHECK(cal_is_sparse(&columns, 5));
  CHECK(!cal_is_sparse(&columns, 4));
  columns.row = outside;
  CHECK(!cal_is_sparse(&columns, 5));
  columns.row = negative;
  CHECK(!cal_is_sparse(&columns, 5));
  columns.row = sparse_row, columns.start = falls;
  CHECK(!cal_is_sparse(&columns, 5));
  columns.start = late;
  CHECK(!cal_is_sparse(&columns, 5));
}

int main(void) {
  host = new_host(1);
  test_damaged_columns();
  check_sums(dense_columns());
  check_sums(sparse_columns());
  check_squares(dense_columns());
  check_squares(sparse_columns());
  check_linear(dense_columns());
  check_linear(sparse_columns());
  test_gaussian();
  return check_report("naive-bayes");
}
