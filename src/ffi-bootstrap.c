#ifdef _OPENMP
#include <omp.h>
#endif

#include "ffi-trials.h"
#include "ffi.h"
#include "kernels/base/parallel.h"
#include "kernels/replicate/replicate-statistics.h"
#include "kernels/replicate/resample.h"

// One system. NULL says that its trials are drawn in the order of their values, that each counts
// as one, or that sources do not matter.
struct system {
  struct cal_sorted_trials trials;
  struct cal_wanted wanted;
  const int *order_h1, *order_h2;
  const double *weight_h1, *weight_h2;
  struct cal_source_pairs pairs_h1, pairs_h2;
  double* out;
};

// Systems whose trials are drawn together. Without sources, trials are drawn.
struct job {
  struct system* systems;
  R_xlen_t n_systems, n_replicates;
  uint32_t n_sources[2];
  uint64_t seed;
};

// The scratch of one thread, and how often it had to draw again.
struct work {
  double redrawn;
  uint8_t *drawn_h1, *drawn_h2, *ordered_h1, *ordered_h2;
  uint32_t* source;
  double *weight_h1, *weight_h2;
  struct cal_statistics_work statistics;
};

static const double* doubles_or_null(SEXP list, const char* name) {
  SEXP x = ffi_field(list, name);
  return x == R_NilValue ? NULL : ffi_doubles(x, name);
}

static const int* integers_or_null(SEXP list, const char* name) {
  SEXP x = ffi_field(list, name);
  if (x == R_NilValue) return NULL;
  if (TYPEOF(x) != INTSXP) Rf_error("internal error: `%s` must be integer", name);
  return INTEGER_RO(x);
}

static struct cal_step last_step(const struct system* system) {
  return system->trials.step[system->trials.n_steps];
}

static struct cal_sorted_trials read_trials(SEXP list) {
  SEXP n_h1 = ffi_field(list, "n_h1");
  struct cal_sorted_trials trials = {.n_h1 = ffi_doubles(n_h1, "n_h1"),
                                     .n_h2 = ffi_doubles(ffi_field(list, "n_h2"), "n_h2"),
                                     .n_values = Rf_xlength(n_h1)};
  const ptrdiff_t size = cal_steps_find(&trials, NULL) + 1;
  cal_steps_find(&trials, ffi_scratch(size, sizeof(struct cal_step)));
  cal_chunks_find(&trials, ffi_scratch(size, sizeof(int32_t)));
  return trials;
}

static void read_costs(struct system* system, SEXP list, SEXP log_odds) {
  const ptrdiff_t n = Rf_xlength(log_odds);
  if (n == 0) return;
  const double* v_log_odds = ffi_doubles(log_odds, "costs");
  const double* v_llr = ffi_doubles(ffi_field(list, "llr"), "llr");
  const struct cal_sorted_trials* trials = &system->trials;
  const struct cal_step end = last_step(system);
  struct cal_cost* h1 = ffi_scratch(n, sizeof *h1);
  struct cal_cost* h2 = ffi_scratch(n, sizeof *h2);
  for (ptrdiff_t i = 0; i < n; ++i) {
    R_CheckUserInterrupt();
    h1[i] = cal_costs_h1(v_llr, trials->n_h1, trials->n_values, v_log_odds[i],
                         ffi_scratch(end.h1, sizeof(double)));
    h2[i] = cal_costs_h2(v_llr, trials->n_h2, trials->n_values, v_log_odds[i],
                         ffi_scratch(end.h2, sizeof(double)));
  }
  system->wanted.cost_h1 = h1;
  system->wanted.cost_h2 = h2;
  system->wanted.n_costs = n;
}

static void read_wanted(struct system* system, SEXP list, SEXP wanted) {
  SEXP log_odds = ffi_field(wanted, "log_odds"), threshold = ffi_field(wanted, "threshold");
  system->wanted = (struct cal_wanted){.log_odds = ffi_doubles(log_odds, "log_odds"),
                                       .n_log_odds = Rf_xlength(log_odds),
                                       .threshold = ffi_doubles(threshold, "threshold"),
                                       .n_thresholds = Rf_xlength(threshold),
                                       .cut_h1 = integers_or_null(list, "cut_h1"),
                                       .cut_h2 = integers_or_null(list, "cut_h2"),
                                       .n_cuts = Rf_xlength(ffi_field(list, "cut_h1")),
                                       .eer = Rf_asLogical(ffi_field(wanted, "eer")),
                                       .auc = Rf_asLogical(ffi_field(wanted, "auc"))};
  read_costs(system, list, ffi_field(wanted, "costs"));
}

