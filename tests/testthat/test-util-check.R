test_that("names missing values by their number and the first position", {
  check <- \(x) check_no_missing(x, "arg")
  expect_silent(check(c(1, Inf)))
  expect_error(check(c(1, NA, 3, NaN)), "2 of 4.*missing, the first at position 2")
  expect_error(check(c("a", NA)), "1 of 2.*missing, the first at position 2")
})

test_that("accepts counts that are whole and at least 1", {
  for (n in list(1, 30L, 1e9)) expect_silent(check_count(n, "n"))
  for (n in list(0, -1, 1.5, NA, NaN, Inf, "1", TRUE, NULL, 1:2)) {
    expect_error(check_count(n, "n"), class = "calibrant_error_input")
  }
})

test_that("accepts numbers between limits, ends excluded", {
  expect_silent(check_number(0.5, "x", above = 0, below = 1))
  for (x in list(0, 1, -3, NA, "0.5", c(0.2, 0.3), NULL)) {
    expect_error(check_number(x, "x", above = 0, below = 1), class = "calibrant_error_input")
  }
})

test_that("accepts probabilities, ends included", {
  expect_silent(check_prior(c(0, 0.3, 1)))
  for (prior in list(c(0, 1.01), -1e-9, NA_real_, "a", NULL)) {
    expect_error(check_prior(prior), class = "calibrant_error_input")
  }
})

test_that("accepts one of the choices", {
  expect_silent(check_choice("a", c("a", "b"), "x"))
  for (x in list("c", c("a", "b"), 1, NULL, NA_character_)) {
    expect_error(check_choice(x, c("a", "b"), "x"),
      class = "calibrant_error_input"
    )
  }
})

test_that("messages can speak of any object", {
  objects <- list(
    mean, globalenv(), quote(a), quote(a + b), y ~ x, new("numeric"), methods::getClass("numeric"),
    expression(a), data.frame(a = 1), matrix(1:4, 2), list(1), NULL, 1i, raw(2),
    as.Date("2020-01-01"),
    numeric(), letters, set_of(1, -1), NA
  )
  checks <- list(
    \(x) check_number(x, "x", above = 5), \(x) check_count(x, "x"), \(x) check_prior(x),
    \(x) check_points(x, "x"), \(x) check_flag(x, "x"),
    \(x) check_choice(x, "none", "x")
  )
  for (check in checks) {
    for (object in of_turn(setdiff(objects, list(NA)), 3)) {
      expect_error(check(object), class = "calibrant_error_input")
    }
  }
  expect_match(value_text(c(1, 2)), "1 and 2")
  expect_match(value_text(mean), "function")
})

test_that("counts have a limit that someone may mean", {
  expect_silent(check_count(100, "bins", most = 100))
  expect_error(check_count(101, "bins", most = 100), "at most 100", class = "calibrant_error_input")
  x <- set_of(c(1, 2), c(-1, -2))
  for (bins in c(.Machine$integer.max, 2^40, 1e308)) {
    expect_error(lr_histogram(x, bins = bins), class = "calibrant_error_input")
    expect_error(reliability_curve(x, bins = bins), class = "calibrant_error_input")
    expect_error(rule_decomposition(x, bins = bins), class = "calibrant_error_input")
    expect_error(posterior_histogram(x, bins = bins), class = "calibrant_error_input")
  }
  expect_error(measures(x, replicates = .Machine$integer.max), class = "calibrant_error_input")
})

test_that("there are no more folds than trials", {
  x <- set_of(c(1, 2, 0), c(-1, -2, 1))
  w <- loglik_set(diag(3)[rep(1:3, 4), ], rep(c("a", "b", "c"), 4), scale = "ln")
  for (folds in list(7, .Machine$integer.max, 2^40, 1e308, mean, expression(a))) {
    expect_error(cross_calibrate(x, folds = folds), class = "calibrant_error_input")
    expect_error(cross_calibrate(calibrate(x), folds = folds), class = "calibrant_error_input")
  }
  expect_error(cross_calibrate(w, folds = 13), class = "calibrant_error_input")
})

