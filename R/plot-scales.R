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

# For lines, which have both, and for areas.
scale_hypothesis_lines <- function() {
  list(
    ggplot2::scale_colour_manual(values = hypothesis_colours, name = NULL),
    ggplot2::scale_linetype_manual(values = hypothesis_lines, name = NULL)
  )
}

scale_hypothesis_fill <- function() {
  ggplot2::scale_fill_manual(values = hypothesis_colours, name = NULL)
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

axis_title <- function(scale, when = "") {
  if (scale == "score") {
    return(trimws(paste("Score", when)))
  }
  if (when == "") expression(log[10] ~ "LR") else bquote(log[10] ~ "LR" ~ .(when))
}

percent_text <- function(x) paste(format_number(100 * x), "%")

# Shows the window of a curve. An axis that nothing is cut from is left to ggplot2.
show_window <- function(curve) {
  if (isTRUE(attr(curve, "cut"))) {
    ggplot2::coord_cartesian(xlim = attr(curve, "window"))
  }
}

# One row per system and edge with trials beyond it, with a label that counts them.
beyond_labels <- function(curve) {
  beyond <- attr(curve, "beyond")
  beyond <- beyond[beyond$n_h1 + beyond$n_h2 > 0, ]
  low <- beyond$end == "low"
  edge <- format_number(attr(curve, "window")[ifelse(low, 1, 2)])
  unit <- if (attr(curve, "scale") == "score") "score" else "log10 LR"
  beyond$where <- ifelse(
    is.finite(beyond$border),
    paste(unit, ifelse(low, "<", ">"), edge),
    if (unit == "score") ifelse(low, "-Inf", "Inf") else ifelse(low, "LR = 0", "LR = Inf")
  )
  beyond$at <- ifelse(low, -Inf, Inf)
  beyond$hjust <- ifelse(low, -0.05, 1.05)
  beyond
}
