# The walk of `make heeded` over the fast functions; CALIBRANT_EXTENDED walks over all.
test_that("every argument is heeded or refused, and every call of the walk runs", {
  root <- normalizePath(test_path("..", ".."))
  file <- file.path("tests", "robustness", "heeded.R")
  skip_if_not(file.exists(file.path(root, file)), "sources are not here")
  for (package in c("hdf5r", "RSQLite", "nanoparquet", "svglite")) skip_if_not_installed(package)
  withr::local_dir(root)
  walker <- new.env()
  suppressMessages(suppressWarnings(sys.source(file, walker)))
  quick <- "^(dcf|bayes_(dec|thr)|error_rates|threshold_at|isotonic|rule_score|scoring_rule|read_)"
  forms <- c(walker$all_forms, walker$further_forms)
  all <- identical(Sys.getenv("CALIBRANT_EXTENDED"), "true")
  found <- walker$walk(Filter(\(form) all || grepl(quick, deparse1(form)), forms))
  bad <- found$judged[!found$judged$is %in% c("heeded", "refused"), ]
  expect_identical(sprintf("%s(%s =) is %s", bad$verb, bad$argument, bad$is), character())
  expect_identical(as.character(found$broken), character())
  expect_gt(nrow(found$judged), 40)
})

# Weights are relative: another unit must not change results, except numbers of trials.
weighted_trials <- function(unit) {
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), c(25, 35))
  value <- rnorm(60, ifelse(truth, 1, -1))
  weight <- unit * rep(c(0.5, 1, 2), 20)
  set <- \(...) lr_set(..., truth, weight = weight, sure = TRUE)
  list(
    lr = set(value, scale = "ln"),
    shared = set(value, scale = "ln", source1 = rep(1:12, 5), source2 = rep(12:1, 5)),
    scores = set(value + 3, scale = "score"),
    data = data.frame(truth, value, other = rnorm(60, truth), weight)
  )
}

is_number_of_trials <- \(name) grepl("^(n|n_.*|h[12]|weight.*|total|trials?|count)$", name)

unit_free <- function(x) {
  if (inherits(x, "lr_set")) x <- as.data.frame(x)
  if (inherits(x, "ggplot") || is.function(x) || is.environment(x)) return(NULL)
  attributes(x) <- attributes(x)[intersect(names(attributes(x)), c("names", "dim"))]
  if (!is.list(x)) return(unname(x))
  kept <- !vapply(names(x) %||% rep("", length(x)), is_number_of_trials, NA)
  lapply(x[kept], unit_free)
}

outcome <- function(compute) {
  set.seed(2)
  tryCatch(suppressMessages(suppressWarnings(unit_free(compute()))),
    calibrant_error = \(cnd) class(cnd)[1]
  )
}

expect_unit_free <- function(compute, label) {
  found <- lapply(c(1, 100), \(unit) outcome(\() compute(weighted_trials(unit))))
  expect_equal(found[[2]], found[[1]], tolerance = 1e-6, label = label)
}

verbs_of_sets <- function(argument = NULL) {
  method <- \(verb) utils::getS3method(verb, "lr_set", TRUE, asNamespace("calibrant"))
  verbs <- Filter(\(verb) is.function(method(verb)), sort(getNamespaceExports("calibrant")))
  apart <- c("data_hash", "lr_set", "lr_tally", "validation_report", "open_page", "qualify",
    "sample_trials")
  has <- \(verb) is.null(argument) || argument %in% names(formals(method(verb)))
  Filter(has, setdiff(verbs, apart))
}

test_that("all verbs of a set give the same whatever the unit of its weights is", {
  asked <- list(replicates = 20, level = 0.9, prior = 0.2)
  # Numbers of errors.
  counts <- c("confusion", "prbep")
  for (verb in setdiff(verbs_of_sets(), counts)) {
    method <- utils::getS3method(verb, "lr_set", envir = asNamespace("calibrant"))
    further <- asked[intersect(names(asked), names(formals(method)))]
    if (verb %in% c("measures", "compare_systems")) further$which <- c("cllr", "auc", "dcf")
    for (which in of_turn(c("lr", "shared", "scores"), 3)) {
      ask <- \(trials) {
        x <- trials[[which]]
        do.call(verb, c(list(if (verb == "compare_systems") c(a = x, b = x) else x), further))
      }
      expect_unit_free(ask, paste(verb, which))
    }
  }
})

