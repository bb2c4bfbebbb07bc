#' Tippett plot
#'
#' `plot_tippett()` draws the proportion of trials of each hypothesis beyond each likelihood ratio,
#' as in [tippett_curve()], and returns a ggplot. It states the rates of [misleading()] evidence.
#'
#' Curves further apart mean better discrimination. Their extent beyond LR = 1 (the vertical line)
#' shows how strongly the system can mislead. Triangles at the ends of the axis count the trials
#' beyond, including LR = 0 and LR = Inf. The axis may cut a long tail of one hypothesis; `+
#' ggplot2::coord_cartesian()` shows all.
#'
#' @param object A [tippett_curve()].
#' @inheritParams cross_entropy
#' @inheritParams curve_bands
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis Ticks: `"log10"` or `"ln"` of the LRs, or `"probability"` (at even prior odds).
#' @param ... For `plot_tippett()`, arguments of [tippett_curve()] and [lr_set()].
#' @return A ggplot.
#' @concept Tippett plot
#' @concept cumulative distribution of LRs
#' @name plot_tippett
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' plot_tippett(x)
#' plot_tippett(x["mvk"], style = "cumulative")
#' @export
plot_tippett <- function(x, ..., systems = "facet", x_axis = "log10") {
  check_given()
  autoplot(tippett_curve(x, ...), systems = systems, x_axis = x_axis)
}

#' @rdname plot_tippett
#' @exportS3Method ggplot2::autoplot tippett_curve
autoplot.tippett_curve <- function(object, systems = "facet", x_axis = "log10", ...) {
  check_dots(...)
  object <- drawn_curve(object, c("system", "log10_lr", "h1", "h2"), "style")
  overlay <- is_overlay(object, systems)
  rates <- misleading_notes(attr(object, "misleading"))
  words <- hypothesis_words(object)
  when <- label(c(greater = "greater than", cumulative = "or less (H1), or more (H2)"))
  names <- levels(object$system)
  lines <- tippett_data(object, words, if (overlay) system_words(names, rates))
  edges <- if (overlay) beyond_rows(object)[0, ] else tippett_edges(object)
  top <- if (nrow(edges) > 0) 1.03 else Inf
  ggplot2::ggplot(mapping = ggplot2::aes(.data$log10_lr, .data$value)) +
    origin_line(ggplot2::annotate, "segment", x = 0, xend = 0, y = -Inf, yend = top) +
    (if (overlay) {
      overlaid_tippett(lines, words, attr(object, "window"))
    } else {
      list(
        lapply(lines, tippett_ribbons, "hypothesis", role_looks(words)),
        lapply(lines, step_line, "hypothesis"), role_scales(words)
      )
    }) +
    show_window(object) +
    edge_marks(edges) +
    bound_lines(attr(object, "bounds"), top) +
    lr_axis("log10_lr", x_axis, when[[attr(object, "style")]]) +
    ggplot2::scale_y_continuous(
      labels = percent_labels, breaks = seq(0, 1, by = 0.2), minor_breaks = NULL,
      limits = c(0, if (nrow(edges) > 0) 1.12 else 1)
    ) +
    (if (!overlay) facet_systems(object, rates)) +
    framed(
      label("Tippett plot"), names, per_system_notes(names, rates),
      y = label("Proportion of %s (%%)", counted(object, label(c("trials", "weight")))),
      subtitle = if (length(names) == 1) rates,
      notes = c(
        if (overlay) beyond_counts(object) else beyond_note(object),
        bound_notes(attr(object, "bounds")), band_note(object), trials_note(object)
      )
    )
}

# A proportion of values up to x is continuous from the right, one of values from x from the left.
tippett_data <- function(curve, words, systems = NULL) {
  directions <- c("hv", if (attr(curve, "style") == "greater") "hv" else "vh")
  Map(\(h, direction) {
    seen <- lapply(split(seq_len(nrow(curve)), curve$system), \(i) {
      i[visible_steps(curve$log10_lr[i], curve[[h]][i])]
    })
    data <- stack_columns(plain_frame(curve)[unlist(seen), ], c("system", "log10_lr"), words[h])
    data$hypothesis <- factor(words[[h]], levels = words)
    if (!is.null(systems)) levels(data$system) <- systems
    structure(data, direction = direction)
  }, c("h1", "h2"), directions, USE.NAMES = FALSE)
}

