# Pictures fit their device. Texts are measured when a picture is drawn, with its font and page at
# that time, and broken into lines that fit: captions, titles, strips, legends and names along an
# axis. The theme of the package has smaller letters on a narrow page.

#' @exportS3Method ggplot2::ggplot_add
ggplot_add.calibrant_frame <- function(object, plot, object_name) { # nolint: object_name_linter.
  plot <- plot + unclass(object)
  for (part in c(plot$layers, plot$scales$scales)) part$is_ours <- TRUE
  attr(plot, "axes") <- labelled_axes(plot)
  # A coordinate system of the user replaces a default without a message.
  plot$coordinates$default <- TRUE
  class(plot) <- c("calibrant_plot", setdiff(class(plot), "calibrant_plot"))
  plot
}

#' @exportS3Method ggplot2::ggplot_build
ggplot_build.calibrant_plot <- function(plot, ...) {
  class(plot) <- setdiff(class(plot), "calibrant_plot")
  if (grDevices::dev.cur() == 1) {
    grDevices::pdf(NULL, 7, 5)
    on.exit(grDevices::dev.off())
  }
  built <- withCallingHandlers(ggplot2::ggplot_build(fit_plot(plot)), condition = \(cnd) {
    # The warning of R in the language of the session.
    no_number <- identical(conditionMessage(cnd), tryCatch(sqrt(-1), warning = conditionMessage))
    if (no_number || inherits(cnd, "error")) stop_if_rescaled(plot)
  })
  built$plot$layers <- lapply(built$plot$layers, without_lone_points)
  built
}

# A line through one point is not drawn, and ggplot2 would tell so.
without_lone_points <- function(layer) {
  geom <- layer$geom
  if (!inherits(geom, "GeomPath") || inherits(geom, "GeomFunction")) return(layer)
  draw_layer <- function(self, data, ...) {
    points <- stats::ave(seq_len(nrow(data)), data$PANEL, data$group, FUN = length)
    geom$draw_layer(data[points > 1, ], ...)
  }
  ggplot2::ggproto(NULL, layer, geom = ggplot2::ggproto(NULL, geom, draw_layer = draw_layer))
}

# Axes of the user that cannot show some of the numbers.
stop_if_rescaled <- function(plot) {
  rescaled <- vapply(plot$scales$scales, \(scale) {
    any(c("x", "y") %in% scale$aesthetics) && !isTRUE(scale$is_ours) && !scale$is_discrete() &&
      !identical(as.double(scale$transform(4)), 4)
  }, NA)
  refuse_if(any(rescaled), "scale_rescaled")
}

fit_plot <- function(plot) {
  page <- c(
    width = in_inches(grid::unit(1, "npc")),
    height = grid::convertHeight(grid::unit(1, "npc"), "inches", valueOnly = TRUE)
  ) / page_grid()
  plot <- with_theme(plot, page[["width"]])
  page[["width"]] <- attr(plot$theme, "width") %||% page[["width"]]
  plot$scales <- plot$scales$clone()
  for (axis in attr(plot, "axes")) plot <- keep_unit(plot, axis)
  plot <- keep_shape(plot, attr(page, "stacked"))
  plot <- on_ground(plot)
  room <- plot_room(plot, page)
  for (scale in plot$scales$scales) fit_scale(scale, room)
  for (fit in list(fit_texts, fit_strips, fit_words, fit_legends, fit_axis_titles)) {
    plot <- fit(plot, room)
  }
  plot
}

# Pictures are measured on the whole page, before their places on a page of several are known.
# Numbers of columns and rows of the page being arranged, 1 otherwise. `stacked` pictures share the
# width of their panels.
page_grid <- function() {
  arranging <- list(
    patchwork = "build_patchwork", gridExtra = "arrangeGrob", cowplot = "plot_grid"
  )
  grid <- c(1, 1)
  for (package in intersect(names(arranging), loadedNamespaces())) {
    arrange <- get0(arranging[[package]], asNamespace(package))
    for (i in seq_len(sys.nframe() - 1)) if (identical(sys.function(i), arrange)) {
      grid <- grid_by[[package]](sys.frame(i)) * grid
    }
  }
  grid
}

