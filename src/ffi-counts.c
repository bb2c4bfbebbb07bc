#include "ffi.h"
#include "kernels/base/radix.h"
#include "kernels/base/sort.h"
#include "kernels/pav/counts.h"

// Keys live in double vectors, so that an interrupt leaks nothing and the scratch of the sort can
// become part of the result.
struct trials {
  SEXP key, weight, scratch;
  ptrdiff_t n_h1, n;
};

static uint64_t* keys(SEXP x) { return (uint64_t*)(void*)REAL(x); }

static ptrdiff_t count_true(const int* truth, ptrdiff_t n) {
  ptrdiff_t count = 0;
  for (ptrdiff_t i = 0; i < n; ++i) count += truth[i] != 0;
  return count;
}

// H1 trials first, each class in the order of the input.
static void split_classes(const double* value, const int* truth, const double* weight,
                          struct trials* trials) {
  uint64_t* v_key = keys(trials->key);
  double* v_weight = weight ? REAL(trials->weight) : NULL;
  ptrdiff_t h1 = 0, h2 = trials->n_h1;
  for (R_xlen_t i = 0, end; i < trials->n; i = end) {
    R_CheckUserInterrupt();
    end = ffi_piece_end(i, trials->n);
    for (R_xlen_t j = i; j < end; ++j) {
      const ptrdiff_t place = truth[j] ? h1++ : h2++;
      v_key[place] = cal_sort_key(value[j]);
      if (weight) v_weight[place] = weight[j];
    }
  }
}

static void sort_class(const struct trials* trials, ptrdiff_t first, ptrdiff_t n,
                       SEXP weight_scratch) {
  const bool weighted = trials->weight != R_NilValue;
  const struct cal_run run = {keys(trials->key) + first,
                              weighted ? REAL(trials->weight) + first : NULL};
  const struct cal_run scratch = {keys(trials->scratch), weighted ? REAL(weight_scratch) : NULL};
  struct cal_radix sort;
  cal_radix_begin(&sort, run, scratch, n);
  do R_CheckUserInterrupt();
  while (cal_radix_step(&sort));
}

static void sort_classes(const struct trials* trials) {
  const bool weighted = trials->weight != R_NilValue;
  SEXP weight_scratch = PROTECT(weighted ? Rf_allocVector(REALSXP, trials->n) : R_NilValue);
  sort_class(trials, 0, trials->n_h1, weight_scratch);
  sort_class(trials, trials->n_h1, trials->n - trials->n_h1, weight_scratch);
  UNPROTECT(1);
}

static struct cal_sorted class_view(const struct trials* trials, ptrdiff_t first, ptrdiff_t n) {
  const bool weighted = trials->weight != R_NilValue;
  return (struct cal_sorted){.key = keys(trials->key) + first,
                             .weight = weighted ? REAL(trials->weight) + first : NULL,
                             .n = n};
}

// The two views are pooled in pieces that end soon enough for an interrupt.
static ptrdiff_t count_values(struct cal_sorted h1, struct cal_sorted h2) {
  h1.weight = h2.weight = NULL;
  ptrdiff_t size = 0, n;
  while ((n = cal_counts_next(&h1, &h2, FFI_PIECE, NULL, NULL, NULL)) > 0) {
    R_CheckUserInterrupt();
    size += n;
  }
  return size;
}

static void fill_counts(struct cal_sorted h1, struct cal_sorted h2, double* value, double* n_h1,
                        double* n_h2) {
  ptrdiff_t n;
  while ((n = cal_counts_next(&h1, &h2, FFI_PIECE, value, n_h1, n_h2)) > 0) {
    R_CheckUserInterrupt();
    value += n;
    n_h1 += n;
    n_h2 += n;
  }
}

// Single trials, each with a value of its own. The result takes the place of the scratch and, once
// they have been read, of the keys, so that no vector is made but one.
static void fill_single(const struct trials* trials, struct cal_sorted h1, struct cal_sorted h2,
                        SEXP out) {
  SET_VECTOR_ELT(out, 0, trials->scratch);
  SET_VECTOR_ELT(out, 1, trials->key);
  double* v_value = REAL(trials->scratch);
  double* v_n_h2 = ffi_new_doubles(out, 2, trials->n);
  double unread[4096];
  ptrdiff_t n;
  for (ptrdiff_t i = 0; (n = cal_counts_next(&h1, &h2, 4096, v_value + i, unread, v_n_h2 + i)) > 0;
       i += n) {
    R_CheckUserInterrupt();
  }
  double* v_n_h1 = REAL(trials->key);
  for (ptrdiff_t i = 0; i < trials->n; ++i) v_n_h1[i] = 1 - v_n_h2[i];
}

static SEXP pool(const struct trials* trials) {
  const struct cal_sorted h1 = class_view(trials, 0, trials->n_h1);
  const struct cal_sorted h2 = class_view(trials, trials->n_h1, trials->n - trials->n_h1);
  const ptrdiff_t size = count_values(h1, h2);

  const char* names[] = {"value", "n_h1", "n_h2", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  if (size == trials->n && trials->weight == R_NilValue) {
    fill_single(trials, h1, h2, out);
  } else {
    double* v_value = ffi_new_doubles(out, 0, size);
    double* v_n_h1 = ffi_new_doubles(out, 1, size);
    double* v_n_h2 = ffi_new_doubles(out, 2, size);
    fill_counts(h1, h2, v_value, v_n_h1, v_n_h2);
  }

  UNPROTECT(1);
  return out;
}

// `weight` is NULL where every trial counts as one.
SEXP ffi_counts(SEXP value, SEXP truth, SEXP weight) {
  if (TYPEOF(truth) != LGLSXP) Rf_error("internal error: `truth` must be logical");
  const double* v_value = ffi_doubles(value, "value");
  const double* v_weight = weight == R_NilValue ? NULL : ffi_doubles(weight, "weight");
  const int* v_truth = LOGICAL_RO(truth);

  struct trials trials = {.n = Rf_xlength(value)};
  trials.n_h1 = count_true(v_truth, trials.n);
  trials.key = PROTECT(Rf_allocVector(REALSXP, trials.n));
  trials.scratch = PROTECT(Rf_allocVector(REALSXP, trials.n));
  trials.weight = PROTECT(v_weight ? Rf_allocVector(REALSXP, trials.n) : R_NilValue);
  split_classes(v_value, v_truth, v_weight, &trials);
  sort_classes(&trials);
  SEXP out = pool(&trials);

  UNPROTECT(3);
  return out;
}
