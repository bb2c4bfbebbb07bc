#' DET and ROC plots
#'
#' Misses against false alarms for every threshold: what a system can discriminate, whatever its
#' calibration.
#'
#' * `plot_det()` uses axes of normal quantiles, on which a system with normally distributed scores
#'   of equal spread is a straight line and good systems stay apart. The nearer to the lower left,
#'   the better.
#' * `plot_roc()` draws the share of H1 trials accepted against the share of H2 trials accepted, on
#'   straight axes. The nearer to the upper left, the better; the diagonal is chance.
#'
#' On normal quantiles, with \eqn{\Phi^{-1}} that of the standard normal law, the curve is
#' \eqn{(\Phi^{-1}(P_{fa}(t)), \Phi^{-1}(P_{miss}(t)))}{(qnorm(P_fa(t)), qnorm(P_miss(t)))} over the
#' thresholds \eqn{t}; on straight axes it is
#' \eqn{(P_{fa}(t), 1 - P_{miss}(t))}{(P_fa(t), 1 - P_miss(t))}.
#'
#' The **solid** line is the exact steps, one for each distinct value. The **dashed** line is the
#' convex hull, all that matters to anyone who may choose the threshold; with several systems in one
#' panel it is left out unless asked for. The large mark of the DET plot is the [eer()], whose value
#' stands in the legend; that of the ROC plot gives the [auc()]. A rate of exactly 0 has no place on
#' an axis of normal quantiles: lines that reach it are drawn at the edge, on the tick labelled 0.
#'
#' Operating points are marked by a circle at the best threshold and by a cross at the Bayes
#' threshold, with a number that the caption explains. The distance between them is a fault
#' of calibration. With `dr30 = TRUE` dotted lines show where the test runs out of errors: left of
#' them there are fewer than 30 false alarms, below
#' them fewer than 30 misses ([rule_of_30()]).
#'
#' # Corners
#' `plot_roc(corners = TRUE)` shows what the best thresholds are, and which are best at no prior
#' (Brümmer 2010, figure 7.2). The solid line is the ROC curve, horizontal and vertical where no
#' trials are tied, with its corners as triangles that point down. The dashed line below it is the
#' hull, with triangles that point up; the area under it is one minus the [auc()] with
#' `method = "hull"`. Between two corners of the hull with a block of \eqn{m} of the \eqn{N_1} H1
#' trials and \eqn{n} of the \eqn{N_2} H2 trials the slope is
#' \eqn{-\frac{m / N_1}{n / N_2}}{-(m / N_1) / (n / N_2)}, minus the LR of the block of [pav()]
#' (section 7.7.3).
#'
#' @param object A [det_curve()].
#' @inheritParams det_curve
#' @param steps,hull Draw the steps, the convex hull? `NULL` draws the hull where there is one
#'   system in a panel.
#' @param dr30 Draw the limits of the rule of 30?
#' @param systems How to show several systems: `"overlay"`, all in one panel, told apart by the
#'   colour of the lines and the shape of the marks; or `"facet"`, one panel each.
#' @param limits The error rates between which the DET plot is drawn, two numbers between 0 and 1.
#'   `NULL` ends at 0.5, or shows all rates where a system has an EER above 0.2 or an operating
#'   point lies beyond.
#' @param type `"det"` or `"roc"`.
#' @param corners Draw a panel per system with every corner of the ROC curve and of its convex hull
#'   marked instead, see below?
#' @param marks Above how many points in a panel corners are no longer marked.
#' @param ... For `plot_det()` and `plot_roc()`, arguments of [det_curve()], and those of [lr_set()]
#'   where `x` is not a set yet.
#' @return A ggplot, to which scales, themes and labels can be added. Positions on the axes are
#'   error rates, so `geom_hline(yintercept = 0.05)` is at 5 %.
#' @inherit det_curve references
#' @seealso [det_curve()] for the numbers
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
NULL

#' @rdname plot_det
#' @export
plot_det <- function(x, ..., steps = TRUE, hull = NULL, dr30 = FALSE, systems = "overlay",
                     limits = NULL) {
  autoplot(
    det_curve(x, ...),
    type = "det", steps = steps, hull = hull, dr30 = dr30, systems = systems, limits = limits
  )
}

