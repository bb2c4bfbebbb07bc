#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "kernels/base/sort.h"
#include "kernels/pav/counts.h"
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

// What a block says: its range and its counts.
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

// Memory is allocated to size, so that the sanitizer sees a step beyond it.
static void* room(ptrdiff_t n, size_t size) { return malloc((size_t)(n > 0 ? n : 1) * size); }

static struct cal_buckets new_buckets(const struct cal_trials* trials) {
  const ptrdiff_t n = cal_buckets_number(trials->n), n_groups = n / CAL_BUCKETS_PER_GROUP;
  return (struct cal_buckets){.map = cal_bucket_map_choose(trials->value, trials->n, n),
                              .count = room(2 * n, sizeof(uint32_t)),
                              .keep = room(n, sizeof(uint8_t)),
                              .group = room(2 * n_groups, sizeof(uint32_t)),
                              .keep_group = room(n_groups, sizeof(uint8_t))};
}

static void free_buckets(struct cal_buckets* buckets) {
  free(buckets->count), free(buckets->keep);
  free(buckets->group), free(buckets->keep_group);
}

static struct cal_block* new_blocks(ptrdiff_t n, const struct cal_trials* trials) {
  return room(cal_pav_capacity(n, (double)trials->n), sizeof(struct cal_block));
}

// Counts too.
static struct cal_kept prune(const struct cal_buckets* buckets, const struct cal_trials* trials,
                             struct cal_block* hull) {
  struct cal_block* coarse = new_blocks(buckets->map.size / CAL_BUCKETS_PER_GROUP, trials);
  cal_buckets_count(buckets, trials);
  const struct cal_kept kept = cal_buckets_prune(buckets, coarse, hull);
  free(coarse);
  return kept;
}

static ptrdiff_t pav_unsorted(const struct cal_trials* trials, struct range* ranges) {
  struct cal_buckets buckets = new_buckets(trials);
  struct cal_block* hull = new_blocks(buckets.map.size, trials);
  const struct cal_kept n = prune(&buckets, trials, hull);
  struct cal_kept_bucket* kept = room(n.n_buckets, sizeof *kept);
  uint64_t* key = room(n.n_trials, sizeof *key);
  const ptrdiff_t most = cal_buckets_take(&buckets, trials, kept, key);
  uint64_t* scratch = room(most, sizeof *scratch);
  double* value = room(n.n_trials, sizeof *value);
  struct cal_block* blocks = new_blocks(trials->n, trials);

  const ptrdiff_t n_blocks = cal_pav_kept(&buckets, hull, n, kept, scratch, value, blocks);
  for (ptrdiff_t i = 0; i < n_blocks; ++i) ranges[i] = range_of(blocks[i], value);
  free_buckets(&buckets), free(hull), free(kept), free(key), free(scratch), free(value);
  free(blocks);
  return n_blocks;
}

static bool same_blocks(const struct cal_trials* trials) {
  static struct range expected[MAX_N], found[MAX_N];
  const ptrdiff_t n = pav_sorted(trials, expected);
  if (pav_unsorted(trials, found) != n) return false;
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

// Classes that overlap little, much, fully or the wrong way round; at least one trial of each.
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

// Pruning must leave out most of a large set, or nothing is gained.
static void test_keeps_few(void) {
  enum { N = 200000 };
  double* value = room(N, sizeof *value);
  int* truth = room(N, sizeof *truth);
  for (ptrdiff_t i = 0; i < N; ++i) {
    truth[i] = uniform() < 0.1;
    value[i] = 2 * normal() + (truth[i] ? 2 : -2);
  }
  const struct cal_trials trials = {value, truth, N};
  struct cal_buckets buckets = new_buckets(&trials);
  struct cal_block* hull = new_blocks(buckets.map.size, &trials);
  const struct cal_kept kept = prune(&buckets, &trials, hull);
  CHECK(kept.n_trials < N / 16);
  free(value), free(truth), free(hull), free_buckets(&buckets);
}

int main(void) {
  test_random_sets();
  test_one_trial_per_class();
  test_keeps_few();
  return check_report("pav-unsorted");
}
