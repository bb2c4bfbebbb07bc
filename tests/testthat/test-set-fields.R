test_that("fields go from set to set together, of two and of many classes", {
  x <- lr_set(c(2, 1, -1, -2), c(TRUE, TRUE, FALSE, FALSE),
    scale = "log10", system = c("a", "b", "a", "b"), weight = 1:4, id = letters[1:4]
  )
  part <- x["b"]
  expect_identical(part$value, c(1, -2))
  expect_identical(part$id, c("b", "d"))
  expect_identical(levels(part), "b")
  y <- loglik_set(rbind(c(a = 2, b = 0), c(0, 1), c(1, 2)), c("a", "b", "b"), weight = 1:3)
  expect_identical(y[-2]$log_lik, y$log_lik[-2, ])
  expect_identical(y[-2]$weight, c(1, 3))
  levels(y) <- "s"
  expect_identical(levels(y), "s")
  expect_identical(c(y["s"], y["s"], pool = TRUE)$weight, c(1, 2, 3, 1, 2, 3))
})

test_that("a damaged set does not become a sound one, and a remote one has no fields", {
  x <- lr_set(c(2, 1, -1, -2), c(TRUE, TRUE, FALSE, FALSE), scale = "log10")
  bad <- structure(replace(unclass(x), "truth", list(1:4)), class = class(x))
  expect_error(bad[1:3], class = "calibrant_error_damaged")
  expect_error(subset_trials(hidden_set(x), 1:2), class = "calibrant_error_no_trials")
})

# Weights are relative. Multiplying them by a constant changes only sums of weights: the columns of
# `sums`, and the results of these functions.
sums <- c("n", "n_h1", "n_h2", "weight", "weight_h1", "weight_h2")
verbs_of_sums <- c(
  data_hash = "a fingerprint of the trials, their weights among them",
  prbep = "the weight of the errors",
  confusion = "the weight of the trials in each cell",
  summary = "names the weight of either hypothesis",
  open_page = "hands the trials over"
)

unscaled <- function(result) {
  if (!is.data.frame(result)) {
    return(capture.output(print(result)))
  }
  result <- as.data.frame(result)
  result[setdiff(names(result), sums)]
}

told <- function(verb, x) {
  set.seed(1)
  suppressWarnings(suppressMessages(
    tryCatch(unscaled(verb(x)), error = \(cnd) class(cnd)[1])
  ))
}

