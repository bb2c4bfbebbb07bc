# The test of calibration of many classes, see calibration_test().

#' @rdname calibration_test
#' @export
calibration_test.loglik_set <- function(x, prior = NULL, replicates = 999, ...) {
  check_dots(...)
  name <- data_name(substitute(x))
  prior <- one_class_prior(prior, set_classes(x))
  check_count(replicates, most = 1e6)
  check_no_weights(x)
  check_one_system(x)
  system <- prepare_measures(systems_of(x)[[1]], prior)
  posterior <- .Call(ffi_posterior, system$log_lik, log_relative(system$n))
  below <- apply(posterior, 1, cumsum)
  drawn <- numeric(replicates)
  with_progress(seq_len(replicates), \(r, at) {
    drawn[r] <<- class_calibration_loss(system, draw_classes(below))
  }, "Drawing calibrated sets")
  new_calibration_test(
    class_calibration_loss(system, system$truth), drawn, "Cllr_cal", length(system$truth), name
  )
}

# Cllr_cal in bits, if these were the true classes.
class_calibration_loss <- function(system, truth) {
  system$truth <- truth
  system$n <- system$total <- tabulate(truth, length(system$n))
  system$costs <- list(cllr = log_costs_of(system, system$prior))
  system_measures(system, "cllr_cal")
}

# A class per trial, such that every class has a trial, with the cumulative probabilities `below`, a
# column per trial.
draw_classes <- function(below, most = 1000) {
  n_classes <- nrow(below)
  for (i in seq_len(most)) {
    truth <- 1L + colSums(below < rep(stats::runif(ncol(below)), each = n_classes))
    truth <- pmin(as.integer(truth), n_classes)
    if (all(tabulate(truth, n_classes) > 0)) return(truth)
  }
  refuse("classes_undrawn")
}
