#include "kernels/base/parallel.h"

#include "check.h"

#if defined(_REENTRANT) && !defined(_WIN32)
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { MAX_PARTS = 16, MANY_PARTS = 5000 };

static void count_visit(void* work, ptrdiff_t part) { ++((int*)work)[part]; }

static void test_every_part_is_done_once(void) {
  static const int n_threads[] = {-3,     0,         1, 2, 3, 4, 5, 17, CAL_MAX_THREADS + 1,
                                  100000, 2000000000};
  for (int i = 0; i < 11; ++i) {
    for (ptrdiff_t n_parts = 0; n_parts <= MAX_PARTS; ++n_parts) {
      int visits[MAX_PARTS + 1] = {0};
      cal_parallel(count_visit, visits, n_parts, n_threads[i]);
      for (ptrdiff_t part = 0; part <= MAX_PARTS; ++part) CHECK(visits[part] == (part < n_parts));
    }
  }
}

static void test_more_parts_than_threads_there_may_be(void) {
  static int visits[MANY_PARTS];
  cal_parallel(count_visit, visits, MANY_PARTS, 2000000000);
  for (ptrdiff_t part = 0; part < MANY_PARTS; ++part) CHECK(visits[part] == 1);
}

static void test_threads_are_capped(void) {
  const int most = cal_usable_threads(2000000000);
  CHECK(most >= 1 && most <= CAL_MAX_THREADS);
  for (int wanted = -1; wanted <= most + 1; ++wanted) {
    CHECK(cal_usable_threads(wanted) == (wanted < 1 ? 1 : wanted < most ? wanted : most));
  }
}

static void test_parts_cover_all(void) {
  static const ptrdiff_t n[] = {0, 1, 5, 1000, 1 << 18, 1 << 20, (1 << 24) + 7};
  for (int i = 0; i < 7; ++i) {
    const ptrdiff_t n_parts = cal_parts(n[i]);
    CHECK(n_parts >= 1 && n_parts <= CAL_MAX_PARTS);
    CHECK(cal_part_begin(n[i], n_parts, 0) == 0);
    CHECK(cal_part_begin(n[i], n_parts, n_parts) == n[i]);
    for (ptrdiff_t part = 0; part < n_parts; ++part) {
      const ptrdiff_t size =
          cal_part_begin(n[i], n_parts, part + 1) - cal_part_begin(n[i], n_parts, part);
      CHECK(size == n[i] / n_parts || size == n[i] / n_parts + 1);
    }
  }
}

static void test_pieces_cover_parts(void) {
  enum { TRIALS = 1003, PARTS = 4, SIZE = 60 };
  int visits[TRIALS] = {0};
  for (ptrdiff_t done = 0; done <= TRIALS / PARTS; done += SIZE) {
    for (ptrdiff_t part = 0; part < PARTS; ++part) {
      const struct cal_piece piece = cal_part_piece(TRIALS, PARTS, part, done, SIZE);
      CHECK(piece.last - piece.first <= SIZE);
      for (ptrdiff_t t = piece.first; t < piece.last; ++t) ++visits[t];
    }
  }
  for (int t = 0; t < TRIALS; ++t) CHECK(visits[t] == 1);
  const struct cal_piece none = cal_part_piece(TRIALS, PARTS, PARTS - 1, TRIALS, SIZE);
  CHECK(none.first == TRIALS && none.last == TRIALS);
}

#if defined(_REENTRANT) && !defined(_WIN32)

// An alarm ends a child that waits for threads of its parent.
static void test_children_do_not_wait(void) {
  for (int generation = 0; generation < 3; ++generation) {
    int visits[MAX_PARTS] = {0}, status = -1;
    cal_parallel(count_visit, visits, MAX_PARTS, 4);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      cal_parallel(count_visit, visits, MAX_PARTS, 4);
      for (int part = 0; part < MAX_PARTS; ++part) {
        if (visits[part] != 2) _exit(1);
      }
      _exit(0);
    }
    CHECK(child > 0);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}

#else

static void test_children_do_not_wait(void) {}

#endif

int main(void) {
  test_every_part_is_done_once();
  test_more_parts_than_threads_there_may_be();
  test_threads_are_capped();
  test_parts_cover_all();
  test_pieces_cover_parts();
  test_children_do_not_wait();
  return check_report("parallel");
}
