#' Tippett curves
#'
#' `tippett_curve()` returns the proportions of H1 and of H2 trials beyond each likelihood ratio.
#'
#' Two styles are in use (Ramos and Gonzalez-Rodriguez 2013, section 5; Morrison et al. 2021):
#' * `"greater"`: both curves give the proportion of trials with an LR greater than the value on the
#'   axis.
#' * `"cumulative"`: the H1 curve gives the proportion of H1 trials with this LR or a smaller one,
#'   the H2 curve the proportion of H2 trials with this LR or a greater one.
#'
#' The curves are exact steps. Their vertical separation at an LR measures discriminating power at
#' this threshold alone. It depends on the calibration too, unlike [cllr_min()]. For calibrated LRs,
#' at most \eqn{1/k} of H2 trials have an LR of \eqn{k} or more.
#'
#' @inheritParams cross_entropy
#' @param level,band,by,replicates See [curve_bands].
#' @param style `"greater"` or `"cumulative"`.
#' @return A data frame of class `tippett_curve`, with a row per system and distinct LR, and one
#'   each for LR = 0 and LR = Inf:
#'   * `system`, `log10_lr`,
#'   * `h1`, `h2`: proportions between 0 and 1,
#'   * `separation`: the share of H1 trials with a greater LR minus that of H2 trials, which is 1
#'     minus the sum of the error rates at this threshold,
#'   * with a `level`, `h1_lower`, `h1_upper`, `h2_lower`, `h2_upper`, see [curve_bands].
#'
#'   The attribute `misleading` has the rates of [misleading()] evidence. `window`, `beyond` and
#'   `cut` are the drawn part of the axis, the number of trials outside, and whether these include
#'   finite LRs.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#'
#' Morrison GS, Enzinger E, Hughes V, et al. (2021). *Science & Justice* 61, 299-309.
#' \doi{10.1016/j.scijus.2021.02.002}
#' @seealso [plot_tippett()]
#' @concept empirical distribution of LRs
#' @concept vertical separation of Tippett curves
#' @concept Youden's index
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(0.5, 2, 4, 8), h2 = c(0.2, 0.4, 1.1)), scale = "lr")
#' tippett_curve(x)
#' tippett_curve(x, style = "cumulative")
tippett_curve <- function(x, ...) UseMethod("tippett_curve")

#' @rdname tippett_curve
#' @export
tippett_curve.lr_set <- function(x, style = "greater", level = NULL, band = "pointwise",
                                 by = NULL, replicates = 1000, ...) {
  check_dots(...)
  check_calibrated(x)
  check_choice(style, c("greater", "cumulative"))
  bands <- read_bands(x, level, band, by, replicates)
  data <- bind_systems(systems_of(x), \(system) system_tippett(system, style))
  data <- with_share_limits(data, x, bands, \(shares) {
    # Limits in the rows of system_tippett().
    n <- length(shares$counts$value)
    ends <- tippett_ends(shares$counts)
    up_to <- c(if (ends[1]) 0, seq_len(n), if (ends[2]) n)
    below <- if (style == "greater") up_to else c(if (ends[1]) 0, seq_len(n) - 1, if (ends[2]) n)
    limit_columns(list(
      h1 = share_band(shares$h1, up_to, bands, shares$few, above = style == "greater"),
      h2 = share_band(shares$h2, below, bands, shares$few, above = TRUE)
    ))
  })
  windowed_curve(data, "tippett_curve", x,
    style = style, misleading = misleading_counts(x), bands = band_facts(bands)
  )
}

# Must rows for LR = 0 and LR = Inf be added, since no trial is at these values?
tippett_ends <- function(counts) {
  low <- if (counts$scale == "lr") 0 else -Inf
  c(counts$value[1] != low, counts$value[length(counts$value)] != Inf)
}

# Tippett rows of one system; with too many values, only the rows at which all trials are counted.
system_tippett <- function(system, style) {
  counts <- counts_for(system, in_picture(all = TRUE))
  ends <- tippett_ends(counts)
  h1 <- .Call(ffi_shares, counts$n_h1, ends, style == "greater")
  h2 <- .Call(ffi_shares, counts$n_h2, ends, TRUE)
  if (style == "cumulative") h2 <- c(1, h2[-length(h2)])
  log10_lr <- to_log10(counts$value, counts$scale)
  steps <- tippett_rows(c(if (ends[1]) -Inf, log10_lr, if (ends[2]) Inf), h1, h2, style)
  if (is.null(counts$cuts)) return(steps)
  new_frame(steps[counts$value %in% counts$cuts, ])
}

tippett_rows <- function(log10_lr, h1, h2, style) {
  separation <- (if (style == "greater") h1 else 1 - h1) - h2
  new_frame(log10_lr = log10_lr, h1 = h1, h2 = h2, separation = separation)
}
