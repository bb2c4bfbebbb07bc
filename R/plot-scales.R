# One mapping for all plots, always doubled by line type so that it survives a photocopier. The
# colours are the blue, vermilion and grey of Okabe and Ito, which the colour-blind tell apart.

hypothesis_levels <- c(h1 = "H1", h2 = "H2")
hypothesis_colours <- c(H1 = "#0072B2", H2 = "#D55E00")
hypothesis_lines <- c(H1 = "solid", H2 = "longdash")

curve_levels <- c(ece = "LR values", ece_min = "After PAV", ece_null = "LR = 1 always")
curve_colours <- c("LR values" = "#D55E00", "After PAV" = "#0072B2", "LR = 1 always" = "grey30")
curve_lines <- c("LR values" = "solid", "After PAV" = "dashed", "LR = 1 always" = "dotted")

system_colours <- c(
  "#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999"
)

scale_hypothesis <- function(aesthetics = c("colour", "fill")) {
  list(
    ggplot2::scale_colour_manual(values = hypothesis_colours, name = NULL, aesthetics = aesthetics),
    ggplot2::scale_linetype_manual(values = hypothesis_lines, name = NULL)
  )
}

# Systems side by side, unless there is only one.
facet_systems <- function(data, ...) {
  if (nlevels(data$system) > 1) ggplot2::facet_wrap(ggplot2::vars(.data$system), ...)
}

# Columns h1 and h2 on top of each other, for mapping to colour and line type.
stack_hypotheses <- function(data, keep, h1 = "h1", h2 = "h2") {
  both <- rbind(data[keep], data[keep])
  both$value <- c(data[[h1]], data[[h2]])
  both$hypothesis <- factor(rep(hypothesis_levels, each = nrow(data)), levels = hypothesis_levels)
  both
}

# Steps finer than the eye can see are left out of the drawing, so that a picture of a million
# trials stays small; first and last points are kept.
thin_steps <- function(data, x, y, cells = 2000) {
  if (nrow(data) <= 2 * cells) {
    return(data)
  }
  finite <- is.finite(data[[x]])
  range <- range(data[[x]][finite])
  column <- ifelse(finite, floor(cells * (data[[x]] - range[1]) / diff(range)), sign(data[[x]]) * Inf)
  row <- floor(cells * data[[y]])
  n <- nrow(data)
  new_cell <- c(TRUE, column[-1] != column[-n] | row[-1] != row[-n])
  data[new_cell | c(new_cell[-1], TRUE), ]
}

axis_title <- function(scale, when = "") {
  if (scale == "score") {
    return(trimws(paste("Score", when)))
  }
  if (when == "") expression(log[10] ~ "LR") else bquote(log[10] ~ "LR" ~ .(when))
}

percent_text <- function(x) paste(format_number(100 * x), "%")
