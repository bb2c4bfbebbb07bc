# Slow, literal definitions for many classes, and small sets for trying them.

class_example <- function(n = 60, n_classes = 4, seed = 1, lift = 1.5) {
  set.seed(seed)
  truth <- sample(rep(seq_len(n_classes), length.out = n))
  log_lik <- matrix(rnorm(n * n_classes, sd = 2), n)
  log_lik[cbind(seq_len(n), truth)] <- log_lik[cbind(seq_len(n), truth)] + lift
  colnames(log_lik) <- LETTERS[seq_len(n_classes)]
  list(log_lik = log_lik, truth = LETTERS[truth], class = truth)
}

example_set <- function(...) {
  data <- class_example(...)
  loglik_set(data$log_lik, data$truth, scale = "ln")
}

golden_set <- function() {
  loglik_set(
    rbind(c(2, 0, -1), c(0.5, 1.5, 0), c(-1, 0, 1), c(1, 1, 1)), c(1, 2, 3, 1),
    scale = "ln"
  )
}

# Brummer 2010, eq. 4.4
posterior_reference <- function(log_lik, prior) {
  t(apply(log_lik, 1, \(w) prior * exp(w) / sum(prior * exp(w))))
}

# Brummer 2010, eq. 5.4, for the cost of a trial given its posterior and its class
risk_reference <- function(log_lik, class, prior, cost) {
  q <- posterior_reference(log_lik, prior)
  costs <- vapply(seq_along(class), \(t) cost(q[t, ], class[t]), 0)
  sum(vapply(seq_along(prior), \(i) prior[i] * mean(costs[class == i]), 0))
}

# Eq. 8.10
lre_reference <- function(q, i) {
  k <- length(q)
  (q[i] < 1 / k) / 2 + sum(q[-i] >= 1 / k) / (2 * (k - 1))
}

# Log normal densities with a pooled covariance of divisor n - K, without the terms that classes
# share.
pooled_gaussian <- function(x, class) {
  x <- as.matrix(x)
  centred <- x - apply(x, 2, \(column) ave(column, class))
  covariance <- crossprod(centred) / (nrow(x) - nlevels(class))
  log_lik <- vapply(levels(class), \(level) {
    -mahalanobis(x, colMeans(x[class == level, , drop = FALSE]), covariance) / 2
  }, numeric(nrow(x)))
  loglik_set(log_lik, class, scale = "ln")
}

numeric_gradient <- function(f, at, h = 1e-5) {
  vapply(seq_along(at), \(j) {
    step <- replace(numeric(length(at)), j, h)
    (f(at + step) - f(at - step)) / (2 * h)
  }, numeric(length(f(at))))
}

# Small sets with a few trials far from the others, on the right or the wrong side, with heavy
# tails, or with a strange overall size.
extreme_example <- function(seed) {
  set.seed(seed)
  n_classes <- sample(2:4, 1)
  n <- sample(c(12, 30, 60), 1)
  class <- rep_len(seq_len(n_classes), n)
  w <- matrix(rnorm(n * n_classes), n)
  own <- cbind(seq_len(n), class)
  w[own] <- w[own] + runif(1, -0.5, 2)
  size <- 10^runif(1, 3, 308)
  other <- \(t) setdiff(seq_len(n_classes), class[t])[1]
  w <- switch(seed %% 8 + 1,
    replace(w, cbind(5, other(5)), -size),
    replace(w, cbind(5, class[5]), -size),
    w / abs(matrix(rnorm(n * n_classes), n))^sample(2:6, 1),
    w * 10^runif(1, -300, 300),
    sign(w) * exp(abs(matrix(rnorm(n * n_classes, sd = 20), n))),
    w |>
      replace(cbind(5, class[5]), -10^runif(1, 3, 150)) |>
      replace(cbind(6, other(6)), -10^runif(1, 3, 300)),
    (w - rep(c(10^runif(1, 0, 5), numeric(n_classes - 1)), each = n)) |>
      replace(cbind(5, other(5)), -size),
    matrix(sample(c(-1, 0, 1, 1e6, -1e6, -1.7e308), n * n_classes, TRUE), n)
  )
  list(log_lik = w, truth = factor(LETTERS[class]))
}

