// Consistency resampling: calibrated weights on the LLRs, draws with these weights, and statistics
// of each draw before and after PAV. Many LLRs are gathered in cells, in which numbers of trials
// are drawn (cell-draws.h).
#include "kernels/replicate/consistency.h"

#include <float.h>
#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/base/random.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/fit/density-ratio.h"
#include "kernels/pav/dev-pav.h"
#include "kernels/pav/pav.h"
#include "kernels/replicate/cell-draws.h"

// Table from which values of a class are drawn: the first whose cumulated weight exceeds a random
// share of the total. `guide` divides the total into as many equal parts as there are values, and
// has for each part the first value that may be drawn.
struct table {
  double* cumulated;
  ptrdiff_t* guide;
  double total;
};

// Data shared by all replicates: the cost of a trial on each value at each prior if H1 or H2 is
// true, and its share in the likelihood. Where the values are cells, `tied` flags those of one
// value, and the parts are those of the numbers drawn; else they are NULL, and trials are drawn
// from the tables.
struct shared {
  const struct cal_consistency* job;
  const struct cal_consistency_out* out;
  struct table h1, h2;
  const struct cal_coin *part_h1, *part_h2;
  const int* tied;
  double *cost_h1, *cost_h2, *gain;
};

// The scratch of one thread: the trials on each value, those of the values that have some, and
// blocks of these.
struct work {
  double *n_h1, *n_h2, *drawn_h1, *drawn_h2, *value, *gain, *llr, *block_h1, *block_h2;
  ptrdiff_t *from, n;
  int* tied;
  struct cal_block* blocks;
};

static void draw_trials(const struct table* table, struct cal_random* random, double n_draws,
                        ptrdiff_t n_values, double* count) {
  for (ptrdiff_t v = 0; v < n_values; ++v) count[v] = 0;
  for (double i = 0; i < n_draws; ++i) {
    const double u = cal_random_uniform(random), share = u * table->total;
    ptrdiff_t v = table->guide[(ptrdiff_t)(u * (double)n_values)];
    while (table->cumulated[v] <= share) ++v;
    ++count[v];
  }
}

static void draw(const struct shared* shared, struct cal_random* random, const struct work* work) {
  const struct cal_consistency* job = shared->job;
  if (shared->tied) {
    cal_cells_draw(random, shared->part_h1, job->n_values, job->total_h1, work->n_h1);
    cal_cells_draw(random, shared->part_h2, job->n_values, job->total_h2, work->n_h2);
  } else {
    draw_trials(&shared->h1, random, job->total_h1, job->n_values, work->n_h1);
    draw_trials(&shared->h2, random, job->total_h2, job->n_values, work->n_h2);
  }
}

static ptrdiff_t pool(const struct shared* shared, struct cal_random* random,
                      const struct work* work) {
  const double *h1 = work->drawn_h1, *h2 = work->drawn_h2;
  if (!shared->tied) return cal_pav(h1, h2, work->n, work->blocks, work->n);
  return cal_cells_pool(random, h1, h2, work->tied, work->n, work->blocks);
}

// Keeps the values with trials; the others contribute nothing.
static void pack(const struct shared* shared, struct work* work) {
  ptrdiff_t n = 0;
  for (ptrdiff_t v = 0; v < shared->job->n_values; ++v) {
    if (work->n_h1[v] + work->n_h2[v] == 0) continue;
    work->from[n] = v;
    work->value[n] = shared->job->llr[v];
    work->gain[n] = shared->gain[v];
    if (shared->tied) work->tied[n] = shared->tied[v];
    work->drawn_h1[n] = work->n_h1[v];
    work->drawn_h2[n++] = work->n_h2[v];
  }
  work->n = n;
}

static double mean_cost(const double* n, const double* cost, ptrdiff_t n_values, double total) {
  double sum = 0;
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    if (n[v] > 0) sum += n[v] * cost[v];
  }
  return sum / total;
}

