#' Normalised Bayes error plot
#'
#' `plot_bayes_error()` draws the error rate of Bayes decisions at every prior, relative to that of
#' decisions by the prior alone, and returns a ggplot (Brümmer 2010, figures 7.1, 7.8 and 7.9).
#'
#' The heights are those of [bayes_error_curve()] divided by \eqn{\min(\pi, 1 - \pi)}{min(prior, 1 -
#' prior)} (eq. 7.20, 7.42). Thin lines are the parts of misses and false alarms (eq. 7.44).
#' * The **solid** line is the system, the **dashed** line the best threshold for each prior. Their
#'   distance is miscalibration.
#' * The **dotted** line at 1 is the prior alone. In the **shaded** area above it, the LRs are
#'   harmful.
#' * Between the **triangle** and the **square** the test shows at least 30 errors of each kind at
#'   the best threshold ([rule_of_30()]). Outside, the curves say little about the system.
#'
#' @param object A [bayes_error_curve()].
#' @inheritParams bayes_error_curve
#' @param parts Whether to draw the parts; `NULL` draws them unless systems share a panel.
#' @param curves Curves to draw, normalised: `"bayes_error"`, `"bayes_error_min"`,
#'   `"bayes_error_null"`. All by default; without the minimum, as in figure 7.1 of the thesis, the
#'   rule of 30 is not marked.
#' @param type `"normalised"`, or `"ape"` for [plot_ape()].
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis `"log10_odds"` or `"ln_odds"` for log prior odds, or `"probability"`.
#' @param ... For `plot_bayes_error()` and `plot_ape()`, arguments of [bayes_error_curve()] and
#'   [lr_set()].
#' @return A ggplot.
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Brümmer N, du Preez J (2006). *Computer Speech and Language* 20, 230-275.
#' \doi{10.1016/j.csl.2005.08.001}
#' @seealso [plot_ece()] for a cost without thresholds
#' @concept normalised Bayes error
#' @concept NBE
#' @concept normalized Bayes error-rate
#' @name plot_bayes_error
#' @examples
#' set.seed(1)
#' x <- simulate_lr(1000, 20000, s = 3, stretch = 1.3, shift = 0.3)
#' plot_bayes_error(x, operating_points = nist_operating_points("SRE 2008"), parts = FALSE)
#' @export
#' @order 1
plot_bayes_error <- function(x, ..., parts = NULL, systems = "facet", x_axis = "log10_odds",
                             curves = c("bayes_error", "bayes_error_min", "bayes_error_null")) {
  check_given()
  autoplot(
    bayes_error_curve(x, ...),
    parts = parts, systems = systems, x_axis = x_axis, curves = curves
  )
}

#' @rdname plot_bayes_error
#' @exportS3Method ggplot2::autoplot bayes_error_curve
autoplot.bayes_error_curve <- function(object, type = "normalised", parts = NULL,
                                       systems = "facet", x_axis = "log10_odds",
                                       curves = c(
                                         "bayes_error", "bayes_error_min", "bayes_error_null"
                                       ), ...) {
  check_dots(...)
  main <- c("bayes_error", "bayes_error_min", "bayes_error_null")
  object <- drawn_curve(object, c(
    "system", "log10_prior_odds", "prior", main, paste0("normalised", c("", "_min", "_miss", "_fa"))
  ))
  check_choice(type, c("normalised", "ape"))
  check_choices(curves, main)
  if (!is.null(parts)) check_flag(parts)
  overlay <- is_overlay(object, systems)
  if (type == "ape") return(draw_ape(object, overlay, prior_column(x_axis), x_axis))
  if (!"bayes_error_min" %in% curves) attr(object, "dr30") <- NULL
  draw_bayes_error(object, main %in% curves, parts %||% !overlay, overlay, x_axis)
}

