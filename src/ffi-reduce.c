#include "kernels/cost/reduce.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// `costs` gets the mean costs of H1 and of H2, unless it is NULL.
static void reduce(struct cal_host* host, SEXP out, SEXP source, SEXP counts, SEXP range,
                   SEXP threads, double* costs) {
  ffi_lend_threads(host, Rf_asInteger(threads));
  const struct cal_sample sample = ffi_sample(source);
  const double* v_range = ffi_n_doubles(range, 2, "range");
  struct cal_counted counted = {0};
  if (counts != R_NilValue) counted = ffi_counted(counts);
  const struct cal_counted* given = counted.n > 0 ? &counted : NULL;
  const struct cal_reduced made =
      costs ? cal_mean_costs(host, &sample, v_range, given, &costs[0], &costs[1])
            : cal_reduce(host, &sample, v_range, given);
  if (made.points.n > 0) ffi_set_points(ffi_set_list(out, "points"), &made.points);
  if (made.counted.n > 0 && counts == R_NilValue) {
    ffi_set_counted(ffi_set_list(out, "counts"), &made.counted);
  }
}

// Points of a sample, and its counts if they are a by-product. `counts` is NULL if unknown.
FFI_ENTRY_4(ffi_reduce, source, counts, range, threads) {
  reduce(host, out, source, counts, range, threads, NULL);
}

// Mean costs at even odds, and the by-products.
FFI_ENTRY_4(ffi_mean_costs, source, counts, range, threads) {
  double mean[2];
  reduce(host, out, source, counts, range, threads, mean);
  SEXP costs = ffi_set_list(out, "costs");
  ffi_set_number(costs, "h1", mean[0]), ffi_set_number(costs, "h2", mean[1]);
}

FFI_ENTRY_2(ffi_reduce_counts, counts, unit) {
  const struct cal_counted counted = ffi_counted(counts);
  const struct cal_points points = cal_reduce_counts(host, ffi_number(unit, "unit"), &counted);
  ffi_set_points(out, &points);
}
