# Legends, with the scales, marks and fills that they explain.

# Scales whose levels are the words of the legend, so that a user's scale of one aesthetic still
# shares the legend with ours of the other. `words` is named by role.
role_scales <- function(words, line = TRUE, shape = FALSE) {
  of <- \(column) rlang::set_names(roles[names(words), column], words)
  list(
    ggplot2::scale_colour_manual(values = of("colour"), breaks = unname(words)),
    if (line) ggplot2::scale_linetype_manual(values = of("line"), breaks = unname(words)),
    if (shape) ggplot2::scale_shape_manual(values = of("shape"), breaks = unname(words)),
    untitled(colour = words, linetype = if (line) words, shape = if (shape) words)
  )
}

# Legends without a title, in the order of the arguments. Aesthetics with the same words share a
# legend.
untitled <- function(..., first = 1) {
  words <- Filter(Negate(is.null), list(...))
  different <- unique(words)
  guides <- Map(legend_below, different, first - 1 + seq_along(different))
  guides <- rlang::set_names(guides[match(words, different)], names(words))
  titles <- rlang::set_names(rep(list(NULL), length(words)), names(words))
  list(do.call(ggplot2::guides, guides), do.call(ggplot2::labs, titles))
}

legend_below <- function(words, order = 1, ...) {
  structure(ggplot2::guide_legend(order = order, byrow = TRUE, ...), words = words)
}

# A label without a border; its argument has had two names.
plain_label <- function(...) {
  name <- if (utils::packageVersion("ggplot2") < "3.5.0") "label.size" else "linewidth"
  border <- rlang::set_names(list(0), name)
  rlang::inject(ggplot2::geom_label(..., label.padding = ggplot2::unit(1, "pt"), !!!border))
}

# Colour shows the system and line type the role; `plain` if systems have their own panels and need
# no colour.
system_scales <- function(words, line_words = NULL, plain = FALSE) {
  of <- \(values) rlang::set_names(rep_len(values, length(words)), words)
  list(
    ggplot2::scale_colour_manual(values = of(if (plain) "black" else system_colours)),
    ggplot2::scale_shape_manual(values = of(if (plain) 16 else system_shapes)),
    if (!is.null(line_words)) {
      lines <- rlang::set_names(roles[names(line_words), "line"], line_words)
      ggplot2::scale_linetype_manual(values = lines, breaks = unname(line_words))
    },
    untitled(colour = words, shape = words, linetype = line_words),
    if (plain) ggplot2::guides(colour = "none", shape = "none")
  )
}

# Marks along the curves of an overlay, with a shape and positions for each system, to distinguish
# six systems without colour. All are within the visible part of the curves.
system_marks <- function(data, x, y, n = 6, window = c(-Inf, Inf)) {
  range <- pmin(pmax(range(data[[x]], finite = TRUE), window[1]), window[2])
  systems <- split(seq_len(nrow(data)), data$system, drop = TRUE)
  at <- unlist(lapply(seq_along(systems), \(k) {
    i <- systems[[k]]
    i <- i[is.finite(data[[x]][i]) & is.finite(data[[y]][i])]
    places <- range[1] + diff(range) * (seq_len(n) - 1 + (k - 0.5) / length(systems)) / n
    unique(i[findInterval(places, data[[x]][i], all.inside = length(i) > 1)])
  }))
  ggplot2::geom_point(
    ggplot2::aes(.data[[x]], .data[[y]], colour = .data$system, shape = .data$system),
    data = data[at, ], size = 2
  )
}

# Names of systems in a legend, each with its note.
system_words <- function(systems, notes = NULL) {
  make.unique(paste0(systems, if (!is.null(notes)) ": ", notes), " #")
}

# Lightness, line type and the legend follow the order.
ordered_scales <- function(words, title = NULL) {
  of <- \(values) rlang::set_names(rep_len(values, length(words)), words)
  list(
    ggplot2::scale_colour_manual(values = of(ramp(length(words))), drop = FALSE),
    ggplot2::scale_linetype_manual(values = of(ramp_lines), drop = FALSE),
    untitled(colour = words, linetype = words),
    ggplot2::labs(colour = title, linetype = title)
  )
}

# Shaded area between two curves, the columns `none` and `actual`, where the second is above the
# first and the LRs are harmful. In an overlay it extends to the highest of the systems. `more` has
# other fills of the picture.
harm_ground <- function(data, x, none, actual, overlay, more = NULL) {
  data$none <- data[[none]]
  data$actual <- pmax(data[[actual]], data$none)
  if (overlay) {
    data$actual <- stats::ave(data$actual, data[[x]], FUN = max)
    data <- one_system_rows(data)
  }
  harmful <- any(data$actual > data$none, na.rm = TRUE)
  harm <- harm_words()
  fills <- c(more, if (harmful) rlang::set_names(harm_fill, harm))
  list(
    if (harmful) {
      ggplot2::geom_ribbon(
        ggplot2::aes(.data[[x]], ymin = .data$none, ymax = .data$actual, fill = harm),
        data = data, inherit.aes = FALSE
      )
    },
    if (length(fills) > 0) {
      list(
        ggplot2::scale_fill_manual(values = fills, breaks = names(fills)),
        untitled(fill = names(fills), first = 9)
      )
    }
  )
}

# Stacked bars with these fills, named by their words; `room` is left above them.
filled_bars <- function(fills, room, ...) {
  list(
    ggplot2::geom_col(
      ggplot2::aes(fill = .data$curve), colour = "black", linewidth = widths["rule"], ...
    ),
    ggplot2::scale_fill_manual(values = fills),
    untitled(fill = names(fills)),
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = c(0, room)))
  )
}
