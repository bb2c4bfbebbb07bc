# Objects built or altered by hand are recognised in any form.

intact_objects <- function() {
  x <- withr::with_seed(1, c(a = simulate_lr(30, 40, s = 1), b = simulate_lr(30, 40, s = 2)))
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  fit <- calibrate(x)
  plan <- validation_plan(accuracy = "cllr < 1", replicates = 20)
  list(
    lr_set = list(x, cllr, as.data.frame, \(x) x[1:3], cost_curve, ggplot2::autoplot, c),
    loglik_set = list(
      classes, as.data.frame, class_losses, \(x) x[1:3], \(x) fuse(x, classes), confusion
    ),
    conclusion_set = list(
      conclusion_set(cbind(same = c(a = 3, b = 9), different = c(8, 1))), cllr, conclusion_lr,
      as.data.frame, \(x) x[1:3], measures, error_rates, data_hash
    ),
    lr_calibration = list(
      fit, \(x) predict(x, c(0, 1), system = "a"), transformation_curve, coef, print, explain
    ),
    loglik_calibration = list(calibrate(classes["lda"]), coef, \(x) predict(x, classes["lda"])),
    lr_bound = list(
      bound_lr(x["a"]), print, \(b) tidy(b, type = "criterion"), \(b) predict(b, c(0, 1))
    ),
    pav = list(pav(x["a"]), \(p) predict(p, c(0, 1)), \(p) predict(p, x["a"]), ggplot2::autoplot),
    lr_tally = list(lr_tally(x["a"]), print, c, lr_set, cells_wanted, \(t) cllr(lr_set(t))),
    validation_plan = list(plan, print, format, data_hash, \(p) validation_run(p, x["a"])),
    validation_matrix = list(validation_run(plan, x["a"]), ggplot2::autoplot),
    gaussian_system = list(gaussian_system(2), cllr, information, ece_curve, print),
    scoring_rule = list(scoring_rule("log"), print, \(rule) rule_score(rule, 0.2, TRUE),
      \(rule) retrain(calibrate(x["a"]), rule))
  )
}

test_that("what is not even a list is damaged", {
  objects <- intact_objects()
  for (kind in names(objects)) {
    object <- objects[[kind]][[1]]
    for (call in objects[[kind]][-1]) {
      for (wrong in of_turn(list(1, "a", NA, 1:3, list(), list(1, 2)), 3)) {
        class(wrong) <- class(object)
        expect_error(call(wrong), class = "calibrant_error_damaged", info = kind)
      }
    }
  }
})

# `part`, a field, is replaced by `value`.
expect_damaged_or_done <- function(object, part, value, call, kind) {
  fields <- unclass(object)
  fields[part] <- list(value)
  broken <- `attributes<-`(fields, attributes(object))
  outcome <- tryCatch(
    suppressWarnings(suppressMessages(capture.output(call(broken)))), error = identity
  )
  if (!inherits(outcome, "error")) return(expect_type(outcome, "character"))
  said <- paste(kind, names(fields)[part], deparse(value), conditionMessage(outcome))
  expect_true(inherits(outcome, "calibrant_error"), label = said)
}

test_that("what lost a part is damaged, or does without it", {
  objects <- intact_objects()
  withr::local_seed(1)
  for (kind in names(objects)) {
    object <- objects[[kind]][[1]]
    for (part in of_turn(seq_along(unclass(object)), 4)) {
      for (call in objects[[kind]][-1]) {
        for (value in in_turn(list(NULL, "zzz", NaN, list()), sample.int(4, 1))) {
          expect_damaged_or_done(object, part, value, call, kind)
        }
      }
    }
  }
})
