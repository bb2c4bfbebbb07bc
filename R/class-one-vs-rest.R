# One class against the rest.

#' @rdname as_lr_set
#' @return
#'   `one_vs_rest()`: the same for each class, as a system with its name, or for several systems
#'   `"system: class"`. A prior of 0 is an error. The detectors share their trials, so they are
#'   dependent.
#' @concept one against all
#' @concept binary relevance
#' @concept one-against-the-rest
#' @export
#' @examples
#' detectors <- one_vs_rest(x["lda"])
#' eer(detectors)
#' plot_det(detectors)
one_vs_rest <- function(x, ...) UseMethod("one_vs_rest", given(x))

#' @rdname as_lr_set
#' @export
one_vs_rest.loglik_set <- function(x, prior = NULL, ...) {
  check_dots(...)
  classes <- set_classes(x)
  prior <- read_positive_prior(prior, x)
  sets <- lapply(classes, \(class) as_lr_set(x, class, prior))
  gather <- \(field) unlist(lapply(sets, `[[`, field))
  detectors <- new_lr_set(
    value = gather("value"), truth = gather("truth"), scale = "ln",
    labels = c(h1 = "the class", h2 = "any other class"),
    system = detector_names(x, classes),
    weight = gather("weight"), lower = gather("lower"), upper = gather("upper")
  )
  with_notes(detectors, detector_notes(sets, x, classes))
}

# Notes on a system hold for each of its detectors, except the prior, which differs between them.
detector_notes <- function(sets, x, classes) {
  lapply(attr(without_note(sets[[1]], "prior"), "provenance"), \(note) {
    if (!is.null(x$system) && !is.null(note$systems)) {
      note$systems <- paste(rep(note$systems, each = length(classes)), classes, sep = ": ")
    }
    note
  })
}

detector_names <- function(x, classes) {
  each <- rep(classes, each = length(x))
  if (is.null(x$system)) return(factor(each, levels = classes))
  paste_names <- \(system, class) paste(system, class, sep = ": ")
  all <- expand.grid(class = classes, system = levels(x$system))
  factor(paste_names(rep(x$system, length(classes)), each),
    levels = paste_names(all$system, all$class)
  )
}

# One detector per class, calibrated separately at its own prior. The posteriors of all detectors
# are rescaled to sum to 1 (Zadrozny and Elkan 2002). `rule` is a rule other than the logarithmic
# one.
train_one_vs_rest <- function(log_lik, trials, prior, rule = NULL) {
  n_classes <- length(prior)
  fits <- lapply(seq_len(n_classes), \(class) {
    fit <- calibrate(detection_set(log_lik, trials, prior, class), prior = prior[[class]])
    (if (is.null(rule)) fit else retrain(fit, rule))$transforms[[1]]
  })
  lines <- vapply(fits, \(fit) fit$coefficients[c("slope", "offset")], numeric(2))
  fit <- list(alpha = lines[1, ], offset = lines[2, ], prior = prior)
  trials$log_lik <- apply_one_vs_rest(fit, log_lik)
  c(fit, list(
    value = class_cross_entropy(trials, prior) * log(2),
    ignores_input = FALSE, converged = TRUE, diverged = FALSE, determined = TRUE,
    iterations = sum(vapply(fits, \(fit) as.integer(fit$iterations), 0L)),
    basis = \() list(covariance = lines_covariance(fits))
  ))
}

# Trials of one system as those of the detector of a class.
detection_set <- function(log_lik, trials, prior, class) {
  names <- as.character(seq_along(prior))
  colnames(log_lik) <- names
  truth <- factor(names[trials$truth], levels = names)
  x <- new_loglik_set(log_lik, truth, weight = trials$weight)
  as_lr_set(x, names[class], unname(prior))
}

# Covariance of the slopes, then of the offsets. Different detectors are uncorrelated.
lines_covariance <- function(fits) {
  n <- length(fits)
  covariance <- matrix(0, 2 * n, 2 * n)
  for (k in seq_len(n)) {
    own <- c(k, n + k)
    covariance[own, own] <- fits[[k]]$vcov %||% matrix(NA_real_, 2, 2)
  }
  covariance
}

# Log-likelihoods up to a constant: the logarithms of the detectors' posteriors minus those of the
# prior.
apply_one_vs_rest <- function(fit, log_lik) {
  prior <- as.double(fit$prior)
  columns <- vapply(seq_along(prior), \(class) {
    llr <- detection_llr(log_lik, rest_prior(prior, class), class)
    odds <- fit$alpha[[class]] * llr + fit$offset[[class]] + stats::qlogis(prior[class])
    stats::plogis(odds, log.p = TRUE) - log(prior[class])
  }, numeric(nrow(log_lik)))
  matrix(columns, nrow(log_lik), dimnames = dimnames(log_lik))
}

# Detectors are trained one by one, by a rule for two classes.
retrain_detectors <- function(one, trials, rule, prior) {
  fit <- train_one_vs_rest(trials$log_lik[[1]], trials, prior, rule)
  one <- replace_map(one, fit)
  one[c("value", "iterations", "prior")] <- fit[c("value", "iterations", "prior")]
  one
}

# The new map with the names of the old one. Standard errors are not known.
replace_map <- function(one, map) {
  one$alpha[] <- map$alpha
  one$offset[] <- map$offset
  one[c("slope", "unit")] <- map[c("slope", "unit")]
  limits <- one$limits
  one$limits <- .Call(ffi_key, \() without_covariance(.Call(ffi_key_value, limits)))
  one$ignores_input <- FALSE
  one
}

without_covariance <- function(basis) {
  basis$covariance[] <- NA_real_
  basis[setdiff(names(basis), c("vcov", "bread"))]
}
