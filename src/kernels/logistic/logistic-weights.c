#include "kernels/logistic/logistic-weights.h"

void cal_logistic_weigh(struct cal_logistic* problem, double prior, double lambda,
                        const double totals[2]) {
  double pseudo = 0;
  if (lambda > 0) {
    double on_rows[2];
    cal_logistic_totals(problem, on_rows);
    pseudo = lambda / (totals[0] + totals[1]) / (on_rows[0] + on_rows[1]);
  }
  for (int c = 0; c < 2; ++c) {
    problem->each_h1[c] = pseudo * prior;
    problem->each_h2[c] = pseudo * (1 - prior);
  }
  problem->each_h1[CAL_H1] += prior / totals[CAL_H1];
  problem->each_h2[CAL_H2] += (1 - prior) / totals[CAL_H2];
}
