# Coverage of the limits is tested in bench/coverage-lr.R. The tests here compare the limits with
# their formulas, and their consequences.

limits_of <- function(fit, at, ...) {
  suppressWarnings(predict(fit, at, level = 0.95, ...), classes = "calibrant_warning")
}

scored <- function(n_h1, n_h2, distance = 2, ...) {
  lr_set(c(rnorm(n_h1, distance), rnorm(n_h2)), rep(c(TRUE, FALSE), c(n_h1, n_h2)), "score", ...)
}

methods <- c("logistic", "gaussian", "beta", "bigaussian", "kde", "pav", "spline")

test_that("every method has limits that hold its LR, wider at a higher level", {
  set.seed(1)
  x <- scored(40, 60)
  at <- c(a = -1, b = 0.3, c = 1, d = 2.2)
  for (method in methods) {
    fit <- suppressWarnings(calibrate(x, method))
    set.seed(2)
    found <- limits_of(fit, at)
    set.seed(2)
    wider <- suppressWarnings(predict(fit, at, level = 0.99))
    expect_named(found, c("log10_lr", "lower", "upper"))
    expect_identical(row.names(found), names(at))
    expect_equal(rlang::set_names(found$log10_lr, names(at)), suppressWarnings(predict(fit, at)))
    expect_true(all(found$lower <= found$log10_lr & found$log10_lr <= found$upper), info = method)
    expect_true(all(wider$lower <= found$lower & found$upper <= wider$upper), info = method)
  }
})

test_that("limits of lines are the literal formula", {
  set.seed(3)
  x <- scored(30, 50)
  for (method in c("logistic", "gaussian")) {
    fit <- calibrate(x, method)
    g <- c(1.2, 1)
    half <- qt(0.975, 29) * sqrt(drop(g %*% vcov(fit) %*% g))
    found <- predict(fit, 1.2, type = "ln", level = 0.95)
    expect_equal(unlist(found, use.names = FALSE), sum(g * coef(fit)) + c(0, -1, 1) * half)
  }
})

test_that("limits come on every scale, and for every input", {
  set.seed(4)
  x <- simulate_lr(50, 80, s = 2)
  fit <- calibrate(x)
  known <- predict(fit, c(-1, 1), level = 0.9)
  on <- \(type, ...) predict(fit, c(-1, 1), type = type, level = 0.9, ...)
  expect_equal(on("ln"), known * log(10), ignore_attr = TRUE)
  expect_equal(on("lr"), 10^known, ignore_attr = TRUE)
  expect_equal(on("posterior", prior = 0.2),
    as.data.frame(lapply(known, \(l) plogis(l * log(10) + qlogis(0.2)))), ignore_attr = TRUE)
  frame <- data.frame(log10_lr = c(-1, 1), row.names = c("one", "two"))
  expect_equal(predict(fit, frame, level = 0.9), known, ignore_attr = TRUE)
  expect_identical(row.names(predict(fit, frame, level = 0.9)), c("one", "two"))
  two <- c(a = x, b = simulate_lr(60, 60, s = 1))
  fits <- calibrate(two)
  expect_equal(predict(fits, c(-1, 1), system = "a", level = 0.9), known)
  of_set <- predict(fits, two, level = 0.9)
  alone <- predict(fit, x, level = 0.9)
  expect_equal(of_set["a"]$lower, alone$lower)
  expect_equal(predict(fit, 0.5, level = 0.9), predict(fit, 0.5, level = 0.9, by = "trial"))
})

# The interval of Clopper and Pearson for each share, by R's own test.
ratio_limits <- function(k, n, level) {
  ends <- \(i) stats::binom.test(k[i], n[i], conf.level = (1 + level) / 2)$conf.int
  log10(c(ends(1)[1] / ends(2)[2], ends(1)[2] / ends(2)[1]))
}

