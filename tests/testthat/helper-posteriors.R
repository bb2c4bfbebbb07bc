# Points of the simplex in rows, some of them on its border.
random_posteriors <- function(n, k, zeros = 0) {
  p <- matrix(rgamma(n * k, 0.5), n)
  p[sample(length(p), zeros)] <- 0
  p[rowSums(p) == 0, 1] <- 1
  p / rowSums(p)
}

# sum of -p ln p with 0 ln 0 = 0.
slow_entropy <- function(p) apply(p, 1, \(row) -sum(row[row > 0] * log(row[row > 0])))
