# The language of the pictures. Every plot takes its colours, line types, shapes, fills, sizes and
# words from here. A colour has one meaning, and line type, shape or fill say the same, so that a
# photocopy can be read. The colours are those of Okabe and Ito, which the colour-blind tell apart.

roles <- data.frame(
  row.names = c("h1", "h2", "actual", "best", "none", "bound_low", "bound_high", "theory"),
  colour = c("#0072B2", "#D55E00", "#000000", "#009E73", "grey45", "grey20", "grey20", "grey30"),
  line = c("solid", "longdash", "solid", "dashed", "dotted", "dotdash", "twodash", "solid"),
  shape = c(16, 1, 16, 1, 4, 6, 2, 3),
  fill = c("#0072B2", "#F5C6A5", "#000000", "#8FD3BE", "grey75", "grey40", "grey40", "grey60")
)

# Losses are two tones of one neutral, and what the evidence delivers is no loss.
loss_fills <- c(cal = "#BFBFBF", min = "#4D4D4D", delivered = "#FFFFFF")
# Numbers that are read on them.
loss_inks <- c(cal = "#000000", min = "#FFFFFF", delivered = "#000000")

harm_fill <- "#F6E9CC"

# Systems share no colour with the roles (Paul Tol's muted scheme); neighbours differ in lightness.
system_colours <- c(
  "#332288", "#CC6677", "#117733", "#88CCEE", "#882255", "#999933", "#AA4499", "#44AA99"
)
system_shapes <- c(16, 2, 15, 5, 17, 0, 18, 1)

widths <- c(main = 0.8, curve = 0.7, thin = 0.4, rule = 0.3)
note_size <- 3

# Things that have an order, from dark to light, of one hue.
ramp <- function(n) grDevices::hcl(255, seq(50, 25, length.out = n), seq(15, 72, length.out = n))
ramp_lines <- c("solid", "longdash", "dotdash", "dashed", "twodash", "dotted")

# Lightness, line type and the legend go along with the order.
ordered_scales <- function(words, title = NULL) {
  of <- \(values) rlang::set_names(rep_len(values, length(words)), words)
  list(
    ggplot2::scale_colour_manual(values = of(ramp(length(words))), drop = FALSE),
    ggplot2::scale_linetype_manual(values = of(ramp_lines), drop = FALSE),
    untitled(colour = words, linetype = words),
    ggplot2::labs(colour = title, linetype = title)
  )
}

#' A theme for the pictures of calibrant
#'
#' White ground, a thin grid, legends below and captions on the left: what the demo, the report and
#' the vignettes use. No plot forces it.
#'
#' @param base_size Size of the text, in points. 11 suits a picture of 7 by 5 inches, 7 one of a
#'   column of 8 cm: then marks, lines and notes within the picture become smaller as well, and
#'   legends and captions are broken into shorter lines. Without it, or with 11, a picture narrower
#'   than about 4.2 inches has no room for them.
#' @param base_family The font.
#' @return A ggplot2 theme.
#' @section Several pictures on a page:
#'   patchwork puts them together, and `& theme_calibrant(7)` makes all of them small. Before its
#'   version 1.1.3 it fails at those with both panels in rows and systems in columns ([plot_ape()]
#'   and [plot_calibration()] of several systems);
#'   `patchwork::wrap_elements(full = plot_ape(x))` helps.
#' @export
#' @examples
#' plot_ece(simulate_lr(100, 300, s = 2)) + theme_calibrant()
theme_calibrant <- function(base_size = 11, base_family = "") {
  check_number(base_size, "base_size", above = 0)
  if (!rlang::is_string(base_family)) {
    stop_input(c(
      "{.arg base_family} must be the name of a font.",
      x = "It is {value_text(base_family)}."
    ))
  }
  theme <- ggplot2::theme_minimal(base_size = base_size, base_family = base_family) +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major = ggplot2::element_line(colour = "grey90", linewidth = 0.25),
      panel.border = ggplot2::element_rect(fill = NA, colour = "grey60", linewidth = 0.4),
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      strip.text = ggplot2::element_text(size = ggplot2::rel(0.9)),
      plot.subtitle = ggplot2::element_text(size = ggplot2::rel(0.95)),
      legend.text = ggplot2::element_text(size = ggplot2::rel(0.85))
    ) +
    furniture(base_size / 11)
  class(theme) <- c("calibrant_theme", class(theme))
  attr(theme, "scale") <- base_size / 11
  theme
}