grid_by <- list(
  patchwork = \(frame) {
    page <- frame$x
    rows <- ggplot2::wrap_dims(length(page$plots), page$layout$nrow, page$layout$ncol)
    areas <- page$layout$design
    grid <- if (is.null(areas)) rev(rows) else c(max(areas$r), max(areas$b))
    structure(grid, stacked = grid[2] > 1)
  },
  gridExtra = \(frame) {
    by_number <- eval(quote(missing(layout_matrix)), frame)
    if (by_number) c(frame$ncol, frame$nrow) else rev(dim(frame$layout_matrix))
  },
  cowplot = \(frame) c(frame$cols, frame$rows)
)

# Printed in a part of the page, a picture is measured there.
#' @exportS3Method print calibrant_plot
print.calibrant_plot <- function(x, newpage = is.null(vp), vp = NULL, ...) {
  if (newpage) grid::grid.newpage()
  if (is.character(vp)) grid::seekViewport(vp) else if (!is.null(vp)) grid::pushViewport(vp)
  if (!is.null(vp)) on.exit(grid::upViewport())
  NextMethod(newpage = FALSE, vp = NULL)
}

# The theme of the plot, otherwise that of the session if one was set, otherwise that of the
# package.
with_theme <- function(plot, width) {
  if (!is.null(attr(plot$theme, "scale"))) return(plot)
  own <- ggplot2::theme() + plot$theme
  plot$theme <- ggplot2::theme()
  if (isTRUE(attr(own, "complete"))) {
    plot + furnished(own, width)
  } else if (identical(ggplot2::theme_get(), ggplot2::theme_grey())) {
    plot + theme_calibrant(letter_size(width)) + own
  } else {
    plot + furnished(ggplot2::theme_get(), width) + own
  }
}

# Inches available on the page, and the elements of the theme.
plot_room <- function(plot, page) {
  element <- \(name) ggplot2::calc_element(name, plot$theme)
  line <- element("text")$size * 1.2 / 72
  # The margin has another class in theme_void() before ggplot2 3.5, and is inherited since 4.0.
  margin <- tryCatch(element("plot.margin"), error = \(cnd) plot$theme$plot.margin)
  whole <- page[["width"]] - sum(in_inches(margin[c(2, 4)])) - 0.02
  list(
    page = page, element = element, line = line, whole = whole,
    # Width without the texts left of the panels.
    panels = whole - 3.6 * line - names_room(plot, whole, element("axis.text.y"))
  )
}

# Width of the names along the vertical axis, if it has a scale of names.
names_room <- function(plot, whole, letters) {
  share <- unlist(lapply(plot$scales$scales, \(scale) if ("y" %in% scale$aesthetics) scale$share))
  if (is.null(share)) return(0)
  names <- levels(factor(rlang::eval_tidy(plot$mapping$y, plot$data)))
  min(share * whole, max(0, text_inches(names, letters)))
}

in_inches <- function(unit) grid::convertWidth(unit, "inches", valueOnly = TRUE)

# The widths of texts in inches.
text_inches <- function(text, letters) {
  viewport <- grid::viewport(gp = grid::gpar(
    fontsize = letters$size, fontfamily = letters$family, fontface = letters$face
  ))
  grid::pushViewport(viewport, recording = FALSE)
  on.exit(grid::popViewport(recording = FALSE))
  in_inches(grid::stringWidth(text))
}

# Texts in lines that are no wider than `room`, and no more than `n`; a word that is wider is
# broken.
wrap_measured <- function(text, room, letters, n = Inf) {
  vapply(undirected(as.character(text)), \(one) {
    if (is.na(one)) return(one)
    lines <- unlist(lapply(strsplit(one, "\n", fixed = TRUE)[[1]], wrap_line, room, letters))
    if (length(lines) > n) lines[n] <- sub("...?$", "...", lines[n])
    paste(utils::head(lines, n), collapse = "\n")
  }, "", USE.NAMES = FALSE)
}

# Blanks, but not those between a number and its next digits, per cent sign, unit or hypothesis.
word_ends <- "(?<![0-9]) +| +(?!%|[0-9]{3}\\b|H[12]\\b|bits?\\b)"

wrap_line <- function(line, room, letters) {
  if (!nzchar(line) || text_inches(line, letters) <= room) return(line)
  words <- unlist(lapply(strsplit(line, word_ends, perl = TRUE)[[1]], broken_word, room, letters))
  width <- text_inches(words, letters)
  blank <- text_inches("x x", letters) - text_inches("xx", letters)
  lines <- cumsum(new_lines(width, blank, room))
  vapply(split(words, lines), paste, "", collapse = " ")
}

# TRUE for words that begin a line.
new_lines <- function(width, blank, room) {
  begins <- logical(length(width))
  used <- Inf
  for (i in seq_along(width)) {
    used <- used + blank + width[i]
    begins[i] <- used > room
    if (begins[i]) used <- width[i]
  }
  begins
}

