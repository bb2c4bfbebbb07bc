#include "kernels/replicate/linear-terms.h"

#include <string.h>

#include "check.h"
#include "host.h"

enum { N = 60, H1 = 31, H2 = 41 };

static double n_h1[N], n_h2[N], llr[N];
static struct cal_step step[N + 1];
static int32_t chunk[N + 1];

// More H1 trials above, ties of both hypotheses in between; PAV pools most of it.
static struct cal_sorted_trials trials_of_both(void) {
  memset(n_h1, 0, sizeof n_h1);
  memset(n_h2, 0, sizeof n_h2);
  for (int v = 0; v < N; ++v) llr[v] = -3 + 0.1 * v;
  for (int i = 0; i < H1; ++i) ++n_h1[20 + (i * 17) % 40];
  for (int i = 0; i < H2; ++i) ++n_h2[(i * 7) % 44];
  for (int v = 0; v < N; ++v) {
    if (n_h1[v] + n_h2[v] == 0) n_h2[v] = 1;
  }
  struct cal_sorted_trials trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = N};
  cal_steps_find(&trials, step);
  cal_chunks_find(&trials, chunk);
  return trials;
}

static struct cal_step end_of(const struct cal_sorted_trials* trials) {
  return trials->step[trials->n_steps];
}

static const double odds[] = {-1, 0.5}, threshold[] = {0, 1};
static const int cut_h1[] = {5, 12}, cut_h2[] = {20, 9};

static struct cal_wanted all_of(struct cal_host* host, const struct cal_sorted_trials* trials) {
  struct cal_wanted wanted = {.log_odds = odds,
                              .n_log_odds = 2,
                              .threshold = threshold,
                              .n_thresholds = 2,
                              .cut_h1 = cut_h1,
                              .cut_h2 = cut_h2,
                              .n_cuts = 2,
                              .eer = true,
                              .auc = true};
  cal_wanted_costs(host, trials, llr, odds, 2, &wanted);
  cal_wanted_moments(host, trials, llr, &wanted);
  return wanted;
}

struct sample {
  struct cal_sorted_trials trials;
  struct cal_wanted wanted;
  struct cal_chunk_sum* sums;
  struct cal_block *coarse, *blocks;
  struct cal_block_work work;
};

static struct sample new_sample(struct cal_host* host) {
  struct sample sample = {.trials = trials_of_both()};
  sample.wanted = all_of(host, &sample.trials);
  sample.sums = cal_scratch(host, N, sizeof *sample.sums);
  sample.coarse = cal_scratch(host, N, sizeof *sample.coarse);
  sample.blocks = cal_scratch(host, N, sizeof *sample.blocks);
  sample.work = cal_block_work_make(host, N, &sample.wanted);
  return sample;
}

static ptrdiff_t pool(const struct sample* of, const struct cal_replicate* replicate,
                      struct cal_chunk_sum* total) {
  *total = cal_chunk_sums(&of->trials, replicate, of->sums);
  return cal_replicate_pav(&of->trials, replicate, of->sums, of->coarse, of->blocks);
}

// All statistics of the sample with these weights.
static void fill(const struct sample* of, const double* h1, const double* h2,
                 double found[CAL_N_STATISTICS][2]) {
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) out.at[i] = found[i];
  struct cal_chunk_sum total;
  const ptrdiff_t n = pool(of, &replicate, &total);
  cal_drawn_statistics(&of->trials, &replicate, total, &of->wanted, &out);
  cal_block_statistics(of->blocks, n, NULL, total, &of->wanted, &of->work, &out);
  found[CAL_AUC][0] = cal_replicate_auc(&of->trials, &replicate);
}

// The mean of terms under weights, less that under equal weights.
static double shift(const double* terms, const double* weight, ptrdiff_t n) {
  double sum = 0, total = 0, plain = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += weight[i] * terms[i];
    total += weight[i];
    plain += terms[i] / (double)n;
  }
  return sum / total - plain;
}

static bool is_moment(int i) { return i == CAL_MOMENT_H1 || i == CAL_MOMENT_H2; }

static double top_of(const struct cal_wanted* wanted, int i) {
  return (i == CAL_MOMENT_H1 ? wanted->moment_h1 : wanted->moment_h2)->top;
}

// The means of moments are linear, their logarithms are not.
static double linear_value(const struct cal_wanted* wanted, int i, double found) {
  return is_moment(i) ? exp(found - top_of(wanted, i)) : found;
}

// A small change of the weights changes each statistic as its terms say: twice half the change
// leaves a quarter of the remainder.
static void test_terms_are_derivatives(void) {
  struct test_host host = new_host(1);
  const struct sample sample = new_sample(&host.host);
  const struct cal_step end = end_of(&sample.trials);
  static double one[N * 2], w1[2][N * 2], w2[2][N * 2], h1[N * 2], h2[N * 2];
  static double base[CAL_N_STATISTICS][2], moved[2][CAL_N_STATISTICS][2];
  for (int i = 0; i < 2 * N; ++i) one[i] = 1;
  for (int s = 0; s < 2; ++s) {
    const double size = s ? 5e-5 : 1e-4;
    for (int i = 0; i < end.h1; ++i) w1[s][i] = 1 + size * sin(7 * i);
    for (int i = 0; i < end.h2; ++i) w2[s][i] = 1 + size * cos(5 * i);
    fill(&sample, w1[s], w2[s], moved[s]);
  }
  fill(&sample, one, one, base);
  const struct cal_replicate whole = {{.weight = one}, {.weight = one}};
  struct cal_linear of = {.trials = &sample.trials,
                          .wanted = &sample.wanted,
                          .blocks = sample.blocks,
                          .block_h1 = cal_scratch_doubles(&host.host, N),
                          .block_h2 = cal_scratch_doubles(&host.host, N)};
  of.n_blocks = pool(&sample, &whole, &of.total);
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(&sample.wanted, (enum cal_statistic)i);
    for (ptrdiff_t k = 0; k < size; ++k) {
      cal_linear_terms(&of, (enum cal_statistic)i, k, h1, h2);
      const double at = linear_value(&sample.wanted, i, base[i][k]);
      for (int s = 0; s < 2; ++s) {
        const double linear = shift(h1, w1[s], end.h1) + shift(h2, w2[s], end.h2);
        const double found = linear_value(&sample.wanted, i, moved[s][i][k]) - at;
        CHECK(fabs(found - linear) < (s ? 2.5e-9 : 1e-8));
        CHECK(fabs(linear) > 1e-9);
      }
    }
  }
  free_host(&host);
}

