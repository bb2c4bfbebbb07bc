#include "kernels/read/match-pairs.h"

#include <stdint.h>

#include "kernels/base/plan.h"
#include "kernels/read/hash.h"

struct table {
  int* slot;
  uint64_t mask;
  struct cal_pairs pairs;
};

// The slot that has the pair, or the empty one where it belongs.
static int* find_slot(const struct table* table, int a, int b) {
  const uint64_t key = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
  for (uint64_t at = cal_hash_mix(key) & table->mask;; at = (at + 1) & table->mask) {
    const int i = table->slot[at];
    if (i < 0 || (table->pairs.a[i] == a && table->pairs.b[i] == b)) return &table->slot[at];
  }
}

static struct table make_table(struct cal_host* host, struct cal_pairs pairs) {
  ptrdiff_t n_slots = 2;
  while (n_slots < 2 * pairs.n) n_slots *= 2;
  const struct table table = {cal_scratch(host, n_slots, sizeof(int)), (uint64_t)n_slots - 1,
                              pairs};
  for (ptrdiff_t i = 0; i < n_slots; ++i) table.slot[i] = -1;
  return table;
}

// A pair that is wanted again has what it had the first time, so each waits for the first.
ptrdiff_t cal_match_pairs(struct cal_host* host, struct cal_pairs given, const double* value,
                          struct cal_pairs wanted, int* at, ptrdiff_t* n_extra) {
  const struct table table = make_table(host, wanted);
  int* first = cal_scratch(host, wanted.n, sizeof *first);
  *n_extra = 0;
  for (ptrdiff_t i = 0; i < wanted.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    int* slot = find_slot(&table, wanted.a[i], wanted.b[i]);
    if (*slot < 0) *slot = (int)i;
    first[i] = *slot;
    at[i] = -1;
  }
  for (ptrdiff_t i = 0; i < given.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    const int to = *find_slot(&table, given.a[i], given.b[i]);
    if (to < 0) {
      ++*n_extra;
    } else if (at[to] < 0) {
      at[to] = (int)i;
    } else if (!(value[at[to]] == value[i])) {
      return i;
    }
  }
  for (ptrdiff_t i = 0; i < wanted.n; ++i) at[i] = at[first[i]];
  return -1;
}
