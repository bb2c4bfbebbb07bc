glass_set <- function() {
  lr_set(same_source ~ log10_lr | model,
    data = subset(glass_lr, item1 <= 60 & item2 <= 60), scale = "log10",
    source1 = "item1", source2 = "item2"
  )
}

relative_plan <- function(...) {
  validation_plan(
    accuracy = "cllr < reference", generalisation = c("cllr <= 1.2 * baseline", "auc > baseline"),
    data = list(baseline = "a", reference = "b", unseen = "c"), replicates = 100, ...
  )
}

test_that("the matrix of the glass data shows what fails as failing", {
  x <- glass_set()
  plan <- validation_plan(
    accuracy = c("cllr < 0.9", "cllr < 3"), discriminating_power = "eer <= 25 %",
    calibration = "cllr_cal < 0.05 by estimate", replicates = 100
  )
  found <- validation_run(plan, x["mvn"])
  expect_identical(found$decision, c("undecided", "pass", "pass", "fail"))
  expect_identical(overall_decision(found$decision), "fail")
  alone <- with_seed(1, measures(x["mvn"], "cllr", replicates = 100, by = "source"))
  expect_identical(
    unlist(found[1, c("result", "corrected", "lower", "upper")]),
    unlist(alone[c("estimate", "corrected", "lower", "upper")]),
    ignore_attr = TRUE
  )
  expect_equal(found$margin, found$bound - found$corrected)
  expect_equal(found$margin_lower, found$bound - found$upper)
  expect_output(print(found), "2 passed, 1 failed, 1 undecided")
})

test_that("relative criteria are judged by differences drawn together", {
  x <- glass_set()
  sets <- list(a = x["mvk"], b = x["mvn"], c = x["mvk"])
  found <- validation_run(relative_plan(), sets)
  difference <- with_seed(1, compare_systems(
    c(condition = sets$a, against = sets$b), "cllr", replicates = 100, by = "source"
  ))
  expect_equal(found$margin[1], -difference$difference)
  expect_equal(found$margin_lower[1], -difference$upper)
  expect_equal(found$margin_upper[1], -difference$lower)
  # On the same trials T - 1.2 T = -0.2 T, and the plain difference is 0.
  expect_equal(found$margin[2], 0.2 * found$result[2])
  expect_equal(found$baseline[2], found$result[2])
  expect_identical(found$decision[2:3], c("pass", "undecided"))
  expect_identical(found$against, c("b", "a", "a"))
})

test_that("decisions follow the margin and its interval", {
  decide <- \(margin, by = "interval", direction = "<", result = 1) {
    decide_criterion(margin, list(decide_by = by, direction = direction), result)
  }
  expect_identical(decide(c(2, 1, 3)), "pass")
  expect_identical(decide(c(2, -1, 3)), "undecided")
  expect_identical(decide(c(-2, -3, -1)), "fail")
  expect_identical(decide(c(2, 0, 3)), "undecided")
  expect_identical(decide(c(2, 0, 3), direction = "<="), "pass")
  expect_identical(decide(c(-2, -3, 0)), "fail")
  expect_identical(decide(c(-2, -3, 0), direction = ">="), "undecided")
  expect_identical(decide(c(2, NA, NA)), "undecided")
  expect_identical(decide(c(2, -1, 3), "estimate"), "pass")
  expect_identical(decide(c(0, -1, 3), "estimate"), "fail")
  expect_identical(decide(c(0, -1, 3), "estimate", ">="), "pass")
  expect_identical(decide(c(-Inf, -Inf, -Inf), result = Inf), "fail")
  expect_identical(decide(c(NA, NA, NA), result = NA), "undecided")
})

test_that("large values of the area under the curve are good", {
  set.seed(1)
  plan <- validation_plan(discriminating_power = "auc >= 0.6", replicates = 100)
  found <- validation_run(plan, simulate_lr(60, 60, s = 2))
  expect_equal(found$margin, found$result - 0.6)
  expect_equal(found$margin_lower, found$lower - 0.6)
  expect_identical(found$decision, "pass")
  expect_identical(validation_run(plan, simulate_lr(200, 200, s = 0.1))$decision, "fail")
})

