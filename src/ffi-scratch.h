#ifndef CALIBRANT_FFI_SCRATCH_H
#define CALIBRANT_FFI_SCRATCH_H

#include "ffi.h"

// Scratch memory that is given back at the end of a call into C, also where an error or an
// interrupt ends it. What `R_alloc()` gives stays taken until the next garbage collection, so each
// call gets other memory, which is in none of the processor's caches: for PAV a tenth of the time.
enum { FFI_MOST_ROOMS = 16 };

struct ffi_rooms {
  void* room[FFI_MOST_ROOMS];
  int n;
};

// Room for `n` elements, none of them filled in.
void* ffi_room(struct ffi_rooms* rooms, ptrdiff_t n, size_t size);

// What `compute` returns; its rooms are empty at first and given back afterwards.
SEXP ffi_with_rooms(SEXP (*compute)(struct ffi_rooms* rooms, const void* input), const void* input);

#endif
