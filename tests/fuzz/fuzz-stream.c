// Every way of reading a stream must give the blocks of the sorted trials for any chunks, and
// points must not depend on the distribution of trials over sums that merge. The ways are those of
// the kernel tests. The first bytes choose the way; then come any doubles but NaN, each behind a
// byte with the truth, or small whole numbers, with many ties.
int kernel_test(void);
#define main kernel_test
#include "../kernels/test-stream.c"
#undef main

#include "kernels/cost/moment-points.h"
#include "trials.h"

static const struct cal_moment_bins bins = {1, -CAL_TAIL_NATS, CAL_TAIL_NATS};

struct sums {
  struct cal_moments* moments;
  struct cal_moment_batch* batch;
  struct cal_tails tails;
};

static struct sums new_sums(struct cal_host* host) {
  const ptrdiff_t n = cal_moment_bins_size(&bins) + 1;
  struct sums sums = {.moments = cal_scratch(host, n, sizeof *sums.moments),
                      .batch = cal_scratch(host, n, sizeof *sums.batch)};
  cal_moments_clear(&bins, sums.moments, sums.batch);
  return sums;
}

static void add_to_sums(struct sums* sums, const struct cal_trials* trials) {
  cal_moments_add(&bins, trials, sums->moments, sums->batch);
  cal_tails_add(trials, bins.unit, &sums->tails);
}

static struct cal_points points_of(struct cal_host* host, struct sums* sums,
                                   const struct cal_trials* trials) {
  struct cal_points points = cal_moment_points(host, &bins, sums->moments, &sums->tails);
  for (ptrdiff_t i = 0; i < trials->n; ++i) points.total_h1 += trials->truth[i];
  points.total_h2 = (double)trials->n - points.total_h1;
  return points;
}

static void check_points(const struct cal_trials* trials, ptrdiff_t size) {
  struct test_host host = new_host(1);
  struct sums whole = new_sums(&host.host), part[2] = {new_sums(&host.host), new_sums(&host.host)};
  add_to_sums(&whole, trials);
  for (ptrdiff_t first = 0; first < trials->n; first += size) {
    const struct cal_trials chunk = chunk_at(trials, first, size);
    add_to_sums(&part[2 * first > trials->n], &chunk);
  }
  cal_moments_finish(&bins, whole.moments, whole.batch);
  for (int k = 0; k < 2; ++k) cal_moments_finish(&bins, part[k].moments, part[k].batch);
  cal_moments_merge(&bins, part[0].moments, part[1].moments);
  cal_tails_merge(&part[0].tails, &part[1].tails);
  const struct cal_points a = points_of(&host.host, &whole, trials);
  const struct cal_points b = points_of(&host.host, &part[0], trials);
  for (double log_odds = -20; log_odds <= 20; log_odds += 5) {
    double a_h1, a_h2, b_h1, b_h2;
    cal_cross_entropy(&a, log_odds, &a_h1, &a_h2);
    cal_cross_entropy(&b, log_odds, &b_h1, &b_h2);
    HOLDS(near(a_h1, b_h1, 1e-13) && near(a_h2, b_h2, 1e-13));
  }
  free_host(&host);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static struct trials trials;
  int n_h1 = 0;
  if (size < 3) return 0;
  if (data[0] & 1) {
    read_whole(data + 2, size - 2, 0, &trials);
  } else {
    read_doubles(data + 2, size - 2, &trials);
  }
  for (ptrdiff_t i = 0; i < trials.n; ++i) n_h1 += trials.truth[i];
  if (n_h1 == 0 || n_h1 == trials.n) return 0;
  const struct cal_trials all = {trials.value, trials.truth, trials.n};
  const struct manner manner = {1 + data[1], data[0] & 2, data[0] / 4 % (MAX_BITS + 1)};
  HOLDS(stream_agrees(&all, manner) && check_n_failed == 0);
  // The tables of sums are large, and clearing them takes most of the time.
  if (data[1] % 16 == 0) check_points(&all, manner.chunk);
  return 0;
}
