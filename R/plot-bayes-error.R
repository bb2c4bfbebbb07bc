#' Normalised Bayes error plot
#'
#' The error rate of Bayes decisions at every prior, relative to that of decisions by the prior
#' alone: at one glance, where a system is useful and what calibration costs it (Brümmer 2010,
#' figures 7.1, 7.8 and 7.9).
#'
#' At the prior \eqn{\pi}{prior}, with the Bayes threshold \eqn{-\ln\frac{\pi}{1 - \pi}}{-ln(prior /
#' (1 - prior))} on the LLR, the height of the solid line is (eq. 7.20)
#' \deqn{\frac{\pi P_{miss} + (1 - \pi) P_{fa}}{\min(\pi, 1 - \pi)},}{
#'   (prior * P_miss + (1 - prior) * P_fa) / min(prior, 1 - prior),}
#' and that of the dashed line its minimum over thresholds (eq. 7.42). The two terms of the sum are
#' the thin lines (eq. 7.44).
#'
#' How to read it:
#' * the **solid** line is the system as it is, the **dashed** line the same system with the best
#'   threshold for each prior. The gap between them is bad calibration;
#' * the **dotted** line at 1 is the prior alone. Above it, on the **tinted** ground, the LRs do
#'   harm. The dashed line never is there;
#' * the two thin lines add up to the solid one: the part of the misses and that of the false
#'   alarms;
#' * between the **triangle** and the **square** the test shows at least 30 errors of each kind at
#'   the best threshold. Outside, the curves say little about the system: see [rule_of_30()].
#'
#' A curve that leaves the panel goes on above it: bad calibration has no upper limit here.
#'
#' @param object A [bayes_error_curve()].
#' @inheritParams bayes_error_curve
#' @param parts Draw the parts of misses and false alarms? `NULL` does so unless systems share a
#'   panel.
#' @param type `"normalised"`, or `"ape"` for [plot_ape()].
#' @param systems How to show several systems: `"facet"`, one panel each; or `"overlay"`, all in one
#'   panel, told apart by the colour of the lines and the shape of the marks on them.
#' @param x_axis `"log10_odds"` or `"ln_odds"` for log prior odds, or `"probability"` for the prior
#'   probability of H1.
#' @param ... For `plot_bayes_error()`, arguments of [bayes_error_curve()], and those of [lr_set()]
#'   where `x` is not a set yet.
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
plot_bayes_error <- function(x, ..., parts = NULL, systems = "facet", x_axis = "log10_odds") {
  autoplot(bayes_error_curve(x, ...), parts = parts, systems = systems, x_axis = x_axis)
}

#' @rdname plot_bayes_error
#' @export
autoplot.bayes_error_curve <- function(object, type = "normalised", parts = NULL,
                                       systems = "facet", x_axis = "log10_odds", ...) {
  object <- drawn_curve(
    object, c("system", "log10_prior_odds", "prior", "normalised", "normalised_min")
  )
  check_choice(type, c("normalised", "ape"), "type", rlang::current_env())
  if (!is.null(parts)) check_flag(parts, "parts", rlang::current_env())
  check_layout(systems)
  if (type == "ape") {
    return(draw_ape(object, systems, x_axis))
  }
  draw_bayes_error(object, parts, is_overlay(object, systems), x_axis)
}

draw_bayes_error <- function(curve, parts, overlay, x_axis) {
  x <- prior_column(x_axis)
  top <- normalised_limit(curve)
  names <- levels(curve$system)
  notes <- dr30_notes(attr(curve, "dr30"), names)
  points <- numbered_points(attr(curve, "operating"))
  ground <- data.frame(x = range(curve[[x]]), one = 1)
  lines <- normalised_lines(curve)
  ggplot2::ggplot(mapping = ggplot2::aes(.data[[x]], .data$value)) +
    harm_ground(ground, "x", "one") +
    (if (if (is.null(parts)) !overlay else parts) part_lines(curve, x)) +
    draw_roles(lines, x, error_words(), overlay) +
    (if (!overlay) dr30_marks(curve, x)) +
    operating_verticals(points, x, top, range(curve[[x]])) +
    prior_axis(x_axis) +
    ggplot2::scale_y_continuous(expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(0, top * (if (is.null(points)) 1 else 1.12))) +
    ggplot2::labs(
      y = label("Normalised\nerror rate"),
      caption = caption_text(
        point_key(points), dr30_caption(attr(curve, "dr30"), names, notes), band_note(curve)
      ),
      alt = alt_text(
        label("Normalised Bayes error plot: error rates over priors"), names,
        worst_note(curve), per_system_notes(names, notes)
      )
    ) +
    furniture()
}

