#' Reliability diagram
#'
#' `plot_reliability()` draws posterior probabilities against the proportion of H1 among the trials
#' with these probabilities, and returns a ggplot (Ramos and Gonzalez-Rodriguez 2013, figures 2 to
#' 5).
#'
#' On the dotted diagonal the posteriors are calibrated. Points below it on the right and above it
#' on the left indicate LRs that are too strong; the reverse, LRs that are too weak. Points on one
#' side indicate LRs that favour one hypothesis.
#'
#' * `method = "bins"`: a point for each bin, at its mean posterior, with any confidence interval;
#'   hollow for fewer than 10 trials.
#' * `method = "pav"`: a step for each block of [pav()], from its smallest to its largest posterior.
#'
#' The bars below count trials, on one scale for all systems. [plot_ece()] shows calibration at all
#' priors.
#'
#' @param object A [reliability_curve()].
#' @inheritParams reliability_curve
#' @param ... For `plot_reliability()`, arguments of [reliability_curve()] and [lr_set()].
#' @return A ggplot.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2013). *Forensic Science International* 230, 156-169.
#' \doi{10.1016/j.forsciint.2013.04.014}
#' @seealso [posterior_histogram()]
#' @concept reliability diagram
#' @concept calibration curve
#' @concept reliability plot
#' @concept attributes diagram
#' @name plot_reliability
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' plot_reliability(x)
#' plot_reliability(x["mvk"], prior = 0.5, method = "pav")
#' @export
plot_reliability <- function(x, ...) {
  check_given()
  autoplot(reliability_curve(x, ...))
}

#' @rdname plot_reliability
#' @exportS3Method ggplot2::autoplot reliability_curve
autoplot.reliability_curve <- function(object, ...) {
  check_dots(...)
  object <- drawn_curve(
    object, c(
      "system", "prior", "posterior_min", "posterior_max", "posterior", "observed", "lower",
      "upper", "n_h1", "n_h2"
    )
  )
  histogram <- attr(object, "histogram")
  prior <- prior_phrase(object)
  ggplot2::ggplot(object, ggplot2::aes(y = .data$observed)) +
    (if (!is.null(histogram)) count_strip(histogram)) +
    neutral_line(ggplot2::annotate, "segment", x = 0, y = 0, xend = 1, yend = 1) +
    reliability_ribbon(object) +
    reliability_marks(object) +
    unit_axis(ggplot2::scale_x_continuous) +
    (if (is.null(histogram)) unit_axis(ggplot2::scale_y_continuous) else strip_axis(histogram)) +
    ggplot2::coord_cartesian(xlim = c(0, 1), ylim = c(strip_floor, 1)) +
    facet_systems(object) +
    framed(
      label("Reliability diagram: proportion of H1 against posterior probability"),
      levels(object$system), c(prior, reliability_findings(object)),
      x = label("Posterior probability of H1 (%)"), y = label("Proportion of H1 (%)"),
      subtitle = prior, notes = c(
        if (!is.null(histogram)) reliability_notes(object, histogram), trials_note(object)
      )
    )
}

# Below the proportions the axis counts trials, from none to the highest bar.
strip_axis <- function(histogram) {
  highest <- paste(number_text(max(histogram$n_h1 + histogram$n_h2)),
    counted(histogram, label(c("trials", "weight"))))
  ggplot2::scale_y_continuous(
    breaks = c(strip_floor, strip_top, seq(0, 1, by = 0.25)), minor_breaks = NULL,
    labels = \(y, unit = "") {
      bars <- c("0", highest)[match(y, c(strip_floor, strip_top))]
      ifelse(is.na(bars) & y >= 0, percent_labels(y, unit), bars)
    }
  )
}

# The strip of bars lies below the unit square.
strip_floor <- -0.34
strip_top <- -0.1

reliability_ribbon <- function(curve) {
  band <- attr(curve, "calibrated")
  if (!is.null(band)) {
    looks <- system_looks(levels(band$system), colour = roles["none", "colour"])
    band_ribbons(band, "posterior", "system", looks)
  }
}

# Blocks of PAV, or points, hollow if they have fewer than ten trials.
reliability_marks <- function(curve) {
  if (identical(attr(curve, "method"), "pav")) {
    list(
      ggplot2::geom_segment(
        ggplot2::aes(.data$posterior_min, xend = .data$posterior_max, yend = .data$observed),
        linewidth = 1.1, lineend = "round"
      ),
      ggplot2::geom_point(ggplot2::aes(.data$posterior),
        data = curve[curve$posterior_min == curve$posterior_max, ], size = 1.2
      )
    )
  } else {
    few <- curve$n_h1 + curve$n_h2 < 10
    list(
      ggplot2::geom_linerange(
        ggplot2::aes(.data$posterior, ymin = .data$lower, ymax = .data$upper),
        data = curve[!is.na(curve$lower), ], linewidth = 0.5
      ),
      ggplot2::geom_point(
        ggplot2::aes(.data$posterior), shape = 21, fill = ifelse(few, "white", "black"), size = 2.2
      )
    )
  }
}

reliability_notes <- function(curve, histogram) {
  facts <- attr(curve, "bands")
  interval <- if (!is.null(attr(curve, "calibrated"))) {
    band_text(facts)
  } else if (!is.null(facts)) {
    label("Lines: %s %s intervals%s; hollow: fewer than 10 trials.",
      label(if (facts$by == "source") "by source," else "exact"), percent_text(facts$level),
      if (facts$band == "simultaneous") label(" for all bins at once") else ""
    )
  } else if (attr(curve, "method") == "bins") {
    label("No intervals: the trials are weighted.")
  }
  bars <- label("Bars: %s.", counted(curve, label(c("trials", "weight of trials"))))
  ignored <- if (isTRUE(facts$sharing)) ignored_items()
  c(paste(c(bars, interval), collapse = " "), ignored, infinite_notes(attr(histogram, "infinite")))
}

count_strip <- function(histogram) {
  bars <- as.data.frame(histogram)
  bars$n <- bars$n_h1 + bars$n_h2
  bars$top <- strip_floor + (strip_top - strip_floor) * bars$n / max(bars$n)
  bars <- bars[bars$n > 0, ]
  list(
    ggplot2::geom_hline(yintercept = 0, colour = "grey60", linewidth = widths["rule"]),
    ggplot2::geom_rect(
      ggplot2::aes(
        xmin = .data$posterior_min, xmax = .data$posterior_max, ymin = strip_floor,
        ymax = .data$top
      ),
      data = bars, inherit.aes = FALSE, fill = "grey65", colour = "white", linewidth = 0.1
    )
  )
}

reliability_findings <- function(curve) {
  each_finding(curve, \(part) {
    far <- part[which.max(abs(part$observed - part$posterior)), ]
    label("farthest from the diagonal at the posterior %s, where %s are H1.",
      percent_text(far$posterior), percent_text(far$observed))
  })
}
