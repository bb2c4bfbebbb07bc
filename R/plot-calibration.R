#' Draw a calibration
#'
#' The transformation above the histograms of the trials it was trained on, or what it does to the
#' empirical cross-entropy.
#'
#' * `type = "transformation"`: calibrated log10 LR against the input (solid line), with the input
#'   itself dashed where it is an LR, above the histograms of both hypotheses. Where the
#'   histograms are empty the line rests on assumptions alone. PAV's infinite LRs are drawn in
#'   rows of their own, labelled. For a fusion of two systems, the trials in the plane of the two
#'   inputs, with the lines of equal fused log10 LR; for more, the fused log10 LR against each
#'   input. At most 4000 trials are drawn then, evenly chosen.
#' * `type = "ece"`: [plot_ece()] before and after, on the training trials. Scores have no ECE
#'   before. Use [cross_calibrate()] for the ECE on other trials.
#'
#' @param object,fit,x A calibration made by [calibrate()] or [fuse()]; for `autoplot()` also a
#'   [transformation_curve()].
#' @param type `"transformation"` or `"ece"`.
#' @param bins For histograms, see [lr_histogram()].
#' @param ... For `type = "ece"`, passed on to [autoplot()][plot_ece].
#' @return A ggplot, to which scales, themes and labels can be added.
#' @name plot_calibration
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(200, 500, s = 2, stretch = 2))
#' plot_calibration(fit)
#' plot_calibration(fit, type = "ece")
NULL

#' @rdname plot_calibration
#' @export
plot_calibration <- function(fit, type = "transformation", ...) {
  if (!inherits(fit, "lr_calibration")) {
    stop_input(
      "{.arg fit} must be the result of {.fn calibrate} or {.fn fuse}, not
       {.obj_type_friendly {fit}}."
    )
  }
  autoplot(fit, type = type, ...)
}

#' @rdname plot_calibration
#' @export
autoplot.lr_calibration <- function(object, type = "transformation", bins = 30, ...) {
  check_choice(type, c("transformation", "ece"), "type", rlang::current_env())
  if (type == "ece") {
    return(autoplot(ece_curve(object), ...))
  }
  autoplot(trained_curve(object, bins))
}

#' @rdname plot_calibration
#' @export
autoplot.lr_fusion <- function(object, type = "transformation", ...) {
  check_choice(type, c("transformation", "ece"), "type", rlang::current_env())
  if (type == "ece") {
    return(autoplot(ece_curve(object), ...))
  }
  autoplot(fusion_trials(object))
}

#' @rdname plot_calibration
#' @export
autoplot.transformation_curve <- function(object, ...) {
  object <- drawn_curve(object, c("system", "log10_lr_calibrated"))
  draw_transformation(object, attr(object, "histogram"))
}

#' @export
autoplot.fusion_trials <- function(object, ...) {
  if (is.null(attr(object, "lines"))) draw_inputs(object) else draw_plane(object)
}

#' @rdname plot_calibration
#' @export
plot.lr_calibration <- plot.calibrant_curve

# As plotmath, for the subscript.
panel_levels <- c("log[10]~LR~after", "H1~trials", "H2~trials")

draw_transformation <- function(curve, histogram) {
  scale <- attr(curve, "scale")
  edges <- infinite_rows(c(0, curve$log10_lr_calibrated))
  ggplot2::ggplot() +
    (if (!is.null(histogram)) histogram_panels(histogram)) +
    transformation_panel(curve, scale, edges) +
    (if (is.null(histogram)) facet_systems(curve) else transformation_facets(curve)) +
    ggplot2::labs(x = axis_title(scale, if (scale == "score") "" else "before"), y = NULL) +
    (if (is.null(histogram)) ggplot2::labs(y = expression(log[10] ~ "LR after")))
}

transformation_facets <- function(curve) {
  several <- nlevels(curve$system) > 1
  ggplot2::facet_grid(
    ggplot2::vars(.data$panel), if (several) ggplot2::vars(.data$system),
    scales = "free", switch = "y", labeller = ggplot2::labeller(panel = ggplot2::label_parsed)
  )
}

in_panel <- function(data, panel) {
  data$panel <- factor(rep(panel, length.out = nrow(data)), levels = panel_levels)
  data
}

transformation_panel <- function(curve, scale, edges) {
  curve$input <- curve[[if (scale == "score") "score" else "log10_lr"]]
  curve$y <- curve$log10_lr_calibrated
  infinite <- is.infinite(curve$y)
  curve$y[infinite] <- edges[ifelse(curve$y[infinite] < 0, "low", "high")]
  curve$piece <- sign(curve$log10_lr_calibrated) * infinite
  curve <- in_panel(curve, panel_levels[1])
  list(
    ggplot2::geom_hline(
      ggplot2::aes(yintercept = .data$y),
      data = in_panel(data.frame(y = 0), panel_levels[1]), colour = "grey60", linewidth = 0.3
    ),
    (if (scale != "score") identity_within(curve)),
    ggplot2::geom_line(
      ggplot2::aes(.data$input, .data$y, group = interaction(.data$system, .data$piece)),
      data = curve, colour = pav_colour(), linewidth = 0.8
    ),
    infinite_ends(curve[infinite, ], 0.15 * diff(range(curve$y, 0)))
  )
}

# The identity as far as it stays within the panel, so that it does not flatten the curve.
identity_within <- function(curve) {
  range <- range(curve$y, 0)
  on <- curve[curve$input >= range[1] & curve$input <= range[2], ]
  ggplot2::geom_line(
    ggplot2::aes(.data$input, .data$input, group = .data$system),
    data = on, linetype = "dashed", colour = "grey40"
  )
}

