#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"
#include "kernels/base/sort.h"
#include "kernels/count/counts.h"
#include "kernels/pav/pav-unsorted.h"

enum { MAX_N = 3000 };

static uint64_t random_state = UINT64_C(88172645463325252);

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static double uniform(void) { return (double)(next_random() >> 11) * 0x1p-53; }

static double normal(void) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

// Range and counts of a block.
struct range {
  double min, max, n_h1, n_h2;
};

static struct range range_of(struct cal_block block, const double* value) {
  return (struct range){value[block.first], value[block.last], block.n_h1, block.n_h2};
}

static struct cal_sorted sorted_class(const struct cal_trials* trials, int class, uint64_t* key) {
  static uint64_t scratch[MAX_N];
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (trials->truth[i] == class) key[n++] = cal_sort_key(trials->value[i]);
  }
  cal_sort(key, NULL, scratch, NULL, n);
  return (struct cal_sorted){.key = key, .n = n};
}

static ptrdiff_t pav_sorted(const struct cal_trials* trials, struct range* ranges) {
  static uint64_t key_h1[MAX_N], key_h2[MAX_N];
  static double value[MAX_N], n_h1[MAX_N], n_h2[MAX_N];
  static struct cal_block blocks[MAX_N];
  const struct cal_sorted h1 = sorted_class(trials, 1, key_h1);
  const struct cal_sorted h2 = sorted_class(trials, 0, key_h2);
  const ptrdiff_t size = cal_counts_size(h1, h2);
  cal_counts(h1, h2, value, n_h1, n_h2);
  const ptrdiff_t n = cal_pav(n_h1, n_h2, size, blocks, size);
  for (ptrdiff_t i = 0; i < n; ++i) ranges[i] = range_of(blocks[i], value);
  return n;
}

static ptrdiff_t pav_unsorted(const struct cal_trials* trials, int n_threads,
                              struct range* ranges) {
  struct test_host host = new_host(n_threads);
  const struct cal_block* blocks;
  const double* value;
  const ptrdiff_t n = cal_pav_unsorted(&host.host, trials, &blocks, &value);
  for (ptrdiff_t i = 0; i < n; ++i) ranges[i] = range_of(blocks[i], value);
  free_host(&host);
  return n;
}

static bool same_blocks(const struct cal_trials* trials) {
  static struct range expected[MAX_N], found[MAX_N];
  const ptrdiff_t n = pav_sorted(trials, expected);
  if (pav_unsorted(trials, 1, found) != n) return false;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (cal_sort_key(found[i].min) != cal_sort_key(expected[i].min)) return false;
    if (cal_sort_key(found[i].max) != cal_sort_key(expected[i].max)) return false;
    if (found[i].n_h1 != expected[i].n_h1 || found[i].n_h2 != expected[i].n_h2) return false;
  }
  return true;
}

static double awkward_value(void) {
  static const double values[] = {-INFINITY, INFINITY, 0.0,    -0.0,  1e300, -1e300,
                                  5e-324,    -5e-324,  1e-310, 1e308, -2.0,  1.0};
  return values[next_random() % (sizeof values / sizeof *values)];
}

enum shape { SPREAD, TIES, AWKWARD, TAILS, RATIOS, EQUAL, ZEROS, ENDS, TINY, HUGE_, FAR, N_SHAPES };

static double draw(enum shape shape) {
  const double x = normal();
  switch (shape) {
    case TIES:
      return floor(4 * x);
    case AWKWARD:
      return awkward_value();
    case TAILS:
      return x / fabs(normal() + 1e-9) * pow(10, 100 * normal());
    case RATIOS:
      return exp(5 * x);
    case EQUAL:
      return 3;
    case ZEROS:
      return uniform() < 0.6 ? 0 : uniform() < 0.5 ? -0.0 : x;
    case ENDS:
      return uniform() < 0.4 ? copysign(INFINITY, x) : x;
    case TINY:
      return x * 1e-310;
    case HUGE_:
      return x * 2e307;
    case FAR:
      return 1e15 + floor(x);
    default:
      return x;
  }
}

// Classes that overlap little, much, fully or in reverse; at least one trial of each.
static void draw_trials(enum shape shape, double slope, ptrdiff_t n, double* value, int* truth) {
  const double share = 0.02 + 0.96 * uniform();
  for (ptrdiff_t i = 0; i < n; ++i) {
    value[i] = draw(shape);
    const double odds = share / (1 - share) * exp(fmax(-30, fmin(30, slope * value[i])));
    truth[i] = uniform() < odds / (1 + odds);
  }
  truth[0] = 1;
  truth[n - 1] = 0;
}

