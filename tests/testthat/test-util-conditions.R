test_that("errors share their classes and name the function the user called", {
  x <- set_of(1, -1)
  scores <- set_of(1, -1, scale = "score")
  calls <- list(
    lr_set = \() lr_set(1:2, c(TRUE, NA), scale = "ln"),
    cllr = \() cllr(scores),
    cllr_h2 = \() cllr_h2(scores),
    cross_entropy_null = \() cross_entropy_null(2),
    ece_curve = \() ece_curve(x, Inf),
    tippett_curve = \() tippett_curve(x, style = "none"),
    useful_range = \() useful_range(scores),
    dev_pav = \() dev_pav(scores),
    misleading = \() misleading(x, level = 2),
    lr_histogram = \() lr_histogram(x, bins = 0),
    isotonic = \() isotonic(NA_real_),
    explain = \() explain(x, prior = 0),
    simulate_lr = \() simulate_lr(0, 1, s = 1),
    `[` = \() x[1]
  )
  for (name in names(calls)) {
    error <- rlang::catch_cnd(calls[[name]](), "error")
    expect_s3_class(error, "calibrant_error_input")
    expect_s3_class(error, "calibrant_error")
    expect_match(as.character(error$call[[1]]), name, fixed = TRUE, info = name)
  }
})

test_that("warnings share their classes and name the function the user called", {
  wrong <- set_of(c(-Inf, 1), -1)
  measures <- c("cllr", "cllr_h1", "cross_entropy", "effective_information", "ece_curve", "summary")
  for (f in measures) {
    warning <- rlang::catch_cnd(do.call(f, list(quote(wrong))), "warning")
    expect_s3_class(warning, "calibrant_warning_infinite")
    expect_s3_class(warning, "calibrant_warning")
    expect_match(as.character(warning$call[[1]]), f, fixed = TRUE)
  }
  undefined <- rlang::catch_cnd(dev_pav(set_of(1, -1)), "warning")
  expect_s3_class(undefined, "calibrant_warning")
})

test_that("errors say what to do", {
  expect_error(lr_set(c(1, NA), c(TRUE, FALSE), scale = "ln"), "Drop those trials")
  expect_error(lr_set(1:2, c("a", "b"), scale = "ln"), "h1 = \"b\"", fixed = TRUE)
  expect_error(cross_entropy_null(3), "3 / (1 + 3)", fixed = TRUE)
})

test_that("bad input leaves what exists untouched", {
  x <- random_set(1)
  before <- as.data.frame(x)
  try(x[1], silent = TRUE)
  try(cross_entropy(x, 7), silent = TRUE)
  try(x$value <- 0, silent = TRUE)
  expect_identical(as.data.frame(x), before)
})

test_that("memory that is not to be had is an error of its own", {
  expect_error(stop_memory(5e5), "500 000", class = "calibrant_error_memory")
})

test_that("the text of a warning is written when it is read, of what was the case", {
  warned <- function(n) {
    force(n)
    warn_calibrant("{n} trial{?s}.", x = "{.val {n + 1}} would do.", class = "calibrant_warning_x")
    n <- -1
    n
  }
  seen <- 0
  caught <- NULL
  expect_equal(withCallingHandlers(warned(2), calibrant_warning_x = \(cnd) {
    caught <<- cnd
    rlang::cnd_muffle(cnd)
  }), -1)
  expect_match(conditionMessage(caught), "2 trials", fixed = TRUE)
  expect_identical(caught$message, conditionMessage(caught))
  expect_identical(caught[["message"]], conditionMessage(caught))
  expect_match(rlang::cnd_message(caught), "3 would do")
  expect_match(conditionMessage(unserialize(serialize(caught, NULL))), "2 trials")
})

test_that("the text of a warning that is muffled is never written", {
  written <- 0
  write <- \() written <<- written + 1
  suppressWarnings(warn_calibrant("{write()}", class = "calibrant_warning_x"))
  expect_equal(written, 0)
})

test_that("a warning that nobody takes is noticed once and shown once", {
  code <- quote(withCallingHandlers(
    calibrant::cllr(calibrant::lr_set(h1 = c(-Inf, 1), h2 = c(-1, 0), scale = "ln")),
    warning = function(cnd) cat("noticed\n")
  ))
  script <- withr::local_tempfile(lines = deparse(code), fileext = ".R")
  rscript <- file.path(R.home("bin"), "Rscript")
  said <- system2(rscript, shQuote(script), stdout = TRUE, stderr = TRUE)
  expect_length(grep("noticed", said), 1)
  expect_length(grep("Warning message", said), 1)
  expect_length(grep("calibrant::cllr(", said, fixed = TRUE), 1)
})

test_that("warnings become errors where they are to", {
  code <- quote({
    options(warn = 2)
    calibrant::cllr(calibrant::lr_set(c(-Inf, 1, -1), c(TRUE, TRUE, FALSE), scale = "ln"))
  })
  script <- withr::local_tempfile(lines = deparse(code), fileext = ".R")
  rscript <- file.path(R.home("bin"), "Rscript")
  said <- suppressWarnings(system2(rscript, shQuote(script), stdout = TRUE, stderr = TRUE))
  expect_match(said, "converted from warning", all = FALSE)
  expect_equal(attr(said, "status"), 1L)
})

