// Any doubles but NaN as values, a bit for the truth and four for the weight: sorted, pooled, and
// pooled again by PAV.
#include "check-blocks.h"
#include "kernels/base/sort.h"
#include "kernels/count/counts.h"

enum { BYTES = 9 };

struct sample {
  uint64_t* key;
  double* weight;
  ptrdiff_t n;
};

static struct sample new_sample(size_t n) {
  return (struct sample){new_array(n, sizeof(uint64_t)), new_doubles(n), 0};
}

static void free_sample(struct sample sample) {
  free(sample.key);
  free(sample.weight);
}

static void read_trials(const uint8_t* data, size_t size, struct sample* h1, struct sample* h2) {
  for (; size >= BYTES; data += BYTES, size -= BYTES) {
    double value;
    memcpy(&value, data + 1, sizeof value);
    if (isnan(value)) continue;
    struct sample* sample = data[0] & 1 ? h1 : h2;
    HOLDS(cal_sort_value(cal_sort_key(value)) == value);
    sample->key[sample->n] = cal_sort_key(value);
    sample->weight[sample->n++] = 1 + (data[0] >> 4);
  }
}

static void sort_sample(struct sample sample, bool weighted) {
  struct sample scratch = new_sample((size_t)sample.n);
  double before = 0, after = 0;
  for (ptrdiff_t i = 0; i < sample.n; ++i) before += sample.weight[i];
  cal_sort(sample.key, weighted ? sample.weight : NULL, scratch.key, scratch.weight, sample.n);
  for (ptrdiff_t i = 0; i < sample.n; ++i) {
    HOLDS(i == 0 || sample.key[i - 1] <= sample.key[i]);
    after += sample.weight[i];
  }
  HOLDS(before == after);
  free_sample(scratch);
}

static double total(const double* x, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

static void check_counts(struct sample h1, struct sample h2, bool weighted) {
  const struct cal_sorted view_h1 = {h1.key, weighted ? h1.weight : NULL, h1.n};
  const struct cal_sorted view_h2 = {h2.key, weighted ? h2.weight : NULL, h2.n};
  const ptrdiff_t n = cal_counts_size(view_h1, view_h2);
  HOLDS(n <= h1.n + h2.n && n > 0);
  double *value = new_doubles((size_t)n), *n_h1 = new_doubles((size_t)n);
  double* n_h2 = new_doubles((size_t)n);
  cal_counts(view_h1, view_h2, value, n_h1, n_h2);
  for (ptrdiff_t i = 0; i < n; ++i) {
    HOLDS(i == 0 || value[i - 1] < value[i]);
    HOLDS(n_h1[i] + n_h2[i] > 0);
  }
  HOLDS(total(n_h1, n) == (weighted ? total(h1.weight, h1.n) : (double)h1.n));
  HOLDS(total(n_h2, n) == (weighted ? total(h2.weight, h2.n) : (double)h2.n));
  check_pav(n_h1, n_h2, n, true);
  free(value);
  free(n_h1);
  free(n_h2);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct sample h1 = new_sample(size / BYTES), h2 = new_sample(size / BYTES);
  read_trials(data, size, &h1, &h2);
  for (int weighted = 0; weighted <= 1 && h1.n + h2.n > 0; ++weighted) {
    sort_sample(h1, weighted);
    sort_sample(h2, weighted);
    check_counts(h1, h2, weighted);
  }
  free_sample(h1);
  free_sample(h2);
  return 0;
}
