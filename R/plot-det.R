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
#' The **solid** line is the exact steps, one for each distinct value. The **dashed** line is the
#' convex hull, all that matters to anyone who may choose the threshold. The mark is the [eer()],
#' whose value stands in the legend of the DET plot; that of the ROC plot gives the [auc()]. A rate
#' of exactly 0 has no place on an axis of normal quantiles: lines that reach it are drawn at the
#' edge, on the tick labelled 0.
#'
#' Operating points are marked by a circle at the best threshold and by a cross at the Bayes
#' threshold. The distance between them is a fault of calibration. With `dr30 = TRUE` dotted lines
#' show where the test runs out of errors: left of them there are fewer than 30 false alarms, below
#' them fewer than 30 misses ([rule_of_30()]).
#'
#' @param object A [det_curve()].
#' @inheritParams det_curve
#' @param steps,hull Draw the steps, the convex hull?
#' @param dr30 Draw the limits of the rule of 30?
#' @param systems How to show several systems: `"overlay"`, all in one panel, told apart by the
#'   colour of the lines and the shape of the marks; or `"facet"`, one panel each.
#' @param limits The error rates between which the DET plot is drawn, two numbers between 0 and 1.
#' @param type `"det"` or `"roc"`.
#' @param ... For `plot_det()` and `plot_roc()`, passed on to [lr_set()] where `x` is not one yet.
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
plot_det <- function(x, ..., operating_points = NULL, steps = TRUE, hull = TRUE, dr30 = FALSE,
                     systems = "overlay", limits = NULL) {
  autoplot(
    det_curve(lr_set(x, ...), operating_points = operating_points),
    type = "det", steps = steps, hull = hull, dr30 = dr30, systems = systems, limits = limits
  )
}

#' @rdname plot_det
#' @export
plot_roc <- function(x, ..., operating_points = NULL, steps = TRUE, hull = TRUE, dr30 = FALSE,
                     systems = "overlay") {
  autoplot(
    det_curve(lr_set(x, ...), operating_points = operating_points),
    type = "roc", steps = steps, hull = hull, dr30 = dr30, systems = systems
  )
}

#' @rdname plot_det
#' @export
autoplot.det_curve <- function(object, type = "det", steps = TRUE, hull = TRUE, dr30 = FALSE,
                               systems = "overlay", limits = NULL, ...) {
  object <- drawn_curve(object, c("system", "p_fa", "p_miss", "hull"))
  call <- rlang::current_env()
  check_choice(type, c("det", "roc"), "type", call)
  check_choice(systems, c("overlay", "facet"), "systems", call)
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
  c("Steps", "Convex hull")[c(steps, hull)]
}

draw_det <- function(curve, curves, dr30, systems, limits) {
  edges <- det_edges(curve, limits)
  on_panel <- \(data) {
    data$p_fa <- onto_panel(data$p_fa, edges)
    data$p_miss <- onto_panel(data$p_miss, edges)
    data
  }
  ggplot2::ggplot(mapping = ggplot2::aes(.data$p_fa, .data$p_miss)) +
    ggplot2::geom_abline(slope = 1, intercept = 0, colour = "grey70", linewidth = 0.3) +
    (if (dr30) dr30_lines(curve)) +
    roc_lines(det_paths(curve, curves, edges)) +
    eer_marks(curve, on_panel) +
    operating_marks(curve, on_panel) +
    system_mapping(curve, "EER", percent_text(attr(curve, "eer")$eer)) +
    (if (systems == "facet") facet_systems(curve)) +
    probit_scale(ggplot2::scale_x_continuous, det_ticks(limits, edges)) +
    probit_scale(ggplot2::scale_y_continuous, det_ticks(limits, edges)) +
    ggplot2::coord_fixed(xlim = limits, ylim = limits) +
    ggplot2::labs(
      x = "False-alarm rate (%)", y = "Miss rate (%)",
      caption = operating_caption(curve)
    )
}