test_that("what is no input of a fusion and no size of a theme is refused", {
  inputs <- cbind(a = c(1, 0, 2, -1), b = c(0, 1, 1, 0))
  fit <- fuse(inputs, c(TRUE, FALSE, FALSE, TRUE), penalty = 0.1)
  for (object in list(mean, globalenv(), quote(a), y ~ x, expression(a), "a", list(1))) {
    expect_error(predict(fit, object), class = "calibrant_error_input")
    expect_error(generics::augment(fit, object), class = "calibrant_error_input")
    expect_error(theme_calibrant(object), class = "calibrant_error_input")
  }
  expect_error(theme_calibrant(11, 1), class = "calibrant_error_input")
  x <- loglik_set(diag(2) + 1, c("a", "b"), scale = "ln")
  expect_error(fuse(x, x, penalty = matrix(0.5)), class = "calibrant_error_input")
})

test_that("a vector of priors, points or thresholds must ask for something", {
  x <- set_of(c(1, 2), c(-1, -2))
  none <- numeric()
  for (call in list(
    \() cross_entropy(x, none), \() summary(x, none), \() explain(x, none), \() dcf(x, none),
    \() cost_curve(x, none), \() cost_curve(x, 0.5, c_miss = none), \() ece_curve(x, none),
    \() error_rates(x, none), \() turing_bounds(x, none), \() bayes_error(x, none),
    \() bound_curve(bound_lr(x), none), \() bayes_error_curve(x, none), \() posterior(x, none),
    \() det_curve(x, operating_points = none), \() bayes_threshold(none, scale = "ln"),
    \() effective_prior(none)
  )) {
    expect_error(call(), class = "calibrant_error_input", info = deparse(call))
  }
})

test_that("says how numbers come to be text", {
  say <- \(x) rlang::catch_cnd(check_numeric(x, "x"), "error") |> rlang::cnd_message()
  expect_match(say(c("0,01", "3,5")), "decimal comma")
  expect_match(say(c("0.01", "3.5")), "in quotes")
  expect_match(say(factor(c("0.01", "n/a"))), "except \"n/a\"")
  expect_match(say(structure(c(1, 2), class = "integer64")), "as.double")
  expect_no_match(say(letters), "quotes|comma")
})

test_that("whole numbers of 64 bits are nowhere read as the doubles that hold them", {
  big <- structure(c(1, 2, 3, -4) * 2^-1074, class = "integer64")
  h <- c(TRUE, FALSE, TRUE, FALSE)
  refused <- \(call) expect_error(call, "integer64", class = "calibrant_error_input")
  refused(lr_set(big, h, scale = "ln"))
  refused(lr_set(list2DF(list(v = big, h = h)), h ~ v, scale = "ln"))
  refused(lr_set(h1 = big, h2 = big, scale = "ln"))
  refused(lr_set(list(target = big, nontarget = big), scale = "ln"))
  refused(predict(calibrate(simulate_lr(50, 50)), big))
  refused(isotonic(big))
  refused(posterior(big, prior = 0.5, scale = "ln"))
})

test_that("what is no vector is refused wherever vectors are read", {
  objects <- list(mean, globalenv(), quote(a), quote(a + b), y ~ x, expression(a), list(1))
  p <- cbind(a = c(0.2, 0.6), b = c(0.8, 0.4))
  x <- loglik_set(log(p), c("a", "b"), scale = "ln")
  for (object in objects) {
    for (call in list(
      \() rule_score("brier", c(0.2, 0.6), object), \() rule_curve("brier", q = object),
      \() finite_decomposition(object, 0.4), \() finite_decomposition(p, c(0.5, 0.5), object),
      \() x[object], \() lr_set(1:2, object, scale = "ln"),
      \() lr_set(1:2, c(TRUE, FALSE), scale = "ln", system = object),
      \() nist_operating_points(object), \() as_lr_set(object),
      \() simulate_lr(10, 10, s = 1, system = object)
    )) {
      expect_error(call(), class = "calibrant_error_input", info = deparse(call))
    }
  }
  expect_error(rule_curve("brier", numeric()), class = "calibrant_error_input")
  expect_error(simulate_lr(2^40, 1, s = 1), class = "calibrant_error_input")
})

