#' PAV plot
#'
#' `plot_pav()` draws likelihood ratios before and after perfect calibration by [pav()] and returns
#' a ggplot.
#'
#' Each block (Brümmer 2010, eq. C.20) is a horizontal piece from its smallest to its largest log10
#' LR; thin lines join the blocks. On the dotted diagonal the LRs are calibrated. A line flatter
#' than the diagonal indicates LRs that are too strong, a steeper one LRs that are too weak. A
#' shifted line favours one hypothesis. Triangles mark blocks of LR 0 and infinity, in separate
#' rows. A set of scores has no diagonal.
#'
#' @param object The result of [pav()].
#' @inheritParams pav
#' @param systems `"facet"` for a panel per system; `"overlay"` for one panel.
#' @param x_axis Ticks of both axes: `"log10"` or `"ln"` of the LRs, or `"probability"` (at even
#'   prior odds).
#' @param regions Whether to name the regions of the panel, if large enough. `"overstated"`: LRs
#'   nearer to 1 after PAV; `"understated"`: farther from 1; `"misleading"`: favouring the other
#'   hypothesis.
#' @param ... For `plot_pav()`, arguments of [pav()] and [lr_set()].
#' @return A ggplot.
#' @inherit bayes_error references
#' @concept PAV plot
#' @concept empirical calibration plot
#' @name plot_pav
#' @examples
#' plot_pav(simulate_lr(200, 1000, s = 2, stretch = 2), regions = TRUE)
#' @export
plot_pav <- function(x, ..., systems = "facet", x_axis = "log10", regions = FALSE) {
  check_given()
  autoplot(pav(x, ...), systems = systems, x_axis = x_axis, regions = regions)
}

#' @rdname plot_pav
#' @exportS3Method ggplot2::autoplot pav
autoplot.pav <- function(object, systems = "facet", x_axis = "log10", regions = FALSE, ...) {
  check_dots(...)
  check_intact_blocks(object)
  object <- drawn_curve(object, c("system", "n_h1", "n_h2", "log10_lr_pav"), c("scale", "window"))
  scale <- attr(object, "scale")
  band <- attr(object, "calibrated")
  names <- levels(object$system)
  overlay <- is_overlay(object, systems)
  blocks <- cbind(as.data.frame(object), pav_ranges(object))
  if (overlay) levels(blocks$system) <- system_words(names)
  window <- attr(object, "window")
  span <- if (scale != "score") pav_span(blocks, window)
  edges <- infinite_rows(blocks$log10_lr_pav, span)
  unit <- counted(object, c("", paste0(" (", label("weight"), ")")))
  infinite <- infinite_blocks(blocks, edges, span %||% window, unit)
  counts <- infinite_counts(infinite, names)
  crowded <- overlay || length(names) > 6
  ggplot2::ggplot(mapping = ggplot2::aes(y = .data$log10_lr_pav)) +
    (if (!is.null(band)) pav_band(band, edges, blocks, overlay)) +
    (if (scale != "score") neutral_line(ggplot2::geom_abline, slope = 1, intercept = 0)) +
    pav_regions(regions, span, blocks, overlay) +
    pav_steps(blocks[is.finite(blocks$log10_lr_pav), ], infinite, overlay) +
    (if (nrow(infinite) > 0) infinite_labels(infinite, !crowded)) +
    lr_axis(scale, x_axis, if (scale == "score") "" else label("before")) +
    infinite_ticks(edges, x_axis) +
    pav_axes(object, span, edges) +
    (if (!overlay) facet_systems(object)) +
    framed(
      label("PAV plot: LRs after against before calibration by PAV"), names,
      per_system_notes(names, counts),
      y = lr_title(label("LR after PAV"), x_axis),
      notes = c(
        if (crowded) infinite_note(infinite, names),
        trials_note(object),
        if (scale != "score") label("Dotted: LRs that PAV leaves as they are."),
        if (!is.null(band)) band_text(attr(object, "bands"))
      )
    )
}

