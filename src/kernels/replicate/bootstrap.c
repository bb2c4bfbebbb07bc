// Bootstrap of systems: each replicate draws trials or sources, arranges them in order of value,
// and fills in its statistics; draws that lose a hypothesis are made again.
#include "kernels/replicate/bootstrap.h"

#include <math.h>
#include <string.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/replicate/cell-draws.h"
#include "kernels/replicate/group-draws.h"
#include "kernels/replicate/linear-terms.h"

// The scratch of one thread, and the number of its draws that lacked a hypothesis in some system.
struct work {
  double redrawn;
  uint8_t *drawn_h1, *drawn_h2, *ordered_h1, *ordered_h2;
  uint32_t* source;
  double *weight_h1, *weight_h2, *line, *cell_h1, *cell_h2;
  struct cal_chunk_sum* sums;
  struct cal_block *coarse, *blocks;
  struct cal_block_work points;
  struct cal_slots cells;
};

// The linear terms of each system, in groups of trials or in cells.
struct linear {
  struct cal_grouping h1, h2;
  struct cal_group_sums *sums_h1, *sums_h2;
};

// A running job. `served` flags the replicates (in columns) that each system has. The parts of
// cells and the totals are those of the numbers that are drawn.
struct run {
  const struct cal_bootstrap* job;
  const struct cal_coin *part_h1, *part_h2;
  double total_h1, total_h2;
  struct linear linear;
  struct work* work;
  uint8_t* served;
};

static struct cal_step last_step(const struct cal_bootstrap_system* system) {
  return system->trials.step[system->trials.n_steps];
}

static bool draws_sources(const struct cal_bootstrap* job) { return job->n_sources[0] > 0; }

static bool weighs(const struct cal_bootstrap* job) {
  return draws_sources(job) || job->systems[0].weight_h1;
}

static bool draws_groups(const struct cal_bootstrap* job) {
  return job->most_groups > 0 && !draws_sources(job) && !job->draws_numbers;
}

// Largest size that any system needs.
struct sizes {
  ptrdiff_t h1, h2, chunks, blocks, slots, cells;
};

static void grow(ptrdiff_t* size, ptrdiff_t n) {
  if (n > *size) *size = n;
}

static struct sizes find_sizes(const struct cal_bootstrap* job) {
  struct sizes sizes = {0};
  for (ptrdiff_t s = 0; s < job->n_systems; ++s) {
    const struct cal_bootstrap_system* system = &job->systems[s];
    const struct cal_step end = last_step(system);
    const ptrdiff_t steps = system->trials.n_steps;
    grow(&sizes.h1, end.h1);
    grow(&sizes.h2, end.h2);
    grow(&sizes.chunks, system->trials.n_chunks);
    grow(&sizes.blocks,
         weighs(job) ? steps : cal_pav_capacity(steps, (double)end.h1 + (double)end.h2));
    if (system->smooth) grow(&sizes.slots, system->smooth->n_slots);
    if (system->tied) grow(&sizes.cells, system->trials.n_values);
  }
  grow(&sizes.blocks, sizes.slots);
  if (sizes.cells > 0) grow(&sizes.blocks, cal_cells_capacity(sizes.cells));
  return sizes;
}

static struct work new_work(struct cal_host* host, const struct cal_bootstrap* job) {
  const struct sizes sizes = find_sizes(job);
  const ptrdiff_t n_sources = (ptrdiff_t)job->n_sources[0] + job->n_sources[1];
  const bool weighted = weighs(job);
  return (struct work){
      .drawn_h1 = cal_scratch(host, (ptrdiff_t)cal_counts_padded((uint32_t)sizes.h1), 1),
      .drawn_h2 = cal_scratch(host, (ptrdiff_t)cal_counts_padded((uint32_t)sizes.h2), 1),
      .ordered_h1 = cal_scratch(host, sizes.h1 + CAL_COUNT_PADDING, 1),
      .ordered_h2 = cal_scratch(host, sizes.h2 + CAL_COUNT_PADDING, 1),
      .source = cal_scratch(host, n_sources, sizeof(uint32_t)),
      .weight_h1 = cal_scratch_doubles(host, weighted ? sizes.h1 : 0),
      .weight_h2 = cal_scratch_doubles(host, weighted ? sizes.h2 : 0),
      .line = cal_scratch_doubles(host, sizes.slots),
      .cell_h1 = cal_scratch_doubles(host, sizes.cells),
      .cell_h2 = cal_scratch_doubles(host, sizes.cells),
      .sums = cal_scratch(host, sizes.chunks, sizeof(struct cal_chunk_sum)),
      .coarse = cal_scratch(host, sizes.blocks, sizeof(struct cal_block)),
      .blocks = cal_scratch(host, sizes.blocks, sizeof(struct cal_block)),
      .points = cal_block_work_make(host, sizes.blocks, &job->systems[0].wanted),
      .cells = cal_slots_make(host, sizes.slots)};
}