test_that("an argument that no one reads is refused in the same way by every method", {
  x <- random_set(1, n_h1 = 20, n_h2 = 30)
  many <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  fits <- list(calibrate(x), calibrate(many), bound_lr(x, method = "n_source"))
  calls <- c(
    lapply(c(cllr, cllr_min, eer, auc, ece_curve, det_curve, pav, measures, misleading, posterior,
      lr_strength, useful_range, calibrate, cost_curve), \(verb) \() verb(x, nonsense = 1)),
    lapply(c(cllr, cllr_min, cavg, calibrate, measures), \(verb) \() verb(many, nonsense = 1)),
    lapply(fits, \(fit) \() predict(fit, nonsense = 1)),
    list(\() lr_set(x, nonsense = 1), \() lr_set(x$value, x$truth, "ln", nonsense = 1))
  )
  for (call in calls) {
    expect_error(call(), class = "calibrant_error_dots", info = deparse(body(call)))
  }
  expect_no_error(cllr(x, ))
})

test_that("bytes that are no text are refused wherever a text is kept", {
  text <- "caf\xe9"
  plan <- \(...) validation_plan(accuracy = "cllr < 0.5", declared = "2026-01-01", ...)
  doors <- list(
    \() monitor(method = text), \() monitor(note = text),
    \() update(monitor(), 1, TRUE, "ln", note = text),
    \() monitor_scores(1:40, method = text), \() monitor_scores(1:40, note = text),
    \() plan(method = text), \() plan(method = "m", note = text), \() qualify(author = text)
  )
  for (door in doors) {
    expect_error(door(), "must be one non-empty string", class = "calibrant_error_input",
      info = deparse(body(door)))
  }
})

test_that("one number has neither dimensions nor a class of its own", {
  x <- simulate_lr(20, 20)
  for (one in list(matrix(0.5), structure(0.5, class = "unexpected"))) {
    expect_error(tippett_curve(x, level = one), class = "calibrant_error_input")
    expect_error(measures(x, level = one), class = "calibrant_error_input")
  }
  for (one in list(matrix(60), structure(60, class = "unexpected"))) {
    expect_error(plot_roc(x, marks = one, corners = TRUE), class = "calibrant_error_input")
  }
})

test_that("numbers with a class of their own are numbers on every grid", {
  odd <- structure(c(0.5, 1), class = "unexpected")
  x <- simulate_lr(30, 60, s = 2, stretch = 2)
  theory <- gaussian_system(2, shift = 1)
  bound <- suppressWarnings(bound_lr(x))
  drawn <- list(
    \(at) ece_curve(x, log10_prior_odds = at), \(at) bayes_error_curve(x, log10_prior_odds = at),
    \(at) ece_curve(theory, log10_prior_odds = at),
    \(at) bayes_error_curve(theory, log10_prior_odds = at),
    \(at) tippett_curve(theory, log10_lr = at), \(at) bound_curve(bound, log10_lr = at),
    \(at) turing_bounds(x, log10_lr = at),
    \(at) cost_reduction(matrix(c(0, 1, 2, 0), 2), prior = at / 2)
  )
  for (draw in drawn) expect_equal(draw(odd), draw(as.double(odd)))
  three <- loglik_set(log(matrix(c(2, 1, 1, 1, 3, 1, 1, 1, 4), 3, dimnames = list(NULL, 1:3))), 1:3)
  expect_equal(
    cavg_curve(three, log10_prior_odds = odd), cavg_curve(three, log10_prior_odds = as.double(odd))
  )
})

test_that("a billion numbers are refused before they are made", {
  x <- simulate_lr(20, 20, s = 2)
  for (ask in expression(
    cross_entropy(x, prior = 1:1e9), dcf(x, threshold = 1:1e9), ece_curve(x, 1:1e9),
    bayes_decision(x, prior = 1:1e9), lr_set(1:1e9, c(TRUE, FALSE), scale = "ln")
  )) {
    expect_error(eval(ask), class = "calibrant_error_input")
  }
})

