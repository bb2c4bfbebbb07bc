#include "kernels/base/radix.h"

#include <string.h>

#include "kernels/base/plan.h"

enum { COUNTING = -1, COPYING = CAL_RADIX_DIGITS, SORTED };

/*@ requires 0 <= pass < CAL_RADIX_DIGITS;
  @ assigns \nothing;
  @ ensures 0 <= \result < CAL_RADIX_BUCKETS; */
static inline size_t digit(uint64_t key, int pass) {
  return (size_t)(key >> (pass * 11)) & (CAL_RADIX_BUCKETS - 1);
}

static void count_digits(struct cal_radix* sort, ptrdiff_t end) {
  for (ptrdiff_t i = sort->next; i < end; ++i) {
    for (int pass = 0; pass < CAL_RADIX_DIGITS; ++pass) {
      ++sort->count[pass][digit(sort->from.key[i], pass)];
    }
  }
}

/*@ requires \valid(count + (0 .. CAL_RADIX_BUCKETS - 1));
  @ requires \forall integer b; 0 <= b < CAL_RADIX_BUCKETS ==> 0 <= count[b] <= 1L << 51;
  @ assigns count[0 .. CAL_RADIX_BUCKETS - 1];
  @ ensures count[0] == 0;
  @ ensures \forall integer a, b; 0 <= a && a + 1 == b && b < CAL_RADIX_BUCKETS ==>
  @   count[b] == count[a] + \old(count[a]); */
static void counts_to_starts(ptrdiff_t* count) {
  ptrdiff_t start = 0;
  /*@ loop invariant 0 <= bucket <= CAL_RADIX_BUCKETS && 0 <= start <= bucket * (1L << 51);
    @ loop invariant bucket == 0 ? start == 0 : count[0] == 0;
    @ loop invariant \forall integer a; 0 <= a && a + 1 == bucket ==>
    @   start == count[a] + \at(count[a], Pre);
    @ loop invariant \forall integer a, b; 0 <= a && a + 1 == b && b < bucket ==>
    @   count[b] == count[a] + \at(count[a], Pre);
    @ loop invariant \forall integer b; bucket <= b < CAL_RADIX_BUCKETS ==>
    @   count[b] == \at(count[b], Pre);
    @ loop assigns bucket, start, count[0 .. CAL_RADIX_BUCKETS - 1];
    @ loop variant CAL_RADIX_BUCKETS - bucket; */
  for (int bucket = 0; bucket < CAL_RADIX_BUCKETS; ++bucket) {
    const ptrdiff_t size = count[bucket];
    count[bucket] = start;
    start += size;
  }
}

// The compiler cannot know that the tables and the keys do not overlap, so the loops keep their
// part of the state in variables of their own.
static void scatter_keys(struct cal_radix* sort, ptrdiff_t end) {
  const uint64_t* from = sort->from.key;
  uint64_t* to = sort->to.key;
  const int pass = sort->pass;
  ptrdiff_t* start = sort->count[pass];
  for (ptrdiff_t i = sort->next; i < end; ++i) to[start[digit(from[i], pass)]++] = from[i];
}

static void scatter_pairs(struct cal_radix* sort, ptrdiff_t end) {
  const struct cal_run from = sort->from, to = sort->to;
  const int pass = sort->pass;
  ptrdiff_t* start = sort->count[pass];
  for (ptrdiff_t i = sort->next; i < end; ++i) {
    const uint64_t key = from.key[i];
    const ptrdiff_t place = start[digit(key, pass)]++;
    to.key[place] = key;
    to.load[place] = from.load[i];
  }
}

static void copy_back(struct cal_radix* sort, ptrdiff_t end) {
  const size_t n = (size_t)(end - sort->next);
  memcpy(sort->run.key + sort->next, sort->from.key + sort->next, n * sizeof *sort->run.key);
  if (!sort->run.load) return;
  memcpy(sort->run.load + sort->next, sort->from.load + sort->next, n * sizeof *sort->run.load);
}

