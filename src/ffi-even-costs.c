#include "kernels/cost/cllr-costs.h"

#include "ffi-trials.h"
#include "kernels/base/parallel.h"

struct cost_work {
  struct cal_trials trials;
  double unit;
  ptrdiff_t n_parts, done;
  struct cal_costs costs[CAL_MAX_PARTS];
};

// Adds the next piece of a part.
static void add_piece(void* data, ptrdiff_t part) {
  struct cost_work* work = data;
  const struct cal_trials piece = ffi_part_piece(&work->trials, work->n_parts, part, work->done);
  cal_even_costs_add(&piece, work->unit, &work->costs[part]);
}

// Mean costs in nats of the H1 and of the H2 trials at even odds.
SEXP ffi_even_costs(SEXP value, SEXP truth, SEXP unit, SEXP threads) {
  struct cost_work work = {.trials = ffi_trials(value, truth),
                           .unit = ffi_doubles(unit, "unit")[0]};
  const ptrdiff_t n = work.trials.n;
  work.n_parts = cal_parts(n);
  for (; work.done <= n / work.n_parts; work.done += FFI_PIECE) {
    R_CheckUserInterrupt();
    cal_parallel(add_piece, &work, work.n_parts, Rf_asInteger(threads));
  }
  struct cal_costs* total = &work.costs[0];
  for (ptrdiff_t part = 1; part < work.n_parts; ++part) {
    cal_sum_merge(&total->h1, work.costs[part].h1);
    cal_sum_merge(&total->h2, work.costs[part].h2);
    total->n_h1 += work.costs[part].n_h1;
  }

  SEXP out = PROTECT(ffi_new_pair(1));
  REAL(VECTOR_ELT(out, 0))[0] = cal_sum_value(total->h1) / (double)total->n_h1;
  REAL(VECTOR_ELT(out, 1))[0] = cal_sum_value(total->h2) / (double)(n - total->n_h1);

  UNPROTECT(1);
  return out;
}