# Band of the blocks of calibrated LRs. Limits of 0 and infinity lie in the rows of these LRs, or at
# the edge of the panel.
pav_band <- function(band, edges, blocks, overlay) {
  levels(band$system) <- levels(blocks$system)
  band <- band[is.finite(band$log10_lr), ]
  shown <- range(0, blocks$log10_lr_pav, band$lower, band$upper, finite = TRUE)
  edges <- ifelse(is.na(edges), shown, edges)
  inside <- \(limit) pmin(pmax(limit, edges[[1]]), edges[[2]])
  band[c("lower", "upper")] <- lapply(band[c("lower", "upper")], inside)
  colour <- if (overlay) system_colours else roles["none", "colour"]
  looks <- system_looks(levels(blocks$system), colour = colour)
  band_ribbons(band, "log10_lr", "system", looks)
}

# Axes of the same unit have the same scale, so that the diagonal is meaningful.
pav_axes <- function(object, span, edges) {
  if (is.null(span)) return(show_window(object))
  ggplot2::coord_fixed(xlim = span, ylim = range(span, edges, na.rm = TRUE))
}

# Names of the regions between the diagonal and the axes, where they meet no block.
pav_regions <- function(regions, span, blocks, overlay) {
  check_flag(regions)
  if (!regions) return(NULL)
  stop_if(is.null(span), "Scores have no regions: {.arg regions} needs LRs.")
  words <- label(c("overstated", "understated", "misleading"))
  panels <- if (overlay) list(blocks) else split(blocks, blocks$system, drop = TRUE)
  places <- do.call(rbind, lapply(panels, region_places, span))
  places$word <- words[abs(places$region)]
  names <- ggplot2::geom_text(
    ggplot2::aes(.data$x, .data$y, label = .data$word), data = places,
    size = note_size, colour = "grey30"
  )
  names$words <- words
  list(
    origin_line(ggplot2::geom_hline, yintercept = 0),
    origin_line(ggplot2::geom_vline, xintercept = 0), names
  )
}

# The middle of the places in each region where the widest word that fit_words() leaves lies inside
# and meets no block.
region_places <- function(blocks, span) {
  half <- diff(span) * c(1 / 7, 0.04)
  inside <- \(by) seq(span[1] + by, span[2] - by, length.out = 40)
  place <- expand.grid(x = inside(half[1]), y = inside(half[2]))
  place$region <- region_at(place$x, place$y)
  path <- pav_path(blocks[is.finite(blocks$log10_lr_pav), ])
  from <- path[-nrow(path), ]
  to <- path[-1, ]
  fits <- vapply(seq_len(nrow(place)), \(k) {
    x <- place$x[k] + c(-1, 1) * half[1]
    y <- place$y[k] + c(-1, 1) * half[2]
    met <- from$x < x[2] & to$x > x[1] & from$log10_lr_pav < y[2] & to$log10_lr_pav > y[1]
    !any(met) && all(region_at(x[c(1, 1, 2, 2)], y[c(1, 2, 1, 2)]) == place$region[k])
  }, NA)
  middle <- \(k) k[which.min(colSums((t(place[k, 1:2]) - colMeans(place[k, 1:2]))^2))]
  places <- place[unlist(lapply(split(which(fits), place$region[fits]), middle)), ]
  cbind(places, system = rep(blocks$system[1], nrow(places)))
}

# 1: overstated, 2: understated, 3: misleading; negative for LRs below 1.
region_at <- function(x, y) sign(x) * ifelse(x * y <= 0, 3, ifelse(abs(y) < abs(x), 1, 2))

# Limits of both axes: all blocks, but those of LR 0 and infinity only as long as the others have
# half of the panel.
pav_span <- function(blocks, window) {
  finite <- blocks[is.finite(blocks$log10_lr_pav), c("log10_lr_pav", "min", "max")]
  whole <- range(window, mean(window) + c(-0.25, 0.25), finite$log10_lr_pav)
  if (nrow(finite) == 0) return(whole)
  inner <- range(finite, finite = TRUE)
  room <- max(0.35 * diff(inner), 0.25)
  c(max(whole[1], inner[1] - room), min(whole[2], inner[2] + room))
}

# Blocks as level pieces, joined by thin lines.
pav_steps <- function(finite, infinite, overlay) {
  corners <- pav_path(finite)
  list(
    ggplot2::geom_line(
      ggplot2::aes(.data$x, colour = .data$system), data = corners, linewidth = widths["rule"]
    ),
    ggplot2::geom_segment(
      ggplot2::aes(.data$min, xend = .data$max, yend = .data$log10_lr_pav, colour = .data$system),
      data = rbind(finite, infinite[names(finite)]), linewidth = 1.1, lineend = "round"
    ),
    (if (overlay && nrow(corners) > 0) system_marks(corners, "x", "log10_lr_pav", 4)),
    system_scales(levels(finite$system), plain = !overlay)
  )
}

