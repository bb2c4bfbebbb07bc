#' DET and ROC plots
#'
#' `plot_det()` and `plot_roc()` return a ggplot of misses against false alarms for every threshold.
#' They show discrimination, not calibration.
#'
#' * `plot_det()` draws \eqn{P_{miss}(t)}{P_miss(t)} over \eqn{P_{fa}(t)}{P_fa(t)} of [det_curve()]
#'   on axes of \eqn{\Phi^{-1}}{qnorm}. Normally distributed scores of equal spread give a straight
#'   line. Lower left is better.
#' * `plot_roc()` draws \eqn{1 - P_{miss}(t)}{1 - P_miss(t)} on linear axes. Upper left is better;
#'   the diagonal is chance.
#'
#' The **solid** line shows the exact steps, the **dashed** line their convex hull. The large mark
#' of the DET plot is the [eer()]; the legend of the ROC plot states the [auc()]. A rate of exactly
#' 0 is drawn along the edge.
#'
#' At each operating point a circle marks the best threshold and a cross the Bayes threshold. Their
#' distance is miscalibration. With `dr30 = TRUE`, there are fewer than 30 false alarms to the left
#' of the dotted line, and fewer than 30 misses below it ([rule_of_30()]).
#'
#' # Corners
#' `plot_roc(corners = TRUE)` marks the best thresholds and those that are best at no prior (Brümmer
#' 2010, figure 7.2): triangles that point up are corners of the hull. Between two of these lies a
#' [pav()] block; minus the slope is its LR (section 7.7.3).
#'
#' @param object A [det_curve()].
#' @inheritParams det_curve
#' @param steps,hull Whether to draw the steps and the convex hull. `NULL` draws the hull for one
#'   system per panel.
#' @param dr30 Whether to draw the limits of the rule of 30.
#' @param systems `"overlay"` for one panel; `"facet"` for a panel per system.
#' @param limits Lowest and highest error rate of the DET plot, between 0 and 1. `NULL` means from
#'   0.001, or less if an EER or a mark is below 0.002, to 0.5; or all rates if an EER is above 0.2
#'   or an operating point lies outside.
#' @param type `"det"` or `"roc"`.
#' @param vocabulary Words of axes and titles: `"detection"`, or `"biometrics"` for the false match
#'   and false non-match rates (FMR, FNMR) of ISO/IEC 19795.
#' @param corners Whether to draw a panel per system with marked corners.
#' @param marks Largest number of points in a panel with marked corners.
#' @param ... For `plot_det()` and `plot_roc()`, arguments of [det_curve()] and [lr_set()].
#' @return A ggplot. Positions on the axes are error rates, so `geom_hline(yintercept = 0.05)` is at
#'   5 %.
#' @inherit bayes_error references
#' @concept DET plot
#' @concept ROC plot
#' @concept ROC curve
#' @name plot_det
#' @examples
#' set.seed(1)
#' x <- c(
#'   simulate_lr(300, 3000, s = 3, system = "A"),
#'   simulate_lr(300, 3000, s = 1.5, stretch = 2, system = "B")
#' )
#' plot_det(x)
#' plot_det(x["B"], operating_points = c("even odds" = 0.5, "1 in 20" = 0.05), dr30 = TRUE)
#' plot_roc(x)
#' @export
plot_det <- function(x, ..., steps = TRUE, hull = NULL, dr30 = FALSE, systems = "overlay",
                     limits = NULL, vocabulary = "detection") {
  check_given()
  autoplot(
    det_curve(x, ...),
    type = "det", steps = steps, hull = hull, dr30 = dr30, systems = systems, limits = limits,
    vocabulary = vocabulary
  )
}

#' @rdname plot_det
#' @export
plot_roc <- function(x, ..., steps = TRUE, hull = NULL, dr30 = FALSE, systems = "overlay",
                     corners = FALSE, marks = 60, vocabulary = "detection") {
  check_given()
  check_flag(corners)
  if (corners) return(draw_corners(det_curve(x, ...), marks))
  autoplot(
    det_curve(x, ...),
    type = "roc", steps = steps, hull = hull, dr30 = dr30, systems = systems,
    vocabulary = vocabulary
  )
}

