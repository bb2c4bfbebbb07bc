# Three LRs of each of 40 comparisons, with a standard deviation of 0.2 within and of 1 between
repeated <- function(n = 40, m = 3, within = 0.2) {
  truth <- rep(rep(c(TRUE, FALSE), each = n / 2), m)
  centre <- rep(rnorm(n, rep(c(1, -1), each = n / 2)), m)
  x <- lr_set(centre + rnorm(n * m, sd = within), truth, scale = "log10")
  list(set = x, comparison = rep(seq_len(n), m))
}
