#include "kernels/pav/pav-buckets.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/cost/cross-entropy.h"

enum { MAX_N = 2000 };

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

struct drawn {
  double value[MAX_N], n_h1[MAX_N], n_h2[MAX_N];
  int bucket[MAX_N];
  ptrdiff_t n;
};

// Many values, some with ties, in runs that are buckets. `size` makes the counts large.
static void draw(struct drawn* drawn, ptrdiff_t n, int per_bucket, double size) {
  int bucket = 0;
  drawn->n = n;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double share = 0.1 + 0.8 * (double)i / (double)n;
    const double all = floor(size * uniform()) + 1;
    if (i > 0 && rand() % per_bucket == 0) ++bucket;
    drawn->value[i] = i == 0 ? -HUGE_VAL : i == n - 1 ? HUGE_VAL : (double)i - 100.5;
    drawn->n_h1[i] = size > 1 ? floor(all * share * uniform()) : uniform() < share;
    drawn->n_h2[i] = all - drawn->n_h1[i];
    drawn->bucket[i] = bucket;
  }
}

static struct cal_counted counted(const struct drawn* drawn) {
  return (struct cal_counted){drawn->value, drawn->n_h1, drawn->n_h2, drawn->n};
}

// Buckets are named after their first value.
static void tally(const struct drawn* drawn, struct drawn* to) {
  to->n = 0;
  for (ptrdiff_t i = 0; i < drawn->n; ++i) {
    const ptrdiff_t b = drawn->bucket[i];
    if (b == to->n) {
      to->value[to->n] = drawn->value[i];
      to->n_h1[to->n] = to->n_h2[to->n] = 0;
      ++to->n;
    }
    to->n_h1[b] += drawn->n_h1[i];
    to->n_h2[b] += drawn->n_h2[i];
  }
}

static void choose(const struct drawn* drawn, const uint8_t* keep, struct drawn* to) {
  to->n = 0;
  for (ptrdiff_t i = 0; i < drawn->n; ++i) {
    if (!keep[drawn->bucket[i]]) continue;
    to->value[to->n] = drawn->value[i];
    to->n_h1[to->n] = drawn->n_h1[i];
    to->n_h2[to->n] = drawn->n_h2[i];
    to->bucket[to->n++] = drawn->bucket[i];
  }
}

static struct cal_tally_values values_of(const struct drawn* drawn) {
  return (struct cal_tally_values){counted(drawn), drawn->bucket};
}

static bool same(const struct cal_partition* a, const struct cal_partition* b) {
  if (a->n != b->n || a->total_h1 != b->total_h1 || a->total_h2 != b->total_h2) return false;
  for (ptrdiff_t i = 0; i < a->n; ++i) {
    const struct cal_block x = a->blocks[i], y = b->blocks[i];
    if (x.n_h1 != y.n_h1 || x.n_h2 != y.n_h2) return false;
    if (a->value[x.first] != b->value[y.first] || a->value[x.last] != b->value[y.last]) {
      return false;
    }
  }
  return true;
}

// Counts up to 2^40 have products far beyond 2^64.
static void test_random_tallies(void) {
  static struct drawn all, buckets, kept;
  static uint8_t keep[MAX_N];
  static const double sizes[] = {1, 3, 1e4, 0x1p40};
  for (int round = 0; round < 2000; ++round) {
    struct test_host host = new_host(1);
    draw(&all, 2 + rand() % (round % 10 ? 60 : MAX_N - 2), 1 + rand() % 12, sizes[round % 4]);
    tally(&all, &buckets);
    const struct cal_counted trials = counted(&all), seen = counted(&buckets);
    const ptrdiff_t n_kept = cal_tally_keep(&host.host, &seen, round % 3 ? 0 : 1e-12, keep);
    CHECK(n_kept >= 1 && n_kept <= buckets.n);
    choose(&all, keep, &kept);
    const struct cal_tally_values values = values_of(&kept);
    CHECK(cal_tally_differs(&seen, keep, &values, 0) == seen.n);
    const struct cal_partition expected = cal_blocks_of_counts(&host.host, &trials);
    const struct cal_partition found = cal_tally_blocks(&host.host, &seen, keep, &values);
    CHECK(same(&found, &expected));
    free_host(&host);
  }
}

