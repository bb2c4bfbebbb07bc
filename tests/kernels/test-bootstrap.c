#include "kernels/base/plan.h"
#include "kernels/replicate/bootstrap.h"

#include "check.h"
#include "host.h"

enum { N = 40, ROUNDS = 60 };

static double n_h1[N], n_h2[N], score[N];
static struct cal_step step[N + 1];
static int32_t chunk[N + 1];
static double value[CAL_N_STATISTICS][ROUNDS], of_model[CAL_N_STATISTICS];

static struct cal_statistics places(double* first, ptrdiff_t step_size) {
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) out.at[i] = first + i * step_size;
  return out;
}

// H1 trials are above H2 trials more often than not.
static struct cal_bootstrap_system a_system(void) {
  for (int v = 0; v < N; ++v) {
    n_h1[v] = v % 4 == 0 || v > 30;
    n_h2[v] = 1 - n_h1[v];
    score[v] = -2 + 0.1 * v;
  }
  static const double odds[] = {0}, threshold[] = {0};
  struct cal_bootstrap_system system = {.trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = N},
                                        .wanted = {.log_odds = odds,
                                                   .n_log_odds = 1,
                                                   .threshold = threshold,
                                                   .n_thresholds = 1,
                                                   .eer = true,
                                                   .auc = true},
                                        .out = places(value[0], ROUNDS),
                                        .model = places(of_model, 1)};
  cal_steps_find(&system.trials, step);
  cal_chunks_find(&system.trials, chunk);
  return system;
}

static struct cal_bootstrap_result run(struct test_host* host, struct cal_bootstrap_system* system,
                                       const uint32_t* n_sources) {
  struct cal_bootstrap job = {
      .systems = system, .n_systems = 1, .n_replicates = ROUNDS, .seed = 11};
  if (n_sources) memcpy(job.n_sources, n_sources, sizeof job.n_sources);
  return cal_bootstrap_run(&host->host, &job);
}

static void test_threads_change_nothing(void) {
  double alone[CAL_N_STATISTICS][ROUNDS];
  struct cal_bootstrap_system system = a_system();
  for (int smooth = 0; smooth < 2; ++smooth) {
    struct test_host host = new_host(1);
    const struct cal_smooth_class class = {0, 0.95, 0.3};
    const struct cal_smooth model =
        cal_smooth_make(&host.host, &system.trials, score, class, class);
    system.smooth = smooth ? &model : NULL;
    CHECK(run(&host, &system, NULL).lost == -1);
    memcpy(alone, value, sizeof alone);
    host.host.n_threads = 3;
    CHECK(run(&host, &system, NULL).redrawn == 0);
    CHECK(memcmp(alone, value, sizeof alone) == 0);
    free_host(&host);
  }
}

// Replicates of an unchanged sample scatter about it: their mean area is its area.
static void test_replicates_scatter_about_the_model(void) {
  struct test_host host = new_host(1);
  struct cal_bootstrap_system system = a_system();
  const struct cal_smooth_class class = {0, 0.95, 0.3};
  const struct cal_smooth model = cal_smooth_make(&host.host, &system.trials, score, class, class);
  for (int smooth = 0; smooth < 2; ++smooth) {
    system.smooth = smooth ? &model : NULL;
    run(&host, &system, NULL);
    double sum = 0, squares = 0;
    for (int i = 0; i < ROUNDS; ++i) {
      sum += value[CAL_AUC][i];
      squares += value[CAL_AUC][i] * value[CAL_AUC][i];
      CHECK(value[CAL_ECE_MIN][i] >= 0 && value[CAL_ECE_MIN][i] <= log(2) + 1e-12);
      CHECK(value[CAL_EER][i] >= 0 && value[CAL_EER][i] <= 0.5 + 1e-12);
    }
    const double mean = sum / ROUNDS, spread = sqrt(squares / ROUNDS - mean * mean);
    CHECK(fabs(mean - of_model[CAL_AUC]) < 4 * spread / sqrt(ROUNDS));
  }
  free_host(&host);
}