#' @rdname plot_det
#' @exportS3Method ggplot2::autoplot det_curve
autoplot.det_curve <- function(object, type = "det", steps = TRUE, hull = NULL, dr30 = FALSE,
                               systems = "overlay", limits = NULL, vocabulary = "detection",
                               ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "p_fa", "p_miss", "hull"))
  overlay <- is_overlay(object, systems)
  check_choice(type, c("det", "roc"))
  check_choice(vocabulary, c("detection", "biometrics"))
  words <- words_for(vocabulary)
  check_flag(dr30)
  curves <- chosen_curves(steps, hull %||% !overlay)
  if (!dr30) attr(object, "dr30") <- NULL
  if (type == "roc") {
    draw_roc(object, curves, overlay, words)
  } else {
    # Marks beyond limits set by the user are not shown; others are at the edge.
    shown <- det_limits(object, limits)
    draw_det(object, curves, overlay, shown, if (is.null(limits)) shown, words)
  }
}

chosen_curves <- function(steps, hull) {
  check_flag(steps)
  check_flag(hull)
  stop_if(!steps && !hull, "{.arg steps} and {.arg hull} cannot both be FALSE.")
  rate_curves()[c(steps, hull)]
}

draw_det <- function(curve, curves, overlay, limits, mark_edges, words) {
  edges <- det_edges(curve, limits)
  rates <- c("p_fa", "p_miss")
  on_panel <- \(data) replace(data, rates, lapply(data[rates], onto_panel, mark_edges %||% edges))
  span <- stats::qnorm(limits)
  ticks <- det_ticks(limits, if (!overlay && nlevels(curve$system) > 1) 0.12 else 0.055)
  eer <- attr(curve, "eer")
  draw_rates(
    curve, det_paths(curve, curves, edges),
    list(
      move = on_panel, place = \(p) (stats::qnorm(p) - span[1]) / diff(span),
      drawn = list(
        probit_scale(ggplot2::scale_x_continuous, ticks),
        probit_scale(ggplot2::scale_y_continuous, ticks),
        ggplot2::coord_fixed(xlim = limits, ylim = limits)
      )
    ),
    overlay, if (!is.null(eer)) paste("EER", percent_text(eer$eer)), words[["det"]],
    x = words[["p_fa"]], y = words[["p_miss"]]
  )
}

draw_roc <- function(curve, curves, overlay, words) {
  up <- \(data) replace(data, "p_miss", 1 - data$p_miss)
  auc <- attr(curve, "auc")
  attr(curve, "eer") <- NULL
  draw_rates(
    curve, up(roc_paths(curve, curves)),
    list(move = up, place = identity, drawn = unit_square()), overlay,
    if (!is.null(auc)) paste("AUC", format_number(auc$auc)), words[["roc"]],
    x = words[["accepted_h2"]], y = words[["accepted_h1"]]
  )
}

# Layers of both plots: `axes` has the functions `move` for rates and `place` along the axes, and
# the `drawn` axes; the `eer` of a curve is marked. A part of a curve has lost the marks, limits and
# values in the legend that belong to the whole. `...` is for framed().
draw_rates <- function(curve, paths, axes, overlay, notes, kind, ...) {
  names <- levels(curve$system)
  move <- axes$move
  eer <- attr(curve, "eer")
  words <- if (overlay) system_words(names, notes) else names
  dr30 <- attr(curve, "dr30")
  points <- numbered_rates(attr(curve, "operating"))
  levels(paths$system) <- words
  unit <- if (overlay) 1 else min(length(names), 3)
  ggplot2::ggplot(mapping = ggplot2::aes(.data$p_fa, .data$p_miss)) +
    neutral_line(ggplot2::geom_abline, slope = 1, intercept = 0, linewidth = widths["rule"]) +
    (if ("p_miss_lower" %in% names(curve)) rate_ribbons(curve, words, move, overlay)) +
    (if (!is.null(dr30)) dr30_lines(dr30, words, move)) +
    ggplot2::geom_path(
      ggplot2::aes(
        colour = .data$system, linetype = .data$curve,
        group = interaction(.data$system, .data$curve)
      ),
      data = paths, linewidth = widths["curve"]
    ) +
    (if (overlay) path_marks(paths[paths$curve == paths$curve[1], ])) +
    (if (!is.null(points)) operating_marks(points, words, move, axes$place, unit)) +
    (if (!is.null(eer)) eer_marks(eer, words, move)) +
    system_scales(words, rate_curves(), plain = !overlay) +
    axes$drawn +
    (if (length(unique(paths$curve)) == 1) ggplot2::guides(linetype = "none")) +
    (if (!overlay) facet_systems(curve, notes)) +
    framed(
      kind, names, if (!is.null(notes)) per_system_notes(names, notes), ...,
      subtitle = if (length(names) == 1) notes,
      notes = c(
        if (!is.null(points)) rate_key(points),
        if (!is.null(dr30)) label("Dotted lines: fewer than 30 errors beyond them."),
        band_note(curve), trials_note(curve)
      )
    )
}

