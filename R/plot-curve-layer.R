#' Add a curve to a plot
#'
#' `curve_layer()` returns layers for `+` that add a curve, such as a theoretical one, to every
#' panel of a picture, without an entry in the legend.
#'
#' @param curve An [ece_curve()], [tippett_curve()] (both hypotheses), [det_curve()] or
#'   [bayes_error_curve()] (normalised), of a [gaussian_system()] or of an [lr_set()].
#' @param type Plot or axis of the picture: for a [det_curve()] `"det"` (default) or `"roc"`, for an
#'   [ece_curve()] `"log10_odds"` (default) or `"probability"`.
#' @param colour,linetype,linewidth Appearance; by default thin, solid and dark grey.
#' @return A list of layers.
#' @concept overlay of curves
#' @export
#' @examples
#' set.seed(1)
#' x <- simulate_lr(60, 200, s = 2)
#' theory <- gaussian_system(2)
#' plot_ece(x) + curve_layer(ece_curve(theory))
#' plot_det(x) + curve_layer(det_curve(theory))
curve_layer <- function(curve, type = NULL, colour = NULL, linetype = NULL, linewidth = NULL) {
  check_given()
  layers <- layer_lines(curve, type)
  lapply(layers, \(line) {
    layer <- ggplot2::geom_path(
      ggplot2::aes(.data$x, .data$y, group = .data$group),
      data = line, inherit.aes = FALSE, show.legend = FALSE,
      colour = colour %||% roles["theory", "colour"],
      linetype = linetype %||% roles["theory", "line"], linewidth = linewidth %||% widths["thin"]
    )
    layer$is_ours <- is.null(colour)
    layer
  })
}

# A data frame per line, without the column of the panels.
layer_lines <- function(curve, type) {
  # Columns of different lengths are not a table.
  stop_unless_intact(
    is.data.frame(curve) && all(lengths(unclass(curve)) == nrow(curve)), class(curve)[1]
  )
  line <- \(x, y) data.frame(x = x, y = y, group = curve$system)
  if (inherits(curve, "ece_curve")) {
    type <- layer_type(type, c("log10_odds", "probability"))
    list(line(if (type == "probability") curve$prior else curve$log10_prior_odds, curve$ece))
  } else if (inherits(curve, "tippett_curve")) {
    list(line(curve$log10_lr, curve$h1), line(curve$log10_lr, curve$h2))
  } else if (inherits(curve, "det_curve")) {
    type <- layer_type(type, c("det", "roc"))
    # An axis of normal quantiles has no place for 0 and 1.
    inside <- curve$p_fa > 0 & curve$p_fa < 1 & curve$p_miss > 0 & curve$p_miss < 1
    list(line(curve$p_fa, if (type == "roc") 1 - curve$p_miss else curve$p_miss)[inside, ])
  } else if (inherits(curve, "bayes_error_curve")) {
    list(line(curve$log10_prior_odds, curve$bayes_error / curve$bayes_error_null))
  } else {
    refuse("layer_of_what")
  }
}

layer_type <- function(type, types) if (is.null(type)) types[1] else check_choice(type, types)
