// Comparisons of a few sources: leaving two of them out by subtraction must equal a fit of the
// other trials if it claims to have converged near its start.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/logistic/leave-out.h"
#include "kernels/logistic/logistic-weights.h"

enum { MAX_SOURCES = 8, MAX_TRIALS = 64 };

struct comparisons {
  double llr[MAX_TRIALS], n_h1[MAX_TRIALS], n_h2[MAX_TRIALS];
  int first[MAX_TRIALS], second[MAX_TRIALS], start[MAX_SOURCES + 1], member[2 * MAX_TRIALS];
  int n;
};

static void list_members(struct comparisons* c) {
  int m = 0;
  for (int s = 0; s < MAX_SOURCES; ++s) {
    c->start[s] = m;
    for (int t = 0; t < c->n; ++t) {
      if (c->first[t] == s || c->second[t] == s) c->member[m++] = t;
    }
  }
  c->start[MAX_SOURCES] = m;
}

// Checks that the fit without the sources i and j has gradient 0 at theta, from its trials alone.
static void check_gradient(const struct comparisons* c, const struct cal_leave_out* all, int i,
                           int j, const double* theta) {
  double n[2] = {0, 0}, gradient[2] = {0, 0}, size[2] = {0, 0};
  for (int pass = 0; pass < 2; ++pass) {
    for (int t = 0; t < c->n; ++t) {
      if (c->first[t] == i || c->first[t] == j || c->second[t] == i || c->second[t] == j) continue;
      n[CAL_H1] += pass == 0 ? c->n_h1[t] : 0;
      n[CAL_H2] += pass == 0 ? c->n_h2[t] : 0;
      if (pass == 0) continue;
      const double z = theta[0] * c->llr[t] + theta[1] + log(all->prior / (1 - all->prior));
      const double pull = (1 - all->prior) / n[CAL_H2] * c->n_h2[t] / (1 + exp(-z)) -
                          all->prior / n[CAL_H1] * c->n_h1[t] / (1 + exp(z));
      gradient[0] += pull * c->llr[t];
      gradient[1] += pull;
      size[0] += fabs(pull * c->llr[t]);
      size[1] += fabs(pull);
    }
  }
  for (int k = 0; k < 2; ++k) HOLDS(fabs(gradient[k]) <= 1e-7 * (size[k] + 1e-3));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct comparisons c = {.n = size / 3 < MAX_TRIALS ? (int)(size / 3) : MAX_TRIALS};
  double total[2] = {0, 0};
  for (int t = 0; t < c.n; ++t) {
    const uint8_t* byte = data + 3 * t;
    c.first[t] = byte[0] % MAX_SOURCES;
    c.second[t] = byte[0] / MAX_SOURCES % MAX_SOURCES;
    const int truth = byte[1] & 1;
    c.llr[t] = (byte[2] - 128) / 16.0;
    c.n_h1[t] = truth * (1 + byte[1] / 64);
    c.n_h2[t] = (1 - truth) * (1 + byte[1] / 64);
    total[CAL_H1] += c.n_h1[t];
    total[CAL_H2] += c.n_h2[t];
  }
  if (c.n == 0) return 0;
  list_members(&c);
  const struct cal_leave_out all = {
      .points = {c.llr, c.n_h1, c.n_h2, c.n, total[CAL_H1], total[CAL_H2]},
      .comparisons = {c.llr, c.n_h1, c.n_h2, c.start, c.member},
      .n_trials = c.n,
      .prior = .3};
  const struct cal_source_pairs pairs = {c.first, c.second, c.n};
  double* theta = new_doubles(2 * (size_t)c.n);
  struct test_host host = new_host(1);
  cal_leave_out_fit(&host.host, &all, &pairs, theta);
  for (int t = 0; t < c.n; ++t) {
    const double* of_pair = theta + 2 * t;
    if (of_pair[0] > .5 && of_pair[0] < 2 && fabs(of_pair[1]) < 5) {
      check_gradient(&c, &all, c.first[t], c.second[t], of_pair);
    }
  }
  free_host(&host);
  free(theta);
  return 0;
}
