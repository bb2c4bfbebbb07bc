#include "kernels/read/match-pairs.h"

#include "kernels/base/plan.h"
#include "kernels/read/hash.h"

// An index, or -1; the pair is stored beside it to save a look-up of the pairs.
struct cal_pair_slot {
  int a, b, at;
};

// The slot that has the pair, or the empty slot for it.
static struct cal_pair_slot* find_slot(const struct cal_pair_table* table, int a, int b) {
  const uint64_t key = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
  for (uint64_t at = cal_hash_mix(key) & table->mask;; at = (at + 1) & table->mask) {
    struct cal_pair_slot* slot = &table->slot[at];
    if (slot->at < 0 || (slot->a == a && slot->b == b)) return slot;
  }
}

struct cal_pair_table cal_pair_table_of(struct cal_host* host, struct cal_pairs pairs) {
  ptrdiff_t n_slots = 2;
  while (n_slots < 2 * pairs.n) n_slots *= 2;
  const struct cal_pair_table table = {cal_scratch(host, n_slots, sizeof(struct cal_pair_slot)),
                                       (uint64_t)n_slots - 1,
                                       cal_scratch(host, pairs.n, sizeof(int)), pairs.n};
  for (ptrdiff_t i = 0; i < n_slots; ++i) table.slot[i].at = -1;
  for (ptrdiff_t i = 0; i < pairs.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    struct cal_pair_slot* slot = find_slot(&table, pairs.a[i], pairs.b[i]);
    if (slot->at < 0) *slot = (struct cal_pair_slot){pairs.a[i], pairs.b[i], (int)i};
    table.first[i] = slot->at;
  }
  return table;
}

// A repeated pair has the value of its first occurrence, so only the first is looked up.
ptrdiff_t cal_match_pairs(struct cal_host* host, const struct cal_pair_table* wanted,
                          struct cal_pairs given, const double* value, int* at,
                          ptrdiff_t* n_extra) {
  *n_extra = 0;
  for (ptrdiff_t i = 0; i < wanted->n; ++i) at[i] = -1;
  for (ptrdiff_t i = 0; i < given.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    const int to = find_slot(wanted, given.a[i], given.b[i])->at;
    if (to < 0) {
      ++*n_extra;
    } else if (at[to] < 0) {
      at[to] = (int)i;
    } else if (!(value[at[to]] == value[i])) {
      return i;
    }
  }
  for (ptrdiff_t i = 0; i < wanted->n; ++i) at[i] = at[wanted->first[i]];
  return -1;
}

int cal_number_pairs(struct cal_host* host, struct cal_pairs pairs, int* number) {
  const struct cal_pair_table table = cal_pair_table_of(host, pairs);
  int n = 0;
  for (ptrdiff_t i = 0; i < pairs.n; ++i) {
    number[i] = table.first[i] == i ? ++n : number[table.first[i]];
  }
  return n;
}
