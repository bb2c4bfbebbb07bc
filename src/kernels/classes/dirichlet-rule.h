#ifndef CALIBRANT_KERNELS_CLASSES_DIRICHLET_RULE_H
#define CALIBRANT_KERNELS_CLASSES_DIRICHLET_RULE_H

#include <stddef.h>

#include "kernels/base/gamma-tail.h"
#include "kernels/base/host.h"

// The scoring rule for n classes whose ratios of costs are drawn from the Dirichlet distribution
// with all parameters a = gamma + 1: the mixture of the rules of eq. 8.12 (Brummer 2010) over eta.
// With the density f and the tail S of the gamma distribution of shape a
//   C(q|i) = factor * the integral of f(q_i u) (1 - prod_{j != i} S(q_j u)) / u over u > 0,
// factor = (n a - 1) / (n - 1). It is the logarithmic rule at gamma = 0, finite for three classes
// or more if gamma > -1/2, and convex in the log-likelihoods if gamma <= 0. Divided by its value
// at equal q, it tends to the sum of sqrt(q_j / q_i) over the classes j != i as gamma falls to
// -1/2; gamma = -1/2 stands for this sum.
struct cal_dirichlet_rule {
  int n_classes;
  double gamma, factor;
  struct cal_gamma law;
};

// gamma >= -1/2 and at least three classes.
struct cal_dirichlet_rule cal_dirichlet_rule_new(double gamma, int n_classes);

// Costs of reporting the probabilities q, one for each class that may be the true one, from the
// logarithms of q less any number. Relative error about 1e-13. `scratch` is for 2 n numbers.
void cal_dirichlet_costs(const struct cal_dirichlet_rule* rule, const double* log_q,
                         double* scratch, double* cost);

// The same for n_reports reports, each a column of n numbers.
void cal_dirichlet_costs_along(struct cal_host* host, const struct cal_dirichlet_rule* rule,
                               const double* log_q, ptrdiff_t n_reports, double* cost);

// The cost if class i is true, with its slopes (n) and second derivatives (n x n) in `log_q`, which
// need not be normed. Zeros for infinite derivatives.
double cal_dirichlet_cost_along(const struct cal_dirichlet_rule* rule, const double* log_q, int i,
                                double* scratch, double* slope, double* bend);

#endif
