#include "kernels/pav/blocks.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"
#include "kernels/count/count-sample.h"

enum { MAX_N = 3000 };

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

struct drawn {
  double value[MAX_N], weight[MAX_N];
  int truth[MAX_N];
};

// Ties, infinities and both zeros among the values.
static void draw(struct drawn* drawn, ptrdiff_t n) {
  static const double special[] = {-INFINITY, INFINITY, 0.0, -0.0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    drawn->truth[i] = uniform() < 0.3;
    drawn->value[i] = uniform() < 0.1 ? special[rand() % 4] : floor(200 * uniform()) / 8 - 10;
    if (drawn->truth[i]) drawn->value[i] += 3;
    drawn->weight[i] = 1 + rand() % 3;
  }
  drawn->truth[0] = 1;
  drawn->truth[n - 1] = 0;
}

static struct cal_sample sample_of(const struct drawn* drawn, ptrdiff_t n, bool weighted) {
  return (struct cal_sample){{drawn->value, drawn->truth, n}, weighted ? drawn->weight : NULL, 1};
}

static double weight_of(const struct cal_sample* sample, ptrdiff_t i) {
  return sample->weight ? sample->weight[i] : 1;
}

// Counts, by definition: every distinct value once, ascending, with the trials on it.
static bool counts_hold(const struct cal_sample* sample, const struct cal_counted* counted) {
  double sum = 0, all = 0;
  for (ptrdiff_t k = 0; k < counted->n; ++k) {
    if (k > 0 && !(counted->value[k - 1] < counted->value[k])) return false;
    double n[2] = {0, 0};
    for (ptrdiff_t i = 0; i < sample->trials.n; ++i) {
      if (sample->trials.value[i] == counted->value[k]) {
        n[sample->trials.truth[i]] += weight_of(sample, i);
      }
    }
    if (n[0] != counted->n_h2[k] || n[1] != counted->n_h1[k]) return false;
    sum += n[0] + n[1];
  }
  for (ptrdiff_t i = 0; i < sample->trials.n; ++i) all += weight_of(sample, i);
  return sum == all;
}

static void test_counts(void) {
  static struct drawn drawn;
  for (int round = 0; round < 40; ++round) {
    const ptrdiff_t n = 2 + rand() % 400;
    draw(&drawn, n);
    const struct cal_sample sample = sample_of(&drawn, n, round % 2);
    struct test_host host = new_host(1);
    const struct cal_counted counted = cal_count_sample(&host.host, &sample);
    CHECK(counts_hold(&sample, &counted));
    free_host(&host);
  }
}

static void test_singles(void) {
  const double value[] = {3, -1, 2};
  const int truth[] = {1, 0, 1};
  const struct cal_sample sample = {{value, truth, 3}, NULL, 1};
  struct test_host host = new_host(1);
  uint64_t key[3], scratch[3];
  const struct cal_order order = cal_sort_sample(&host.host, &sample, key, scratch);
  CHECK_EQ((double)cal_order_size(&host.host, &order), 3);
  double out[3], n_h2[3];
  cal_order_singles(&host.host, &order, out, n_h2);
  CHECK(out[0] == -1 && out[1] == 2 && out[2] == 3);
  CHECK(n_h2[0] == 1 && n_h2[1] == 0 && n_h2[2] == 0);
  free_host(&host);
}

// Blocks equal those of the counted trials, for every method of finding them.
static void check_blocks(const struct cal_sample* sample) {
  struct test_host host = new_host(1);
  const struct cal_counted counted = cal_count_sample(&host.host, sample);
  const struct cal_partition expected = cal_blocks_of_counts(&host.host, &counted);
  const struct cal_partition found = cal_blocks(&host.host, sample);
  const bool unsorted = !sample->weight && sample->trials.n > CAL_PLAN_SORT;
  CHECK((found.counted.n == 0) == unsorted);
  CHECK_EQ((double)found.n, (double)expected.n);
  CHECK_EQ(found.total_h1, expected.total_h1);
  CHECK_EQ(found.total_h2, expected.total_h2);
  for (ptrdiff_t i = 0; i < expected.n && i < found.n; ++i) {
    const struct cal_block a = found.blocks[i], b = expected.blocks[i];
    CHECK(a.n_h1 == b.n_h1 && a.n_h2 == b.n_h2);
    CHECK(found.value[a.first] == expected.value[b.first]);
    CHECK(found.value[a.last] == expected.value[b.last]);
  }
  free_host(&host);
}

static void test_blocks(void) {
  static struct drawn drawn;
  static const ptrdiff_t sizes[] = {2, 3, 50, CAL_PLAN_SORT, CAL_PLAN_SORT + 1, MAX_N};
  for (int i = 0; i < 12; ++i) {
    draw(&drawn, sizes[i / 2]);
    const struct cal_sample sample = sample_of(&drawn, sizes[i / 2], i % 2);
    check_blocks(&sample);
  }
}

static void test_leaving(void) {
  static struct drawn drawn;
  draw(&drawn, MAX_N);
  const struct cal_sample sample = sample_of(&drawn, MAX_N, true);
  struct test_host host = new_host(1);
  cal_blocks(&host.host, &sample);
  const int n = host.n_pieces + host.n_pulses;
  free_host(&host);
  CHECK(n > 8);
  for (volatile int at = 1; at <= n; ++at) {
    host.leave_at = at;
    if (setjmp(host.exit) == 0) {
      cal_blocks(&host.host, &sample);
      CHECK(false);
    }
    free_host(&host);
  }
}

// Weights that are not whole numbers may make more blocks than whole numbers could, and many counts
// are pooled piece by piece.
static void test_fractions_and_many_counts(void) {
  enum { FEW = 200 };
  const ptrdiff_t many = 2 * (ptrdiff_t)CAL_PLAN_PIECE + 5;
  struct test_host host = new_host(1);
  double value[FEW], h1[FEW], h2[FEW];
  for (int i = 0; i < FEW; ++i) {
    value[i] = i;
    h1[i] = 1e-3 * (i + 1);
    h2[i] = 1e-3 * (FEW - i);
  }
  const struct cal_counted fractions = {.value = value, .n_h1 = h1, .n_h2 = h2, .n = FEW};
  CHECK(cal_blocks_of_counts(&host.host, &fractions).n == FEW);
  double* x = cal_scratch_doubles(&host.host, many);
  double* up = cal_scratch_doubles(&host.host, many);
  double* down = cal_scratch_doubles(&host.host, many);
  for (ptrdiff_t i = 0; i < many; ++i) {
    x[i] = (double)i;
    up[i] = i < CAL_PLAN_PIECE + 2 ? 1 : 3;
    down[i] = 1;
  }
  const struct cal_counted counted = {.value = x, .n_h1 = up, .n_h2 = down, .n = many};
  const struct cal_partition found = cal_blocks_of_counts(&host.host, &counted);
  CHECK(found.n == 2 && found.blocks[1].first == CAL_PLAN_PIECE + 2);
  // More blocks than whole numbers could make, in counts that are pooled piece by piece.
  for (ptrdiff_t i = 0; i < many; ++i) {
    up[i] = 1e-9 * (double)(i + 1);
    down[i] = 1e-9 * (double)(many - i);
  }
  CHECK(cal_blocks_of_counts(&host.host, &counted).n == many);
  free_host(&host);
}

int main(void) {
  srand(1);
  test_counts();
  test_singles();
  test_blocks();
  test_leaving();
  test_fractions_and_many_counts();
  return check_report("blocks");
}