test_that("names the cells that keep a column from being numbers", {
  hint <- \(x) tryCatch(check_numeric(x, "x"), error = conditionMessage)
  for (x in list(c("1,5", "-2,25", "#NV", " NA"), c("1.5", "#NV", "<0.01"), c("1,5", "{a}"))) {
    expect_match(hint(x), "Most are numbers, except \"(#NV|\\{a\\})\"")
    expect_match(hint(x), "na.strings")
  }
  expect_match(hint(c("1.5", "-1'000.5")), "marks of thousands")
  said <- list("<0.01" = "limit as its number", "#DIV/0!" = "formula", "1/20" = "one number",
    "50 %" = "share", "exclusion" = "LR of 0")
  for (word in setdiff(names(said), "#DIV/0!")) {
    expect_no_match(hint(c("1.5", word)), "thousands|na.strings")
  }
  for (word in names(said)) {
    expect_match(hint(c("1.5", word)), said[[word]])
    file <- withr::local_tempfile(lines = c("LR,truth", "2,same", paste0(word, ",different")))
    expect_error(read_scores(file, scale = "lr"), said[[word]], class = "calibrant_error_file")
  }
  expect_match(hint(c("50 %", "7 %")), "share")
  expect_match(hint(c("1,5", "-2,25")), "decimal commas")
  for (text in list(c("1,200", "34,000", "850"), c("1,234,567", NA), factor("2,500"))) {
    expect_match(hint(text), "thousands or decimals")
  }
  expect_match(hint(c("1,200", "34,5")), "decimal commas")
  expect_match(hint(c("1", "-Inf")), "numbers in quotes")
  expect_match(hint(c("1.5", "2")), "numbers in quotes")
  expect_no_match(hint(c("a", "b")), "numbers,")
})

test_that("a message on unused arguments lists only those that users can give", {
  package <- asNamespace("calibrant")
  functions <- Filter(is.function, mget(ls(package, all.names = TRUE), package))
  for_users <- c(getNamespaceExports(package), getNamespaceInfo(package, "S3methods")[, 3])
  is_for_users <- names(functions) %in% for_users
  known <- unlist(lapply(functions[is_for_users], \(f) names(formals(f))))
  internal <- Filter(\(f) "check_dots" %in% all.names(body(f)), functions[!is_for_users])
  expect_gt(length(internal), 0)
  for (name in names(internal)) {
    expect_identical(setdiff(names(formals(internal[[name]])), known), character(), info = name)
  }
  pair <- list(h1 = c(1, 2), h2 = c(-1, 0))
  refused <- \(..., why) {
    expect_error(lr_set(..., scale = "ln"), why, class = "calibrant_error")
  }
  refused(pair, foo = 1, why = "arguments are `scale`, ")
  refused(pair, h1 = "same", why = "`h1` has no effect here")
  refused(h1 = 1, h2 = 0, truth = TRUE, why = "`truth` has no effect here")
})

test_that("what to do is said of what is easily mistaken", {
  x <- simulate_lr(20, 20, s = 2)
  says <- \(expr) cli::ansi_strip(conditionMessage(rlang::catch_cnd(expr, "calibrant_error")))
  expect_match(says(measures(x, level = 95)), "0.95", fixed = TRUE)
  expect_match(says(explain(x, prior = "10%")), "0.1", fixed = TRUE)
  listed <- data.frame(truth = x$truth, llr = I(as.list(x$value)))
  expect_match(says(lr_set(truth ~ llr, listed, scale = "score")), "unlist")
  expect_match(says(lr_set(factor(1:4), x$truth[1:4], scale = "score")), "as.character")
  truth <- c("same", "Same ", "different", "different")
  expect_match(says(lr_set(4:1, truth, scale = "score", h1 = "same")), "trimws")
})

test_that("a choice that other packages call otherwise is named", {
  known <- list(
    method = calibration_method_names, scale = c(value_scales, "prob"),
    which = names(measure_kinds), type = c("log10", "prob")
  )
  told <- list(
    method = c(platt = "logistic", Isotonic = "pav", sigmoid = "logistic"),
    scale = c(loge = "ln", LRs = "lr", bits = "log2", posterior = "prob", distances = "score"),
    which = c(accuracy = "bayes_error", minDCF = "dcf_min", logloss = "cross_entropy"),
    type = c(proba = "prob")
  )
  for (name in names(told)) {
    for (word in names(told[[name]])) {
      expect_identical(meant_choice(word, known[[name]]), told[[name]][[word]], info = word)
    }
  }
  hint <- meant_hint("log", value_scales)
  expect_identical(hint, "Do you mean \"ln\" or \"log10\"?")
  two <- meant_hint(c("CLLR", "EER"), names(measure_kinds))
  expect_identical(two, "Do you mean \"cllr\" and \"eer\"?")
  # The file has our names first, each word once beside the same name.
  lines <- strsplit(readLines(system.file("elsewhere.txt", package = "calibrant")), " ")
  pairs <- unlist(lapply(lines, \(line) paste(line[1], line[-1])))
  expect_identical(pairs[duplicated(pairs)], character())
  theirs <- unlist(lapply(lines, `[`, -1))
  expect_identical(theirs, tolower(theirs))
})

