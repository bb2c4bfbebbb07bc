#include "ffi-host.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifndef _WIN32
#include <unistd.h>
#endif

// A room with the one that was given before it; what follows is the kernel's.
union room {
  union room* before;
  double aligned[2];
};

struct rooms {
  struct cal_host host;
  union room* last;
  SEXP progress;
};

static void* give_room(struct cal_host* host, ptrdiff_t n, size_t size) {
  struct rooms* rooms = (struct rooms*)(void*)host;
  const size_t length = n > 0 ? (size_t)n : 1;
  const bool fits = length <= (SIZE_MAX - sizeof(union room)) / size;
  union room* room = fits ? malloc(sizeof *room + length * size) : NULL;
  if (!room) Rf_error("cannot allocate memory for %.0f elements", (double)length);
  room->before = rooms->last;
  rooms->last = room;
  return room + 1;
}

static void look_at_user(struct cal_host* host) {
  R_CheckUserInterrupt();
  SEXP progress = ((struct rooms*)(void*)host)->progress;
  if (progress == R_NilValue) return;
  SEXP share = PROTECT(Rf_ScalarReal(host->done));
  SEXP call = PROTECT(Rf_lang2(progress, share));
  Rf_eval(call, R_GlobalEnv);
  UNPROTECT(2);
}

static void take_rooms_back(void* data) {
  struct rooms* rooms = data;
  while (rooms->last) {
    union room* room = rooms->last;
    rooms->last = room->before;
    free(room);
  }
}

// Threads do not survive a fork, and OpenMP waits for ever for those that it believes to have. So
// the process that first uses several is the only one that may; it is remembered here.
static bool is_forked(void) {
#ifdef _WIN32
  return false;
#else
  static pid_t parallel_process = 0;
  if (parallel_process == 0) parallel_process = getpid();
  return parallel_process != getpid();
#endif
}

int ffi_usable_threads(int wanted) {
#ifdef _OPENMP
  const int most = omp_get_num_procs();
  const int n = wanted < most ? wanted : most;
  return n <= 1 || is_forked() ? 1 : n;
#else
  (void)wanted;
  (void)is_forked;
  return 1;
#endif
}

struct job {
  SEXP (*run)(struct cal_host* host, const void* input);
  const void* input;
  struct rooms rooms;
};

static SEXP run(void* data) {
  struct job* job = data;
  return job->run(&job->rooms.host, job->input);
}

SEXP ffi_with_host(SEXP (*run_job)(struct cal_host* host, const void* input), const void* input,
                   int n_threads) {
  return ffi_with_progress(run_job, input, n_threads, R_NilValue);
}

SEXP ffi_with_progress(SEXP (*run_job)(struct cal_host* host, const void* input), const void* input,
                       int n_threads, SEXP progress) {
  if (progress != R_NilValue && !Rf_isFunction(progress)) {
    Rf_error("internal error: `progress` is no function");
  }
  struct job job = {.run = run_job,
                    .input = input,
                    .rooms = {.host = {give_room, look_at_user, ffi_usable_threads(n_threads), 0},
                              .progress = progress}};
  return R_ExecWithCleanup(run, &job, take_rooms_back, &job.rooms);
}