broken_word <- function(word, room, letters) {
  signs <- strsplit(word, "")[[1]]
  widths <- text_inches(signs, letters)
  if (sum(widths) <= room) return(word)
  vapply(split(signs, cumsum(new_lines(widths, 0, room))), paste, "", collapse = "")
}

n_lines <- function(text) {
  if (is.character(text)) sum(lengths(strsplit(text, "\n", fixed = TRUE))) else length(text)
}

fit_texts <- function(plot, room) {
  for (name in c("title", "subtitle", "caption")) {
    text <- plot$labels[[name]]
    if (is.character(text)) {
      plot$labels[[name]] <- wrap_measured(text, room$whole, room$element(paste0("plot.", name)))
    }
  }
  # A panel of a fixed shape is in the middle of the page, with its notes below it.
  if (is.null(plot$coordinates$ratio)) return(plot)
  middle <- ggplot2::element_text(hjust = 0.5)
  plot + ggplot2::theme(plot.title = middle, plot.subtitle = middle, plot.caption = middle)
}

# Labeller of strips side by side. `build` makes it from two functions, which break the lines of
# strips above the panels and of strips along them; `rows` are the latter if they may not be broken.
fitted_labeller <- function(values, build, rows = NULL) {
  structure(build(identity, identity), values = values, build = build, rows = rows)
}

fit_strips <- function(plot, room) {
  labeller <- plot$facet$params$labeller
  if (is.null(attr(labeller, "build"))) return(plot)
  values <- attr(labeller, "values")
  plot <- fit_columns(plot, max(length(values), 1), room)
  n <- plot$facet$params$ncol %||% max(length(values), 1)
  width <- strip_width(plot, length(values), n, room)
  letters <- room$element("strip.text.x")
  upright <- !is_wrapped(plot$facet) && n > 4 && any(text_inches(values, letters) > width)
  if (upright) {
    width <- 0.25 * room$page[["height"]]
    plot <- plot + ggplot2::theme(strip.text.x = ggplot2::element_text(angle = 90, hjust = 0))
  }
  broken <- \(text) wrap_measured(text, width, letters)
  above <- max(lengths(strsplit(broken(values), "\n")), 0) * room$line
  height <- max(rows_room(room) - above, room$line)
  plot$facet <- with_params(plot$facet, list(
    labeller = attr(labeller, "build")(
      broken, \(text) wrap_measured(text, height / length(text), letters)
    )
  ))
  smaller_rows(plot, height, attr(labeller, "rows"), room)
}

is_wrapped <- function(facet) inherits(facet, "FacetWrap")

with_params <- function(facet, changed) {
  ggplot2::ggproto(NULL, facet, params = utils::modifyList(facet$params, changed))
}

# Largest number of panels side by side that have room for an axis.
fit_columns <- function(plot, n, room) {
  if (is_wrapped(plot$facet)) {
    natural <- plot$facet$params$ncol %||% ggplot2::wrap_dims(n)[2]
    fits <- max(1, floor(room$panels / (5.5 * room$line)))
    plot$facet <- with_params(plot$facet, list(ncol = min(natural, fits)))
  }
  plot
}

# Panels of a fixed shape are no wider than they are high.
strip_width <- function(plot, n, columns, room) {
  width <- room$panels / columns - 1.2 * room$line
  if (is.null(plot$coordinates$ratio)) width else min(width, rows_room(room) / ceiling(n / columns))
}

# Total height of stacked panels.
rows_room <- function(room) 0.6 * room$page[["height"]]

# Strips of rows get smaller letters if they cannot be broken.
smaller_rows <- function(plot, height, rows, room) {
  if (is.null(rows)) return(plot)
  letters <- room$element("strip.text.y")
  size <- letters$size * min(1, height / length(rows) / max(text_inches(rows, letters)))
  text <- ggplot2::element_text(size = max(size, 0.6 * letters$size))
  plot + ggplot2::theme(strip.text.y = text, strip.text.y.left = text)
}

# Layers with `words` in their panels get smaller letters in narrow panels, and are omitted from
# panels that are too narrow for these.
fit_words <- function(plot, room) {
  params <- plot$facet$params
  n <- max(length(attr(params$labeller, "values")), 1)
  width <- strip_width(plot, n, params$ncol %||% 1, room)
  widest <- vapply(plot$layers, \(layer) {
    letters <- list(size = (layer$aes_params$size %||% 1) * ggplot2::.pt)
    max(text_inches(layer$words %||% "", letters))
  }, 0)
  share <- width / 3.5 / widest
  plot$layers <- Map(rescale_layer, plot$layers, pmin(1, share))[share > 0.75]
  plot
}