draw_roc <- function(curve, curves, dr30, systems) {
  up <- \(data) {
    data$p_miss <- 1 - data$p_miss
    data
  }
  percent <- \(p) format_number(100 * p)
  ggplot2::ggplot(mapping = ggplot2::aes(.data$p_fa, .data$p_miss)) +
    ggplot2::geom_abline(slope = 1, intercept = 0, colour = "grey70", linewidth = 0.3) +
    (if (dr30) dr30_lines(curve, up)) +
    roc_lines(up(roc_paths(curve, curves))) +
    eer_marks(curve, up) +
    operating_marks(curve, up) +
    system_mapping(curve, "AUC", format_number(attr(curve, "auc")$auc)) +
    (if (systems == "facet") facet_systems(curve)) +
    ggplot2::scale_x_continuous(labels = percent) +
    ggplot2::scale_y_continuous(labels = percent) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(
      x = "H2 trials accepted: false alarms (%)", y = "H1 trials accepted: hits (%)",
      caption = operating_caption(curve)
    )
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

det_ticks <- function(limits, edges) {
  ticks <- c(1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
  apart <- \(edge) abs(stats::qnorm(ticks) - stats::qnorm(edge)) > 0.12
  ticks <- ticks[ticks > limits[1] & ticks < limits[2] & apart(edges[1]) & apart(edges[2])]
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
      curve = factor(name, levels = c("Steps", "Convex hull")), path
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

roc_lines <- function(paths) {
  list(
    ggplot2::geom_path(
      ggplot2::aes(
        colour = .data$system, linetype = .data$curve,
        group = interaction(.data$system, .data$curve)
      ),
      data = paths, linewidth = 0.6
    ),
    ggplot2::scale_linetype_manual(
      values = c("Steps" = "solid", "Convex hull" = "dashed"), name = NULL,
      guide = ggplot2::guide_legend(order = 2)
    )
  )
}

# A part of a curve has lost what belongs to the whole: marks, limits and values in the legend.
eer_marks <- function(curve, move) {
  eer <- attr(curve, "eer")
  if (is.null(eer)) {
    return(NULL)
  }
  points <- data.frame(system = eer$system, p_fa = eer$eer, p_miss = eer$eer)
  ggplot2::geom_point(
    ggplot2::aes(colour = .data$system, shape = .data$system),
    data = move(points), size = 2.6
  )
}

# Colour and shape together, so that one key explains a system; its value stands in the key.
system_mapping <- function(curve, measure, values) {
  systems <- levels(curve$system)
  named <- length(systems) > 1 || length(values) == 0
  labels <- paste0(
    if (named) systems, if (named && length(values) > 0) ": ",
    if (length(values) > 0) paste(measure, values)
  )
  n <- length(systems)
  list(
    ggplot2::scale_colour_manual(
      values = rep_len(unname(system_colours), n), labels = labels, name = NULL,
      guide = ggplot2::guide_legend(order = 1)
    ),
    ggplot2::scale_shape_manual(
      values = rep_len(c(16, 17, 15, 18, 8, 25, 7, 9), n), labels = labels, name = NULL,
      guide = ggplot2::guide_legend(order = 1)
    )
  )
}

operating_marks <- function(curve, move) {
  points <- attr(curve, "operating")
  if (is.null(points)) {
    return(NULL)
  }
  points <- move(points)
  best <- points[points$threshold == "best", ]
  bayes <- points[points$threshold == "Bayes", ]
  list(
    (if (nrow(bayes) > 0) gap_lines(bayes, best)),
    ggplot2::geom_point(ggplot2::aes(colour = .data$system),
      data = best, shape = 1, size = 3.5, stroke = 0.9, show.legend = FALSE
    ),
    ggplot2::geom_point(ggplot2::aes(colour = .data$system),
      data = bayes, shape = 4, size = 3, stroke = 0.9, show.legend = FALSE
    ),
    ggplot2::geom_text(ggplot2::aes(label = .data$name),
      data = best, size = 3, hjust = -0.2, vjust = -0.5
    )
  )
}

# From each Bayes threshold to the best one.
gap_lines <- function(bayes, best) {
  ends <- cbind(bayes, best_fa = best$p_fa, best_miss = best$p_miss)
  ggplot2::geom_segment(
    ggplot2::aes(xend = .data$best_fa, yend = .data$best_miss, colour = .data$system),
    data = ends, linewidth = 0.3, show.legend = FALSE
  )
}

operating_caption <- function(curve) {
  points <- attr(curve, "operating")
  if (is.null(points)) {
    return(NULL)
  }
  bayes <- any(points$threshold == "Bayes")
  paste0("Circle: best threshold", if (bayes) "; cross: Bayes threshold")
}

# Beyond these rates there are fewer than 30 errors.
dr30_lines <- function(curve, move = identity) {
  rates <- attr(curve, "dr30")
  if (is.null(rates)) {
    return(NULL)
  }
  list(
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$p_fa, colour = .data$system),
      data = move(rates[rates$p_fa < 1, ]), linetype = "dotted", linewidth = 0.4,
      show.legend = FALSE
    ),
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$p_miss, colour = .data$system),
      data = move(rates[rates$p_miss < 1, ]), linetype = "dotted", linewidth = 0.4,
      show.legend = FALSE
    )
  )
}
