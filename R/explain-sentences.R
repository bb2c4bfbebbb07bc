# Facts for the sentences of explain() and of the validation report.

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

report_sentence_mislead <- function(rates, hypotheses) {
  clauses <- hypothesis_clauses(hypotheses)
  rate <- \(h) {
    row <- rates[rates$hypothesis == h, ]
    say("rate", list(rate = row$rate, rate_lower = row$lower, rate_upper = row$upper))
  }
  say("mislead", c(as.list(clauses), list(rate_h1 = rate("h1"), rate_h2 = rate("h2"))))
}

report_sentence_calibrated <- function(test, loss) {
  wrong <- !is.na(test$p_value) && test$p_value < 0.05 && nzchar(test$region)
  paste_said(
    say("calibrated", c(chance_facts(test$p_value), list(cllr_cal = loss$estimate), loss)),
    if (wrong) say("region", list(region = test$region))
  )
}

# p-value, and the number of tests in which one so small is expected.
chance_facts <- function(p) list(p_value = p, one_in = signif(1 / p, 2))

report_sentence_hypotheses <- function(x) {
  clauses <- hypotheses_of(x) %||%
    vapply(x$labels, \(label) say("truth_is", list(label = label)), "")
  paste0(c("H1: ", "H2: "), capitalised(clauses[c("h1", "h2")]), ".")
}
