# An object of each kind that this package returns.
one_of_each_kind <- function() {
  withr::local_seed(1)
  x <- simulate_lr(20, 40, s = 2)
  scores <- lr_set(x$value, x$truth, scale = "score")
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  said <- examined()
  fit <- calibrate(scores)
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10)
  list(
    x, scores, classes, said, fit, calibrate(classes), bound_lr(x), lr_tally(x),
    lr_chunks(\() NULL, rewind = \() NULL), monitor(), gaussian_system(2), scoring_rule("brier"),
    plan, validation_run(plan, x), prob_confusion(diag(2), c("a", "b")), explain(x), summary(x),
    summary(fit), summary(classes), ece_curve(x), det_curve(x), pav(x), tippett_curve(x),
    measures(x, replicates = 10), compare_systems(c(a = x, b = x), replicates = 10),
    measures_by(x, rep(c("a", "b"), 30), replicates = 0), calibration_range(x),
    conclusion_lr(said), error_rates(said), verbal_scale(2, scale = "lr"),
    naive_bayes(matrix(c(1, 0, 1, 2, 0, 1), 3), c("a", "b", "b")),
    new_object("qualification", data.frame(check = "a", agrees = TRUE)),
    new_object("validation_check", data.frame(part = "a", agrees = TRUE))
  )
}