static double cost(const struct cal_partition* found, double log_odds) {
  static double llr[MAX_N], n_h1[MAX_N], n_h2[MAX_N];
  for (ptrdiff_t i = 0; i < found->n; ++i) {
    llr[i] = cal_block_llr(found->blocks[i], found->total_h1, found->total_h2);
    n_h1[i] = found->blocks[i].n_h1;
    n_h2[i] = found->blocks[i].n_h2;
  }
  return cal_ece(&(struct cal_points){llr, n_h1, n_h2, found->n, found->total_h1, found->total_h2},
                 log_odds);
}

// The best order costs no more than the true one, which costs no more than ties.
static void test_bracket(void) {
  static struct drawn all, buckets;
  static uint8_t keep[MAX_N];
  static int closed[MAX_N];
  for (int round = 0; round < 600; ++round) {
    struct test_host host = new_host(1);
    draw(&all, 2 + rand() % (round % 10 ? 60 : MAX_N / 2), 1 + rand() % 12, round % 3 ? 1 : 50);
    tally(&all, &buckets);
    const struct cal_counted trials = counted(&all), seen = counted(&buckets);
    const struct cal_partition exact = cal_blocks_of_counts(&host.host, &trials);
    const struct cal_partition tied = cal_blocks_of_counts(&host.host, &seen);
    const struct cal_partition best = cal_tally_best(&host.host, &seen, NULL);
    cal_tally_keep(&host.host, &seen, 0, keep);
    for (ptrdiff_t b = 0; b < seen.n; ++b) closed[b] = !keep[b];
    const struct cal_partition pruned = cal_tally_best(&host.host, &seen, closed);
    if (exact.total_h1 > 0 && exact.total_h2 > 0) {
      for (double log_odds = -6; log_odds <= 6; log_odds += 2) {
        CHECK(cost(&best, log_odds) <= cost(&exact, log_odds) * (1 + 1e-13));
        CHECK(cost(&exact, log_odds) <= cost(&tied, log_odds) * (1 + 1e-13));
        CHECK_NEAR(cost(&pruned, log_odds), cost(&best, log_odds), 1e-13);
      }
    }
    free_host(&host);
  }
}

static void test_differs(void) {
  static struct drawn all, buckets, kept;
  static uint8_t keep[MAX_N];
  draw(&all, 300, 5, 10);
  tally(&all, &buckets);
  const struct cal_counted seen = counted(&buckets);
  struct test_host host = new_host(1);
  cal_tally_keep(&host.host, &seen, 0, keep);
  free_host(&host);
  for (int change = 0; change < 6; ++change) {
    choose(&all, keep, &kept);
    const ptrdiff_t i = kept.n / 2;
    if (change == 0) kept.n_h1[i] += 1;
    if (change == 1) kept.n_h2[i] += 1;
    if (change == 2) kept.n -= 1;
    if (change == 3) kept.bucket[i] += 1;
    if (change == 4) kept.bucket[i] = -1;
    if (change == 5) kept.bucket[kept.n++] = (int)buckets.n;
    const struct cal_tally_values values = values_of(&kept);
    CHECK(cal_tally_differs(&seen, keep, &values, 0) < seen.n);
  }
  choose(&all, keep, &kept);
  for (ptrdiff_t i = 1; i < kept.n; ++i) {
    if (kept.bucket[i] == kept.bucket[i - 1]) kept.value[i] = kept.value[i - 1];
  }
  const struct cal_tally_values tied = values_of(&kept);
  CHECK(cal_tally_differs(&seen, keep, &tied, 0) < seen.n);
}

// Most of many buckets cannot affect the hull.
static void test_keeps_few(void) {
  static struct drawn all, buckets;
  static uint8_t keep[MAX_N];
  draw(&all, MAX_N, 1, 1);
  tally(&all, &buckets);
  const struct cal_counted seen = counted(&buckets);
  struct test_host host = new_host(1);
  CHECK(cal_tally_keep(&host.host, &seen, 0, keep) < buckets.n / 4);
  free_host(&host);
}

// A bucket whose trials just reach the edge of the hull is kept if counts are rounded.
static void test_doubt_keeps(void) {
  struct test_host host = new_host(1);
  const double value[] = {1, 2, 3}, h1[] = {50, 5, 45}, h2[] = {40, 10, 50};
  const struct cal_counted tally = {value, h1, h2, 3};
  uint8_t keep[3];
  CHECK(cal_tally_keep(&host.host, &tally, 0, keep) == 2);
  CHECK(!keep[1]);
  CHECK(cal_tally_keep(&host.host, &tally, 0.01, keep) == 3);
  free_host(&host);
}

int main(void) {
  srand(1);
  test_random_tallies();
  test_bracket();
  test_differs();
  test_keeps_few();
  test_doubt_keeps();
  return check_report("pav-buckets");
}
