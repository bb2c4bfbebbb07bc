# Limits of many classes from refits on draws of the training trials.

class_quantiles_of_refits <- function(fit, k, log_lik, level, prior, source) {
  drawn <- drawn_class_fits(fit, k, refits_for(level), source)
  probs <- (1 + c(-1, 1) * level) / 2
  n_classes <- length(prior)
  ends <- over_rows(log_lik, \(part) {
    llr <- vapply(drawn, \(one) {
      as.double(rest_llrs(apply_class_map(one, fit$method, part), prior))
    }, numeric(length(part[[1]])))
    ends <- apply(matrix(llr, length(part[[1]])), 1, stats::quantile, probs, names = FALSE)
    cbind(matrix(ends[1, ], ncol = n_classes), matrix(ends[2, ], ncol = n_classes))
  })
  own <- seq_len(n_classes)
  list(
    llr = rest_llrs(apply_class_map(fit$fits[[k]], fit$method, log_lik), prior),
    lower = ends[, own, drop = FALSE], upper = ends[, n_classes + own, drop = FALSE]
  )
}

# Computes in parts, as over_parts() does, for a list of matrices.
over_rows <- function(log_lik, compute) {
  over_parts(seq_len(nrow(log_lik[[1]])), \(i) {
    compute(lapply(log_lik, \(w) w[i, , drop = FALSE]))
  })
}

drawn_class_fits <- function(fit, k, n, source) {
  trials <- class_training(fit, k, source)
  refits_of(n, names(fit$fits)[k], \() {
    train_classes_again(fit, k, trials, drawn_rows(trials))
  })
}

# Training trials of a fit: log-likelihoods of its recognisers, truth, weight, and the items of the
# trials, if known.
class_training <- function(fit, k, source) {
  kept <- training_of(fit)
  if (fit$method == "fusion") {
    log_lik <- pick_recognisers(lapply(kept$recognisers, `[[`, "log_lik"), fit)
    trials <- kept$recognisers[[1]][c("truth", "weight", "n")]
    rows <- seq_along(trials$truth)
    n <- length(rows)
  } else {
    system <- systems_of(kept$set)[[k]]
    log_lik <- list(system$log_lik)
    trials <- system[c("truth", "weight", "n")]
    n <- length(kept$set)
    rows <- if (is.null(kept$set$system)) seq_len(n) else which(as.integer(kept$set$system) == k)
  }
  if (!is.null(source)) {
    check_length(source, n, of = "the training set")
    source <- source_names(source)[rows]
  }
  c(trials, list(log_lik = unname(log_lik), source = source))
}

# Trials are drawn within their class, items within the class of their first trial.
drawn_rows <- function(trials) {
  rows <- seq_along(trials$truth)
  unit <- trials$source %||% rows
  first <- which(!duplicated(unit))
  drawn <- unlist(lapply(split(first, trials$truth[first]), \(i) {
    i[sample.int(length(i), replace = TRUE)]
  }))
  if (is.null(trials$source)) return(drawn)
  unlist(split(rows, match(unit, unit))[as.character(drawn)])
}

# Fit of drawn trials, NULL if they cannot be calibrated.
train_classes_again <- function(fit, k, trials, i) {
  log_lik <- lapply(trials$log_lik, \(w) w[i, , drop = FALSE])
  part <- list(truth = trials$truth[i], weight = trials$weight[i])
  part$n <- tabulate(part$truth, length(fit$prior))
  if (any(part$n == 0)) return(NULL)
  train_part <- \() {
    one <- train_classes(log_lik, part, fit)
    if (is.null(fit$rule)) return(one)
    part <- c(part, list(log_lik = log_lik, total = NULL))
    part$total <- class_totals_of(part$truth, part$weight, length(fit$prior))
    retrain_classes(fit, one, part, fit$rule, fit$prior)
  }
  tryCatch(
    suppressWarnings(train_part(), classes = "calibrant_warning"), calibrant_error = \(cnd) NULL
  )
}
