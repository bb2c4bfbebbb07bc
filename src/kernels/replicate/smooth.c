// Smoothed bootstrap in rank space: scatter drawn trials with noise over cells, or sum up what the
// model expects in each, then pool the cells by PAV, see smooth.h.
#include "kernels/replicate/smooth.h"

#include <math.h>
#include <string.h>

#include "kernels/base/random.h"
#include "kernels/cost/cross-entropy.h"

// Noise is one of 2^12 normal deviates, so that one random number gives five of
// them.
enum { DEVIATE_BITS = 12, N_DEVIATES = 1 << DEVIATE_BITS, DEVIATES_AT_ONCE = 5 };

// Newton's method from the previous deviate: the distribution function is concave above 0, so the
// search comes from below, and ends when it no longer rises.
static double next_quantile(double from, double probability) {
  double z = from, step;
  do {
    const double missing = probability - 0.5 * erfc(-z * 0.70710678118654752);
    step = missing * 2.5066282746310002 * exp(z * z / 2);
    z += step;
  } while (step >= 1e-12);
  return z;
}

void cal_normal_deviates(ptrdiff_t n, double* deviate) {
  double z = 0, sum = 0;
  for (ptrdiff_t i = n / 2; i < n; ++i) {
    deviate[i] = z = next_quantile(z, ((double)i + 0.5) / (double)n);
    sum += 2 * z * z;
  }
  const double scale = sqrt((double)n / sum);
  for (ptrdiff_t i = n / 2; i < n; ++i) {
    deviate[i] *= scale;
    deviate[n - 1 - i] = -deviate[i];
  }
}

// The grid reaches beyond the outermost scores as far as noise does.
struct grid {
  double low, step;
  ptrdiff_t n;
};

static ptrdiff_t grid_size(ptrdiff_t n_trials) {
  ptrdiff_t n = CAL_PLAN_SMOOTH_GRID;
  while (n < CAL_PLAN_SMOOTH_GRID_MOST && n * CAL_PLAN_SMOOTH_PER_POINT < n_trials) n *= 2;
  return n;
}

static struct grid find_grid(const double* score, ptrdiff_t n_values, double noise, ptrdiff_t n) {
  const double low = score[0] - 4 * noise, high = score[n_values - 1] + 4 * noise;
  const double step = (high - low) / (double)(n - 1);
  return (struct grid){low - step / 2, step > 0 ? step : 1, n};
}

static double to_cells(struct grid grid, double score) { return (score - grid.low) / grid.step; }

static bool is_tied(const struct cal_sorted_trials* trials, ptrdiff_t v) {
  return trials->n_h1[v] + trials->n_h2[v] > 1;
}

static ptrdiff_t count_tied(const struct cal_sorted_trials* trials) {
  ptrdiff_t n = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) n += is_tied(trials, v);
  return n;
}

// A tied value comes after the cells whose centres are below it.
static ptrdiff_t cells_below(struct grid grid, double score) {
  return (ptrdiff_t)floor(to_cells(grid, score) + 0.5);
}

static int32_t* find_slots(struct cal_host* host, const struct cal_sorted_trials* trials,
                           const double* score, struct grid grid) {
  int32_t* slot = cal_scratch(host, grid.n, sizeof *slot);
  int32_t at = 0;
  ptrdiff_t g = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) {
    if (!is_tied(trials, v)) continue;
    const ptrdiff_t below = cells_below(grid, score[v]);
    while (g < below) slot[g++] = at++;
    ++at;
  }
  while (g < grid.n) slot[g++] = at++;
  return slot;
}

static struct cal_smooth_trials place(struct cal_host* host, const struct cal_sorted_trials* trials,
                                      const double* n_class, const double* score, struct grid grid,
                                      struct cal_smooth_class class, ptrdiff_t n) {
  double* at = cal_scratch(host, n, sizeof *at);
  ptrdiff_t trial = 0, n_tied = 0;
  for (ptrdiff_t v = 0; v < trials->n_values; ++v) {
    const ptrdiff_t end = trial + (ptrdiff_t)n_class[v];
    const double centre = class.mean + class.shrink * (score[v] - class.mean);
    double here = to_cells(grid, centre);
    if (is_tied(trials, v)) here = -1 - (double)(cells_below(grid, score[v]) + n_tied++);
    while (trial < end) at[trial++] = here;
  }
  return (struct cal_smooth_trials){.at = at, .n = n, .noise = class.noise / grid.step};
}

