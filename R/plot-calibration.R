#' Plot a calibration
#'
#' The transformation above the histograms of the trials it was trained on, or what it does to the
#' empirical cross-entropy.
#'
#' Logistic regression is the line
#' \eqn{\ln LR' = \alpha s + \beta}{ln LR' = alpha s + beta} over scores or ln LRs \eqn{s}, and
#' fusion \eqn{\ln LR' = \sum_k \alpha_k s_k + \beta}{ln LR' = sum_k alpha_k s_k + beta} (Brümmer
#' 2010, eq. 8.16).
#'
#' * `type = "transformation"`: calibrated log10 LR against the input (solid line), with the input
#'   itself dotted where it is an LR, above the histograms of both hypotheses. Where the
#'   histograms are empty the line rests on assumptions alone. PAV's infinite LRs are drawn in
#'   rows of their own, labelled. For a fusion of two systems, the trials in the plane of the two
#'   inputs, with the lines of equal fused log10 LR; for more, the fused log10 LR against each
#'   input. At most 4000 trials are drawn then, evenly chosen.
#' * `type = "ece"`: [plot_ece()] before and after, on the training trials. Scores have no ECE
#'   before. Use [cross_calibrate()] for the ECE on other trials.
#'
#' @param object,x A calibration made by [calibrate()] or [fuse()]; for `autoplot()` also a
#'   [transformation_curve()].
#' @param type `"transformation"` or `"ece"`.
#' @param bins For histograms, see [lr_histogram()].
#' @param x_axis For the transformation `"log10"`, `"ln"` or `"probability"`, see [plot_tippett()]:
#'   the unit of the LRs before. For `type = "ece"` that of [plot_ece()]. `NULL` takes `"log10"` and
#'   `"log10_odds"`.
#' @param ... For `type = "ece"`, passed on to [autoplot()][plot_ece].
#' @return A ggplot, to which scales, themes and labels can be added.
#' @name plot_calibration
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(200, 500, s = 2, stretch = 2))
#' autoplot(fit)
#' autoplot(fit, type = "ece")
NULL

