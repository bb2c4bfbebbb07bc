#include "kernels/replicate/replicate-pav.h"

#include <string.h>

#include "check.h"
#include "kernels/rates/roc.h"

enum { MOST = 3000 };

// A system with all the memory that a test needs.
static struct {
  double n_h1[MOST], n_h2[MOST], drawn_h1[MOST], drawn_h2[MOST];
  struct cal_step step[MOST + 1];
  int32_t chunk[MOST + 1];
  uint8_t count_h1[MOST + CAL_COUNT_PADDING], count_h2[MOST + CAL_COUNT_PADDING];
  double weight_h1[MOST], weight_h2[MOST];
  struct cal_chunk_sum sums[MOST];
  ptrdiff_t drawn_value[MOST];
  struct cal_block coarse[MOST], blocks[MOST], expected[MOST];
} room;

static struct cal_sorted_trials prepare(ptrdiff_t n_values) {
  struct cal_sorted_trials trials = {.n_h1 = room.n_h1, .n_h2 = room.n_h2, .n_values = n_values};
  CHECK(cal_steps_find(&trials, NULL) <= n_values);
  cal_steps_find(&trials, room.step);
  cal_chunks_find(&trials, room.chunk);
  return trials;
}

// Values of `per_value` trials each; larger ones are more often H1, and a `strength` of 0 is noise.
static struct cal_sorted_trials random_trials(uint64_t seed, ptrdiff_t n_values, int per_value,
                                              double strength) {
  struct cal_random random = cal_random_stream(seed, 99);
  for (ptrdiff_t v = 0; v < n_values; ++v) {
    room.n_h1[v] = room.n_h2[v] = 0;
    const double at = (double)v / (double)n_values - 0.5;
    const double share = 1 / (1 + exp(-strength * at));
    for (int i = 0; i < per_value; ++i) {
      const double u = (double)(cal_random_next(&random) >> 11) * 0x1p-53;
      ++*(u < share ? &room.n_h1[v] : &room.n_h2[v]);
    }
  }
  room.n_h2[0] += 1;
  room.n_h1[n_values - 1] += 1;
  return prepare(n_values);
}

static struct cal_replicate draw(const struct cal_sorted_trials* trials, uint64_t seed) {
  const struct cal_step end = trials->step[trials->n_steps];
  struct cal_random random = cal_random_stream(seed, 0);
  CHECK(cal_draw_trials(&random, (uint32_t)end.h1, (uint32_t)end.h1, room.count_h1));
  CHECK(cal_draw_trials(&random, (uint32_t)end.h2, (uint32_t)end.h2, room.count_h2));
  return (struct cal_replicate){{.count = room.count_h1}, {.count = room.count_h2}};
}

static struct cal_replicate as_weights(const struct cal_sorted_trials* trials) {
  const struct cal_step end = trials->step[trials->n_steps];
  for (ptrdiff_t i = 0; i < end.h1; ++i) room.weight_h1[i] = room.count_h1[i];
  for (ptrdiff_t i = 0; i < end.h2; ++i) room.weight_h2[i] = room.count_h2[i];
  return (struct cal_replicate){{.weight = room.weight_h1}, {.weight = room.weight_h2}};
}

// The counts of a replicate on each value with trials, by a plain pass, and the positions of these
// values. Returns their number.
static ptrdiff_t drawn_values(const struct cal_sorted_trials* trials) {
  ptrdiff_t n = 0, h1 = 0, h2 = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) {
    room.drawn_h1[n] = room.drawn_h2[n] = 0;
    for (int i = 0; i < trials->n_h1[v]; ++i) room.drawn_h1[n] += room.count_h1[h1++];
    for (int i = 0; i < trials->n_h2[v]; ++i) room.drawn_h2[n] += room.count_h2[h2++];
    room.drawn_value[n] = v;
    n += room.drawn_h1[n] + room.drawn_h2[n] > 0;
  }
  return n;
}

static void blocks_are_those_of_a_full_pass(const struct cal_sorted_trials* trials,
                                            const struct cal_replicate* replicate) {
  const struct cal_step end = trials->step[trials->n_steps];
  const struct cal_chunk_sum total = cal_chunk_sums(trials, replicate, room.sums);
  CHECK(total.h1 == end.h1 && total.h2 == end.h2);
  const ptrdiff_t n = cal_replicate_pav(trials, replicate, room.sums, room.coarse, room.blocks);

  const ptrdiff_t n_drawn = drawn_values(trials);
  const ptrdiff_t n_expected =
      cal_pav(room.drawn_h1, room.drawn_h2, n_drawn, room.expected, n_drawn);
  CHECK(n == n_expected);
  bool same = n == n_expected, adjoin = true;
  for (ptrdiff_t i = 0; same && i < n; ++i) {
    same = room.blocks[i].n_h1 == room.expected[i].n_h1 &&
           room.blocks[i].n_h2 == room.expected[i].n_h2;
    adjoin = adjoin && room.blocks[i].first <= room.blocks[i].last &&
             (i == 0 || room.blocks[i - 1].last < room.blocks[i].first);
  }
  CHECK(same);
  CHECK(adjoin);

  cal_replicate_trim(trials, replicate, room.blocks, n);
  bool trimmed = true;
  for (ptrdiff_t i = 0; same && i < n; ++i) {
    trimmed = trimmed && room.blocks[i].first == room.drawn_value[room.expected[i].first] &&
              room.blocks[i].last == room.drawn_value[room.expected[i].last];
  }
  CHECK(trimmed);

  const struct cal_groups drawn = {room.drawn_h1, room.drawn_h2, n_drawn};
  CHECK_NEAR(cal_replicate_auc(trials, replicate), cal_auc(drawn), 1e-14);
}