test_that("weights are not trials: a constant factor changes no result of any export", {
  withr::local_options(calibrant.sure = TRUE)
  set.seed(13)
  h1 <- rep(c(TRUE, FALSE), c(60, 90))
  value <- round(rnorm(150, ifelse(h1, 1, -1)), 1)
  weight <- exp(rnorm(150, 0, 0.5))
  item <- rep(1:30, 5)
  two <- \(f) lr_set(2 * value, h1, scale = "ln", weight = f * weight)
  scores <- \(f) lr_set(value, h1, scale = "score", weight = f * weight)
  items <- \(f) lr_set(2 * value, h1, scale = "ln", weight = f * weight, source1 = item)
  pair <- \(f) c(a = two(f), b = lr_set(value + rev(value), h1, scale = "ln", weight = f * weight))
  w <- matrix(round(rnorm(450), 2), 150, dimnames = list(NULL, c("a", "b", "c")))
  class <- rep(colnames(w), 50)
  w[cbind(1:150, rep(1:3, 50))] <- w[cbind(1:150, rep(1:3, 50))] + 1.5
  many <- \(f) loglik_set(w, class, scale = "ln", weight = f * weight)
  few <- list(
    measures = list(replicates = 20), compare_systems = list(replicates = 20), as_lr_set = list(),
    threshold_at = list("eer"), summary = list(level = 0.9, replicates = 20)
  )
  sets <- list(lr_set = list(two, items, pair), loglik_set = list(many))
  walked <- character()
  verbs <- setdiff(getNamespaceExports("calibrant"), c(names(verbs_of_sums), "sample_trials"))
  for (class in names(sets)) {
    for (name in sort(verbs)) {
      verb <- utils::getS3method(name, class, TRUE, envir = asNamespace("calibrant"))
      if (is.null(verb)) next
      walked <- c(walked, name)
      call <- \(x) do.call(verb, c(list(x), few[[name]]))
      for (set in sets[[class]][seq_len(if (name %in% names(few)) 3 else 1)]) {
        if (is.null(set)) next
        first <- told(call, set(1))
        expect_equal(told(call, set(100)), first, info = paste(name, class))
        expect_equal(told(call, set(0.01)), first, info = paste(name, class))
      }
    }
  }
  expect_gt(length(walked), 60)
  fits <- calibrant:::calibration_method_names
  asked <- c(
    lapply(rlang::set_names(fits), \(method) {
      \(x) {
        fit <- calibrate(x, method)
        list(coef(fit), vcov(fit), nobs(fit), logLik(fit), tidy(fit), glance(fit), explain(fit),
          tryCatch(predict(fit, c(-1, 0, 2), level = 0.9), error = class))
      }
    }),
    penalty = \(x) coef(calibrate(x, penalty = 1)), residuals = \(x) residuals(calibrate(x)),
    retrained = \(x) coef(retrain(calibrate(x), "brier")),
    bound = \(x) bound_lr(calibrate(x)), rule_of_30 = rule_of_30,
    crossed = \(x) cllr(cross_calibrate(x, "kde", folds = 3)),
    integrated = \(x) predict(calibrate(x), c(-1, 2), integrated = TRUE)
  )
  for (name in names(asked)) {
    first <- told(asked[[name]], scores(1))
    expect_equal(told(asked[[name]], scores(100)), first, info = name)
    expect_equal(told(asked[[name]], scores(0.01)), first, info = name)
  }
  of_lrs <- list(
    iv = \(x) bound_lr(x, method = "iv"), told = \(x) explain(x, level = 0.9, replicates = 20),
    run = \(x) as.data.frame(validation_run(
      validation_plan(accuracy = "cllr < 0.5", replicates = 20), x
    ))
  )
  for (name in names(of_lrs)) {
    first <- told(of_lrs[[name]], two(1))
    expect_equal(told(of_lrs[[name]], two(100)), first, info = name)
  }
  class_fit <- \(x) list(tidy(calibrate(x)), tidy(calibrate(x, "matrix", penalty = 0.1)))
  expect_equal(told(class_fit, many(100)), told(class_fit, many(1)))
})

test_that("equal weights are none, and few heavy trials are few", {
  x <- simulate_lr(40, 60, s = 2)
  y <- lr_set(x$value, x$truth, scale = x$scale, weight = rep(4, 100))
  set.seed(1)
  of_x <- measures(x, "cllr", replicates = 50)
  expect_equal(calibrant:::numbers_of(calibrant:::systems_of(y)[[1]]), c(h1 = 40, h2 = 60))
  expect_equal(vcov(calibrate(y)), vcov(calibrate(x)))
  # Two of a hundred trials have nearly all the weight.
  heavy <- lr_set(x$value, x$truth, scale = x$scale, weight = replace(rep(1, 100), c(1, 41), 1e4))
  set.seed(1)
  expect_true(any(grepl("few", capture.output(print(measures(heavy, "auc", replicates = 50))))))
})

# Weights are relative: another unit must not change results, except sums of weights.
weighted_trials <- function(unit) {
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), c(25, 35))
  value <- rnorm(60, ifelse(truth, 1, -1))
  weight <- unit * rep(c(0.5, 1, 2), 20)
  set_of <- \(value, scale, ...) {
    lr_set(value, truth, scale = scale, weight = weight, sure = TRUE, ...)
  }
  sharing <- \(value) set_of(value, "ln", source1 = rep(1:12, 5), source2 = rep(12:1, 5))
  list(
    lr = set_of(value, "ln"), shared = sharing(value), scores = set_of(value + 3, "score"),
    systems = c(a = sharing(value), b = sharing(2 * value)),
    data = data.frame(truth, value, other = rnorm(60, truth), weight)
  )
}

