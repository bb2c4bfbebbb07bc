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
