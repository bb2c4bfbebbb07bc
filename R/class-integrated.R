# Log-likelihoods of many classes that allow for how little a calibration is sure of: posteriors at
# the training prior, averaged over what the coefficients may be, less the prior.

# Where the covariance is known, the posterior of each class is averaged by itself over Student's t
# of its LR against the rest, and the averages are put in proportion.
integrated_classes <- function(fit, k, log_lik, source) {
  prior <- fit$prior
  posterior <- if (has_class_covariance(fit, k)) {
    spread <- class_spread_of(fit, k, log_lik, prior, source)
    nodes <- t_nodes(spread$degrees)
    averaged <- vapply(seq_along(prior), \(class) {
      odds <- spread$llr[, class] + stats::qlogis(prior[[class]])
      over_parts(seq_along(odds), \(i) {
        cbind(log_mean_posterior(odds[i] + outer(spread$sd[i, class], nodes$t), nodes$weight))
      })[, 1]
    }, numeric(nrow(spread$llr)))
    matrix(averaged, nrow(spread$llr))
  } else {
    drawn <- drawn_class_fits(fit, k, refits_for(0), source)
    over_rows(log_lik, \(part) {
      sums <- Reduce(`+`, lapply(drawn, \(one) {
        mapped <- apply_class_map(one, fit$method, part)
        .Call(ffi_posterior, mapped, log_relative(unname(prior)))
      }))
      log(sums / length(drawn))
    })
  }
  unname(sweep(posterior, 2, log(prior)))
}