test_that("calibrations, their limits, bounds and sentences do not know the unit either", {
  at <- c(-1, 0.5, 2)
  for (method in of_turn(calibration_method_names, 2)) {
    fit_of <- \(trials) calibrate(trials$shared, method)
    expect_unit_free(\(trials) predict(fit_of(trials), at), method)
    if (method %in% c("bigaussian", "spline", "kde")) next
    expect_unit_free(\(trials) predict(fit_of(trials), at, level = 0.9), paste(method, "limits"))
    expect_unit_free(\(trials) capture.output(explain(fit_of(trials)))[-1], paste(method, "words"))
  }
  expect_unit_free(\(trials) vcov(calibrate(trials$lr)), "covariance")
  expect_unit_free(\(trials) confint(calibrate(trials$lr)), "confidence limits")
  for (method in c("elub", "iv", "n_source")) {
    expect_unit_free(\(trials) coef(bound_lr(trials$shared, method = method)), method)
  }
  expect_unit_free(\(trials) {
    fit <- fuse(truth ~ value + other, trials$data, weight = "weight")
    predict(fit, data.frame(value = 1, other = 1:2), level = 0.9)
  }, "fusion")
  expect_unit_free(\(trials) {
    fit <- calibrate(truth ~ value | I(other), trials$data, scale = "score", weight = "weight")
    predict(fit, data.frame(value = 1, other = 1:2), level = 0.9)
  }, "conditions")
})

test_that("a set of probabilities has one prior, and each verb heeds it or the one given", {
  set.seed(3)
  truth <- rep(c(TRUE, FALSE), c(20, 40))
  risks <- \() lr_set(plogis(rnorm(60, 2 * truth - 1.5)), truth, scale = "prob", prior = 0.3)
  x <- risks()
  other <- risks()
  # The defaults of these are several priors, for curves and evaluations.
  several <- c("cost_curve", "dcf_table")
  for (verb in verbs_of_sets("prior")) {
    rule <- if (startsWith(verb, "rule_")) list(rule = "brier")
    more <- if (verb %in% c("measures", "compare_systems")) list(which = "dcf", replicates = 20)
    if (verb == "calibration_test") more <- list(statistic = "ece_gap", replicates = 20)
    one <- if (verb %in% c("fuse", "compare_systems")) c(a = x, b = other) else x
    call <- \(...) outcome(\() do.call(verb, c(list(one), rule, more, list(...))))
    if (!verb %in% several) expect_equal(call(prior = 0.3), call(), label = verb)
    expect_false(isTRUE(all.equal(call(prior = 0.3), call(prior = 0.6))), label = verb)
  }
})

test_that("one identifier makes clusters wherever items can be drawn", {
  set.seed(5)
  truth <- rep(c(TRUE, FALSE), each = 200)
  item <- rep(1:100, each = 4)
  value <- 2.5 * (rnorm(400, 2 * truth - 1, 1.4) + 0.5 * rnorm(100)[item])
  plain <- lr_set(value, truth, scale = "ln")
  sets <- list(
    lr_set(value, truth, scale = "ln", source1 = item),
    lr_set(value, truth, scale = "ln", source2 = item)
  )
  # Words, and pairs of systems.
  apart <- c("explain", "compare_systems")
  for (verb in of_turn(setdiff(verbs_of_sets("by"), apart), 2)) {
    method <- utils::getS3method(verb, "lr_set", envir = asNamespace("calibrant"))
    asked <- list(replicates = 20, which = "cllr", level = 0.9, factor = 4)
    asked <- asked[intersect(names(asked), names(formals(method)))]
    call <- \(x) outcome(\() do.call(verb, c(list(x), asked)))
    for (x in sets) expect_false(isTRUE(all.equal(call(x), call(plain))), label = verb)
  }
})

test_that("a column that is not there is refused by every function that takes a formula", {
  data <- data.frame(truth = rep(c(TRUE, FALSE), 10), s = rnorm(20), t = rnorm(20))
  apart <- c("as_lr_set", "augment", "autoplot", "explain", "glance", "tidy")
  for (verb in of_turn(setdiff(c("lr_set", verbs_of_sets()), apart), 4)) {
    formula <- if (verb == "fuse") truth ~ s + t else truth ~ s
    roles <- c("source1", "source2", "weight", if (verb != "fuse") c("system", "id"))
    for (role in roles) {
      call <- c(list(formula, data = data, scale = "ln"), rlang::set_names(list("NOPE"), role))
      found <- tryCatch(suppressWarnings(do.call(verb, call)), error = identity)
      expect_s3_class(found, "calibrant_error_input")
    }
  }
})

