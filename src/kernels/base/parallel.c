#if defined(_REENTRANT) && defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // sched.h then declares the processors that a process may use.
#endif

#include "kernels/base/parallel.h"

#include "kernels/base/plan.h"

#ifdef _REENTRANT
#include <pthread.h>
#endif
#if defined(_REENTRANT) && !defined(_WIN32)
#include <signal.h>
#include <unistd.h>
#endif
#if defined(_REENTRANT) && defined(__linux__)
#include <sched.h>
#endif

ptrdiff_t cal_parts(ptrdiff_t n) {
  const ptrdiff_t parts = n >> CAL_PLAN_PART_BITS;
  return parts < 1 ? 1 : parts > CAL_MAX_PARTS ? CAL_MAX_PARTS : parts;
}

ptrdiff_t cal_part_begin(ptrdiff_t n, ptrdiff_t n_parts, ptrdiff_t part) {
  return n / n_parts * part + n % n_parts * part / n_parts;
}

struct cal_piece cal_part_piece(ptrdiff_t n, ptrdiff_t n_parts, ptrdiff_t part, ptrdiff_t done,
                                ptrdiff_t size) {
  const ptrdiff_t first = cal_part_begin(n, n_parts, part) + done,
                  end = cal_part_begin(n, n_parts, part + 1);
  if (first >= end) return (struct cal_piece){end, end};
  return (struct cal_piece){first, end - first > size ? first + size : end};
}

static void run_alone(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts) {
  for (ptrdiff_t part = 0; part < n_parts; ++part) task(work, part);
}

#ifdef _REENTRANT

static long processors(void) {
#ifdef _WIN32
  return pthread_num_processors_np();
#else
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  return sysconf(_SC_NPROCESSORS_ONLN);
#endif
}

int cal_usable_threads(int wanted) {
  const long most = processors();
  const long n = wanted < most ? wanted : most;
  return n < 1 ? 1 : n > CAL_MAX_THREADS ? CAL_MAX_THREADS : (int)n;
}

struct crew {
  void (*task)(void* work, ptrdiff_t part);
  void* work;
  ptrdiff_t n_parts, next;
  pthread_mutex_t lock;
};

static void* take_parts(void* data) {
  struct crew* crew = data;
  for (;;) {
    pthread_mutex_lock(&crew->lock);
    const ptrdiff_t part = crew->next++;
    pthread_mutex_unlock(&crew->lock);
    if (part >= crew->n_parts) return NULL;
    crew->task(crew->work, part);
  }
}

// Some systems give threads less stack than the sorts of kernels need.
static int start_helpers(struct crew* crew, pthread_t* helper, int n_wanted) {
  pthread_attr_t attributes;
  int n = 0;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, (size_t)1 << 20);
  while (n < n_wanted && pthread_create(&helper[n], &attributes, take_parts, crew) == 0) ++n;
  pthread_attr_destroy(&attributes);
  return n;
}

// Signals are for the threads of the host; new threads inherit the block set here.
static int start_deaf_helpers(struct crew* crew, pthread_t* helper, int n_wanted) {
#ifdef _WIN32
  return start_helpers(crew, helper, n_wanted);
#else
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int n = start_helpers(crew, helper, n_wanted);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return n;
#endif
}

void cal_parallel(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts,
                  int n_threads) {
  const ptrdiff_t n_useful = n_threads < n_parts ? n_threads : n_parts;
  struct crew crew = {.task = task, .work = work, .n_parts = n_parts};
  if (n_useful <= 1 || pthread_mutex_init(&crew.lock, NULL) != 0) {
    run_alone(task, work, n_parts);
    return;
  }
  pthread_t helper[CAL_MAX_THREADS];
  const int n_wanted = n_useful < CAL_MAX_THREADS ? (int)n_useful : CAL_MAX_THREADS;
  const int n_helpers = start_deaf_helpers(&crew, helper, n_wanted - 1);
  take_parts(&crew);
  for (int i = 0; i < n_helpers; ++i) pthread_join(helper[i], NULL);
  pthread_mutex_destroy(&crew.lock);
}

#else

int cal_usable_threads(int wanted) {
  (void)wanted;
  return 1;
}

void cal_parallel(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts,
                  int n_threads) {
  (void)n_threads;
  run_alone(task, work, n_parts);
}

#endif