static struct system read_system(SEXP list, SEXP wanted) {
  struct system system = {.trials = read_trials(list),
                          .order_h1 = integers_or_null(list, "order_h1"),
                          .order_h2 = integers_or_null(list, "order_h2"),
                          .weight_h1 = doubles_or_null(list, "weight_h1"),
                          .weight_h2 = doubles_or_null(list, "weight_h2")};
  const struct cal_step end = last_step(&system);
  system.pairs_h1 = (struct cal_source_pairs){integers_or_null(list, "source1_h1"),
                                              integers_or_null(list, "source2_h1"), end.h1};
  system.pairs_h2 = (struct cal_source_pairs){integers_or_null(list, "source1_h2"),
                                              integers_or_null(list, "source2_h2"), end.h2};
  read_wanted(&system, list, wanted);
  return system;
}

static bool draws_sources(const struct job* job) { return job->n_sources[0] > 0; }

static bool weighs(const struct job* job) {
  return draws_sources(job) || job->systems[0].weight_h1;
}

// Room for the largest system.
static struct work new_work(const struct job* job) {
  ptrdiff_t n_h1 = 0, n_h2 = 0, n_chunks = 0, n_blocks = 0;
  for (R_xlen_t s = 0; s < job->n_systems; ++s) {
    const struct system* system = &job->systems[s];
    const struct cal_step end = last_step(system);
    const ptrdiff_t steps = system->trials.n_steps;
    const ptrdiff_t blocks =
        weighs(job) ? steps : cal_pav_capacity(steps, (double)end.h1 + (double)end.h2);
    if (end.h1 > n_h1) n_h1 = end.h1;
    if (end.h2 > n_h2) n_h2 = end.h2;
    if (system->trials.n_chunks > n_chunks) n_chunks = system->trials.n_chunks;
    if (blocks > n_blocks) n_blocks = blocks;
  }
  const ptrdiff_t n_rates = 2 * job->systems[0].wanted.n_thresholds;
  const bool weighted = weighs(job);
  return (struct work){
      .drawn_h1 = ffi_scratch((ptrdiff_t)cal_counts_room((uint32_t)n_h1), 1),
      .drawn_h2 = ffi_scratch((ptrdiff_t)cal_counts_room((uint32_t)n_h2), 1),
      .ordered_h1 = ffi_scratch(n_h1 + CAL_COUNT_PADDING, 1),
      .ordered_h2 = ffi_scratch(n_h2 + CAL_COUNT_PADDING, 1),
      .source = ffi_scratch((ptrdiff_t)job->n_sources[0] + job->n_sources[1], sizeof(uint32_t)),
      .weight_h1 = ffi_scratch(weighted ? n_h1 : 0, sizeof(double)),
      .weight_h2 = ffi_scratch(weighted ? n_h2 : 0, sizeof(double)),
      .statistics = {.sums = ffi_scratch(n_chunks, sizeof(struct cal_chunk_sum)),
                     .coarse = ffi_scratch(n_blocks, sizeof(struct cal_block)),
                     .blocks = ffi_scratch(n_blocks, sizeof(struct cal_block)),
                     .llr = ffi_scratch(n_blocks, sizeof(double)),
                     .n_h1 = ffi_scratch(n_blocks, sizeof(double)),
                     .n_h2 = ffi_scratch(n_blocks, sizeof(double)),
                     .rates = ffi_scratch(n_rates, sizeof(double))}};
}

static bool draw(const struct job* job, const struct work* work, struct cal_random* random) {
  if (draws_sources(job)) {
    cal_draw_sources(random, job->n_sources[0], work->source);
    cal_draw_sources(random, job->n_sources[1], work->source + job->n_sources[0]);
    return true;
  }
  const struct cal_step end = last_step(job->systems);
  return cal_draw_trials(random, (uint32_t)end.h1, (uint32_t)end.h1, work->drawn_h1) &&
         cal_draw_trials(random, (uint32_t)end.h2, (uint32_t)end.h2, work->drawn_h2);
}

static const uint8_t* in_order(const uint8_t* drawn, const int* order, ptrdiff_t n, uint8_t* room) {
  if (!order) return drawn;
  cal_reorder_counts(drawn, order, n, room);
  return room;
}

// The draws as they fall on the trials of one system.
static struct cal_replicate arrange(const struct job* job, const struct system* system,
                                    const struct work* work) {
  const struct cal_step end = last_step(system);
  if (draws_sources(job)) {
    cal_weigh_pairs(&system->pairs_h1, work->source, system->weight_h1, work->weight_h1);
    cal_weigh_pairs(&system->pairs_h2, work->source, system->weight_h2, work->weight_h2);
  } else if (system->weight_h1) {
    cal_weigh_trials(work->drawn_h1, system->order_h1, system->weight_h1, end.h1, work->weight_h1);
    cal_weigh_trials(work->drawn_h2, system->order_h2, system->weight_h2, end.h2, work->weight_h2);
  } else {
    return (struct cal_replicate){
        {.count = in_order(work->drawn_h1, system->order_h1, end.h1, work->ordered_h1)},
        {.count = in_order(work->drawn_h2, system->order_h2, end.h2, work->ordered_h2)}};
  }
  return (struct cal_replicate){{.weight = work->weight_h1}, {.weight = work->weight_h2}};
}