# `drawn` has flags for the curve, for its minimum and for no evidence.
draw_bayes_error <- function(curve, drawn, parts, overlay, x_axis) {
  x <- prior_column(x_axis)
  # Curves are cut at twice the error of the prior alone: higher values would flatten all others.
  top <- max(1.15, min(1.08 * max(curve$normalised), 1.6))
  names <- levels(curve$system)
  ends <- attr(curve, "dr30")
  notes <- if (!is.null(ends)) by_system(ends, names, dr30_phrase)
  points <- numbered_points(attr(curve, "operating"))
  curve$one <- 1
  words <- error_words("normalised_min_corrected" %in% names(curve))
  curve$normalised_min <- curve$normalised_min_corrected %||% curve$normalised_min
  lines <- stack_columns(
    curve, c("system", "log10_prior_odds", "prior"),
    rev(rlang::set_names(words, c("normalised", "normalised_min", "one"))[drawn])
  )
  ggplot2::ggplot(mapping = ggplot2::aes(.data[[x]], .data$value)) +
    (if (drawn[1] && drawn[3]) {
      harm_ground(as.data.frame(curve), x, "one", "normalised", overlay)
    }) +
    (if (parts) part_lines(curve, x)) +
    draw_roles(lines, x, words, overlay) +
    (if (!overlay) dr30_marks(curve, x)) +
    operating_verticals(points, x, top, range(curve[[x]])) +
    ggplot2::scale_y_continuous(limits = c(0, NA), expand = c(0, 0)) +
    ggplot2::coord_cartesian(ylim = c(NA, top * (if (is.null(points)) 1 else 1.12))) +
    prior_axis(x_axis) +
    framed(
      label("Normalised Bayes error plot: error rates over priors"), names,
      c(worst_note(curve), per_system_notes(names, notes)),
      y = label("Normalised\nerror rate"),
      notes = c(
        point_key(points), dr30_caption(ends, names, notes), band_note(curve), trials_note(curve)
      )
    )
}

# Thin lines with their own legend, which sum to the solid line.
part_lines <- function(curve, x) {
  words <- label(c(h1 = "Misses", h2 = "False alarms"))
  looks <- roles[names(words), ]
  parts <- stack_columns(
    curve, c("system", "log10_prior_odds", "prior"),
    rlang::set_names(words, c("normalised_miss", "normalised_fa"))
  )
  list(
    lapply(names(words), \(h) {
      ggplot2::geom_line(
        ggplot2::aes(.data[[x]], .data$value, alpha = .data$curve),
        data = parts[parts$curve == words[[h]], ], colour = looks[h, "colour"],
        linetype = looks[h, "line"], linewidth = widths["thin"] + 0.1
      )
    }),
    ggplot2::scale_alpha_manual(values = rlang::set_names(c(1, 1), words), breaks = unname(words)),
    ggplot2::guides(alpha = legend_below(
      words, 2, override.aes = list(colour = looks$colour, linetype = looks$line)
    )),
    ggplot2::labs(alpha = NULL)
  )
}

worst_note <- function(curve) {
  worst <- vapply(split(curve$normalised, curve$system), max, 0)
  label("%s: at most %s times the error rate of the prior alone.",
    if (length(worst) > 1) names(worst) else label("The system"), format_number(worst))
}

dr30_marks <- function(curve, x) {
  ends <- attr(curve, "dr30")
  low <- ends$log10_prior_odds[ends$end == "low"]
  high <- ends$log10_prior_odds[ends$end == "high"]
  shown <- range(curve$log10_prior_odds)
  inside <- ends$log10_prior_odds >= shown[1] & ends$log10_prior_odds <= shown[2]
  ends <- ends[rep(low <= high, each = 2) & inside, ]
  if (NROW(ends) == 0) return(NULL)
  words <- label(c(low = "30 false alarms", high = "30 misses"))
  ends$words <- factor(words[ends$end], levels = words)
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data[[x]], .data$normalised_min, shape = .data$words),
      data = ends, size = 2.8, stroke = 0.9, colour = roles["best", "colour"]
    ),
    ggplot2::scale_shape_manual(values = rlang::set_names(c(2, 0), words)),
    untitled(shape = words, first = 3)
  )
}

# One sentence on three or more systems that differ, otherwise the note of each.
dr30_caption <- function(ends, systems, notes) {
  if (is.null(notes) || length(systems) < 3 || length(unique(notes)) == 1) {
    return(per_system_notes(systems, notes))
  }
  joint_note(
    label("Priors at which the test shows at least 30 misses and 30 false alarms:"), systems,
    by_system(ends, systems, \(part) {
      paste(dr30_borders(part) %||% label("none"), collapse = label(" to "))
    })
  )
}

# Borders of the priors with 30 errors of each kind: two, one or none.
dr30_borders <- function(ends) {
  if (nrow(ends) > 1 && ends$log10_prior_odds[1] <= ends$log10_prior_odds[2]) {
    unique(vapply(ends$prior, border_text, ""))
  }
}

dr30_phrase <- function(ends) {
  if (nrow(ends) < 2) return("")
  borders <- dr30_borders(ends)
  say("dr30", list(n_borders = length(borders), from = borders[1], to = borders[2]))
}
