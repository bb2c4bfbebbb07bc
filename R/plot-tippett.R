#' Tippett plot
#'
#' The proportion of trials of each hypothesis beyond each likelihood ratio, with the rates of
#' misleading evidence in the subtitle.
#'
#' The further apart the two curves, the better the system discriminates; how far they reach to the
#' wrong side of LR = 1 (the vertical line) shows how strongly it can mislead. Calibration cannot be
#' seen here: use [plot_ece()] for that. The curves are exact steps. Trials beyond the axis, with
#' LR = 0 or LR = Inf among them, are counted at its edges. Where a long tail of one hypothesis
#' would squeeze the rest, the axis ends before it; `+ ggplot2::coord_cartesian()` shows all.
#'
#' @param object A [tippett_curve()].
#' @inheritParams cross_entropy
#' @param style `"greater"` or `"cumulative"`, see [tippett_curve()].
#' @param ... For `plot_tippett()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit tippett_curve references
#' @name plot_tippett
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' plot_tippett(x)
#' plot_tippett(x["mvk"], style = "cumulative")
NULL

#' @rdname plot_tippett
#' @export
plot_tippett <- function(x, ..., style = "greater") {
  autoplot(tippett_curve(lr_set(x, ...), style = style))
}

#' @rdname plot_tippett
#' @export
autoplot.tippett_curve <- function(object, ...) {
  object <- drawn_curve(object, c("system", "log10_lr", "h1", "h2"))
  style <- attr(object, "style")
  ggplot2::ggplot(mapping = ggplot2::aes(
    .data$log10_lr, .data$value,
    colour = .data$hypothesis, linetype = .data$hypothesis
  )) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey60", linewidth = 0.3) +
    tippett_lines(object, style) +
    show_window(object) +
    edge_numbers(object, style) +
    scale_hypothesis_lines() +
    ggplot2::scale_y_continuous(labels = \(y) 100 * y, limits = c(0, 1)) +
    facet_systems(object) +
    ggplot2::labs(
      x = if (style == "greater") {
        expression(log[10] ~ "LR greater than")
      } else {
        expression(log[10] ~ "LR, H1: this or less; H2: this or more")
      },
      y = "Proportion of trials (%)",
      subtitle = misleading_subtitle(attr(object, "misleading"))
    )
}

# A proportion of values up to x is continuous from the right, one of values from x from the left.
tippett_lines <- function(curve, style) {
  direction <- c(h1 = "hv", h2 = if (style == "greater") "hv" else "vh")
  lapply(names(direction), \(h) {
    ggplot2::geom_step(
      data = drawn_steps(curve, h),
      direction = direction[[h]], linewidth = 0.7
    )
  })
}

drawn_steps <- function(curve, h) {
  rows <- split(seq_len(nrow(curve)), curve$system)
  drawn <- unlist(lapply(rows, \(i) i[visible_steps(curve$log10_lr[i], curve[[h]][i])]))
  data.frame(
    system = curve$system[drawn],
    log10_lr = curve$log10_lr[drawn],
    value = curve[[h]][drawn],
    hypothesis = factor(hypothesis_levels[[h]], levels = hypothesis_levels)
  )
}

# Numbers of trials beyond the axis, at its two ends, where the curves leave room.
edge_numbers <- function(curve, style) {
  labels <- beyond_labels(curve)
  if (nrow(labels) == 0) {
    return(NULL)
  }
  labels$label <- sprintf(
    "%s\nH1: %s\nH2: %s", labels$where, plain_count(labels$n_h1), plain_count(labels$n_h2)
  )
  labels$height <- ifelse(labels$at < 0, 0.2, if (style == "greater") 0.8 else 0.5)
  ggplot2::geom_text(
    ggplot2::aes(.data$at, .data$height, label = .data$label, hjust = .data$hjust),
    data = labels, inherit.aes = FALSE, size = 3, lineheight = 0.95
  )
}

misleading_subtitle <- function(rates) {
  if (is.null(rates)) {
    return(NULL)
  }
  systems <- levels(rates$system)
  rate <- \(h) percent_text(rates$rate[rates$hypothesis == h])
  name <- if (length(systems) > 1) paste0(systems, " misleads in ") else "Misleading evidence: "
  paste0(name, rate("h1"), " of H1, ", rate("h2"), " of H2 trials", collapse = "\n")
}
