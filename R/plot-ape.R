#' APE plot
#'
#' Applied probability of error (Brümmer and du Preez 2006): error rates over priors, and below each
#' other the bars of Cllr to which they add up.
#'
#' The lower panels show the error rate of Bayes decisions (solid), of decisions at the best
#' thresholds (dashed; its greatest height is the [eer()]) and by the prior alone (dotted). The bars
#' above are [cllr()]: [cllr_min()], the loss to limited discrimination, and on top of it
#' [cllr_cal()], the loss to bad calibration; the dotted line is the Cllr of 1 bit that LR = 1
#' always would have. Each is the area under its curve, over the whole axis of natural log odds,
#' divided by `2 * log(2)` (Brümmer 2010, section 7.7.4, corrected by the factor 2 that its eq. 6.14
#' lacks). An infinite Cllr is a bar through the panel, with a label.
#'
#' @inheritParams plot_bayes_error
#' @param ... Passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @references
#' Brümmer N, du Preez J (2006). Application-independent evaluation of speaker detection. *Computer
#' Speech and Language* 20, 230-275. \doi{10.1016/j.csl.2005.08.001}
#'
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @seealso [plot_bayes_error()], which shows small error rates better
#' @export
#' @examples
#' set.seed(1)
#' x <- c(
#'   simulate_lr(300, 3000, s = 2, system = "calibrated"),
#'   simulate_lr(300, 3000, s = 2, shift = 0.8, system = "shifted")
#' )
#' plot_ape(x)
plot_ape <- function(x, ..., log10_prior_odds = fine_log10_odds(), operating_points = NULL) {
  curve <- bayes_error_curve(lr_set(x, ...), log10_prior_odds, operating_points)
  autoplot(curve, type = "ape")
}

ape_rows <- c(cllr = "Cllr (bits)", error = "Error rate")

draw_ape <- function(curve) {
  lines <- in_row(stack_bayes_errors(curve, parts = FALSE, normalised = FALSE), "error")
  points <- attr(curve, "operating")
  ggplot2::ggplot(lines, ggplot2::aes(.data$log10_prior_odds, .data$value)) +
    cllr_bars(curve) +
    operating_verticals(if (!is.null(points)) in_row(points, "error")) +
    bayes_error_lines() +
    ape_facets(curve) +
    ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = expression("Prior" ~ log[10] ~ "odds"), y = NULL, fill = NULL)
}

in_row <- function(data, row) {
  data$row <- factor(ape_rows[[row]], levels = ape_rows)
  data
}

# The titles of the two vertical axes are strips.
ape_facets <- function(curve) {
  several <- nlevels(curve$system) > 1
  list(
    ggplot2::facet_grid(
      rows = ggplot2::vars(.data$row),
      cols = if (several) ggplot2::vars(.data$system),
      scales = "free_y", switch = "y"
    ),
    ggplot2::theme(strip.placement = "outside")
  )
}

# Bars stand in the middle of the axis, with which they have nothing to do.
cllr_bars <- function(curve) {
  if (is.null(attr(curve, "cllr"))) {
    return(NULL)
  }
  middle <- mean(range(curve$log10_prior_odds))
  half <- diff(range(curve$log10_prior_odds)) / 12
  parts <- in_row(stack_cllr(attr(curve, "cllr")), "cllr")
  neutral <- in_row(data.frame(value = 1), "cllr")
  list(
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$value),
      data = neutral, linetype = "dotted", colour = "grey30", linewidth = 0.7
    ),
    ggplot2::geom_rect(
      ggplot2::aes(
        xmin = middle - half, xmax = middle + half, ymin = .data$bottom, ymax = .data$top,
        fill = .data$part
      ),
      data = parts, inherit.aes = FALSE, colour = "black", linewidth = 0.3
    ),
    ggplot2::geom_text(
      ggplot2::aes(middle + 1.15 * half, .data$at, label = .data$label),
      data = parts, inherit.aes = FALSE, hjust = 0, size = 3
    ),
    ggplot2::scale_fill_manual(
      values = c("Calibration" = "#F3C9A8", "Discrimination" = "#0072B2")
    )
  )
}

stack_cllr <- function(cllr) {
  finite <- cllr$cllr[is.finite(cllr$cllr)]
  roof <- 1.15 * max(finite, 1)
  n <- nrow(cllr)
  parts <- data.frame(
    system = rep(cllr$system, 2),
    part = factor(rep(c("Calibration", "Discrimination"), each = n)),
    bottom = c(cllr$cllr_min, rep(0, n)),
    top = c(pmin(cllr$cllr, roof), cllr$cllr_min),
    label = c(
      ifelse(is.finite(cllr$cllr), paste("+", format_number(cllr$cllr_cal)), "Cllr is infinite"),
      format_number(cllr$cllr_min)
    )
  )
  parts$at <- (parts$bottom + parts$top) / 2
  # A thin part is labelled above the bar, clear of the other label.
  thin <- parts$part == "Calibration" & parts$top - parts$bottom < 0.12 * roof
  parts$at[thin] <- pmax(parts$top[thin], 0.08 * roof) + 0.05 * roof
  parts
}