pav_path <- function(finite) {
  data.frame(
    system = rep(finite$system, each = 2),
    x = c(rbind(finite$min, finite$max)),
    log10_lr_pav = rep(finite$log10_lr_pav, each = 2)
  )
}

# Rows of LR = 0 and LR = Inf: one below and one above all finite values, or above and below this
# span.
infinite_rows <- function(y, span = NULL) {
  range <- if (any(is.finite(y))) range(y[is.finite(y)], span) else range(0, span)
  margin <- max((if (is.null(span)) 0.15 else 0.08) * diff(range), 0.25)
  c(
    low = if (any(y == -Inf)) range[1] - margin else NA,
    high = if (any(y == Inf)) range[2] + margin else NA
  )
}

# Ticks in the rows of the infinite values; ordinary ticks keep away from them.
infinite_ticks <- function(edges, unit) {
  inside <- ifelse(is.na(edges), c(-Inf, Inf), edges)
  breaks <- function(limits) {
    ticks <- ticks_of_unit(unit)(limits)
    room <- 0.1 * diff(limits)
    c(edges[!is.na(edges)], ticks[ticks >= inside[1] + room & ticks <= inside[2] - room])
  }
  shown <- \(y) ifelse(y %in% edges, c(-Inf, Inf)[match(y, inside)], y)
  unit_scale(ggplot2::scale_y_continuous, unit, breaks = breaks, shown = shown)
}

# Blocks with trials of one hypothesis, in their rows, labelled on the side with more space.
infinite_blocks <- function(blocks, edges, window, unit) {
  infinite <- blocks[is.infinite(blocks$log10_lr_pav), ]
  up <- infinite$log10_lr_pav > 0
  n <- ifelse(up, infinite$n_h1, infinite$n_h2)
  infinite$label <- sprintf("%s %s%s", number_text(n), ifelse(up, "H1", "H2"), unit)
  infinite$log10_lr_pav <- ifelse(up, edges[["high"]], edges[["low"]])
  infinite$tip <- ifelse(up, pmin(infinite$max, window[2]), pmax(infinite$min, window[1]))
  infinite$beside <- pmin(pmax(ifelse(up, infinite$min, infinite$max), window[1]), window[2])
  room <- ifelse(up, infinite$beside - window[1], window[2] - infinite$beside) > diff(window) / 3
  # The row may be shorter than the triangle.
  gap <- 0.05 * diff(window)
  beyond <- with(infinite, ifelse(up, pmin(beside, tip - gap), pmax(beside, tip + gap)))
  infinite$beside <- ifelse(room, beyond, infinite$beside)
  infinite$hjust <- ifelse(up == room, 1.1, -0.1)
  infinite$vjust <- ifelse(room, 0.5, ifelse(up, 1.9, -0.9))
  infinite$up <- up
  infinite
}

infinite_labels <- function(infinite, counted) {
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$tip, colour = .data$system), data = infinite, size = 2.5,
      shape = ifelse(infinite$up, 24, 25), fill = NA, show.legend = FALSE
    ),
    if (counted) {
      ggplot2::geom_text(
        ggplot2::aes(.data$beside, label = .data$label, hjust = .data$hjust, vjust = .data$vjust),
        data = infinite, size = note_size
      )
    }
  )
}

infinite_counts <- function(infinite, systems) {
  counts <- infinite_by_system(infinite, systems)
  ifelse(nzchar(counts), label("no finite LR after PAV for %s.", counts),
    label("all blocks have a finite LR."))
}

# The same for all systems, as one note.
infinite_note <- function(infinite, systems) {
  counts <- infinite_by_system(infinite, systems)
  known <- nzchar(counts)
  if (any(known)) joint_note(label("No finite LR after PAV:"), systems[known], counts[known])
}

infinite_by_system <- function(infinite, systems) {
  vapply(seq_along(systems), \(k) {
    paste(infinite$label[as.integer(infinite$system) == k], collapse = label(" and "))
  }, "")
}
