#include "ffi-host.h"
#include "kernels/replicate/bootstrap.h"
#include "kernels/replicate/chance-mean.h"
#include "kernels/replicate/chance.h"

static struct cal_sorted_trials read_trials(struct cal_host* host, SEXP list) {
  struct cal_sorted_trials trials = {.n_values = ffi_field_length(list, "n_h1")};
  FFI_READ(doubles, trials.n_values, &trials, list, n_h1, n_h2);
  const ptrdiff_t size = cal_steps_find(&trials, NULL) + 1;
  cal_steps_find(&trials, cal_scratch(host, size, sizeof(struct cal_step)));
  cal_chunks_find(&trials, cal_scratch(host, size, sizeof(int32_t)));
  return trials;
}

static struct cal_wanted read_wanted(struct cal_host* host, const struct cal_sorted_trials* trials,
                                     SEXP list, SEXP wanted) {
  const R_xlen_t n_costs = ffi_field_length(wanted, "costs");
  struct cal_wanted out = {.n_log_odds = ffi_field_length(wanted, "log_odds"),
                           .n_thresholds = ffi_field_length(wanted, "threshold"),
                           .n_cuts = ffi_field_length(list, "cut_h1")};
  FFI_READ(doubles, out.n_log_odds, &out, wanted, log_odds);
  FFI_READ(doubles, out.n_thresholds, &out, wanted, threshold);
  FFI_READ(integers_or_null, out.n_cuts, &out, list, cut_h1, cut_h2);
  FFI_READ_ONE(flag, &out, wanted, eer, auc);
  const double* llr = ffi_field_doubles_or_null(list, "llr", trials->n_values);
  if (llr && n_costs > 0) {
    cal_wanted_costs(host, trials, llr, ffi_field_doubles(wanted, "costs", n_costs), n_costs, &out);
  }
  if (llr && ffi_field_flag(wanted, "dev_pav")) out.llr = llr;
  if (llr && ffi_field_flag(wanted, "moments")) cal_wanted_moments(host, trials, llr, &out);
  return out;
}

static struct cal_smooth_class read_class(SEXP list, const char* name) {
  struct cal_smooth_class class;
  FFI_READ_ONE(number, &class, ffi_field(list, name), mean, shrink, noise);
  return class;
}

static struct cal_smooth_share read_share(SEXP list, const char* load, const char* id, R_xlen_t k) {
  const R_xlen_t n = ffi_field_length(list, load);
  const int* of = ffi_field_integers_or_null(list, id, k);
  return (struct cal_smooth_share){ffi_field_doubles(list, load, n), n, of};
}

static const struct cal_smooth* read_smooth(struct cal_host* host,
                                            const struct cal_sorted_trials* trials, SEXP list,
                                            SEXP wanted) {
  SEXP model = ffi_field(list, "model");
  if (model == R_NilValue) return NULL;
  struct cal_smooth* smooth = cal_scratch(host, 1, sizeof *smooth);
  const double* score = ffi_field_doubles(model, "score", trials->n_values);
  *smooth = cal_smooth_make(host, trials, score, read_class(model, "h1"), read_class(model, "h2"));
  const double* llr = ffi_field_doubles_or_null(list, "llr", trials->n_values);
  if (llr) {
    const R_xlen_t n_costs = ffi_field_length(wanted, "costs");
    cal_smooth_costs(host, trials, score, llr, ffi_field_doubles(wanted, "costs", n_costs), n_costs,
                     smooth);
  }
  smooth->h1.share = read_share(model, "load_h1", "id_h1", smooth->h1.n);
  smooth->h2.share = read_share(model, "load_h2", "id_h2", smooth->h2.n);
  return smooth;
}

static struct cal_bootstrap_system read_system(struct cal_host* host, SEXP list, SEXP wanted) {
  struct cal_bootstrap_system system = {.trials = read_trials(host, list)};
  const struct cal_step end = system.trials.step[system.trials.n_steps];
  FFI_READ(integers_or_null, end.h1, &system, list, order_h1);
  FFI_READ(integers_or_null, end.h2, &system, list, order_h2);
  FFI_READ(doubles_or_null, end.h1, &system, list, weight_h1);
  FFI_READ(doubles_or_null, end.h2, &system, list, weight_h2);
  system.pairs_h1 =
      (struct cal_source_pairs){ffi_field_integers_or_null(list, "source1_h1", end.h1),
                                ffi_field_integers_or_null(list, "source2_h1", end.h1), end.h1};
  system.pairs_h2 =
      (struct cal_source_pairs){ffi_field_integers_or_null(list, "source1_h2", end.h2),
                                ffi_field_integers_or_null(list, "source2_h2", end.h2), end.h2};
  system.wanted = read_wanted(host, &system.trials, list, wanted);
  system.smooth = read_smooth(host, &system.trials, list, wanted);
  FFI_READ(integers_or_null, system.trials.n_values, &system, list, tied);
  return system;
}

