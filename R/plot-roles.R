# Visual language of the pictures. Every plot takes its colours, line types, shapes, fills, sizes
# and words from here. A colour has one meaning, repeated by line type, shape or fill, so that a
# photocopy can be read. The colours are those of Okabe and Ito, which colour-blind readers can
# distinguish.

roles <- data.frame(
  row.names = c("h1", "h2", "actual", "best", "none", "bound_low", "bound_high", "theory"),
  colour = c("#0072B2", "#D55E00", "#000000", "#009E73", "grey45", "grey20", "grey20", "grey30"),
  line = c("solid", "longdash", "solid", "dashed", "dotted", "dotdash", "twodash", "solid"),
  shape = c(16, 1, 16, 1, 4, 6, 2, 3),
  fill = c("#0072B2", "#F5C6A5", "#000000", "#8FD3BE", "grey75", "grey40", "grey40", "grey60")
)

# Losses are two tones of one neutral colour; delivered information is not a loss and has another.
loss_fills <- c(cal = "#BFBFBF", min = "#4D4D4D", delivered = "#FFFFFF")

harm_fill <- "#F0D9A8"

# Systems share no colour with the roles (Paul Tol's muted scheme); neighbours differ in lightness.
system_colours <- c(
  "#332288", "#CC6677", "#117733", "#88CCEE", "#882255", "#999933", "#AA4499", "#44AA99"
)
# One more line type than colours, so that no two of 72 systems have the same key.
system_shapes <- c(16, 2, 15, 5, 17, 0, 18, 1, 8)

widths <- c(main = 0.8, curve = 0.7, thin = 0.4, rule = 0.3)
note_size <- 3

# Colours of ordered systems or levels: one hue, from dark to light.
ramp <- function(n) grDevices::hcl(255, seq(50, 25, length.out = n), seq(15, 72, length.out = n))
ramp_lines <- c("solid", "longdash", "dotdash", "dashed", "twodash", "dotted")

# Reference line of an axis or a curve: no evidence, in the style of that role.
neutral_line <- function(draw, ..., linewidth = widths["curve"]) {
  draw(
    ..., linetype = roles["none", "line"], colour = roles["none", "colour"], linewidth = linewidth
  )
}

origin_line <- function(draw, ...) {
  draw(..., colour = roles["none", "colour"], linewidth = widths["rule"])
}

# Intervals, one in each row that has one.
interval_lines <- function() {
  ends <- ggplot2::aes(xmin = .data$lower, xmax = .data$upper)
  ggplot2::geom_linerange(ends, linewidth = widths["curve"], orientation = "y", na.rm = TRUE)
}
