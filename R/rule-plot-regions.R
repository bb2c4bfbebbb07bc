# Picture of decision regions.

#' @rdname decision_regions
#' @param object [decision_regions()].
#' @param ... Must be empty.
#' @section Picture:
#' `autoplot()` returns a ggplot. For two classes, lines show the expected cost of each action (eq.
#' 2.4); a thick line shows the least, the entropy of the decision problem, with its action named
#' above. For three classes, the triangle of posteriors is divided into the regions of the actions.
#' @concept picture of regions
#' @examples
#' plot(decision_regions(cost))
#' plot(decision_regions(three))
#' @exportS3Method ggplot2::autoplot decision_regions
autoplot.decision_regions <- function(object, ...) {
  check_dots(...)
  line <- ncol(attr(object, "cost")) == 2
  object <- drawn_curve(object, c("action", if (line) c("lower", "upper") else c("x", "y")), "cost")
  if (line) draw_line_regions(object) else draw_triangle_regions(object)
}

draw_line_regions <- function(regions) {
  cost <- attr(regions, "cost")
  lines <- action_lines(cost)
  least <- least_line(regions, cost)
  top <- 1.5 * max(least$cost, 1e-300)
  middle <- (regions$lower + regions$upper) / 2
  # Names of actions stay within the panel.
  names <- new_frame(
    action = regions$action, q = middle, cost = top,
    hjust = ifelse(middle < 0.15, 0, ifelse(middle > 0.85, 1, 0.5))
  )
  ggplot2::ggplot(lines, ggplot2::aes(.data$q, .data$cost)) +
    neutral_line(ggplot2::geom_vline, xintercept = regions$upper[-nrow(regions)], linewidth = 0.5) +
    ggplot2::geom_line(
      ggplot2::aes(linetype = .data$action, colour = .data$action), linewidth = widths["curve"]
    ) +
    ggplot2::geom_line(data = least, linewidth = 1.1, colour = roles["actual", "colour"]) +
    ggplot2::geom_text(
      ggplot2::aes(label = .data$action, hjust = .data$hjust),
      data = names, size = 3.2, vjust = 1, check_overlap = TRUE
    ) +
    ordered_scales(levels(lines$action), label("Action")) +
    unit_axis(ggplot2::scale_x_continuous) +
    ggplot2::coord_cartesian(ylim = c(min(0, least$cost), top)) +
    framed(
      label("Expected cost of each action over the posterior probability"), "",
      label("%s is best from %s to %s.", regions$action, percent_text(regions$lower),
        percent_text(regions$upper)),
      x = label("Posterior probability of %s (%%)", colnames(cost)[1] %||% "H1"),
      y = label("Expected cost"), notes = label("Thick: least cost; dotted: change of action.")
    )
}

action_lines <- function(cost) {
  lines <- expand.grid(q = c(0, 1), action = factor(rownames(cost), levels = rownames(cost)))
  lines$cost <- ifelse(lines$q == 1, cost[lines$action, 1], cost[lines$action, 2])
  lines
}

least_line <- function(regions, cost) {
  q <- c(regions$lower, 1)
  new_frame(q = q, cost = rule_entropy(new_decision_rule(cost), q))
}

draw_triangle_regions <- function(regions) {
  cost <- attr(regions, "cost")
  classes <- colnames(cost) %||% label("Class %s", 1:3)
  actions <- levels(regions$action)
  fills <- grDevices::grey(seq(0.97, 0.6, length.out = length(actions)))
  middles <- stats::aggregate(regions[c("x", "y")], regions["action"], mean)
  ggplot2::ggplot(regions, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_polygon(
      ggplot2::aes(group = .data$action, fill = .data$action), colour = "black", linewidth = 0.4
    ) +
    ggplot2::geom_text(ggplot2::aes(label = .data$action), data = middles, size = 3.2) +
    ggplot2::scale_fill_manual(values = fills, drop = FALSE, guide = "none") +
    ggplot2::geom_path(data = triangle_outline(), colour = "black", linewidth = 0.5) +
    triangle_frame(classes, 0.12, clip = "on") +
    framed(
      label("Triangle of posteriors of %s", paste(classes, collapse = ", ")), "",
      label("Regions of the best actions: %s.", paste(actions, collapse = ", ")),
      x = NULL, y = NULL
    )
}