#' @rdname plot_calibration
#' @export
autoplot.lr_calibration <- function(object, type = "transformation", bins = 30, x_axis = NULL,
                                    ...) {
  check_choice(type, c("transformation", "ece"), "type", rlang::current_env())
  if (type == "ece") {
    return(autoplot(ece_curve(object), x_axis = x_axis %||% "log10_odds", ...))
  }
  autoplot(trained_curve(object, bins), x_axis = x_axis %||% "log10")
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
plot.lr_calibration <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname plot_calibration
#' @export
autoplot.transformation_curve <- function(object, x_axis = "log10", ...) {
  object <- drawn_curve(object, c("system", "log10_lr_calibrated"))
  histogram <- attr(object, "histogram")
  alone <- is.null(histogram)
  scale <- attr(object, "scale")
  words <- hypothesis_words(object)
  edges <- infinite_rows(c(0, object$log10_lr_calibrated))
  panels <- panel_words(words, counted(object, label(c("trials", "weight"))))
  ggplot2::ggplot() +
    (if (!alone) training_panels(histogram, words, panels)) +
    transformation_panel(object, scale, edges, panels) +
    (if (alone) facet_systems(object) else transformation_facets(object)) +
    lr_axis(scale, x_axis, if (scale == "score") "" else label("before")) +
    ggplot2::labs(
      y = if (alone) log10_title(label("LR after")),
      caption = caption_text(
        if (scale != "score") label("Dotted: LRs that stay as they are."),
        if (!alone) beyond_note(histogram)
      ),
      alt = alt_text(label("Calibration: LRs after against before, above histograms of the trials"),
        levels(object$system), transformation_findings(object))
    ) +
    furniture()
}

# Between which LRs the transformation moves.
transformation_findings <- function(curve) {
  of <- split(curve$log10_lr_calibrated, curve$system, drop = TRUE)
  labelf("%slog10 LRs after go from %s to %s.",
    if (length(of) > 1) paste0(names(of), ": ") else "",
    format_number(vapply(of, min, 0)), format_number(vapply(of, max, 0)))
}

# As plotmath, for the subscript.
panel_words <- function(words, unit) {
  quoted <- sprintf("'%s'", gsub("'", "", c(label("LR after"), paste(words, unit))))
  c(paste0("log[10]~", quoted[1]), quoted[-1])
}

transformation_facets <- function(curve) {
  systems <- levels(curve$system)
  several <- length(systems) > 1
  ggplot2::facet_grid(
    ggplot2::vars(.data$panel), if (several) ggplot2::vars(.data$system),
    scales = "free", switch = "y",
    labeller = if (several) {
      ggplot2::labeller(panel = ggplot2::label_parsed, system = strip_words(systems, n = 3))
    } else {
      ggplot2::labeller(panel = ggplot2::label_parsed)
    }
  )
}

in_panel <- function(data, panel, panels) {
  data$panel <- factor(rep(panel, length.out = nrow(data)), levels = panels)
  data
}

transformation_panel <- function(curve, scale, edges, panels) {
  curve$input <- curve[[if (scale == "score") "score" else "log10_lr"]]
  curve$y <- curve$log10_lr_calibrated
  infinite <- is.infinite(curve$y)
  curve$y[infinite] <- edges[ifelse(curve$y[infinite] < 0, "low", "high")]
  curve$piece <- sign(curve$log10_lr_calibrated) * infinite
  curve <- in_panel(as.data.frame(curve), panels[1], panels)
  list(
    ggplot2::geom_hline(
      ggplot2::aes(yintercept = .data$y),
      data = in_panel(data.frame(y = 0), panels[1], panels), colour = roles["none", "colour"],
      linewidth = widths["rule"]
    ),
    (if (scale != "score") identity_within(curve)),
    ggplot2::geom_line(
      ggplot2::aes(.data$input, .data$y, group = interaction(.data$system, .data$piece)),
      data = curve, linewidth = widths["main"]
    ),
    infinite_ends(curve[infinite, ], 0.15 * diff(range(curve$y, 0))),
    ggplot2::scale_y_continuous(breaks = panel_breaks, labels = tick_labels, minor_breaks = NULL)
  )
}

# Counts begin at 0, and are whole.
panel_breaks <- function(limits) {
  if (limits[1] == 0) whole_breaks(limits) else scales::breaks_extended(4)(limits)
}

# The identity as far as it stays within the panel, so that it does not flatten the curve.
identity_within <- function(curve) {
  range <- range(curve$y, 0)
  on <- curve[curve$input >= range[1] & curve$input <= range[2], ]
  ggplot2::geom_line(
    ggplot2::aes(.data$input, .data$input, group = .data$system),
    data = on, linetype = roles["none", "line"], colour = roles["none", "colour"],
    linewidth = widths["curve"]
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
  ends$label <- paste0(
    if (nlevels(infinite$system) < 4) "LR = ", ifelse(ends$piece < 0, "0", "Inf")
  )
  ends$roof <- ends$y + label_room
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$input, .data$y), data = ends, fill = "black", size = 2.5,
      shape = ifelse(ends$piece < 0, 25, 24)
    ),
    ggplot2::geom_text(
      ggplot2::aes(.data$input, .data$y,
        label = .data$label, hjust = ifelse(.data$piece < 0, -0.2, 1.2)),
      data = ends, size = note_size, vjust = -0.6
    ),
    ggplot2::geom_blank(ggplot2::aes(.data$input, .data$roof), data = ends)
  )
}

