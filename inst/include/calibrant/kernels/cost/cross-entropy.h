#ifndef CALIBRANT_KERNELS_COST_CROSS_ENTROPY_H
#define CALIBRANT_KERNELS_COST_CROSS_ENTROPY_H

#include <stddef.h>

// LLRs (natural log, +-Inf allowed) with the number or weight of H1 and H2 trials on each, and
// the totals of the classes. Serves distinct LLRs, PAV blocks and quadrature nodes alike.
struct cal_points {
  const double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
  double total_h1, total_h2;
};

// ln(1 + e^x) without overflow.
double cal_softplus(double x);

// The two means whose weighted sum is the cross-entropy at these prior log-odds, in nats: of -ln
// P(H1 | LLR) over H1 trials and of -ln P(H2 | LLR) over H2 trials. Infinite if an LLR is infinite
// and wrong. `log_odds` is finite. Ramos 2013, eq. 8.
void cal_cross_entropy(const struct cal_points* points, double log_odds, double* h1, double* h2);

// The empirical cross-entropy at these prior log-odds, in nats. `log_odds` may be infinite: if the
// truth is already known, the cross-entropy is 0. Ramos 2013, eq. 8.
double cal_ece(const struct cal_points* points, double log_odds);

// (ECE - ECE_null) / min(prior, 1 - prior) in nats: negative if the LLRs help, positive if ignoring
// them is better. Accurate out to priors of 0 and 1, where it tends to a constant.
double cal_excess(const struct cal_points* points, double log_odds);

#endif
