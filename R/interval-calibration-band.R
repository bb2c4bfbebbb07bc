# Bands of the curves that calibrated LRs would give, see calibration_test().

#' @rdname calibration_test
#' @export
calibration_band <- function(x, ...) UseMethod("calibration_band")

#' @rdname calibration_test
#' @export
calibration_band.lr_set <- function(x, level = 0.95, replicates = 999, threads = NULL, ...) {
  check_dots(...)
  check_calibrated(x)
  check_no_weights(x)
  check_level(level)
  check_count(replicates, most = 1e6)
  threads <- read_threads(threads)
  bind_systems(systems_of(x), \(system) system_band(system, level, replicates, threads))
}

system_band <- function(system, level, replicates, threads) {
  counts <- counts_of(system)
  n <- length(counts$value)
  at <- unique(round(seq(1, n, length.out = min(n, 512))))
  drawn <- draw_consistent(system, replicates, threads, at = as.integer(at - 1))
  ends <- apply(drawn$llr_pav, 1, \(llr) {
    sorted_quantile(sort(llr), c(1 - level, 1 + level) / 2)
  })
  data.frame(
    log10_lr = to_log10(counts$value[at], counts$scale),
    lower = from_ln(ends[1, ], "log10"),
    upper = from_ln(ends[2, ], "log10")
  )
}

# Replicates of one system, see ffi_consistency().
draw_consistent <- function(system, replicates, threads, log_odds = numeric(), likelihood = FALSE,
                            dev_pav = FALSE, at = integer()) {
  counts <- counts_of(system)
  problem <- list(
    llr = to_ln(counts$value, counts$scale), n = counts$n_h1 + counts$n_h2,
    totals = as.double(totals_of(system)), log_odds = as.double(log_odds[is.finite(log_odds)]),
    likelihood = likelihood, dev_pav = dev_pav, at = at, replicates = replicates, threads = threads,
    progress = progress_bar("Drawing calibrated sets", system$name)
  )
  drawn <- .Call(ffi_consistency, problem)
  # The loss is 0 at priors of 0 and 1.
  if (nrow(drawn$gap) < length(log_odds)) drawn$gap <- rbind(drawn$gap, 0)
  drawn
}