// The cross-entropy before PAV at the k-th prior.
static double cost_before(const struct shared* shared, const struct work* work, ptrdiff_t k) {
  const struct cal_consistency* job = shared->job;
  const ptrdiff_t n = job->n_values;
  const double p = cal_sigmoid(job->prior[k]);
  return p * mean_cost(work->n_h1, shared->cost_h1 + k * n, n, job->total_h1) +
         (1 - p) * mean_cost(work->n_h2, shared->cost_h2 + k * n, n, job->total_h2);
}

static struct cal_points after_pav(const struct cal_consistency* job, const struct work* work,
                                   ptrdiff_t n_blocks) {
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    work->llr[i] = cal_block_llr(work->blocks[i], job->total_h1, job->total_h2);
    work->block_h1[i] = work->blocks[i].n_h1;
    work->block_h2[i] = work->blocks[i].n_h2;
  }
  return (struct cal_points){work->llr, work->block_h1, work->block_h2,
                             n_blocks,  job->total_h1,  job->total_h2};
}

// The LLR after PAV of the nearest value that has trials.
static void fill_llrs(const struct cal_consistency* job, const struct work* work,
                      const struct cal_points* points, double* llr_pav) {
  ptrdiff_t below = 0, block = 0;
  for (ptrdiff_t i = 0; i < job->n_at; ++i) {
    const double llr = job->llr[job->at[i]];
    while (below + 1 < work->n && work->from[below + 1] <= job->at[i]) ++below;
    const bool up = below + 1 < work->n && work->from[below] < job->at[i] &&
                    work->value[below + 1] - llr < llr - work->value[below];
    while (work->blocks[block].last < below) ++block;
    llr_pav[i] = points->llr[up && work->blocks[block].last == below ? block + 1 : block];
  }
}

static void replicate(const struct shared* shared, struct work* work, ptrdiff_t column) {
  const struct cal_consistency* job = shared->job;
  const struct cal_consistency_out* out = shared->out;
  struct cal_random random = cal_random_stream(job->seed, (uint64_t)column);
  draw(shared, &random, work);
  pack(shared, work);
  const ptrdiff_t n = work->n, n_blocks = pool(shared, &random, work);
  const struct cal_points after = after_pav(job, work, n_blocks);
  for (ptrdiff_t k = 0; k < job->n_priors; ++k) {
    out->gap[column * job->n_priors + k] =
        cost_before(shared, work, k) - cal_ece(&after, job->prior[k]);
  }
  if (job->likelihood) {
    const struct cal_points points = {work->value, work->drawn_h1, work->drawn_h2,
                                      n,           job->total_h1,  job->total_h2};
    out->likelihood[column] = cal_density_ratio_statistic(&points, work->gain);
  }
  if (job->dev_pav) {
    out->dev_pav[column] =
        cal_dev_pav(work->blocks, n_blocks, work->value, job->total_h1, job->total_h2);
  }
  fill_llrs(job, work, &after, out->llr_pav + column * job->n_at);
}

// 1 if all LLRs are 0 or above and some are above, -1 if they are below, and else 0.
static int only_side(const struct cal_consistency* job) {
  bool below = false, above = false;
  for (ptrdiff_t v = 0; v < job->n_values; ++v) {
    if (job->n[v] > 0 && job->llr[v] < 0) below = true;
    if (job->n[v] > 0 && job->llr[v] > 0) above = true;
  }
  return (int)above - (int)below;
}

// With the mirror images of all LLRs that are not 0, which lie on the other side; together they
// have at most the weight of one trial.
static struct cal_consistency with_images(struct cal_host* host, const struct cal_consistency* job,
                                          int side) {
  const ptrdiff_t n = job->n_values;
  ptrdiff_t n_images = 0;
  double *llr = cal_scratch_doubles(host, 2 * n), *trials = cal_scratch_doubles(host, 2 * n);
  int* at = cal_scratch(host, job->n_at, sizeof *at);
  double total = 0;
  for (ptrdiff_t v = 0; v < n; ++v) {
    total += job->n[v];
    n_images += job->llr[v] != 0;
  }
  const ptrdiff_t first = side > 0 ? n_images : 0;
  ptrdiff_t image = side > 0 ? n_images : n + n_images;
  for (ptrdiff_t v = 0; v < n; ++v) {
    llr[first + v] = job->llr[v];
    trials[first + v] = job->n[v];
    if (job->llr[v] == 0) continue;
    llr[--image] = -job->llr[v];
    trials[image] = job->n[v] / total;
  }
  for (ptrdiff_t i = 0; i < job->n_at; ++i) at[i] = job->at[i] + (int)first;
  struct cal_consistency more = *job;
  more.llr = llr;
  more.n = trials;
  more.n_values = n + n_images;
  more.at = at;
  return more;
}

