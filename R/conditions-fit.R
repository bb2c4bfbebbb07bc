# Logistic regression under conditions. The cost is that of calibrate(), times the effective number
# of trials, plus a sum of squares of the effects of conditions, with a penalty per term. It is
# convex. The penalties follow from the marginal likelihood.

# Trains a transform of the products of ln inputs and columns of conditions.
train_conditions <- function(inputs, conditions, kept, carrier, recipe) {
  plain <- plain_fit(inputs, carrier, recipe)
  problem <- condition_problem(inputs, conditions, kept, plain)
  variance <- given_variances(recipe$settings$penalty, problem) %||%
    likeliest_variances(problem)
  found <- fit_rising(problem, variance)
  if (is.null(recipe$settings$penalty)) found$doubt <- doubt_about(variance, found, problem)
  found$variance <- rlang::set_names(variance, attr(kept$terms, "term.labels"))
  transform_of_conditions(found, problem, colnames(inputs), kept$labels)
}

# The fit without conditions, which also detects any fault of the inputs.
plain_fit <- function(inputs, carrier, recipe) {
  refuse_if(!all(is.finite(inputs)), "conditions_infinite")
  recipe <- list(method = "fusion", prior = recipe$prior, settings = list(penalty = 0))
  transform <- train_fusion(inputs, carrier, recipe)
  fit <- new_calibration(recipe, list(transform), carrier, inputs, class = "lr_fusion")
  slopes <- utils::head(transform$coefficients, -1)
  refuse_if(length(slopes) == 1 && slopes <= 0, "conditions_fall")
  fit
}

# Columns in units that give a penalty the same meaning for all: inputs have the spread of the ln
# LRs without conditions, numeric conditions a standard deviation of 1, both centred at their means.
condition_problem <- function(inputs, conditions, kept, plain) {
  rows <- input_rows(inputs, training_set(plain))
  share <- list(
    h1 = plain$prior * rows$n_h1 / rows$totals[1],
    h2 = (1 - plain$prior) * rows$n_h2 / rows$totals[2]
  )
  weight <- rows$n_h1 / rows$totals[1] + rows$n_h2 / rows$totals[2]
  llr <- apply_fusion(plain$transforms[[1]], inputs)
  left <- standard_columns(inputs, weight, 1 / column_spread(cbind(llr), weight))
  right <- standard_columns(conditions, weight, 1, kept$grouped)
  k <- ncol(inputs)
  term <- c(rep(c(kept$term, 0), k + 1))
  list(
    x = condition_products(left$x, right$x), h1 = share$h1, h2 = share$h2,
    log_odds = stats::qlogis(plain$prior), term = term, back = left$back %x% right$back,
    totals = sum(rows$totals), each = sum(1 / rows$totals), free = which(term == 0),
    worth = worth_of_training(plain, share, llr),
    slopes = if (k == 1) unique(cbind(right$x, 1)), unit = left$unit,
    start = standard_start(plain, left$unit, left$centre, ncol(right$x))
  )
}

column_spread <- function(x, weight) {
  share <- weight / sum(weight)
  sqrt(colSums(share * sweep(x, 2, colSums(share * x))^2))
}

# (x - centre) / unit, and the matrix that converts weights of these to weights of x and 1.
standard_columns <- function(x, weight, divisor, as_is = rep(FALSE, ncol(x))) {
  centre <- colSums(weight * x) / sum(weight)
  unit <- column_spread(x, weight) * divisor
  unit[as_is | unit == 0] <- 1
  n <- ncol(x)
  back <- diag(c(1 / unit, 1), n + 1)
  back[n + 1, seq_len(n)] <- -centre / unit
  list(x = sweep(sweep(x, 2, centre), 2, unit, "/"), back = back, unit = unit, centre = centre)
}

standard_start <- function(plain, unit, centre, m) {
  line <- plain$transforms[[1]]$coefficients
  slopes <- utils::head(line, -1)
  start <- rbind(matrix(0, m, length(slopes) + 1), c(slopes * unit, line[["offset"]] +
    sum(slopes * centre)))
  as.vector(start)
}

