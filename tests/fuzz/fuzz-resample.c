// Draws keep their number, and pairs of sources have the weights of their counts.
#include "fuzz.h"
#include "kernels/replicate/resample.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 8) return 0;
  const uint32_t n =
      1 + ((uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)(data[2] & 7) << 16);
  struct cal_random random = cal_random_stream(data[3], data[4]);
  uint8_t* count = new_array(cal_counts_padded(n), 1);
  HOLDS(cal_draw_trials(&random, n, n, count));
  HOLDS(cal_count_sum(count, 0, n) == n);
  const uint32_t cut = (uint32_t)(data[5] * (uint64_t)n / 255);
  uint64_t sum = 0;
  for (uint32_t i = cut; i < n; ++i) sum += count[i];
  HOLDS(cal_count_sum(count, cut, n) == sum);
  free(count);

  const uint32_t n_sources = 1 + data[6] % 16;
  uint32_t drawn[16] = {0}, total = 0;
  cal_draw_sources(&random, n_sources, drawn);
  for (uint32_t i = 0; i < n_sources; ++i) total += drawn[i];
  HOLDS(total == n_sources);
  int *a = new_array(size, sizeof *a), *b = new_array(size, sizeof *b);
  double* weight = new_doubles(size);
  for (size_t i = 0; i < size; ++i) {
    a[i] = (data[i] & 15) % (int)n_sources;
    b[i] = (data[i] >> 4) % (int)n_sources;
  }
  const struct cal_source_pairs pairs = {a, b, (ptrdiff_t)size};
  cal_weigh_pairs(&pairs, drawn, NULL, weight);
  for (size_t i = 0; i < size; ++i) {
    const double times = a[i] == b[i] ? drawn[a[i]] : (double)drawn[a[i]] * drawn[b[i]];
    HOLDS(weight[i] == times);
  }
  free(a);
  free(b);
  free(weight);
  return 0;
}