// The share in the weights that make the LLRs calibrated. Infinite ones are right in replicates.
static double calibrated_share(struct cal_host* host, const struct cal_consistency* job) {
  const ptrdiff_t n = job->n_values;
  double *h1 = cal_scratch_doubles(host, n), *h2 = cal_scratch_doubles(host, n);
  for (ptrdiff_t v = 0; v < n; ++v) {
    h1[v] = isinf(job->llr[v]) && job->llr[v] < 0 ? 0 : job->n[v];
    h2[v] = job->n[v] - h1[v];
  }
  const struct cal_points points = {job->llr, h1, h2, n, job->total_h1, job->total_h2};
  struct cal_density_ratio at;
  cal_density_ratio_at(&points, 1, 0, &at);
  return at.share;
}

// `cumulated` holds the weights.
static void fill_table(struct table* table, ptrdiff_t n) {
  ptrdiff_t last = 0, v = 0;
  table->total = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (table->cumulated[i] > 0) last = i;
    table->total += table->cumulated[i];
    table->cumulated[i] = table->total;
  }
  table->cumulated[last] = INFINITY;
  for (ptrdiff_t i = 0; i < n; ++i) {
    while (table->cumulated[v] <= (double)i / (double)n * table->total) ++v;
    table->guide[i] = v;
  }
}

// The values of the replicates: distinct LLRs, or cells of them, with the weight, the mean and the
// variance of the LLR under H1 (0) and under H2 (1).
struct values {
  double *llr, *weight[2], *mean[2], *variance[2];
  int *tied, *at;
  ptrdiff_t n;
};

static struct values new_values(struct cal_host* host, const struct cal_consistency* job) {
  const ptrdiff_t n = job->n_values;
  struct values values = {.llr = cal_scratch_doubles(host, n),
                          .tied = cal_scratch(host, n, sizeof(int)),
                          .at = cal_scratch(host, job->n_at, sizeof(int))};
  for (int h = 0; h < 2; ++h) {
    values.weight[h] = cal_scratch_doubles(host, n);
    values.mean[h] = cal_scratch_doubles(host, n);
    values.variance[h] = cal_scratch_doubles(host, n);
  }
  return values;
}

// The largest LLR in the cell that starts at `low`: so near that costs are parabolas between them.
// Far trials cost nothing, or are never drawn.
static double cell_top(double low) {
  if (low >= CAL_PLAN_CELL_FAR) return DBL_MAX;
  return low < -CAL_PLAN_CELL_FAR ? -CAL_PLAN_CELL_FAR : low + CAL_PLAN_CELL_NATS;
}

// The end of the cell that starts at the value `first`, with far fewer trials than a PAV block. Few
// values are the cells themselves.
static ptrdiff_t cell_end(const struct cal_consistency* job, ptrdiff_t first, double most) {
  const double low = job->llr[first], top = cell_top(low);
  ptrdiff_t end = first + 1;
  if (job->n_values <= CAL_PLAN_CELLS_FROM || isinf(low)) return end;
  double n = job->n[first];
  while (end < job->n_values && job->llr[end] <= top && n + job->n[end] <= most) {
    n += job->n[end++];
  }
  return end;
}

static double mean_of(const double* x, const double* weight, ptrdiff_t n) {
  double sum = 0, total = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += weight[i] * (x[i] - x[0]);
    total += weight[i];
  }
  return total > 0 && isfinite(sum) ? x[0] + sum / total : x[0];
}