static double total_of(const double* weight, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) sum += weight[i];
  return sum;
}

static void draw_numbers(const struct run* run, const struct work* work,
                         struct cal_random* random) {
  const struct cal_bootstrap_system* system = run->job->systems;
  const struct cal_step end = last_step(system);
  cal_cells_draw(random, run->part_h1, end.h1, run->total_h1, work->weight_h1);
  cal_cells_draw(random, run->part_h2, end.h2, run->total_h2, work->weight_h2);
}

static void draw(const struct run* run, const struct work* work, struct cal_random* random) {
  const struct cal_bootstrap* job = run->job;
  if (job->draws_numbers) {
    draw_numbers(run, work, random);
    return;
  }
  if (draws_sources(job)) {
    cal_draw_sources(random, job->n_sources[0], work->source);
    cal_draw_sources(random, job->n_sources[1], work->source + job->n_sources[0]);
    return;
  }
  const struct cal_step end = last_step(job->systems);
  const ptrdiff_t h1 = draws_groups(job) ? run->linear.h1.n_groups : end.h1;
  const ptrdiff_t h2 = draws_groups(job) ? run->linear.h2.n_groups : end.h2;
  cal_draw_trials(random, (uint32_t)h1, (uint32_t)h1, work->drawn_h1);
  cal_draw_trials(random, (uint32_t)h2, (uint32_t)h2, work->drawn_h2);
}

static const uint8_t* in_order(const uint8_t* drawn, const int* order, ptrdiff_t n,
                               uint8_t* scratch) {
  if (!order) return drawn;
  cal_reorder_counts(drawn, order, n, scratch);
  // The memory after the last count is read too.
  memset(scratch + n, 0, CAL_COUNT_PADDING);
  return scratch;
}

// The draws, as counts of the trials of one system.
static struct cal_replicate arrange(const struct cal_bootstrap* job,
                                    const struct cal_bootstrap_system* system,
                                    const struct work* work) {
  const struct cal_step end = last_step(system);
  if (draws_sources(job)) {
    cal_weigh_pairs(&system->pairs_h1, work->source, system->weight_h1, work->weight_h1);
    cal_weigh_pairs(&system->pairs_h2, work->source, system->weight_h2, work->weight_h2);
  } else if (system->weight_h1 && !job->draws_numbers) {
    cal_weigh_trials(work->drawn_h1, system->order_h1, system->weight_h1, end.h1, work->weight_h1);
    cal_weigh_trials(work->drawn_h2, system->order_h2, system->weight_h2, end.h2, work->weight_h2);
  } else if (!job->draws_numbers) {
    return (struct cal_replicate){
        {.count = in_order(work->drawn_h1, system->order_h1, end.h1, work->ordered_h1)},
        {.count = in_order(work->drawn_h2, system->order_h2, end.h2, work->ordered_h2)}};
  }
  return (struct cal_replicate){{.weight = work->weight_h1}, {.weight = work->weight_h2}};
}

// The place of a replicate in the matrices of the statistics.
static struct cal_statistics column(const struct cal_bootstrap_system* system, ptrdiff_t at) {
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    out.at[i] = system->out.at[i] + at * cal_statistic_size(&system->wanted, (enum cal_statistic)i);
  }
  return out;
}

static void add_cells(const struct cal_bootstrap_system* system, struct work* work,
                      const struct cal_statistics* out) {
  for (ptrdiff_t k = 0; k < system->smooth->n_costs; ++k) {
    cal_slots_costs(system->smooth, &work->cells, k, &out->at[CAL_MOVED_H1][k],
                    &out->at[CAL_MOVED_H2][k]);
  }
  const struct cal_slots_pav pav = cal_slots_pool(&work->cells, work->blocks);
  const double* llr = system->wanted.llr ? system->smooth->llr : NULL;
  cal_block_statistics(work->blocks, pav.n_blocks, llr, pav.total, &system->wanted, &work->points,
                       out);
  if (system->wanted.auc) out->at[CAL_AUC][0] = pav.auc;
}

