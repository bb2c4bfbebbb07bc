#include "kernels/classes/naive-bayes.h"

#include <string.h>

#include "kernels/base/plan.h"

// The stored elements of a column. `row` is NULL if they are all of its rows, in their order.
struct column {
  const double* value;
  const int* row;
  ptrdiff_t n;
};

static struct column column_at(const struct cal_columns* columns, ptrdiff_t j) {
  if (!columns->row)
    return (struct column){.value = columns->value + j * columns->n_rows, .n = columns->n_rows};
  const ptrdiff_t from = columns->start[j];
  return (struct column){.value = columns->value + from,
                         .row = columns->row + from,
                         .n = columns->start[j + 1] - from};
}

static ptrdiff_t row_of(const struct column* column, ptrdiff_t i) {
  return column->row ? column->row[i] : i;
}

bool cal_is_sparse(const struct cal_columns* columns, ptrdiff_t n) {
  if (columns->start[0] != 0 || columns->start[columns->n_columns] != n) return false;
  for (ptrdiff_t j = 0; j < columns->n_columns; ++j) {
    if (columns->start[j] > columns->start[j + 1]) return false;
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (columns->row[i] < 0 || columns->row[i] >= columns->n_rows) return false;
  }
  return true;
}

void cal_class_sums(struct cal_host* host, const struct cal_columns* columns, const int* truth,
                    int n_classes, double* sum) {
  const ptrdiff_t m = columns->n_columns;
  memset(sum, 0, (size_t)(n_classes * m) * sizeof *sum);
  for (ptrdiff_t j = 0; j < columns->n_columns; ++j) {
    const struct column column = column_at(columns, j);
    if (j % CAL_PLAN_COLUMNS == 0) cal_pulse(host);
    for (ptrdiff_t i = 0; i < column.n; ++i)
      sum[truth[row_of(&column, i)] * m + j] += column.value[i];
  }
}

// Sparse columns start as if all elements were 0; each stored one then replaces the square of a 0.
void cal_class_squares(struct cal_host* host, const struct cal_columns* columns, const int* truth,
                       int n_classes, const double* mean, const double* n_trials, double* square) {
  const ptrdiff_t m = columns->n_columns;
  for (ptrdiff_t j = 0; j < columns->n_columns; ++j) {
    const struct column column = column_at(columns, j);
    if (j % CAL_PLAN_COLUMNS == 0) cal_pulse(host);
    for (int k = 0; k < n_classes; ++k) square[k * m + j] = columns->row ? n_trials[k] : 0;
    if (columns->row)
      for (ptrdiff_t i = 0; i < column.n; ++i) square[truth[row_of(&column, i)] * m + j] -= 1;
    for (int k = 0; k < n_classes; ++k) square[k * m + j] *= mean[k * m + j] * mean[k * m + j];
    for (ptrdiff_t i = 0; i < column.n; ++i) {
      const ptrdiff_t at = truth[row_of(&column, i)] * m + j;
      const double distance = column.value[i] - mean[at];
      square[at] += distance * distance;
    }
  }
}

void cal_linear_scores(struct cal_host* host, const struct cal_columns* columns, int n_classes,
                       const double* weight, double* score) {
  for (ptrdiff_t j = 0; j < columns->n_columns; ++j) {
    const struct column column = column_at(columns, j);
    if (j % CAL_PLAN_COLUMNS == 0) cal_pulse(host);
    for (int k = 0; k < n_classes; ++k) {
      const double w = weight[k * columns->n_columns + j];
      double* to = score + k * columns->n_rows;
      for (ptrdiff_t i = 0; i < column.n; ++i) to[row_of(&column, i)] += w * column.value[i];
    }
  }
}

void cal_gaussian_scores(struct cal_host* host, const struct cal_columns* columns, int n_classes,
                         const double* mean, const double* variance, double* score) {
  for (ptrdiff_t j = 0; j < columns->n_columns; ++j) {
    const struct column column = column_at(columns, j);
    if (j % CAL_PLAN_COLUMNS == 0) cal_pulse(host);
    for (int k = 0; k < n_classes; ++k) {
      const double m = mean[k * columns->n_columns + j];
      const double half = 0.5 / variance[k * columns->n_columns + j];
      double* to = score + k * columns->n_rows;
      for (ptrdiff_t i = 0; i < column.n; ++i) {
        const double x = column.value[i];
        to[row_of(&column, i)] -= (columns->row ? x * (x - 2 * m) : (x - m) * (x - m)) * half;
      }
    }
  }
}
