# Calls every exported function with bare or wrong arguments, as a new user does.
functions <- Filter(is.function, mget(
  sort(getNamespaceExports("calibrant")), asNamespace("calibrant"), inherits = TRUE
))
# Generics of other packages, with methods here.
functions <- functions[vapply(functions, \(one) {
  identical(environment(one), asNamespace("calibrant"))
}, NA)]

# NULL if a call gives a result or an error of our classes, otherwise the message of its error.
refusal <- function(...) {
  withr::local_options(warn = 0)
  said <- rlang::catch_cnd(utils::capture.output(suppressWarnings(suppressMessages(...))), "error")
  if (!is.null(said) && !inherits(said, "calibrant_error")) conditionMessage(said)
}

test_that("a call without arguments is answered, or refused in our words", {
  expect_gt(length(functions), 100)
  for (name in of_turn(names(functions), 6)) {
    expect_null(refusal(functions[[name]]()), info = name)
  }
})

test_that("a verb without the argument that it needs says that it is not given", {
  # Yardstick may also be missing; the table of verbal_scale() needs no LRs.
  needs <- Filter(\(verb) rlang::is_missing(as.list(formals(verb))[1][[1]]), functions)
  needs <- needs[!vapply(needs, \(verb) names(formals(verb))[1] == "...", NA)]
  for (name in setdiff(names(needs), c("lr_metric", "verbal_scale"))) {
    expect_error(needs[[name]](), class = "calibrant_error_not_given", info = name)
  }
  expect_gt(length(needs), 80)
  for (verb in list(explain, read_scores, isotonic)) {
    expect_error(verb(), class = "calibrant_error_not_given")
  }
})

test_that("a call with nothing but trials is answered, or refused in our words", {
  sets <- list(
    lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10"),
    loglik_set(log(prop.table(matrix(1:12, 6), 1)), factor(rep(c("a", "b"), 3))), 1, "a", NULL, NA
  )
  # qualify() would search for, or write, a file of this name.
  for (name in of_turn(setdiff(names(functions), "qualify"), 6)) {
    for (x in sets) expect_null(refusal(functions[[name]](x)), info = name)
  }
})

# One object for each class whose methods need further arguments.
objects_of_classes <- function() {
  value <- c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4)
  truth <- rep(c(TRUE, FALSE), each = 4)
  x <- lr_set(value, truth, scale = "log10")
  many <- loglik_set(log(prop.table(matrix(1:12, 6), 1)), factor(rep(c("a", "b"), 3)))
  said <- factor(rep(c("no", "yes", "yes", "no"), 2), c("no", "yes"))
  fit <- calibrate(x, penalty = 0.1)
  counts <- matrix(c(2, 0, 1, 3, 1, 0, 0, 2), 4, dimnames = list(NULL, c("x", "y")))
  list(
    x, many, conclusion_set(said, truth), fit, calibrate(many, penalty = 0.1), pav(x),
    naive_bayes(counts, c("a", "b", "a", "b")), monitor(), lr_tally(x, width = 0.5), measures(x),
    compare_systems(c(a = x, b = predict(fit, x)), replicates = 20),
    validation_plan(accuracy = "cllr < 1"), gaussian_system(1), scoring_rule("log"), truth ~ value,
    list(h1 = 1, h2 = 2), data.frame(truth, value), \(x) x, value, truth, said, "a",
    lr_chunks(\() NULL, \() NULL)
  )
}

test_that("a method with nothing but its object is answered, or refused in our words", {
  registered <- getNamespaceInfo("calibrant", "S3methods")
  objects <- objects_of_classes()
  internal <- "^([[$]|levels<-|names<-|restored$|keep_trials$|make_systems$)"
  walked <- character()
  for (i in which(!grepl(internal, registered[, 1]))) {
    method <- getS3method(registered[i, 1], registered[i, 2], TRUE, asNamespace("calibrant"))
    needed <- setdiff(names(Filter(rlang::is_missing, formals(method %||% \() NULL))), "...")
    if (length(needed) < 2) next
    class <- registered[i, 2]
    own <- Filter(\(x) class == "default" || inherits(x, class) || class == mode(x), objects)
    name <- paste(registered[i, 1], class, sep = ".")
    if (length(own) == 0) next
    expect_null(refusal(do.call(method, own[1])), info = name)
    walked <- c(walked, name)
  }
  expect_gt(length(walked), 40)
  expect_true(all(c("predict.pav", "predict.naive_bayes") %in% walked))
  expect_error(predict(pav(objects[[1]])), "newdata", class = "calibrant_error_not_given")
})

