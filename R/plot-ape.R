# APE plot.

#' @rdname plot_bayes_error
#' @section APE plot:
#' `plot_ape()` draws error rates over priors (applied probability of error, Brümmer and du Preez
#' 2006): of Bayes decisions (solid), at the best thresholds (dashed; its maximum is the [eer()])
#' and by the prior alone (dotted). Each bar above is the area under its curve over all natural log
#' odds, divided by `2 * log(2)` (Brümmer 2010, section 7.7.4, with the factor 2 that eq. 6.14
#' lacks): [cllr()], stacked from [cllr_min()], the discrimination loss, and [cllr_cal()], the
#' calibration loss. The dotted line at 1 bit is LR = 1. The narrow bar is the Cllr that the LRs
#' claim (see [effective_information()]), lower than Cllr if they overstate the evidence.
#' @concept APE
#' @concept applied probability of error
#' @export
#' @examples
#' set.seed(1)
#' x <- c(
#'   simulate_lr(300, 3000, s = 2, system = "calibrated"),
#'   simulate_lr(300, 3000, s = 2, shift = 0.8, system = "shifted")
#' )
#' plot_ape(x)
plot_ape <- function(x, ..., systems = "facet", x_axis = "log10_odds") {
  check_given()
  autoplot(bayes_error_curve(x, ...), type = "ape", systems = systems, x_axis = x_axis)
}

draw_ape <- function(curve, overlay, x, x_axis) {
  names <- levels(curve$system)
  words <- error_words()
  rates <- paste0("bayes_error", c("_null", "_min", ""))
  rows <- as.data.frame(curve)
  rows[rates] <- 100 * rows[rates]
  lines <- in_row(stack_columns(
    rows, c("system", "log10_prior_odds", "prior"), rlang::set_names(rev(words), rates)
  ), "error")
  points <- numbered_points(attr(curve, "operating"))
  cllr <- attr(curve, "cllr")
  ggplot2::ggplot(mapping = ggplot2::aes(.data[[x]], .data$value)) +
    harm_ground(
      in_row(rows, "error"), x, "bayes_error_null", "bayes_error", overlay,
      rlang::set_names(loss_fills[seq_along(ape_bars(cllr))], ape_bars(cllr))
    ) +
    (if (!is.null(cllr)) cllr_bars(cllr, range(curve[[x]]), overlay)) +
    (if (!is.null(points)) {
      operating_verticals(in_row(points, "error"), x, max(lines$value), range(curve[[x]]))
    }) +
    draw_roles(lines, x, words, overlay) +
    # The titles of the two vertical axes are strips.
    facet_rows(ggplot2::vars(.data$row), if (!overlay) names, scales = "free_y", switch = "y") +
    # Fewer ticks if there are many panels in a row.
    prior_axis(x_axis, ticks = if (!overlay && length(names) > 3) 3 else 5) +
    ggplot2::expand_limits(y = 0) +
    framed(
      label("APE plot: error rates over priors, and Cllr as bars"), names,
      cllr_notes(cllr, names), y = NULL,
      notes = c(point_key(points), trials_note(curve))
    )
}

in_row <- function(data, row) {
  data$row <- factor(rep(ape_rows()[[row]], nrow(data)), levels = ape_rows())
  data
}

# Words of the bars, in the order of their fills. Only sets of trials have claims.
ape_bars <- function(cllr) {
  c(loss_words(), if (!is.null(cllr$claimed)) label("Cllr that the LRs claim"))
}

cllr_notes <- function(cllr, systems) {
  if (is.null(cllr)) return(NULL)
  note <- label(
    "Cllr %s bits, %s of them by discrimination.", format_number(cllr$cllr),
    format_number(cllr$cllr_min)
  )
  claimed <- if (!is.null(cllr$claimed)) label("Claimed: %s.", format_number(cllr$claimed))
  per_system_notes(systems, if (is.null(claimed)) note else paste(note, claimed))
}

# Bars are in the middle of an axis that does not apply to them; in an overlay they are side by
# side, in the order of the legend.
cllr_bars <- function(cllr, range, overlay) {
  systems <- levels(cllr$system)
  n <- if (overlay) length(systems) else 1
  parts <- in_row(stack_cllr(cllr, narrow = length(systems) > 3), "cllr")
  step <- diff(range) / if (n > 1) n else 3
  parts$middle <- if (n > 1) range[1] + step * (as.integer(parts$system) - 0.5) else mean(range)
  if (overlay) levels(parts$system) <- system_words(systems)
  neutral <- in_row(data.frame(from = range[1], to = range[2], cllr = 1), "cllr")
  list(
    neutral_line(
      ggplot2::geom_segment,
      ggplot2::aes(.data$from, .data$cllr, xend = .data$to, yend = .data$cllr),
      data = neutral, inherit.aes = FALSE
    ),
    ggplot2::geom_rect(
      ggplot2::aes(
        xmin = .data$middle + step * .data$from, xmax = .data$middle + step * .data$to,
        ymin = .data$bottom, ymax = .data$top, fill = .data$part
      ),
      data = parts, inherit.aes = FALSE, colour = "black", linewidth = widths["rule"]
    ),
    plain_label(
      ggplot2::aes(.data$middle, .data$label_at, label = .data$label),
      data = parts[parts$label != "", ], inherit.aes = FALSE, vjust = -0.1, size = note_size,
      lineheight = 0.9
    ),
    ggplot2::geom_blank(ggplot2::aes(.data$middle, .data$roof), data = parts, inherit.aes = FALSE),
    # Points below the bars identify their systems.
    if (overlay) {
      ggplot2::geom_point(
        ggplot2::aes(.data$middle, -0.06 * .data$roof, colour = .data$system, shape = .data$system),
        data = parts[parts$part == ape_bars(cllr)[2], ], inherit.aes = FALSE, size = 2
      )
    }
  )
}

# Labels of bars: the total and its two parts, above the bar; in three lines if bars are narrow.
stack_cllr <- function(cllr, narrow = FALSE) {
  finite <- cllr$cllr[is.finite(cllr$cllr)]
  # Largest number of bars with numbers, which would otherwise overlap.
  told <- nrow(cllr) <= 5
  roof <- 1.15 * max(finite, 1)
  n <- nrow(cllr)
  total <- ifelse(is.finite(cllr$cllr), sprintf(
    if (narrow) "%s =\n%s +\n%s" else "%s =\n%s + %s", format_number(cllr$cllr),
    format_number(cllr$cllr_min), format_number(cllr$cllr_cal)
  ), label("infinite"))
  words <- ape_bars(cllr)
  data.frame(
    system = rep(cllr$system, length(words)),
    part = factor(rep(words, each = n)),
    bottom = c(cllr$cllr_min, rep(0, n * (length(words) - 1))),
    top = c(pmin(cllr$cllr, roof), cllr$cllr_min, cllr$claimed),
    # Parts of a step from the middle.
    from = rep(c(-1, -1, 1)[seq_along(words)] / 4, each = n),
    to = rep(c(1, 1, 1.6)[seq_along(words)] / 4, each = n),
    label = c(if (told) total else rep("", n), rep("", n * (length(words) - 1))),
    label_at = pmax(pmin(cllr$cllr, roof), cllr$claimed %||% 0, na.rm = TRUE),
    roof = (if (narrow) 1.5 else 1.3) * roof
  )
}
