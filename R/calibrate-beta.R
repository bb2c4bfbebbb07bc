# Beta calibration: logistic regression on ln p and -ln(1 - p), with slopes that are not negative.

train_beta <- function(counts, prior, settings, call) {
  finite <- finite_counts(counts, call)
  check_overlap(finite, settings$lambda, call)
  rows <- list(
    x = beta_inputs(finite$value, prior), n_h1 = finite$n_h1, n_h2 = finite$n_h2,
    totals = counts$totals, where = counts$where
  )
  transform <- minimise_beta(rows, prior, settings$lambda, call)
  check_direction(max(transform$coefficients[c("a", "b")]), counts, call)
  transform$prior <- prior
  transform
}

beta_inputs <- function(value, prior) {
  log_odds <- value + stats::qlogis(prior)
  cbind(a = -softplus(-log_odds), b = softplus(log_odds))
}

# A slope that comes out negative is set to 0 and the rest fitted again (Kull et al. 2017).
minimise_beta <- function(rows, prior, lambda, call) {
  full <- minimise_logistic(rows, prior, lambda, call)
  negative <- which(full$coefficients[c("a", "b")] < 0)
  if (length(negative) == 0) {
    return(full)
  }
  dropped <- names(negative)[which.min(full$coefficients[names(negative)])]
  rows$x <- rows$x[, setdiff(c("a", "b"), dropped), drop = FALSE]
  fill_dropped(minimise_logistic(rows, prior, lambda, call))
}

# A slope on the border has no standard error.
fill_dropped <- function(transform) {
  terms <- c("a", "b", "offset")
  found <- names(transform$coefficients)
  coefficients <- rlang::set_names(numeric(3), terms)
  coefficients[found] <- transform$coefficients
  transform$coefficients <- coefficients
  for (name in c("vcov", "vcov_hessian")) {
    filled <- matrix(NA_real_, 3, 3, dimnames = list(terms, terms))
    filled[found, found] <- transform[[name]]
    transform[[name]] <- filled
  }
  transform$df <- length(found)
  transform
}

apply_beta <- function(transform, value) {
  slopes <- transform$coefficients[c("a", "b")]
  inputs <- beta_inputs(replace(value, is.infinite(value), 0), transform$prior)
  keep_infinite(value, drop(inputs %*% slopes) + transform$coefficients[["offset"]])
}