struct cal_smooth cal_smooth_make(struct cal_host* host, const struct cal_sorted_trials* trials,
                                  const double* score, struct cal_smooth_class h1,
                                  struct cal_smooth_class h2) {
  const struct cal_step end = trials->step[trials->n_steps];
  const ptrdiff_t n = grid_size((ptrdiff_t)end.h1 + (ptrdiff_t)end.h2);
  const struct grid grid =
      find_grid(score, trials->n_values, h1.noise > h2.noise ? h1.noise : h2.noise, n);
  double* deviate = cal_scratch(host, N_DEVIATES, sizeof *deviate);
  cal_normal_deviates(N_DEVIATES, deviate);
  return (struct cal_smooth){.h1 = place(host, trials, trials->n_h1, score, grid, h1, end.h1),
                             .h2 = place(host, trials, trials->n_h2, score, grid, h2, end.h2),
                             .slot = find_slots(host, trials, score, grid),
                             .low = grid.low,
                             .step = grid.step,
                             .deviate = deviate,
                             .n_grid = n,
                             .n_slots = n + count_tied(trials)};
}

// A position between distinct values: `left` of one, by a share of the distance from the previous
// one. A share that underflows is none, even if that LLR is far away.
static double interpolate(const double* score, const double* llr, ptrdiff_t right, double at) {
  const double left = llr[right - 1];
  if (left == llr[right]) return left;
  const double share = (at - score[right - 1]) / (score[right] - score[right - 1]);
  return share == 0 ? left : left + share * (llr[right] - left);
}

// The LLR in each cell: that of its value where the cell is a tied value's.
static double* find_llrs(struct cal_host* host, const struct cal_smooth* smooth,
                         const struct cal_sorted_trials* trials, const double* score,
                         const double* value_llr) {
  const ptrdiff_t n = trials->n_values;
  const struct grid grid = {smooth->low, smooth->step, smooth->n_grid};
  double* llr = cal_scratch_doubles(host, smooth->n_slots);
  ptrdiff_t v = 0, n_tied = 0;
  for (ptrdiff_t g = 0; g < grid.n; ++g) {
    const double at = smooth->low + ((double)g + 0.5) * smooth->step;
    while (v < n && score[v] < at) ++v;
    llr[smooth->slot[g]] = v == 0   ? value_llr[0]
                           : v == n ? value_llr[n - 1]
                                    : interpolate(score, value_llr, v, at);
  }
  for (v = 0; v < n; ++v) {
    if (is_tied(trials, v)) llr[cells_below(grid, score[v]) + n_tied++] = value_llr[v];
  }
  return llr;
}

void cal_smooth_costs(struct cal_host* host, const struct cal_sorted_trials* trials,
                      const double* score, const double* value_llr, const double* log_odds,
                      ptrdiff_t n, struct cal_smooth* smooth) {
  const double* llr = find_llrs(host, smooth, trials, score, value_llr);
  double* h1 = cal_scratch_doubles(host, n * smooth->n_slots);
  double* h2 = cal_scratch_doubles(host, n * smooth->n_slots);
  for (ptrdiff_t k = 0; k < n; ++k) {
    for (ptrdiff_t i = 0; i < smooth->n_slots; ++i) {
      h1[k * smooth->n_slots + i] = cal_softplus(-llr[i] - log_odds[k]);
      h2[k * smooth->n_slots + i] = cal_softplus(llr[i] + log_odds[k]);
    }
  }
  smooth->llr = llr;
  smooth->cost_h1 = h1;
  smooth->cost_h2 = h2;
  smooth->n_costs = n;
}

// An empty cell costs 0 even if its unit cost is infinite.
static double cost_of(double n, double cost) { return n > 0 ? n * cost : 0; }