test_that("a refused argument is answered with all that hold for that object", {
  ns <- asNamespace("calibrant")
  registered <- getNamespaceInfo("calibrant", "S3methods")
  methods <- lapply(seq_len(nrow(registered)), \(i) {
    getS3method(registered[i, 1], registered[i, 2], TRUE, ns)
  })
  names(methods) <- registered[, 2]
  is_generic <- vapply(functions, \(f) "UseMethod" %in% all.names(body(f)), NA)
  verbs <- Filter(is.function, c(methods, functions[!is_generic]))
  verbs <- Filter(\(f) "..." %in% names(formals(f)), verbs)
  kinds <- suppressMessages(one_of_each_kind())
  checked <- 0
  for (i in of_turn(seq_along(verbs), 6)) {
    own <- setdiff(names(formals(verbs[[i]]))[-1], c("...", "new_data"))
    any_kind <- names(verbs)[i] %in% names(functions)
    for (x in Filter(\(x) any_kind || inherits(x, names(verbs)[i]), kinds)) {
      call <- \() suppressWarnings(suppressMessages(verbs[[i]](x, zzz = 1)))
      said <- rlang::catch_cnd(utils::capture.output(call()), "error")
      if (!inherits(said, "calibrant_error_dots")) next
      lost <- Filter(\(one) !grepl(sprintf("`%s`", one), conditionMessage(said)), own)
      expect_identical(lost, character(), info = deparse1(args(verbs[[i]])))
      checked <- checked + 1
      break
    }
  }
  expect_gt(checked, 20)
})

test_that("a verb of vectors lists its own arguments and those of the set", {
  for (constructor in names(set_verbs)) {
    for (verb in set_verbs[[constructor]]) {
      x <- if (constructor == "lr_set") c(2, 1, -1, -2) else diag(2)
      said <- rlang::catch_cnd(get(verb)(x, c(TRUE, TRUE, FALSE, FALSE), zzz = 1), "error")
      if (!inherits(said, "calibrant_error_dots")) next
      own <- names(formals(getS3method(verb, constructor)))[-1]
      for (one in setdiff(c(own, "truth", "scale"), "...")) {
        expect_match(conditionMessage(said), sprintf("`%s`", one), info = verb)
      }
    }
  }
  expect_error(dcf(1:2, c(TRUE, FALSE), "ln", zzz = 1), "`c_miss`.*`truth`")
  expect_error(plot_ece(1:2, c(TRUE, FALSE), "ln", zzz = 1),
    "`curves`.*`corrected`.*`truth`.*`hypotheses`")
})

test_that("verbs of several arguments say that the second is lost", {
  x <- lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10")
  fit <- calibrate(x, penalty = 0.1)
  watch <- monitor(groups = "a")
  lost <- list(
    \() information(), \() retrain(), \() retrain(fit), \() lr_chunks(), \() update(watch),
    \() update(watch, 1), \() update(watch, 1, TRUE), \() lr_chunks(\() NULL)
  )
  for (call in lost) expect_null(refusal(call()), info = deparse1(call))
  expect_error(retrain(fit), "rule", class = "calibrant_error_not_given")
  expect_error(lr_chunks(\() NULL), "rewind", class = "calibrant_error_not_given")
})

test_that("a level that leaves nothing for the ends is refused by every verb", {
  x <- lr_set(c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4), rep(c(TRUE, FALSE), each = 4), scale = "log10")
  fit <- calibrate(x, penalty = 0.1)
  for (level in c(1 - 2^-53, 1)) {
    asked <- list(
      \() confint(fit, level = level), \() rule_of_30(level = level),
      \() rule_of_30(level = c(0.5, level)), \() predict(fit, 1, level = level),
      \() measures(x, level = level),
      \() calibration_range(x, level = level), \() validation_plan("cllr < 1", level = level)
    )
    for (call in asked) {
      expect_error(suppressWarnings(call()), class = "calibrant_error_input", info = deparse1(call))
    }
  }
  expect_true(is.finite(rule_of_30(level = 1 - 2^-52)))
})