# The cross-entropy in nats at the flat prior of an affine map, and the posteriors.
slow_affine_cost <- function(alpha, offset, log_lik, class) {
  own <- cbind(seq_along(class), class)
  lead <- (log_lik / 4 - log_lik[own] / 4) * (4 * alpha)
  z <- pmax(pmin(lead, 1e290), -1e290) + rep(offset, each = length(class))
  top <- apply(z, 1, max)
  total <- rowSums(exp(z - top))
  weight <- (1 / tabulate(class) / ncol(log_lik))[class]
  list(
    value = sum(weight * (top - z[own] + log(total))),
    residual = weight * (exp(z - top) / total - outer(class, seq_len(ncol(log_lik)), `==`)),
    posterior = exp(z - top) / total, weight = weight
  )
}

# The best offsets at a scale, by damped Newton steps in the eigenvectors of the Hessian.
slow_offsets <- function(alpha, offset, log_lik, class) {
  free <- seq_len(ncol(log_lik) - 1)
  here <- slow_affine_cost(alpha, offset, log_lik, class)
  for (i in 1:100) {
    p <- here$posterior[, free, drop = FALSE]
    hessian <- diag(colSums(here$weight * p), length(free)) - crossprod(p * sqrt(here$weight))
    parts <- eigen(hessian, symmetric = TRUE)
    curvature <- pmax(parts$values, 1e-12 * parts$values[1], 1e-300)
    gradient <- colSums(here$residual)[free]
    step <- -parts$vectors %*% (crossprod(parts$vectors, gradient) / curvature)
    tried <- 2^-(0:40) |>
      lapply(\(by) offset + by * c(step, 0)) |>
      Find(f = \(b) isTRUE(slow_affine_cost(alpha, b, log_lik, class)$value < here$value))
    if (is.null(tried)) break
    offset <- tried
    here <- slow_affine_cost(alpha, offset, log_lik, class)
  }
  list(value = here$value, offset = offset)
}

# The least cross-entropy of an affine map in nats: all powers of two as scales, then a search
# between two of them.
slow_affine_minimum <- function(log_lik, class) {
  offset <- numeric(ncol(log_lik))
  lead <- abs(log_lik / 4 - log_lik[cbind(seq_along(class), class)] / 4)
  ends <- range(-log2(lead[lead > 0]))
  exponents <- seq(max(floor(ends[1]) - 8, -1070), min(ceiling(ends[2]) + 8, 1020))
  least <- list(value = log(ncol(log_lik)))
  for (e in exponents) {
    found <- slow_offsets(2^e, offset, log_lik, class)
    offset <- found$offset
    if (found$value < least$value) least <- c(found, at = e)
    if (found$value > least$value + 0.5) break
  }
  if (is.null(least$at)) return(least$value)
  near <- optimise(
    \(e) slow_offsets(2^e, least$offset, log_lik, class)$value, least$at + c(-1, 1), tol = 1e-9
  )
  min(least$value, near$objective)
}

# Glass of five kinds, by all recognisers.
glass_set <- function() loglik_set(glass_type, truth = "type", system = "recogniser")

# Documents of four classes, as counts of words; every second word of the last class is rare.
documents <- function(n = 15, words = 12, seed = 1) {
  withr::local_seed(seed)
  truth <- factor(sample(rep(letters[1:4], length.out = n * 4)), levels = letters[1:4])
  rate <- matrix(stats::rexp(4 * words), 4)
  x <- matrix(stats::rpois(length(truth) * words, rate[truth, ]), length(truth))
  colnames(x) <- paste0("w", seq_len(words))
  list(x = x, truth = truth)
}

sparse <- function(x) {
  skip_if_not_installed("Matrix")
  Matrix::Matrix(x, sparse = TRUE)
}

input_error <- function(...) expect_error(..., class = "calibrant_error_input")

# Scales and offsets in the form of the formula; several systems give a list.
map_of <- function(fit) {
  parts <- lapply(fit$fits, `[`, c("alpha", "offset"))
  if (length(parts) == 1) parts[[1]] else parts
}