void cal_slots_costs(const struct cal_smooth* smooth, const struct cal_slots* cells, ptrdiff_t k,
                     double* h1, double* h2) {
  const double* cost_h1 = smooth->cost_h1 + k * smooth->n_slots;
  const double* cost_h2 = smooth->cost_h2 + k * smooth->n_slots;
  double sum_h1 = 0, sum_h2 = 0, total_h1 = 0, total_h2 = 0;
  for (ptrdiff_t word = 0; word <= cells->n_slots / 64; ++word) {
    ptrdiff_t i = 64 * word;
    for (uint64_t bits = cells->touched[word]; bits != 0; bits >>= 1, ++i) {
      if (!(bits & 1)) continue;
      sum_h1 += cost_of(cells->n_h1[i], cost_h1[i]);
      sum_h2 += cost_of(cells->n_h2[i], cost_h2[i]);
      total_h1 += cells->n_h1[i];
      total_h2 += cells->n_h2[i];
    }
  }
  *h1 = sum_h1 / total_h1;
  *h2 = sum_h2 / total_h2;
}

struct cal_slots cal_slots_make(struct cal_host* host, ptrdiff_t n_slots) {
  const ptrdiff_t words = n_slots / 64 + 1;
  struct cal_slots cells = {.n_h1 = cal_scratch_doubles(host, n_slots),
                            .n_h2 = cal_scratch_doubles(host, n_slots),
                            .touched = cal_scratch(host, words, sizeof(uint64_t)),
                            .n_slots = n_slots};
  memset(cells.touched, 0, (size_t)words * sizeof(uint64_t));
  for (ptrdiff_t i = 0; i < n_slots; ++i) cells.n_h1[i] = cells.n_h2[i] = 0;
  return cells;
}

static void touch(struct cal_slots* cells, ptrdiff_t slot) {
  cells->touched[slot >> 6] |= (uint64_t)1 << (slot & 63);
}

// The sum of several deviates may lead beyond the grid.
static ptrdiff_t grid_cell(double at, ptrdiff_t n) {
  if (!(at > 0)) return 0;
  return at < (double)n ? (ptrdiff_t)at : n - 1;
}

// The noise that a trial has in its `copy`-th appearance: a function of the numbers that name it.
static double noise(const struct cal_smooth_share* share, const double* deviate, uint64_t seed,
                    uint64_t id, uint64_t copy) {
  const uint64_t name = seed + id * 0x9e3779b97f4a7c15 + copy * 0xd1b54a32d192ed03;
  uint64_t bits = cal_random_mix(name);
  if (share->n_loads == 0) return deviate[bits >> (64 - DEVIATE_BITS)];
  double sum = 0;
  for (ptrdiff_t k = 0; k < share->n_loads; ++k) {
    if (k % DEVIATES_AT_ONCE == 0) bits = cal_random_mix(name + (uint64_t)k);
    sum += share->load[k] * deviate[bits & (N_DEVIATES - 1)];
    bits >>= DEVIATE_BITS;
  }
  return sum;
}

// Number of copies of a trial in the replicate, and the weight of each.
struct times {
  uint64_t copies;
  double unit;
};

static struct times times_drawn(struct cal_drawn drawn, const double* weight, ptrdiff_t i) {
  if (!drawn.weight) return (struct times){drawn.count[i], 1};
  if (drawn.weight[i] == 0) return (struct times){0, 0};
  const double unit = weight ? weight[i] : 1;
  return (struct times){(uint64_t)(drawn.weight[i] / unit + 0.5), unit};
}

static void scatter(const struct cal_smooth* smooth, const struct cal_smooth_trials* trials,
                    struct cal_drawn drawn, const double* weight, uint64_t seed,
                    struct cal_slots* cells, double* n) {
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const struct times times = times_drawn(drawn, weight, i);
    const double at = trials->at[i];
    if (at < 0 && times.copies > 0) {
      const ptrdiff_t slot = (ptrdiff_t)(-1 - at);
      n[slot] += (double)times.copies * times.unit;
      touch(cells, slot);
      continue;
    }
    const uint64_t id = trials->share.id ? (uint64_t)trials->share.id[i] : (uint64_t)i;
    for (uint64_t copy = 0; copy < times.copies; ++copy) {
      const double moved =
          at + trials->noise * noise(&trials->share, smooth->deviate, seed, id, copy);
      const ptrdiff_t slot = smooth->slot[grid_cell(moved, smooth->n_grid)];
      n[slot] += times.unit;
      touch(cells, slot);
    }
  }
}

