# Verbs that sets of two and of many classes share. Sets of two classes that are made as sets of
# many give the results of LRs.

# The same trials of two systems as LRs and as log-likelihoods.
alike_sets <- function(n = 60, seed = 5) {
  set.seed(seed)
  truth <- rep(rep(c(TRUE, FALSE), c(n / 3, 2 * n / 3)), 2)
  llr <- round(rnorm(2 * n, ifelse(truth, 1, -1), 2), 2)
  system <- rep(c("s", "t"), each = n)
  weight <- rep(1:3, length.out = 2 * n)
  class <- ifelse(truth, "h1", "h2")
  list(
    two = lr_set(llr, truth, scale = "ln", system = system, weight = weight),
    many = loglik_set(cbind(h1 = llr, h2 = 0), class, "ln", system = system, weight = weight)
  )
}

alike <- alike_sets()
kinds <- list(two = alike$two, many = alike$many, three = local({
  x <- example_set(n_classes = 3)
  c(s = x, t = loglik_set(x$log_lik / 2, x$truth, "ln"))
}))

of_each_kind <- function(check) for (kind in names(kinds)) check(kinds[[kind]], kind)

test_that("what joins never makes one system of two unasked", {
  of_each_kind(\(x, kind) {
    one <- x["s"]
    other <- x["t"]
    expect_identical(levels(c(one, other)), c("s", "t"), info = kind)
    expect_error(c(one, one), class = "calibrant_error_pool", info = kind)
    expect_error(rbind(one, one), class = "calibrant_error_pool", info = kind)
    expect_error(c(a = one, a = other), "twice", class = "calibrant_error_input", info = kind)
    expect_identical(levels(c(before = one, after = one)), c("before s", "after s"), info = kind)
    pooled <- c(one, one, pool = TRUE)
    expect_length(pooled, 2 * length(one))
    expect_identical(levels(pooled), "s", info = kind)
    expect_equal(cllr(pooled), cllr(one), info = kind)
    expect_error(c(one, one, pool = NA), class = "calibrant_error_input", info = kind)
    expect_error(c(one, 3), class = "calibrant_error_input", info = kind)
  })
})

test_that("sets without systems are named when they are joined", {
  nameless <- list(two = lr_set(1:2, c(FALSE, TRUE), scale = "ln"), many = golden_set())
  for (x in nameless) {
    expect_error(c(x, x), class = "calibrant_error_pool")
    expect_length(c(x, x, pool = TRUE), 2 * length(x))
    joined <- c(before = x, after = x)
    expect_identical(levels(joined), c("before", "after"))
    expect_equal(cllr(joined), c(before = cllr(x), after = cllr(x)))
    expect_error(c(named = x, x), class = "calibrant_error_input")
    levels(x) <- "s"
    expect_identical(levels(x), "s")
    expect_error(levels(x) <- c("s", "t"), class = "calibrant_error_input")
  }
})

test_that("the words are the same where sets are not joined", {
  said <- lapply(kinds, \(x) conditionMessage(tryCatch(c(x, x), error = identity)))
  expect_identical(said$two, said$many)
  expect_identical(said$two, said$three)
})

test_that("calibrations of folds join with their folds", {
  of_each_kind(\(x, kind) {
    set.seed(1)
    held_out <- cross_calibrate(x["s"], folds = 3)
    both <- c(a = held_out, b = held_out)
    expect_identical(as.data.frame(both)$fold, rep(as.data.frame(held_out)$fold, 2), info = kind)
  })
})

test_that("measures of two classes are those of LRs", {
  prior <- c(0.1, 0.5, 0.8)
  expect_equal(cllr(alike$many), cllr(alike$two), tolerance = 1e-14)
  for (verb in list(cross_entropy, effective_information)) {
    expect_equal(verb(alike$many, cbind(h1 = prior)), verb(alike$two, prior),
      tolerance = 1e-13, ignore_attr = TRUE)
  }
})

test_that("one prior over several classes is never read as so many of H1", {
  q <- c(0.2, 0.3, 0.5)
  expect_error(cross_entropy_null(q), "rbind", class = "calibrant_error_input")
  expect_equal(cross_entropy_null(rbind(q, 1 / 3)), c(-sum(q * log2(q)), log2(3)))
  several <- c(0.2, 0.3, 0.4)
  expect_equal(cross_entropy_null(cbind(several, 1 - several)), cross_entropy_null(several))
  expect_error(cross_entropy_null(rbind(c(0.2, 0.3))), class = "calibrant_error_input")
})

