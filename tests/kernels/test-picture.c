#include "kernels/rates/picture.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"

enum { N = 200000 };

static double n_h1[N], n_h2[N];
static uint8_t edge[N];

// Groups of few trials, several of them between two edges.
static void check_steps(const double* n, ptrdiff_t size) {
  double total = 0, below = 0, at_edge = 0;
  ptrdiff_t first = 0;
  for (ptrdiff_t i = 0; i < size; ++i) total += n[i];
  for (ptrdiff_t i = 0; i < size; ++i) {
    if (edge[i]) at_edge = below, first = i;
    below += n[i];
    if (first == i) continue;
    CHECK(below - at_edge <= total / 1024);
    CHECK(below - at_edge <= fmin(below, total - at_edge) / 32);
  }
}

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

static void test_random_groups(void) {
  for (int round = 0; round < 20; ++round) {
    const ptrdiff_t size = round % 2 ? N : 1 + rand() % 500;
    for (ptrdiff_t i = 0; i < size; ++i) {
      const double x = (double)i / (double)size;
      n_h1[i] = floor(pow(10, 5 * uniform()) * exp(-20 * (x - 0.7) * (x - 0.7)));
      n_h2[i] = floor(pow(10, 5 * uniform()) * exp(-20 * (x - 0.3) * (x - 0.3)));
      if (round % 3 == 0) n_h1[i] = uniform() < 0.5;
      if (uniform() < 0.001) n_h2[i] *= 1e6;
    }
    const ptrdiff_t n = cal_picture_edges((struct cal_groups){n_h1, n_h2, size}, edge);
    ptrdiff_t flagged = 0;
    for (ptrdiff_t i = 0; i < size; ++i) flagged += edge[i];
    CHECK(edge[0] && n == flagged && n <= 6000);
    check_steps(n_h1, size);
    check_steps(n_h2, size);
  }
}

// Few groups are all drawn.
static void test_few(void) {
  for (int i = 0; i < 60; ++i) n_h1[i] = 1, n_h2[i] = 1;
  CHECK(cal_picture_edges((struct cal_groups){n_h1, n_h2, 60}, edge) == 60);
}

// At most a 1024th of all trials lies between neighbouring edges.
static void test_no_more_than_needed(void) {
  ptrdiff_t n = 0;
  for (int i = 0; i < 2048; ++i) n_h1[i] = 1, n_h2[i] = 1;
  cal_picture_edges((struct cal_groups){n_h1, n_h2, 2048}, edge);
  for (int i = 512; i < 1536; ++i) n += edge[i];
  CHECK(n == 512);
}

int main(void) {
  srand(1);
  test_random_groups();
  test_few();
  test_no_more_than_needed();
  return check_report("picture");
}
