set.seed(1)
x <- overlapping_set()

test_that("tidy() has a row per coefficient, with normal intervals", {
  fit <- calibrate(x)
  found <- tidy(fit, level = 0.9)
  expect_identical(found$term, c("slope", "offset"))
  expect_equal(found$estimate, unname(coef(fit)))
  expect_equal(found$std.error, unname(sqrt(diag(vcov(fit)))))
  expect_equal(found$conf.high, found$estimate + qnorm(0.95) * found$std.error)
  expect_identical(nrow(tidy(calibrate(x, "pav", infinite = "clip"))), nrow(as.data.frame(pav(x))))
  expect_true(all(is.na(tidy(calibrate(x, "kde"))$std.error)))
  expect_error(tidy(fit, level = 1), class = "calibrant_error_input")
})

test_that("tidy() takes the words of broom for limits", {
  x <- simulate_lr(30, 40, s = 2)
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  for (fit in list(calibrate(x), calibrate(classes))) {
    expect_identical(tidy(fit, conf.int = TRUE, conf.level = 0.9), tidy(fit, level = 0.9))
    bare <- tidy(fit, conf.int = FALSE)
    expect_identical(bare, tidy(fit)[setdiff(names(tidy(fit)), c("conf.low", "conf.high"))])
    expect_error(tidy(fit, conf.int = NA), class = "calibrant_error_input")
    expect_error(tidy(fit, conf.level = 2), class = "calibrant_error_input")
  }
  table <- measures(x, which = "cllr", replicates = 20, level = 0.9)
  other <- simulate_lr(30, 40, s = 1)
  both <- suppressMessages(compare_systems(c(a = x, b = other), which = "cllr", replicates = 20))
  for (one in list(table, both)) {
    level <- attr(one, "resampling")$level
    expect_identical(tidy(one, conf.int = TRUE, conf.level = level), tidy(one))
    expect_false("conf.low" %in% names(tidy(one, conf.int = FALSE)))
    expect_error(tidy(one, conf.level = 0.5), class = "calibrant_error_input")
  }
  expect_false("conf.low" %in% names(tidy(x)))
  withr::local_seed(1)
  with_limits <- tidy(x, conf.int = TRUE, conf.level = 0.8)
  withr::local_seed(1)
  expect_identical(with_limits, tidy(measures(x, level = 0.8)))
  said <- conclusion_set(rbind(no = c(same = 1, different = 30), perhaps = c(5, 5), yes = c(30, 1)))
  expect_identical(tidy(said, conf.level = 0.8)$conf.low, conclusion_lr(said, level = 0.8)$lower)
  expect_false("conf.low" %in% names(tidy(said, conf.int = FALSE)))
})

test_that("tidy() and glance() know matrices, monitors, bounds and conclusions", {
  plan <- validation_plan(accuracy = c("cllr < 5", "cllr_min < 0.001"), replicates = 100)
  found <- glance(validation_run(plan, x))
  expect_identical(c(found$n_pass, found$n_fail, found$n_criteria), c(1L, 1L, 2L))
  expect_identical(found$decision, "fail")
  watched <- update(monitor(method = "voices"), x)
  expect_identical(tidy(watched), as.data.frame(watched))
  expect_identical(glance(watched)$n, as.double(length(x)))
  expect_true(glance(watched)$alarm)
  calm <- update(monitor(), c(0.9, -1.3), truth = c(TRUE, FALSE), scale = "log10")
  expect_false(glance(calm)$alarm)
  bound <- bound_lr(x)
  expect_equal(unlist(glance(bound)[c("lower", "upper")]), coef(bound), ignore_attr = TRUE)
  expect_identical(augment(bound), augment(predict(bound, x)))
  expect_identical(augment(bound, data.frame(log10_lr = c(a = 99)))$.fitted, coef(bound)[["upper"]])
  counts <- matrix(c(5, 20, 30, 40, 10, 2), 3, dimnames = list(c("no", "?", "yes"), c("h1", "h2")))
  scale <- conclusion_lr(conclusion_set(counts, conclusions = rownames(counts)))
  expect_identical(tidy(scale)$estimate, scale$log10_lr)
  expect_identical(tidy(scale)$conf.low, scale$lower)
})
