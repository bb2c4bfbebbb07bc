#ifndef CALIBRANT_KERNELS_READ_NAMES_H
#define CALIBRANT_KERNELS_READ_NAMES_H

#include <stdint.h>

#include "kernels/base/host.h"
#include "kernels/read/rows.h"

// Distinct texts, numbered from 0 in the order in which they come; a hash table with open addresses
// finds them again. The names are copied side by side, so that a look at one seldom leaves the
// cache.
struct cal_names {
  struct cal_field* name;
  struct cal_name_slot* slot;
  ptrdiff_t n, room;
  char* copy;
  ptrdiff_t copy_left, copy_room;
};

// The number is -1 in an empty slot.
struct cal_name_slot {
  uint64_t hash;
  struct cal_field name;
  int number;
};

void cal_names_begin(struct cal_host* host, struct cal_names* names);

// The number of this name; a new one is added, or has the number -1.
int cal_name_number(struct cal_host* host, struct cal_names* names, struct cal_field name,
                    bool add);

#endif
