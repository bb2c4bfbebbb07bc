#include <stdint.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

typedef uint64_t lanes __attribute__((vector_size(32), aligned(8), may_alias));

// Reads a double vector once, as fast as one thread can: the bits are combined, so that no
// arithmetic on doubles slows it down. The remainder after the last full 128 bytes is not read.
SEXP read_memory(SEXP x) {
  const lanes* v_x = (const lanes*)REAL_RO(x);
  const R_xlen_t n = XLENGTH(x) / 16;
  lanes a = {0}, b = {0}, c = {0}, d = {0};
  for (R_xlen_t i = 0; i < n; ++i) {
    a |= v_x[4 * i];
    b |= v_x[4 * i + 1];
    c |= v_x[4 * i + 2];
    d |= v_x[4 * i + 3];
  }
  a |= b | c | d;
  return Rf_ScalarLogical((a[0] | a[1] | a[2] | a[3]) != 0);
}