static void test_random_sets(void) {
  static double value[MAX_N];
  static int truth[MAX_N];
  static const double slopes[] = {0, 1, 4, 40, -1};
  static const ptrdiff_t sizes[] = {2, 3, 7, 20, 100, 600, MAX_N};
  for (int round = 0; round < 25; ++round) {
    for (int shape = 0; shape < N_SHAPES; ++shape) {
      for (int i = 0; i < 35; ++i) {
        const ptrdiff_t n = sizes[i % 7];
        draw_trials((enum shape)shape, slopes[i / 7], n, value, truth);
        CHECK(same_blocks(&(struct cal_trials){value, truth, n}));
      }
    }
  }
}

static void test_one_trial_per_class(void) {
  const int truth[] = {1, 0};
  CHECK(same_blocks(&(struct cal_trials){(double[]){1, 2}, truth, 2}));
  CHECK(same_blocks(&(struct cal_trials){(double[]){2, 1}, truth, 2}));
  CHECK(same_blocks(&(struct cal_trials){(double[]){0.0, -0.0}, truth, 2}));
  CHECK(same_blocks(&(struct cal_trials){(double[]){INFINITY, -INFINITY}, truth, 2}));
}

// Counts that are made in parts and merged, and trials extracted in parts, lead to the same blocks,
// even if parts use another value of a bucket as its pivot, or have none of its trials.
static ptrdiff_t pav_in_parts(const struct cal_trials* trials, const ptrdiff_t* end, int n_parts,
                              struct range* ranges) {
  struct test_host host = new_host(1);
  struct cal_host* base = &host.host;
  struct cal_trials part[3];
  for (int p = 0; p < n_parts; ++p) {
    const ptrdiff_t first = p == 0 ? 0 : end[p - 1];
    part[p] = (struct cal_trials){trials->value + first, trials->truth + first, end[p] - first};
  }
  const struct cal_buckets buckets = cal_buckets_new(
      base, cal_cells_choose(trials->value, trials->n, cal_buckets_number(trials->n)));
  const ptrdiff_t size = buckets.map.size;
  uint32_t* count[3];
  for (int p = 0; p < n_parts; ++p) {
    count[p] = p == 0 ? buckets.count : cal_scratch(base, 2 * size, sizeof *count[p]);
    memset(count[p], 0, 2 * (size_t)size * sizeof *count[p]);
    cal_cells_add(&buckets.map, &part[p], count[p]);
    if (p > 0) cal_cells_merge(&buckets.map, count[p], count[0]);
  }
  struct cal_block* hull = cal_scratch(base, size, sizeof *hull);
  const struct cal_kept n =
      cal_buckets_prune(&buckets, cal_scratch(base, size, sizeof *hull), hull);

  struct cal_kept_bucket* kept = cal_scratch(base, n_parts * n.n_buckets, sizeof *kept);
  uint64_t* key = cal_scratch(base, n.n_trials, sizeof *key);
  cal_kept_begin(&buckets, n, (const uint32_t* const*)count, n_parts, kept, key);
  for (int p = 0; p < n_parts; ++p) cal_kept_take(&buckets, &part[p], kept + p * n.n_buckets);
  for (int p = 1; p < n_parts; ++p) cal_kept_merge(kept, kept + p * n.n_buckets, n.n_buckets);
  uint64_t* scratch = cal_scratch(base, cal_kept_most(kept, n.n_buckets), sizeof *scratch);
  cal_kept_sort(kept, n.n_buckets, scratch);
  double* value = cal_scratch_doubles(base, n.n_trials);
  struct cal_block* blocks = cal_scratch(base, trials->n, sizeof *blocks);
  const ptrdiff_t n_blocks = cal_pav_kept(&buckets, hull, n, kept, value, blocks);
  for (ptrdiff_t i = 0; i < n_blocks; ++i) ranges[i] = range_of(blocks[i], value);
  free_host(&host);
  return n_blocks;
}

static bool same_ranges(const struct range* a, const struct range* b, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (cal_sort_key(a[i].min) != cal_sort_key(b[i].min)) return false;
    if (cal_sort_key(a[i].max) != cal_sort_key(b[i].max)) return false;
    if (a[i].n_h1 != b[i].n_h1 || a[i].n_h2 != b[i].n_h2) return false;
  }
  return true;
}