// Whether each hypothesis of each system has a trial in the replicate.
static bool fill_rows(const struct job* job, const struct work* work, ptrdiff_t at) {
  for (R_xlen_t s = 0; s < job->n_systems; ++s) {
    const struct system* system = &job->systems[s];
    const struct cal_replicate replicate = arrange(job, system, work);
    const struct cal_chunk_sum total =
        cal_chunk_sums(&system->trials, &replicate, work->statistics.sums);
    if (!(total.h1 > 0 && total.h2 > 0)) return false;
    cal_replicate_statistics(&system->trials, &replicate, total, &system->wanted, &work->statistics,
                             system->out + at * cal_wanted_size(&system->wanted));
  }
  return true;
}

// Each replicate has random numbers of its own, whichever thread it falls to. Returns how often it
// had to be drawn again.
static int replicate(const struct job* job, const struct work* work, ptrdiff_t at) {
  struct cal_random random = cal_random_stream(job->seed, (uint64_t)at);
  int redrawn = 0;
  while (!(draw(job, work, &random) && fill_rows(job, work, at))) ++redrawn;
  return redrawn;
}

// As many replicates as take about a tenth of a second.
static ptrdiff_t batch_size(const struct job* job, int n_threads) {
  double ns = 1e4;
  for (R_xlen_t s = 0; s < job->n_systems; ++s) {
    const struct system* system = &job->systems[s];
    const struct cal_step end = last_step(system);
    const double passes = 5 + 2 * (double)system->wanted.n_costs + (double)system->wanted.n_cuts;
    ns += passes * ((double)end.h1 + (double)end.h2) * (weighs(job) ? 4 : 1);
  }
  return n_threads * (1 + (ptrdiff_t)(1e8 / ns));
}

// The replicates `first` up to `end`, without that one, dealt out to the threads.
struct batch {
  const struct job* job;
  struct work* work;
  ptrdiff_t first, end, n_threads;
};

static void replicate_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  struct work* work = &share->work[thread];
  for (ptrdiff_t i = share->first + thread; i < share->end; i += share->n_threads) {
    work->redrawn += replicate(share->job, work, i);
  }
}

// Each thread needs memory of its own, so there are no more than can run at once.
static int useful_threads(int wanted) {
#ifdef _OPENMP
  const int most = omp_get_num_procs();
  return wanted < most ? wanted : most;
#else
  (void)wanted;
  return 1;
#endif
}

static double run(const struct job* job, int n_threads) {
  struct work* work = ffi_scratch(n_threads, sizeof *work);
  for (int t = 0; t < n_threads; ++t) work[t] = new_work(job);
  const ptrdiff_t size = batch_size(job, n_threads);
  struct batch batch = {.job = job, .work = work, .n_threads = n_threads};
  for (; batch.end < job->n_replicates; batch.first = batch.end) {
    R_CheckUserInterrupt();
    const ptrdiff_t rest = job->n_replicates - batch.first;
    batch.end = batch.first + (rest < size ? rest : size);
    cal_parallel(replicate_share, &batch, n_threads, n_threads);
  }
  double redrawn = 0;
  for (int t = 0; t < n_threads; ++t) redrawn += work[t].redrawn;
  return redrawn;
}

static uint64_t random_seed(void) {
  GetRNGstate();
  const uint64_t high = (uint64_t)(unif_rand() * 4294967296.0);
  const uint64_t low = (uint64_t)(unif_rand() * 4294967296.0);
  PutRNGstate();
  return high << 32 | low;
}

// `settings`: number of replicates, of threads, and of sources in either stratum, 0 to draw
// trials. Returns a matrix per system with a column per replicate, and how often a replicate had
// to be drawn again because a hypothesis had lost all its trials.
SEXP ffi_bootstrap(SEXP systems, SEXP wanted, SEXP settings) {
  const double* v_settings = ffi_doubles(settings, "settings");
  struct job job = {.n_systems = Rf_xlength(systems),
                    .n_replicates = (R_xlen_t)v_settings[0],
                    .n_sources = {(uint32_t)v_settings[2], (uint32_t)v_settings[3]}};
  const char* names[] = {"rows", "redrawn", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SEXP rows = Rf_allocVector(VECSXP, job.n_systems);
  SET_VECTOR_ELT(out, 0, rows);

  job.systems = ffi_scratch(job.n_systems, sizeof *job.systems);
  for (R_xlen_t s = 0; s < job.n_systems; ++s) {
    job.systems[s] = read_system(VECTOR_ELT(systems, s), wanted);
    const int size = (int)cal_wanted_size(&job.systems[s].wanted);
    SET_VECTOR_ELT(rows, s, Rf_allocMatrix(REALSXP, size, (int)job.n_replicates));
    job.systems[s].out = REAL(VECTOR_ELT(rows, s));
  }
  job.seed = random_seed();
  *ffi_new_doubles(out, 1, 1) = run(&job, useful_threads((int)v_settings[1]));

  UNPROTECT(1);
  return out;
}
