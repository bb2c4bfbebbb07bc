#include "kernels/cost/reduce.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// Points, and counts unless the caller knew them.
static void set_made(SEXP out, const struct cal_reduced* made, SEXP counts) {
  if (made->points.n > 0) ffi_set_points(ffi_set_list(out, "points"), &made->points);
  if (made->counted.n > 0 && counts == R_NilValue) {
    ffi_set_counted(ffi_set_list(out, "counts"), &made->counted);
  }
}

static const struct cal_counted* known(SEXP counts, struct cal_counted* counted) {
  if (counts == R_NilValue) return NULL;
  *counted = ffi_counted(counts);
  return counted->n > 0 ? counted : NULL;
}

// The points of a source, and its counts, where these have been made on the way. `counts` is NULL
// where they are not known.
FFI_ENTRY_4(ffi_reduce, source, counts, range, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  struct cal_counted counted;
  const struct cal_reduced made =
      cal_reduce(host, &sample, ffi_n_doubles(range, 2, "range"), known(counts, &counted));
  set_made(out, &made, counts);
}

// The mean costs at even odds, and the by-products.
FFI_ENTRY_4(ffi_mean_costs, source, counts, range, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  struct cal_counted counted;
  double h1, h2;
  const struct cal_reduced made = cal_mean_costs(host, &sample, ffi_n_doubles(range, 2, "range"),
                                                 known(counts, &counted), &h1, &h2);
  set_made(out, &made, counts);
  SEXP costs = ffi_set_list(out, "costs");
  ffi_set_number(costs, "h1", h1);
  ffi_set_number(costs, "h2", h2);
}

FFI_ENTRY_2(ffi_reduce_counts, counts, unit) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_points points = cal_reduce_counts(host, ffi_number(unit, "unit"), &counted);
  ffi_set_points(out, &points);
}