// Among many sources, one is in all H1 comparisons, and another in all H2 comparisons.
static void test_gives_up_where_nothing_can_be_drawn(void) {
  struct test_host host = new_host(1);
  struct cal_bootstrap_system system = a_system();
  static int source1_h1[N], source2_h1[N], source1_h2[N], source2_h2[N];
  const struct cal_step end = system.trials.step[system.trials.n_steps];
  for (int i = 0; i < N; ++i) source1_h1[i] = 0, source2_h1[i] = 1, source1_h2[i] = 2 + i % 2;
  for (int i = 0; i < N; ++i) source2_h2[i] = 4 + i % 2;
  system.pairs_h1 = (struct cal_source_pairs){source1_h1, source2_h1, end.h1};
  system.pairs_h2 = (struct cal_source_pairs){source1_h2, source2_h2, end.h2};
  // Every second replicate has both of two sources, and H2 needs two more sources.
  const struct cal_bootstrap_result found = run(&host, &system, (uint32_t[]){2, 4});
  CHECK(found.lost == -1);
  CHECK(found.redrawn > 0 && found.redrawn < 20 * ROUNDS);

  // Weights that are 0, negative or NaN never make a replicate.
  static double weight_h1[N], weight_h2[N];
  const double bad[] = {0, -1, NAN};
  for (int b = 0; b < 3; ++b) {
    for (int i = 0; i < N; ++i) weight_h1[i] = 1, weight_h2[i] = bad[b];
    system.weight_h1 = weight_h1;
    system.weight_h2 = weight_h2;
    const struct cal_bootstrap_result result = run(&host, &system, NULL);
    CHECK(result.lost == 0);
    CHECK(result.redrawn >= ROUNDS &&
          result.redrawn <= CAL_PLAN_MOST_REDRAWS * (ROUNDS + 10) + ROUNDS);
  }
  free_host(&host);
}

// The same holds for a single replicate.
static void test_tells_which_system_is_lost(void) {
  struct test_host host = new_host(1);
  static double ones[N], none[N];
  for (int i = 0; i < N; ++i) ones[i] = 1, none[i] = 0;
  struct cal_bootstrap_system systems[] = {a_system(), a_system()};
  for (int s = 0; s < 2; ++s) systems[s].weight_h1 = systems[s].weight_h2 = ones;
  systems[1].weight_h2 = none;
  const struct cal_bootstrap job = {.systems = systems, .n_systems = 2, .n_replicates = 1};
  CHECK(cal_bootstrap_run(&host.host, &job).lost == 1);
  free_host(&host);
}

// The computation is long enough for several batches; the last reported share is 1.
static void test_done_is_a_share(void) {
  enum { CUTS = 200, TIMES = 500 };
  struct test_host host = new_host(1);
  struct cal_bootstrap_system system = a_system();
  static int cut[CUTS];
  static double misses[CUTS * ROUNDS], alarms[CUTS * ROUNDS], model[2 * CUTS];
  for (int v = 0; v < N; ++v) n_h1[v] *= TIMES, n_h2[v] *= TIMES;
  cal_steps_find(&system.trials, step);
  cal_chunks_find(&system.trials, chunk);
  system.wanted = (struct cal_wanted){.cut_h1 = cut, .cut_h2 = cut, .n_cuts = CUTS};
  system.out.at[CAL_P_MISS] = misses;
  system.out.at[CAL_P_FA] = alarms;
  system.model.at[CAL_P_MISS] = model;
  system.model.at[CAL_P_FA] = model + CUTS;
  CHECK(run(&host, &system, NULL).lost == -1);
  CHECK(host.host.done > 0 && host.host.done < 1);
  free_host(&host);
}

// A value is a cell of at least a thousand trials; cells in the middle have both hypotheses.
static struct cal_bootstrap_system a_system_of_cells(const int* tied) {
  struct cal_bootstrap_system system = a_system();
  static double weight_h1[N], weight_h2[N];
  for (int v = 10; v < 30; ++v) n_h1[v] = n_h2[v] = 1;
  cal_steps_find(&system.trials, step);
  cal_chunks_find(&system.trials, chunk);
  for (int i = 0; i < N; ++i) weight_h1[i] = 1000 + i, weight_h2[i] = 3000 - i;
  system.weight_h1 = weight_h1;
  system.weight_h2 = weight_h2;
  system.tied = tied;
  return system;
}

static void draw_numbers(const struct cal_bootstrap_system* system) {
  struct test_host host = new_host(2);
  const struct cal_bootstrap job = {
      .systems = system, .n_systems = 1, .n_replicates = ROUNDS, .draws_numbers = true, .seed = 3};
  CHECK(cal_bootstrap_run(&host.host, &job).lost == -1);
  free_host(&host);
}

// The area has no more than the variance of binomial shares.
static void test_draws_numbers(void) {
  const struct cal_bootstrap_system system = a_system_of_cells(NULL);
  const struct cal_step end = system.trials.step[system.trials.n_steps];
  double sum = 0, square = 0;
  draw_numbers(&system);
  for (int r = 0; r < ROUNDS; ++r) {
    const double off = value[CAL_AUC][r] - of_model[CAL_AUC];
    sum += off / ROUNDS;
    square += off * off / ROUNDS;
  }
  CHECK(square > 0 && square < 0.25 / (1000.0 * end.h1) + 0.25 / (2900.0 * end.h2));
  CHECK(fabs(sum) < 4 * sqrt(square / ROUNDS));
}