static void test_chunks_change_nothing(void) {
  const double strengths[] = {-5, 0, 1, 8, 60};
  const int per_value[] = {1, 2, 9};
  const ptrdiff_t n_values[] = {1, 2, 30, 31, 64, 300};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    for (int s = 0; s < 5; ++s) {
      for (int p = 0; p < 3; ++p) {
        for (int n = 0; n < 6; ++n) {
          const struct cal_sorted_trials trials =
              random_trials(seed, n_values[n], per_value[p], strengths[s]);
          const struct cal_replicate replicate = draw(&trials, seed);
          blocks_are_those_of_a_full_pass(&trials, &replicate);
          const struct cal_replicate weights = as_weights(&trials);
          blocks_are_those_of_a_full_pass(&trials, &weights);
        }
      }
    }
  }
}

// A step begins at an H1 trial above an H2 trial of the previous step, and nowhere else.
static void test_where_steps_begin(void) {
  memcpy(room.n_h1, (double[]){1, 1, 0, 1, 1, 0}, 6 * sizeof(double));
  memcpy(room.n_h2, (double[]){0, 1, 0, 0, 1, 1}, 6 * sizeof(double));
  const struct cal_sorted_trials trials = prepare(6);
  CHECK(trials.n_steps == 2);
  const struct cal_step expected[] = {{0, 0, 0}, {3, 2, 1}, {6, 4, 3}};
  CHECK(memcmp(trials.step, expected, sizeof expected) == 0);
}

static void test_large_sets(void) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const struct cal_sorted_trials trials = random_trials(seed, 2500, 1, 6);
    const struct cal_replicate replicate = draw(&trials, seed);
    CHECK(trials.n_chunks < trials.n_steps);
    blocks_are_those_of_a_full_pass(&trials, &replicate);
  }
}

static void test_one_trial_per_class(void) {
  memcpy(room.n_h1, (double[]){1, 0}, 2 * sizeof(double));
  memcpy(room.n_h2, (double[]){0, 1}, 2 * sizeof(double));
  const struct cal_sorted_trials trials = prepare(2);
  const struct cal_replicate replicate = draw(&trials, 1);
  CHECK(room.count_h1[0] == 1 && room.count_h2[0] == 1);
  blocks_are_those_of_a_full_pass(&trials, &replicate);
}

static void test_one_trial_drawn_often(void) {
  memcpy(room.n_h1, (double[]){1, 1, 1}, 3 * sizeof(double));
  memcpy(room.n_h2, (double[]){1, 1, 1}, 3 * sizeof(double));
  const struct cal_sorted_trials trials = prepare(3);
  const double h1[] = {1, 0, 999}, h2[] = {1000, 0, 0};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_chunk_sum total = cal_chunk_sums(&trials, &replicate, room.sums);
  CHECK(total.h1 == 1000 && total.h2 == 1000);
  CHECK(cal_replicate_pav(&trials, &replicate, room.sums, room.coarse, room.blocks) == 2);
  CHECK(room.blocks[0].n_h1 == 1 && room.blocks[1].n_h1 == 999 && room.blocks[1].n_h2 == 0);
}

// Products are summed piece by piece, of counts and of weights.
static void test_products_of_many(void) {
  enum { MANY = 1300 };
  static double x[MANY], weight[MANY];
  static uint8_t count[MANY + CAL_COUNT_PADDING];
  double sum = 0;
  for (int i = 0; i < MANY; ++i) {
    x[i] = i % 17;
    weight[i] = count[i] = (uint8_t)(i % 5);
    sum += x[i] * weight[i];
  }
  CHECK_EQ(cal_drawn_dot((struct cal_drawn){.weight = weight}, x, MANY), sum);
  CHECK_EQ(cal_drawn_dot((struct cal_drawn){.count = count}, x, MANY), sum);
}

int main(void) {
  test_chunks_change_nothing();
  test_where_steps_begin();
  test_large_sets();
  test_one_trial_per_class();
  test_one_trial_drawn_often();
  test_products_of_many();
  return check_report("replicate-pav");
}
