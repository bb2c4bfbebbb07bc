// More than 2^31 elements, in little memory: the pages of one small file, one after the other. Runs
// if CALIBRANT_TEST_LONG is set, because sanitizers would take minutes.
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#if defined(_WIN32) || __SIZEOF_POINTER__ < 8

int main(void) { return check_skipped("long-vectors", "for want of addresses or mmap()"); }

#else

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernels/base/sort.h"
#include "kernels/count/counts.h"
#include "kernels/count/range.h"
#include "kernels/count/stairs.h"
#include "kernels/pav/pav.h"
#include "kernels/rates/tippett.h"

enum { PAGE = 1 << 26 };

static const ptrdiff_t N = ((ptrdiff_t)1 << 31) + 8;

static size_t whole_pages(size_t size) { return (size + PAGE - 1) / PAGE * PAGE; }

// `page` repeated. A write appears in every copy.
static void* repeat(const void* page, size_t size) {
  FILE* file = tmpfile();
  if (!file || fwrite(page, 1, PAGE, file) != PAGE || fflush(file) != 0) return NULL;
  const size_t whole = whole_pages(size);
  char* memory = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE, fileno(file), 0);
  for (size_t at = 0; at < whole; at += PAGE) {
    if (mmap(memory + at, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file), 0) ==
        MAP_FAILED) {
      return NULL;
    }
  }
  fclose(file);
  return memory;
}

static double* repeat_doubles(const double* pattern, int n_pattern) {
  double* page = malloc(PAGE);
  for (size_t i = 0; i < PAGE / sizeof *page; ++i) page[i] = pattern[i % (size_t)n_pattern];
  double* x = repeat(page, (size_t)N * sizeof *x);
  free(page);
  return x;
}

static void test_scan(void) {
  double* x = repeat_doubles((double[]){1, -2, 3, 0}, 4);
  double min, max;
  CHECK(cal_range(x, N, &min, &max) && min == -2 && max == 3);
  munmap(x, whole_pages((size_t)N * sizeof *x));

  int* page = malloc(PAGE);
  for (size_t i = 0; i < PAGE / sizeof *page; ++i) page[i] = i % 4 != 0;
  int* truth = repeat(page, (size_t)N * sizeof *truth);
  CHECK(cal_count_true(truth, N) == N / 4 * 3);
  munmap(truth, whole_pages((size_t)N * sizeof *truth));
  free(page);
}

// All trials tied, so that any pages are sorted.
static void test_counts(void) {
  double* key = repeat_doubles((double[]){1.5}, 1);
  uint64_t* bits = (uint64_t*)(void*)key;
  for (size_t i = 0; i < PAGE / sizeof *bits; ++i) bits[i] = cal_sort_key(1.5);
  const struct cal_sorted h1 = {.key = bits, .n = N}, h2 = {.key = bits, .n = 3};
  double value[1], n_h1[1], n_h2[1];
  CHECK(cal_counts_size(h1, h2) == 1);
  cal_counts(h1, h2, value, n_h1, n_h2);
  CHECK(value[0] == 1.5 && n_h1[0] == (double)N && n_h2[0] == 3);
  munmap(key, whole_pages((size_t)N * sizeof *key));
}

static void test_pav(void) {
  double* n_h1 = repeat_doubles((double[]){1, 0}, 2);
  double* n_h2 = repeat_doubles((double[]){0, 1}, 2);
  struct cal_block blocks[4];
  const ptrdiff_t n = cal_pav(n_h1, n_h2, N, blocks, 4);
  CHECK(n == 1 && blocks[0].first == 0 && blocks[0].last == N - 1);
  CHECK(blocks[0].n_h1 == (double)(N / 2) && blocks[0].n_h2 == (double)(N / 2));

  ptrdiff_t at[3];
  cal_milestones(n_h1, N, at);
  CHECK(at[0] == 0 && at[1] == N / 2 - 2 && at[2] == N - 2);
  munmap(n_h1, whole_pages((size_t)N * sizeof *n_h1));
  munmap(n_h2, whole_pages((size_t)N * sizeof *n_h2));
}

static void test_stairs(void) {
  double* value = repeat_doubles((double[]){-1, 0, 2, 5}, 4);
  double* out = repeat_doubles((double[]){-9}, 1);
  const double edge[] = {0, 2}, level[] = {7, 8};
  const struct cal_stairs stairs = {edge, level, 2};
  int32_t table[65];
  const struct cal_cells map = cal_cells_choose(value, N, 64);
  cal_stairs_table(&stairs, &map, table);
  cal_stairs_levels(&stairs, &map, table, value, N, out);
  CHECK(out[N - 4] == 7 && out[N - 3] == 7 && out[N - 2] == 8 && out[N - 1] == 8);
  munmap(value, whole_pages((size_t)N * sizeof *value));
  munmap(out, whole_pages((size_t)N * sizeof *out));
}

int main(void) {
  const char* wanted = getenv("CALIBRANT_TEST_LONG");
  if (!wanted || !*wanted) return check_skipped("long-vectors", "CALIBRANT_TEST_LONG is not set");
  test_scan();
  test_counts();
  test_pav();
  test_stairs();
  return check_report("long-vectors");
}

#endif