// PAV of the same numbers costs less if it may divide a cell between blocks.
static void test_order_inside_cells_is_drawn(void) {
  static int tied[N], parted[N];
  static double whole[ROUNDS];
  double lower = 0;
  for (int v = 0; v < N; ++v) tied[v] = 1;
  struct cal_bootstrap_system system = a_system_of_cells(tied);
  draw_numbers(&system);
  memcpy(whole, value[CAL_ECE_MIN], sizeof whole);
  system.tied = parted;
  draw_numbers(&system);
  for (int r = 0; r < ROUNDS; ++r) {
    CHECK(value[CAL_ECE_MIN][r] <= whole[r] + 1e-15);
    lower += value[CAL_ECE_MIN][r] < whole[r];
  }
  CHECK(lower > ROUNDS / 10);
  system.tied = NULL;
  draw_numbers(&system);
  for (int r = 0; r < ROUNDS; ++r) CHECK_NEAR(value[CAL_ECE_MIN][r], whole[r], 1e-12);
}

// Replicates of groups scatter like those of trials, and threads change nothing. Without the linear
// terms, little is left of those of cells.
static void test_draws_groups(void) {
  double alone[CAL_N_STATISTICS][ROUNDS];
  const struct cal_bootstrap_system system = a_system();
  struct cal_bootstrap job = {
      .systems = &system, .n_systems = 1, .n_replicates = ROUNDS, .most_groups = N, .seed = 5};
  for (int threads = 1; threads <= 3; threads += 2) {
    struct test_host host = new_host(threads);
    CHECK(cal_bootstrap_run(&host.host, &job).lost == -1);
    if (threads == 1) memcpy(alone, value, sizeof alone);
    CHECK(memcmp(alone, value, sizeof alone) == 0);
    free_host(&host);
  }
  double sum = 0, square = 0;
  for (int r = 0; r < ROUNDS; ++r) {
    const double off = value[CAL_AUC][r] - of_model[CAL_AUC];
    sum += off / ROUNDS;
    square += off * off / ROUNDS;
  }
  CHECK(fabs(sum) < 4 * sqrt(square / ROUNDS));
  CHECK(square > 0 && square < 0.25 / 10 + 0.25 / 10);
}

static double spread_of(enum cal_statistic which) {
  double square = 0;
  for (int r = 0; r < ROUNDS; ++r) {
    square += (value[which][r] - of_model[which]) * (value[which][r] - of_model[which]) / ROUNDS;
  }
  return sqrt(square);
}

static void test_remainders_of_cells(void) {
  static int tied[N];
  for (int v = 0; v < N; ++v) tied[v] = 1;
  const struct cal_bootstrap_system system = a_system_of_cells(tied);
  draw_numbers(&system);
  const double whole = spread_of(CAL_AUC), loss = spread_of(CAL_ECE_MIN);
  struct test_host host = new_host(1);
  const struct cal_bootstrap job = {.systems = &system,
                                    .n_systems = 1,
                                    .n_replicates = ROUNDS,
                                    .draws_numbers = true,
                                    .remainders = true,
                                    .seed = 3};
  CHECK(cal_bootstrap_run(&host.host, &job).lost == -1);
  CHECK(spread_of(CAL_AUC) < 0.05 * whole);
  CHECK(spread_of(CAL_ECE_MIN) < 0.1 * loss);
  for (int r = 0; r < ROUNDS; ++r) CHECK(value[CAL_ECE_MIN][r] < of_model[CAL_ECE_MIN] + 1e-12);
  free_host(&host);
}

// Interrupts are checked before each batch, and a host may leave at any request.
static void test_can_be_left(void) {
  struct cal_bootstrap_system system = a_system();
  struct test_host host = new_host(1);
  run(&host, &system, NULL);
  const int asked = host.n_pieces + host.n_pulses;
  CHECK(host.n_pulses > 0);
  free_host(&host);
  for (int k = 1; k <= asked; ++k) {
    host.leave_at = k;
    if (setjmp(host.exit) == 0) {
      run(&host, &system, NULL);
      CHECK(false);
    }
    free_host(&host);
  }
}

