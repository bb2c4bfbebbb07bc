#include "kernels/sort.h"

// Least-significant-digit radix sort: six stable passes over digits of 11 bits. A digit that
// all keys share moves nothing, so its pass is skipped.
enum { DIGIT_BITS = 11, N_DIGITS = 6, N_BUCKETS = 1 << DIGIT_BITS };

struct run {
  uint64_t* key;
  double* load;
};

static inline size_t digit(uint64_t key, int pass) {
  return (size_t)(key >> (pass * DIGIT_BITS)) & (N_BUCKETS - 1);
}

static bool all_in_one(const ptrdiff_t* count, ptrdiff_t n, uint64_t key, int pass) {
  return count[digit(key, pass)] == n;
}

static void count_digits(const uint64_t* key, ptrdiff_t n, ptrdiff_t count[N_DIGITS][N_BUCKETS]) {
  memset(count, 0, sizeof(ptrdiff_t) * N_DIGITS * N_BUCKETS);
  for (ptrdiff_t i = 0; i < n; ++i) {
    for (int pass = 0; pass < N_DIGITS; ++pass) {
      ++count[pass][digit(key[i], pass)];
    }
  }
}

static void counts_to_starts(ptrdiff_t* count) {
  ptrdiff_t start = 0;
  for (int bucket = 0; bucket < N_BUCKETS; ++bucket) {
    const ptrdiff_t size = count[bucket];
    count[bucket] = start;
    start += size;
  }
}

static void scatter_keys(struct run from, struct run to, ptrdiff_t n, ptrdiff_t* start, int pass) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const uint64_t key = from.key[i];
    to.key[start[digit(key, pass)]++] = key;
  }
}

static void scatter_pairs(struct run from, struct run to, ptrdiff_t n, ptrdiff_t* start, int pass) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const uint64_t key = from.key[i];
    const ptrdiff_t place = start[digit(key, pass)]++;
    to.key[place] = key;
    to.load[place] = from.load[i];
  }
}

// Below this size clearing six tables of counts costs more than comparing.
enum { SMALL = 256 };

static void sort_by_insertion(struct run run, ptrdiff_t n) {
  for (ptrdiff_t i = 1; i < n; ++i) {
    const uint64_t key = run.key[i];
    const double load = run.load ? run.load[i] : 0;
    ptrdiff_t j = i;
    for (; j > 0 && run.key[j - 1] > key; --j) {
      run.key[j] = run.key[j - 1];
      if (run.load) run.load[j] = run.load[j - 1];
    }
    run.key[j] = key;
    if (run.load) run.load[j] = load;
  }
}

void cal_sort(uint64_t* key, double* load, uint64_t* key_scratch, double* load_scratch,
              ptrdiff_t n) {
  struct run from = {key, load}, to = {key_scratch, load_scratch};
  if (n < SMALL) {
    sort_by_insertion(from, n);
    return;
  }

  ptrdiff_t count[N_DIGITS][N_BUCKETS];
  count_digits(key, n, count);

  for (int pass = 0; pass < N_DIGITS; ++pass) {
    if (all_in_one(count[pass], n, from.key[0], pass)) continue;
    counts_to_starts(count[pass]);
    (load ? scatter_pairs : scatter_keys)(from, to, n, count[pass], pass);
    const struct run sorted = to;
    to = from;
    from = sorted;
  }

  if (from.key != key) {
    memcpy(key, from.key, sizeof *key * (size_t)n);
    if (load) memcpy(load, from.load, sizeof *load * (size_t)n);
  }
}
