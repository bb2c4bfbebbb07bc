#' Plot decision regions
#'
#' For two classes, the expected cost of every action over the posterior, with the least of them,
#' the entropy of the decision problem, as a thick line, and the action that attains it named above.
#' For three classes, the triangle of posteriors, cut into the regions of the actions.
#'
#' Action \eqn{a} costs \eqn{\sum_i q_i C_{ai}}{sum_i q_i C_ai} at the posterior \eqn{q} (Brümmer
#' 2010, eq. 2.4), and its region is where no other costs less.
#'
#' @param object [decision_regions()].
#' @param ... Must be empty.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit scoring_rule references
#' @name plot_decision_regions
#' @examples
#' plot(decision_regions(
#'   rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
#' ))
#' plot(decision_regions(
#'   rbind(A = c(0, 1, 1), B = c(1, 0, 1), C = c(1, 1, 0), "call an expert" = rep(0.3, 3))
#' ))
NULL

#' @rdname plot_decision_regions
#' @export
autoplot.decision_regions <- function(object, ...) {
  check_dots(...)
  if (ncol(attr(object, "cost")) == 2) draw_line_regions(object) else draw_triangle_regions(object)
}

region_fills <- function(n) grDevices::grey(seq(0.97, 0.6, length.out = n))

draw_line_regions <- function(regions) {
  cost <- attr(regions, "cost")
  lines <- action_lines(cost)
  least <- least_line(regions, cost)
  top <- 1.5 * max(least$cost, 1e-300)
  ggplot2::ggplot(lines, ggplot2::aes(.data$q, .data$cost)) +
    ggplot2::geom_vline(
      xintercept = regions$upper[-nrow(regions)], linetype = roles["none", "line"],
      colour = roles["none", "colour"]
    ) +
    ggplot2::geom_line(
      ggplot2::aes(linetype = .data$action, colour = .data$action), linewidth = widths["curve"]
    ) +
    ggplot2::geom_line(data = least, linewidth = 1.1, colour = roles["actual", "colour"]) +
    ggplot2::geom_text(
      ggplot2::aes(.data$middle, top, label = .data$action, hjust = .data$hjust),
      data = label_places(regions), size = 3.2, vjust = 1, check_overlap = TRUE
    ) +
    ordered_scales(levels(lines$action), label("Action")) +
    unit_axis(ggplot2::scale_x_continuous) +
    ggplot2::coord_cartesian(ylim = c(min(0, least$cost), top)) +
    ggplot2::labs(
      x = probability_label(cost), y = label("Expected cost"),
      caption = label("Thick: least cost; dotted: change of action."),
      alt = alt_text(
        label("Expected cost of each action over the posterior probability"), "", labelf(
          "%s is best from %s to %s.", regions$action, percent_text(regions$lower),
          percent_text(regions$upper)
        )
      )
    ) +
    furniture()
}

# Names of actions stay within the panel.
label_places <- function(regions) {
  regions$middle <- (regions$lower + regions$upper) / 2
  regions$hjust <- ifelse(regions$middle < 0.15, 0, ifelse(regions$middle > 0.85, 1, 0.5))
  regions
}

probability_label <- function(cost) {
  class <- colnames(cost)[1]
  labelf("Posterior probability of %s (%%)", if (is.null(class)) "H1" else class)
}

action_lines <- function(cost) {
  lines <- expand.grid(q = c(0, 1), action = factor(rownames(cost), levels = rownames(cost)))
  lines$cost <- ifelse(lines$q == 1, cost[lines$action, 1], cost[lines$action, 2])
  lines
}

least_line <- function(regions, cost) {
  q <- c(regions$lower, 1)
  data.frame(q = q, cost = rule_entropy(new_decision_rule(cost, rlang::current_env()), q))
}

draw_triangle_regions <- function(regions) {
  cost <- attr(regions, "cost")
  classes <- if (is.null(colnames(cost))) labelf("Class %s", 1:3) else colnames(cost)
  ggplot2::ggplot(regions, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_polygon(
      ggplot2::aes(group = .data$action, fill = .data$action), colour = "black", linewidth = 0.4
    ) +
    ggplot2::geom_text(
      ggplot2::aes(label = .data$action), data = region_middles(regions), size = 3.2
    ) +
    ggplot2::scale_fill_manual(
      values = region_fills(nlevels(regions$action)), drop = FALSE, guide = "none"
    ) +
    bare_triangle(classes) +
    ggplot2::labs(alt = alt_text(
      labelf("Triangle of posteriors of %s", paste(classes, collapse = ", ")), "",
      labelf("Regions of the best actions: %s.", paste(levels(regions$action), collapse = ", "))
    )) +
    furniture()
}

region_middles <- function(regions) {
  stats::aggregate(regions[c("x", "y")], regions["action"], mean)
}

# The triangle without axes, its corners named.
bare_triangle <- function(classes) {
  list(
    ggplot2::geom_path(data = triangle_outline(), colour = "black", linewidth = 0.5),
    ggplot2::geom_text(
      ggplot2::aes(label = .data$label, vjust = .data$vjust),
      data = triangle_corners(classes), size = 3.6
    ),
    ggplot2::scale_x_continuous(breaks = NULL, expand = ggplot2::expansion(mult = 0.12)),
    ggplot2::scale_y_continuous(breaks = NULL, expand = ggplot2::expansion(mult = 0.12)),
    ggplot2::coord_equal(),
    ggplot2::labs(x = NULL, y = NULL)
  )
}