test_that("a threshold is on the scale of the set", {
  set.seed(4)
  truth <- rep(c(TRUE, FALSE), c(20, 40))
  ln <- rnorm(60, 2 * truth - 1)
  at <- c(-1, 0.25)
  sets <- list(
    ln = list(lr_set(ln, truth, scale = "ln"), at),
    log10 = list(lr_set(ln / log(10), truth, scale = "log10"), at / log(10)),
    log2 = list(lr_set(ln / log(2), truth, scale = "log2"), at / log(2)),
    lr = list(lr_set(exp(ln), truth, scale = "lr"), exp(at)),
    prob = list(lr_set(plogis(ln), truth, scale = "prob", prior = 0.5), plogis(at))
  )
  numbers <- \(found) {
    if (is.list(found)) unname(found[!grepl("^(threshold|log10_lr)", names(found))]) else found
  }
  for (verb in c("error_rates", "dcf", "cost_curve", "confusion")) {
    found <- lapply(sets, \(one) lapply(seq_along(at), \(k) {
      numbers(outcome(\() do.call(verb, list(one[[1]], threshold = one[[2]][k]))))
    }))
    for (scale in names(sets)) expect_equal(found[[scale]], found$ln, label = paste(verb, scale))
    expect_false(isTRUE(all.equal(found$ln[[1]], found$ln[[2]])), label = verb)
  }
  # A risk on any scale.
  for (verb in c("murphy_curve", "calibration_measures")) {
    found <- lapply(sets, \(one) outcome(\() do.call(verb, list(one[[1]], prior = 0.5,
      threshold = 0.3))))
    for (scale in names(sets)) {
      expect_equal(found[[scale]], found$ln, label = paste(verb, scale), tolerance = 1e-6)
    }
  }
  expect_setequal(verbs_of_sets("threshold"), c("error_rates", "dcf", "cost_curve", "confusion",
    "murphy_curve", "calibration_measures"))
})

test_that("a column that a table lacks is refused in every argument of every call", {
  root <- normalizePath(test_path("..", ".."))
  file <- file.path("tests", "robustness", "heeded.R")
  skip_if_not(file.exists(file.path(root, file)), "sources are not here")
  for (package in c("hdf5r", "RSQLite", "nanoparquet", "svglite")) skip_if_not_installed(package)
  withr::local_dir(root)
  walker <- new.env()
  suppressMessages(suppressWarnings(sys.source(file, walker)))
  # Arguments that do not describe trials; `c()` drops those that are NULL.
  verbs <- c("gaussian_system", "nist_operating_points", "read_scores", "lr_chunks", "verbal_scale",
    "system_record", "theme_calibrant", "c", "validation_report", "qualify", "open_page")
  apart <- c("explain which", "calibrate data", "calibrate conditions", "conclusion_set columns")
  forms <- c(walker$all_forms, walker$further_forms)
  forms <- Filter(\(form) !walker$head_of(form) %in% verbs, forms)
  pairs <- do.call(rbind, lapply(seq_along(forms), \(k) {
    argument <- suppressWarnings(walker$arguments_of(forms[[k]]))
    if (length(argument) > 0) data.frame(verb = walker$head_of(forms[[k]]), argument, form = k)
  }))
  pairs$key <- paste(pairs$verb, pairs$argument)
  pairs <- pairs[!duplicated(pairs$key) & !pairs$key %in% apart, ]
  expect_gt(nrow(pairs), 500)
  outcome <- vapply(of_turn(seq_len(nrow(pairs)), 6), \(i) {
    form <- forms[[pairs$form[i]]]
    attributes(form) <- list(names = names(form))
    form[[pairs$argument[i]]] <- quote(trials$NOPE)
    found <- tryCatch(
      suppressWarnings(suppressMessages(eval(form, new.env(parent = walker$objects)))),
      error = identity
    )
    if (inherits(found, "calibrant_error")) "" else pairs$key[i]
  }, "")
  expect_identical(outcome[outcome != ""], character())
})