# Effective number of trials, at the proportions of the prior: the ratio of the curvature of the
# cost to the squares of its gradients. Shared items reduce it.
worth_of_training <- function(plain, share, llr) {
  z <- llr + stats::qlogis(plain$prior)
  weight <- training_set(plain)$weight %||% 1
  pull <- share$h2 * stats::plogis(z) - share$h1 * stats::plogis(-z)
  by_trial <- sum((share$h1 + share$h2) * stats::dlogis(z)) / sum(pull^2 / weight)
  if (!plain$items) return(c(trial = by_trial, used = by_trial))
  own <- plain$transforms[[1]]$vcov
  shared <- shared_covariance(plain, 1)$vcov_shared
  c(trial = by_trial, used = by_trial / max(mean(diag(solve(own, own + shared))), 1))
}

given_variances <- function(penalty, problem) {
  if (is.null(penalty)) return(NULL)
  n <- max(problem$term)
  refuse_if(!length(penalty) %in% c(1, n), "penalties_length")
  rep_len(1 / penalty, n)
}

penalties_of <- function(problem, variance) c(0, 1 / variance)[problem$term + 1]

# Newton's method. With a `barrier`, no slope reaches 0 on the way.
minimise_conditions <- function(problem, penalty, start, barrier = 0) {
  at <- conditions_at(problem, penalty, start, barrier)
  for (step in seq_len(200)) {
    direction <- -solve(at$hessian, at$gradient)
    fall <- -sum(direction * at$gradient)
    if (fall < 1e-10) break
    length <- 1
    repeat {
      trial <- conditions_at(problem, penalty, at$theta + length * direction, barrier, length)
      if (trial$value <= at$value - 1e-4 * length * fall || length < 1e-8) break
      length <- length / 2
    }
    if (length < 1e-8) break
    at <- trial
  }
  c(at, steps = step, fall = fall)
}

conditions_at <- function(problem, penalty, theta, barrier = 0, ...) {
  z <- drop(problem$x %*% theta) + problem$log_odds
  n <- problem$worth[["used"]]
  cost <- sum(problem$h1 * softplus(-z)) + sum(problem$h2 * softplus(z))
  pull <- problem$h2 * stats::plogis(z) - problem$h1 * stats::plogis(-z)
  curve <- (problem$h1 + problem$h2) * stats::dlogis(z)
  found <- list(
    theta = theta, cost = cost, value = n * cost + sum(penalty * theta^2) / 2,
    gradient = n * drop(crossprod(problem$x, pull)) + penalty * theta,
    hessian = n * crossprod(problem$x, curve * problem$x) + diag(penalty)
  )
  if (barrier == 0) found else with_barrier(found, problem, barrier)
}

with_barrier <- function(found, problem, barrier) {
  own <- seq_len(ncol(problem$slopes))
  slope <- drop(problem$slopes %*% found$theta[own])
  if (min(slope) <= 0) {
    found$value <- Inf
    return(found)
  }
  each <- barrier / nrow(problem$slopes)
  found$value <- found$value - each * sum(log(slope))
  found$gradient[own] <- found$gradient[own] - each * colSums(problem$slopes / slope)
  found$hessian[own, own] <- found$hessian[own, own] + each * crossprod(problem$slopes / slope)
  found
}

# Positive slopes under all training conditions. If the minimum violates this, a convex barrier
# moves it, at a cost in nats of the whole likelihood of at most the height of the barrier.
fit_rising <- function(problem, variance) {
  penalty <- penalties_of(problem, variance)
  found <- minimise_conditions(problem, penalty, problem$start)
  held <- FALSE
  slopes <- problem$slopes
  if (!is.null(slopes) && min(slopes %*% found$theta[seq_len(ncol(slopes))]) <= 0) {
    held <- TRUE
    found$theta <- problem$start
    for (barrier in 10^-(0:4)) {
      found <- minimise_conditions(problem, penalty, found$theta, barrier)
    }
  }
  # The Hessian without the barrier, for the covariance.
  found$hessian <- conditions_at(problem, penalty, found$theta)$hessian
  c(found, list(penalty = penalty, held = held))
}

