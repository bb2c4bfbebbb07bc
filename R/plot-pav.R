#' PAV plot
#'
#' Likelihood ratios before and after perfect calibration by [pav()].
#'
#' Each block is a horizontal piece from the smallest to the largest log10 LR in it, at the height
#' of the log10 LR that PAV gives it; thin lines join the blocks. On the dashed diagonal the LRs are
#' what they should be. A line flatter than the diagonal means LRs that are too strong, a steeper
#' one LRs that are too weak, and a shift favours one hypothesis. Blocks of LR 0 and infinity, in
#' which only one hypothesis occurs, are drawn in rows of their own, marked by triangles and
#' labelled with their trials: there the data put no limit to the LR. A set of scores has no
#' diagonal.
#'
#' @param object The result of [pav()].
#' @inheritParams cross_entropy
#' @param ... For `plot_pav()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit dev_pav references
#' @name plot_pav
#' @examples
#' plot_pav(simulate_lr(200, 1000, s = 2, stretch = 2))
NULL

#' @rdname plot_pav
#' @export
plot_pav <- function(x, ...) {
  autoplot(pav(lr_set(x, ...)))
}

#' @rdname plot_pav
#' @export
autoplot.pav <- function(object, ...) {
  object <- drawn_curve(object, c("system", "n_h1", "n_h2", "log10_lr_pav"))
  scale <- attr(object, "scale")
  blocks <- cbind(object, pav_ranges(object))
  edges <- infinite_rows(blocks$log10_lr_pav)
  finite <- blocks[is.finite(blocks$log10_lr_pav), ]
  ggplot2::ggplot(mapping = ggplot2::aes(y = .data$log10_lr_pav)) +
    (if (scale != "score") identity_line()) +
    ggplot2::geom_line(ggplot2::aes(x = .data$x, group = .data$system),
      data = block_corners(finite), linewidth = 0.3, colour = pav_colour()
    ) +
    block_pieces(finite) +
    infinite_blocks(blocks, edges, attr(object, "window")) +
    infinite_ticks(edges) +
    show_window(object) +
    facet_systems(object) +
    ggplot2::labs(
      x = axis_title(scale, if (scale == "score") "" else "before"),
      y = expression(log[10] ~ "LR after PAV")
    )
}

pav_colour <- function() curve_colours[["After PAV"]]

identity_line <- function() {
  ggplot2::geom_abline(slope = 1, intercept = 0, linetype = "dashed", colour = "grey40")
}

# Both ends of every block, in order.
block_corners <- function(blocks) {
  data.frame(
    system = rep(blocks$system, each = 2),
    x = c(rbind(blocks$min, blocks$max)),
    log10_lr_pav = rep(blocks$log10_lr_pav, each = 2)
  )
}

block_pieces <- function(blocks) {
  ggplot2::geom_segment(
    ggplot2::aes(.data$min, xend = .data$max, yend = .data$log10_lr_pav),
    data = blocks, linewidth = 1.1, colour = pav_colour(), lineend = "round"
  )
}

# Where LR = 0 and LR = Inf are drawn: one row below and one above all that is finite.
infinite_rows <- function(y) {
  range <- if (any(is.finite(y))) range(y[is.finite(y)]) else c(0, 0)
  margin <- max(0.15 * diff(range), 0.25)
  c(
    low = if (any(y == -Inf)) range[1] - margin else NA,
    high = if (any(y == Inf)) range[2] + margin else NA
  )
}

# Ticks in the rows of the infinite values; ordinary ticks keep away from them.
infinite_ticks <- function(edges) {
  edges <- edges[!is.na(edges)]
  breaks <- function(limits) {
    ticks <- scales::breaks_extended()(limits)
    near <- vapply(ticks, \(tick) any(abs(tick - edges) < 0.08 * diff(limits)), logical(1))
    between <- ticks > max(edges["low"], -Inf, na.rm = TRUE) &
      ticks < min(edges["high"], Inf, na.rm = TRUE)
    c(edges, ticks[between & !near])
  }
  labels <- function(y) {
    ifelse(y %in% edges, ifelse(y == max(y, na.rm = TRUE), "Inf", "-Inf"), format_number(y))
  }
  ggplot2::scale_y_continuous(breaks = breaks, labels = labels)
}

infinite_blocks <- function(blocks, edges, window) {
  infinite <- blocks[is.infinite(blocks$log10_lr_pav), ]
  if (nrow(infinite) == 0) {
    return(NULL)
  }
  up <- infinite$log10_lr_pav > 0
  n <- plain_count(ifelse(up, infinite$n_h1, infinite$n_h2))
  infinite$label <- paste(n, ifelse(up, "H1", "H2"), "trials")
  infinite$log10_lr_pav <- ifelse(up, edges[["high"]], edges[["low"]])
  infinite$tip <- ifelse(up, pmin(infinite$max, window[2]), pmax(infinite$min, window[1]))
  infinite$beside <- ifelse(up, infinite$min, infinite$max)
  room <- ifelse(up, infinite$beside - window[1], window[2] - infinite$beside) > diff(window) / 3
  infinite$hjust <- ifelse(up == room, 1.08, -0.08)
  list(
    block_pieces(infinite),
    ggplot2::geom_point(ggplot2::aes(.data$tip, shape = up),
      data = infinite, size = 2.5, colour = pav_colour(), fill = pav_colour(), show.legend = FALSE
    ),
    ggplot2::scale_shape_manual(values = c("FALSE" = 25, "TRUE" = 24)),
    ggplot2::geom_text(
      ggplot2::aes(.data$beside, label = .data$label, hjust = .data$hjust),
      data = infinite, size = 3, vjust = ifelse(room, 0.5, ifelse(up, 2, -1))
    )
  )
}
