#' Plot bounds
#'
#' The bounds of [bound_lr()] in a Tippett plot of the trials they come from, or on the criterion
#' that gave them.
#'
#' In the Tippett plot the LRs beyond the dashed verticals are those that the trials do not bear
#' out. With `type = "criterion"`, the bounds are where the curve first falls below zero on the way
#' from LR = 1 to either side, see [bound_curve()].
#'
#' @param object The result of [bound_lr()], or of [bound_curve()].
#' @param type `"tippett"` or `"criterion"`.
#' @param style Style of the Tippett curves, see [tippett_curve()].
#' @param ... For `plot()`, passed on to `autoplot()`; otherwise unused.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @name autoplot.lr_bound
#' @examples
#' bound <- bound_lr(simulate_lr(50, 200, s = 3))
#' autoplot(bound)
#' autoplot(bound, type = "criterion")
NULL

#' @rdname autoplot.lr_bound
#' @export
autoplot.lr_bound <- function(object, type = "tippett", style = "greater", ...) {
  call <- rlang::current_env()
  check_choice(type, c("tippett", "criterion"), "type", call)
  if (type == "criterion") {
    return(autoplot(bound_curve(object)))
  }
  autoplot(tippett_curve(object, style = style)) +
    bound_lines(object$bounds) +
    ggplot2::labs(caption = bound_caption(object$bounds))
}

#' @rdname autoplot.lr_bound
#' @param x The result of [bound_lr()].
#' @export
plot.lr_bound <- plot.calibrant_curve

#' @rdname autoplot.lr_bound
#' @export
autoplot.bound_curve <- function(object, ...) {
  object <- drawn_curve(object, c("system", "log10_lr", "criterion", "value"))
  bounds <- attr(object, "bounds")
  iv <- attr(object, "method") == "iv"
  object$criterion <- factor(object$criterion, levels = names(criterion_names), criterion_names)
  ggplot2::ggplot(object, ggplot2::aes(
    .data$log10_lr, .data$value,
    colour = .data$criterion, linetype = .data$criterion
  )) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey60", linewidth = 0.3) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey60", linewidth = 0.3) +
    ggplot2::geom_line(linewidth = 0.7) +
    bound_lines(bounds) +
    ggplot2::scale_colour_manual(values = criterion_colours, name = NULL) +
    ggplot2::scale_linetype_manual(values = criterion_lines, name = NULL) +
    (if (!iv) ggplot2::guides(colour = "none", linetype = "none")) +
    facet_systems(object) +
    ggplot2::labs(
      x = expression("Threshold" ~ log[10] ~ "LR"),
      y = if (iv) {
        expression("Criterion" ~ Delta)
      } else {
        expression(log[10] ~ "(loss without evidence / loss with it)")
      },
      caption = bound_caption(bounds)
    )
}

criterion_names <- c(utility = "Utility", lower = "Lower bound", upper = "Upper bound")
criterion_colours <- c("Utility" = "#000000", "Lower bound" = "#D55E00", "Upper bound" = "#0072B2")
criterion_lines <- c("Utility" = "solid", "Lower bound" = "longdash", "Upper bound" = "solid")

bound_lines <- function(bounds) {
  lines <- data.frame(
    system = rep(bounds$system, 2),
    at = c(bounds$lower, bounds$upper)
  )
  ggplot2::geom_vline(
    ggplot2::aes(xintercept = .data$at),
    data = lines[is.finite(lines$at), ],
    linetype = "dashed", linewidth = 0.5
  )
}

bound_caption <- function(bounds) {
  name <- if (nrow(bounds) > 1) paste0(bounds$system, ": log10 LR") else "Bounds: log10 LR"
  paste0(
    name, " from ", format_number(bounds$lower), " to ", format_number(bounds$upper),
    collapse = "\n"
  )
}