void cal_smooth_scatter(const struct cal_smooth* smooth, const struct cal_replicate* replicate,
                        const double* weight_h1, const double* weight_h2, uint64_t seed,
                        struct cal_slots* cells) {
  scatter(smooth, &smooth->h1, replicate->h1, weight_h1, cal_random_mix(seed + 1), cells,
          cells->n_h1);
  scatter(smooth, &smooth->h2, replicate->h2, weight_h2, cal_random_mix(seed + 2), cells,
          cells->n_h2);
}

// A centre between those of two cells is shared by them. Up to rounding it is between those of the
// first and the last cell.
static void share_out(double* line, ptrdiff_t n, double at, double weight) {
  const double place = fmax(at - 0.5, 0), left = fmin(floor(place), (double)(n - 2));
  const double part = fmin(place - left, 1);
  line[(ptrdiff_t)left] += weight * (1 - part);
  line[(ptrdiff_t)left + 1] += weight * part;
}

// Normal probability of the cell d cells away. Without noise it is 1, as d is then
// 0.
static double kernel(double d, double noise) {
  const double unit = noise * 1.4142135623730951;
  return (erfc((d - 0.5) / unit) - erfc((d + 0.5) / unit)) / 2;
}

static void spread(const struct cal_smooth* smooth, const double* line, double noise,
                   struct cal_slots* cells, double* n) {
  const ptrdiff_t reach = (ptrdiff_t)ceil(4 * noise);
  for (ptrdiff_t d = -reach; d <= reach; ++d) {
    const double share = kernel((double)d, noise);
    const ptrdiff_t first = d < 0 ? -d : 0;
    const ptrdiff_t end = d > 0 ? smooth->n_grid - d : smooth->n_grid;
    for (ptrdiff_t g = first; g < end; ++g) n[smooth->slot[g + d]] += share * line[g];
  }
  for (ptrdiff_t g = 0; g < smooth->n_grid; ++g) touch(cells, smooth->slot[g]);
}

static void expect(const struct cal_smooth* smooth, const struct cal_smooth_trials* trials,
                   const double* weight, double* line, struct cal_slots* cells, double* n) {
  for (ptrdiff_t g = 0; g < smooth->n_grid; ++g) line[g] = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double unit = weight ? weight[i] : 1;
    if (trials->at[i] < 0) {
      const ptrdiff_t slot = (ptrdiff_t)(-1 - trials->at[i]);
      n[slot] += unit;
      touch(cells, slot);
    } else {
      share_out(line, smooth->n_grid, trials->at[i], unit);
    }
  }
  spread(smooth, line, trials->noise, cells, n);
}

void cal_smooth_expect(const struct cal_smooth* smooth, const double* weight_h1,
                       const double* weight_h2, double* line, struct cal_slots* cells) {
  expect(smooth, &smooth->h1, weight_h1, line, cells, cells->n_h1);
  expect(smooth, &smooth->h2, weight_h2, line, cells, cells->n_h2);
}

// A cell in ascending order joins the blocks and the area.
static void take_in(struct cal_slots_pav* pav, double* won, double n_h1, double n_h2,
                    ptrdiff_t slot, struct cal_block* blocks) {
  if (n_h1 + n_h2 == 0) return;
  *won += n_h1 * (pav->total.h2 + n_h2 / 2);
  pav->total.h1 += n_h1;
  pav->total.h2 += n_h2;
  blocks[pav->n_blocks] = (struct cal_block){slot, slot, n_h1, n_h2};
  pav->n_blocks = cal_pav_pool(blocks, pav->n_blocks + 1);
}

struct cal_slots_pav cal_slots_pool(struct cal_slots* cells, struct cal_block* blocks) {
  struct cal_slots_pav pav = {0};
  double won = 0;
  for (ptrdiff_t word = 0; word <= cells->n_slots / 64; ++word) {
    ptrdiff_t slot = 64 * word;
    for (uint64_t bits = cells->touched[word]; bits != 0; bits >>= 1, ++slot) {
      if (!(bits & 1)) continue;
      take_in(&pav, &won, cells->n_h1[slot], cells->n_h2[slot], slot, blocks);
      cells->n_h1[slot] = cells->n_h2[slot] = 0;
    }
    cells->touched[word] = 0;
  }
  pav.auc = fmin(won / (pav.total.h1 * pav.total.h2), 1);
  return pav;
}
