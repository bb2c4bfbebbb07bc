#include "kernels/cost/compress.h"

#include <string.h>

#include "check.h"
#include "kernels/cost/cross-entropy.h"

enum { MANY = 4000 };

struct sample {
  double llr[MANY], n_h1[MANY], n_h2[MANY];
  double total_h1, total_h2;
  struct cal_scaled trials;
};

// LLRs over `spread` nats, with more H1 trials to the right.
static void fill(struct sample* sample, double spread) {
  sample->total_h1 = sample->total_h2 = 0;
  for (int i = 0; i < MANY; ++i) {
    const double x = (i + 0.5) / MANY;
    sample->llr[i] = spread * (x - 0.5) + 0.1 * x * x;
    sample->n_h1[i] = i % 3 == 0 ? 0 : 1 + i % 5;
    sample->n_h2[i] = i % 7 == 1 ? 0 : 1 + (MANY - i) % 4;
    sample->total_h1 += sample->n_h1[i];
    sample->total_h2 += sample->n_h2[i];
  }
  sample->trials = (struct cal_scaled){sample->llr, 1, sample->n_h1, sample->n_h2, MANY};
}

// The LLRs without compression.
static struct cal_points points_of(const struct sample* sample) {
  return (struct cal_points){sample->llr,      sample->n_h1,     sample->n_h2,
                             sample->trials.n, sample->total_h1, sample->total_h2};
}

static struct cal_points compress(const struct sample* sample, struct sample* room) {
  cal_compress(&sample->trials, room->llr, room->n_h1, room->n_h2);
  struct cal_points points = points_of(room);
  points.n = cal_compress_size(&sample->trials);
  points.total_h1 = sample->total_h1;
  points.total_h2 = sample->total_h2;
  return points;
}

static void same_costs(const struct sample* sample, const struct cal_points* nodes) {
  const struct cal_points points = points_of(sample);
  for (double log_odds = -25; log_odds <= 25; log_odds += 0.25) {
    double a_h1, a_h2, b_h1, b_h2;
    cal_cross_entropy(&points, log_odds, &a_h1, &a_h2);
    cal_cross_entropy(nodes, log_odds, &b_h1, &b_h2);
    CHECK_NEAR(a_h1, b_h1, 1e-14);
    CHECK_NEAR(a_h2, b_h2, 1e-14);
  }
}

static void test_costs_are_kept(void) {
  static struct sample sample, room;
  const double spreads[] = {0.01, 1, 8, 60};
  for (int k = 0; k < 4; ++k) {
    fill(&sample, spreads[k]);
    const struct cal_points nodes = compress(&sample, &room);
    CHECK(nodes.n <= CAL_NODES_PER_BIN * (ptrdiff_t)(spreads[k] + 3));
    same_costs(&sample, &nodes);
  }
}

static void test_totals_are_kept(void) {
  static struct sample sample, room;
  fill(&sample, 8);
  const struct cal_points nodes = compress(&sample, &room);
  double h1 = 0, h2 = 0;
  for (ptrdiff_t i = 0; i < nodes.n; ++i) {
    h1 += nodes.n_h1[i];
    h2 += nodes.n_h2[i];
    if (i > 0) CHECK(nodes.llr[i - 1] < nodes.llr[i]);
  }
  CHECK_NEAR(h1, sample.total_h1, 1e-14);
  CHECK_NEAR(h2, sample.total_h2, 1e-14);
}

static void test_thin_bins_are_copied(void) {
  static struct sample sample, room;
  fill(&sample, 1e6);
  const struct cal_points nodes = compress(&sample, &room);
  CHECK(nodes.n == MANY);
  for (int i = 0; i < MANY; ++i) {
    CHECK_EQ(nodes.llr[i], sample.llr[i]);
    CHECK_EQ(nodes.n_h1[i], sample.n_h1[i]);
  }
}

static void test_values_are_scaled(void) {
  static struct sample sample, scaled, room, scaled_room;
  fill(&sample, 8);
  fill(&scaled, 8);
  for (int i = 0; i < MANY; ++i) scaled.llr[i] /= 2;
  scaled.trials.unit = 2;
  const struct cal_points nodes = compress(&sample, &room);
  const struct cal_points same = compress(&scaled, &scaled_room);
  CHECK(nodes.n == same.n);
  for (ptrdiff_t i = 0; i < nodes.n; ++i) {
    CHECK_EQ(same.llr[i], nodes.llr[i]);
    CHECK_EQ(same.n_h1[i], nodes.n_h1[i]);
    CHECK_EQ(same.n_h2[i], nodes.n_h2[i]);
  }
  fill(&scaled, 1e6);
  scaled.trials.unit = 0.5;
  CHECK_EQ(compress(&scaled, &room).llr[7], scaled.llr[7] / 2);
}

static void test_infinities_stay_by_themselves(void) {
  static struct sample sample, room;
  fill(&sample, 0.5);
  sample.llr[0] = -INFINITY;
  sample.llr[MANY - 1] = INFINITY;
  const struct cal_points nodes = compress(&sample, &room);
  CHECK_EQ(nodes.llr[0], -INFINITY);
  CHECK_EQ(nodes.n_h1[0], sample.n_h1[0]);
  CHECK_EQ(nodes.n_h2[0], sample.n_h2[0]);
  CHECK_EQ(nodes.llr[nodes.n - 1], INFINITY);
  CHECK(isfinite(nodes.llr[1]) && isfinite(nodes.llr[nodes.n - 2]));
}

// A trial at a node must not divide by zero: it is moved to that node.
static void test_trials_on_nodes(void) {
  static struct sample sample, room;
  fill(&sample, 0.9);
  sample.trials.n = CAL_NODES_PER_BIN + 1;
  for (int i = 0; i <= CAL_NODES_PER_BIN; ++i) sample.llr[i] = (i + 0.5) / 32;
  const struct cal_points nodes = compress(&sample, &room);

  memcpy(sample.llr, nodes.llr, sizeof(double) * CAL_NODES_PER_BIN);
  sample.llr[CAL_NODES_PER_BIN] = nextafter(nodes.llr[CAL_NODES_PER_BIN - 1], 1);
  static struct sample again;
  const struct cal_points same = compress(&sample, &again);
  CHECK(same.n == CAL_NODES_PER_BIN);
  for (int i = 0; i < CAL_NODES_PER_BIN - 1; ++i) {
    CHECK_EQ(same.llr[i], sample.llr[i]);
    CHECK_NEAR(same.n_h1[i] + 1, sample.n_h1[i] + 1, 1e-12);
  }
  same_costs(&sample, &same);
}

int main(void) {
  test_costs_are_kept();
  test_totals_are_kept();
  test_thin_bins_are_copied();
  test_values_are_scaled();
  test_infinities_stay_by_themselves();
  test_trials_on_nodes();
  return check_report("compress");
}
