#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <calibrant.h>

static double* new_doubles(ptrdiff_t n) { return (double*)R_alloc((size_t)n, sizeof(double)); }

static uint64_t* new_keys(ptrdiff_t n) { return (uint64_t*)R_alloc((size_t)n, sizeof(uint64_t)); }

static struct cal_sorted sort_class(SEXP llr) {
  const ptrdiff_t n = Rf_xlength(llr);
  uint64_t *key = new_keys(n), *scratch = new_keys(n);
  for (ptrdiff_t i = 0; i < n; ++i) key[i] = cal_sort_key(REAL(llr)[i]);
  calibrant_sort(key, NULL, scratch, NULL, n);
  return (struct cal_sorted){.key = key, .weight = NULL, .n = n};
}

static struct cal_points count(struct cal_sorted h1, struct cal_sorted h2) {
  const ptrdiff_t n = calibrant_counts_size(h1, h2);
  double *llr = new_doubles(n), *n_h1 = new_doubles(n), *n_h2 = new_doubles(n);
  calibrant_counts(h1, h2, llr, n_h1, n_h2);
  return (struct cal_points){llr, n_h1, n_h2, n, (double)h1.n, (double)h2.n};
}

static struct cal_points pool(const struct cal_points* counts) {
  const double total_h1 = counts->total_h1, total_h2 = counts->total_h2;
  const ptrdiff_t capacity = calibrant_pav_capacity(counts->n, total_h1 + total_h2);
  struct cal_block* blocks = (struct cal_block*)R_alloc((size_t)capacity, sizeof(struct cal_block));
  const ptrdiff_t n = calibrant_pav(counts->n_h1, counts->n_h2, counts->n, blocks, capacity);

  double *llr = new_doubles(n), *n_h1 = new_doubles(n), *n_h2 = new_doubles(n);
  for (ptrdiff_t i = 0; i < n; ++i) {
    llr[i] = calibrant_block_llr(blocks[i], total_h1, total_h2);
    n_h1[i] = blocks[i].n_h1;
    n_h2[i] = blocks[i].n_h2;
  }
  return (struct cal_points){llr, n_h1, n_h2, n, total_h1, total_h2};
}

static SEXP to_vector(const double* x, ptrdiff_t n) {
  SEXP out = Rf_allocVector(REALSXP, n);
  for (ptrdiff_t i = 0; i < n; ++i) REAL(out)[i] = x[i];
  return out;
}

static SEXP downstream_evaluate(SEXP h1, SEXP h2, SEXP log_odds) {
  const struct cal_points counts = count(sort_class(h1), sort_class(h2));
  const struct cal_points blocks = pool(&counts);
  const double odds = REAL(log_odds)[0];
  double halves[2];
  calibrant_cross_entropy(&counts, odds, &halves[0], &halves[1]);

  const char* names[] = {"pav", "ece", "ece_min", "halves", "excess", "softplus", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(out, 0, to_vector(blocks.llr, blocks.n));
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(calibrant_ece(&counts, odds)));
  SET_VECTOR_ELT(out, 2, Rf_ScalarReal(calibrant_ece(&blocks, odds)));
  SET_VECTOR_ELT(out, 3, to_vector(halves, 2));
  SET_VECTOR_ELT(out, 4, Rf_ScalarReal(calibrant_excess(&counts, odds)));
  SET_VECTOR_ELT(out, 5, Rf_ScalarReal(calibrant_softplus(odds)));

  UNPROTECT(1);
  return out;
}

static const R_CallMethodDef call_entries[] = {
    {"downstream_evaluate", (DL_FUNC)&downstream_evaluate, 3},
    {NULL, NULL, 0},
};

void R_init_downstream(DllInfo* dll) {
  if (calibrant_api_version() != CALIBRANT_API_VERSION) {
    Rf_error("this package must be installed again: calibrant has changed");
  }
  R_registerRoutines(dll, NULL, call_entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
}
