#include "kernels/replicate/chance.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/replicate/cell-draws.h"

// The scratch of one thread.
struct work {
  struct cal_block* blocks;
  struct cal_block_work points;
};

// The draws from `first` to before `end`, distributed over the threads.
struct batch {
  const struct cal_chance* job;
  const struct cal_wanted* wanted;
  const struct cal_statistics* out;
  struct work* work;
  ptrdiff_t first, end, n_threads;
};

// More cycles than this have a probability below 1e-1000, however many trials there are.
static ptrdiff_t most_blocks(const struct cal_chance* job) {
  const double all = job->total_h1 + job->total_h2;
  if (job->group) return job->n_groups;
  return all < CAL_PLAN_CYCLES ? (ptrdiff_t)all : CAL_PLAN_CYCLES;
}

static ptrdiff_t draw_groups(struct cal_random* random, struct cal_urn left,
                             const struct cal_chance* job, struct cal_block* blocks) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t i = 0; i < job->n_groups; ++i) {
    struct cal_urn group = left;
    group.k = job->group[i];
    const double n_h1 = cal_urn_draw(random, group);
    blocks[n_blocks] = (struct cal_block){0, 0, n_h1, group.k - n_h1};
    left.n_h1 -= n_h1;
    left.n_h2 -= group.k - n_h1;
    n_blocks = cal_pav_pool(blocks, n_blocks + 1);
  }
  return n_blocks;
}

static void draw(const struct batch* share, const struct work* work, ptrdiff_t column) {
  const struct cal_chance* job = share->job;
  struct cal_random random = cal_random_stream(job->seed, (uint64_t)column);
  const struct cal_urn left = {job->total_h1, job->total_h2, job->total_h1 + job->total_h2};
  const ptrdiff_t n = job->group
                          ? draw_groups(&random, left, job, work->blocks)
                          : cal_cycles_draw(&random, left, 0, most_blocks(job), work->blocks);
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(share->wanted, (enum cal_statistic)i);
    out.at[i] = share->out->at[i] + column * size;
  }
  cal_block_statistics(work->blocks, n, NULL, (struct cal_chunk_sum){left.n_h1, left.n_h2},
                       share->wanted, &work->points, &out);
}

static void draw_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  for (ptrdiff_t i = share->first + thread; i < share->end; i += share->n_threads) {
    draw(share, &share->work[thread], i);
  }
}

void cal_chance_run(struct cal_host* host, const struct cal_chance* job,
                    const struct cal_wanted* wanted, const struct cal_statistics* out) {
  const ptrdiff_t n = most_blocks(job), n_threads = host->n_threads;
  struct work* work = cal_scratch(host, n_threads, sizeof *work);
  for (ptrdiff_t t = 0; t < n_threads; ++t) {
    work[t] = (struct work){cal_scratch(host, n, sizeof(struct cal_block)),
                            cal_block_work_make(host, n, wanted)};
  }
  struct batch batch = {
      .job = job, .wanted = wanted, .out = out, .work = work, .n_threads = n_threads};
  // A batch takes about a tenth of a second.
  const ptrdiff_t size = n_threads * (1 + (ptrdiff_t)(1e5 / (double)(n + 100)));
  for (; batch.end < job->n_draws; batch.first = batch.end) {
    host->done = (double)batch.first / (double)job->n_draws;
    cal_pulse(host);
    const ptrdiff_t rest = job->n_draws - batch.first;
    batch.end = batch.first + (rest < size ? rest : size);
    cal_parallel(draw_share, &batch, n_threads, (int)n_threads);
  }
}
