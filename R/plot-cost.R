#' Cost plot
#'
#' `plot_cost()` draws the expected cost of decisions at every threshold, for several priors, and
#' returns a ggplot (Ramos et al. 2018, figure 2; [cost_curve()] has the formula).
#'
#' Each prior (or operating point) has a line. The vertical line of the same type is the
#' [bayes_threshold()], the filled mark the cost of Bayes decisions ([dcf()]), the open mark the
#' lowest cost ([dcf_min()]). The two coincide in a calibrated system. Marks beyond the axis are not
#' drawn. Sets of scores have no Bayes thresholds.
#'
#' @param object A [cost_curve()].
#' @inheritParams cost_curve
#' @param x_axis Ticks: `"log10"` or `"ln"` of the LRs, or `"probability"` (at even prior odds).
#' @param ... For `plot_cost()`, arguments of [cost_curve()] and [lr_set()].
#' @return A ggplot.
#' @references
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @concept cost plot
#' @concept threshold plot
#' @name plot_cost
#' @examples
#' set.seed(1)
#' x <- c(
#'   simulate_lr(500, 5000, s = 2, system = "calibrated"),
#'   simulate_lr(500, 5000, s = 2, shift = 0.8, system = "shifted")
#' )
#' plot_cost(x, prior = c(0.05, 0.5, 0.95))
#' @export
plot_cost <- function(x, ..., x_axis = "log10") {
  check_given()
  autoplot(cost_curve(x, ...), x_axis = x_axis)
}

#' @rdname plot_cost
#' @exportS3Method ggplot2::autoplot cost_curve
autoplot.cost_curve <- function(object, x_axis = "log10", ...) {
  check_dots(...)
  object$threshold <- object[["threshold"]] %||% object[["log10_lr"]]
  object <- drawn_curve(object, c("system", "name", "threshold", "cost"), "scale")
  levels(object$name) <- point_words(levels(object$name))
  found <- attr(object, "marks")
  if (!is.null(found)) levels(found$name) <- point_words(levels(found$name))
  marks <- cost_points(found, range(object$threshold))
  ggplot2::ggplot(
    object,
    ggplot2::aes(.data$threshold, .data$cost, colour = .data$name, linetype = .data$name)
  ) +
    cost_ribbons(object) +
    (if (!is.null(marks)) threshold_lines(marks)) +
    ggplot2::geom_step(linewidth = widths["curve"], direction = "vh") +
    (if (!is.null(marks)) threshold_marks(marks)) +
    ordered_scales(levels(object$name)) +
    ggplot2::expand_limits(y = 0) +
    facet_systems(object) +
    lr_axis(attr(object, "scale"), x_axis, label("threshold")) +
    framed(
      label("Cost plot: expected cost over decision thresholds"), levels(object$system),
      cost_findings(found), y = label("Expected cost"),
      notes = c(
        if (any(marks$mark == mark_words()[1])) {
          label("Vertical lines: the Bayes thresholds, in the line type of their prior.")
        },
        infinite_notes(attr(object, "infinite")), band_note(object), trials_note(object)
      )
    )
}

# Points without a name are named after their prior.
point_words <- function(names) {
  kinds <- label(c("effective prior" = "effective prior", prior = "prior"))
  for (kind in names(kinds)) {
    ours <- grepl(paste0("^", kind, " [0-9]"), names)
    number <- sub(".", getOption("OutDec"), substring(names[ours], nchar(kind) + 2), fixed = TRUE)
    names[ours] <- paste(kinds[[kind]], number)
  }
  names
}

cost_ribbons <- function(curve) {
  if ("cost_lower" %in% names(curve)) {
    words <- levels(curve$name)
    looks <- system_looks(words, rep_len(ramp_lines, length(words)), ramp(length(words)))
    data <- stack_columns(curve, c("system", "name", "threshold"), c(cost = "cost"))
    band_ribbons(data, "threshold", "name", looks)
  }
}

cost_findings <- function(marks) {
  if (is.null(marks)) return(NULL)
  who <- paste0(if (nlevels(marks$system) > 1) paste0(marks$system, ", ") else "", marks$name)
  ifelse(is.na(marks$dcf),
    label("%s: %s at best.", who, format_number(marks$dcf_min)),
    label(
      "%s: %s at the Bayes threshold and %s at best.", who, format_number(marks$dcf),
      format_number(marks$dcf_min)
    )
  )
}

threshold_lines <- function(marks) {
  ggplot2::geom_vline(
    ggplot2::aes(xintercept = .data$at, colour = .data$name, linetype = .data$name),
    data = marks[marks$mark == mark_words()[1], ], linewidth = widths["thin"], show.legend = FALSE
  )
}

# Open marks are larger, so that a filled mark at the same place is visible inside.
threshold_marks <- function(marks) {
  words <- mark_words()
  marks$mark <- factor(marks$mark, words)
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$at, .data$cost, shape = .data$mark, size = .data$mark),
      data = marks, stroke = 0.9
    ),
    ggplot2::scale_shape_manual(values = rlang::set_names(c(16, 1), words)),
    ggplot2::scale_size_manual(values = rlang::set_names(c(1.8, 3.4), words)),
    untitled(shape = words, size = words, first = 2)
  )
}

# A table of both kinds of marks within the range of the axis.
cost_points <- function(marks, range) {
  if (is.null(marks)) return(NULL)
  keep <- marks[c("system", "name")]
  points <- rbind(
    data.frame(keep, at = marks$bayes_threshold, cost = marks$dcf, mark = mark_words()[1]),
    data.frame(keep, at = marks$best_threshold, cost = marks$dcf_min, mark = mark_words()[2])
  )
  points[!is.na(points$at) & points$at >= range[1] & points$at <= range[2], ]
}
