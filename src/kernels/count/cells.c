#include "kernels/count/cells.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/base/sort.h"

// A sample evenly spread over the values: any choice is valid, and this one needs no random
// numbers.
static int sample_keys(const double* value, ptrdiff_t n, uint64_t* key) {
  const ptrdiff_t stride = n / CAL_PLAN_BUCKET_SAMPLE + 1;
  int size = 0;
  for (ptrdiff_t i = 0; i < n; i += stride) {
    if (isfinite(value[i])) key[size++] = cal_sort_key(value[i]);
  }
  cal_sort(key, NULL, NULL, NULL, size);
  return size;
}

// Do values span more than six octaves of one sign, or so much or so little that widths over- or
// underflow?
static bool better_in_bits(double low, double high) {
  const double width = high - low;
  if (width > 0 && !(width > 1e-290 && width < 1e290)) return true;
  return (low > 0 && high > 64 * low) || (high < 0 && low < 64 * high);
}

struct cal_cells cal_cells_choose(const double* value, ptrdiff_t n, ptrdiff_t n_cells) {
  uint64_t key[CAL_PLAN_BUCKET_SAMPLE];
  const int size = sample_keys(value, n, key);
  double low = 0, high = 1;
  if (size > 0) {
    // Ties may leave no distance between the octiles.
    const int tail = key[size / 8] < key[size - 1 - size / 8] ? size / 8 : 0;
    low = cal_sort_value(key[tail]);
    high = cal_sort_value(key[size - 1 - tail]);
  }

  const bool of_bits = better_in_bits(low, high);
  if (of_bits) {
    low = cal_bits_position(low);
    high = cal_bits_position(high);
  }
  const double width = high > low ? high - low : 1;
  return (struct cal_cells){.lowest = low - width,
                            .highest = high + width,
                            .per_unit = (double)(n_cells - 1) / (3 * width),
                            .size = n_cells,
                            .of_bits = of_bits};
}

static double value_at(const struct cal_cells* map, double position) {
  if (!map->of_bits) return position;
  const double most = cal_bits_position(HUGE_VAL);
  const int64_t whole = (int64_t)fmax(fmin(position, most), -most);
  const uint64_t bits = whole < 0 ? (uint64_t)-whole | UINT64_C(1) << 63 : (uint64_t)whole;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static bool reaches(const struct cal_cells* map, uint64_t key, int32_t b) {
  return cal_cell(map, cal_sort_value(key), map->of_bits) >= b;
}

// Searches outwards from the expected place of the edge, and then by bisection.
uint64_t cal_cell_first_key(const struct cal_cells* map, int32_t b) {
  uint64_t low = cal_sort_key(-HUGE_VAL), high = cal_sort_key(HUGE_VAL) + 1;
  if (reaches(map, low, b)) return low;
  const uint64_t guess = cal_sort_key(value_at(map, map->lowest + b / map->per_unit));
  const bool is_above = reaches(map, guess, b);
  if (is_above) high = guess;
  if (!is_above) low = guess;
  for (uint64_t step = 1; step < high - low; step *= 2) {
    const uint64_t next = is_above ? high - step : low + step;
    if (reaches(map, next, b)) high = next;
    if (!reaches(map, next, b)) low = next;
    if (reaches(map, next, b) != is_above) break;
  }
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    if (reaches(map, middle, b)) high = middle;
    if (!reaches(map, middle, b)) low = middle;
  }
  return high;
}

// Four trials at a time, so that the arithmetic does not wait for the tables.
CAL_INLINE void count_trials(uint32_t* count, const struct cal_cells map,
                             const struct cal_trials* trials, bool of_bits) {
  const double* x = trials->value;
  const int* truth = trials->truth;
  ptrdiff_t i = 0;
  for (; i + 4 <= trials->n; i += 4) {
    const int32_t cell0 = 2 * cal_cell(&map, x[i], of_bits) + truth[i];
    const int32_t cell1 = 2 * cal_cell(&map, x[i + 1], of_bits) + truth[i + 1];
    const int32_t cell2 = 2 * cal_cell(&map, x[i + 2], of_bits) + truth[i + 2];
    const int32_t cell3 = 2 * cal_cell(&map, x[i + 3], of_bits) + truth[i + 3];
    ++count[cell0], ++count[cell1], ++count[cell2], ++count[cell3];
  }
  for (; i < trials->n; ++i) ++count[2 * cal_cell(&map, x[i], of_bits) + truth[i]];
}

void cal_cells_add(const struct cal_cells* map, const struct cal_trials* trials, uint32_t* count) {
  if (map->of_bits)
    count_trials(count, *map, trials, true);
  else
    count_trials(count, *map, trials, false);
}

void cal_cells_merge(const struct cal_cells* map, const uint32_t* from, uint32_t* to) {
  for (ptrdiff_t i = 0; i < 2 * map->size; ++i) to[i] += from[i];
}
