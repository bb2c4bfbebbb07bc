#include "ffi-class-trials.h"
#include "ffi-host.h"
#include "kernels/classes/naive-bayes.h"

// A list with `value`, `dim` and, for sparse matrices, `row` and `start`, NULL for others.
static struct cal_columns read_columns(SEXP x) {
  const int* dim = ffi_field_integers(x, "dim", 2);
  struct cal_columns columns = {.n_rows = dim[0], .n_columns = dim[1]};
  const bool is_sparse = ffi_field(x, "row") != R_NilValue;
  const R_xlen_t n =
      is_sparse ? ffi_field_length(x, "row") : (R_xlen_t)columns.n_rows * columns.n_columns;
  columns.value = ffi_field_doubles(x, "value", n);
  if (is_sparse) {
    columns.row = ffi_field_integers(x, "row", n);
    columns.start = ffi_field_integers(x, "start", (R_xlen_t)columns.n_columns + 1);
    if (!cal_is_sparse(&columns, n)) Rf_error("internal error: a sparse matrix is not sound");
  }
  return columns;
}

// Classes of the trials, counted from zero.
static const int* read_truth(SEXP truth, const struct cal_columns* columns, int n_classes) {
  ffi_check_length(truth, columns->n_rows, "truth");
  ffi_check_codes(truth, 0, n_classes, "truth");
  return INTEGER_RO(truth);
}

// Features in rows, classes in columns. `truth` counts from zero.
FFI_ENTRY_3(ffi_class_sums, x, truth, n_classes) {
  const struct cal_columns columns = read_columns(x);
  const int k = Rf_asInteger(n_classes);
  const int* v_truth = read_truth(truth, &columns, k);
  cal_class_sums(host, &columns, v_truth, k, ffi_return_matrix(out, columns.n_columns, k));
}

FFI_ENTRY_4(ffi_class_squares, x, truth, mean, n_trials) {
  const struct cal_columns columns = read_columns(x);
  const int k = (int)Rf_xlength(n_trials);
  const double* v_mean = ffi_n_doubles(mean, columns.n_columns * k, "mean");
  const int* v_truth = read_truth(truth, &columns, k);
  cal_class_squares(host, &columns, v_truth, k, v_mean, ffi_doubles(n_trials, "n_trials"),
                    ffi_return_matrix(out, columns.n_columns, k));
}

// A row per trial and a column per class, which start from `base`, a number per class. `variance`
// is NULL for linear models, whose weights are then `mean`.
FFI_ENTRY_4(ffi_class_scores, x, base, mean, variance) {
  const struct cal_columns columns = read_columns(x);
  const int k = (int)Rf_xlength(base);
  const double* v_base = ffi_doubles(base, "base");
  const double* v_mean = ffi_n_doubles(mean, columns.n_columns * k, "mean");
  const double* v_variance =
      variance == R_NilValue ? NULL : ffi_n_doubles(variance, columns.n_columns * k, "variance");
  double* score = ffi_return_matrix(out, columns.n_rows, k);
  for (ptrdiff_t i = 0; i < columns.n_rows * k; ++i) score[i] = v_base[i / columns.n_rows];
  if (v_variance) cal_gaussian_scores(host, &columns, k, v_mean, v_variance, score);
  if (!v_variance) cal_linear_scores(host, &columns, k, v_mean, score);
}
