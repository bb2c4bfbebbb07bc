#include "ffi.h"
#include "kernels/classes/naive-bayes.h"

// A list with `value`, `dim` and, for sparse matrices, `row` and `start`, NULL for others.
static struct cal_columns read_columns(SEXP x) {
  SEXP row = ffi_field(x, "row"), dim = ffi_field(x, "dim");
  const int sparse = row != R_NilValue;
  return (struct cal_columns){
      .value = ffi_doubles(ffi_field(x, "value"), "value"),
      .row = sparse ? INTEGER_RO(row) : NULL,
      .start = sparse ? INTEGER_RO(ffi_field(x, "start")) : NULL,
      .n_rows = INTEGER_RO(dim)[0],
      .n_columns = INTEGER_RO(dim)[1],
  };
}

// Columns between two looks at the user.
enum { COLUMNS_A_PIECE = 256 };

static ptrdiff_t columns_end(ptrdiff_t first, ptrdiff_t n) {
  R_CheckUserInterrupt();
  return n - first > COLUMNS_A_PIECE ? first + COLUMNS_A_PIECE : n;
}

// Features in rows, classes in columns. `truth` counts from zero.
SEXP ffi_class_sums(SEXP x, SEXP truth, SEXP n_classes) {
  const struct cal_columns columns = read_columns(x);
  const int k = Rf_asInteger(n_classes);
  const int* v_truth = INTEGER_RO(truth);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)columns.n_columns, k));

  for (ptrdiff_t first = 0, end; first < columns.n_columns; first = end) {
    end = columns_end(first, columns.n_columns);
    cal_class_sums(&columns, v_truth, k, first, end, REAL(out));
  }

  UNPROTECT(1);
  return out;
}

SEXP ffi_class_squares(SEXP x, SEXP truth, SEXP mean, SEXP n_trials) {
  const struct cal_columns columns = read_columns(x);
  const double *v_mean = ffi_doubles(mean, "mean"), *v_n = ffi_doubles(n_trials, "n_trials");
  const int k = (int)Rf_xlength(n_trials);
  const int* v_truth = INTEGER_RO(truth);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)columns.n_columns, k));

  for (ptrdiff_t first = 0, end; first < columns.n_columns; first = end) {
    end = columns_end(first, columns.n_columns);
    cal_class_squares(&columns, v_truth, k, v_mean, v_n, first, end, REAL(out));
  }

  UNPROTECT(1);
  return out;
}

// A row per trial and a column per class, which start from `base`, a number per class. `variance`
// is NULL for linear models, whose weights are then `mean`.
SEXP ffi_class_scores(SEXP x, SEXP base, SEXP mean, SEXP variance) {
  const struct cal_columns columns = read_columns(x);
  const double *v_base = ffi_doubles(base, "base"), *v_mean = ffi_doubles(mean, "mean");
  const int k = (int)Rf_xlength(base), gaussian = variance != R_NilValue;
  const double* v_variance = gaussian ? ffi_doubles(variance, "variance") : NULL;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)columns.n_rows, k));
  double* score = REAL(out);

  for (ptrdiff_t i = 0; i < columns.n_rows * k; ++i) score[i] = v_base[i / columns.n_rows];
  for (ptrdiff_t first = 0, end; first < columns.n_columns; first = end) {
    end = columns_end(first, columns.n_columns);
    if (gaussian) {
      cal_gaussian_scores(&columns, k, v_mean, v_variance, first, end, score);
    } else {
      cal_linear_scores(&columns, k, v_mean, first, end, score);
    }
  }

  UNPROTECT(1);
  return out;
}