# Limits of all miss rates at one false-alarm rate are one band.
rate_ribbons <- function(curve, words, move, overlay) {
  data <- as.data.frame(curve)
  levels(data$system) <- words
  low <- stats::ave(data$p_miss_lower, data$system, data$p_fa, FUN = min)
  high <- stats::ave(data$p_miss_upper, data$system, data$p_fa, FUN = max)
  ends <- lapply(list(low, high), \(p_miss) move(data.frame(p_fa = data$p_fa, p_miss = p_miss)))
  data$p_fa <- ends[[1]]$p_fa
  data$lower <- pmin(ends[[1]]$p_miss, ends[[2]]$p_miss)
  data$upper <- pmax(ends[[1]]$p_miss, ends[[2]]$p_miss)
  data <- data[!duplicated(curve[c("system", "p_fa")]), ]
  data <- data[order(data$system, data$p_fa), ]
  looks <- system_looks(words, colour = if (overlay) system_colours else roles["actual", "colour"])
  band_ribbons(data[visible_steps(data$p_fa, data$upper), ], "p_fa", "system", looks)
}

# Limits of the axes: below all rates but 0, above the interesting part of the curve.
det_limits <- function(curve, limits) {
  if (!is.null(limits)) {
    check_numeric(limits)
    rise <- length(limits) == 2 && all(diff(c(0, limits, 1)) > 0)
    stop_if(!rise, "{.arg limits} must be two ascending numbers between 0 and 1.")
    return(limits)
  }
  marked <- as.double(unlist(attr(curve, "operating")[c("p_fa", "p_miss")]))
  upper <- max(0.5, stats::pnorm(stats::qnorm(marked) + 0.3))
  if (upper > 0.95 || max(attr(curve, "eer")$eer_steps, 0) > 0.2) upper <- 1
  rates <- c(curve$p_fa, curve$p_miss)[curve$p_fa <= upper & curve$p_miss <= upper]
  # Axes begin at 0.1 %, as in papers, or lower to include half of an equal-error rate or a mark.
  least <- min(0.002, attr(curve, "eer")$eer_steps, marked[marked > 0])
  low <- max(min(rates[rates > 0], marked[marked > 0], 0.04) / 2, least / 2, 1e-7)
  c(low, min(upper, 1 - low))
}

# Positions of rates of exactly 0 and 1, which are infinitely far away: on the edges of the panel,
# or beyond if the limits also cut off other rates.
det_edges <- function(curve, limits) {
  rates <- c(curve$p_fa, curve$p_miss)
  low <- min(limits[1], min(rates[rates > 0]) / 2)
  c(low, max(limits[2], 1 - low))
}

