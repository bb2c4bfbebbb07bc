#include "kernels/count/count-sample.h"

#include "check.h"
#include "host.h"
#include "kernels/base/sort.h"

enum { N = 5000 };

static double value[N], weight[N];
static int truth[N];

// Ties, both zeros and both infinities.
static void fill(void) {
  const double odd[] = {-INFINITY, INFINITY, -0.0, 0.0};
  for (int i = 0; i < N; ++i) {
    value[i] = i % 50 < 4 ? odd[i % 50] : round(20 * sin(3.0 * i)) / 4;
    truth[i] = i * i % 7 == 1;
    weight[i] = i % 11 == 0 ? 0 : 1 + i % 3;
  }
}

// Weight of the trials of one class on a value, one by one.
static double weight_on(const struct cal_sample* sample, double at, int c) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < sample->trials.n; ++i) {
    if (sample->trials.value[i] == at && sample->trials.truth[i] == c) {
      sum += sample->weight ? sample->weight[i] : 1;
    }
  }
  return sum;
}

static void check_counts(const struct cal_sample* sample, const struct cal_counted* counted) {
  double h1 = 0, h2 = 0, total_h1, total_h2;
  for (ptrdiff_t i = 0; i < counted->n; ++i) {
    if (i > 0) CHECK(counted->value[i] > counted->value[i - 1]);
    CHECK_EQ(counted->n_h1[i], weight_on(sample, counted->value[i], CAL_H1));
    CHECK_EQ(counted->n_h2[i], weight_on(sample, counted->value[i], CAL_H2));
    h1 += counted->n_h1[i];
    h2 += counted->n_h2[i];
  }
  cal_counted_totals(counted, &total_h1, &total_h2);
  CHECK_EQ(total_h1, h1);
  CHECK_EQ(total_h2, h2);
}

static struct cal_sample sample_of(ptrdiff_t n, bool weighted) {
  return (struct cal_sample){{value, truth, n}, weighted ? weight : NULL, 1};
}

static void counts_are_those_of_the_trials(void) {
  const ptrdiff_t sizes[] = {1, 2, 300, N};
  for (int k = 0; k < 8; ++k) {
    struct test_host host = new_host(1);
    const struct cal_sample sample = sample_of(sizes[k / 2], k % 2);
    const struct cal_counted counted = cal_count_sample(&host.host, &sample);
    double known = 0, found = 0;
    check_counts(&sample, &counted);
    for (ptrdiff_t i = 0; i < sizes[k / 2]; ++i) known += k % 2 ? weight[i] : 1;
    for (ptrdiff_t i = 0; i < counted.n; ++i) found += counted.n_h1[i] + counted.n_h2[i];
    CHECK_EQ(found, known);
    free_host(&host);
  }
}

static void nothing_counts_as_nothing(void) {
  struct test_host host = new_host(1);
  const struct cal_sample sample = sample_of(0, false);
  double h1, h2;
  const struct cal_counted counted = cal_count_sample(&host.host, &sample);
  CHECK(counted.n == 0);
  cal_counted_totals(&counted, &h1, &h2);
  CHECK_EQ(h1, 0);
  CHECK_EQ(h2, 0);
  free_host(&host);
}

static void keys_ascend_within_their_class(void) {
  struct test_host host = new_host(1);
  static uint64_t key[N], scratch[N];
  const struct cal_sample sample = sample_of(N, true);
  const struct cal_order order = cal_sort_sample(&host.host, &sample, key, scratch);
  ptrdiff_t n_h1 = 0;
  for (int i = 0; i < N; ++i) n_h1 += truth[i];
  CHECK(order.n == N && order.n_h1 == n_h1 && order.key == key);
  for (ptrdiff_t i = 1; i < N; ++i) CHECK(i == n_h1 || key[i] >= key[i - 1]);
  const struct cal_counted counted = cal_count_sample(&host.host, &sample);
  CHECK(cal_order_size(&host.host, &order) == counted.n);
  free_host(&host);
}

// A class of one trial, or of none.
static void a_class_may_be_empty(void) {
  for (int n_h1 = 0; n_h1 < 2; ++n_h1) {
    struct test_host host = new_host(1);
    const double at[] = {3, 1, 3, 2};
    const int of[] = {0, n_h1, 0, 0};
    const struct cal_sample sample = {{at, of, 4}, NULL, 1};
    const struct cal_counted counted = cal_count_sample(&host.host, &sample);
    CHECK(counted.n == 3);
    check_counts(&sample, &counted);
    free_host(&host);
  }
}

static void singles_are_counts_of_one(void) {
  struct test_host host = new_host(1);
  static double at[N], known_h1[N], known_h2[N], found[N], n_h2[N];
  static uint64_t key[N], scratch[N];
  for (int i = 0; i < N; ++i) at[i] = i * 1237 % N;
  const struct cal_sample sample = {{at, truth, N}, NULL, 1};
  const struct cal_order order = cal_sort_sample(&host.host, &sample, key, scratch);
  CHECK(cal_order_size(&host.host, &order) == N);
  cal_order_counts(&host.host, &order, found, known_h1, known_h2);
  cal_order_singles(&host.host, &order, at, n_h2);
  for (int i = 0; i < N; ++i) {
    CHECK_EQ(at[i], found[i]);
    CHECK_EQ(n_h2[i], known_h2[i]);
    CHECK_EQ(1 - n_h2[i], known_h1[i]);
  }
  free_host(&host);
}

// Two halves that are counted separately add up to the whole, in either order.
static void halves_merge(void) {
  struct test_host host = new_host(1);
  const struct cal_sample all = sample_of(N, true);
  const struct cal_sample first = sample_of(N / 3, true);
  const struct cal_sample second = {{value + N / 3, truth + N / 3, N - N / 3}, weight + N / 3, 1};
  const struct cal_sample none = sample_of(0, false);
  const struct cal_counted parts[] = {cal_count_sample(&host.host, &first),
                                      cal_count_sample(&host.host, &second)};
  const struct cal_counted empty = cal_count_sample(&host.host, &none);
  const struct cal_counted there = cal_counted_merge(&host.host, &parts[0], &parts[1]);
  const struct cal_counted back = cal_counted_merge(&host.host, &parts[1], &parts[0]);
  const struct cal_counted alone = cal_counted_merge(&host.host, &empty, &there);
  check_counts(&all, &there);
  CHECK(there.n == back.n && there.n == alone.n);
  for (ptrdiff_t i = 0; i < there.n; ++i) {
    CHECK_EQ(back.value[i], there.value[i]);
    CHECK_EQ(back.n_h1[i], there.n_h1[i]);
    CHECK_EQ(alone.n_h2[i], there.n_h2[i]);
  }
  free_host(&host);
}

int main(void) {
  fill();
  counts_are_those_of_the_trials();
  nothing_counts_as_nothing();
  keys_ascend_within_their_class();
  a_class_may_be_empty();
  singles_are_counts_of_one();
  halves_merge();
  return check_report("count-sample");
}