static void test_parts(void) {
  static double value[MAX_N];
  static int truth[MAX_N];
  static struct range whole[MAX_N], parts[MAX_N];
  for (int i = 0; i < 20 * N_SHAPES; ++i) {
    const ptrdiff_t n = i % 2 ? MAX_N : 300;
    draw_trials((enum shape)(i % N_SHAPES), i % 3, n, value, truth);
    const struct cal_trials trials = {value, truth, n};
    const ptrdiff_t n_whole = pav_unsorted(&trials, 1, whole);
    const ptrdiff_t end[] = {n / 3, n / 3 + (ptrdiff_t)(next_random() % (uint64_t)(n / 2)), n};
    CHECK(pav_in_parts(&trials, end, 3, parts) == n_whole && same_ranges(whole, parts, n_whole));
  }
}

// Enough trials for threads to share them.
static void test_threads(void) {
  enum { N = 600000 };
  static struct range one[N], two[N];
  double* value = malloc(N * sizeof *value);
  int* truth = malloc(N * sizeof *truth);
  for (int shape = SPREAD; shape <= TIES; ++shape) {
    draw_trials((enum shape)shape, 1, N, value, truth);
    const struct cal_trials trials = {value, truth, N};
    const ptrdiff_t n = pav_unsorted(&trials, 1, one);
    CHECK(pav_unsorted(&trials, 2, two) == n && same_ranges(one, two, n));
  }
  free(value), free(truth);
}

// The table grows with the trials, more slowly once it is large, and is made of whole groups.
static void test_number_of_buckets(void) {
  const ptrdiff_t group = CAL_BUCKETS_PER_GROUP, few = 4000, many = (ptrdiff_t)1 << 30;
  CHECK(cal_buckets_number(few) == group * (few / CAL_PLAN_BUCKETS_FEW / group + 1));
  const ptrdiff_t wanted = CAL_PLAN_BUCKETS_BASE + many / CAL_PLAN_BUCKETS_MANY;
  CHECK(cal_buckets_number(many) == group * (wanted / group + 1));
}

// Pruning must remove most of a large set, or it has no benefit.
static void test_keeps_few(void) {
  enum { N = 200000 };
  double* value = malloc(N * sizeof *value);
  int* truth = malloc(N * sizeof *truth);
  for (ptrdiff_t i = 0; i < N; ++i) {
    truth[i] = uniform() < 0.1;
    value[i] = 2 * normal() + (truth[i] ? 2 : -2);
  }
  const struct cal_trials trials = {value, truth, N};
  struct test_host host = new_host(1);
  const struct cal_buckets buckets =
      cal_buckets_new(&host.host, cal_cells_choose(value, N, cal_buckets_number(N)));
  memset(buckets.count, 0, 2 * (size_t)buckets.map.size * sizeof *buckets.count);
  cal_cells_add(&buckets.map, &trials, buckets.count);
  struct cal_block* hull = cal_scratch(&host.host, buckets.map.size, sizeof *hull);
  struct cal_block* coarse = cal_scratch(&host.host, buckets.map.size, sizeof *hull);
  CHECK(cal_buckets_prune(&buckets, coarse, hull).n_trials < N / 16);
  free(value), free(truth), free_host(&host);
}

// A host may leave at any request or pulse.
static void test_leaving(void) {
  static double value[MAX_N];
  static int truth[MAX_N];
  draw_trials(SPREAD, 1, MAX_N, value, truth);
  const struct cal_trials trials = {value, truth, MAX_N};
  struct test_host host = new_host(1);
  const struct cal_block* blocks;
  const double* values;
  cal_pav_unsorted(&host.host, &trials, &blocks, &values);
  const int n = host.n_pieces + host.n_pulses;
  free_host(&host);
  CHECK(n > 10);
  for (volatile int at = 1; at <= n; ++at) {
    host.leave_at = at;
    if (setjmp(host.exit) == 0) {
      cal_pav_unsorted(&host.host, &trials, &blocks, &values);
      CHECK(false);
    }
    CHECK_EQ((double)(host.n_pieces + host.n_pulses), (double)at);
    free_host(&host);
  }
}

int main(void) {
  test_random_sets();
  test_one_trial_per_class();
  test_parts();
  test_threads();
  test_number_of_buckets();
  test_keeps_few();
  test_leaving();
  return check_report("pav-unsorted");
}