// The numbers of a replicate in all cells, also in cells that lack a hypothesis in the sample.
static void fill_cells(const struct cal_sorted_trials* trials,
                       const struct cal_replicate* replicate, const struct work* work) {
  ptrdiff_t h1 = 0, h2 = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) {
    work->cell_h1[v] = trials->n_h1[v] > 0 ? replicate->h1.weight[h1++] : 0;
    work->cell_h2[v] = trials->n_h2[v] > 0 ? replicate->h2.weight[h2++] : 0;
  }
}

// The order of trials inside cells is drawn by `random`, unless it is NULL.
static ptrdiff_t pool(const struct cal_bootstrap_system* system,
                      const struct cal_replicate* replicate, struct cal_random* random,
                      struct work* work) {
  const struct cal_sorted_trials* trials = &system->trials;
  if (system->tied && random) {
    fill_cells(trials, replicate, work);
    return cal_cells_pool(random, work->cell_h1, work->cell_h2, system->tied, trials->n_values,
                          work->blocks);
  }
  const ptrdiff_t n = cal_replicate_pav(trials, replicate, work->sums, work->coarse, work->blocks);
  if (system->wanted.llr) cal_replicate_trim(trials, replicate, work->blocks, n);
  return n;
}

static void add_as_drawn(const struct cal_bootstrap_system* system,
                         const struct cal_replicate* replicate, struct cal_chunk_sum total,
                         struct cal_random* random, struct work* work,
                         const struct cal_statistics* out) {
  if (cal_wanted_pav(&system->wanted)) {
    const ptrdiff_t n = pool(system, replicate, random, work);
    const double* llr = system->wanted.llr;
    cal_block_statistics(work->blocks, n, llr, total, &system->wanted, &work->points, out);
  }
  if (system->wanted.auc) out->at[CAL_AUC][0] = cal_replicate_auc(&system->trials, replicate);
}

// A statistic whose linear terms are above those of the sample by `shift`. An infinite mean of the
// sample is `mean` in replicates without infinite terms.
static double shifted(const struct cal_bootstrap_system* system, enum cal_statistic which,
                      ptrdiff_t k, double mean, double shift) {
  const double center = system->model.at[which][k];
  if (which == CAL_MOMENT_H1) return log(mean + shift) + system->wanted.moment_h1->top;
  if (which == CAL_MOMENT_H2) return log(mean + shift) + system->wanted.moment_h2->top;
  return (isinf(center) ? mean : center) + shift;
}

// Fills in a replicate of system `s` from groups. False if they have no trial of a hypothesis.
static bool fill_from_groups(const struct run* run, ptrdiff_t s, const struct work* work,
                             ptrdiff_t at) {
  const struct cal_bootstrap_system* system = &run->job->systems[s];
  const struct cal_group_sums *sums_h1 = &run->linear.sums_h1[s],
                              *sums_h2 = &run->linear.sums_h2[s];
  const struct cal_drawn h1 = {.count = work->drawn_h1}, h2 = {.count = work->drawn_h2};
  const double total_h1 = cal_drawn_dot(h1, sums_h1->size, sums_h1->n_groups);
  const double total_h2 = cal_drawn_dot(h2, sums_h2->size, sums_h2->n_groups);
  if (!(total_h1 > 0 && total_h2 > 0)) return false;
  const struct cal_statistics out = column(system, at);
  for (ptrdiff_t i = 0, j = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(&system->wanted, (enum cal_statistic)i);
    for (ptrdiff_t k = 0; k < size; ++k, ++j) {
      const double shift =
          cal_group_shift(sums_h1, j, h1, total_h1) + cal_group_shift(sums_h2, j, h2, total_h2);
      out.at[i][k] =
          shifted(system, (enum cal_statistic)i, k, sums_h1->mean[j] + sums_h2->mean[j], shift);
    }
  }
  return true;
}

