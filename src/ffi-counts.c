#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/pav/count-sample.h"

// Keys live in double vectors, so that the scratch of the sort can become part of the result.
struct job {
  struct cal_sample sample;
  SEXP key, scratch;
};

static uint64_t* keys(SEXP x) { return (uint64_t*)(void*)REAL(x); }

// Single trials, each with a value of its own. The result takes the place of the scratch and, once
// they have been read, of the keys, so that no vector is made but one.
static void fill_singles(struct cal_host* host, const struct cal_order* order,
                         const struct job* job, SEXP out) {
  SET_VECTOR_ELT(out, 0, job->scratch);
  SET_VECTOR_ELT(out, 1, job->key);
  double* v_n_h2 = ffi_new_doubles(out, 2, order->n);
  cal_order_singles(host, order, REAL(job->scratch), v_n_h2);
  double* v_n_h1 = REAL(job->key);
  for (ptrdiff_t i = 0; i < order->n; ++i) v_n_h1[i] = 1 - v_n_h2[i];
}

static SEXP count(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const struct cal_order order =
      cal_sort_sample(host, &job->sample, keys(job->key), keys(job->scratch));
  const ptrdiff_t size = cal_order_size(host, &order);

  const char* names[] = {"value", "n_h1", "n_h2", "totals", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  if (size == order.n && !order.weight) {
    fill_singles(host, &order, job, out);
  } else {
    double* v_value = ffi_new_doubles(out, 0, size);
    double* v_n_h1 = ffi_new_doubles(out, 1, size);
    double* v_n_h2 = ffi_new_doubles(out, 2, size);
    cal_order_counts(host, &order, v_value, v_n_h1, v_n_h2);
  }
  const struct cal_counted counted = {REAL_RO(VECTOR_ELT(out, 0)), REAL_RO(VECTOR_ELT(out, 1)),
                                      REAL_RO(VECTOR_ELT(out, 2)), size};
  double* v_totals = ffi_new_doubles(out, 3, 2);
  cal_counted_totals(&counted, &v_totals[0], &v_totals[1]);

  UNPROTECT(1);
  return out;
}

SEXP ffi_counts(SEXP source) {
  struct job job = {.sample = ffi_sample(source)};
  job.key = PROTECT(Rf_allocVector(REALSXP, job.sample.trials.n));
  job.scratch = PROTECT(Rf_allocVector(REALSXP, job.sample.trials.n));
  SEXP out = ffi_with_host(count, &job, 1);
  UNPROTECT(2);
  return out;
}

struct merge_job {
  struct cal_counted a, b;
};

static SEXP merge(struct cal_host* host, const void* input) {
  const struct merge_job* job = input;
  const struct cal_counted both = cal_counted_merge(host, &job->a, &job->b);
  return counted_to_list(&both);
}

SEXP ffi_merge_counts(SEXP a, SEXP b) {
  const struct merge_job job = {ffi_counted(a), ffi_counted(b)};
  return ffi_with_host(merge, &job, 1);
}
