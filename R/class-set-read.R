# Reads the arguments of loglik_set().

loglik_scales <- c("ln", "log10", "log2", "prob")

check_log_lik <- function(log_lik) {
  check_that(
    is.matrix(log_lik) && is_number(log_lik),
    "be a numeric matrix with a row per trial and a column per class.", log_lik
  )
  refuse_if(ncol(log_lik) < 2 || nrow(log_lik) < 1, "log_lik_shape")
  check_each(
    !is.na(log_lik), "have no missing values.", log_lik,
    i = "Drop those trials, or find out why the system gave no answer."
  )
}

# A `scale` with all choices is the default, so the user gave none.
read_loglik_scale <- function(scale, log_lik) {
  if (!identical(scale, loglik_scales)) return(check_choice(scale, loglik_scales))
  refuse_if(
    min(log_lik) >= 0 && max(log_lik) <= 1 && all(abs(rowSums(log_lik) - 1) < 1e-6),
    "loglik_scale_missing"
  )
  "ln"
}

# The truth as a factor whose levels are the classes in the order of the columns.
read_true_classes <- function(truth, columns) {
  check_length(truth, nrow(columns), of = "log_lik")
  check_no_missing(truth)
  found <- if (is.factor(truth)) levels(truth) else unique(level_names(sort(unique(truth))))
  classes <- colnames(columns) %||% if (length(found) == ncol(columns)) found
  truth <- level_names(truth)
  unknown <- setdiff(truth, classes)
  there <- classes %||% paste0(ncol(columns), ", without names")
  refuse_if(length(unknown) > 0, "classes_of_truth")
  twice <- classes[duplicated(classes)]
  refuse_if(length(twice) > 0, "class_twice")
  factor(truth, levels = classes)
}

check_every_class <- function(truth, system) {
  system <- system %||% factor(rep("x", length(truth)))
  empty <- which(table(system, truth) == 0, arr.ind = TRUE)
  if (nrow(empty) > 0) {
    where <- if (nlevels(system) > 1) paste0(" of system \"", levels(system)[empty[1, 1]], "\"")
    refuse("class_untested")
  }
}

# Without a prior, posteriors are treated as those at the flat prior, which are likelihoods too.
warn_no_prior <- function(prob) {
  if (isTRUE(getOption("calibrant.sure")) || any(abs(rowSums(prob) - 1) >= 1e-6)) return(NULL)
  warn_of("flat_prior")
}

# Natural logarithms, without the prior of posteriors; a class that is certain becomes 0 and all
# others -Inf.
read_rows <- function(log_lik, scale, prior = NULL) {
  if (scale == "prob") {
    check_each(
      log_lik >= 0 & log_lik < Inf, "be probabilities or likelihoods, finite and not negative.",
      log_lik,
      i = "Logarithms need {.code scale = \"ln\"}, {.val log10} or {.val log2}."
    )
    log_lik <- log(log_lik)
  } else {
    log_lik <- to_ln(log_lik, scale)
  }
  if (any(prior != prior[1])) log_lik <- sweep(log_lik, 2, log(prior))
  storage.mode(log_lik) <- "double"
  rownames(log_lik) <- NULL
  infinite <- is.infinite(log_lik)
  if (!any(infinite)) return(log_lik)
  n_certain <- rowSums(infinite & log_lik > 0)
  check_rows_possible(n_certain, rowSums(infinite & log_lik < 0) == ncol(log_lik))
  certain <- n_certain == 1
  log_lik[certain, ] <- ifelse(log_lik[certain, ] == Inf, 0, -Inf)
  log_lik
}

check_rows_possible <- function(n_certain, impossible) {
  bad <- which(n_certain > 1 | impossible)
  if (length(bad) > 0) {
    why <- if (impossible[bad[1]]) {
      "excludes every class (all are zero likelihoods)"
    } else {
      "is certain of several classes (Inf)"
    }
    refuse("impossible_row")
  }
}

flat_prior <- function(x) read_class_prior(NULL, set_classes(x))

read_positive_prior <- function(prior, of) {
  prior <- one_class_prior(prior, of)
  refuse_if(any(prior == 0), "class_prior_zero")
  prior
}