static double variance_of(const double* x, const double* weight, ptrdiff_t n, double mean) {
  double sum = 0, total = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += weight[i] * (x[i] - mean) * (x[i] - mean);
    total += weight[i];
  }
  return total > 0 ? sum / total : 0;
}

// Adds the cell of the values from `first` to before `end`. `weight` has their calibrated weights
// under either hypothesis.
static void add_cell(const struct cal_consistency* job, double* const weight[2], ptrdiff_t first,
                     ptrdiff_t end, struct values* values) {
  const ptrdiff_t to = values->n++, n = end - first;
  const double* llr = job->llr + first;
  const bool is_far = fabs(llr[0]) >= CAL_PLAN_CELL_FAR;
  values->tied[to] = n == 1;
  values->llr[to] = n == 1 ? llr[0] : mean_of(llr, job->n + first, n);
  for (int h = 0; h < 2; ++h) {
    double sum = 0;
    for (ptrdiff_t v = first; v < end; ++v) sum += weight[h][v];
    const double mean = n == 1 ? llr[0] : mean_of(llr, weight[h] + first, n);
    values->variance[h][to] = is_far ? 0 : variance_of(llr, weight[h] + first, n, mean);
    values->mean[h][to] = mean;
    values->weight[h][to] = sum;
  }
}

static struct values gather(struct cal_host* host, const struct cal_consistency* job,
                            double* const weight[2]) {
  struct values values = new_values(host, job);
  double total = 0;
  for (ptrdiff_t v = 0; v < job->n_values; ++v) total += job->n[v];
  ptrdiff_t i = 0;
  for (ptrdiff_t first = 0, end; first < job->n_values; first = end) {
    end = cell_end(job, first, total / CAL_PLAN_CELLS);
    for (; i < job->n_at && job->at[i] < end; ++i) values.at[i] = (int)values.n;
    add_cell(job, weight, first, end, &values);
  }
  return values;
}

// The mean cost of trials with LLRs of this mean and variance, on the wrong side if it is above 0:
// a parabola at the mean.
static double cost_near(double against, double variance) {
  if (variance == 0) return cal_softplus(against);
  return cal_softplus(against) + variance / 2 * cal_sigmoid(against) * cal_sigmoid(-against);
}

static void fill_costs(const struct values* values, const struct cal_consistency* job,
                       struct shared* shared) {
  for (ptrdiff_t k = 0; k < job->n_priors; ++k) {
    for (ptrdiff_t v = 0; v < values->n; ++v) {
      shared->cost_h1[k * values->n + v] =
          cost_near(-(values->mean[0][v] + job->prior[k]), values->variance[0][v]);
      shared->cost_h2[k * values->n + v] =
          cost_near(values->mean[1][v] + job->prior[k], values->variance[1][v]);
    }
  }
}

static struct values calibrated_values(struct cal_host* host, const struct cal_consistency* job) {
  const double share = calibrated_share(host, job);
  double* const weight[2] = {cal_scratch_doubles(host, job->n_values),
                             cal_scratch_doubles(host, job->n_values)};
  for (ptrdiff_t v = 0; v < job->n_values; ++v) {
    double h1, h2;
    cal_density_weights(job->llr[v], share, &h1, &h2);
    weight[0][v] = job->n[v] * h1;
    weight[1][v] = job->n[v] * h2;
  }
  return gather(host, job, weight);
}

static struct table new_table(struct cal_host* host, double* weight, ptrdiff_t n) {
  struct table table = {.cumulated = weight, .guide = cal_scratch(host, n, sizeof(ptrdiff_t))};
  fill_table(&table, n);
  return table;
}

