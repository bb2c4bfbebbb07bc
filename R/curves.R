# Curves are data frames with a class for drawing and what the axis needs to know.
new_curve <- function(data, class, x, ...) {
  structure(
    data,
    class = c(class, "calibrant_curve", "data.frame"),
    scale = if (x$scale == "score") "score" else "log10_lr",
    ...
  )
}

#' Draw a curve
#'
#' `plot()` draws what [autoplot()] returns. Use `autoplot()` to change the picture with `+`.
#'
#' @param x A curve of this package, such as [ece_curve()] or [pav()].
#' @param ... Passed on to `autoplot()`.
#' @return `x`, invisibly.
#' @export
#' @examples
#' plot(ece_curve(simulate_lr(100, 300, s = 2)))
plot.calibrant_curve <- function(x, ...) {
  print(autoplot(x, ...))
  invisible(x)
}