# One variance per term for the effects of a condition, in squared nats. They maximise the
# likelihood of the trials by Laplace's approximation: term after term on a grid, until nothing
# changes.
likeliest_variances <- function(problem) {
  grid <- variance_grid
  variance <- rep(least_variance, max(problem$term))
  # A term counts if it raises the log likelihood of the trials by 2 nats, a factor of 7.4. Without
  # this price, terms without effect would do harm with a few hundred trials.
  log_likelihood <- \(variance) {
    variance_fit(problem, variance, problem$start)$score - 2 * sum(variance > least_variance)
  }
  for (sweep in 1:5) {
    before <- variance
    for (k in seq_along(variance)) {
      scores <- vapply(grid, \(v) log_likelihood(replace(variance, k, v)), 0)
      variance[k] <- grid[which.max(scores)]
    }
    if (identical(before, variance) || length(variance) == 1) break
  }
  variance
}

# Extra covariance due to unknown variances: for each term in turn, over the grid, weighted by the
# likelihood of the trials.
doubt_about <- function(variance, found, problem) {
  own <- solve(found$hessian)
  each <- lapply(seq_along(variance), \(k) {
    fits <- lapply(variance_grid, \(v) variance_fit(problem, replace(variance, k, v), found$theta))
    score <- vapply(fits, `[[`, 0, "score")
    weight <- exp(score - max(score))
    Reduce(`+`, Map(\(fit, weight) {
      weight * (solve(fit$hessian) - own + tcrossprod(fit$theta - found$theta))
    }, fits, weight / sum(weight)))
  })
  Reduce(`+`, each)
}

# A fit with its marginal log likelihood.
variance_fit <- function(problem, variance, start) {
  penalty <- penalties_of(problem, variance)
  found <- minimise_conditions(problem, penalty, start)
  half_log_det <- sum(log(diag(chol(found$hessian))))
  found$score <- sum(log(penalty[penalty > 0])) / 2 - found$value - half_log_det
  found
}

# A term of this variance changes nothing.
least_variance <- 1e-6
variance_grid <- c(least_variance, 2^seq(-9, 0))

# Increase of the inverse covariance because the numbers of trials of both hypotheses are fixed: the
# sums of their gradients, which are opposite, vary less.
known_totals <- function(problem, theta) {
  n <- problem$worth[["used"]]
  z <- drop(problem$x %*% theta) + problem$log_odds
  sums <- drop(crossprod(problem$x, problem$h1 * stats::plogis(-z)))
  curved <- n * crossprod(problem$x, (problem$h1 + problem$h2) * stats::dlogis(z) * problem$x)
  free <- problem$free
  known <- sum(sums[free] * solve(curved[free, free], sums[free])) * n^2 * problem$each
  n^2 * problem$each / (1 - min(known, 0.9)) * outer(sums, sums)
}

transform_of_conditions <- function(found, problem, inputs, conditions) {
  names <- term_names(product_names(inputs, conditions))
  square <- solve(found$hessian + known_totals(problem, found$theta))
  worth <- problem$worth
  back <- problem$back
  doubt <- found$doubt %||% 0
  covariance <- back %*% (square + doubt) %*% t(back)
  dimnames(covariance) <- list(names, names)
  slopes <- if (!is.null(problem$slopes)) {
    drop(problem$slopes %*% found$theta[seq_len(ncol(problem$slopes))]) / problem$unit
  }
  list(
    coefficients = rlang::set_names(drop(back %*% found$theta), names),
    vcov = covariance * worth[["used"]] / worth[["trial"]],
    vcov_hessian = covariance * worth[["used"]] / problem$totals,
    objective = found$cost, minimum = found$value / worth[["used"]],
    iterations = as.integer(found$steps),
    df = sum(diag(solve(found$hessian, found$hessian - diag(found$penalty)))),
    conditions = list(
      variance = found$variance, worth = worth[["used"]], slopes = range(slopes %||% NA_real_),
      held = found$held, fall = found$fall
    )
  )
}
