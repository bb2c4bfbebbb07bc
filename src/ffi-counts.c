#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/count/count-sample.h"

// Keys live in double vectors, so that the scratch of the sort can become part of the result.
static uint64_t* keys(SEXP x) { return (uint64_t*)(void*)REAL(x); }

// Single trials with distinct values. The result overwrites the scratch and, once they have been
// read, the keys, so only one vector is allocated.
static void set_singles(struct cal_host* host, const struct cal_order* order, SEXP key,
                        SEXP scratch, SEXP out, struct cal_counted* to) {
  ffi_set(out, "value", scratch);
  ffi_set(out, "n_h1", key);
  double *v_n_h1 = REAL(key), *v_n_h2 = ffi_set_doubles(out, "n_h2", order->n);
  cal_order_singles(host, order, REAL(scratch), v_n_h2);
  for (ptrdiff_t i = 0; i < order->n; ++i) v_n_h1[i] = 1 - v_n_h2[i];
  *to = (struct cal_counted){REAL(scratch), v_n_h1, v_n_h2, order->n};
}

FFI_ENTRY_1(ffi_counts, source) {
  const struct cal_sample sample = ffi_sample(source);
  SEXP key = PROTECT(Rf_allocVector(REALSXP, sample.trials.n));
  SEXP scratch = PROTECT(Rf_allocVector(REALSXP, sample.trials.n));
  const struct cal_order order = cal_sort_sample(host, &sample, keys(key), keys(scratch));
  const ptrdiff_t size = cal_order_size(host, &order);
  struct cal_counted counted;
  if (size == order.n && !order.weight) {
    set_singles(host, &order, key, scratch, out, &counted);
  } else {
    double* v_value = ffi_set_doubles(out, "value", size);
    double* v_n_h1 = ffi_set_doubles(out, "n_h1", size);
    double* v_n_h2 = ffi_set_doubles(out, "n_h2", size);
    cal_order_counts(host, &order, v_value, v_n_h1, v_n_h2);
    counted = (struct cal_counted){v_value, v_n_h1, v_n_h2, size};
  }
  ffi_set_totals(out, &counted);
  UNPROTECT(2);
}

FFI_ENTRY_2(ffi_merge_counts, a, b) {
  const struct cal_counted counted_a = ffi_counted(a), counted_b = ffi_counted(b);
  const struct cal_counted both = cal_counted_merge(host, &counted_a, &counted_b);
  ffi_set_counted(out, &both);
}
