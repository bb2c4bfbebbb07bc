# Generics of other packages that calibrant exports again.

#' @importFrom generics augment
#' @export
generics::augment

#' @importFrom generics explain
#' @export
generics::explain

#' @importFrom generics glance
#' @export
generics::glance

#' @importFrom generics tidy
#' @export
generics::tidy

#' @export
ggplot2::autoplot

# ggplot2 loads slowly, so its generic is a promise that the first picture forces.
.onLoad <- function(libname, pkgname) {
  delayedAssign("autoplot", ggplot2::autoplot, assign.env = topenv())
}