#' @rdname plot_det
#' @export
plot_roc <- function(x, ..., steps = TRUE, hull = NULL, dr30 = FALSE, systems = "overlay",
                     corners = FALSE, marks = 60) {
  call <- rlang::current_env()
  check_flag(corners, "corners", call)
  if (corners) {
    return(draw_corners(det_curve(x, ...), marks, call))
  }
  autoplot(
    det_curve(x, ...),
    type = "roc", steps = steps, hull = hull, dr30 = dr30, systems = systems
  )
}

#' @rdname plot_det
#' @export
autoplot.det_curve <- function(object, type = "det", steps = TRUE, hull = NULL, dr30 = FALSE,
                               systems = "overlay", limits = NULL, ...) {
  object <- drawn_curve(object, c("system", "p_fa", "p_miss", "hull"))
  check_layout(systems)
  if (is.null(hull)) hull <- systems == "facet" || nlevels(object$system) == 1
  call <- rlang::current_env()
  check_choice(type, c("det", "roc"), "type", call)
  check_flag(dr30, "dr30", call)
  curves <- chosen_curves(steps, hull, call)
  if (type == "roc") {
    draw_roc(object, curves, dr30, systems)
  } else {
    draw_det(object, curves, dr30, systems, det_limits(object, limits, call))
  }
}

chosen_curves <- function(steps, hull, call) {
  check_flag(steps, "steps", call)
  check_flag(hull, "hull", call)
  if (!steps && !hull) {
    stop_input("{.arg steps} and {.arg hull} cannot both be FALSE.", call = call)
  }
  rate_curves()[c(steps, hull)]
}

draw_det <- function(curve, curves, dr30, systems, limits) {
  edges <- det_edges(curve, limits)
  on_panel <- \(data) {
    data$p_fa <- onto_panel(data$p_fa, edges)
    data$p_miss <- onto_panel(data$p_miss, edges)
    data
  }
  rates <- attr(curve, "eer")$eer
  notes <- if (length(rates) > 0) paste("EER", percent_text(rates))
  span <- stats::qnorm(limits)
  facets <- systems == "facet" && nlevels(curve$system) > 1
  ticks <- det_ticks(limits, edges, if (facets) 0.12 else 0.055)
  place <- \(p) (stats::qnorm(p) - span[1]) / diff(span)
  draw_rates(curve, det_paths(curve, curves, edges), on_panel, dr30, systems, notes, place) +
    eer_marks(curve, on_panel, rate_words(curve, systems, notes)) +
    probit_scale(ggplot2::scale_x_continuous, ticks) +
    probit_scale(ggplot2::scale_y_continuous, ticks) +
    ggplot2::coord_fixed(xlim = limits, ylim = limits) +
    ggplot2::labs(
      x = label("False-alarm rate (%)"), y = label("Miss rate (%)"),
      alt = alt_text(label("DET plot: misses against false alarms"), levels(curve$system),
        eer_findings(curve, notes))
    )
}

draw_roc <- function(curve, curves, dr30, systems) {
  up <- \(data) {
    data$p_miss <- 1 - data$p_miss
    data
  }
  areas <- attr(curve, "auc")$auc
  notes <- if (length(areas) > 0) paste("AUC", format_number(areas))
  draw_rates(curve, up(roc_paths(curve, curves)), up, dr30, systems, notes, identity) +
    ggplot2::scale_x_continuous(labels = percent_labels) +
    ggplot2::scale_y_continuous(labels = percent_labels) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(
      x = label("H2 trials accepted: false alarms (%)"), y = label("H1 trials accepted: hits (%)"),
      alt = alt_text(label("ROC plot: hits against false alarms"), levels(curve$system),
        eer_findings(curve, notes))
    )
}

eer_findings <- function(curve, notes) {
  if (!is.null(notes)) paste0(per_system_notes(levels(curve$system), notes), ".")
}

# What both plots share: `move` puts rates where they are drawn, `place` says how far along the
# axes.
draw_rates <- function(curve, paths, move, dr30, systems, notes, place) {
  names <- levels(curve$system)
  facets <- systems == "facet"
  words <- rate_words(curve, systems, notes)
  points <- numbered_rates(attr(curve, "operating"))
  ggplot2::ggplot(mapping = ggplot2::aes(.data$p_fa, .data$p_miss)) +
    ggplot2::geom_abline(
      slope = 1, intercept = 0, colour = roles["none", "colour"], linewidth = widths["rule"],
      linetype = roles["none", "line"]
    ) +
    rate_ribbons(curve, words, move, length(names) == 1 || facets) +
    (if (dr30) dr30_lines(curve, words, move)) +
    roc_lines(paths, words, !facets && length(names) > 1) +
    operating_marks(points, words, move, place) +
    rate_scales(words, unique(as.character(paths$curve)), length(names) == 1 || facets) +
    (if (facets) facet_systems(curve, notes, square = TRUE)) +
    ggplot2::labs(
      subtitle = if (length(names) == 1) notes,
      caption = caption_text(
        rate_key(points),
        if (dr30) label("Dotted lines: fewer than 30 errors beyond them."),
        band_note(curve)
      )
    ) +
    furniture()
}