step_line <- function(data, colour) {
  ggplot2::geom_step(
    ggplot2::aes(colour = .data[[colour]], linetype = .data$hypothesis),
    data = data, direction = attr(data, "direction"), linewidth = widths["curve"]
  )
}

# The band of a step function has steps too.
tippett_ribbons <- function(data, key, looks) {
  corners <- step_corners(data[is.finite(data$log10_lr), ], "log10_lr", attr(data, "direction"))
  if (!is.null(corners)) band_ribbons(corners, "log10_lr", key, looks)
}

overlaid_tippett <- function(lines, words, window) {
  list(
    lapply(lines, \(data) {
      line <- role_looks(words)[as.character(data$hypothesis[1]), "line"]
      list(
        tippett_ribbons(data, "system", system_looks(levels(data$system), line)),
        step_line(data, "system"),
        system_marks(data, "log10_lr", "value", window = window %||% c(-Inf, Inf))
      )
    }),
    system_scales(levels(lines[[1]]$system), words)
  )
}

# Above the curves.
tippett_edges <- function(curve) {
  rows <- beyond_rows(curve)
  rows$label <- class_counts(rows$n_h1, rows$n_h2)
  rows$height <- rep(1.08, nrow(rows))
  rows
}

# Counts appear only in facets: the panel of an overlay has no space.
beyond_counts <- function(curve) {
  rows <- beyond_rows(curve)
  counts <- class_counts(rows$n_h1, rows$n_h2)
  ifelse(rows$end == "low",
    label("%s: %s beyond the axis on the left.", rows$system, counts),
    label("%s: %s beyond the axis on the right.", rows$system, counts)
  )
}

misleading_notes <- function(rates) {
  if (!is.null(rates)) {
    rate <- \(h, name) rate_text(rates[rates$hypothesis == h, ], name)
    label("misleading in %s and %s", rate("h1", "H1"), rate("h2", "H2"))
  }
}

# Counts are more informative than percentages if trials are few; "0 of 50" does not claim that none
# ever mislead.
rate_text <- function(rates, name) {
  share <- label("%s of %s", percent_text(rates$rate), name)
  if (is.null(rates$n)) return(share)
  ifelse(
    (rates$n < 100 | rates$rate == 0) & rates$n == floor(rates$n),
    label("%s of %s %s", number_text(rates$n_misleading), number_text(rates$n), name), share
  )
}

# Vertical lines at the finite ends; `top` is below the counts of trials beyond the axis.
bound_lines <- function(bounds, top = Inf) {
  if (is.null(bounds)) return(NULL)
  lines <- data.frame(system = rep(bounds$system, 2), at = c(bounds$lower, bounds$upper))
  ggplot2::geom_segment(
    ggplot2::aes(x = .data$at, xend = .data$at),
    data = lines[is.finite(lines$at), ], y = -Inf, yend = top, inherit.aes = FALSE,
    linetype = roles["bound_high", "line"], linewidth = 0.6, colour = roles["bound_high", "colour"]
  )
}

bound_notes <- function(bounds) {
  if (is.null(bounds)) return(NULL)
  range <- label(
    "bounds (vertical lines) at LR = %s and %s.", lr_text(bounds$lower), lr_text(bounds$upper)
  )
  same <- !is.na(bounds$lower) & bounds$lower == bounds$upper
  range[same] <- label(
    "both bounds at LR = %s: the trials support no other LR.", lr_text(bounds$lower[same])
  )
  systems <- levels(factor(bounds$system))
  if (length(systems) < 3) return(per_system_notes(systems, range))
  ends <- label("%s and %s", lr_text(bounds$lower), lr_text(bounds$upper))
  joint_note(label("Bounds (vertical lines) at LR ="), as.character(bounds$system), ends)
}
