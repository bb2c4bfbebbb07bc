#include "kernels/replicate/cell-draws.h"

#include "check.h"
#include "host.h"

enum { ROUNDS = 20000, CELLS = 4 };

static const double weight[CELLS] = {2, 0, 5, 3};

// Means and variances of multinomial numbers, to four standard errors.
static void test_numbers_are_multinomial(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(1, 0);
  const struct cal_coin* part = cal_cells_parts(&host.host, weight, CELLS);
  double number[CELLS], sum[CELLS] = {0}, square[CELLS] = {0}, product = 0;
  const double total = 40;
  for (int r = 0; r < ROUNDS; ++r) {
    double all = 0;
    cal_cells_draw(&random, part, CELLS, total, number);
    for (int i = 0; i < CELLS; ++i) {
      const double off = number[i] - total * weight[i] / 10;
      CHECK(number[i] >= 0 && number[i] == floor(number[i]));
      all += number[i];
      sum[i] += off / ROUNDS;
      square[i] += off * off / ROUNDS;
    }
    product += (number[0] - 8) * (number[2] - 20) / ROUNDS;
    CHECK_EQ(all, total);
    CHECK_EQ(number[1], 0);
  }
  for (int i = 0; i < CELLS; ++i) {
    const double p = weight[i] / 10, variance = total * p * (1 - p);
    CHECK(fabs(sum[i]) <= 4 * sqrt(variance / ROUNDS));
    CHECK(fabs(square[i] - variance) <= 4 * variance * sqrt(2.1 / ROUNDS));
  }
  CHECK(fabs(product + total * 0.2 * 0.5) < 4 * sqrt(6.4 * 10 * 1.3 / ROUNDS));
  free_host(&host);
}

static void test_edges_ascend_and_use_all_trials(void) {
  struct cal_random random = cal_random_stream(2, 0);
  struct cal_block edge[64];
  for (int r = 0; r < ROUNDS; ++r) {
    const struct cal_urn all = {r % 50, 50 - r % 37, r % 50 + 50 - r % 37};
    const ptrdiff_t most = 1 + r % 5 * 15, n = cal_cycles_draw(&random, all, 7, most, edge);
    double n_h1 = 0, n_h2 = 0;
    CHECK(n >= 1 && n <= most);
    for (ptrdiff_t i = 0; i < n; ++i) {
      CHECK(edge[i].first == 7 && edge[i].last == 7);
      CHECK(i == 0 || edge[i - 1].n_h1 * edge[i].n_h2 <= edge[i].n_h1 * edge[i - 1].n_h2);
      n_h1 += edge[i].n_h1;
      n_h2 += edge[i].n_h2;
    }
    CHECK(n_h1 == all.n_h1 && n_h2 == all.n_h2);
  }
}

// Sums of a statistic of blocks that depends on all of their sizes and slopes.
struct moments {
  double sum, square, blocks;
};

static void add_blocks(const struct cal_block* blocks, ptrdiff_t n, struct moments* to) {
  double value = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    value += (blocks[i].n_h1 + 1) * log(blocks[i].n_h2 + 1) * (double)(i + 1);
  }
  to->sum += value / ROUNDS;
  to->square += value * value / ROUNDS;
  to->blocks += (double)n / ROUNDS;
}

// PAV of trials in random order, with distinct values except in the second cell, which is tied.
static struct moments of_shuffled(const double* n_h1, const double* n_h2, int n_cells) {
  struct cal_random random = cal_random_stream(3, 0);
  struct moments found = {0};
  for (int r = 0; r < ROUNDS; ++r) {
    double h1[64], h2[64];
    struct cal_block blocks[64];
    ptrdiff_t n = 0;
    for (int cell = 0; cell < n_cells; ++cell) {
      if (cell == 1) {
        h1[n] = n_h1[cell];
        h2[n++] = n_h2[cell];
        continue;
      }
      for (double left_h1 = n_h1[cell], left = left_h1 + n_h2[cell]; left > 0; --left) {
        h1[n] = cal_random_uniform(&random) * left < left_h1;
        h2[n] = 1 - h1[n];
        left_h1 -= h1[n++];
      }
    }
    add_blocks(blocks, cal_pav(h1, h2, n, blocks, n), &found);
  }
  return found;
}

// The blocks of drawn hulls have the distribution of the blocks of trials. Empty cells have none.
static void test_blocks_are_those_of_trials_in_any_order(void) {
  const double n_h1[] = {3, 4, 0, 6, 0, 9}, n_h2[] = {7, 5, 0, 4, 3, 2};
  const int tied[] = {0, 1, 0, 0, 1, 0};
  struct cal_random random = cal_random_stream(4, 0);
  struct cal_block* blocks = malloc((size_t)cal_cells_capacity(6) * sizeof *blocks);
  const struct moments expected = of_shuffled(n_h1, n_h2, 6);
  struct moments found = {0};
  for (int r = 0; r < ROUNDS; ++r) {
    const ptrdiff_t n = cal_cells_pool(&random, n_h1, n_h2, tied, 6, blocks);
    for (ptrdiff_t i = 0; i < n; ++i) {
      CHECK(blocks[i].first != 2 && blocks[i].last != 2);
      CHECK(i == 0 || blocks[i - 1].n_h1 * blocks[i].n_h2 < blocks[i].n_h1 * blocks[i - 1].n_h2);
    }
    add_blocks(blocks, n, &found);
  }
  const double variance = expected.square - expected.sum * expected.sum;
  CHECK(fabs(found.sum - expected.sum) < 4 * sqrt(2 * variance / ROUNDS));
  CHECK(fabs(found.square / expected.square - 1) < 0.03);
  CHECK(fabs(found.blocks - expected.blocks) < 0.05);
  free(blocks);
}

// A cell of tied trials is one value in every draw.
static void test_tied_trials_are_not_parted(void) {
  const double n_h1[] = {50, 60}, n_h2[] = {60, 50};
  const int tied[] = {1, 1};
  struct cal_random random = cal_random_stream(5, 0), same = random;
  struct cal_block* blocks = malloc((size_t)cal_cells_capacity(2) * sizeof *blocks);
  CHECK(cal_cells_pool(&random, n_h1, n_h2, tied, 2, blocks) == 2);
  CHECK(blocks[0].n_h1 == 50 && blocks[1].n_h1 == 60);
  CHECK(cal_cells_pool(&random, n_h2, n_h1, tied, 2, blocks) == 1);
  CHECK(random.state[0] == same.state[0]);
  free(blocks);
}

int main(void) {
  test_numbers_are_multinomial();
  test_edges_ascend_and_use_all_trials();
  test_blocks_are_those_of_trials_in_any_order();
  test_tied_trials_are_not_parted();
  return check_report("cell-draws");
}