// Statistics that are not requested are not written, with trials drawn or smoothed.
static void test_only_what_is_wanted(void) {
  struct test_host host = new_host(1);
  const struct cal_smooth_class class = {0, 0.9, 0.3};
  for (int smooth = 0; smooth < 2; ++smooth) {
    for (int which = 0; which < 5; ++which) {
      struct cal_bootstrap_system system = a_system();
      struct cal_smooth model;
      const struct cal_wanted all = system.wanted;
      system.wanted = (struct cal_wanted){0};
      if (which == 1) system.wanted.auc = true;
      if (which == 2) system.wanted.eer = true;
      if (which == 3) system.wanted.threshold = all.threshold, system.wanted.n_thresholds = 1;
      if (which == 4) system.wanted.log_odds = all.log_odds, system.wanted.n_log_odds = 1;
      if (smooth) {
        model = cal_smooth_make(&host.host, &system.trials, score, class, class);
        system.smooth = &model;
      }
      for (int i = 0; i < CAL_N_STATISTICS; ++i) value[i][0] = -5;
      CHECK(run(&host, &system, NULL).lost == -1);
      CHECK((value[CAL_AUC][0] == -5) == (which != 1));
      CHECK((value[CAL_EER][0] == -5) == (which != 2));
      CHECK((value[CAL_ECE_MIN][0] == -5) == (which != 4));
    }
  }
  free_host(&host);
}

// Systems with the same trials in another order are drawn together. Replicates that one of them
// lacks are drawn again for it alone; many replicates go in batches.
static void test_systems_together(void) {
  enum { MANY = 20000 };
  struct test_host host = new_host(1);
  static int order_h1[N], order_h2[N];
  static double found[2][CAL_N_STATISTICS][MANY], model[2][CAL_N_STATISTICS];
  struct cal_bootstrap_system systems[] = {a_system(), a_system()};
  const struct cal_step end = systems[0].trials.step[systems[0].trials.n_steps];
  for (int i = 0; i < N; ++i) order_h1[i] = end.h1 - 1 - i, order_h2[i] = end.h2 - 1 - i;
  systems[1].order_h1 = order_h1;
  systems[1].order_h2 = order_h2;
  for (int s = 0; s < 2; ++s) {
    systems[s].out = places(found[s][0], MANY);
    systems[s].model = places(model[s], 1);
  }
  const struct cal_bootstrap job = {
      .systems = systems, .n_systems = 2, .n_replicates = MANY, .seed = 3};
  CHECK(cal_bootstrap_run(&host.host, &job).lost == -1);
  CHECK(host.n_pulses > 1);
  CHECK_EQ(model[0][CAL_AUC], model[1][CAL_AUC]);
  double mean[2] = {0, 0};
  int n_other = 0;
  for (int r = 0; r < MANY; ++r) {
    for (int s = 0; s < 2; ++s) mean[s] += found[s][CAL_AUC][r] / MANY;
    n_other += found[0][CAL_AUC][r] != found[1][CAL_AUC][r];
  }
  CHECK(n_other > MANY / 2);
  CHECK(fabs(mean[0] - mean[1]) < 0.005);
  free_host(&host);
}

// Sources are drawn, and one of two systems needs a rare source that the other does not need.
static void test_one_system_lacks_a_draw(int i_rare) {
  struct test_host host = new_host(1);
  struct cal_bootstrap_system systems[] = {a_system(), a_system()};
  static int rare[N], often[N], other[N];
  static double found[CAL_N_STATISTICS][ROUNDS];
  const struct cal_step end = systems[0].trials.step[systems[0].trials.n_steps];
  for (int i = 0; i < N; ++i) rare[i] = 0, often[i] = i % 6, other[i] = 6 + i % 6;
  for (int s = 0; s < 2; ++s) {
    const int* h1 = s == i_rare ? rare : often;
    systems[s].pairs_h1 = (struct cal_source_pairs){h1, h1, end.h1};
    systems[s].pairs_h2 = (struct cal_source_pairs){other, other, end.h2};
  }
  systems[i_rare].out = places(found[0], ROUNDS);
  struct cal_bootstrap job = {
      .systems = systems, .n_systems = 2, .n_replicates = ROUNDS, .n_sources = {6, 6}, .seed = 3};
  const struct cal_bootstrap_result result = cal_bootstrap_run(&host.host, &job);
  CHECK(result.lost == -1 && result.redrawn > 0);
  for (int r = 0; r < ROUNDS; ++r) CHECK(found[CAL_AUC][r] >= 0 && found[CAL_AUC][r] <= 1);
  free_host(&host);
}

int main(void) {
  test_threads_change_nothing();
  test_replicates_scatter_about_the_model();
  test_gives_up_where_nothing_can_be_drawn();
  test_tells_which_system_is_lost();
  test_done_is_a_share();
  test_draws_numbers();
  test_order_inside_cells_is_drawn();
  test_draws_groups();
  test_remainders_of_cells();
  test_can_be_left();
  test_only_what_is_wanted();
  test_systems_together();
  test_one_system_lacks_a_draw(1);
  test_one_system_lacks_a_draw(0);
  return check_report("bootstrap");
}