static bool moves_nothing(const struct cal_radix* sort) {
  return sort->count[sort->pass][digit(sort->from.key[0], sort->pass)] == sort->n;
}

static void next_pass(struct cal_radix* sort) {
  if (sort->pass != COUNTING) {
    const struct cal_run sorted = sort->to;
    sort->to = sort->from;
    sort->from = sorted;
  }
  sort->next = 0;
  do ++sort->pass;
  while (sort->pass < COPYING && moves_nothing(sort));
  if (sort->pass < COPYING) counts_to_starts(sort->count[sort->pass]);
  if (sort->pass == COPYING && sort->from.key == sort->run.key) sort->pass = SORTED;
}

/*@ predicate ascending(uint64_t* key, integer n) =
  @   \forall integer i, j; 0 <= i <= j < n ==> key[i] <= key[j];
  @ predicate usable(struct cal_run run, integer n) = \valid(run.key + (0 .. n - 1)) &&
  @   (run.load == \null || (\valid(run.load + (0 .. n - 1)) &&
  @     \separated(run.key + (0 .. n - 1), run.load + (0 .. n - 1)))); */

/*@ requires n >= 0 && usable(run, n);
  @ assigns run.key[0 .. n - 1], run.load[0 .. n - 1];
  @ ensures ascending(run.key, n); */
static void sort_by_insertion(struct cal_run run, ptrdiff_t n) {
  /*@ loop invariant 1 <= i && (i <= n || n == 0) && ascending(run.key, i <= n ? i : n);
    @ loop assigns i, run.key[0 .. n - 1], run.load[0 .. n - 1];
    @ loop variant n - i; */
  for (ptrdiff_t i = 1; i < n; ++i) {
    const uint64_t key = run.key[i];
    const double load = run.load ? run.load[i] : 0;
    ptrdiff_t j = i;
    /*@ loop invariant 0 <= j <= i;
      @ loop invariant \forall integer a, b; 0 <= a <= b <= i && a != j && b != j ==>
      @   run.key[a] <= run.key[b];
      @ loop invariant \forall integer b; j < b <= i ==> key < run.key[b];
      @ loop assigns j, run.key[0 .. n - 1], run.load[0 .. n - 1];
      @ loop variant j; */
    for (; j > 0 && run.key[j - 1] > key; --j) {
      run.key[j] = run.key[j - 1];
      if (run.load) run.load[j] = run.load[j - 1];
    }
    run.key[j] = key;
    if (run.load) run.load[j] = load;
  }
}

void cal_radix_begin(struct cal_radix* sort, struct cal_run run, struct cal_run scratch,
                     ptrdiff_t n) {
  sort->run = sort->from = run;
  sort->to = scratch;
  sort->n = n;
  sort->next = 0;
  sort->pass = n < CAL_PLAN_SMALL_SORT ? SORTED : COUNTING;
  if (n < CAL_PLAN_SMALL_SORT) {
    sort_by_insertion(run, n);
  } else {
    memset(sort->count, 0, sizeof sort->count);
  }
}

bool cal_radix_step(struct cal_radix* sort) {
  if (sort->pass == SORTED) return false;
  const ptrdiff_t left = sort->n - sort->next;
  const ptrdiff_t end = sort->next + (left < CAL_PLAN_PIECE ? left : CAL_PLAN_PIECE);
  if (sort->pass == COUNTING) {
    count_digits(sort, end);
  } else if (sort->pass == COPYING) {
    copy_back(sort, end);
  } else if (sort->run.load) {
    scatter_pairs(sort, end);
  } else {
    scatter_keys(sort, end);
  }
  sort->next = end;
  if (end == sort->n) {
    if (sort->pass == COPYING)
      sort->pass = SORTED;
    else
      next_pass(sort);
  }
  return sort->pass != SORTED;
}