# A theme cannot say how large marks are, but what is added to a plot may change it.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.calibrant_theme <- function(object, plot, object_name) { # nolint: object_name_linter.
  scale <- attr(object, "scale")
  plot <- NextMethod()
  if (is.null(scale) || scale == 1) {
    return(plot)
  }
  plot$layers <- lapply(plot$layers, rescale_layer, scale)
  plot$guides <- rescale_guides(plot$guides, scale)
  caption <- plot$labels$caption
  notes <- attr(caption, "notes") %||% caption
  if (is.character(notes)) plot$labels$caption <- wrap_notes(notes, note_width(scale, plot))
  plot
}

# Layers are shared by the plots that they are in, so that a copy is changed.
rescale_layer <- function(layer, scale) {
  sizes <- intersect(c("size", "linewidth"), names(layer$aes_params))
  if (length(sizes) == 0) {
    return(layer)
  }
  changed <- layer$aes_params
  changed[sizes] <- lapply(changed[sizes], `*`, scale)
  ggplot2::ggproto(NULL, layer, aes_params = changed)
}

# A list of lists before ggplot2 3.5, an object of objects since, which are shared as layers are.
rescale_guides <- function(guides, scale) {
  if (!inherits(guides, "Guides")) {
    return(lapply(guides, rescale_guide, scale))
  }
  ggplot2::ggproto(NULL, guides, guides = lapply(guides$guides, rescale_guide, scale))
}

rescale_guide <- function(guide, scale) {
  words <- attr(guide, "words")
  if (is.null(words)) {
    return(guide)
  }
  n <- legend_columns(words, scale)
  changed <- if (inherits(guide, "Guide")) {
    ggplot2::ggproto(NULL, guide, params = replace(guide$params, "ncol", n))
  } else {
    replace(guide, "ncol", n)
  }
  structure(changed, words = words)
}

# Characters of a line: a picture of half the width has letters of two thirds the size. A plot whose
# panels are square is narrower than the picture.
note_width <- function(scale, plot = NULL) {
  square <- !is.null(plot$coordinates$ratio)
  if (scale < 0.8) {
    if (square) 52 else 68
  } else {
    95
  }
}

# What every plot sets of a theme, and any theme that is added replaces: where legend and caption
# are, and room for dashes and ticks.
furniture <- function(scale = 1) {
  ggplot2::theme(
    legend.position = "bottom",
    legend.box = "vertical",
    legend.margin = ggplot2::margin(0, 0, 0, 0),
    legend.spacing.y = ggplot2::unit(0, "pt"),
    legend.box.spacing = ggplot2::unit(4, "pt"),
    legend.key.height = ggplot2::unit(14.4 * scale, "pt"),
    legend.key.width = ggplot2::unit(1.6, "lines"),
    plot.caption = ggplot2::element_text(hjust = 0),
    plot.caption.position = "plot",
    plot.title.position = "plot",
    strip.clip = "off",
    panel.spacing.x = ggplot2::unit(14 * scale, "pt")
  )
}

# Scales whose levels are the words of the legend, so that a user's scale of one aesthetic still
# shares the legend with ours of the other. `words` is named by role.
role_scales <- function(words, shape = FALSE) {
  of <- \(column) rlang::set_names(roles[names(words), column], words)
  list(
    ggplot2::scale_colour_manual(values = of("colour"), breaks = unname(words)),
    ggplot2::scale_linetype_manual(values = of("line"), breaks = unname(words)),
    if (shape) ggplot2::scale_shape_manual(values = of("shape"), breaks = unname(words)),
    untitled(colour = words, linetype = words, shape = if (shape) words)
  )
}

role_fills <- function(words) {
  list(
    ggplot2::scale_fill_manual(values = rlang::set_names(roles[names(words), "fill"], words)),
    untitled(fill = words)
  )
}