test_that("messages about texts of any length are short, and written at once", {
  long <- strrep("ab c", 2e5)
  wide <- strrep("\u00e4", 3e5)
  numbers <- c(1, 2, -1, 0)
  truth <- c("a", "a", "b", "b")
  frame <- stats::setNames(data.frame(numbers, c(1, 1, 0, 0)), c(long, "same"))
  file <- withr::local_tempfile(lines = c("score,truth", paste0(wide, ",1"), "1,0"))
  quote <- withr::local_tempfile(lines = c("score,truth", paste0("\"", wide), "1,0"))
  one_line <- withr::local_tempfile(lines = paste0("x", wide))
  calls <- list(
    \() lr_set(numbers, replace(truth, 1:2, long), scale = "ln"),
    \() lr_set(numbers, c("a", long, wide, "b"), scale = "ln"),
    \() lr_set(numbers, truth, scale = "ln", h1 = long), \() lr_set(numbers, truth, scale = wide),
    \() lr_set(same ~ score, frame, scale = "ln"), \() read_scores(file), \() read_scores(quote),
    \() read_scores(one_line),
    \() measures(lr_set(numbers, truth, scale = "ln", h1 = "a"), which = wide),
    \() validation_plan(accuracy = long), \() read_calibrant(wide)
  )
  for (call in of_turn(calls, 2)) {
    seconds <- system.time(found <- rlang::catch_cnd(call(), "error"))[["elapsed"]]
    expect_s3_class(found, "calibrant_error")
    expect_lt(nchar(conditionMessage(found)), 3000)
    expect_lt(seconds, 10)
  }
})

# All functions of the package, also those in tables such as those of answers.
functions_in <- function(x) {
  if (is.function(x)) return(list(x))
  if (is.list(x) && !is.object(x)) return(unlist(lapply(x, functions_in), use.names = FALSE))
  list()
}

# Calls of the verbs that look their words up, in an expression, with the names of records.
words_asked <- function(e) {
  if (is.function(e)) return(words_asked(list(formals(e), body(e))))
  if (!is.call(e) && !is.list(e) && !is.pairlist(e)) return(NULL)
  verb <- if (is.call(e) && is.name(e[[1]])) as.character(e[[1]]) else ""
  own <- switch(verb,
    refuse = , warn_of = , tell_of = , hint_of = e[[2]],
    refuse_if = , stop_criterion = e[[3]]
  )
  found <- if (is.character(own)) rlang::set_names(own, verb)
  c(found, unlist(lapply(as.list(e), \(part) if (!missing(part)) words_asked(part))))
}

names_inside <- function(e) {
  if (is.function(e)) return(names_inside(list(formals(e), body(e))))
  if (is.name(e)) return(as.character(e))
  if (!is.call(e) && !is.list(e) && !is.pairlist(e)) return(NULL)
  c(names(e), unlist(lapply(as.list(e), \(part) if (!missing(part)) names_inside(part))))
}

test_that("each refusal has its words, and all words are used", {
  known <- read_words("refusals.dcf")
  functions <- functions_in(mget(ls(asNamespace("calibrant"), all.names = TRUE),
    asNamespace("calibrant"), mode = "any"))
  asked <- unlist(lapply(functions, words_asked))
  expect_gt(length(known), 200)
  # All records of one name but the last have a condition; those without a text add bullets to them,
  # or to the text of criteria.
  has_text <- vapply(known, \(one) "" %in% names(one$text), NA) |
    names(known) %in% asked[endsWith(names(asked), "stop_criterion")]
  expect_setequal(names(known), names(known)[has_text])
  expect_length(unlist(lapply(known[!has_text], `[[`, "class")), 0)
  known <- known[has_text]
  hints <- asked[endsWith(names(asked), "hint_of")]
  for (cases in split(known, names(known))) {
    has_none <- unname(is.na(vapply(cases, `[[`, "", "when")))
    is_last <- seq_along(cases) == length(cases)
    # A hint may be left out.
    if (names(cases)[1] %in% hints) is_last <- is_last & has_none
    expect_identical(has_none, is_last)
  }
  expect_setequal(asked, names(known))
  classes <- lapply(known, `[[`, "class")
  verbs <- sub(".*[.]", "", names(asked))
  starts <- c(
    refuse = "error", refuse_if = "error", stop_criterion = "error",
    warn_of = "warning", tell_of = "message"
  )
  expect_setequal(verbs, c(names(starts), "hint_of"))
  expect_length(unlist(classes[hints]), 0)
  for (verb in names(starts)) {
    of_verb <- classes[names(classes) %in% asked[verbs == verb]]
    expect_true(all(startsWith(unlist(of_verb), paste0("calibrant_", starts[[verb]], "_"))))
    of_verb <- lapply(of_verb, setdiff, "calibrant_warning_slip")
    if (starts[[verb]] != "error") expect_true(all(lengths(of_verb) == 1))
  }
})

test_that("the words of a refusal name only what the refusing function knows", {
  known <- read_words("refusals.dcf")
  space <- asNamespace("calibrant")
  for (one in functions_in(mget(ls(space, all.names = TRUE), space, mode = "any"))) {
    for (name in unique(unlist(words_asked(one)))) {
      cases <- known[names(known) == name]
      text <- unlist(lapply(cases, `[[`, "text"))
      code <- unlist(regmatches(text, gregexpr("(?<=[{])[^{}.?][^{}]*(?=[}])", text, perl = TRUE)))
      code <- c(code, stats::na.omit(vapply(cases, `[[`, "", "when")))
      # Members of a list are not names of the function.
      code <- gsub("[$][[:alnum:]_.]+", "", code)
      needed <- all.vars(parse(text = code, keep.source = FALSE))
      there <- needed %in% names_inside(one) | vapply(needed, exists, NA, envir = space)
      expect_identical(needed[!there], character(), label = name)
    }
  }
})
