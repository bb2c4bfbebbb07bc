#include "ffi-scratch.h"

#include <stdint.h>
#include <stdlib.h>

void* ffi_room(struct ffi_rooms* rooms, ptrdiff_t n, size_t size) {
  if (rooms->n == FFI_MOST_ROOMS) Rf_error("internal error: more scratch memory than planned");
  const size_t length = n > 0 ? (size_t)n : 1;
  void* room = length <= SIZE_MAX / size ? malloc(length * size) : NULL;
  if (!room) Rf_error("cannot allocate memory for %.0f elements", (double)length);
  rooms->room[rooms->n++] = room;
  return room;
}

struct job {
  SEXP (*compute)(struct ffi_rooms* rooms, const void* input);
  const void* input;
  struct ffi_rooms rooms;
};

static SEXP run(void* data) {
  struct job* job = data;
  return job->compute(&job->rooms, job->input);
}

static void give_back(void* data) {
  struct ffi_rooms* rooms = data;
  while (rooms->n > 0) free(rooms->room[--rooms->n]);
}

SEXP ffi_with_rooms(SEXP (*compute)(struct ffi_rooms* rooms, const void* input),
                    const void* input) {
  struct job job = {.compute = compute, .input = input};
  return R_ExecWithCleanup(run, &job, give_back, &job.rooms);
}
