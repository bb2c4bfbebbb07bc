// The kernels of calibrant for C and C++ code in other packages.
//
// In DESCRIPTION:  Imports: calibrant  and  LinkingTo: calibrant
// In NAMESPACE:    importFrom(calibrant, pav), or any other import that loads the package
// In C:            #include <calibrant.h>
//
// A function `calibrant_x()` below is the kernel `cal_x()` of the header named beside it, which
// says what it computes, in which units, and what input is legal. Call the former: the latter live
// in another shared object. All memory is the caller's; nothing is allocated, kept or printed, and
// no R object or R error is involved. A first call looks the kernel up in R, so it must come from
// the main thread; later ones may come from any.
#ifndef CALIBRANT_H
#define CALIBRANT_H

#include <R_ext/Rdynload.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "calibrant/kernels/base/sort.h"
#include "calibrant/kernels/cost/cross-entropy.h"
#include "calibrant/kernels/count/counts.h"
#include "calibrant/kernels/pav/pav.h"

// Changes whenever a structure or a signature does. Compare it in R_init_<package>() with
// `calibrant_api_version()`, which is that of the calibrant in use.
enum { CALIBRANT_API_VERSION = 1 };

// A pointer to any function, which can be cast to the type of the function without a warning.
typedef void (*calibrant_kernel)(void);

static inline calibrant_kernel calibrant_find(const char* name) {
  return (calibrant_kernel)R_GetCCallable("calibrant", name);
}

static inline int calibrant_api_version(void) {
  typedef int (*kernel)(void);
  return ((kernel)calibrant_find("cal_api_version"))();
}

// sort.h. `cal_sort_key()` and `cal_sort_value()` are there too, and are called as they are.
static inline void calibrant_sort(uint64_t* key, double* load, uint64_t* key_scratch,
                                  double* load_scratch, ptrdiff_t n) {
  typedef void (*kernel)(uint64_t*, double*, uint64_t*, double*, ptrdiff_t);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_sort");
  call(key, load, key_scratch, load_scratch, n);
}

// counts.h
static inline ptrdiff_t calibrant_counts_size(struct cal_sorted h1, struct cal_sorted h2) {
  typedef ptrdiff_t (*kernel)(struct cal_sorted, struct cal_sorted);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_counts_size");
  return call(h1, h2);
}

// counts.h
static inline void calibrant_counts(struct cal_sorted h1, struct cal_sorted h2, double* value,
                                    double* n_h1, double* n_h2) {
  typedef void (*kernel)(struct cal_sorted, struct cal_sorted, double*, double*, double*);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_counts");
  call(h1, h2, value, n_h1, n_h2);
}

// counts.h
static inline ptrdiff_t calibrant_counts_next(struct cal_sorted* h1, struct cal_sorted* h2,
                                              ptrdiff_t max, double* value, double* n_h1,
                                              double* n_h2) {
  typedef ptrdiff_t (*kernel)(struct cal_sorted*, struct cal_sorted*, ptrdiff_t, double*, double*,
                              double*);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_counts_next");
  return call(h1, h2, max, value, n_h1, n_h2);
}

// pav.h
static inline ptrdiff_t calibrant_pav_capacity(ptrdiff_t n, double n_trials) {
  typedef ptrdiff_t (*kernel)(ptrdiff_t, double);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_pav_capacity");
  return call(n, n_trials);
}

// pav.h
static inline ptrdiff_t calibrant_pav(const double* n_h1, const double* n_h2, ptrdiff_t n,
                                      struct cal_block* blocks, ptrdiff_t capacity) {
  typedef ptrdiff_t (*kernel)(const double*, const double*, ptrdiff_t, struct cal_block*,
                              ptrdiff_t);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_pav");
  return call(n_h1, n_h2, n, blocks, capacity);
}

// pav.h
static inline ptrdiff_t calibrant_pav_extend(const double* n_h1, const double* n_h2,
                                             ptrdiff_t first, ptrdiff_t last,
                                             struct cal_block* blocks, ptrdiff_t n_blocks,
                                             ptrdiff_t capacity) {
  typedef ptrdiff_t (*kernel)(const double*, const double*, ptrdiff_t, ptrdiff_t, struct cal_block*,
                              ptrdiff_t, ptrdiff_t);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_pav_extend");
  return call(n_h1, n_h2, first, last, blocks, n_blocks, capacity);
}

// pav.h
static inline ptrdiff_t calibrant_pav_pool(struct cal_block* blocks, ptrdiff_t n_blocks) {
  typedef ptrdiff_t (*kernel)(struct cal_block*, ptrdiff_t);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_pav_pool");
  return call(blocks, n_blocks);
}

// pav.h
static inline double calibrant_block_llr(struct cal_block block, double total_h1, double total_h2) {
  typedef double (*kernel)(struct cal_block, double, double);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_block_llr");
  return call(block, total_h1, total_h2);
}

// cross-entropy.h
static inline void calibrant_cross_entropy(const struct cal_points* points, double log_odds,
                                           double* h1, double* h2) {
  typedef void (*kernel)(const struct cal_points*, double, double*, double*);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_cross_entropy");
  call(points, log_odds, h1, h2);
}

// cross-entropy.h
static inline double calibrant_ece(const struct cal_points* points, double log_odds) {
  typedef double (*kernel)(const struct cal_points*, double);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_ece");
  return call(points, log_odds);
}

// cross-entropy.h
static inline double calibrant_excess(const struct cal_points* points, double log_odds) {
  typedef double (*kernel)(const struct cal_points*, double);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_excess");
  return call(points, log_odds);
}

// cross-entropy.h
static inline double calibrant_softplus(double x) {
  typedef double (*kernel)(double);
  static kernel call;
  if (!call) call = (kernel)calibrant_find("cal_softplus");
  return call(x);
}

#ifdef __cplusplus
}
#endif

#endif
