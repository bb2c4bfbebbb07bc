#include "kernels/base/vector-path.h"

static bool wide_is_allowed = true;

// The compiler's start-up code has already queried the processor; this is only a lookup.
bool cal_vector_is_wide(void) {
#ifdef CAL_HAS_WIDE
  return wide_is_allowed && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool cal_vector_allow_wide(bool allow) {
  const bool before = wide_is_allowed;
  wide_is_allowed = allow;
  return before;
}
