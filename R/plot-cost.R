#' Cost plot
#'
#' The expected cost of decisions at every threshold, for several priors (Ramos et al. 2018, figure
#' 2).
#'
#' One line per prior (or operating point). The vertical line of the same type is the
#' [bayes_threshold()], the solid mark on the curve what Bayes decisions cost ([dcf()]); the open
#' mark is the lowest point ([min_dcf()]). In a well calibrated system the two marks meet at every
#' prior. Marks beyond the axis are not drawn; a set of scores has no Bayes thresholds. Trials with
#' LR = 0 and LR = Inf are on the same side of every threshold; their numbers stand below the plot.
#'
#' @param object A [cost_curve()].
#' @inheritParams cost_curve
#' @param ... For `plot_cost()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit dcf references
#' @seealso [cost_curve()] for the numbers
#' @name plot_cost
#' @examples
#' set.seed(1)
#' x <- c(
#'   simulate_lr(500, 5000, s = 2, system = "calibrated"),
#'   simulate_lr(500, 5000, s = 2, shift = 0.8, system = "shifted")
#' )
#' plot_cost(x, prior = c(0.05, 0.5, 0.95))
NULL

#' @rdname plot_cost
#' @export
plot_cost <- function(x, ..., prior = c(0.1, 0.5, 0.9), c_miss = 1, c_fa = 1, threshold = NULL) {
  autoplot(cost_curve(lr_set(x, ...), prior, c_miss, c_fa, threshold))
}

#' @rdname plot_cost
#' @export
autoplot.cost_curve <- function(object, ...) {
  object <- drawn_curve(object, c("system", "name", "threshold", "cost"))
  marks <- cost_points(attr(object, "marks"), range(object$threshold))
  n <- nlevels(object$name)
  ggplot2::ggplot(
    object,
    ggplot2::aes(.data$threshold, .data$cost, colour = .data$name, linetype = .data$name)
  ) +
    threshold_lines(marks) +
    ggplot2::geom_step(linewidth = 0.7, direction = "vh") +
    threshold_marks(marks) +
    ggplot2::scale_colour_manual(values = rep_len(unname(system_colours), n), name = NULL) +
    ggplot2::scale_linetype_manual(
      values = rep_len(c("solid", "dashed", "dotdash", "longdash", "twodash", "dotted"), n),
      name = NULL
    ) +
    ggplot2::expand_limits(y = 0) +
    facet_systems(object) +
    ggplot2::labs(
      x = axis_title(attr(object, "scale"), "threshold"), y = "Expected cost",
      caption = beyond_caption(attr(object, "infinite"))
    )
}

threshold_lines <- function(marks) {
  if (!is.null(marks)) {
    ggplot2::geom_vline(
      ggplot2::aes(xintercept = .data$at, colour = .data$name, linetype = .data$name),
      data = marks[marks$mark == "Bayes threshold", ], linewidth = 0.4, show.legend = FALSE
    )
  }
}

threshold_marks <- function(marks) {
  if (!is.null(marks)) {
    list(
      ggplot2::geom_point(
        ggplot2::aes(.data$at, .data$cost, shape = .data$mark),
        data = marks, size = 2.6
      ),
      ggplot2::scale_shape_manual(
        values = c("Bayes threshold" = 16, "Best threshold" = 1), name = NULL
      )
    )
  }
}

# Trials that no finite threshold can move.
beyond_caption <- function(infinite) {
  infinite <- infinite[infinite$n_h1 + infinite$n_h2 > 0, ]
  if (is.null(infinite) || nrow(infinite) == 0) {
    return(NULL)
  }
  name <- if (nlevels(infinite$system) > 1) paste0(infinite$system, ", ") else ""
  paste0(
    name, infinite$end, ": ", plain_count(infinite$n_h1), " H1, ", plain_count(infinite$n_h2),
    " H2 trials",
    collapse = "\n"
  )
}

# Both kinds of marks on top of each other, as far as the axis goes.
cost_points <- function(marks, range) {
  if (is.null(marks)) {
    return(NULL)
  }
  keep <- marks[c("system", "name")]
  points <- rbind(
    data.frame(keep, at = marks$bayes_threshold, cost = marks$dcf, mark = "Bayes threshold"),
    data.frame(keep, at = marks$best_threshold, cost = marks$min_dcf, mark = "Best threshold")
  )
  points[!is.na(points$at) & points$at >= range[1] & points$at <= range[2], ]
}