// Takes the linear terms of the numbers drawn from the statistics that need the order.
static void leave_remainders(const struct run* run, const struct cal_replicate* replicate,
                             struct cal_chunk_sum total, const struct cal_statistics* out) {
  const struct cal_group_sums *h1 = run->linear.sums_h1, *h2 = run->linear.sums_h2;
  const struct cal_wanted* wanted = &run->job->systems->wanted;
  for (ptrdiff_t i = 0, j = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(wanted, (enum cal_statistic)i);
    const bool ordered = i >= CAL_ECE_MIN && i <= CAL_AUC;
    for (ptrdiff_t k = 0; k < size; ++k, ++j) {
      if (!ordered) continue;
      out->at[i][k] -= cal_group_shift(h1, j, replicate->h1, total.h1) +
                       cal_group_shift(h2, j, replicate->h2, total.h2);
    }
  }
}

// Fills in a replicate of system `s`. False if a hypothesis has no trial in the draw.
static bool fill(const struct run* run, ptrdiff_t s, struct work* work, uint64_t seed,
                 ptrdiff_t at) {
  if (draws_groups(run->job)) return fill_from_groups(run, s, work, at);
  const struct cal_bootstrap* job = run->job;
  const struct cal_bootstrap_system* system = &job->systems[s];
  const struct cal_replicate replicate = arrange(job, system, work);
  const struct cal_chunk_sum total = cal_chunk_sums(&system->trials, &replicate, work->sums);
  if (!(total.h1 > 0 && total.h2 > 0)) return false;
  const struct cal_statistics out = column(system, at);
  cal_drawn_statistics(&system->trials, &replicate, total, &system->wanted, &out);
  if (system->smooth && cal_wanted_order(&system->wanted)) {
    cal_smooth_scatter(system->smooth, &replicate, system->weight_h1, system->weight_h2, seed,
                       &work->cells);
    add_cells(system, work, &out);
  } else {
    struct cal_random random = cal_random_stream(seed, 0);
    add_as_drawn(system, &replicate, total, &random, work, &out);
    if (job->remainders) leave_remainders(run, &replicate, total, &out);
  }
  return true;
}

// The `attempt`-th draw of a replicate, for the systems that lack it.
static void try_replicate(const struct run* run, struct work* work, ptrdiff_t at, int attempt) {
  const struct cal_bootstrap* job = run->job;
  const uint64_t stream = (uint64_t)at | (uint64_t)attempt << 32;
  struct cal_random random = cal_random_stream(job->seed, stream);
  uint8_t* served = run->served + at * job->n_systems;
  draw(run, work, &random);
  const uint64_t seed = cal_random_next(&random);
  bool all = true;
  for (ptrdiff_t s = 0; s < job->n_systems; ++s) {
    if (!served[s]) served[s] = fill(run, s, work, seed, at);
    all = all && served[s];
  }
  if (!all) ++work->redrawn;
}

// Approximate time of a replicate.
static double replicate_ns(const struct cal_bootstrap* job) {
  if (draws_groups(job)) return 1e6;
  double ns = job->draws_numbers ? 3e6 : 1e4;
  for (ptrdiff_t s = 0; s < job->n_systems; ++s) {
    const struct cal_bootstrap_system* system = &job->systems[s];
    const struct cal_step end = last_step(system);
    const double passes = 5 + 2 * (double)system->wanted.n_costs + (double)system->wanted.n_cuts +
                          (system->smooth ? 5 : 0);
    ns += passes * ((double)end.h1 + (double)end.h2) * (weighs(job) ? 4 : 1);
  }
  return ns;
}

// A batch of the missing replicates, distributed over the threads.
struct batch {
  const struct run* run;
  const int32_t* pending;
  ptrdiff_t first, end, n_threads;
  int attempt;
};

static void try_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  struct work* work = &share->run->work[thread];
  for (ptrdiff_t i = share->first + thread; i < share->end; i += share->n_threads) {
    try_replicate(share->run, work, share->pending[i], share->attempt);
  }
}

// A batch takes about a tenth of a second.
static void try_all(struct cal_host* host, const struct run* run, const int32_t* pending,
                    ptrdiff_t n, int attempt) {
  const ptrdiff_t size = host->n_threads * (1 + (ptrdiff_t)(1e8 / replicate_ns(run->job)));
  struct batch batch = {
      .run = run, .pending = pending, .n_threads = host->n_threads, .attempt = attempt};
  for (; batch.end < n; batch.first = batch.end) {
    // Few replicates need a second attempt.
    if (attempt == 0) host->done = (double)batch.first / (double)n;
    cal_pulse(host);
    batch.end = n - batch.first < size ? n : batch.first + size;
    cal_parallel(try_share, &batch, host->n_threads, host->n_threads);
  }
}

