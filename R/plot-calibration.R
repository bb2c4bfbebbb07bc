#' Plot a calibration
#'
#' `autoplot()` returns a ggplot of the transformation, above the histograms of its training trials,
#' or of its effect on the empirical cross-entropy.
#'
#' * `type = "transformation"`: calibrated log10 LR against the input (solid line), above the
#'   histograms of both hypotheses; for LRs, the dotted line is the input itself. Where the
#'   histograms are empty, the line rests on assumptions alone. PAV's infinite LRs have labelled
#'   rows. A fusion of two systems shows trials in the plane of the inputs, with lines of equal
#'   fused log10 LR; a fusion of more shows the fused log10 LR against each input (at most 4000
#'   trials).
#' * `type = "ece"`: [plot_ece()] before and after, on the training trials. Scores have no ECE
#'   before calibration.
#'
#' @param object,x A calibration made by [calibrate()] or [fuse()]; for `autoplot()` also a
#'   [transformation_curve()].
#' @param type `"transformation"` or `"ece"`.
#' @param bins For histograms, see [lr_histogram()].
#' @param x_axis Unit of the LRs before: for the transformation `"log10"` (default), `"ln"` or
#'   `"probability"`, see [plot_tippett()]; for `"ece"` as in [plot_ece()].
#' @param level,by For the transformation: `NULL`, or level and units of limits of each LR, as in
#'   [predict()][predict.lr_calibration]. Infinite limits extend to the edge.
#' @param ... For `type = "ece"`, passed on to [autoplot()][plot_ece].
#' @return A ggplot.
#' @concept calibration function
#' @concept score-to-LR curve
#' @name autoplot.lr_calibration
#' @examples
#' set.seed(1)
#' fit <- calibrate(simulate_lr(200, 500, s = 2, stretch = 2))
#' autoplot(fit, level = 0.95)
#' autoplot(fit, type = "ece")
#' @order 1
#' @exportS3Method ggplot2::autoplot lr_calibration
autoplot.lr_calibration <- function(object, type = "transformation", bins = 30, x_axis = NULL,
                                    level = NULL, by = NULL, ...) {
  check_intact_fit(object)
  check_choice(type, c("transformation", "ece"))
  if (type == "ece") return(autoplot(ece_curve(object), x_axis = x_axis %||% "log10_odds", ...))
  curve <- trained_curve(object, bins, level = level, by = by)
  autoplot(curve, x_axis = x_axis %||% "log10", ...)
}

#' @rdname autoplot.lr_calibration
#' @exportS3Method ggplot2::autoplot lr_fusion
autoplot.lr_fusion <- function(object, type = "transformation", ...) {
  check_intact_fit(object)
  check_choice(type, c("transformation", "ece"))
  if (type == "ece") return(autoplot(ece_curve(object), ...))
  autoplot(fusion_trials(object), ...)
}

#' @rdname autoplot.lr_calibration
#' @export
plot.lr_calibration <- function(x, ...) plot.calibrant_curve(x, ...)

#' @rdname autoplot.lr_calibration
#' @exportS3Method ggplot2::autoplot transformation_curve
autoplot.transformation_curve <- function(object, x_axis = "log10", ...) {
  check_dots(...)
  scale <- attr(object, "scale")
  input <- if (identical(scale, "score")) "score" else "log10_lr"
  object <- drawn_curve(object, c("system", input, "log10_lr_calibrated"), "scale")
  histogram <- attr(object, "histogram")
  alone <- is.null(histogram)
  words <- hypothesis_words(object)
  edges <- infinite_rows(c(0, object$log10_lr_calibrated))
  panels <- panel_words(words, counted(object, label(c("trials", "weight"))))
  systems <- levels(object$system)
  ggplot2::ggplot() +
    (if (!alone) training_panels(histogram, panels)) +
    transformation_panel(object, scale, edges, panels) +
    (if (alone) {
      facet_systems(object)
    } else {
      facet_rows(ggplot2::vars(.data$panel), systems, rows_as = parse(text = panels),
        scales = "free", switch = "y")
    }) +
    lr_axis(scale, x_axis, if (scale == "score") "" else label("before")) +
    framed(
      label("Calibration: LRs after against before, above histograms of the trials"), systems,
      transformation_findings(object), y = if (alone) log10_title(label("LR after")),
      notes = c(
        if (scale != "score") label("Dotted: LRs that stay as they are."),
        band_note(object), if (!alone) c(beyond_note(histogram), trials_note(histogram))
      )
    )
}

# Range of the LRs after the transformation.
transformation_findings <- function(curve) {
  each_finding(curve, \(part) {
    ends <- format_number(range(part$log10_lr_calibrated))
    label("the calibration gives log10 LRs from %s to %s.", ends[1], ends[2])
  })
}