# Limits of all miss rates at one false-alarm rate are one band.
rate_ribbons <- function(curve, words, move, plain) {
  if (!"p_miss_lower" %in% names(curve)) {
    return(NULL)
  }
  levels(curve$system) <- words
  data <- do.call(rbind, lapply(split(as.data.frame(curve), curve$system, drop = TRUE), \(part) {
    at <- split(seq_len(nrow(part)), part$p_fa)
    data.frame(
      system = part$system[1], p_fa = vapply(at, \(i) part$p_fa[i[1]], 0),
      low = vapply(at, \(i) min(part$p_miss_lower[i]), 0),
      high = vapply(at, \(i) max(part$p_miss_upper[i]), 0)
    )
  }))
  ends <- lapply(c("low", "high"), \(end) move(data.frame(p_fa = data$p_fa, p_miss = data[[end]])))
  data$p_fa <- ends[[1]]$p_fa
  data$lower <- pmin(ends[[1]]$p_miss, ends[[2]]$p_miss)
  data$upper <- pmax(ends[[1]]$p_miss, ends[[2]]$p_miss)
  looks <- system_looks(words)
  if (plain) looks$colour <- roles["actual", "colour"]
  band_ribbons(data[visible_steps(data$p_fa, data$upper), ], "p_fa", "system", looks)
}

rate_words <- function(curve, systems, notes) {
  names <- levels(curve$system)
  if (systems == "facet" || length(names) == 1) names else system_words(names, notes)
}

# One system, or one per panel, needs no colour: it is the system as it is.
rate_scales <- function(words, curves, plain) {
  lines <- rlang::set_names(c("solid", "dashed"), rate_curves())
  n <- length(words)
  of <- \(values) rlang::set_names(rep_len(values, n), words)
  list(
    ggplot2::scale_colour_manual(values = of(if (plain) "black" else system_colours)),
    ggplot2::scale_shape_manual(values = of(if (plain) 16 else system_shapes)),
    ggplot2::scale_linetype_manual(values = lines),
    ggplot2::labs(colour = NULL, shape = NULL, linetype = NULL),
    ggplot2::guides(
      colour = if (plain) "none" else legend_below(words, 1),
      shape = if (plain) "none" else legend_below(words, 1),
      linetype = if (length(curves) == 1) "none" else legend_below(curves, 2)
    )
  )
}

# Leaves out what stands closer than this to the last tick that stays.
thin_ticks <- function(ticks, room) {
  at <- stats::qnorm(ticks)
  kept <- rep(TRUE, length(at))
  last <- -Inf
  for (i in seq_along(at)) {
    kept[i] <- at[i] - last > room
    if (kept[i]) last <- at[i]
  }
  ticks[kept]
}

# Where to begin and end: below all rates but 0, above the interesting part of the curve.
det_limits <- function(curve, limits, call) {
  if (!is.null(limits)) {
    check_numeric(limits, "limits", call)
    if (length(limits) != 2 || limits[1] <= 0 || limits[2] >= 1 || limits[1] >= limits[2]) {
      stop_input("{.arg limits} must be two ascending numbers between 0 and 1.", call = call)
    }
    return(limits)
  }
  marked <- as.double(unlist(attr(curve, "operating")[c("p_fa", "p_miss")]))
  upper <- max(0.5, stats::pnorm(stats::qnorm(marked) + 0.3))
  if (upper > 0.95 || max(attr(curve, "eer")$eer_steps, 0) > 0.2) upper <- 1
  rates <- c(curve$p_fa, curve$p_miss)[curve$p_fa <= upper & curve$p_miss <= upper]
  low <- max(min(rates[rates > 0], marked[marked > 0], 0.04) / 2, 1e-7)
  c(low, min(upper, 1 - low))
}