test_that("a choice that is nearly right is named", {
  choices <- c("cllr", "cllr_min", "dcf_min", "auc", "eer", "misleading_h1")
  meant <- \(x) meant_choice(x, choices)
  expect_identical(meant("Cllr"), "cllr")
  expect_identical(meant("minDCF"), "dcf_min")
  expect_identical(meant("cllrmin"), "cllr_min")
  expect_identical(meant("Cllr.min"), "cllr_min")
  expect_identical(meant("EER"), "eer")
  expect_null(meant_hint(c(NA, "eer"), choices))
  expect_null(meant_hint("nonsense", character(0)))
  expect_match(meant_hint("jugde", c("judge", "plan")), "\"judge\"")
  expect_identical(meant("misleadng_h1"), "misleading_h1")
  expect_null(meant("FMR100"))
  expect_identical(meant("err"), "eer")
  expect_null(meant(""))
  x <- withr::with_seed(1, simulate_lr(30, 40, s = 1))
  expect_error(measures(x, which = "minDCF"), "mean \"dcf_min\"")
  expect_error(calibrate(x, method = "PAV"), "mean \"pav\"")
  expect_error(measures(x, which = "FMR100"), "error_rates", fixed = TRUE)
  expect_error(lr_set(1:2, c("same", "other"), h1 = "Same", scale = "ln"), "mean \"same\"")
  expect_error(predict(calibrate(x), newdta = 1), "mean \"newdata\"")
  expect_error(c(`{stop()}` = x, b = x)["{stop() }"], "mean", class = "calibrant_error_input")
})

# Methods of generics with arguments for any method, such as those of R, and methods that refuse all
# arguments.
takes_anything <- c(
  "print", "format", "as.character", "as.data.frame", "knit_print", "as_flextable", "ggplot_build",
  "[", "[["
)
refuses_all <- c(
  "refuse_verb", "stop_read_only", "as_lr_set.default", "lr_chunks.default", "lr_set.loglik_set",
  "retrain.default", "transform.calibrant_curve", "autoplot.calibrant_curve",
  "write_calibrant.default"
)
own_methods <- function() {
  all <- as.data.frame(asNamespace("calibrant")[[".__NAMESPACE__."]]$S3methods)
  all <- all[!all$V1 %in% takes_anything & !all$V3 %in% refuses_all, ]
  all$method <- mget(all$V3, asNamespace("calibrant"), ifnotfound = list(NULL))
  all[vapply(all$method, \(method) "..." %in% names(formals(method)), NA), ]
}

test_that("no method takes arguments that it does not look at", {
  methods <- own_methods()
  expect_gt(nrow(methods), 200)
  looks <- vapply(methods$method, \(method) any(grepl("^\\.\\.", all.names(body(method)))), NA)
  expect_identical(methods$V3[!looks], character())
})

test_that("a misspelt argument of a method is refused", {
  scores <- lr_set(c(2, 1, 0.5, 3, -1, 0, 0.7, -2), rep(c(TRUE, FALSE), each = 4), scale = "score")
  lr <- lr_set(c(2, 1, -1, 3, -1, 0, 0.7, -2), rep(c(TRUE, FALSE), each = 4), scale = "ln")
  objects <- list(
    lr, suppressWarnings(calibrate(scores)), bound_lr(lr), pav(lr), ece_curve(lr), det_curve(lr),
    gaussian_system(2), validation_plan(accuracy = "cllr < 0.5"), monitor(),
    measures(lr, "cllr", replicates = 0), scoring_rule("brier")
  )
  methods <- own_methods()
  # These methods combine all their arguments, or search for a formula first.
  joins <- methods$V1 %in% c("c", "fuse", "rbind") | methods$V2 == "data.frame"
  expected <- ifelse(joins, "calibrant_error_input", "calibrant_error_dots")
  for (object in objects) {
    for (i in of_turn(which(methods$V2 %in% class(object)), 3)) {
      expect_error(
        suppressWarnings(suppressMessages(methods$method[[i]](object, nonsense = 1))),
        class = expected[i], info = methods$V3[i]
      )
    }
  }
})