# Words as plotmath, for the subscript.
panel_words <- function(words, unit) {
  quoted <- sprintf("'%s'", gsub("'", "", c(label("LR after"), paste(words, unit))))
  c(paste0("log[10]~", quoted[1]), quoted[-1])
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
  # The line is cut at the edge of the panel, so that it does not flatten the curve.
  same <- curve[curve$input >= min(curve$y, 0) & curve$input <= max(curve$y, 0), ]
  list(
    origin_line(
      ggplot2::geom_hline, ggplot2::aes(yintercept = .data$y),
      data = in_panel(data.frame(y = 0), panels[1], panels)
    ),
    (if (scale != "score") {
      neutral_line(
        ggplot2::geom_line, ggplot2::aes(.data$input, .data$input, group = .data$system),
        data = same
      )
    }),
    (if (!is.null(curve$lower)) {
      band_ribbons(curve, "input", "panel", role_looks(c(actual = panels[1])))
    }),
    ggplot2::geom_line(
      ggplot2::aes(.data$input, .data$y, group = interaction(.data$system, .data$piece)),
      data = curve, linewidth = widths["main"]
    ),
    infinite_ends(curve[infinite, ], 0.3 * diff(range(curve$y, 0))),
    ggplot2::scale_y_continuous(breaks = panel_breaks, labels = tick_labels, minor_breaks = NULL)
  )
}

# Points of H1 and H2 in their roles with layers `over` them, in a picture of a kind, with the share
# of fused LRs that support the truth.
fusion_points <- function(trials, kind, ..., over = NULL) {
  words <- levels(trials$hypothesis)
  is_h1 <- trials$hypothesis == words[1]
  right <- mean(trials$log10_lr > 0 & is_h1 | trials$log10_lr < 0 & !is_h1)
  list(
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$hypothesis, shape = .data$hypothesis),
      size = 1.2, alpha = 0.6
    ),
    role_scales(rlang::set_names(words, c("h1", "h2")), line = FALSE, shape = TRUE),
    ggplot2::scale_x_continuous(labels = tick_labels),
    ggplot2::scale_y_continuous(labels = tick_labels),
    over,
    framed(
      kind, attr(trials, "inputs"),
      label("The fused LR supports the truth in %s of the trials.", percent_text(right)), ...
    )
  )
}

# Counts begin at 0, and are whole.
panel_breaks <- function(limits) {
  if (limits[1] == 0) whole_breaks(limits) else scales::breaks_extended(4)(limits)
}

# `label_room` is the height that a label above the upper row needs.
infinite_ends <- function(infinite, label_room) {
  if (nrow(infinite) == 0) return(NULL)
  ends <- do.call(rbind, lapply(
    split(infinite, list(infinite$system, infinite$piece), drop = TRUE),
    \(part) part[if (part$piece[1] < 0) 1 else nrow(part), ]
  ))
  n <- nlevels(infinite$system)
  ends$label <- paste0(if (n < 4) "LR = ", if (n < 7) ifelse(ends$piece < 0, "0", "Inf") else "")
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

training_panels <- function(histogram, panels) {
  bars <- stack_bins(histogram, cbind(as.data.frame(histogram), pav_ranges(histogram)), "count")
  bars <- bars[is.finite(bars$max - bars$min), ]
  marks <- edge_bins(histogram, bars)
  place <- \(data) in_panel(data, panels[1 + as.integer(data$hypothesis)], panels)
  for (i in seq_along(marks)) marks[[i]]$data <- place(marks[[i]]$data)
  list(histogram_bars(place(bars)), marks)
}

#' @exportS3Method ggplot2::autoplot fusion_trials
autoplot.fusion_trials <- function(object, ...) {
  check_dots(...)
  if (is.null(attr(object, "lines"))) draw_inputs(object) else draw_plane(object)
}

draw_plane <- function(trials) {
  inputs <- attr(trials, "inputs")
  lines <- attr(trials, "lines")
  titles <- paste0(inputs, if (attr(trials, "scale") != "score") " (ln LR)")
  even_last <- lines[order(lines$log10_lr == 0), ]
  ggplot2::ggplot(trials, ggplot2::aes(.data[[inputs[1]]], .data[[inputs[2]]])) +
    fusion_points(
      trials, label("Fusion of two systems: trials in the plane of the inputs"),
      x = titles[1], y = titles[2],
      over = list(
        ggplot2::geom_abline(
          ggplot2::aes(intercept = .data$intercept, slope = .data$slope),
          data = even_last, linewidth = ifelse(even_last$log10_lr == 0, 0.9, 0.3)
        ),
        line_labels(lines, trials, inputs)
      ),
      notes = label("Lines of equal LR after fusion, labelled with its power of ten.")
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
  unit <- if (attr(trials, "scale") == "score") "Score of the input" else "ln LR of the input"
  data <- stack_columns(trials, c("hypothesis", "log10_lr"), rlang::set_names(inputs))
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$log10_lr)) +
    origin_line(ggplot2::geom_hline, yintercept = 0) +
    fusion_points(
      trials, label("Fusion: LR after fusion against each input"),
      x = label(unit), y = log10_title(label("LR after fusion"))
    ) +
    ggplot2::facet_wrap(
      ggplot2::vars(.data$curve), scales = "free_x", labeller = strip_labeller(inputs)
    )
}
