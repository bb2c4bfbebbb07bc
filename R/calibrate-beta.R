# Beta calibration: logistic regression on ln p and -ln(1 - p), with slopes that are not negative.

train_beta <- function(counts, prior, settings, call) {
  finite <- finite_counts(counts, call)
  check_overlap(finite, settings$lambda, call)
  rows <- counted_rows(beta_inputs(finite$value, prior), finite)
  transform <- minimise_beta(rows, prior, settings$lambda)
  if (is.null(transform)) stop_uninformative(counts$where, call)
  transform$prior <- prior
  transform
}

beta_inputs <- function(value, prior) {
  log_odds <- value + stats::qlogis(prior)
  cbind(a = -softplus(-log_odds), b = softplus(log_odds))
}

# The cost is convex: where its minimum has a negative slope, or does not exist, the best rising
# transformation has one slope at 0. NULL where no rising transformation helps.
minimise_beta <- function(rows, prior, lambda) {
  full <- search_minimum(rows, prior, lambda)
  if (!is.null(full) && all(full$coefficients[c("a", "b")] >= 0)) {
    return(full)
  }
  edges <- lapply(c(a = "a", b = "b"), \(term) {
    rows$x <- rows$x[, term, drop = FALSE]
    if (min(rows$x) < max(rows$x)) search_minimum(rows, prior, lambda)
  })
  rising <- Filter(\(edge) !is.null(edge) && edge$coefficients[[1]] > 0, edges)
  if (length(rising) == 0) {
    return(NULL)
  }
  fill_dropped(rising[[which.min(vapply(rising, `[[`, 0, "minimum"))]])
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
