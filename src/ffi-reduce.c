#include "kernels/cost/reduce.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// Sets the results: points, and counts unless the caller knew them.
static void set_made(SEXP out, const struct cal_reduced* made, SEXP counts) {
  if (made->points.n > 0) ffi_set(out, "points", points_to_list(&made->points));
  if (made->counted.n > 0 && counts == R_NilValue) {
    ffi_set(out, "counts", counted_to_list(&made->counted));
  }
}

static const struct cal_counted* known(SEXP counts, struct cal_counted* counted) {
  if (counts == R_NilValue) return NULL;
  *counted = ffi_counted(counts);
  return counted->n > 0 ? counted : NULL;
}

// The points of a source, and its counts, where these have been made on the way. `counts` is NULL
// where they are not known.
FFI_HOSTED_4(ffi_reduce, source, counts, range, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  struct cal_counted counted;
  const struct cal_reduced made =
      cal_reduce(host, &sample, ffi_n_doubles(range, 2, "range"), known(counts, &counted));
  SEXP out = PROTECT(ffi_new_list("points", "counts"));
  set_made(out, &made, counts);
  UNPROTECT(1);
  return out;
}

// The mean costs at even odds, and the by-products.
FFI_HOSTED_4(ffi_mean_costs, source, counts, range, threads) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  struct cal_counted counted;
  double h1, h2;
  const struct cal_reduced made = cal_mean_costs(host, &sample, ffi_n_doubles(range, 2, "range"),
                                                 known(counts, &counted), &h1, &h2);
  SEXP out = PROTECT(ffi_new_list("points", "counts", "costs"));
  set_made(out, &made, counts);
  SEXP costs = ffi_set(out, "costs", ffi_new_list("h1", "h2"));
  ffi_set_number(costs, "h1", h1);
  ffi_set_number(costs, "h2", h2);
  UNPROTECT(1);
  return out;
}

FFI_HOSTED_2(ffi_reduce_counts, counts, unit) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_points points = cal_reduce_counts(host, ffi_number(unit, "unit"), &counted);
  return points_to_list(&points);
}