test_that("calibrations have the same shapes, whatever the number of classes", {
  of_each_kind(\(x, kind) {
    one <- calibrate(x["s"])
    both <- calibrate(x)
    expect_type(coef(one), "double")
    expect_identical(rownames(coef(both)), c("s", "t"), info = kind)
    expect_equal(coef(both)["s", ], coef(one), info = kind)
    expect_identical(names(tidy(one)), c(
      "system", "term", "estimate", "std.error", "conf.low", "conf.high"
    ), info = kind)
    expect_identical(names(coef(one)), as.character(tidy(one)$term), info = kind)
    expect_equal(unname(coef(one)), tidy(one)$estimate, info = kind)
    expect_identical(rownames(vcov(one)), names(coef(one)), info = kind)
    expect_true(all(c("system", "method", "nobs", "iterations") %in% names(glance(one))))
    penalised <- calibrate(x["s"], penalty = 0.1)
    expect_false(isTRUE(all.equal(coef(penalised), coef(one))), info = kind)
  })
})

test_that("logistic regression of two classes is the affine map of two among many", {
  line <- coef(calibrate(alike$two["s"], prior = 0.3))
  map <- coef(calibrate(alike$many["s"], prior = c(0.3, 0.7)))
  expect_equal(map[["alpha"]], line[["slope"]], tolerance = 1e-8)
  expect_equal(map[["offset[h1]"]], line[["offset"]], tolerance = 1e-8)
  after <- as_lr_set(predict(calibrate(alike$many)), "h1")
  expect_equal(after$value, predict(calibrate(alike$two), type = "ln")$value, tolerance = 1e-8)
  expect_equal(cllr_min(alike$many), cllr(predict(calibrate(alike$two))), tolerance = 1e-9)
})

test_that("folds are dealt alike", {
  folds <- lapply(alike, \(x) {
    set.seed(7)
    as.data.frame(cross_calibrate(x, folds = 4))$fold
  })
  expect_identical(folds$two, folds$many)
})

test_that("a set knows its systems and weights before anything was asked of it", {
  fresh <- alike_sets()
  expect_true(is_weighted(fresh$two))
  expect_true(is_weighted(fresh$many))
  expect_false(is_weighted(golden_set()))
  for (x in alike_sets()) {
    set.seed(1)
    expect_identical(levels(measures(x, "cllr", replicates = 10)$system), c("s", "t"))
  }
})

test_that("samples are drawn alike, class by class and system by system", {
  drawn <- lapply(alike, \(x) {
    set.seed(3)
    sample_trials(x, 5)
  })
  expect_identical(drawn$two$system, drawn$many$system)
  expect_equal(cllr(drawn$many), cllr(drawn$two), tolerance = 1e-14)
  of_each_kind(\(x, kind) {
    few <- sample_trials(x, 2)
    classes <- if (kind == "two") few$truth else droplevels(few$truth)
    expect_true(all(table(few$system, classes) == 2), info = kind)
    expect_error(sample_trials(x, 0), class = "calibrant_error_input", info = kind)
    expect_error(sample_trials(x, c(a = 1, b = 2)), class = "calibrant_error_input", info = kind)
    expect_identical(data_hash(sample_trials(x, 1e6)), data_hash(x), info = kind)
  })
})

test_that("fingerprints tell trials, truths and systems apart", {
  of_each_kind(\(x, kind) {
    expect_match(data_hash(x), "^[0-9a-f]{64}$", info = kind)
    others <- list(x, rbind(x["t"], x["s"]), x["s"], x["t"])
    expect_identical(anyDuplicated(vapply(others, data_hash, "")), 0L, info = kind)
  })
})

test_that("conditions are measured and weighted alike", {
  condition <- rep_len(c("a", "b", "a"), length(alike$two))
  weights <- lapply(alike, \(x) equal_weights(x, condition)$weight)
  expect_equal(weights$many, weights$two)
  tables <- lapply(alike, \(x) measures_by(x, condition, "cllr"))
  shared <- c("condition", "system", "n_h1", "n_h2", "estimate")
  expect_equal(tables$many[shared], tables$two[shared])
  of_each_kind(\(x, kind) {
    half <- rep_len(c("u", "v", "u"), length(x))
    table <- measures_by(x, half, "cllr")
    expect_identical(levels(table$condition), c("u", "v", "all", "equalised"), info = kind)
    u <- table$estimate[table$condition == "u"]
    expect_equal(u, unname(cllr(x[half == "u"])), info = kind)
    equal <- (u + table$estimate[table$condition == "v"]) / 2
    expect_equal(unname(cllr(equal_weights(x, half))), equal, info = kind)
    expect_equal(table$estimate[table$condition == "equalised"], equal, info = kind)
    lone <- replace(half, 1, "lone")
    expect_error(equal_weights(x, lone), class = "calibrant_error_one_class", info = kind)
    table <- measures_by(x, lone, "cllr")
    expect_true(all(is.na(table$estimate[table$condition == "lone"])), info = kind)
    expect_equal(rowSums(table[table$condition == "lone", grep("^n_", names(table))])[[1]], 1)
  })
})

