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
  check_count(replicates, "replicates")
  check_replicates(replicates)
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
