# Draws the hexagon with the ECE plot in it: man/figures/logo.svg, logo.png, and the favicon. The
# curves are those of a Gaussian system whose log LRs are too strong: as it is, calibrated, and with
# no evidence.
odds <- seq(-3.2, 3.2, length.out = 200)
prior <- 1 / (1 + 10^-odds)
ece <- function(prior, stretch) {
  softplus <- function(x) log1p(exp(-abs(x))) + pmax(x, 0)
  node <- (seq_len(400) - 0.5) / 400
  llr_h1 <- stretch * stats::qnorm(node, 2.2, 2.1)
  llr_h2 <- stretch * stats::qnorm(node, -2.2, 2.1)
  h <- stats::qlogis(prior)
  vapply(seq_along(prior), \(i) {
    prior[i] * mean(softplus(-llr_h1 - h[i])) + (1 - prior[i]) * mean(softplus(llr_h2 + h[i]))
  }, 1) / log(2)
}
null <- -prior * log2(prior) - (1 - prior) * log2(1 - prior)

draw <- function() {
  angle <- pi / 2 + (0:5) * pi / 3
  hexagon <- function(r, ...) graphics::polygon(r * cos(angle), r * sin(angle), ...)
  graphics::par(mar = rep(0, 4), bg = NA)
  graphics::plot.new()
  graphics::plot.window(c(-0.9, 0.9), c(-1.02, 1.02), asp = 1)
  hexagon(1, col = "#0B2A3C", border = NA)
  hexagon(0.945, col = "#F7F9FA", border = NA)
  at <- function(y) -0.14 + 0.78 * y
  x <- odds / 3.2 * 0.74
  worse <- ece(prior, 1.9) > null
  for (side in split(which(worse), odds[worse] > 0)) {
    graphics::polygon(
      c(x[side], rev(x[side])), c(at(ece(prior, 1.9)[side]), rev(at(null[side]))),
      col = "#E9B96E", border = NA
    )
  }
  curve <- function(y, ...) graphics::lines(x, at(y), lend = "round", ...)
  graphics::segments(-0.76, at(0), 0.76, at(0), col = "#0B2A3C", lwd = 3)
  curve(null, col = "#7A868C", lty = "12", lwd = 6)
  curve(ece(prior, 1), col = "#009E73", lty = "42", lwd = 7)
  curve(ece(prior, 1.9), col = "#0B2A3C", lwd = 9)
  graphics::text(0, -0.42, "calibrant", col = "#0B2A3C", cex = 4.1, font = 2)
}

grDevices::svg("man/figures/logo.svg", width = 5.2, height = 6, bg = "transparent")
draw()
invisible(grDevices::dev.off())
ragg::agg_png("man/figures/logo.png", width = 5.2, height = 6, units = "in", res = 92,
  background = "transparent")
draw()
invisible(grDevices::dev.off())

# pkgdown asks another host for icons where it finds none here.
dir.create("pkgdown/favicon", showWarnings = FALSE)
invisible(file.copy("man/figures/logo.svg", "pkgdown/favicon/favicon.svg", overwrite = TRUE))
