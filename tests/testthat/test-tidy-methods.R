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
  worth <- conclusion_lr(said, level = 0.9)
  expect_identical(tidy(worth, conf.int = TRUE, conf.level = 0.9), tidy(worth))
  expect_error(tidy(worth, conf.level = 0.8), "conclusion_lr", class = "calibrant_error_input")
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  classes <- classes[levels(classes)[1]]
  withr::local_seed(1)
  with_limits <- tidy(classes, conf.int = TRUE, conf.level = 0.8)
  withr::local_seed(1)
  expect_identical(with_limits, tidy(measures(classes, level = 0.8)))
  expect_false("conf.low" %in% names(tidy(classes)))
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

# A fit of each kind that the package makes, with the columns of its table beside those of broom.
one_fit_of_each_kind <- function() {
  withr::local_seed(2)
  x <- simulate_lr(60, 90, s = 2)
  score <- lr_set(x$value, x$truth, scale = "score")
  d <- data.frame(truth = x$truth, a = x$value, b = x$value + stats::rnorm(150))
  d$q <- stats::rnorm(150)
  d$p <- stats::plogis(d$a)
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  fits <- lapply(rlang::set_names(setdiff(calibration_method_names, "beta")), \(method) {
    suppressWarnings(calibrate(score, method))
  })
  read_again <- function(fit) {
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    read_calibrant(file)
  }
  suppressMessages(suppressWarnings(c(
    fits, lapply(rlang::set_names(fits, paste("read", names(fits))), read_again),
    list(
      beta = calibrate(lr_set(truth ~ p, data = d, scale = "prob", prior = 0.5), "beta"),
      several = calibrate(c(a = x, b = simulate_lr(60, 90, s = 1))),
      fusion = fuse(truth ~ a + b, data = d), ridge = fuse(truth ~ a + b, data = d, penalty = 1),
      conditions = calibrate(truth ~ a * q, data = d, scale = "score"),
      rule = retrain(calibrate(score), "brier"), classes = calibrate(classes),
      fused_classes = fuse(classes)
    ),
    lapply(c(temperature = "temperature", vector = "vector", matrix = "matrix"), \(method) {
      calibrate(classes["lda"], method = method)
    })
  )))
}

test_that("tidy() of every kind of fit has the columns of broom, with limits or none", {
  fits <- one_fit_of_each_kind()
  kinds <- unique(vapply(fits, \(fit) class(fit)[1], ""))
  expect_setequal(kinds, c("lr_calibration", "lr_fusion", "rule_calibration", "loglik_calibration"))
  broom <- c("system", "term", "estimate", "std.error", "conf.low", "conf.high")
  for (name in names(fits)) {
    table <- tidy(fits[[name]], conf.int = TRUE, conf.level = 0.9)
    extra <- if (grepl("pav", name)) c("min", "max")
    expect_identical(names(table), c(broom, extra), info = name)
    half <- stats::qnorm(0.95) * table$std.error
    expect_equal(table$conf.high, table$estimate + half, info = name)
    expect_equal(table$conf.low, table$estimate - half, info = name)
    expect_false(anyNA(table$estimate), info = name)
    of <- calibration_methods[[fits[[name]]$method %||% ""]]
    none <- name == "rule" || !is.null(of) && is.null(of$design)
    expect_identical(all(is.na(table$conf.low)), none, info = name)
    expect_identical(names(tidy(fits[[name]], conf.int = FALSE)), c(broom[1:4], extra), info = name)
    expect_error(tidy(fits[[name]], conf.int = "yes"), class = "calibrant_error_input")
    expect_error(tidy(fits[[name]], conf.level = 2), class = "calibrant_error_input")
    expect_identical(nrow(glance(fits[[name]])), length(unique(table$system)), info = name)
  }
})

test_that("tidy() of other results takes the words of broom, or says why not", {
  x <- withr::with_seed(1, simulate_lr(60, 90, s = 2))
  for (bound in list(bound_lr(x), bound_lr(x, "iv"), bound_lr(calibrate(x)))) {
    expect_error(tidy(bound, conf.int = TRUE, conf.level = 0.9), "bounds have no intervals",
      class = "calibrant_error_input")
    expect_identical(tidy(bound, conf.int = FALSE), tidy(bound))
  }
  watched <- update(monitor(method = "voices"), x)
  expect_error(tidy(watched, conf.int = TRUE), "a monitor has no intervals",
    class = "calibrant_error_input")
  expect_identical(tidy(watched, conf.int = FALSE), as.data.frame(watched))
  plan <- validation_plan(
    accuracy = c("cllr < 5", "eer < 0.2"), replicates = 20, level = 0.9, family = TRUE
  )
  judged <- validation_run(plan, x)
  expect_identical(tidy(judged, conf.int = TRUE, conf.level = 0.95), tidy(judged))
  expect_error(tidy(judged, conf.level = 0.9), "0.95", class = "calibrant_error_input")
  expect_identical(setdiff(names(tidy(judged)), names(tidy(judged, conf.int = FALSE))),
    c("conf.low", "conf.high"))
})
