# Slope and shift that would calibrate the LRs, and their meaning, see calibration_test().

# Best slope and shift for the trials, with limits at which twice the log likelihood is lower by
# `drop`, and twice the log of the likelihood ratio: see ffi_density_ratio().
fit_density_ratio <- function(system, drop = NA_real_) {
  fit <- \(counts) {
    .Call(ffi_density_ratio, list(
      llr = to_ln(counts$value, counts$scale), n_h1 = counts$n_h1, n_h2 = counts$n_h2,
      totals = as.double(totals_of(system))
    ), drop)
  }
  found <- if (sum(sizes_of(system)) > 1e4) fit(as_points(system))
  # Points stand for trials as long as the slope is moderate.
  slopes <- stats::na.omit(c(found$estimate[1], found$slope))
  if (length(slopes) > 0 && all(slopes < 5)) found else fit(counts_of(system))
}

# The shift in log10 LR.
slope_and_shift <- function(estimate, limits, level) {
  names <- c("slope", "shift")
  limits[2, ] <- from_ln(limits[2, ], "log10")
  dimnames(limits) <- list(names, c("lower", "upper"))
  list(
    estimate = rlang::set_names(c(estimate[1], from_ln(estimate[2], "log10")), names),
    conf.int = structure(limits, conf.level = level)
  )
}

# The region in words; `limits` of the slope and of the shift, in log10 LR.
calibration_region <- function(limits) {
  if (is.null(limits)) return(NULL)
  with_decimal_mark(
    c(shift = shift_words(limits["shift", ]), slope = slope_words(limits["slope", ]))
  )
}

shift_words <- function(log10_shift) {
  factor <- numbers_apart(10^abs(log10_shift), 1)
  say("shift_region", list(
    from = log10_shift[1], to = log10_shift[2], factor_from = factor[1], factor_to = factor[2]
  ))
}

slope_words <- function(slope) {
  times <- numbers_apart(slope, 1)
  say("slope_region", list(from = slope[1], to = slope[2], least = times[1], most = times[2]))
}

#' @export
print.calibration_test <- \(x, digits = getOption("digits"), ...) printed(x, {
  plain <- structure(unclass(x), class = "htest")
  plain[c("estimate", "conf.int")] <- NULL
  print(plain, digits = digits, ...)
  if (!is.null(x$estimate)) {
    ends <- \(name) numbers_apart(c(x$estimate[[name]], x$conf.int[name, ]), 1, 3)
    limits <- lapply(rlang::set_names(rownames(x$conf.int)), ends)
    cat(sprintf(
      "slope %s (%s to %s), shift %s (%s to %s) in log10 LR, at %s:\n",
      limits$slope[1], limits$slope[2], limits$slope[3], limits$shift[1], limits$shift[2],
      limits$shift[3], percent_text(attr(x$conf.int, "conf.level"))
    ))
    cat(paste0("  ", x$region, "\n"), sep = "")
    cat("\n")
  }
  cat(paste0(x$note, "\n", recycle0 = TRUE), sep = "")
})