# Legends without a title, in the order of the arguments and one column wide or more as the words
# leave room. Aesthetics with the same words have one legend.
untitled <- function(...) {
  words <- Filter(Negate(is.null), list(...))
  order <- match(words, unique(words))
  guides <- Map(\(text, order) legend_below(text, order), words, order)
  titles <- rlang::set_names(rep(list(NULL), length(words)), names(words))
  list(do.call(ggplot2::guides, guides), do.call(ggplot2::labs, titles))
}

legend_below <- function(words, order = 1, ...) {
  guide <- ggplot2::guide_legend(
    order = order, ncol = legend_columns(words), byrow = TRUE, ...
  )
  # For themes of another size.
  attr(guide, "words") <- words
  guide
}

# A label without a border, which has had two names.
plain_label <- function(...) {
  name <- if (utils::packageVersion("ggplot2") < "3.5.0") "label.size" else "linewidth"
  border <- rlang::set_names(list(0), name)
  rlang::inject(ggplot2::geom_label(..., label.padding = ggplot2::unit(1, "pt"), !!!border))
}

legend_columns <- function(words, scale = 1) {
  length_of <- \(text) max(nchar(strsplit(text, "\n")[[1]]), 1) + 8
  lengths <- vapply(as.character(words), length_of, 1)
  room <- if (scale < 0.8) c(66, 62) else c(105, 90)
  if (sum(lengths) <= room[1]) length(words) else max(1, room[2] %/% max(lengths))
}

# Colour is the system and line type the role.
system_scales <- function(words, line_words = NULL) {
  n <- length(words)
  of <- \(values) rlang::set_names(rep_len(values, n), words)
  list(
    ggplot2::scale_colour_manual(values = of(system_colours)),
    ggplot2::scale_shape_manual(values = of(system_shapes)),
    if (!is.null(line_words)) {
      lines <- rlang::set_names(roles[names(line_words), "line"], line_words)
      ggplot2::scale_linetype_manual(values = lines, breaks = unname(line_words))
    },
    untitled(colour = words, shape = words, linetype = line_words)
  )
}

# Marks along the curves of an overlay, a shape for each system, at places of its own: without
# colour six systems stay apart. All are where the picture shows the curves.
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

# Names of systems as they stand in a legend, with what there is to say of each.
system_words <- function(systems, notes = NULL, width = 60) {
  words <- wrap_text(paste0(systems, if (!is.null(notes)) ": ", notes), width)
  make.unique(words, " #")
}

rename_systems <- function(data, words) {
  levels(data$system) <- words
  data
}

check_layout <- function(systems, call = rlang::caller_env()) {
  check_choice(systems, c("facet", "overlay"), "systems", call)
}

is_overlay <- function(data, systems) systems == "overlay" && nlevels(data$system) > 1

# Systems side by side, unless there is only one; `notes` are what the strips say of each.
facet_systems <- function(data, notes = NULL, ..., square = FALSE) {
  systems <- levels(data$system)
  n <- length(systems)
  if (n > 1) {
    ggplot2::facet_wrap(
      ggplot2::vars(.data$system),
      labeller = ggplot2::as_labeller(strip_words(systems, notes, square = square)), ...
    )
  }
}

strip_words <- function(systems, notes = NULL, n = length(systems), square = FALSE) {
  width <- if (square && n > 1) 16 else if (n == 2 || n == 4) 30 else if (n == 1) 80 else 19
  lines <- wrap_text(systems, width)
  if (!is.null(notes)) lines <- paste0(lines, "\n", wrap_text(notes, width))
  rlang::set_names(lines, systems)
}

# Breaks lines between words, and inside words that are longer than a line.
wrap_text <- function(text, width) {
  vapply(as.character(text), \(one) {
    lines <- unlist(lapply(strsplit(one, "\n", fixed = TRUE)[[1]], wrap_line, width))
    paste(lines, collapse = "\n")
  }, "", USE.NAMES = FALSE)
}