test_that("infinite inputs keep their LR, and its limits are those of the counts there", {
  set.seed(5)
  none <- predict(calibrate(simulate_lr(50, 50, s = 1)), c(-Inf, Inf), level = 0.95)
  expect_identical(none$log10_lr, c(-Inf, Inf))
  expect_identical(none$lower, c(-Inf, -Inf))
  expect_identical(none$upper, c(Inf, Inf))
  truth <- rep(c(TRUE, FALSE), c(60, 80))
  value <- stats::rnorm(140, ifelse(truth, 1, -1))
  value[c(1:5, 63:90)] <- rep(c(Inf, -Inf), c(5, 28))
  both <- replace(value, c(10, 61:62), c(-Inf, Inf, Inf))
  right <- lr_set(value, truth, "ln", sure = TRUE)
  wrong <- lr_set(both, truth, "ln", sure = TRUE)
  n <- c(60, 80)
  # The four-parameter logistic has limits for its floor and ceiling.
  for (method in setdiff(names(calibration_methods), c("four_parameter", "fusion"))) {
    fit <- suppressWarnings(calibrate(right, method))
    found <- predict(fit, c(-Inf, Inf), level = 0.9)
    expect_equal(c(found$lower[1], found$upper[1]), ratio_limits(c(0, 28), n, 0.9))
    expect_equal(c(found$lower[2], found$upper[2]), ratio_limits(c(5, 0), n, 0.9))
    if (!method %in% c("gaussian", "kde", "pav")) next
    fit <- suppressWarnings(calibrate(wrong, method))
    found <- predict(fit, c(-Inf, Inf), level = 0.9)
    # PAV pools these trials with others, so the LR of PAV itself may be the end.
    expect_equal(found$lower[1], min(ratio_limits(c(1, 28), n, 0.9)[1], found$log10_lr[1]))
    expect_equal(found$upper[2], max(ratio_limits(c(5, 2), n, 0.9)[2], found$log10_lr[2]))
    of_set <- suppressWarnings(predict(fit, wrong, level = 0.9))
    expect_equal(of_set$upper[1], found$upper[2])
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    expect_equal(predict(read_calibrant(file), c(-Inf, Inf), level = 0.9), found)
  }
})

test_that("limits of infinite inputs count what trials are worth", {
  truth <- rep(c(TRUE, FALSE), c(60, 80))
  set.seed(8)
  value <- stats::rnorm(140, ifelse(truth, 1, -1))
  value[c(1:5, 61:62)] <- Inf
  set <- \(...) lr_set(value, truth, "ln", sure = TRUE, ...)
  at <- \(x, ...) predict(calibrate(x, "gaussian"), Inf, level = 0.9, ...)
  plain <- at(set())
  expect_equal(at(set(weight = rep(100, 140))), plain)
  shared <- set(source1 = sample(8, 140, TRUE))
  expect_equal(at(shared, by = "trial"), plain)
  expect_lt(at(shared)$lower, plain$lower)
  expect_gt(at(shared)$upper, plain$upper)
  fit <- calibrate(shared, "gaussian")
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(fit, file)
  expect_equal(predict(read_calibrant(file), Inf, level = 0.9), at(shared))
})

test_that("beyond the trials limits reach from the outermost LR, and claim no more", {
  set.seed(6)
  x <- scored(40, 40)
  ends <- range(x$value)
  for (method in methods) {
    fit <- suppressWarnings(calibrate(x, method))
    set.seed(7)
    found <- limits_of(fit, c(ends[2], ends[2] + 5, ends[1], ends[1] - 5))
    expect_lte(found$lower[2], found$lower[1])
    expect_gte(found$upper[2], found$upper[1])
    expect_gte(found$upper[4], found$upper[3])
    expect_lte(max(found$lower), log10(41))
    expect_gte(min(found$upper), -log10(41))
    if (method %in% c("kde", "bigaussian", "pav")) expect_identical(found$upper[2], Inf)
  }
})

