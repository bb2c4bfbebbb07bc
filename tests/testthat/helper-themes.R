# Pictures under other themes: widths of panels, truncated texts, and invisible lines and letters.

# Light letters and lines on this ground, as on a slide.
on_slide <- function(ground = "grey10") {
  rect <- ggplot2::element_rect(fill = ground, colour = NA)
  light <- ggplot2::element_text(colour = "grey90")
  ggplot2::theme_bw() + ggplot2::theme(
    plot.background = rect, panel.background = rect, legend.background = rect, legend.key = rect,
    strip.background = rect, panel.grid = ggplot2::element_blank(),
    panel.border = ggplot2::element_blank(), axis.ticks = ggplot2::element_line(colour = "grey70"),
    text = light, axis.text = light, strip.text = light
  )
}

foreign_themes <- function() {
  list(
    bw = ggplot2::theme_bw(), minimal = ggplot2::theme_minimal(),
    classic = ggplot2::theme_classic(), dark = ggplot2::theme_dark(),
    large = ggplot2::theme_grey(base_size = 16), slide = on_slide()
  )
}

# Everything that the gallery draws.
all_pictures <- function() {
  sets <- gallery_sets()
  plots <- gallery_plots()
  of_sets <- lapply(c(plots$lrs, plots$all), \(draw) \() suppressWarnings(draw(sets$two)))
  x <- conclusion_set(truth ~ conclusion, data = subset(black_box, study == "bullets"), count = "n",
    h1 = "same", no_value = "Other",
    conclusions = c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "ID"))
  conclusions <- list(
    conclusions = \() autoplot(x), `conclusion-lrs` = \() autoplot(conclusion_lr(x)),
    `conclusion-errors` = \() autoplot(error_rates(x)),
    infinite = \() plot_pav(sets$infinite)
  )
  c(of_sets, gallery_others(), conclusions)
}

# Share of the page width that panels occupy, found by their clipping rectangles.
panel_share <- function(svg, width) {
  clips <- svg_clips(svg)
  clips <- clips[clips$right - clips$left < 72 * width - 1, ]
  edges <- sort(unique(c(clips$left, clips$right)))
  middle <- edges[-1] - diff(edges) / 2
  inside <- vapply(middle, \(x) any(clips$left < x & x < clips$right), NA)
  sum(diff(edges)[inside]) / (72 * width)
}

# Ratio of contrast of WCAG.
contrast <- function(colour, ground) {
  light <- \(colour) {
    part <- grDevices::col2rgb(colour) / 255
    part <- ifelse(part <= 0.03928, part / 12.92, ((part + 0.055) / 1.055)^2.4)
    colSums(part * c(0.2126, 0.7152, 0.0722))
  }
  both <- cbind(light(colour), light(ground))
  (apply(both, 1, max) + 0.05) / (apply(both, 1, min) + 0.05)
}

# Colours of lines and letters; black is not stored.
drawn_colours <- function(svg, tag, word) {
  drawn <- grep(sprintf("<(%s) ", tag), svg, value = TRUE)
  drawn <- drawn[!grepl(paste0(word, ": none"), drawn)]
  pattern <- sprintf(".*\\b%s: (#[0-9A-F]{6}).*", word)
  unique(ifelse(grepl(pattern, drawn), sub(pattern, "\\1", drawn), "#000000"))
}

# Letters on a light fill may be dark.
unseen_colours <- function(svg, ground, least = 1.7) {
  lines <- drawn_colours(svg, "line|polyline", "stroke")
  fills <- drawn_colours(svg, "rect", "fill")
  letters <- if (all(contrast(fills, ground) < 4)) drawn_colours(svg, "text", "fill")
  colours <- c(lines, letters)
  colours[contrast(colours, ground) < least]
}

# Faults of a picture under a theme that it lacks under its own, where panels have the share `own`.
faults_of_theme <- function(plot, theme, width, own, ground = NULL) {
  svg <- svg_of(plot + theme, width, 0.75 * width)
  share <- panel_share(svg, width) / own
  cut <- cut_texts(texts_of_svg(svg, 72 * width, 54 * width))
  unseen <- if (!is.null(ground)) unseen_colours(svg, ground)
  c(
    if (isTRUE(share < 0.8)) sprintf("panel %.0f %%", 100 * share),
    sprintf("cut: %s", cut), sprintf("unseen: %s", unseen)
  )
}
