# Beta calibration: logistic regression on ln p and -ln(1 - p), with slopes that are not negative.

method_beta <- function() {
  list(
    title = "beta",
    sentence = \() label("The method is beta calibration"),
    settings = list(penalty = 0),
    check = \(s) check_not_negative(s$penalty, "penalty"),
    train = train_beta,
    apply = apply_beta,
    formula = beta_formula,
    type = "beta",
    record = \(transform) {
      c(as.list(transform$coefficients), log_odds = stats::qlogis(transform$prior))
    },
    restore = beta_of_record,
    design = \(transform, value) cbind(beta_inputs(value, transform$prior), 1)
  )
}

# The log odds are computed from the prior: numbers written by hand are rounded.
beta_of_record <- function(what, prior) {
  refuse_if(
    abs(what$log_odds - stats::qlogis(prior)) > 1e-9 * (1 + abs(stats::qlogis(prior))),
    "log_odds_of_prior"
  )
  list(coefficients = c(a = what$a, b = what$b, offset = what$offset) + 0, prior = as.double(prior))
}

train_beta <- function(system, recipe, where) {
  prior <- recipe$prior
  penalty <- recipe$settings$penalty
  finite <- finite_counts(system, where)
  # A minimum exists if and only if the two hypotheses overlap in more than one input value.
  h1 <- finite$value[finite$n_h1 > 0]
  h2 <- finite$value[finite$n_h2 > 0]
  separated <- length(h1) == 0 || length(h2) == 0 || min(h1) >= max(h2) || min(h2) >= max(h1)
  refuse_if(separated && penalty == 0, "separable")
  finite$x <- beta_inputs(finite$value, prior)
  transform <- minimise_beta(finite, prior, penalty)
  refuse_if(is.null(transform), "uninformative")
  transform$prior <- prior
  transform
}

beta_inputs <- function(value, prior) {
  log_odds <- value + stats::qlogis(prior)
  cbind(a = -softplus(-log_odds), b = softplus(log_odds))
}

# The cost is convex: if its minimum has a negative slope, or does not exist, the best rising
# transformation has one slope at 0. NULL if no rising transformation helps.
minimise_beta <- function(rows, prior, penalty) {
  full <- search_inputs(rows, c("a", "b"), prior, penalty)
  if (!is.null(full) && all(full$coefficients[c("a", "b")] >= 0)) return(full)
  edges <- lapply(c(a = "a", b = "b"), \(term) search_inputs(rows, term, prior, penalty))
  rising <- Filter(\(edge) !is.null(edge) && edge$coefficients[[1]] > 0, edges)
  if (length(rising) == 0) return(NULL)
  fill_dropped(rising[[which.min(vapply(rising, `[[`, 0, "minimum"))]])
}

# NULL if the cost has no minimum.
search_inputs <- function(rows, terms, prior, penalty) {
  rows$x <- rows$x[, terms, drop = FALSE]
  found <- logistic_fit(rows, prior, penalty)
  if (found$status == "found") keep_fit(found, terms)
}

# A slope on the border has no standard error.
fill_dropped <- function(transform) {
  terms <- c("a", "b", "offset")
  found <- names(transform$coefficients)
  coefficients <- rlang::set_names(numeric(3), terms)
  coefficients[found] <- transform$coefficients
  transform$coefficients <- coefficients
  for (name in fit_covariances) {
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

beta_formula <- function(transform, input, digits) {
  b <- transform$coefficients
  sprintf(
    "ln LR = %s ln p - %s ln(1 - p) %s, p the posterior of the %s", format_number(b[["a"]], digits),
    format_number(b[["b"]], digits), with_sign(b[["offset"]], digits), input
  )
}
