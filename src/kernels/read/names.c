#include "kernels/read/names.h"

#include <string.h>

#include "kernels/read/hash.h"

enum { FIRST_ROOM = 256, SLOTS_PER_NAME = 2 };

static uint64_t hash_of(struct cal_field name) {
  uint64_t hash = (uint64_t)name.n, word;
  const char* at = name.at;
  ptrdiff_t left = name.n;
  for (; left >= 8; left -= 8, at += 8) {
    memcpy(&word, at, 8);
    hash = cal_hash_mix(hash ^ word);
  }
  word = 0;
  for (ptrdiff_t i = 0; i < left; ++i) word = word << 8 | (unsigned char)at[i];
  return cal_hash_mix(hash ^ word);
}

static bool same(struct cal_field a, struct cal_field b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, (size_t)a.n) == 0);
}

// The slot that has the name, or the empty slot for it.
static struct cal_name_slot* find_slot(const struct cal_names* names, uint64_t hash,
                                       struct cal_field name) {
  const uint64_t mask = (uint64_t)(names->room * SLOTS_PER_NAME) - 1;
  for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
    struct cal_name_slot* slot = &names->slot[at];
    if (slot->number < 0 || (slot->hash == hash && same(slot->name, name))) return slot;
  }
}

// No two of the old slots have one name, so each goes to the first that is empty.
static void take_room(struct cal_host* host, struct cal_names* names, ptrdiff_t room) {
  const ptrdiff_t n_slots = room * SLOTS_PER_NAME, n_old = names->room * SLOTS_PER_NAME;
  const struct cal_names old = *names;
  names->name = cal_scratch(host, room, sizeof *names->name);
  names->slot = cal_scratch(host, n_slots, sizeof *names->slot);
  names->room = room;
  for (ptrdiff_t i = 0; i < n_slots; ++i) names->slot[i].number = -1;
  for (ptrdiff_t i = 0; i < old.n; ++i) names->name[i] = old.name[i];
  for (ptrdiff_t i = 0; i < n_old; ++i) {
    if (old.slot[i].number < 0) continue;
    uint64_t at = old.slot[i].hash;
    while (names->slot[at & (uint64_t)(n_slots - 1)].number >= 0) ++at;
    names->slot[at & (uint64_t)(n_slots - 1)] = old.slot[i];
  }
}

void cal_names_begin(struct cal_host* host, struct cal_names* names) {
  *names = (struct cal_names){.copy_room = FIRST_ROOM};
  take_room(host, names, FIRST_ROOM);
}

static struct cal_field copy_name(struct cal_host* host, struct cal_names* names,
                                  struct cal_field name) {
  if (!names->copy || names->copy_left < name.n) {
    names->copy_room = 2 * names->copy_room + name.n;
    names->copy = cal_scratch(host, names->copy_room, 1);
    names->copy_left = names->copy_room;
  }
  const struct cal_field copy = {names->copy, name.n};
  if (name.n > 0) memcpy(names->copy, name.at, (size_t)name.n);
  names->copy += name.n;
  names->copy_left -= name.n;
  return copy;
}

int cal_name_number(struct cal_host* host, struct cal_names* names, struct cal_field name,
                    bool add) {
  const uint64_t hash = hash_of(name);
  struct cal_name_slot* slot = find_slot(names, hash, name);
  if (slot->number >= 0 || !add) return slot->number;
  if (names->n == names->room) {
    take_room(host, names, 2 * names->room);
    slot = find_slot(names, hash, name);
  }
  *slot = (struct cal_name_slot){hash, copy_name(host, names, name), (int)names->n};
  names->name[names->n] = slot->name;
  return (int)names->n++;
}