// A system that lacks the replicate, -1 if none does.
static ptrdiff_t lacking(const struct run* run, ptrdiff_t at) {
  const ptrdiff_t n = run->job->n_systems;
  const uint8_t* first = memchr(run->served + at * n, 0, (size_t)n);
  return first ? first - (run->served + at * n) : -1;
}

static ptrdiff_t keep_pending(const struct run* run, int32_t* pending, ptrdiff_t n) {
  ptrdiff_t kept = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (lacking(run, pending[i]) >= 0) pending[kept++] = pending[i];
  }
  return kept;
}

// The replicate in which every trial occurs once.
static struct cal_replicate whole_sample(const struct cal_bootstrap_system* system,
                                         const struct work* work) {
  if (system->weight_h1) {
    return (struct cal_replicate){{.weight = system->weight_h1}, {.weight = system->weight_h2}};
  }
  const struct cal_step end = last_step(system);
  memset(work->drawn_h1, 0, (size_t)end.h1 + CAL_COUNT_PADDING);
  memset(work->drawn_h2, 0, (size_t)end.h2 + CAL_COUNT_PADDING);
  memset(work->drawn_h1, 1, (size_t)end.h1);
  memset(work->drawn_h2, 1, (size_t)end.h2);
  return (struct cal_replicate){{.count = work->drawn_h1}, {.count = work->drawn_h2}};
}

// Adds the reference of the replicates: the sample, and its smooth model if the order matters.
static void add_model(const struct cal_bootstrap_system* system, struct work* work) {
  const struct cal_replicate replicate = whole_sample(system, work);
  const struct cal_chunk_sum total = cal_chunk_sums(&system->trials, &replicate, work->sums);
  if (!(total.h1 > 0 && total.h2 > 0)) return;
  cal_drawn_statistics(&system->trials, &replicate, total, &system->wanted, &system->model);
  if (system->smooth && cal_wanted_order(&system->wanted)) {
    cal_smooth_expect(system->smooth, system->weight_h1, system->weight_h2, work->line,
                      &work->cells);
    add_cells(system, work, &system->model);
  } else {
    add_as_drawn(system, &replicate, total, NULL, work, &system->model);
  }
}

static ptrdiff_t count_terms(const struct cal_wanted* wanted) {
  ptrdiff_t n = 0;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) n += cal_statistic_size(wanted, (enum cal_statistic)i);
  return n;
}

// The sample or the smooth model of a system with its PAV blocks, in the scratch of a thread.
static struct cal_linear linear_of(const struct cal_bootstrap_system* system, struct work* work) {
  const struct cal_sorted_trials* trials = &system->trials;
  struct cal_linear of = {.trials = trials,
                          .smooth = system->smooth,
                          .weight_h1 = system->weight_h1,
                          .weight_h2 = system->weight_h2,
                          .wanted = &system->wanted,
                          .blocks = work->blocks,
                          .block_h1 = work->points.n_h1,
                          .block_h2 = work->points.n_h2};
  if (of.smooth) {
    cal_smooth_expect(of.smooth, of.weight_h1, of.weight_h2, work->line, &work->cells);
    const struct cal_slots_pav pav = cal_slots_pool(&work->cells, work->blocks);
    of.n_blocks = pav.n_blocks;
    of.total = pav.total;
  } else {
    const struct cal_replicate all = whole_sample(system, work);
    of.total = cal_chunk_sums(trials, &all, work->sums);
    of.n_blocks = cal_replicate_pav(trials, &all, work->sums, work->coarse, work->blocks);
  }
  return of;
}

// Sums up the terms of system `s`; `h1` and `h2` are space for one per trial.
static void sum_terms(struct cal_host* host, struct run* run, ptrdiff_t s, double* h1, double* h2) {
  const struct cal_bootstrap_system* system = &run->job->systems[s];
  const struct cal_step end = last_step(system);
  const struct cal_linear of = linear_of(system, run->work);
  const ptrdiff_t n_terms = count_terms(&system->wanted);
  struct cal_group_sums *sums_h1 = &run->linear.sums_h1[s], *sums_h2 = &run->linear.sums_h2[s];
  const bool cells = run->job->draws_numbers;
  const struct cal_group_trials of_h1 = {run->linear.h1, system->order_h1, system->weight_h1,
                                         end.h1, cells},
                                of_h2 = {run->linear.h2, system->order_h2, system->weight_h2,
                                         end.h2, cells};
  *sums_h1 = cal_group_sums_make(host, &of_h1, n_terms);
  *sums_h2 = cal_group_sums_make(host, &of_h2, n_terms);
  for (ptrdiff_t i = 0, j = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(&system->wanted, (enum cal_statistic)i);
    for (ptrdiff_t k = 0; k < size; ++k, ++j) {
      cal_pulse(host);
      cal_linear_terms(&of, (enum cal_statistic)i, k, h1, h2);
      cal_group_sums_add(sums_h1, j, &of_h1, h1);
      cal_group_sums_add(sums_h2, j, &of_h2, h2);
    }
  }
}

