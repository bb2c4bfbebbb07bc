#include "kernels/monitor/monitor.h"

#include "ffi-host.h"
#include "kernels/monitor/conformal.h"

static struct cal_monitor_queue read_queue(struct cal_host* host, SEXP state, const char* name,
                                           R_xlen_t n_more) {
  const R_xlen_t n = ffi_field_length(state, name);
  double* all = cal_scratch_doubles(host, n + n_more);
  if (n > 0) memcpy(all, ffi_field_doubles(state, name, n), (size_t)n * sizeof *all);
  return (struct cal_monitor_queue){.llr = all, .end = n};
}

static struct cal_monitor read_monitor(struct cal_host* host, SEXP state, R_xlen_t n_more) {
  const double* seen = ffi_field_doubles(state, "seen", CAL_MONITOR_ARRIVALS);
  const double* used = ffi_field_doubles(state, "used", 2);
  const double* capital = ffi_field_doubles(state, "capital", CAL_MONITOR_CAPITAL);
  double* changed = cal_scratch_doubles(host, CAL_MONITOR_CAPITAL);
  memcpy(changed, capital, CAL_MONITOR_CAPITAL * sizeof *changed);
  struct cal_monitor monitor = {
      .capital = changed,
      .queue = {read_queue(host, state, "h2", n_more), read_queue(host, state, "h1", n_more)},
      .arrivals = *(const struct cal_monitor_arrivals*)seen,
      .used = {used[0], used[1]}};
  FFI_READ_ONE(number, &monitor, state, log_odds, auc);
  FFI_READ_ONE(flag, &monitor, state, refuted);
  return monitor;
}

static void set_state(SEXP out, const struct cal_monitor* monitor) {
  FFI_SET(number, out, monitor, log_odds, auc, refuted);
  ffi_set_copy(out, "seen", (const double*)&monitor->arrivals, CAL_MONITOR_ARRIVALS);
  FFI_COPY(2, out, monitor, used);
  FFI_COPY(CAL_MONITOR_CAPITAL, out, monitor, capital);
  for (int k = 1; k >= 0; --k) {
    const struct cal_monitor_queue* queue = &monitor->queue[k];
    ffi_set_copy(out, k ? "h1" : "h2", queue->llr + queue->waiting, queue->end - queue->waiting);
  }
}

// `trials`: `llr` and `truth`. Returns the new state and the logs of both e-processes after each.
FFI_ENTRY_2(ffi_monitor, state, trials) {
  const R_xlen_t n = ffi_field_length(trials, "llr");
  struct cal_monitor monitor = read_monitor(host, state, n);
  cal_monitor_add(host, &monitor, ffi_field_doubles(trials, "llr", n),
                  ffi_n_logicals(ffi_field(trials, "truth"), n, "truth"), n,
                  ffi_set_matrix(out, "log_e", n, 2));
  set_state(ffi_set_list(out, "state"), &monitor);
}

// `known` is ascending. Returns it with the new values inserted, and the log of the e-process.
FFI_ENTRY_3(ffi_conformal, known, capital, value) {
  const R_xlen_t n = Rf_xlength(value), n_known = Rf_xlength(known);
  double* all = ffi_set_doubles(out, "known", n_known + n);
  if (n_known > 0) memcpy(all, ffi_doubles(known, "known"), (size_t)n_known * sizeof *all);
  const double* start = ffi_n_doubles(capital, CAL_CONFORMAL_CAPITAL, "capital");
  double* changed = ffi_set_copy(out, "capital", start, CAL_CONFORMAL_CAPITAL);
  cal_conformal_add(host, all, n_known, changed, ffi_doubles(value, "value"), n,
                    ffi_set_doubles(out, "log_e", n));
}