test_that("levels of quality are held against the next worse one", {
  set.seed(1)
  sets <- lapply(c(low = 1, middle = 3, high = 2), \(s) simulate_lr(80, 80, s = s))
  plan <- validation_plan(
    coherence = "cllr_min <= previous by estimate", replicates = 100,
    data = list(baseline = "base", quality = names(sets))
  )
  found <- validation_run(plan, c(list(base = sets$low), sets))
  expect_identical(found$condition, c("middle", "high"))
  expect_identical(found$against, c("low", "middle"))
  expect_identical(found$decision, c("pass", "fail"))
})

test_that("every system is judged, and one reference serves all", {
  x <- glass_set()
  found <- validation_run(relative_plan(), list(a = x, b = x["mvn"], c = x))
  expect_identical(as.character(found$system), rep(c("mvn", "mvk"), each = 3))
  expect_equal(found$margin[1], 0)
  expect_gt(found$margin[4], 0)
  one <- validation_run(relative_plan(), list(a = x["mvk"], b = x["mvn"], c = x["mvk"]))
  expect_equal(one$margin_lower, found$margin_lower[4:6])
})

test_that("sets with and without items can be held against each other, by trial", {
  set.seed(1)
  x <- glass_set()["mvk"]
  y <- simulate_lr(50, 50, s = 2, system = "mvk")
  found <- validation_run(relative_plan(), list(a = x, b = x, c = y))
  expect_true(all(is.finite(found$margin_lower[2:3])))
  strict <- relative_plan(by = "source")
  expect_error(
    validation_run(strict, list(a = x, b = x, c = y)), class = "calibrant_error_source"
  )
})

test_that("infinite costs fail, and few trials leave it open", {
  plan <- validation_plan(
    accuracy = c("cllr < 0.5", "cllr < 0.5 by estimate"), discriminating_power = "eer < 0.4",
    replicates = 20
  )
  x <- lr_set(c(-Inf, 2, 3, -1, -2, -3), rep(c(TRUE, FALSE), each = 3), scale = "log10")
  expect_identical(validation_run(plan, x)$decision, c("fail", "fail", "undecided"))
})

test_that("data are those of the plan, and the matrix says so", {
  set.seed(1)
  x <- simulate_lr(20, 20, s = 2)
  plan <- validation_plan(accuracy = "cllr < 0.9", data = list(baseline = x), replicates = 10)
  found <- validation_run(plan, x)
  expect_identical(attr(found, "data")$sha256, data_hash(x))
  expect_true(attr(found, "data")$declared)
  expect_output(print(found), paste0(data_hash(x), " \\(as declared\\)"))
  expect_error(validation_run(plan, x[-1]), class = "calibrant_error_data_changed")
})

test_that("sets and conditions must agree", {
  x <- glass_set()
  refused <- \(...) {
    expect_error(validation_run(relative_plan(), ...), class = "calibrant_error_condition")
  }
  refused(x)
  refused(a = x, b = x)
  refused(a = x, b = x, c = x, d = x)
  refused(a = x, b = x, x)
  refused(a = x, b = x, c = x["mvk"])
  expect_error(validation_run(1), class = "calibrant_error_input")
})

test_that("the same plan gives the same matrix and leaves the random numbers alone", {
  set.seed(7)
  x <- simulate_lr(40, 40, s = 2)
  plan <- validation_plan(accuracy = "cllr_min < 0.9", replicates = 50)
  set.seed(3)
  expected <- stats::runif(1)
  set.seed(3)
  first <- validation_run(plan, x)
  expect_identical(stats::runif(1), expected)
  expect_identical(validation_run(plan, x), first)
})