normalised_lines <- function(curve) {
  curve$one <- 1
  stack_columns(
    curve, c("system", "log10_prior_odds", "prior"),
    c(one = error_words()[["none"]], normalised_min = error_words()[["best"]],
      normalised = error_words()[["actual"]])
  )
}

# Thin, with a legend of their own: together they are the solid line.
part_lines <- function(curve, x) {
  parts <- stack_columns(
    curve, c("system", "log10_prior_odds", "prior"),
    c(normalised_miss = part_words()[["h1"]], normalised_fa = part_words()[["h2"]])
  )
  lapply(names(part_words()), \(h) {
    ggplot2::geom_line(
      ggplot2::aes(.data[[x]], .data$value, alpha = .data$curve),
      data = parts[parts$curve == part_words()[[h]], ], colour = roles[h, "colour"],
      linetype = roles[h, "line"], linewidth = widths["thin"] + 0.1
    )
  }) |> c(list(
    ggplot2::scale_alpha_manual(
      values = rlang::set_names(c(1, 1), part_words()), breaks = unname(part_words())
    ),
    ggplot2::guides(alpha = legend_below(part_words(), 2, override.aes = list(
      colour = roles[names(part_words()), "colour"], linetype = roles[names(part_words()), "line"]
    ))),
    ggplot2::labs(alpha = NULL)
  ))
}

# Twice the prior alone shows that a system is bad; how bad would flatten all else.
normalised_limit <- function(curve) max(1.15, min(1.08 * max(curve$normalised), 1.6))

worst_note <- function(curve) {
  worst <- vapply(split(curve$normalised, curve$system), max, 0)
  labelf("%s: at most %s times the error rate of the prior alone.",
    if (length(worst) > 1) names(worst) else label("The system"), format_number(worst))
}

dr30_marks <- function(curve, x) {
  ends <- attr(curve, "dr30")
  if (is.null(ends) || nrow(ends) == 0) {
    return(NULL)
  }
  low <- ends$log10_prior_odds[ends$end == "low"]
  high <- ends$log10_prior_odds[ends$end == "high"]
  enough <- rep(low <= high, each = 2)
  shown <- range(curve$log10_prior_odds)
  ends <- ends[enough & ends$log10_prior_odds >= shown[1] & ends$log10_prior_odds <= shown[2], ]
  if (nrow(ends) == 0) {
    return(NULL)
  }
  words <- label(c(low = "30 false alarms", high = "30 misses"))
  ends$words <- factor(words[ends$end], levels = words)
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data[[x]], .data$normalised_min, shape = .data$words),
      data = ends, size = 2.8, stroke = 0.9, colour = roles["best", "colour"]
    ),
    ggplot2::scale_shape_manual(values = rlang::set_names(c(2, 0), words)),
    ggplot2::guides(shape = legend_below(words, 3)),
    ggplot2::labs(shape = NULL)
  )
}

dr30_notes <- function(ends, systems) {
  if (is.null(ends)) {
    return(NULL)
  }
  vapply(systems, \(system) dr30_phrase(ends[ends$system == system, ]), "")
}

# Of many systems in one sentence.
dr30_caption <- function(ends, systems, notes) {
  if (is.null(notes) || length(systems) < 3 || length(unique(notes)) == 1) {
    return(per_system_notes(systems, notes))
  }
  lead <- label("Priors at which the test shows at least 30 misses and 30 false alarms:")
  joint_note(lead, systems, vapply(systems, \(system) dr30_span(ends[ends$system == system, ]), ""))
}

dr30_span <- function(ends) {
  if (nrow(ends) < 2 || ends$log10_prior_odds[1] > ends$log10_prior_odds[2]) {
    return(label("none"))
  }
  paste(unique(vapply(ends$prior, border_text, "")), collapse = label(" to "))
}

dr30_phrase <- function(ends) {
  if (nrow(ends) < 2) {
    return("")
  }
  if (ends$log10_prior_odds[1] > ends$log10_prior_odds[2]) {
    return(label("at no prior does the test show 30 misses and 30 false alarms."))
  }
  ends <- unique(vapply(ends$prior, border_text, ""))
  if (length(ends) == 1) {
    labelf("the test shows at least 30 misses and 30 false alarms at a prior of %s.", ends)
  } else {
    labelf(
      "the test shows at least 30 misses and 30 false alarms at priors from %s to %s.",
      ends[1], ends[2]
    )
  }
}
