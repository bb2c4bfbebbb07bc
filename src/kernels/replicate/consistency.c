// Consistency resampling: calibrated weights on the LLRs, draws with these weights, and statistics
// of each draw before and after PAV.
#include "kernels/replicate/consistency.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/random.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/fit/density-ratio.h"
#include "kernels/pav/dev-pav.h"
#include "kernels/pav/pav.h"

// Table from which values of a class are drawn: the first whose cumulated weight exceeds a random
// share of the total. `guide` divides the total into as many equal parts as there are values, and
// has for each part the first value that may be drawn.
struct table {
  double* cumulated;
  ptrdiff_t* guide;
  double total;
};

// Data shared by all replicates: the cost of a trial on each value at each prior if H1 or H2 is
// true, and its share in the likelihood.
struct shared {
  const struct cal_consistency* job;
  const struct cal_consistency_out* out;
  struct table h1, h2;
  double *cost_h1, *cost_h2, *gain;
};

// The scratch of one thread: the trials on each value, those of the values that have some, and
// blocks of these.
struct work {
  double *n_h1, *n_h2, *drawn_h1, *drawn_h2, *value, *gain, *llr, *block_h1, *block_h2;
  ptrdiff_t *from, n;
  struct cal_block* blocks;
};

static void draw(const struct table* table, struct cal_random* random, double n_draws,
                 ptrdiff_t n_values, double* count) {
  for (ptrdiff_t v = 0; v < n_values; ++v) count[v] = 0;
  for (double i = 0; i < n_draws; ++i) {
    const double u = cal_random_uniform(random), share = u * table->total;
    ptrdiff_t v = table->guide[(ptrdiff_t)(u * (double)n_values)];
    while (table->cumulated[v] <= share) ++v;
    ++count[v];
  }
}

// Keeps the values that have trials; the others contribute nothing.
static void pack(const struct shared* shared, struct work* work) {
  ptrdiff_t n = 0;
  for (ptrdiff_t v = 0; v < shared->job->n_values; ++v) {
    if (work->n_h1[v] + work->n_h2[v] == 0) continue;
    work->from[n] = v;
    work->value[n] = shared->job->llr[v];
    work->gain[n] = shared->gain[v];
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
  draw(&shared->h1, &random, job->total_h1, job->n_values, work->n_h1);
  draw(&shared->h2, &random, job->total_h2, job->n_values, work->n_h2);
  pack(shared, work);
  const ptrdiff_t n = work->n;
  const ptrdiff_t n_blocks = cal_pav(work->drawn_h1, work->drawn_h2, n, work->blocks, n);
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

// 1 where all LLRs are 0 or above and some are above, -1 where they are below, and else 0.
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

static struct table new_table(struct cal_host* host, ptrdiff_t n) {
  return (struct table){.cumulated = cal_scratch_doubles(host, n),
                        .guide = cal_scratch(host, n, sizeof(ptrdiff_t))};
}

static struct shared new_shared(struct cal_host* host, const struct cal_consistency* job,
                                const struct cal_consistency_out* out) {
  const ptrdiff_t n = job->n_values;
  struct shared shared = {.job = job,
                          .out = out,
                          .h1 = new_table(host, n),
                          .h2 = new_table(host, n),
                          .gain = cal_scratch_doubles(host, n),
                          .cost_h1 = cal_scratch_doubles(host, n * job->n_priors),
                          .cost_h2 = cal_scratch_doubles(host, n * job->n_priors)};
  const double share = calibrated_share(host, job);
  for (ptrdiff_t v = 0; v < n; ++v) {
    double h1, h2;
    cal_density_weights(job->llr[v], share, &h1, &h2);
    shared.h1.cumulated[v] = job->n[v] * h1;
    shared.h2.cumulated[v] = job->n[v] * h2;
    shared.gain[v] = cal_density_gain(job->llr[v]);
  }
  fill_table(&shared.h1, n);
  fill_table(&shared.h2, n);
  for (ptrdiff_t k = 0; k < job->n_priors; ++k) {
    for (ptrdiff_t v = 0; v < n; ++v) {
      shared.cost_h1[k * n + v] = cal_softplus(-(job->llr[v] + job->prior[k]));
      shared.cost_h2[k * n + v] = cal_softplus(job->llr[v] + job->prior[k]);
    }
  }
  return shared;
}

static struct work new_work(struct cal_host* host, ptrdiff_t n) {
  return (struct work){.n_h1 = cal_scratch_doubles(host, n),
                       .n_h2 = cal_scratch_doubles(host, n),
                       .drawn_h1 = cal_scratch_doubles(host, n),
                       .drawn_h2 = cal_scratch_doubles(host, n),
                       .value = cal_scratch_doubles(host, n),
                       .gain = cal_scratch_doubles(host, n),
                       .llr = cal_scratch_doubles(host, n),
                       .block_h1 = cal_scratch_doubles(host, n),
                       .block_h2 = cal_scratch_doubles(host, n),
                       .from = cal_scratch(host, n, sizeof(ptrdiff_t)),
                       .blocks = cal_scratch(host, n, sizeof(struct cal_block))};
}

// The replicates `first` up to `end`, without that one, dealt out to the threads.
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
static ptrdiff_t batch_size(const struct cal_consistency* job, int n_threads) {
  const double per_value = (double)(20 + 4 * job->n_priors) + (job->likelihood ? 300 : 0);
  const double ns = 1e4 + 10 * (job->total_h1 + job->total_h2) + per_value * (double)job->n_values;
  return n_threads * (1 + (ptrdiff_t)(1e8 / ns));
}

static void run(struct cal_host* host, const struct cal_consistency* job,
                const struct cal_consistency_out* out) {
  const struct shared shared = new_shared(host, job, out);
  const int n_threads = host->n_threads;
  struct work* work = cal_scratch(host, n_threads, sizeof *work);
  for (int t = 0; t < n_threads; ++t) work[t] = new_work(host, job->n_values);
  struct batch batch = {.shared = &shared, .work = work, .n_threads = n_threads};
  const ptrdiff_t size = batch_size(job, n_threads);
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
