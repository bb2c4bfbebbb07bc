#' What bounds on LRs the data bear out
#'
#' The bounds of [bound_lr()] by all methods that find them in the data, side by side: the empirical
#' lower and upper bounds (ELUB), those of invariance verification, and what the number of sources
#' alone would allow. They answer different questions, and a reader should see how far they differ.
#'
#' @inheritParams bound_lr
#' @param ... Passed on to [lr_set()].
#' @return A data frame of class `bound_comparison` with a row per system and method: `system`,
#'   `method` (as in [bound_lr()]), `lower` and `upper`, log10 LRs, and `n_below` and `n_above`, how
#'   many trials lie beyond them. [autoplot()] draws the ranges below each other, with those of the
#'   LRs themselves.
#' @section Errors: As of [bound_lr()].
#' @inherit bound_lr references
#' @seealso [bound_lr()], whose result applies one of them
#' @export
#' @examples
#' x <- simulate_lr(60, 600, s = 3)
#' compare_bounds(x)
#' plot(compare_bounds(x))
compare_bounds <- function(x, ..., n_sources = NULL) {
  x <- lr_set(x, ...)
  check_calibrated(x)
  rows <- lapply(c("elub", "iv", "n_source"), \(method) {
    bound <- bound_lr(x, method = method, n_sources = if (method == "n_source") n_sources)
    beyond <- trials_beyond(bound)
    data.frame(
      system = bound$bounds$system, method = method, bound$bounds[c("lower", "upper")],
      n_below = beyond$below, n_above = beyond$above
    )
  })
  rows <- do.call(rbind, rows)
  rows <- rows[order(rows$system), ]
  rownames(rows) <- NULL
  claimed <- bind_systems(each_system(x, finite_range_of), \(ends) {
    ends <- to_log10(ends, x$scale)
    data.frame(lower = ends[1], upper = ends[2])
  })
  new_curve(rows, "bound_comparison", claimed = claimed)
}

#' @rdname compare_bounds
#' @param object The result of `compare_bounds()`.
#' @inheritParams plot_tippett
#' @export
autoplot.bound_comparison <- function(object, x_axis = "log10", ...) {
  object <- drawn_curve(object, c("system", "method", "lower", "upper"))
  words <- label(c(elub = "ELUB", iv = "Invariance", n_source = "Number of sources"))
  found <- label("LRs found")
  claimed <- attr(object, "claimed")
  rows <- rbind(
    data.frame(as.data.frame(object)[c("system", "lower", "upper")], method = words[object$method]),
    if (!is.null(claimed)) data.frame(claimed, method = found)
  )
  rows$method <- factor(rows$method, rev(c(words, found)))
  ends <- data.frame(rows[c("system", "method")], at = c(rows$lower, rows$upper))
  ggplot2::ggplot(rows, ggplot2::aes(y = .data$method)) +
    ggplot2::geom_vline(
      xintercept = 0, colour = roles["none", "colour"], linewidth = widths["rule"]
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(.data$lower, xend = .data$upper, yend = .data$method, linetype = .data$method),
      linewidth = widths["main"], colour = roles["bound_high", "colour"], show.legend = FALSE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$at), data = ends, shape = 124, size = 4,
      colour = roles["bound_high", "colour"]
    ) +
    ggplot2::scale_linetype_manual(
      values = rlang::set_names(c("solid", "solid", "solid", "dotted"), c(words, found))
    ) +
    facet_systems(object) +
    lr_axis("log10_lr", x_axis) +
    ggplot2::labs(
      y = NULL,
      alt = alt_text(label("Bounds of LRs by three methods"), levels(object$system), labelf(
        "%s: LR %s to %s.", rows$method, lr_text(rows$lower), lr_text(rows$upper)
      ))
    ) +
    furniture()
}