wrap_line <- function(line, width) {
  words <- strsplit(line, " ", fixed = TRUE)[[1]]
  pieces <- unlist(lapply(words, \(word) {
    starts <- seq(1, max(nchar(word), 1), by = width)
    substring(word, starts, starts + width - 1)
  }))
  current <- ""
  lines <- character()
  for (piece in pieces) {
    longer <- if (current == "") piece else paste(current, piece)
    if (nchar(longer) > width) {
      lines <- c(lines, current)
      current <- piece
    } else {
      current <- longer
    }
  }
  c(lines, current)
}

# One note per line, as a caption; NULL without any.
caption_text <- function(...) {
  notes <- unlist(list(...))
  notes <- notes[nzchar(notes)]
  if (length(notes) > 0) wrap_notes(notes, 95)
}

# Keeps the notes, for lines of another length.
wrap_notes <- function(notes, width) {
  structure(paste(wrap_text(notes, width), collapse = "\n"), notes = notes)
}

# What holds of each of many systems, as one note; `systems` with the same end share it.
joint_note <- function(lead, systems, ends) {
  alike <- split(systems, factor(ends, unique(ends)))
  named <- paste(vapply(alike, paste, "", collapse = ", "), names(alike))
  paste0(lead, " ", paste(named, collapse = "; "), ".")
}

# Names that begin alike say so once: "SRE 2006, 2008".
names_in_short <- function(names) {
  first <- sub(" .*", "", names)
  repeated <- c(FALSE, first[-1] == first[-length(first)]) & grepl(" ", names)
  paste(ifelse(repeated, sub("^[^ ]* ", "", names), names), collapse = ", ")
}

# What one hears who cannot see the picture: its kind, its systems and what it shows.
alt_text <- function(kind, systems, ...) {
  named <- length(systems) > 1
  of <- if (named) {
    labelf(" of %s systems: %s", length(systems), paste(systems, collapse = ", "))
  }
  findings <- unlist(list(...))
  findings <- sub("([^.])$", "\\1.", findings)
  paste(c(paste0(kind, of, "."), findings[nzchar(findings)]), collapse = " ")
}

# A note about each of several systems, or about the only one; systems with equal notes share one.
per_system_notes <- function(systems, notes, between = ": ") {
  if (length(systems) == 1) {
    capitalised(notes)
  } else if (length(notes) > 1 && length(unique(notes)) == 1) {
    paste0(label("All systems"), between, notes[[1]])
  } else if (length(notes) > 0) {
    alike <- split(systems, factor(notes, unique(notes)))
    paste0(vapply(alike, paste, "", collapse = ", "), between, names(alike))
  }
}

capitalised <- function(text) paste0(toupper(substring(text, 1, 1)), substring(text, 2))

# Columns h1 and h2 on top of each other, for mapping to colour and line type.
stack_hypotheses <- function(data, keep, h1 = "h1", h2 = "h2", words = hypothesis_levels()) {
  both <- rbind(data[keep], data[keep])
  both$value <- c(data[[h1]], data[[h2]])
  both$hypothesis <- factor(rep(words, each = nrow(data)), levels = words)
  both
}

# Curves in columns on top of each other, later ones drawn above earlier ones; `words` is named by
# column. Their limits come along.
stack_columns <- function(data, keep, words) {
  limit <- \(name, end) data[[paste0(name, "_", end)]] %||% rep(NA_real_, nrow(data))
  parts <- lapply(names(words), \(name) {
    data.frame(
      data[keep], value = data[[name]], lower = limit(name, "lower"), upper = limit(name, "upper"),
      curve = factor(words[[name]], levels = words)
    )
  })
  do.call(rbind, parts)
}

# Which points of a step function to draw: steps finer than the eye can see are left out, so that a
# picture of a million trials stays small. First and last points are kept.
visible_steps <- function(x, y, cells = 2000) {
  n <- length(x)
  if (n <= 2 * cells) {
    return(seq_len(n))
  }
  column <- floor((x - min(x[is.finite(x)])) * (cells / diff(range(x[is.finite(x)]))))
  row <- floor(cells * y)
  moves <- column[-1] != column[-n] | row[-1] != row[-n]
  which(c(TRUE, moves) | c(moves, TRUE))
}