// Named statistics, each a matrix with `n` columns that the kernel fills in.
static void set_statistics(SEXP out, const struct cal_wanted* wanted, ptrdiff_t n,
                           struct cal_statistics* to) {
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    to->at[i] = ffi_set_matrix(out, cal_statistic_name(i), cal_statistic_size(wanted, i), n);
  }
}

// `settings` are the fields of struct cal_bootstrap, `threads` and `progress`, a function or NULL.
// Returns for each system a named list of statistics, matrices with a column per replicate, and the
// same for its smooth model; the number of redraws after a hypothesis had lost all its trials; and
// the number of a system with too many redraws, or 0.
FFI_ENTRY_3(ffi_bootstrap, systems, wanted, settings) {
  ffi_begin_long_job(host, settings);
  const ptrdiff_t n = Rf_xlength(systems);
  struct cal_bootstrap_system* all = cal_scratch(host, n, sizeof *all);
  for (ptrdiff_t s = 0; s < n; ++s) all[s] = read_system(host, VECTOR_ELT(systems, s), wanted);
  struct cal_bootstrap job = {.systems = all,
                              .n_systems = n,
                              .most_groups = (ptrdiff_t)ffi_field_number(settings, "most_groups"),
                              .n_replicates = (ptrdiff_t)ffi_field_number(settings, "replicates"),
                              .n_sources = {(uint32_t)ffi_field_number(settings, "sources_h1"),
                                            (uint32_t)ffi_field_number(settings, "other_sources")}};
  job.draws_numbers =
      n == 1 && all[0].weight_h1 && all[0].weight_h2 && ffi_field_flag(settings, "draws_numbers");
  job.remainders = job.draws_numbers && ffi_field_flag(settings, "remainders");
  SEXP statistics = ffi_set_list(out, "statistics"), model = ffi_set_list(out, "model");
  for (ptrdiff_t s = 0; s < n; ++s) {
    set_statistics(ffi_set_list(statistics, NULL), &all[s].wanted, job.n_replicates, &all[s].out);
    set_statistics(ffi_set_list(model, NULL), &all[s].wanted, 1, &all[s].model);
  }
  job.seed = ffi_random_seed();
  const struct cal_bootstrap_result result = cal_bootstrap_run(host, &job);
  ffi_set_number(out, "redrawn", result.redrawn);
  ffi_set_number(out, "lost", (double)result.lost + 1);
}

// `problem`: `totals`, `group` or NULL, and the numbers of `draws` and of `threads`, and fields of
// a system without trials. Returns a named list of statistics.
FFI_ENTRY_2(ffi_chance, problem, wanted) {
  ffi_begin_long_job(host, problem);
  const R_xlen_t n_groups = ffi_field_length(problem, "group");
  const double* totals = ffi_field_doubles(problem, "totals", 2);
  const struct cal_sorted_trials none = {0};
  const struct cal_wanted asked = read_wanted(host, &none, problem, wanted);
  const struct cal_chance job = {.total_h1 = totals[0],
                                 .total_h2 = totals[1],
                                 .group = ffi_field_doubles_or_null(problem, "group", n_groups),
                                 .n_groups = n_groups,
                                 .n_draws = (ptrdiff_t)ffi_field_number(problem, "draws"),
                                 .seed = ffi_random_seed()};
  struct cal_statistics statistics;
  set_statistics(out, &asked, job.n_draws, &statistics);
  cal_chance_run(host, &job, &asked, &statistics);
}

// Mean cost under the rule with this number in enum cal_chance_cost, with weights of the classes.
FFI_ENTRY_3(ffi_chance_mean, totals, weights, cost) {
  const double *n = ffi_n_doubles(totals, 2, "totals"), *w = ffi_n_doubles(weights, 2, "weights");
  const enum cal_chance_cost of = (enum cal_chance_cost)Rf_asInteger(cost);
  ffi_return_number(out, cal_chance_mean(host, n[0], n[1], w[0], w[1], of));
}
