#' Normalised Bayes error plot
#'
#' The error rate of Bayes decisions at every prior, relative to that of decisions by the prior
#' alone: at one glance, where a system is useful and what calibration costs it (Brümmer 2010,
#' figures 7.1, 7.8 and 7.9).
#'
#' How to read it:
#' * the **solid** line is the system as it is, the **dashed** line the same system with the best
#'   threshold for each prior. The gap between them is bad calibration;
#' * the **dotted** line at 1 is the prior alone. Above it the LRs do harm. The dashed line never
#'   is;
#' * the two thin lines add up to the solid one: the part of the misses and that of the false
#'   alarms;
#' * between the **triangle** and the **square** the test shows at least 30 errors of each kind at
#'   the best threshold. Outside, the curves say little about the system: see [rule_of_30()].
#'
#' A curve that leaves the panel goes on above it: bad calibration has no upper limit here.
#'
#' @param object A [bayes_error_curve()].
#' @inheritParams bayes_error_curve
#' @param parts Draw the parts of misses and false alarms?
#' @param type `"normalised"`, or `"ape"` for [plot_ape()].
#' @param ... For `plot_bayes_error()`, passed on to [lr_set()] where `x` is not one yet.
#' @return A ggplot, to which scales, themes and labels can be added.
#' @inherit dcf references
#' @seealso [bayes_error_curve()] for the numbers, [plot_ape()] for error rates that are not
#'   normalised, [plot_ece()] for the same question asked with a cost that knows no threshold
#' @name plot_bayes_error
#' @examples
#' set.seed(1)
#' x <- simulate_lr(1000, 20000, s = 3, stretch = 1.3, shift = 0.3)
#' plot_bayes_error(x)
#' plot_bayes_error(x, operating_points = nist_operating_points("SRE 2008"), parts = FALSE)
NULL

#' @rdname plot_bayes_error
#' @export
plot_bayes_error <- function(x, ..., log10_prior_odds = fine_log10_odds(), operating_points = NULL,
                             parts = TRUE) {
  autoplot(bayes_error_curve(lr_set(x, ...), log10_prior_odds, operating_points), parts = parts)
}

#' @rdname plot_bayes_error
#' @export
autoplot.bayes_error_curve <- function(object, type = "normalised", parts = TRUE, ...) {
  check_flag(parts, "parts", rlang::current_env())
  object <- drawn_curve(object, c("system", "log10_prior_odds", "normalised", "normalised_min"))
  check_choice(type, c("normalised", "ape"), "type", rlang::current_env())
  if (type == "ape") {
    return(draw_ape(object))
  }
  lines <- stack_bayes_errors(object, parts, normalised = TRUE)
  ggplot2::ggplot(lines, ggplot2::aes(.data$log10_prior_odds, .data$value)) +
    operating_verticals(attr(object, "operating")) +
    bayes_error_lines() +
    dr30_marks(object) +
    facet_systems(object) +
    ggplot2::coord_cartesian(ylim = c(0, normalised_limit(object))) +
    ggplot2::labs(
      x = expression("Prior" ~ log[10] ~ "odds"), y = "Error rate relative to the prior alone",
      caption = dr30_caption(object)
    )
}

bayes_error_levels <- c(
  bayes_error = "LR values", bayes_error_min = "Best threshold", bayes_error_null = "Prior alone",
  part_miss = "Part of misses", part_fa = "Part of false alarms"
)
bayes_error_colours <- rlang::set_names(
  c("#D55E00", "#0072B2", "grey30", "#009E73", "#CC79A7"), bayes_error_levels
)
bayes_error_linetypes <- rlang::set_names(
  c("solid", "dashed", "dotted", "dotdash", "twodash"), bayes_error_levels
)

# The curves on top of each other.
stack_bayes_errors <- function(curve, parts, normalised) {
  values <- if (normalised) {
    list(
      part_miss = curve$normalised_miss, part_fa = curve$normalised_fa,
      bayes_error_null = rep(1, nrow(curve)), bayes_error_min = curve$normalised_min,
      bayes_error = curve$normalised
    )
  } else {
    curve[c("bayes_error_null", "bayes_error_min", "bayes_error")]
  }
  if (!parts) values[c("part_miss", "part_fa")] <- NULL
  do.call(rbind, lapply(names(values), \(name) {
    data.frame(
      curve[c("system", "log10_prior_odds")],
      value = values[[name]],
      # Groups are drawn in this order: the parts first.
      curve = factor(bayes_error_levels[[name]], levels = rev(bayes_error_levels)),
      thin = startsWith(name, "part")
    )
  }))
}

bayes_error_lines <- function() {
  list(
    ggplot2::geom_line(
      ggplot2::aes(colour = .data$curve, linetype = .data$curve, linewidth = .data$thin)
    ),
    ggplot2::scale_colour_manual(
      values = bayes_error_colours, breaks = unname(bayes_error_levels), name = NULL
    ),
    ggplot2::scale_linetype_manual(
      values = bayes_error_linetypes, breaks = unname(bayes_error_levels), name = NULL
    ),
    ggplot2::scale_linewidth_manual(values = c("FALSE" = 0.7, "TRUE" = 0.4), guide = "none")
  )
}

# Twice the prior alone shows that a system is bad; how bad would flatten all else.
normalised_limit <- function(curve) {
  worst <- max(curve$normalised)
  max(1.05, min(1.03 * worst, 1.6))
}

dr30_marks <- function(curve) {
  ends <- attr(curve, "dr30")
  shown <- range(curve$log10_prior_odds)
  ends <- ends[ends$log10_prior_odds >= shown[1] & ends$log10_prior_odds <= shown[2], ]
  if (is.null(ends) || nrow(ends) == 0) {
    return(NULL)
  }
  ends$value <- ends$normalised_min
  ends$end <- ifelse(ends$end == "low", "30 false alarms", "30 misses")
  list(
    ggplot2::geom_point(ggplot2::aes(shape = .data$end),
      data = ends, size = 3, stroke = 0.9, colour = bayes_error_colours[["Best threshold"]]
    ),
    ggplot2::scale_shape_manual(values = c("30 false alarms" = 2, "30 misses" = 0), name = NULL)
  )
}

dr30_caption <- function(curve) {
  ends <- attr(curve, "dr30")
  if (is.null(ends)) {
    return(NULL)
  }
  phrase <- vapply(split(ends, ends$system), dr30_phrase, "")
  name <- if (length(phrase) > 1) paste0(names(phrase), " has at") else "At"
  paste0(name, phrase, collapse = "\n")
}

dr30_phrase <- function(ends) {
  odds <- ends$log10_prior_odds
  if (odds[1] > odds[2]) {
    return(" no prior 30 misses and 30 false alarms")
  }
  sprintf(
    " least 30 misses and 30 false alarms at log10 prior odds %s to %s",
    format_number(odds[1]), format_number(odds[2])
  )
}

operating_verticals <- function(points) {
  if (is.null(points)) {
    return(NULL)
  }
  list(
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$log10_prior_odds),
      data = points, linetype = "longdash", linewidth = 0.3, colour = "grey50"
    ),
    ggplot2::geom_text(
      ggplot2::aes(.data$log10_prior_odds, Inf, label = .data$name),
      data = points, angle = 90, hjust = 1.1, vjust = -0.4, size = 3, inherit.aes = FALSE
    )
  )
}
