#include "kernels/replicate/consistency.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/base/random.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/dev-pav.h"
#include "kernels/pav/pav.h"

// What all replicates share: the probability of H1 of a trial on each value, and what it costs at
// each prior if H1 or H2 is true.
struct shared {
  const struct cal_consistency* job;
  const struct cal_consistency_out* out;
  double *p, *cost_h1, *cost_h2;
};

// The scratch of one thread.
struct work {
  double *n_h1, *n_h2, *llr, *block_h1, *block_h2;
  struct cal_block* blocks;
};

static double uniform(struct cal_random* random) {
  return (double)(cal_random_next(random) >> 11) * 0x1p-53;
}

// Returns the number of H1 trials.
static double draw_truth(const struct shared* shared, struct cal_random* random,
                         const struct work* work) {
  const struct cal_consistency* job = shared->job;
  double total = 0;
  for (ptrdiff_t v = 0; v < job->n_values; ++v) {
    double n_h1 = 0;
    for (double i = 0; i < job->n[v]; ++i) n_h1 += uniform(random) < shared->p[v];
    work->n_h1[v] = n_h1;
    work->n_h2[v] = job->n[v] - n_h1;
    total += n_h1;
  }
  return total;
}

static double mean_cost(const double* n, const double* cost, ptrdiff_t n_values, double total) {
  double sum = 0;
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    if (n[v] > 0) sum += n[v] * cost[v];
  }
  return sum / total;
}

// The cross-entropy before PAV at the k-th prior.
static double cost_before(const struct shared* shared, const struct work* work, ptrdiff_t k,
                          double total_h1, double total_h2) {
  const struct cal_consistency* job = shared->job;
  const ptrdiff_t n = job->n_values;
  const double p = 1 / (1 + exp(-job->prior[k]));
  return p * mean_cost(work->n_h1, shared->cost_h1 + k * n, n, total_h1) +
         (1 - p) * mean_cost(work->n_h2, shared->cost_h2 + k * n, n, total_h2);
}

static struct cal_points find_points(const struct work* work, ptrdiff_t n_blocks, double total_h1,
                                     double total_h2) {
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    work->llr[i] = cal_block_llr(work->blocks[i], total_h1, total_h2);
    work->block_h1[i] = work->blocks[i].n_h1;
    work->block_h2[i] = work->blocks[i].n_h2;
  }
  return (struct cal_points){work->llr, work->block_h1, work->block_h2,
                             n_blocks,  total_h1,       total_h2};
}

static void fill_llrs(const struct cal_consistency* job, const struct work* work,
                      const struct cal_points* points, double* llr_pav) {
  ptrdiff_t block = 0;
  for (ptrdiff_t i = 0; i < job->n_at; ++i) {
    while (work->blocks[block].last < job->at[i]) ++block;
    llr_pav[i] = points->llr[block];
  }
}

static void fill(const struct shared* shared, const struct work* work, ptrdiff_t column,
                 double total_h1, double total_h2) {
  const struct cal_consistency* job = shared->job;
  const ptrdiff_t n = job->n_values;
  const ptrdiff_t n_blocks = cal_pav(work->n_h1, work->n_h2, n, work->blocks, n);
  const struct cal_points points = find_points(work, n_blocks, total_h1, total_h2);
  for (ptrdiff_t k = 0; k < job->n_priors; ++k) {
    shared->out->gap[column * job->n_priors + k] =
        cost_before(shared, work, k, total_h1, total_h2) - cal_ece(&points, job->prior[k]);
  }
  if (job->dev_pav) {
    shared->out->dev_pav[column] =
        cal_dev_pav(work->blocks, n_blocks, job->llr, total_h1, total_h2);
  }
  fill_llrs(job, work, &points, shared->out->llr_pav + column * job->n_at);
}

static void fill_nan(const struct shared* shared, ptrdiff_t column) {
  const struct cal_consistency* job = shared->job;
  for (ptrdiff_t k = 0; k < job->n_priors; ++k) shared->out->gap[column * job->n_priors + k] = NAN;
  for (ptrdiff_t i = 0; i < job->n_at; ++i) shared->out->llr_pav[column * job->n_at + i] = NAN;
  if (job->dev_pav) shared->out->dev_pav[column] = NAN;
}

static void replicate(const struct shared* shared, const struct work* work, ptrdiff_t column,
                      double n_trials) {
  struct cal_random random = cal_random_stream(shared->job->seed, (uint64_t)column);
  for (int i = 0; i < CAL_PLAN_MOST_TRIES; ++i) {
    const double total_h1 = draw_truth(shared, &random, work);
    if (total_h1 > 0 && total_h1 < n_trials) {
      fill(shared, work, column, total_h1, n_trials - total_h1);
      return;
    }
  }
  fill_nan(shared, column);
}

static struct shared new_shared(struct cal_host* host, const struct cal_consistency* job,
                                const struct cal_consistency_out* out) {
  const ptrdiff_t n = job->n_values;
  struct shared shared = {.job = job,
                          .out = out,
                          .p = cal_scratch_doubles(host, n),
                          .cost_h1 = cal_scratch_doubles(host, n * job->n_priors),
                          .cost_h2 = cal_scratch_doubles(host, n * job->n_priors)};
  for (ptrdiff_t v = 0; v < n; ++v) shared.p[v] = 1 / (1 + exp(-(job->llr[v] + job->log_odds)));
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
                       .llr = cal_scratch_doubles(host, n),
                       .block_h1 = cal_scratch_doubles(host, n),
                       .block_h2 = cal_scratch_doubles(host, n),
                       .blocks = cal_scratch(host, n, sizeof(struct cal_block))};
}

// The replicates `first` up to `end`, without that one, dealt out to the threads.
struct batch {
  const struct shared* shared;
  const struct work* work;
  ptrdiff_t first, end, n_threads;
  double n_trials;
};

static void replicate_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  for (ptrdiff_t i = share->first + thread; i < share->end; i += share->n_threads) {
    replicate(share->shared, &share->work[thread], i, share->n_trials);
  }
}

// A batch takes about a tenth of a second.
static ptrdiff_t batch_size(const struct cal_consistency* job, double n_trials, int n_threads) {
  const double ns = 1e4 + 4 * n_trials + (double)(10 + 4 * job->n_priors) * (double)job->n_values;
  return n_threads * (1 + (ptrdiff_t)(1e8 / ns));
}

void cal_consistency_run(struct cal_host* host, const struct cal_consistency* job,
                         const struct cal_consistency_out* out) {
  const struct shared shared = new_shared(host, job, out);
  const int n_threads = host->n_threads;
  struct work* work = cal_scratch(host, n_threads, sizeof *work);
  for (int t = 0; t < n_threads; ++t) work[t] = new_work(host, job->n_values);
  struct batch batch = {.shared = &shared, .work = work, .n_threads = n_threads};
  for (ptrdiff_t v = 0; v < job->n_values; ++v) batch.n_trials += job->n[v];
  const ptrdiff_t size = batch_size(job, batch.n_trials, n_threads);
  for (; batch.end < job->n_replicates; batch.first = batch.end) {
    host->done = (double)batch.first / (double)job->n_replicates;
    cal_pulse(host);
    const ptrdiff_t rest = job->n_replicates - batch.first;
    batch.end = batch.first + (rest < size ? rest : size);
    cal_parallel(replicate_share, &batch, n_threads, n_threads);
  }
}