test_that("bytes that are no text are refused like any other wrong word", {
  x <- simulate_lr(10, 10, s = 1)
  for (word in list("a\xff", c("ECE", "\xe9"))) {
    for (verb in list(
      \(word) measures(x, which = word), \(word) bound_lr(x, method = word), \(word) x[word],
      \(word) dcf(x, word), \(word) validation_plan(accuracy = word),
      \(word) scoring_rule(word), \(word) validation_plan(method = word, accuracy = "cllr < 1"),
      \(word) lr_set(1:2, c(TRUE, FALSE), scale = word)
    )) {
      expect_error(verb(word), class = "calibrant_error_input")
    }
  }
  expect_match(value_text("a\xff"), "a<ff>", fixed = TRUE)
  latin <- "caf\xe9"
  Encoding(latin) <- "latin1"
  expect_match(value_text(latin), "caf\u00e9", fixed = TRUE)
})

test_that("a column that is not in its table is refused by every constructor", {
  d <- data.frame(x = c(2, 1, -0.5, 1, -1, -2), truth = rep(c(TRUE, FALSE), each = 3))
  refused <- function(expr) expect_error(expr, "does not exist", class = "calibrant_error_input")
  for (role in c("weight", "source1", "source2", "system", "id")) {
    asked <- rlang::set_names(list(quote(d$NOPE)), role)
    refused(eval(as.call(c(quote(lr_set), list(quote(d$x), quote(d$truth), scale = "ln"), asked))))
    refused(eval(as.call(c(quote(cllr), list(quote(d$x), quote(d$truth), scale = "ln"), asked))))
    refused(eval(as.call(c(quote(lr_set), list(truth ~ x, quote(d), scale = "ln"), asked))))
    refused(eval(as.call(c(
      quote(lr_set), list(h1 = quote(d$x[1:3]), h2 = quote(d$x[4:6]), scale = "ln"), asked
    ))))
  }
  refused(loglik_set(cbind(a = d$x, b = 0), ifelse(d$truth, "a", "b"), weight = d[["NOPE"]]))
  refused(conclusion_set(c("no", "yes"), c(TRUE, FALSE), examiner = d$NOPE))
  refused(fuse(cbind(a = d$x, b = rev(d$x)), d$truth, source1 = d$NOPE))
  refused(rule_score("brier", c(0.2, 0.7), truth = d$NOPE))
  refused(isotonic(1:6, d$NOPE))
  # Lists may lack a member, and unnecessary arguments are not evaluated.
  expect_equal(length(lr_set(d$x, d$truth, scale = "ln", weight = list()$NOPE)), 6)
  times <- 0
  table <- function() {
    times <<- times + 1
    d
  }
  lr_set(table()$x, table()$truth, scale = "ln", h1 = TRUE)
  expect_equal(times, 2)
})

test_that("mistakes in arguments are told before a package is asked for", {
  missing <- "calibrant_error_missing_package"
  local_replaced(check_package = \(...) stop_input("asked", class = missing))
  empty <- withr::local_tempdir()
  x <- lr_set(list(h1 = c(2, 1), h2 = c(-1, 0)), scale = "log10")
  file <- file.path(empty, "report.html")
  told <- list(
    \() lr_chunks(empty), \() lr_chunks("none.parquet"), \() lr_chunks("none.h5"),
    \() lr_chunks(file, format = "hdf5", chunk_rows = 0), \() lr_metric("cllrs"),
    \() lr_metric(prior = 2), \() read_calibrant("none.json"),
    \() validation_report(x, file, title = 3), \() validation_report(x, file, about = "all"),
    \() qualify("report.txt"), \() qualify(file, author = 3)
  )
  for (call in told) {
    refusal <- expect_error(call(), class = "calibrant_error")
    expect_false(inherits(refusal, missing), label = deparse(call))
  }
})