training_panels <- function(histogram, words, panels) {
  bins <- cbind(as.data.frame(histogram), pav_ranges(histogram))
  bars <- stack_hypotheses(bins, c("system", "min", "max"), "n_h1", "n_h2", words)
  bars <- bars[is.finite(bars$max - bars$min), ]
  marks <- edge_bins(histogram, bars, words)
  place <- \(data) in_panel(data, panels[1 + as.integer(data$hypothesis)], panels)
  for (i in seq_along(marks)) marks[[i]]$data <- place(marks[[i]]$data)
  list(histogram_bars(place(bars), words), marks)
}

#' @export
autoplot.fusion_trials <- function(object, ...) {
  if (is.null(attr(object, "lines"))) draw_inputs(object) else draw_plane(object)
}

# Points of H1 and H2, in their roles.
hypothesis_points <- function(words) {
  list(
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$hypothesis, shape = .data$hypothesis),
      size = 1.2, alpha = 0.6
    ),
    ggplot2::scale_colour_manual(values = rlang::set_names(roles[c("h1", "h2"), "colour"], words)),
    ggplot2::scale_shape_manual(values = rlang::set_names(roles[c("h1", "h2"), "shape"], words)),
    untitled(colour = words, shape = words),
    furniture()
  )
}

draw_plane <- function(trials) {
  inputs <- attr(trials, "inputs")
  lines <- attr(trials, "lines")
  ggplot2::ggplot(trials, ggplot2::aes(.data[[inputs[1]]], .data[[inputs[2]]])) +
    hypothesis_points(levels(trials$hypothesis)) +
    equal_lines(lines[lines$log10_lr != 0, ], 0.3) +
    equal_lines(lines[lines$log10_lr == 0, ], 0.9) +
    line_labels(lines, trials, inputs) +
    ggplot2::scale_x_continuous(labels = tick_labels) +
    ggplot2::scale_y_continuous(labels = tick_labels) +
    ggplot2::labs(
      x = input_title(trials, inputs[1]), y = input_title(trials, inputs[2]),
      caption = caption_text(
        label("Lines of equal LR after fusion, labelled with its power of ten.")
      ),
      alt = alt_text(label("Fusion of two systems: trials in the plane of the inputs"), inputs,
        fusion_findings(trials))
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
    data = at, size = note_size, label.padding = ggplot2::unit(1.5, "pt")
  )
}

draw_inputs <- function(trials) {
  inputs <- attr(trials, "inputs")
  long <- do.call(rbind, lapply(inputs, \(name) {
    data.frame(as.data.frame(trials)[c("hypothesis", "log10_lr")], input = name,
      value = trials[[name]])
  }))
  long$input <- factor(long$input, levels = inputs)
  unit <- label(
    if (attr(trials, "scale") == "score") "Score of the input" else "ln LR of the input"
  )
  ggplot2::ggplot(long, ggplot2::aes(.data$value, .data$log10_lr)) +
    ggplot2::geom_hline(
      yintercept = 0, colour = roles["none", "colour"], linewidth = widths["rule"]
    ) +
    hypothesis_points(levels(trials$hypothesis)) +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$input), scales = "free_x",
      labeller = ggplot2::as_labeller(strip_words(inputs))
    ) +
    ggplot2::scale_x_continuous(labels = tick_labels) +
    ggplot2::scale_y_continuous(labels = tick_labels) +
    ggplot2::labs(
      x = unit, y = log10_title(label("LR after fusion")),
      alt = alt_text(
        label("Fusion: LR after fusion against each input"), inputs, fusion_findings(trials)
      )
    )
}

# How often the fused LR is on the side of the truth.
fusion_findings <- function(trials) {
  is_h1 <- as.integer(trials$hypothesis) == 1
  right <- c(trials$log10_lr[is_h1] > 0, trials$log10_lr[!is_h1] < 0)
  labelf("The fused LR supports the truth in %s of the trials.", percent_text(mean(right)))
}

input_title <- function(trials, name) {
  wrap_text(if (attr(trials, "scale") == "score") name else paste0(name, " (ln LR)"), 50)
}
