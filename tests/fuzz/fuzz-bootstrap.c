// Counts, weights and sources of any kind must give replicates whose statistics are within their
// limits, or the number of a system that cannot be resampled, after a bounded number of draws.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/base/plan.h"
#include "kernels/replicate/bootstrap.h"

enum { MOST = 60, ROUNDS = 4 };

static double n_h1[MOST], n_h2[MOST], score[MOST], llr[MOST], weight[5 * MOST];
static int source[5 * MOST];
static struct cal_step step[MOST + 1];
static int32_t chunk[MOST + 1];
static double found[CAL_N_STATISTICS][2 * ROUNDS], of_model[CAL_N_STATISTICS][2];

// Up to three trials of each class on a value.
static ptrdiff_t read_values(const uint8_t* data, size_t size) {
  ptrdiff_t n = 0;
  for (size_t i = 0; i < size && n < MOST; ++i) {
    if ((data[i] & 15) == 0) continue;
    n_h1[n] = data[i] & 3;
    n_h2[n] = data[i] >> 2 & 3;
    score[n] = (n == 0 ? 0 : score[n - 1]) + 0.01 + (data[i] >> 4);
    llr[n] = score[n] - 50;
    ++n;
  }
  return n;
}

static void check_limits(const struct cal_bootstrap_system* system) {
  for (int i = 0; i < ROUNDS; ++i) {
    HOLDS(found[CAL_EER][i] >= 0 && found[CAL_EER][i] <= 0.5 + 1e-9);
    HOLDS(found[CAL_AUC][i] >= 0 && found[CAL_AUC][i] <= 1 + 1e-9);
    HOLDS(found[CAL_ECE_MIN][i] >= 0 && found[CAL_ECE_MIN][i] <= log(2) + 1e-9);
    HOLDS(found[CAL_COST_H1][i] >= 0 && found[CAL_MOVED_H2][i] >= 0);
    HOLDS(!(found[CAL_DEV_PAV][i] < 0) && !isnan(found[CAL_MOMENT_H1][i]));
    HOLDS(found[CAL_P_MISS][i] >= 0 && found[CAL_P_MISS][i] <= 1 + 1e-9);
  }
  HOLDS(of_model[CAL_EER][0] <= 0.5 + 1e-9);
  (void)system;
}

static void draw_weights_and_sources(const uint8_t* data, size_t size, int n_sources) {
  for (int i = 0; i < 5 * MOST; ++i) {
    weight[i] =
        data[2] == 255 ? (double)NAN : (double)(data[(size_t)i % size] >> 6) - (data[2] >> 7);
    source[i] = data[((size_t)i * 7 + 3) % size] % (2 * n_sources);
  }
}

static struct cal_wanted want_all(void) {
  static double log_odds[] = {0}, threshold[] = {0};
  static const int cut[] = {1};
  return (struct cal_wanted){.log_odds = log_odds,
                             .n_log_odds = 1,
                             .threshold = threshold,
                             .n_thresholds = 1,
                             .cut_h1 = cut,
                             .cut_h2 = cut,
                             .n_cuts = 1,
                             .eer = true,
                             .auc = true};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 12) return 0;
  const ptrdiff_t n = read_values(data + 8, size - 8);
  struct cal_bootstrap_system system = {.trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = n}};
  if (n == 0) return 0;
  cal_steps_find(&system.trials, step);
  cal_chunks_find(&system.trials, chunk);
  const struct cal_step end = step[system.trials.n_steps];
  if (end.h1 == 0 || end.h2 == 0) return 0;

  const int kind = data[0] % 3, n_sources = 1 + data[1] % 8;
  draw_weights_and_sources(data, size, n_sources);
  system.wanted = want_all();
  if (kind == 1) system.weight_h1 = weight, system.weight_h2 = weight + MOST;
  system.pairs_h1 = (struct cal_source_pairs){source, source + MOST, end.h1};
  system.pairs_h2 = (struct cal_source_pairs){source + 2, source + MOST + 5, end.h2};
  struct test_host host = new_host(1 + data[3] % 3);
  cal_wanted_costs(&host.host, &system.trials, llr, (double[]){0.5}, 1, &system.wanted);
  cal_wanted_moments(&host.host, &system.trials, llr, &system.wanted);
  system.wanted.llr = llr;
  struct cal_smooth smooth;
  if (data[4] & 1) {
    const struct cal_smooth_class class = {score[n / 2], 0.9, data[5] / 16.0};
    smooth = cal_smooth_make(&host.host, &system.trials, score, class, class);
    cal_smooth_costs(&host.host, &system.trials, score, llr, (double[]){0.5}, 1, &smooth);
    system.smooth = &smooth;
  }
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    system.out.at[i] = found[i];
    system.model.at[i] = of_model[i];
  }
  struct cal_bootstrap job = {
      .systems = &system, .n_systems = 1, .n_replicates = ROUNDS, .seed = data[6]};
  if (kind == 2) job.n_sources[0] = job.n_sources[1] = (uint32_t)n_sources;
  const struct cal_bootstrap_result result = cal_bootstrap_run(&host.host, &job);
  HOLDS(result.redrawn <= CAL_PLAN_MOST_REDRAWS * (ROUNDS + 10) + ROUNDS);
  if (result.lost < 0 && !(kind == 1 && data[2] >= 128)) check_limits(&system);
  free_host(&host);
  return 0;
}
