# Data shapes of the benchmarks: LLRs (natural log) of `n` trials, a tenth of them under H1.
# The last one holds the LRs themselves.

shapes <- list(
  "two Gaussians" = \(h1, n) gaussian(h1, n, 2),
  ties = \(h1, n) round(gaussian(h1, n, 2), 2),
  weak = \(h1, n) gaussian(h1, n, 0.125),
  strong = \(h1, n) gaussian(h1, n, 12.5),
  outliers = \(h1, n) {
    x <- gaussian(h1, n, 2)
    x[1:10] <- c(1e5, -1e5, 300, -300, 1e4, -1e4, 500, -500, 50, -50)
    x
  },
  "heavy tails" = \(h1, n) 3 * rt(n, 2) + ifelse(h1, 2, -2),
  "LRs, not logs" = \(h1, n) exp(2 * gaussian(h1, n, 2))
)

# All jobs run on this shape; the gates are for it.
first_shape <- names(shapes)[1]

# Calibrated LLRs are N(mean, 2 mean) under H1 and N(-mean, 2 mean) under H2.
gaussian <- function(h1, n, mean) rnorm(n, ifelse(h1, mean, -mean), sqrt(2 * mean))

make_trials <- function(shape, n) {
  set.seed(1)
  h1 <- runif(n) < 0.1
  value <- shapes[[shape]](h1, n)
  list(
    value = value, h1 = h1, label = as.integer(h1), target = value[h1], nontarget = value[!h1],
    scale = if (shape == "LRs, not logs") "lr" else "ln", ties = anyDuplicated(value) > 0
  )
}