# Legends in as many columns as fit; the words of a legend that is too wide for one column are
# broken.
fit_legends <- function(plot, room) {
  letters <- room$element("legend.text")
  key <- in_inches(room$element("legend.key.width")) + room$line
  plot$guides <- each_guide(plot$guides, \(guide) {
    words <- as.character(attr(guide, "words"))
    width <- key + vapply(strsplit(words, "\n"), \(lines) max(text_inches(lines, letters), 0), 0)
    with_columns(guide, n_columns(width, room$panels))
  })
  for (scale in plot$scales$scales) {
    if (is_legend(scale)) scale$labels <- \(x) wrap_measured(x, room$panels - key, letters)
  }
  plot
}

is_legend <- function(scale) {
  beside <- any(scale$aesthetics %in% c("colour", "fill", "linetype", "shape"))
  beside && scale$is_discrete() && inherits(scale$labels, "waiver")
}

n_columns <- function(width, room) {
  fits <- \(n) sum(tapply(width, (seq_along(width) - 1) %% n, max)) <= room
  Find(fits, rev(seq_along(width))) %||% 1
}

# A list of lists before ggplot2 3.5; since then an object of objects that plots share.
each_guide <- function(guides, change) {
  own <- \(guide) if (is.null(attr(guide, "words"))) guide else change(guide)
  if (!inherits(guides, "Guides")) return(lapply(guides, own))
  ggplot2::ggproto(NULL, guides, guides = lapply(guides$guides, own))
}

with_columns <- function(guide, n) {
  if (!inherits(guide, "Guide")) return(replace(guide, "ncol", n))
  ggplot2::ggproto(NULL, guide, params = replace(guide$params, "ncol", n))
}

n_legend_rows <- function(guides) {
  if (inherits(guides, "Guides")) guides <- guides$guides
  words <- lapply(guides, attr, "words")
  shown <- !duplicated(words) & lengths(words) > 0
  sum(vapply(guides[shown], \(guide) {
    n <- if (inherits(guide, "Guide")) guide$params$ncol else guide$ncol
    ceiling(length(attr(guide, "words")) / n)
  }, 0))
}

# A scale of names along an axis, which may take this share of the width of the picture.
named_scale <- function(scale, share) {
  scale$share <- share
  scale
}

# Labels of ticks do not touch each other, and names stay within their share.
fit_scale <- function(scale, room) {
  if (inherits(scale$guide, "waiver") && any(c("x", "y") %in% scale$aesthetics)) {
    scale$guide <- ggplot2::guide_axis(check.overlap = TRUE)
  }
  if (!is.null(scale$share) && inherits(scale$labels, "waiver")) {
    letters <- room$element(if ("y" %in% scale$aesthetics) "axis.text.y" else "axis.text.x")
    lines <- 0.7 * rows_room(room) / room$line
    scale$labels <- \(x) wrap_measured(
      x, scale$share * room$whole, letters, n = max(1, min(3, floor(lines / length(x))))
    )
  }
}

# Titles of axes; a word, or a title with a subscript, cannot be broken and gets smaller.
fit_axis_titles <- function(plot, room) {
  above <- n_lines(plot$labels$subtitle) + n_lines(plot$labels$title)
  below <- 0.8 * n_lines(plot$labels$caption) + 1.4 * n_legend_rows(plot$guides) + 3.2
  rooms <- c(x = room$panels, y = room$page[["height"]] - (above + below) * room$line)
  for (axis in names(rooms)) {
    name <- paste0("axis.title.", axis)
    letters <- room$element(name)
    title <- plot$labels[[axis]]
    if (is.null(letters$size) || !(is.character(title) || is.expression(title))) next
    whole <- if (is.character(title)) strsplit(title, "[ \n]+")[[1]] else title
    longest <- max(text_inches(whole, letters), 0.01)
    share <- max(0.7, min(1, rooms[[axis]] / longest))
    if (is.character(title)) {
      plot$labels[[axis]] <- wrap_measured(title, max(rooms[[axis]] / share, longest), letters)
    }
    plot <- plot + do.call(ggplot2::theme, rlang::set_names(
      list(ggplot2::element_text(size = share * letters$size)), name
    ))
  }
  plot
}
