set.seed(1)
x <- overlapping_set()
fit <- calibrate(x)

test_that("a data frame is read by the column of the formula, or of the scale", {
  data <- data.frame(t = x$truth, s = exp(x$value), which = "z")
  by_formula <- calibrate(t ~ log(s), data = data, scale = "log10")
  expect_equal(predicted(by_formula, data.frame(s = exp(2))), predicted(fit, 2))
  expect_equal(predicted(fit, data.frame(log10_lr = 2)), predicted(fit, 2))
  expect_equal(predicted(fit, data.frame(LOG10_LR = 2)), predicted(fit, 2))
  expect_error(predicted(fit, data.frame(s = 2)), class = "calibrant_error_input")
  expect_equal(coef(calibrate(data, t ~ log(s), scale = "log10")), coef(by_formula))

  two <- rbind(data, transform(data, s = s^2, which = "y"))
  both <- calibrate(t ~ log(s) | which, data = two, scale = "log10")
  expect_equal(predicted(both, data.frame(s = exp(c(2, 4)), which = c("z", "y"))),
    predicted(fit, c(2, 2)))
})

test_that("scores and LRs are not mixed up", {
  scores <- lr_set(x$value, x$truth, "score")
  expect_error(predicted(fit, scores), class = "calibrant_error_input")
  expect_error(predicted(calibrate(scores), x), class = "calibrant_error_input")
})

test_that("a system is found by its name", {
  y <- lr_set(rep(x$value, 2), rep(x$truth, 2), "log10",
    system = rep(c("a b", "b"), each = length(x))
  )
  expect_identical(predicted(calibrate(y), 1, system = "a b"), predicted(fit, 1))
})

test_that("a system is named by identifiers, not by other objects", {
  set.seed(1)
  fit <- calibrate(simulate_lr(20, 20, s = 2))
  wrong <- list(methods::getClass("numeric"), mean, quote(system), list("system"), 1i)
  for (system in wrong) {
    expect_error(predict(fit, c(1, 2), system = system), "identifiers",
      class = "calibrant_error_input", info = class(system)[1]
    )
  }
  expect_equal(predict(fit, 0.1, system = "system"), predict(fit, 0.1))
})

test_that("a matrix is a table of named columns, or one column, and never a heap of values", {
  withr::local_seed(2)
  x <- simulate_lr(40, 60, s = 2)
  table <- data.frame(truth = ifelse(x$truth, "yes", "no"), .pred_yes = posterior(x, 0.4))
  table$.pred_no <- 1 - table$.pred_yes
  fit <- calibrate(truth ~ .pred_yes, data = table, scale = "prob", prior = 0.4, h1 = "yes")
  right <- predicted(fit, table$.pred_yes)
  for (columns in list(2:3, 3:2, 2)) {
    expect_equal(predicted(fit, as.matrix(table[columns])), right, ignore_attr = TRUE)
  }
  expect_equal(predicted(fit, matrix(table$.pred_yes)), right)
  unnamed <- unname(as.matrix(table[2:3]))
  for (object in list(fit, bound_lr(fit), bound_lr(x), pav(x))) {
    expect_error(predicted(object, unnamed), class = "calibrant_error_input")
    expect_error(predicted(object, array(0.5, c(2, 2, 2))), class = "calibrant_error_input")
  }
})

test_that("the column of systems is never an object of another place", {
  withr::local_seed(3)
  d <- data.frame(y = rep(1:0, 60), s = rnorm(120), device = rep(c("A", "B"), each = 60))
  fit <- suppressWarnings(calibrate(lr_set(y ~ s | device, d, scale = "score")))
  device <- c("A", "B")
  expect_error(predict(fit, data.frame(s = 1:2)), "device", class = "calibrant_error_input")
  expect_equal(predict(fit, data.frame(s = 1:2, device)),
    predict(fit, 1:2, system = device))
})