# Ticks with space between them, from low to high: labels of neighbours do not touch.
det_ticks <- function(limits, room) {
  room <- room * diff(stats::qnorm(limits))
  ticks <- c(1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
  apart <- \(a, b) abs(stats::qnorm(a) - stats::qnorm(b)) > room
  kept <- numeric()
  for (tick in ticks[ticks >= limits[1] & ticks <= limits[2]]) {
    if (all(apart(tick, kept))) kept <- c(kept, tick)
  }
  kept
}

# The argument of scales was renamed in ggplot2 3.5.
probit_scale <- function(scale, ticks) {
  probit <- scales::trans_new("probit", stats::qnorm, stats::pnorm, domain = c(0, 1))
  new <- "transform" %in% names(formals(scale))
  arguments <- rlang::set_names(list(probit), if (new) "transform" else "trans")
  do.call(scale, c(arguments, list(
    breaks = ticks, labels = percent_labels, minor_breaks = NULL,
    guide = ggplot2::guide_axis(check.overlap = TRUE)
  )))
}

roc_paths <- function(curve, curves, place = \(x) x[visible_steps(x$p_fa, x$p_miss), ]) {
  systems <- levels(curve$system)
  parts <- expand.grid(system = systems, curve = curves, stringsAsFactors = FALSE)
  paths <- Map(\(system, name) {
    keep <- curve$system == system & (name == rate_curves()[["actual"]] | curve$hull)
    path <- place(without_middles(curve$p_fa[keep], curve$p_miss[keep]))
    data.frame(
      system = factor(system, levels = systems), curve = factor(name, levels = rate_curves()), path
    )
  }, parts$system, parts$curve)
  do.call(rbind, unname(paths))
}

# Drops points between two others on the same level line, which are invisible.
without_middles <- function(p_fa, p_miss) {
  n <- length(p_fa)
  before <- c(1, seq_len(n - 1))
  after <- c(seq_len(n)[-1], n)
  level <- \(p) p[before] == p & p == p[after]
  middle <- level(p_fa) | level(p_miss)
  middle[c(1, n)] <- FALSE
  data.frame(p_fa = p_fa[!middle], p_miss = p_miss[!middle])
}

det_paths <- function(curve, curves, edges) {
  place <- \(path) {
    path$u <- stats::qnorm(onto_panel(path$p_fa, edges))
    path$v <- stats::qnorm(onto_panel(path$p_miss, edges))
    path
  }
  roc_paths(curve, curves, \(path) {
    path <- place(path)
    # Thinning expects heights between 0 and 1.
    height <- (path$v - min(path$v)) / max(diff(range(path$v)), 1e-9)
    path <- place(bend_path(path[visible_steps(path$u, height), ]))
    data.frame(p_fa = stats::pnorm(path$u), p_miss = stats::pnorm(path$v))
  })
}

# ROC segments are curved on probit axes: adds points where a reader can see the curvature.
bend_path <- function(path) {
  path$at <- seq_len(nrow(path))
  long <- which(pmin(abs(diff(path$u)), abs(diff(path$v))) > 0.01)
  along <- (1 + tanh(seq(-6, 6, length.out = 121))) / 2
  at <- c(outer(along, long, `+`))
  from <- floor(at)
  between <- \(x) x[from] + (at - from) * (x[from + 1] - x[from])
  bends <- data.frame(p_fa = between(path$p_fa), p_miss = between(path$p_miss), at = at)
  path <- rbind(path[names(bends)], bends)
  path[order(path$at), ]
}

# Small marks along the paths, at different places for each system.
path_marks <- function(paths, n = 5) {
  rows <- split(seq_len(nrow(paths)), paths$system, drop = TRUE)
  at <- unlist(lapply(seq_along(rows), \(k) {
    along <- (seq_len(n) - 1 + (k - 0.5) / length(rows)) / n
    rows[[k]][ceiling(along * length(rows[[k]]))]
  }))
  ggplot2::geom_point(
    ggplot2::aes(colour = .data$system, shape = .data$system), data = paths[at, ], size = 1.5
  )
}

eer_marks <- function(eer, words, move) {
  points <- move(data.frame(system = eer$system, p_fa = eer$eer, p_miss = eer$eer))
  levels(points$system) <- words
  ggplot2::geom_point(
    ggplot2::aes(colour = .data$system, shape = .data$system), data = points, size = 2.6
  )
}

# Lines beyond which there are fewer than 30 errors.
dr30_lines <- function(rates, words, move) {
  levels(rates$system) <- words
  line <- \(draw, mapping, column) {
    draw(
      mapping, data = move(rates[rates[[column]] < 1, ]), linetype = "dotted",
      linewidth = widths["thin"], show.legend = FALSE
    )
  }
  list(
    line(ggplot2::geom_vline, ggplot2::aes(xintercept = .data$p_fa, colour = .data$system), "p_fa"),
    line(
      ggplot2::geom_hline, ggplot2::aes(yintercept = .data$p_miss, colour = .data$system), "p_miss"
    )
  )
}
