#include "kernels/rates/error-rates.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// The elements of `threshold` ascend.
FFI_ENTRY_2(ffi_error_rates, counts, threshold) {
  const struct cal_counted counted = ffi_counted(counts);
  const double* v_threshold = ffi_doubles(threshold, "threshold");
  const R_xlen_t n = Rf_xlength(threshold);
  cal_miss_rates(counted.value, counted.n_h1, counted.n, v_threshold, n,
                 ffi_set_doubles(out, "p_miss", n));
  cal_pulse(host);
  cal_false_alarm_rates(counted.value, counted.n_h2, counted.n, v_threshold, n,
                        ffi_set_doubles(out, "p_fa", n));
}
