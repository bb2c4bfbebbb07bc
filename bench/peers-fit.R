# Peers of calibration and fusion. They receive a design matrix and weights.

# `quasibinomial()` is the same fit without a warning that weighted trials are not whole numbers.
peer_glm <- function(trials) {
  fit <- glm.fit(trials$design, trials$label, weights = trials$weight, family = quasibinomial())
  unname(fit$coefficients)
}

# Newton's method with sums over whole columns.
peer_newton <- function(trials) {
  design <- trials$design
  b <- numeric(ncol(design))
  for (i in 1:50) {
    p <- plogis(drop(design %*% b))
    slope <- crossprod(design, trials$weight * (trials$label - p))
    step <- solve(crossprod(design, design * (trials$weight * p * (1 - p))), slope)
    b <- b + drop(step)
    if (max(abs(step)) < 1e-9) break
  }
  b
}

# The mean cost of each class, in nats. With its default of 100 iterations the peer stops too early.
peer_multinom <- function(trials) {
  fit <- nnet::multinom(trials$truth ~ trials$differences,
    weights = trials$weight, maxit = 1000, reltol = 1e-12, trace = FALSE
  )
  fit$value / length(trials$truth)
}