// `job` is that of `values`.
static struct shared new_shared(struct cal_host* host, const struct values* values, bool cells,
                                const struct cal_consistency* job,
                                const struct cal_consistency_out* out) {
  const ptrdiff_t n = values->n;
  struct shared shared = {.job = job,
                          .out = out,
                          .gain = cal_scratch_doubles(host, n),
                          .cost_h1 = cal_scratch_doubles(host, n * job->n_priors),
                          .cost_h2 = cal_scratch_doubles(host, n * job->n_priors)};
  for (ptrdiff_t v = 0; v < n; ++v) shared.gain[v] = cal_density_gain(values->llr[v]);
  fill_costs(values, job, &shared);
  if (cells) {
    shared.tied = values->tied;
    shared.part_h1 = cal_cells_parts(host, values->weight[0], n);
    shared.part_h2 = cal_cells_parts(host, values->weight[1], n);
  } else {
    shared.h1 = new_table(host, values->weight[0], n);
    shared.h2 = new_table(host, values->weight[1], n);
  }
  return shared;
}

static struct work new_work(struct cal_host* host, ptrdiff_t n, bool cells) {
  const ptrdiff_t n_blocks = cells ? cal_cells_capacity(n) : n;
  return (struct work){.n_h1 = cal_scratch_doubles(host, n),
                       .n_h2 = cal_scratch_doubles(host, n),
                       .drawn_h1 = cal_scratch_doubles(host, n),
                       .drawn_h2 = cal_scratch_doubles(host, n),
                       .value = cal_scratch_doubles(host, n),
                       .gain = cal_scratch_doubles(host, n),
                       .llr = cal_scratch_doubles(host, n_blocks),
                       .block_h1 = cal_scratch_doubles(host, n_blocks),
                       .block_h2 = cal_scratch_doubles(host, n_blocks),
                       .from = cal_scratch(host, n, sizeof(ptrdiff_t)),
                       .tied = cal_scratch(host, n, sizeof(int)),
                       .blocks = cal_scratch(host, n_blocks, sizeof(struct cal_block))};
}

// The replicates from `first` to before `end`, distributed over the threads.
struct batch {
  const struct shared* shared;
  struct work* work;
  ptrdiff_t first, end, n_threads;
};

static void replicate_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  for (ptrdiff_t i = share->first + thread; i < share->end; i += share->n_threads) {
    replicate(share->shared, &share->work[thread], i);
  }
}

// A batch takes about a tenth of a second.
static ptrdiff_t batch_size(const struct cal_consistency* job, bool cells, int n_threads) {
  const double per_value = (double)(20 + 4 * job->n_priors) + (job->likelihood ? 300 : 0);
  const double drawing = cells ? 1e3 * (double)job->n_values : 10 * (job->total_h1 + job->total_h2);
  const double ns = 1e4 + drawing + per_value * (double)job->n_values;
  return n_threads * (1 + (ptrdiff_t)(1e8 / ns));
}

static void run(struct cal_host* host, const struct cal_consistency* of,
                const struct cal_consistency_out* out) {
  const struct values values = calibrated_values(host, of);
  const bool cells = values.n < of->n_values;
  struct cal_consistency of_values = *of;
  const struct cal_consistency* job = &of_values;
  of_values.llr = values.llr;
  of_values.at = values.at;
  of_values.n_values = values.n;
  const struct shared shared = new_shared(host, &values, cells, job, out);
  const int n_threads = host->n_threads;
  struct work* work = cal_scratch(host, n_threads, sizeof *work);
  for (int t = 0; t < n_threads; ++t) work[t] = new_work(host, job->n_values, cells);
  struct batch batch = {.shared = &shared, .work = work, .n_threads = n_threads};
  const ptrdiff_t size = batch_size(job, cells, n_threads);
  for (; batch.end < job->n_replicates; batch.first = batch.end) {
    host->done = (double)batch.first / (double)job->n_replicates;
    cal_pulse(host);
    const ptrdiff_t rest = job->n_replicates - batch.first;
    batch.end = batch.first + (rest < size ? rest : size);
    cal_parallel(replicate_share, &batch, n_threads, n_threads);
  }
}

void cal_consistency_run(struct cal_host* host, const struct cal_consistency* job,
                         const struct cal_consistency_out* out) {
  const int side = only_side(job);
  const struct cal_consistency more = side == 0 ? *job : with_images(host, job, side);
  run(host, &more, out);
}
