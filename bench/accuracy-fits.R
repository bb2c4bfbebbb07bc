# Calibration and many classes, in numbers of 200 bits.

# Classes k have the log-posterior features[[k]] %*% theta + log(prior[k]) up to a constant.
model_exact <- function(features, prior, truth, theta) {
  z <- lapply(seq_along(features), \(k) {
    Reduce(`+`, Map(`*`, features[[k]], as.list(theta))) + log(exact(prior[k]))
  })
  top <- Reduce(pmax, z)
  e <- lapply(z, \(zk) exp(zk - top))
  total <- Reduce(`+`, e)
  own <- Reduce(`+`, Map(\(zk, k) zk * (truth == k), z, seq_along(z)))
  n <- tabulate(truth, length(prior))
  list(q = lapply(e, \(ek) ek / total), cost = top + log(total) - own,
    weight = exact(prior[truth]) / n[truth])
}

cost_exact <- function(...) {
  model <- model_exact(...)
  sum(model$weight * model$cost) / log(exact(2))
}

# Slope and curvature of the mean cost, each as a list of rows.
derivatives_exact <- function(features, prior, truth, theta) {
  model <- model_exact(features, prior, truth, theta)
  k <- seq_along(prior)
  j <- seq_along(theta)
  mean_feature <- lapply(j, \(a) Reduce(`+`, lapply(k, \(c) model$q[[c]] * features[[c]][[a]])))
  own <- lapply(j, \(a) Reduce(`+`, lapply(k, \(c) (truth == c) * features[[c]][[a]])))
  slope <- lapply(j, \(a) sum(model$weight * (mean_feature[[a]] - own[[a]])))
  curvature <- lapply(j, \(a) lapply(j, \(b) {
    both <- Reduce(`+`, lapply(k, \(c) model$q[[c]] * features[[c]][[a]] * features[[c]][[b]]))
    sum(model$weight * (both - mean_feature[[a]] * mean_feature[[b]]))
  }))
  list(slope = slope, curvature = curvature)
}

# Gaussian elimination; `a`, a list of rows, is positive definite.
solve_exact <- function(a, b) {
  n <- length(b)
  for (i in seq_len(n - 1)) {
    for (l in (i + 1):n) {
      ratio <- a[[l]][[i]] / a[[i]][[i]]
      a[[l]] <- Map(\(below, above) below - ratio * above, a[[l]], a[[i]])
      b[[l]] <- b[[l]] - ratio * b[[i]]
    }
  }
  for (i in n:1) {
    for (l in seq_len(i - 1)) b[[l]] <- b[[l]] - a[[l]][[i]] / a[[i]][[i]] * b[[i]]
    b[[i]] <- b[[i]] / a[[i]][[i]]
  }
  b
}

# Newton's method, started at the fitted parameters.
minimum_exact <- function(features, prior, truth, start) {
  theta <- as.list(exact(start))
  for (i in 1:20) {
    at <- derivatives_exact(features, prior, truth, theta)
    step <- solve_exact(at$curvature, at$slope)
    theta <- Map(`-`, theta, step)
    if (max(abs(do.call(c, step))) < 2^-150) {
      return(do.call(c, theta))
    }
  }
  stop("the reference does not converge")
}

# Small coefficients have the precision of the largest one.
coefficient_error <- function(found, features, prior, truth) {
  reference <- minimum_exact(features, prior, truth, found)
  ulps(found, reference, max(abs(found)) * 2^-52)
}

two_class_features <- function(scores) {
  columns <- lapply(seq_len(ncol(scores)), \(j) exact(scores[, j]))
  none <- rep(list(exact(numeric(nrow(scores)))), ncol(scores) + 1)
  list(c(columns, list(exact(rep(1, nrow(scores))))), none)
}

fusion_error <- function(trials, scores, prior) {
  fit <- if (ncol(scores) == 1) {
    calibrate(lr_set(scores[, 1], trials$truth, scale = "score"), prior = prior)
  } else {
    fuse(scores, trials$truth, prior = prior)
  }
  found <- coef(fit)
  is_offset <- names(found) == "offset"
  found <- unname(c(found[!is_offset], found[is_offset]))
  coefficient_error(found, two_class_features(scores), c(prior, 1 - prior), 2L - trials$truth)
}

class_features <- function(log_lik) {
  k <- seq_len(ncol(log_lik))
  lapply(k, \(c) {
    c(list(exact(log_lik[, c])), lapply(k[-ncol(log_lik)], \(d) exact(rep(c == d, nrow(log_lik)))))
  })
}

identity_map <- function(log_lik) c(1, numeric(ncol(log_lik) - 1))

class_errors <- function(log_lik, truth, prior) {
  x <- loglik_set(log_lik, truth)
  names(prior) <- colnames(log_lik)
  features <- class_features(log_lik)
  as_given <- cost_exact(features, prior, truth, exact(identity_map(log_lik)))
  fit <- calibrate(x, prior = prior)
  found <- unname(c(fit$fits[[1]]$alpha, fit$fits[[1]]$offset[-length(prior)]))
  best <- minimum_exact(features, prior, truth, found)
  c(
    "cross-entropy of 3 classes" = ulps(cross_entropy(x, prior), as_given),
    "its minimum" = ulps(cross_entropy_min(x, prior), cost_exact(features, prior, truth, best)),
    "affine calibration of 3 classes" = ulps(found, best, max(abs(found)) * 2^-52)
  )
}

confidence_errors <- function(log_lik, truth) {
  p <- exp(log_lik) / rowSums(exp(log_lik))
  n <- ncol(p)
  v <- exact(as.vector(p))
  score <- 1 + sum(v * log(v)) / (nrow(p) * log(exact(n)))
  cells <- lapply(seq_len(n), \(i) {
    lapply(seq_len(n), \(j) mean(exact(p[truth == i, j])) - (i == j))
  })
  distance <- sum(do.call(c, unlist(cells, recursive = FALSE))^2)
  c(
    "`prob_entropy_score()`" = ulps(prob_entropy_score(p), score),
    "`prob_purity()`" = ulps(prob_purity(p, factor(truth)), 1 - sqrt(distance / (2 * n)))
  )
}

# The trapezoidal rule, which is exact in all digits for such an integral.
bigaussian_exact <- function(s) {
  step <- exact(1) / 32
  t <- exact(-640:640) * step
  density <- exp(-t^2 / 2) / sqrt(2 * Const("pi", bits))
  sum(density * softplus_exact(-(exact(s)^2 / 2 + exact(s) * t))) * step / log(exact(2))
}

single_errors <- function() {
  trials <- two_gaussians(60, 90, 2)
  second <- trials$llr / 3 + stats::rnorm(150)
  truth <- rep(1:3, c(20, 30, 50))
  log_lik <- matrix(stats::rnorm(300), 100, dimnames = list(NULL, 1:3))
  log_lik[cbind(1:100, truth)] <- log_lik[cbind(1:100, truth)] + 1
  s <- c(0.5, 1, 2, 3, 5)
  c(
    "logistic calibration, coefficients" = fusion_error(trials, cbind(trials$llr), 0.5),
    "the same at prior 0.01" = fusion_error(trials, cbind(trials$llr), 0.01),
    "fusion of 2 systems, coefficients" =
      fusion_error(trials, cbind(a = trials$llr, b = second), 0.5),
    class_errors(log_lik, truth, c(0.5, 0.3, 0.2)),
    confidence_errors(log_lik, truth),
    "`cllr()` of Gaussian systems" = ulps(
      calibrant:::bigaussian_cllr(s), do.call(c, lapply(s, bigaussian_exact))
    )
  )
}
