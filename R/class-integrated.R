# Log-likelihoods of many classes that allow for the uncertainty of a calibration: posteriors at the
# flat prior, averaged over the coefficients.

# With a known covariance the posterior of each class is averaged separately over Student's t of its
# LR against the rest. The averages are rescaled to sum to 1.
integrated_classes <- function(fit, k, log_lik, source) {
  flat <- replace(fit$prior, TRUE, 1 / length(fit$prior))
  if (has_class_covariance(fit, k)) {
    spread <- class_spread_of(fit, k, log_lik, flat, source)
    odds <- .Call(ffi_integrated, list(
      mean = as.double(spread$llr) - log(length(flat) - 1), row = as.double(spread$sd),
      way = numeric(), coefficients = 1, vcov = 1, degrees = spread$degrees
    ))
    return(matrix(stats::plogis(odds, log.p = TRUE), ncol = length(flat)))
  }
  drawn <- drawn_class_fits(fit, k, refits_for(0), source)
  over_rows(log_lik, \(part) {
    sums <- Reduce(`+`, lapply(drawn, \(one) {
      .Call(ffi_posterior, apply_class_map(one, fit$method, part), log_relative(unname(flat)))
    }))
    log(sums / length(drawn))
  })
}
