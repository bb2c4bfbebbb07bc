// Calls the library for C as programs with threads and processes of their own do. The ways differ
// in the program that first ran OpenMP or threads, in the kind of call, and in the number of
// threads. Each way runs in a process of its own with a time limit, since a fault shows as a
// deadlock. All answers must equal those of one thread, to the last bit. The last line counts the
// ways.
//   library [without-forks]      the latter for ThreadSanitizer
#include <calibrant.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { n_trials = 300000, n_askers = 3, n_replicates = 2, limit_seconds = 60 };

static double value[n_trials];
static int truth[n_trials];

struct answers {
  double cllr, cllr_min, eer, auc, replicate[4][n_replicates];
};

static struct answers expected;

static void draw_trials(void) {
  unsigned long long state = 1;
  for (int i = 0; i < n_trials; ++i) {
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      sum += (double)(state >> 33) / 2147483648.0;
    }
    truth[i] = i % 3 == 0;
    value[i] = 4 * (sum - 2) + (truth[i] ? 1 : -1);
  }
}

static struct calibrant_set* new_set(int threads) {
  struct calibrant_set* set;
  calibrant_set_new(value, truth, NULL, n_trials, CALIBRANT_LN, threads, &set, NULL);
  return set;
}

static int is_right(struct calibrant_set* set, struct answers* found) {
  const double prior = 0.5;
  struct calibrant_replicates out = {found->replicate[0], found->replicate[1], found->replicate[2],
                                     found->replicate[3]};
  return set && !calibrant_cllr(set, &found->cllr, NULL) &&
         !calibrant_cllr_min(set, &found->cllr_min, NULL) &&
         !calibrant_eer(set, 1, &found->eer, NULL) && !calibrant_auc(set, 0, &found->auc, NULL) &&
         !calibrant_bootstrap(set, &prior, 1, n_replicates, 1, &out, NULL);
}

static int ask(struct calibrant_set* set) {
  struct answers found = {0};
  return is_right(set, &found) && memcmp(&found, &expected, sizeof found) == 0;
}

static int ask_anew(int threads) {
  struct calibrant_set* set = new_set(threads);
  const int right = ask(set);
  calibrant_set_free(set);
  return right;
}

struct job {
  int threads, right;
  struct calibrant_set* set;
  pthread_mutex_t* lock;
};

static void* run_job(void* data) {
  struct job* job = data;
  if (job->lock) pthread_mutex_lock(job->lock);
  job->right = job->set ? ask(job->set) : ask_anew(job->threads);
  if (job->lock) pthread_mutex_unlock(job->lock);
  return NULL;
}

// Threads with a set each, or with one set that they query in turn.
static int in_threads_with(int threads, struct calibrant_set* set) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  struct job job[n_askers];
  pthread_t thread[n_askers];
  int right = 1;
  for (int i = 0; i < n_askers; ++i) {
    job[i] = (struct job){.threads = threads, .set = set, .lock = set ? &lock : NULL};
    if (pthread_create(&thread[i], NULL, run_job, &job[i])) return 0;
  }
  for (int i = 0; i < n_askers; ++i) {
    pthread_join(thread[i], NULL);
    right = right && job[i].right;
  }
  return right;
}

static int alone(int threads) { return ask_anew(threads) && ask_anew(threads); }

static int in_threads(int threads) { return in_threads_with(threads, NULL); }

static int in_turn(int threads) {
  struct calibrant_set* set = new_set(threads);
  const int right = in_threads_with(threads, set);
  calibrant_set_free(set);
  return right;
}

static int has_ended_well(pid_t child) {
  int status;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static pid_t start(int (*way)(int threads), int threads) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(limit_seconds);
    _exit(way(threads) ? 0 : 1);
  }
  return child;
}

static int in_children(int threads) {
  const pid_t one = start(alone, threads), two = start(alone, threads);
  const int right = alone(threads);
  return has_ended_well(one) + has_ended_well(two) == 2 && right;
}

static int in_threads_of_children(int threads) {
  const pid_t child = start(in_threads, threads);
  return has_ended_well(child) && in_threads(threads);
}

static int in_grandchildren(int threads) { return has_ended_well(start(in_children, threads)); }

// A fork while other threads query.
static int amid_threads(int threads) {
  struct job job = {.threads = threads};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_job, &job)) return 0;
  int right = 1;
  for (int i = 0; i < 4; ++i) right = has_ended_well(start(alone, threads)) && right;
  pthread_join(thread, NULL);
  return right && job.right;
}

// A set that was made before the fork, and partly queried by the parent.
static int of_the_parent(int threads) {
  double bits;
  struct calibrant_set* set = new_set(threads);
  if (!set || calibrant_cllr_min(set, &bits, NULL)) return 0;
  const pid_t child = fork();
  if (child == 0) {
    alarm(limit_seconds);
    const int right = ask(set);
    calibrant_set_free(set);
    _exit(right ? 0 : 1);
  }
  const int right = has_ended_well(child) && ask(set);
  calibrant_set_free(set);
  return right;
}

#ifdef _OPENMP
static int begin_openmp(void) {
  double sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < 100000; ++i) sum += i;
  return sum > 0;
}

static int in_openmp(int threads) {
  int right = 0;
#pragma omp parallel for num_threads(n_askers) reduction(+ : right)
  for (int i = 0; i < n_askers; ++i) right += ask_anew(threads);
  return right == n_askers;
}
#endif

static int begin_nothing(void) { return 1; }

static int begin_library(void) { return ask_anew(2); }

struct begin {
  const char* name;
  int (*run)(void);
} beginnings[] = {
    {"nobody", begin_nothing},
    {"the library", begin_library},
#ifdef _OPENMP
    {"OpenMP", begin_openmp},
#endif
};

struct way {
  const char* name;
  int (*run)(int threads);
  int forks;
} ways[] = {
    {"alone", alone, 0},
    {"in threads", in_threads, 0},
    {"one set, in turn", in_turn, 0},
#ifdef _OPENMP
    {"in a loop of OpenMP", in_openmp, 0},
#endif
    {"in children", in_children, 1},
    {"in threads of a child", in_threads_of_children, 1},
    {"in children of a child", in_grandchildren, 1},
    {"in children amid threads", amid_threads, 1},
    {"a set of the parent", of_the_parent, 1},
};

static const int caps[] = {1, 2, 100000, 2147483647};

static int try_way(const struct begin* begin, const struct way* way, int cap) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(limit_seconds);
    _exit(begin->run() && way->run(cap) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status == 0) return 1;
  printf("after %s, %s, %d threads: %s\n", begin->name, way->name, cap,
         !WIFSIGNALED(status)          ? "another answer"
         : WTERMSIG(status) == SIGALRM ? "no answer"
                                       : "crash");
  return 0;
}

int main(int n_args, char** args) {
  const int without_forks = n_args > 1 && strcmp(args[1], "without-forks") == 0;
  int passed = 0, failed = 0;
  draw_trials();
  struct calibrant_set* set = new_set(1);
  if (!is_right(set, &expected)) return 1;
  calibrant_set_free(set);
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; ++i) {
    for (size_t j = 0; j < sizeof ways / sizeof *ways; ++j) {
      if (without_forks && ways[j].forks) continue;
      for (size_t k = 0; k < sizeof caps / sizeof *caps; ++k) {
        const int right = try_way(&beginnings[i], &ways[j], caps[k]);
        passed += right;
        failed += !right;
      }
    }
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