test_that("an argument that another choice leaves unused is refused", {
  x <- simulate_lr(30, 60)
  examiners <- conclusion_set(truth ~ conclusion, data = subset(black_box, part == "VID"),
    count = "n", h1 = "same", conclusions = c("Exclusion", "Inconclusive", "Individualization"))
  lr <- c(Exclusion = 0.01, Inconclusive = 1, Individualization = 50)
  model <- naive_bayes(matrix(c(3, 1, 2, 5), 2), c("a", "b"))
  unused <- expression(
    rate = threshold_at(x, rate = 0.1), rate = threshold_at(x, "eer", rate = 0.1),
    prior = threshold_at(x, "eer", prior = 0.2),
    c_fa = threshold_at(x, "fmr", rate = 0.1, c_fa = 2),
    bins = reliability_curve(x, method = "pav", bins = 5),
    breaks = reliability_curve(x, method = "pav", breaks = c(0, 0.2, 1)),
    level = reliability_curve(x, method = "pav", level = 0.9),
    band = reliability_curve(x, method = "pav", band = "simultaneous"),
    by = reliability_curve(x, method = "pav", by = "trial"),
    replicates = reliability_curve(x, method = "pav", replicates = 50),
    bins = plot_reliability(x, method = "pav", bins = 5),
    bins = reliability_curve(x, bins = 5, breaks = c(0, 0.5, 1)),
    bins = posterior_histogram(x, bins = 5, breaks = c(0, 0.5, 1)),
    monotone = measures(examiners, lr = lr, monotone = TRUE),
    prior_counts = measures(examiners, lr = lr, prior_counts = 1),
    prior_counts = lr_set(examiners, lr = lr, prior_counts = 1),
    lr = lr_set(examiners, lr = lr, scale = "score"),
    monotone = lr_set(examiners, scale = "score", monotone = TRUE),
    prior = predict(model, matrix(1:2, 1), type = "loglik", prior = c(0.5, 0.5)),
    hypothesis = autoplot(rule_curve("log"), show = "entropy", hypothesis = "h1"),
    tolerance = bayes_decision(c(0.2, 0.8), value = "cost", cost = diag(2), tolerance = 0.1)
  )
  for (i in seq_along(unused)) {
    words <- sprintf("`%s` has no effect here", names(unused)[i])
    input_error(eval(unused[[i]]), words)
  }
  expect_s3_class(reliability_curve(x, method = "pav", band = "calibrated", level = 0.9,
    replicates = 50), "reliability_curve")
  expect_s3_class(measures(examiners, lr = lr), "measures")
})

test_that("a path of any length is refused in words, without a warning of R", {
  long <- strrep("x", 20000)
  file <- system.file("extdata", "hud.txt", package = "calibrant")
  fit <- calibrate(simulate_lr(30, 60))
  calls <- list(
    \() read_scores(long), \() read_scores(file, key = long), \() read_scores(c(file, long)),
    \() read_scores(genuine = file, impostor = long), \() read_calibrant(long),
    \() lr_chunks(long), \() conclusion_set(long), \() validation_run(long),
    \() write_calibrant(fit, paste0(long, ".json")),
    \() validation_report(simulate_lr(30, 60), paste0(long, ".html"))
  )
  for (call in calls) {
    expect_no_warning(expect_error(call(), "4096 bytes", class = "calibrant_error_file"))
  }
  for (wrong in list(NA_character_, NA, 5)) {
    expect_error(validation_report(simulate_lr(30, 60), wrong), class = "calibrant_error_file")
    expect_error(write_calibrant(fit, wrong), class = "calibrant_error")
    expect_error(read_calibrant(wrong), class = "calibrant_error")
    expect_error(read_scores(wrong), class = "calibrant_error")
  }
})

test_that("a check names the argument as its caller writes it, unless another name is given", {
  space <- asNamespace("calibrant")
  default <- \(name) formals(space[[name]])$arg
  functions <- Filter(\(name) is.function(space[[name]]), ls(space, all.names = TRUE))
  named <- Filter(\(name) rlang::is_call(default(name), "caller_arg"), functions)
  expect_gt(length(named), 25)
  # Most checks refuse this object, and some need more arguments.
  refused <- structure(list("zzz"), class = "zzz")
  other <- list(
    choices = "a", n = 1, of = "x", low = 0, high = 1, data = data.frame(a = 1), column = "value",
    target = "cllr", must = "be right.", good = FALSE
  )
  wrong <- list(check_text = "\xff", check_filled = numeric(), check_no_empty = NA, check_flag = 2,
    read_column = "b",
    check_vector = diag(2), check_not_distribution = c(0.2, 0.3, 0.5), check_length = 1:2,
    read_if_path = "no file")
  for (name in named) {
    acuity <- wrong[[name]] %||% refused
    first <- deparse(default(name)[[2]])
    call <- as.call(c(list(space[[name]]), stats::setNames(list(quote(acuity)), first),
      other[intersect(names(formals(space[[name]])), names(other))]))
    words <- \(call) conditionMessage(expect_error(eval(call), class = "calibrant_error"))
    expect_match(words(call), "`acuity`", fixed = TRUE, info = name)
    call$arg <- "sharpness"
    expect_match(words(call), "`sharpness`", fixed = TRUE, info = name)
  }
})