static void find_terms(struct cal_host* host, struct run* run) {
  const struct cal_bootstrap* job = run->job;
  const struct sizes sizes = find_sizes(job);
  const ptrdiff_t most_h1 = draws_groups(job) ? job->most_groups : sizes.h1;
  const ptrdiff_t most_h2 = draws_groups(job) ? job->most_groups : sizes.h2;
  // No replicate has this stream.
  struct cal_random random = cal_random_stream(job->seed, UINT64_MAX);
  run->linear =
      (struct linear){.h1 = cal_groups_make(host, &random, sizes.h1, most_h1),
                      .h2 = cal_groups_make(host, &random, sizes.h2, most_h2),
                      .sums_h1 = cal_scratch(host, job->n_systems, sizeof(struct cal_group_sums)),
                      .sums_h2 = cal_scratch(host, job->n_systems, sizeof(struct cal_group_sums))};
  double *h1 = cal_scratch_doubles(host, sizes.h1), *h2 = cal_scratch_doubles(host, sizes.h2);
  for (ptrdiff_t s = 0; s < job->n_systems; ++s) sum_terms(host, run, s, h1, h2);
}

static struct run new_run(struct cal_host* host, const struct cal_bootstrap* job) {
  const ptrdiff_t n_served = job->n_systems * job->n_replicates;
  struct run run = {.job = job,
                    .work = cal_scratch(host, host->n_threads, sizeof *run.work),
                    .served = cal_scratch(host, n_served, 1)};
  memset(run.served, 0, (size_t)n_served);
  if (job->draws_numbers) {
    const struct cal_bootstrap_system* system = job->systems;
    const struct cal_step end = last_step(system);
    run.part_h1 = cal_cells_parts(host, system->weight_h1, end.h1);
    run.part_h2 = cal_cells_parts(host, system->weight_h2, end.h2);
    run.total_h1 = nearbyint(total_of(system->weight_h1, end.h1));
    run.total_h2 = nearbyint(total_of(system->weight_h2, end.h2));
  }
  for (int t = 0; t < host->n_threads; ++t) run.work[t] = new_work(host, job);
  return run;
}

static void fill_nan(const struct cal_bootstrap* job, const struct cal_bootstrap_system* system) {
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(&system->wanted, (enum cal_statistic)i);
    for (ptrdiff_t k = 0; k < size; ++k) system->model.at[i][k] = NAN;
    for (ptrdiff_t k = 0; k < size * job->n_replicates; ++k) system->out.at[i][k] = NAN;
  }
}

struct cal_bootstrap_result cal_bootstrap_run(struct cal_host* host,
                                              const struct cal_bootstrap* job) {
  struct run run = new_run(host, job);
  for (ptrdiff_t s = 0; s < job->n_systems; ++s) {
    fill_nan(job, &job->systems[s]);
    add_model(&job->systems[s], run.work);
  }
  if (draws_groups(job) || job->remainders) find_terms(host, &run);
  int32_t* pending = cal_scratch(host, job->n_replicates, sizeof *pending);
  for (ptrdiff_t i = 0; i < job->n_replicates; ++i) pending[i] = (int32_t)i;

  ptrdiff_t n = job->n_replicates;
  double left = (double)CAL_PLAN_MOST_REDRAWS * ((double)n + 10);
  for (int attempt = 0; n > 0 && left > 0; ++attempt) {
    left -= (double)n;
    try_all(host, &run, pending, n, attempt);
    n = keep_pending(&run, pending, n);
  }
  struct cal_bootstrap_result result = {.lost = n > 0 ? lacking(&run, pending[0]) : -1};
  for (int t = 0; t < host->n_threads; ++t) result.redrawn += run.work[t].redrawn;
  return result;
}