// Terms of costs and rates add up to the statistics themselves.
static void test_terms_of_means_are_exact(void) {
  struct test_host host = new_host(1);
  const struct sample sample = new_sample(&host.host);
  const struct cal_step end = end_of(&sample.trials);
  static double w1[N * 2], w2[N * 2], h1[N * 2], h2[N * 2], found[CAL_N_STATISTICS][2];
  for (int i = 0; i < end.h1; ++i) w1[i] = i % 3;
  for (int i = 0; i < end.h2; ++i) w2[i] = (i + 1) % 4;
  fill(&sample, w1, w2, found);
  const struct cal_linear of = {.trials = &sample.trials, .wanted = &sample.wanted};
  for (int i = 0; i <= CAL_P_FA; ++i) {
    for (ptrdiff_t k = 0; k < 2; ++k) {
      cal_linear_terms(&of, (enum cal_statistic)i, k, h1, h2);
      double sum_h1 = 0, sum_h2 = 0, n1 = 0, n2 = 0;
      for (int t = 0; t < end.h1; ++t) sum_h1 += w1[t] * h1[t], n1 += w1[t];
      for (int t = 0; t < end.h2; ++t) sum_h2 += w2[t] * h2[t], n2 += w2[t];
      CHECK_NEAR(sum_h1 / n1 + sum_h2 / n2, found[i][k], 1e-14);
    }
  }
  free_host(&host);
}

// An LR of 0 under H1 costs without limit, and devPAV has no terms.
static void test_infinite_and_missing_terms(void) {
  struct test_host host = new_host(1);
  const struct sample sample = new_sample(&host.host);
  struct cal_wanted wanted = sample.wanted;
  double with_zero[N], h1[N * 2], h2[N * 2];
  memcpy(with_zero, llr, sizeof with_zero);
  for (int v = 0; v <= 20; ++v) with_zero[v] = -INFINITY;
  cal_wanted_costs(&host.host, &sample.trials, with_zero, odds, 2, &wanted);
  const struct cal_linear of = {.trials = &sample.trials, .wanted = &wanted};
  cal_linear_terms(&of, CAL_COST_H1, 0, h1, h2);
  CHECK(isinf(h1[0]) && h1[0] > 0 && isfinite(h1[end_of(&sample.trials).h1 - 1]));
  CHECK_EQ(h2[0], 0);
  cal_linear_terms(&of, CAL_DEV_PAV, 0, h1, h2);
  CHECK(isnan(h1[0]));
  free_host(&host);
}

// With the narrowest noise, the cells of the model are the values.
static void test_terms_of_a_narrow_model(void) {
  struct test_host host = new_host(1);
  const struct sample sample = new_sample(&host.host);
  const struct cal_step end = end_of(&sample.trials);
  static double one[N * 2], plain_h1[N * 2], plain_h2[N * 2], h1[N * 2], h2[N * 2];
  for (int i = 0; i < 2 * N; ++i) one[i] = 1;
  const struct cal_replicate whole = {{.weight = one}, {.weight = one}};
  struct cal_linear of = {.trials = &sample.trials,
                          .wanted = &sample.wanted,
                          .blocks = sample.blocks,
                          .block_h1 = cal_scratch_doubles(&host.host, 8192),
                          .block_h2 = cal_scratch_doubles(&host.host, 8192)};
  of.n_blocks = pool(&sample, &whole, &of.total);
  cal_linear_terms(&of, CAL_ECE_MIN, 1, plain_h1, plain_h2);
  const struct cal_smooth_class class = {0, 1, 1e-9};
  const struct cal_smooth model = cal_smooth_make(&host.host, &sample.trials, llr, class, class);
  struct cal_slots cells = cal_slots_make(&host.host, model.n_slots);
  double* line = cal_scratch_doubles(&host.host, model.n_slots);
  struct cal_block* blocks = cal_scratch(&host.host, model.n_slots, sizeof *blocks);
  cal_smooth_expect(&model, NULL, NULL, line, &cells);
  const struct cal_slots_pav pav = cal_slots_pool(&cells, blocks);
  of.smooth = &model;
  of.blocks = blocks;
  of.n_blocks = pav.n_blocks;
  of.total = pav.total;
  cal_linear_terms(&of, CAL_ECE_MIN, 1, h1, h2);
  for (int i = 0; i < end.h1; ++i) CHECK_NEAR(h1[i], plain_h1[i], 1e-6);
  for (int i = 0; i < end.h2; ++i) CHECK_NEAR(h2[i], plain_h2[i], 1e-6);
  free_host(&host);
}

int main(void) {
  test_terms_are_derivatives();
  test_terms_of_means_are_exact();
  test_infinite_and_missing_terms();
  test_terms_of_a_narrow_model();
  return check_report("linear-terms");
}
