#include "callables.h"

#include <R_ext/Rdynload.h>

#include "calibrant.h"

#define CALLABLE(name) R_RegisterCCallable("calibrant", #name, (DL_FUNC)(void (*)(void))name)

static int cal_api_version(void) { return CALIBRANT_API_VERSION; }

void register_callables(void) {
  CALLABLE(cal_api_version);
  CALLABLE(cal_block_llr);
  CALLABLE(cal_counts);
  CALLABLE(cal_counts_next);
  CALLABLE(cal_counts_size);
  CALLABLE(cal_cross_entropy);
  CALLABLE(cal_ece);
  CALLABLE(cal_excess);
  CALLABLE(cal_pav);
  CALLABLE(cal_pav_pool);
  CALLABLE(cal_pav_capacity);
  CALLABLE(cal_pav_extend);
  CALLABLE(cal_softplus);
  CALLABLE(cal_sort);
}