test_that("calibrations come back from files", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  of_each_kind(\(x, kind) {
    fit <- calibrate(x)
    write_calibrant(fit, file)
    back <- read_calibrant(file)
    expect_identical(class(back), class(fit), info = kind)
    # Only the fit itself recognises the trials that it was trained on.
    bare <- \(set) structure(set, provenance = NULL)
    expect_identical(bare(predict(back, x)), bare(predict(fit, x)), info = kind)
    expect_identical(tidy(back), tidy(fit), info = kind)
    expect_error(predict(back), class = "calibrant_error_no_trials", info = kind)
    expect_identical(write_calibrant(back, NULL), write_calibrant(fit, NULL), info = kind)
  })
})

test_that("the test of calibration tells stretched sets from calibrated ones", {
  set.seed(1)
  calibrated <- simulate_lr(60, 120, s = 2)
  classes <- factor(ifelse(calibrated$truth, "h1", "h2"))
  llr <- log(10) * calibrated$value
  of <- \(factor) loglik_set(cbind(h1 = factor * llr, h2 = 0), classes, "ln")
  p <- vapply(c(1, 3), \(factor) calibration_test(of(factor), replicates = 99)$p.value, 1)
  expect_gt(p[1], 0.05)
  expect_equal(p[2], 0.01)
  of_each_kind(\(x, kind) {
    if (is_weighted(x)) {
      expect_error(calibration_test(x["s"]), "weights", class = "calibrant_error_input")
    } else {
      test <- calibration_test(x["s"], replicates = 19)
      expect_true("Cllr_cal" %in% names(test$statistic))
      expect_equal(test$statistic[["Cllr_cal"]], unname(cllr_cal(x["s"])), info = kind)
      expect_gt(test$p.value, 0)
      expect_error(calibration_test(x), "one system", class = "calibrant_error_input")
    }
  })
})

test_that("each kind of set has its picture", {
  of_each_kind(\(x, kind) {
    expect_s3_class(autoplot(x), "ggplot")
    withr::local_pdf(NULL)
    expect_identical(plot(x), x, info = kind)
  })
})

test_that("plans are declared, kept in files and carried out alike", {
  file <- withr::local_tempfile(fileext = ".json")
  of_each_kind(\(x, kind) {
    other <- x["t"]
    levels(other) <- "s"
    plan <- validation_plan(
      accuracy = c("cllr < 0.9 by estimate", "cllr < reference"), calibration = "cllr_cal < 0.3",
      robustness = "cllr <= 2 * baseline",
      data = list(
        baseline = list(lab = x["s"]), robustness = list(dirty = other),
        reference = list(before = other)
      ),
      replicates = 20
    )
    expect_equal(is.null(plan$classes), kind == "two", info = kind)
    expect_output(print(plan), "trials, sha256")
    write_calibrant(plan, file)
    if (rlang::is_installed("jsonlite")) {
      expect_identical(data_hash(read_calibrant(file)), data_hash(plan), info = kind)
    }
    sets <- list(lab = x["s"], dirty = other, before = other)
    found <- as.data.frame(validation_run(plan, sets))
    expect_equal(found$result[1], unname(cllr(x["s"])), info = kind)
    expect_equal(
      found$margin[2], unname(cllr(other) - cllr(x["s"])), info = kind
    )
    expect_equal(found$bound[4], unname(2 * cllr(x["s"])), info = kind)
    expect_identical(found$decision[1], if (found$result[1] < 0.9) "pass" else "fail", info = kind)
    sets$dirty <- x["s"]
    expect_error(validation_run(plan, sets), class = "calibrant_error_data_changed", info = kind)
  })
})

test_that("a plan for classes measures what sets of classes have", {
  three <- kinds$three["s"]
  plan <- validation_plan(accuracy = "misclassification < 50 %", classes = set_classes(three))
  expect_error(validation_plan(accuracy = "misclassification < 50 %"),
    class = "calibrant_error_criterion")
  expect_error(validation_plan(accuracy = "eer < 50 %", classes = c("a", "b", "c")),
    class = "calibrant_error_criterion")
  expect_error(validation_plan(accuracy = "cllr_min < 1.5"), class = "calibrant_error_criterion")
  expect_no_error(validation_plan(accuracy = "cllr_min < 1.5", classes = c("a", "b", "c")))
  expect_error(validation_plan(accuracy = "cllr < 1", classes = c("a", "a")),
    class = "calibrant_error_plan")
  expect_error(validation_plan(accuracy = "cllr < 1", classes = c("a", "b"), by = "source"),
    class = "calibrant_error_input")
  expect_equal(validation_run(plan, three)$result, unname(misclassification(three)))
  expect_error(validation_run(plan, kinds$many["s"]), class = "calibrant_error_plan")
  expect_error(validation_run(plan, kinds$two["s"]), class = "calibrant_error")
})
