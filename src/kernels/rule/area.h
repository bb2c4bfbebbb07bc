#ifndef CALIBRANT_KERNELS_RULE_AREA_H
#define CALIBRANT_KERNELS_RULE_AREA_H

// Cost of an H1 trial with the posterior log odds l under the rule whose risk is the area below the
// ECE curve, in nats times log odds, over all prior log odds h:
//   A(l) = the integral of sigma(h) ln(1 + e^-(l + h)) dh = pi^2 / 6 - B(l),
//   B(l) = the integral of s / (e^s - 1) from 0 to l.
// An H2 trial costs A(-l). A(-Inf) is infinite and A(Inf) 0. Relative error 1e-15 or so.
double cal_area_cost(double log_odds);

#endif
