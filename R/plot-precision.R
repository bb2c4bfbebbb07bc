#' @rdname lr_precision
#' @param object The result of `lr_precision()`.
#' @exportS3Method ggplot2::autoplot lr_precision
autoplot.lr_precision <- function(object, ...) {
  check_dots(...)
  comparisons <- attr(object, "comparisons")
  known <- comparisons[is.finite(comparisons$std_deviation), ]
  known$hypothesis <- ifelse(known$truth, "H1", "H2")
  pooled <- as.data.frame(object)[object$hypothesis != "both", ]
  pooled$hypothesis <- toupper(pooled$hypothesis)
  names <- levels(known$system)
  ggplot2::ggplot(known, ggplot2::aes(.data$log10_lr, .data$std_deviation)) +
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$hypothesis, shape = .data$hypothesis), size = 1.4, alpha = 0.6
    ) +
    ggplot2::geom_hline(
      ggplot2::aes(
        yintercept = .data$within, colour = .data$hypothesis, linetype = .data$hypothesis
      ),
      data = pooled, linewidth = widths["curve"]
    ) +
    role_scales(c(h1 = "H1", h2 = "H2"), shape = TRUE) +
    ggplot2::scale_y_continuous(limits = c(0, NA)) +
    facet_systems(known) +
    framed(
      label("Precision of repeated LRs"), names,
      precision_findings(pooled), x = lr_title(label("Mean LR of a comparison"), "log10"),
      y = label("Standard deviation of log10 LR"), notes = label("Lines: pooled over comparisons.")
    )
}

precision_findings <- function(pooled) {
  labelf(
    "%s, %s: standard deviation %s.", pooled$system, pooled$hypothesis,
    format_number(pooled$within)
  )
}