# `label_room` is the height that a label above the upper row needs.
infinite_ends <- function(infinite, label_room) {
  if (nrow(infinite) == 0) {
    return(NULL)
  }
  ends <- do.call(rbind, lapply(
    split(infinite, list(infinite$system, infinite$piece), drop = TRUE),
    \(part) part[if (part$piece[1] < 0) 1 else nrow(part), ]
  ))
  ends$label <- ifelse(ends$piece < 0, "LR = 0", "LR = Inf")
  ends$roof <- ends$y + label_room
  list(
    ggplot2::geom_point(ggplot2::aes(.data$input, .data$y, shape = .data$label),
      data = ends, colour = pav_colour(), fill = pav_colour(), size = 2.5, show.legend = FALSE),
    ggplot2::scale_shape_manual(values = c("LR = 0" = 25, "LR = Inf" = 24)),
    ggplot2::geom_text(
      ggplot2::aes(.data$input, .data$y,
        label = .data$label,
        hjust = ifelse(.data$piece < 0, -0.2, 1.2)),
      data = ends, size = 3, vjust = -0.6
    ),
    ggplot2::geom_blank(ggplot2::aes(.data$input, .data$roof), data = ends)
  )
}

histogram_panels <- function(histogram) {
  bins <- cbind(histogram, pav_ranges(histogram))
  bars <- stack_hypotheses(bins, c("system", "min", "max"), "n_h1", "n_h2")
  list(
    histogram_bars(in_hypothesis_panel(bars[is.finite(bars$max - bars$min), ])),
    scale_hypothesis_fill(),
    edge_bars(beyond_labels(histogram))
  )
}

in_hypothesis_panel <- function(data) {
  in_panel(data, paste0(data$hypothesis, "~trials"))
}

edge_bars <- function(labels) {
  ends <- stack_hypotheses(labels, c("system", "where", "at", "hjust"), "n_h1", "n_h2")
  ends <- ends[ends$value > 0, ]
  if (nrow(ends) == 0) {
    return(NULL)
  }
  ends$label <- paste0(ends$where, ": ", plain_count(ends$value))
  ggplot2::geom_text(
    ggplot2::aes(.data$at, Inf, label = .data$label, hjust = .data$hjust),
    data = in_hypothesis_panel(ends), size = 3, vjust = 1.5
  )
}

hypothesis_shapes <- c(H1 = 16, H2 = 1)

scale_points <- function() {
  list(
    ggplot2::scale_colour_manual(values = hypothesis_colours, name = NULL),
    ggplot2::scale_shape_manual(values = hypothesis_shapes, name = NULL)
  )
}

draw_plane <- function(trials) {
  inputs <- attr(trials, "inputs")
  lines <- attr(trials, "lines")
  ggplot2::ggplot(trials, ggplot2::aes(.data[[inputs[1]]], .data[[inputs[2]]])) +
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$hypothesis, shape = .data$hypothesis),
      size = 1.2, alpha = 0.6
    ) +
    equal_lines(lines[lines$log10_lr != 0, ], 0.3) +
    equal_lines(lines[lines$log10_lr == 0, ], 0.9) +
    line_labels(lines, trials, inputs) +
    scale_points() +
    ggplot2::labs(
      x = input_title(trials, inputs[1]), y = input_title(trials, inputs[2]),
      caption = "Lines of equal log10 LR after fusion"
    )
}

equal_lines <- function(lines, width) {
  ggplot2::geom_abline(
    ggplot2::aes(intercept = .data$intercept, slope = .data$slope),
    data = lines, linewidth = width
  )
}

# Each line is labelled at one of its ends, at the edge of the trials.
line_labels <- function(lines, trials, inputs) {
  x <- range(trials[[inputs[1]]])
  y <- range(trials[[inputs[2]]])
  across <- \(y) data.frame(lines["log10_lr"], x = (y - lines$intercept) / lines$slope, y = y)
  down <- \(x) data.frame(lines["log10_lr"], x = x, y = lines$intercept + lines$slope * x)
  at <- rbind(across(y[2]), down(x[2]), across(y[1]), down(x[1]))
  at <- at[is.finite(at$x) & at$x >= x[1] & at$x <= x[2] & at$y >= y[1] & at$y <= y[2], ]
  at <- at[!duplicated(at$log10_lr), ]
  ggplot2::geom_label(
    ggplot2::aes(.data$x, .data$y, label = format_number(.data$log10_lr)),
    data = at, size = 3, label.padding = ggplot2::unit(1.5, "pt")
  )
}

draw_inputs <- function(trials) {
  inputs <- attr(trials, "inputs")
  long <- do.call(rbind, lapply(inputs, \(name) {
    data.frame(trials[c("hypothesis", "log10_lr")], input = name, value = trials[[name]])
  }))
  long$input <- factor(long$input, levels = inputs)
  ggplot2::ggplot(long, ggplot2::aes(.data$value, .data$log10_lr)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey60", linewidth = 0.3) +
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$hypothesis, shape = .data$hypothesis),
      size = 1.2, alpha = 0.6
    ) +
    ggplot2::facet_wrap(ggplot2::vars(.data$input), scales = "free_x") +
    scale_points() +
    ggplot2::labs(
      x = input_title(trials, "Input"), y = expression(log[10] ~ "LR after fusion")
    )
}

input_title <- function(trials, name) {
  if (attr(trials, "scale") == "score") name else paste0(name, " (ln LR)")
}