# Where rates of exactly 0 and 1 are drawn, which are infinitely far away: on the edges of the
# panel, or beyond where the limits cut off other rates too.
det_edges <- function(curve, limits) {
  rates <- c(curve$p_fa, curve$p_miss)
  low <- min(limits[1], min(rates[rates > 0]) / 2)
  c(low, max(limits[2], 1 - low))
}

onto_panel <- function(p, edges) pmin(pmax(p, edges[1]), edges[2])

# Ticks with space between them: labels of neighbours do not touch.
det_ticks <- function(limits, edges, room) {
  room <- room * diff(stats::qnorm(limits))
  ticks <- c(1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
  apart <- \(edge) abs(stats::qnorm(ticks) - stats::qnorm(edge)) > room
  ticks <- ticks[ticks > limits[1] & ticks < limits[2] & apart(edges[1]) & apart(edges[2])]
  ticks <- thin_ticks(ticks, room)
  zero <- edges[1] == limits[1]
  one <- edges[2] == limits[2]
  list(
    breaks = c(if (zero) edges[1], ticks, if (one) edges[2]),
    labels = c(if (zero) "0", format_number(100 * ticks), if (one) "100")
  )
}

# The argument of scales was renamed in ggplot2 3.5.
probit_scale <- function(scale, ticks) {
  probit <- scales::trans_new("probit", stats::qnorm, stats::pnorm, domain = c(0, 1))
  new <- "transform" %in% names(formals(scale))
  arguments <- rlang::set_names(list(probit), if (new) "transform" else "trans")
  do.call(scale, c(
    arguments, ticks,
    list(minor_breaks = NULL, guide = ggplot2::guide_axis(check.overlap = TRUE))
  ))
}

roc_paths <- function(curve, curves, place = place_straight) {
  present <- levels(curve$system)[tabulate(curve$system, nlevels(curve$system)) > 0]
  parts <- expand.grid(system = present, curve = curves, stringsAsFactors = FALSE)
  paths <- Map(\(system, name) {
    of_system <- as.integer(curve$system) == match(system, levels(curve$system))
    keep <- which(of_system & (name == "Steps" | curve$hull))
    path <- place(without_middles(curve$p_fa[keep], curve$p_miss[keep]))
    data.frame(
      system = factor(system, levels = levels(curve$system)),
      curve = factor(name, levels = rate_curves()), path
    )
  }, parts$system, parts$curve)
  do.call(rbind, unname(paths))
}

# Points between two others on the same level line draw nothing.
without_middles <- function(p_fa, p_miss) {
  n <- length(p_fa)
  before <- c(1, seq_len(n - 1))
  after <- c(seq_len(n)[-1], n)
  level <- \(p) p[before] == p & p == p[after]
  middle <- level(p_fa) | level(p_miss)
  middle[c(1, n)] <- FALSE
  data.frame(p_fa = p_fa[!middle], p_miss = p_miss[!middle])
}

place_straight <- function(path) path[visible_steps(path$p_fa, path$p_miss), ]

det_paths <- function(curve, curves, edges) {
  place <- \(path) {
    path$u <- stats::qnorm(onto_panel(path$p_fa, edges))
    path$v <- stats::qnorm(onto_panel(path$p_miss, edges))
    path
  }
  roc_paths(curve, curves, \(path) {
    path <- place(path)
    path <- place(bend_path(thin_det(path)))
    data.frame(p_fa = stats::pnorm(path$u), p_miss = stats::pnorm(path$v))
  })
}

# Thinning expects heights between 0 and 1.
thin_det <- function(path) {
  height <- (path$v - min(path$v)) / max(diff(range(path$v)), 1e-9)
  path[visible_steps(path$u, height), ]
}

# What is straight between two corners is curved on these axes: more points where that can be seen.
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

roc_lines <- function(paths, words, overlay) {
  levels(paths$system) <- words
  list(
    ggplot2::geom_path(
      ggplot2::aes(
        colour = .data$system, linetype = .data$curve,
        group = interaction(.data$system, .data$curve)
      ),
      data = paths, linewidth = widths["curve"]
    ),
    if (overlay) path_marks(paths[paths$curve == paths$curve[1], ])
  )
}

# Small marks along the paths, at other places for each system.
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

# A part of a curve has lost what belongs to the whole: marks, limits and values in the legend.
eer_marks <- function(curve, move, words) {
  eer <- attr(curve, "eer")
  if (is.null(eer)) {
    return(NULL)
  }
  points <- data.frame(system = eer$system, p_fa = eer$eer, p_miss = eer$eer)
  levels(points$system) <- words
  ggplot2::geom_point(
    ggplot2::aes(colour = .data$system, shape = .data$system),
    data = move(points), size = 2.6
  )
}

# Operating points by number: those with the same place in every system share one.
numbered_rates <- function(points) {
  if (is.null(points)) {
    return(NULL)
  }
  place <- tapply(
    paste(points$system, points$threshold, signif(points$p_fa, 10), signif(points$p_miss, 10)),
    points$name, paste, collapse = " "
  )
  points$number <- match(place, unique(place))[as.integer(points$name)]
  points
}

rate_key <- function(points) {
  if (is.null(points)) {
    return(NULL)
  }
  one <- points[!duplicated(points$name), ]
  key <- tapply(as.character(one$name), one$number, names_in_short)
  bayes <- any(points$threshold == "Bayes")
  key <- paste(names(key), key, collapse = "; ")
  if (bayes) {
    labelf("Operating points (circle: best threshold, cross: Bayes threshold): %s.", key)
  } else {
    labelf("Operating points (circle: best threshold): %s.", key)
  }
}

operating_marks <- function(points, words, move, place) {
  if (is.null(points)) {
    return(NULL)
  }
  levels(points$system) <- words
  points <- move(points)
  best <- points[points$threshold == "best", ]
  bayes <- points[points$threshold == "Bayes", ]
  mark <- \(data, shape, size) {
    ggplot2::geom_point(ggplot2::aes(colour = .data$system),
      data = data, shape = shape, size = size, stroke = 0.9, show.legend = FALSE
    )
  }
  list(
    (if (nrow(bayes) > 0) gap_lines(bayes, best)),
    mark(best, 1, 3.2),
    mark(bayes, 4, 2.4),
    number_labels(best, points, place)
  )
}

# The numbers stand beside their circles, where no mark and no other number is.
number_labels <- function(best, points, place) {
  labels <- best[!duplicated(best[c("system", "number")]), ]
  at <- free_places(
    cbind(place(labels$p_fa), place(labels$p_miss)), cbind(place(points$p_fa), place(points$p_miss))
  )
  ggplot2::geom_text(
    ggplot2::aes(label = .data$number, colour = .data$system),
    data = labels, size = note_size, hjust = at$hjust, vjust = at$vjust, show.legend = FALSE
  )
}

# For points in the unit square, the side on which a small label is farthest from what is taken.
free_places <- function(at, taken) {
  sides <- expand.grid(x = c(1, -1, 0), y = c(1, -1, 0))[-9, ]
  chosen <- integer(nrow(at))
  for (i in seq_len(nrow(at))) {
    spots <- cbind(at[i, 1] + 0.035 * sides$x, at[i, 2] + 0.045 * sides$y)
    nearest <- apply(spots, 1, \(spot) min(colSums((t(taken) - spot)^2)))
    outside <- rowSums(spots < 0.01 | spots > 0.99) > 0
    chosen[i] <- which.max(pmin(nearest, 0.0011) - 10 * outside - seq_len(nrow(sides)) * 1e-6)
    taken <- rbind(taken, spots[chosen[i], ])
  }
  list(hjust = 0.5 - 1.5 * sides$x[chosen], vjust = 0.5 - 1.4 * sides$y[chosen])
}

# From each Bayes threshold to the best one.
gap_lines <- function(bayes, best) {
  ends <- cbind(bayes, best_fa = best$p_fa, best_miss = best$p_miss)
  ggplot2::geom_segment(
    ggplot2::aes(xend = .data$best_fa, yend = .data$best_miss, colour = .data$system),
    data = ends, linewidth = widths["rule"], show.legend = FALSE
  )
}

# Beyond these rates there are fewer than 30 errors.
dr30_lines <- function(curve, words, move) {
  rates <- attr(curve, "dr30")
  if (is.null(rates)) {
    return(NULL)
  }
  levels(rates$system) <- words
  list(
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$p_fa, colour = .data$system),
      data = move(rates[rates$p_fa < 1, ]), linetype = "dotted", linewidth = widths["thin"],
      show.legend = FALSE
    ),
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$p_miss, colour = .data$system),
      data = move(rates[rates$p_miss < 1, ]), linetype = "dotted", linewidth = widths["thin"],
      show.legend = FALSE
    )
  )
}