# Ticks as plotmath, in which a minus is a minus on every device.
tick_labels <- function(x) {
  if (any(x < 0, na.rm = TRUE)) {
    parse(text = ifelse(is.na(x), "''", minus_label(x)))
  } else {
    ifelse(is.na(x), "", format_number(x))
  }
}

# An expression has a true minus; digits are in quotes, since their decimal mark may be a comma.
minus_label <- function(x) paste0(ifelse(x < 0, "-", ""), "'", format_number(abs(x)), "'")

percent_labels <- function(x) format_number(100 * x)

# The worth of one log10 in the unit of an axis. A probability has no such worth: it is the
# posterior at even prior odds, of which ticks tell.
log_units <- function() c(log10 = 1, ln = ln_per_unit[["log10"]])
lr_units <- c("log10", "ln", "probability")

# An axis of log10 values, with its ticks at round numbers of the unit.
log_scale <- function(unit, scale = ggplot2::scale_x_continuous, ticks = 5, ...) {
  scale(
    breaks = ticks_of_unit(unit, ticks), labels = labels_of_unit(unit), minor_breaks = NULL,
    guide = ggplot2::guide_axis(check.overlap = TRUE), ...
  )
}

ticks_of_unit <- function(unit, n = 5) {
  if (unit == "probability") {
    return(probability_breaks)
  }
  per <- log_units()[[unit]]
  \(limits) scales::breaks_extended(n, Q = c(1, 2, 5, 4, 3))(limits * per) / per
}

labels_of_unit <- function(unit) {
  if (unit == "probability") {
    return(probability_labels)
  }
  \(x) tick_labels(round(x * log_units()[[unit]], 10))
}

# Even odds, and what is 10, 1, 0.1 % and so on from certainty; on a short axis more between. Nobody
# reads more nines than six.
probability_breaks <- function(limits) {
  far <- far_odds(7)
  ticks <- c(far, 0, -far)
  inside <- \(x) sum(x >= limits[1] & x <= limits[2])
  if (inside(ticks) > 9) ticks <- c(far[c(2, 4, 6)], 0, -far[c(2, 4, 6)])
  if (inside(ticks) < 4) ticks <- c(ticks, near_odds())
  sort(ticks)
}

probability_labels <- function(x) {
  labels <- rep("", length(x))
  there <- which(!is.na(x))
  near <- signif(100 * from_certainty(x[there]), 3)
  labels[there] <- format_each(ifelse(x[there] > 0, 100 - near, near))
  labels
}

format_each <- function(x) {
  vapply(x, format, "", digits = 12, scientific = FALSE, drop0trailing = TRUE)
}

# The axis of LRs or of scores.
lr_axis <- function(scale, unit, when = "", call = rlang::caller_env(), ...) {
  check_choice(unit, lr_units, "x_axis", call)
  if (scale == "score") {
    return(list(log_scale("log10", ...), ggplot2::labs(x = trimws(paste(label("Score"), when)))))
  }
  list(log_scale(unit, ...), ggplot2::labs(x = lr_title(trimws(paste("LR", when)), unit)))
}

lr_title <- function(words, unit) {
  switch(unit,
    log10 = log10_title(words),
    ln = as.expression(paste("ln", words)),
    probability = labelf("%s, as probability at even prior odds (%%)", words)
  )
}

prior_axes <- c("log10_odds", "ln_odds", "probability")

# Fewer ticks where many panels stand in a row.
ticks_in_row <- function(panels) if (panels > 3) 3 else 5

# The axis of priors, to the edges of the panel.
prior_axis <- function(x_axis, of = "H1", ticks = 5) {
  if (x_axis == "probability") {
    return(list(
      ggplot2::scale_x_continuous(
        breaks = seq(0, 1, length.out = if (ticks < 5) 3 else 5), labels = percent_labels,
        expand = c(0, 0)
      ),
      ggplot2::labs(x = labelf("Prior probability of %s (%%)", of))
    ))
  }
  ln <- x_axis == "ln_odds"
  list(
    log_scale(if (ln) "ln" else "log10", ticks = ticks, expand = c(0, 0)),
    ggplot2::labs(x = if (ln) {
      labelf("Prior ln odds of %s", of)
    } else {
      log10_title(labelf("odds of %s", of), label("Prior"))
    })
  )
}

