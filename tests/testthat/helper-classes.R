# Slow, literal definitions for many classes, and small sets to try them on.

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

# Brummer 2010, eq. 5.4, for a cost of a trial given its posterior and its class
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

# Log normal densities with a pooled covariance of divisor n - K, without what classes share.
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
