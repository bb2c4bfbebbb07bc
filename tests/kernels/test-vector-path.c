#include "kernels/base/vector-path.h"

#include "check.h"

static void plain_is_always_to_be_had(void) {
  const bool before = cal_vector_allow_wide(false);
  CHECK(!cal_vector_is_wide());
  cal_vector_allow_wide(before);
}

static void tells_what_was_allowed_before(void) {
  const bool before = cal_vector_allow_wide(true);
  CHECK(before);
  CHECK(cal_vector_allow_wide(false));
  CHECK(!cal_vector_allow_wide(false));
  CHECK(!cal_vector_allow_wide(before));
}

// Allowing registers that the processor lacks has no effect.
static void is_as_wide_as_the_processor(void) {
  const bool before = cal_vector_allow_wide(true);
#ifdef CAL_HAS_WIDE
  const bool has_both = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  CHECK(cal_vector_is_wide() == has_both);
#else
  CHECK(!cal_vector_is_wide());
#endif
  cal_vector_allow_wide(before);
}

int main(void) {
  plain_is_always_to_be_had();
  tells_what_was_allowed_before();
  is_as_wide_as_the_processor();
  return check_report("vector-path");
}