prior_column <- function(x_axis, call = rlang::caller_env()) {
  check_choice(x_axis, prior_axes, "x_axis", call)
  if (x_axis == "probability") "prior" else "log10_prior_odds"
}

# Tinted ground where a curve is worse than the one without evidence; `more` are the fills of other
# things in the picture.
harm_ground <- function(data, x, y, more = NULL) {
  fills <- c(more, rlang::set_names(harm_fill, harm_words()))
  list(
    ggplot2::geom_ribbon(
      ggplot2::aes(.data[[x]], ymin = .data[[y]], ymax = Inf, fill = harm_words()),
      data = data, inherit.aes = FALSE
    ),
    ggplot2::scale_fill_manual(values = fills, breaks = names(fills)),
    ggplot2::guides(fill = legend_below(names(fills), 9)),
    ggplot2::labs(fill = NULL)
  )
}

# Shows the window of a curve. An axis that nothing is cut from is left to ggplot2.
show_window <- function(curve) {
  if (isTRUE(attr(curve, "cut"))) {
    ggplot2::coord_cartesian(xlim = attr(curve, "window"))
  }
}

# A row per system and end of the axis with trials beyond it.
beyond_rows <- function(curve) {
  beyond <- attr(curve, "beyond")
  beyond <- beyond[beyond$n_h1 + beyond$n_h2 > 0, ]
  low <- beyond$end == "low"
  beyond$at <- attr(curve, "window")[ifelse(low, 1, 2)]
  beyond$hjust <- ifelse(low, 0, 1)
  beyond
}

# Triangles at the ends of the axis with the numbers of trials beyond, in room of their own.
edge_marks <- function(rows) {
  if (nrow(rows) == 0) {
    return(NULL)
  }
  list(
    ggplot2::geom_point(
      ggplot2::aes(.data$at, .data$height), data = rows, inherit.aes = FALSE,
      shape = ifelse(rows$end == "low", 25, 24), fill = "grey30", colour = "grey30", size = 1.6
    ),
    ggplot2::geom_text(
      ggplot2::aes(.data$at, .data$height, label = .data$label, hjust = .data$hjust),
      data = beside_marks(rows), inherit.aes = FALSE, size = note_size
    )
  )
}

# Labels that begin beyond their triangle.
beside_marks <- function(rows) {
  rows$label <- ifelse(rows$end == "low", paste0("    ", rows$label), paste0(rows$label, "    "))
  rows
}

# What the triangles are: one wording for all plots.
beyond_note <- function(curve) {
  beyond <- beyond_rows(curve)
  if (nrow(beyond) == 0) {
    return(NULL)
  }
  if (isTRUE(attr(curve, "cut"))) {
    labelf("Triangles: %s beyond the axis.", counted(curve, label(c("trials", "weight of trials"))))
  } else {
    labelf("Triangles: %s with LR = 0 and LR = Inf.",
      counted(curve, label(c("trials", "weight of trials"))))
  }
}

# Numbers of trials are whole; weights need not be.
counted <- function(curve, words) words[1 + isTRUE(attr(curve, "weighted"))]

class_counts <- function(n_h1, n_h2) {
  parts <- paste0(
    ifelse(n_h1 > 0, paste(number_text(n_h1), "H1"), ""),
    ifelse(n_h1 > 0 & n_h2 > 0, ", ", ""),
    ifelse(n_h2 > 0, paste(number_text(n_h2), "H2"), "")
  )
  ifelse(parts == "", "0", parts)
}

# One note per system and end that has trials of LR = 0 or LR = Inf.
infinite_notes <- function(infinite) {
  found <- infinite[infinite$n_h1 + infinite$n_h2 > 0, ]
  if (is.null(found) || nrow(found) == 0) {
    return(NULL)
  }
  labelf(
    "%s%s in %s H1 and %s H2 trials.",
    if (nlevels(infinite$system) > 1) paste0(found$system, ": ") else "",
    found$end, number_text(found$n_h1), number_text(found$n_h2)
  )
}