test_that("items that trials share widen limits; without them there is none by source", {
  set.seed(8)
  items <- expand.grid(i = 1:12, j = 1:12)
  items <- items[items$i <= items$j, ]
  own <- rnorm(12, sd = 2)
  score <- 3 * (items$i == items$j) + own[items$i] + own[items$j] + rnorm(nrow(items))
  x <- lr_set(score, items$i == items$j, "score", source1 = items$i, source2 = items$j)
  for (method in c("logistic", "gaussian", "pav")) {
    fit <- suppressWarnings(calibrate(x, method))
    width <- \(...) {
      found <- limits_of(fit, 0, ...)
      found$upper - found$lower
    }
    expect_gt(width(), 1.1 * width(by = "trial"))
    expect_equal(width(by = "source"), width(), tolerance = 0.3)
  }
  expect_error(predict(calibrate(scored(20, 20)), 1, level = 0.95, by = "source"),
    class = "calibrant_error_source")
  expect_error(predict(fit, 1, level = 0.95, by = "item"), class = "calibrant_error_input")
  expect_error(predict(fit, 1, level = 95), class = "calibrant_error_input")
})

test_that("a set carries its limits through verbs, scales and bounds", {
  set.seed(9)
  x <- simulate_lr(40, 60, s = 2)
  fit <- calibrate(x)
  set <- predict(fit, simulate_lr(30, 30, s = 2), level = 0.9)
  frame <- as.data.frame(set)
  expect_named(frame, c("log10_lr", "lower", "upper", "truth"))
  part <- set[c(1, 40)]
  expect_identical(part$upper, set$upper[c(1, 40)])
  both <- c(a = set, b = predict(fit, simulate_lr(5, 5, s = 2), type = "ln"))
  expect_identical(both["a"]$lower, set$lower)
  expect_true(all(is.na(both["b"]$lower)))
  expect_identical(rev(set)$lower, rev(set$lower))
  expect_true(all(c("lower", "upper") %in% names(augment(set))))
  bound <- bound_lr(fit, method = "limits", limits = c(-0.5, 0.5))
  bounded <- predict(bound, x, level = 0.9)
  whole <- predict(fit, x, level = 0.9)
  expect_equal(bounded$upper, pmin(pmax(whole$upper, -0.5), 0.5))
  expect_equal(predict(bound, c(-3, 0.1), level = 0.95)$lower,
    pmax(-0.5, limits_of(fit, c(-3, 0.1))$lower))
  expect_error(predict(bound_lr(x), 1, level = 0.9), class = "calibrant_error_input")
  # Other values have other limits.
  expect_null(predict(fit, set)$lower)
})

test_that("a calibration that was written keeps its limits, or says why not", {
  set.seed(10)
  items <- expand.grid(i = 1:8, j = 1:8)
  x <- lr_set(rnorm(64) + 2 * (items$i == items$j), items$i == items$j, "score",
    source1 = items$i, source2 = paste0("b", items$j))
  fit <- calibrate(x)
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(fit, file)
  back <- read_calibrant(file)
  for (by in list("trial", "source", NULL)) {
    expect_equal(limits_of(back, c(-1, 1), by = by), limits_of(fit, c(-1, 1), by = by))
  }
  saved <- unserialize(serialize(fit, NULL))
  expect_error(limits_of(saved, 0), class = "calibrant_error_no_trials")
  pav <- unserialize(serialize(suppressWarnings(calibrate(x, "pav")), NULL))
  expect_error(limits_of(pav, 0, by = "trial"), class = "calibrant_error_no_trials")
})

test_that("fusions and calibrations by other rules have limits", {
  set.seed(11)
  a <- scored(60, 60)
  b <- lr_set(a$value + rnorm(120), a$truth, "score")
  fit <- fuse(list(a = a, b = b))
  new <- data.frame(a = c(0, 2), b = c(1, 1))
  g <- cbind(as.matrix(new), 1)
  half <- qt(0.975, 59) * sqrt(rowSums((g %*% vcov(fit)) * g)) / log(10)
  found <- predict(fit, new, level = 0.95)
  expect_equal(found$upper - found$log10_lr, half, ignore_attr = TRUE)
  expect_length(predict(fit, level = 0.95)$lower, 120)
  again <- retrain(calibrate(a), "brier")
  found <- limits_of(again, c(0, 1))
  expect_true(all(found$lower < found$log10_lr & found$log10_lr < found$upper))
})
