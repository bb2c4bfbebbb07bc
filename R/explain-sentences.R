# Facts for the sentences on calibrations.

sentence_training <- function(fit, fact) {
  say("training", c(as.list(fact), list(
    scale = fit$scale, fused = inherits(fit, "lr_fusion"), n_terms = length(fit$terms),
    terms = paste(fit$terms, collapse = ", ")
  )))
}

sentence_method <- function(fit, transform) {
  method <- calibration_methods[[fit$method]]
  input <- say("input", list(scale = fit$scale))
  paste_said(
    say("trained", list(
      method = method$sentence(), training_prior = fit$prior,
      without_prior = isTRUE(method$without_prior)
    )),
    say("settings", list(
      pseudo_comparisons = fit$settings$penalty %||% 0, infinite = fit$settings$infinite %||% ""
    )),
    say("result", list(formula = method$formula(transform, input, 4)))
  )
}

# Joins sentences that are not empty.
paste_said <- function(...) {
  said <- c(...)
  paste(said[nzchar(said)], collapse = " ")
}

say_parts <- function(parts, fact) paste_said(vapply(parts, say, "", fact))
