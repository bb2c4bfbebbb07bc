# The cross-entropy at prior log-odds from -25 to 25, on the data shapes of the benchmarks and with
# certain trials on the right side: the error relative to the cross-entropy itself.

curve_shapes <- c(shapes, list(certain = \(h1, n) {
  llr <- gaussian(h1, n, 2)
  certain <- stats::runif(n) < 0.05
  replace(llr, certain, ifelse(h1, Inf, -Inf)[certain])
}))

curve_error <- function(name, n = 8000, priors = stats::plogis(seq(-25, 25, by = 5))) {
  set.seed(3)
  h1 <- stats::runif(n) < 0.1
  scale <- if (name == "LRs, not logs") "lr" else "ln"
  x <- lr_set(curve_shapes[[name]](h1, n), h1, scale = scale)
  points <- count_exact(x)
  expected <- do.call(c, lapply(priors, \(prior) ece_exact(points, prior)))
  max(asNumeric(abs(exact(cross_entropy(x, priors)) - expected) / expected))
}

curve_errors <- function() {
  names <- names(curve_shapes)
  vapply(rlang::set_names(names), curve_error, 0)
}
