# One LR per position, and its hypothesis, 1 or 2.
bounds_of <- function(lr, hypothesis, ...) {
  coef(bound_lr(lr, truth = hypothesis == 1, scale = "lr", ...))
}

# The formula of Vergeer et al. (2016): 1 - P(accept | H1) + theta P(accept | H2), with one
# misleading LR added per side.
slow_utility <- function(log10_lr, is_h1, at) {
  h1 <- c(log10_lr[is_h1], -Inf)
  h2 <- c(log10_lr[!is_h1], Inf)
  vapply(at, \(t) log10(min(1, 10^t) / (mean(h1 <= t) + 10^t * mean(h2 > t))), 0)
}

rounded_trials <- function(n_h1, n_h2) {
  llr <- c(rnorm(n_h1, 0.6), rnorm(n_h2, -0.6))
  list(log10_lr = round(llr, 1), is_h1 = rep(c(TRUE, FALSE), c(n_h1, n_h2)))
}