is_sum_of_weights <- \(name) grepl("^(n|n_.*|weight.*|total)$", name)

# Results that may not change with the unit.
unscaled <- function(x) {
  if (inherits(x, "lr_set")) x <- as.data.frame(x)
  if (inherits(x, "ggplot") || is.function(x) || is.environment(x)) return(NULL)
  attributes(x) <- attributes(x)[intersect(names(attributes(x)), c("names", "dim"))]
  if (is.character(x)) return(unname(x))
  if (!is.list(x)) return(x)
  lapply(x[!is_sum_of_weights(names(x) %||% rep("", length(x)))], unscaled)
}

outcome <- function(compute) {
  set.seed(2)
  tryCatch(
    unscaled(suppressMessages(suppressWarnings(compute()))),
    calibrant_error = \(cnd) class(cnd)[1]
  )
}

expect_unit_free <- function(compute, label) {
  found <- lapply(c(1, 1 / 64), \(unit) outcome(\() compute(weighted_trials(unit))))
  expect_equal(found[[2]], found[[1]], tolerance = 1e-6, label = label)
}

test_that("all verbs of a set give the same whatever the unit of its weights is", {
  method_of <- \(verb) {
    utils::getS3method(verb, "lr_set", optional = TRUE, envir = asNamespace("calibrant"))
  }
  # Excluded: sums of weights, constructors of sets, and writers.
  others <- c(
    "confusion", "prbep", "data_hash", "lr_set", "lr_tally", "validation_report", "open_page"
  )
  verbs <- setdiff(getNamespaceExports("calibrant"), others)
  asked <- list(replicates = 20, level = 0.9, prior = 0.2, n = 5)
  for (verb in Filter(\(verb) !is.null(method_of(verb)), verbs)) {
    further <- asked[intersect(names(asked), names(formals(method_of(verb))))]
    if (verb %in% c("measures", "compare_systems")) further$which <- c("cllr", "auc", "dcf")
    sets <- if (verb == "compare_systems") "systems" else cases_of(c("shared", "lr", "scores"), 1)
    for (which in sets) {
      call <- \(trials) do.call(verb, c(unname(trials[which]), further))
      expect_unit_free(call, paste(verb, which))
    }
  }
})

test_that("calibrations, their limits, bounds and sentences do not know the unit either", {
  at <- c(-1, 0.5, 2)
  sentences <- \(x) capture.output(explain(x))[-1]
  for (method in calibration_method_names) {
    fit_of <- \(trials) calibrate(trials$shared, method)
    expect_unit_free(\(trials) predict(fit_of(trials), at), method)
    expect_unit_free(\(trials) sentences(fit_of(trials)), paste(method, "sentences"))
    slow <- method %in% c("beta", "bigaussian", "spline", "kde")
    if (slow && !is_extended()) next
    for (by in c("trial", "source")) {
      limits <- \(trials) predict(fit_of(trials), at, level = 0.9, by = by)
      expect_unit_free(limits, paste(method, "limits by", by))
    }
  }
  for (verb in list(vcov, confint)) expect_unit_free(\(trials) verb(calibrate(trials$lr)), "fit")
  for (method in c("elub", "iv", "n_source")) {
    expect_unit_free(\(trials) coef(bound_lr(trials$shared, method = method)), method)
  }
  expect_unit_free(\(trials) sentences(bound_lr(trials$lr)), "sentences on bounds")
  new <- data.frame(value = 1, other = 1:2)
  expect_unit_free(\(trials) {
    predict(fuse(truth ~ value + other, trials$data, weight = "weight"), new, level = 0.9)
  }, "fusion")
  expect_unit_free(\(trials) {
    fit <- calibrate(truth ~ value | I(other), trials$data, scale = "score", weight = "weight")
    predict(fit, new, level = 0.9)
  }, "conditions")
  expect_unit_free(\(trials) {
    measures_by(trials$lr, rep(1:2, 30), "cllr", replicates = 20)
  }, "measures by condition")
})
