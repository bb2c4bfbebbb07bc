#ifndef CALIBRANT_KERNELS_BASE_PRODUCT_H
#define CALIBRANT_KERNELS_BASE_PRODUCT_H

#include <math.h>
#include <stdbool.h>

// Exact a b >= c d for numbers that are not negative. Rounding keeps the order, so that only
// products that round to the same double need a closer look: at their rounding errors, which fma()
// gives exactly.
/*@ axiomatic Rounding {
  @   logic real rounded(real x);
  @   axiom rounding_keeps_order: \forall real x, y; x <= y ==> rounded(x) <= rounded(y);
  @ }
  @ lemma rounded_products_in_order: \forall real p, q;
  @   rounded(p) != rounded(q) ==> (rounded(p) > rounded(q) <==> p >= q);
  @ lemma errors_in_order: \forall real p, q;
  @   rounded(p) == rounded(q) ==> (p - rounded(p) >= q - rounded(q) <==> p >= q);
  @ axiomatic Product {
  @   predicate product_ge(real a, real b, real c, real d);
  @   axiom product: \forall real a, b, c, d; product_ge(a, b, c, d) <==> a * b >= c * d;
  @ } */
/*@ assigns \nothing;
  @ ensures \result == true <==> product_ge(a, b, c, d); */
static inline bool cal_product_ge(double a, double b, double c, double d) {
  const double p = a * b, q = c * d;
  if (p != q) return p > q;
  return fma(a, b, -p) >= fma(c, d, -q);
}

#endif
