#' Plot bounds
#'
#' `autoplot()` returns a ggplot of the bounds of [bound_lr()], in a Tippett plot of their trials
#' or, with `type = "criterion"`, on [their criterion][tidy.lr_bound]. The trials support LRs
#' between the vertical lines.
#'
#' @param object The result of [bound_lr()], or its criterion by [tidy()][tidy.lr_bound].
#' @param type `"tippett"` or `"criterion"`.
#' @param style Style of the Tippett curves, see [tippett_curve()].
#' @inheritParams plot_tippett
#' @param ... For `plot()`, passed on to `autoplot()`; otherwise unused.
#' @return A ggplot.
#' @concept plot of bounds
#' @name autoplot.lr_bound
#' @examples
#' bound <- bound_lr(simulate_lr(50, 200, s = 3))
#' autoplot(bound)
#' autoplot(bound, type = "criterion")
#' @order 1
NULL

#' @rdname autoplot.lr_bound
#' @exportS3Method ggplot2::autoplot lr_bound
autoplot.lr_bound <- function(object, type = "tippett", style = "greater", x_axis = "log10", ...) {
  check_intact_bound(object)
  check_choice(type, c("tippett", "criterion"))
  if (type == "criterion") return(autoplot(bound_curve(object), x_axis = x_axis))
  autoplot(tippett_curve(object, style = style), x_axis = x_axis, ...)
}

#' @rdname autoplot.lr_bound
#' @param x The result of [bound_lr()].
#' @export
plot.lr_bound <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname autoplot.lr_bound
#' @exportS3Method ggplot2::autoplot bound_curve
autoplot.bound_curve <- function(object, x_axis = "log10", ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "log10_lr", "criterion", "value"), "method")
  bounds <- attr(object, "bounds")
  iv <- attr(object, "method") == "iv"
  object$criterion <- factor(object$criterion, levels = names(criterion_words()), criterion_words())
  ggplot2::ggplot(object, ggplot2::aes(.data$log10_lr, .data$value)) +
    neutral_line(ggplot2::geom_hline, yintercept = 0, linewidth = 0.5) +
    origin_line(ggplot2::geom_vline, xintercept = 0) +
    criterion_lines(iv) +
    bound_lines(bounds) +
    facet_systems(object) +
    lr_axis("log10_lr", x_axis, label("threshold")) +
    framed(
      label("Criterion of the bounds over LRs"), levels(object$system), bound_notes(bounds),
      y = if (iv) {
        as.expression(bquote(.(label("Criterion")) ~ Delta))
      } else {
        log10_title(label("(loss without evidence / loss with it)"))
      },
      notes = c(bound_notes(bounds), trials_note(object))
    )
}

criterion_lines <- function(iv) {
  if (!iv) return(ggplot2::geom_line(linewidth = widths["curve"]))
  words <- criterion_words()[c("lower", "upper")]
  lines <- rlang::set_names(c("dotdash", "solid"), words)
  list(
    ggplot2::geom_line(ggplot2::aes(linetype = .data$criterion), linewidth = widths["curve"]),
    ggplot2::scale_linetype_manual(values = lines),
    untitled(linetype = unname(words))
  )
}

criterion_words <- function() {
  label(c(utility = "Utility", lower = "Lower bound", upper = "Upper bound"))
}