test_that("named elements in another order are refused", {
  id <- sprintf("t%d", 1:20)
  named <- \(x, names = id) rlang::set_names(x, names)
  score <- named(stats::rnorm(20))
  truth <- named(rep(c(TRUE, FALSE), 10))
  expect_s3_class(lr_set(score, truth, scale = "ln"), "lr_set")
  expect_s3_class(lr_set(score, named(truth, rev(letters[1:20])), scale = "ln"), "lr_set")
  log_lik <- matrix(stats::rnorm(60), 20, dimnames = list(id, c("a", "b", "c")))
  class <- named(rep_len(c("a", "b", "c"), 20))
  weight <- named(rep(1:2, 10))
  said <- named(rep(c("yes", "no"), each = 10))
  refused <- list(
    \() lr_set(score, rev(truth), scale = "ln"),
    \() lr_set(score, truth, scale = "ln", weight = rev(weight)),
    \() lr_set(score, truth, scale = "ln", source1 = rev(said)),
    \() cllr(score, rev(truth), scale = "ln"),
    \() calibrate(score, rev(truth), scale = "score"),
    \() loglik_set(log_lik, rev(class), "ln"),
    \() conclusion_set(said, rev(truth))
  )
  for (call in refused) expect_error(call(), "order", class = "calibrant_error_input")
})

test_that("a level of significance is not taken for one of confidence", {
  x <- random_set(2)
  fit <- calibrate(x)
  pairs <- list(
    \(level) measures(x, "cllr", level = level, replicates = 20),
    \(level) predict(fit, 1, level = level), \(level) confint(fit, level = level),
    \(level) ece_curve(x, level = level, replicates = 20), \(level) pav(x, level = level),
    \(level) misleading(x, level = level), \(level) calibration_range(x, level = level),
    \(level) calibration_test(x, level = level, replicates = 19),
    \(level) reliability_curve(x, level = level), \(level) monitor(level = level),
    \(level) monitor_scores(1:20, level = level),
    \(level) plan_size(gaussian_system(2), half_width = 0.1, level = level),
    \(level) validation_plan(accuracy = "cllr < 1", level = level),
    \(level) calibration_measures(x, prior = 0.5, level = level),
    \(level) rule_of_30(level = level)
  )
  for (call in pairs) expect_error(call(0.05), "0.95", class = "calibrant_error_input")
})

test_that("all exports that take vectors say why a column that is not there is NULL", {
  table <- data.frame(llr = c(1.5, 0.4, -0.2, -1), truth = c(1, 1, 0, 0))
  # Those whose first argument is no vector of trials.
  names <- setdiff(getNamespaceExports("calibrant"), c("open_page", "rule_of_30"))
  values <- lapply(stats::setNames(nm = names), \(name) getExportedValue("calibrant", name))
  exports <- Filter(is.function, values)
  answer <- function(call, ...) {
    tryCatch(
      {
        suppressWarnings(suppressMessages(call(..., scale = "ln")))
        ""
      },
      error = conditionMessage
    )
  }
  take_vectors <- Filter(
    \(call) identical(names(formals(call))[1], "x") && answer(call, table$llr, table$truth) == "",
    exports
  )
  expect_gte(length(take_vectors), 20)
  for (name in names(take_vectors)) {
    call <- take_vectors[[name]]
    expect_match(answer(call, table$lrr, table$truth), "no such column", info = name)
    expect_match(answer(call, table$llr, table$trth), "no such column", info = name)
  }
  expect_match(answer(lr_set, h1 = table$lrr, h2 = 1), "no such column")
  expect_match(answer(lr_set, h1 = 1, h2 = table$lrr), "no such column")
})