test_that("a criterion of calibration passes by what is proven, or is undecided", {
  plan <- validation_plan(
    calibration = c("calibration_range(10) >= 1", "calibration_range(2) >= 3", "cllr_cal < 0.2"),
    replicates = 50
  )
  x <- withr::with_seed(1, simulate_lr(1000, 1000, s = 2))
  found <- validation_run(plan, x)
  range <- calibration_range(x, 10)
  expect_equal(found$result[1], sum(range$log10_lr_max - range$log10_lr_min))
  expect_equal(found$margin[1], found$result[1] - 1)
  expect_identical(found$decision, c("pass", "undecided", "pass"))
  expect_output(print(found), "passes all in at most\\s5 %")
  expect_output(print(plan), "passes all in at most\\s5 %")
  picture <- autoplot(found)
  expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(picture)))
  expect_true("powers of ten of LRs" %in% levels(picture$data$panel))
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(plan, file)
  expect_identical(data_hash(read_calibrant(file)), data_hash(plan))
  # A plan by estimate does not mention errors.
  expect_output(print(validation_plan(accuracy = "cllr < 0.5 by estimate")), "SHA-256")
  expect_no_match(format(validation_plan(accuracy = "cllr < 0.5 by estimate")), "of runs")
})

test_that("a level for all decisions makes each interval wider", {
  set.seed(1)
  x <- simulate_lr(60, 100, s = 2)
  run <- \(family) {
    plan <- validation_plan(
      accuracy = c("cllr < 0.9", "eer < 0.3"), family = family, replicates = 200
    )
    validation_run(plan, x)
  }
  each <- run(FALSE)
  together <- run(TRUE)
  expect_identical(together$result, each$result)
  expect_true(all(together$lower < each$lower & together$upper > each$upper))
  alone <- measures(x, "cllr", level = 0.975, replicates = 0)
  expect_identical(together$result[1], alone$estimate)
  expect_output(print(together), "Intervals of 97.5 %")
})

test_that("a matrix is whole under every decimal mark, as in a German report", {
  x <- withr::with_seed(1, simulate_lr(20, 40, s = 2))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10)
  matrix <- validation_run(plan, x)
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(matrix, file)
  for (mark in c(",", ".")) {
    withr::local_options(OutDec = mark)
    for (one in list(matrix, read_calibrant(file), validation_run(plan, x))) {
      withr::with_options(list(OutDec = "."), expect_no_error(check_matrix_of(one, x)))
      withr::with_options(list(OutDec = ","), expect_no_error(check_matrix_of(one, x)))
    }
  }
})

test_that("a plan and its sets never contradict each other about the hypotheses", {
  said <- c(h1 = "one gun fired both", h2 = "two guns did")
  sets <- list(
    \(words) lr_set(c(2, 0, 1, -2), c(TRUE, TRUE, FALSE, FALSE), "ln", hypotheses = words),
    \(words) {
      x <- examined()
      with_fields(x, list(labels = put_hypotheses(x$labels, words)))
    }
  )
  run <- \(plan, ...) suppressWarnings(validation_run(plan, ...))
  for (set in sets) {
    plan <- \(...) validation_plan(accuracy = "cllr < 0.9", replicates = 10, ...)
    own <- plan(hypotheses = said)
    for (x in list(set(said), set(NULL))) {
      for (one in list(own, plan())) expect_no_error(run(one, x))
    }
    other <- set(rev(unname(said)))
    expect_error(run(own, other), "same hypotheses", class = "calibrant_error_plan")
    expect_error(check_matrix_of(run(own, set(said)), other), "one gun fired both / two guns did")
    two <- plan(
      generalisation = "cllr < 0.9", data = list(baseline = "a", unseen = "b")
    )
    expect_error(run(two, a = set(said), b = other), class = "calibrant_error_plan")
    expect_identical(hypotheses_of(with_hypotheses_of(set(NULL), own)), said)
    expect_identical(with_hypotheses_of(set(said), own), set(said), ignore_function_env = TRUE)
  }
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  expect_identical(with_hypotheses_of(classes, plan(hypotheses = said)), classes)
})
