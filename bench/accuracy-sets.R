# Sets for accuracy.R: one trial per class, ties, infinities, weights, all scales, the smallest and
# largest numbers, and more LRs than the package keeps one by one.

two_gaussians <- function(n_h1, n_h2, s, digits = 17) {
  truth <- rep(c(TRUE, FALSE), c(n_h1, n_h2))
  list(llr = round(stats::rnorm(n_h1 + n_h2, ifelse(truth, 1, -1) * s^2 / 2, s), digits),
    truth = truth)
}

as_set <- function(trials, scale, ...) lr_set(trials$llr, trials$truth, scale = scale, ...)

set.seed(20)
large <- two_gaussians(6e3, 24e3, 2)
medium <- two_gaussians(4e3, 8e3, 2)
small <- two_gaussians(100, 150, 2)
cauchy <- list(llr = stats::rcauchy(1e4, rep(c(1, -1), 5e3)), truth = rep(c(TRUE, FALSE), 5e3))
alternating <- rep(c(TRUE, FALSE), 100)
wide <- rep(c(-1, 1), 100) * 10^seq(-300, 300, length.out = 200)

sets <- list(
  "one trial per class" = lr_set(c(0.7, -0.3), c(TRUE, FALSE), scale = "log10"),
  "one trial per class, misleading" = lr_set(c(-30, 30), c(TRUE, FALSE), scale = "log10"),
  "one trial per class, tied" = lr_set(c(2, 2), c(TRUE, FALSE), scale = "log10"),
  "250 trials, ln" = as_set(small, "ln"),
  "250 trials, log10" = as_set(small, "log10"),
  "250 trials, LRs" = lr_set(exp(small$llr), small$truth, scale = "lr"),
  "250 trials, rounded" = lr_set(round(small$llr), small$truth, scale = "log2"),
  "250 trials and right infinities" = lr_set(
    c(small$llr, Inf, -Inf), c(small$truth, TRUE, FALSE), scale = "log10"
  ),
  "250 trials, LLRs near zero" = lr_set(small$llr * 1e-10, small$truth, scale = "log10"),
  "250 trials, weighted" = as_set(small, "ln", weight = rep(c(0.5, 1, 3.25, 2, 8), 50)),
  "LRs of 1e-300 to 1e300" = lr_set(
    10^seq(-300, 300, length.out = 200), alternating, scale = "lr"
  ),
  "LLRs of 1e-300 to 1e300, both signs" = lr_set(wide, alternating, scale = "ln"),
  "LLRs of 700, right" = lr_set(700 * ifelse(alternating, 1, -1), alternating, scale = "ln"),
  "30000 trials" = as_set(large, "log10"),
  "30000 trials, rounded" = lr_set(round(large$llr, 2), large$truth, scale = "log10"),
  "12000 trials, weak" = lr_set(medium$llr / 50, medium$truth, scale = "ln"),
  "12000 trials, overconfident" = lr_set(medium$llr * 8, medium$truth, scale = "ln"),
  "12000 trials, strong" = as_set(two_gaussians(6e3, 6e3, 8), "ln"),
  "10000 trials, Cauchy" = as_set(cauchy, "ln")
)
