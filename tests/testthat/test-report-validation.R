labels_of_axes <- function(plot) {
  panel <- ggplot2::ggplot_build(plot)$layout$panel_params[[1]]
  as.character(c(panel$x$get_labels(), panel$y$get_labels()))
}

test_that("a report in HTML stands by itself, and holds the numbers", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  x <- reported_set()["mvn"]
  plan <- validation_plan(
    method = "Glass & co", calibration = "cllr_cal < 0.05 by estimate", replicates = 40,
    declared = "2026-03-01"
  )
  file <- withr::local_tempfile(fileext = ".html")
  validation_report(x, file, plan, prior = 0.2, author = "A. Person", replicates = 40)
  html <- gsub("\\s+", " ", paste(readLines(file, warn = FALSE), collapse = "\n"))
  for (part in c(
    data_hash(x), data_hash(plan), "Glass &amp; co", "A. Person", "one &lt;window&gt;",
    "0 met, 1 not met", "<td[^>]*>Fail"
  )) expect_true(grepl(part, html), label = part)
  # HTML 5 has no such attribute.
  expect_no_match(html, "<t[dh][^>]* align=")
  expect_false(grepl("(src|href)=\"(http|//|[a-z]+[.](png|css|js))", html))
  contents <- regmatches(html, regexpr("id=\"TOC\".*?</(div|nav)>", html, perl = TRUE))
  expect_length(gregexpr("<ul>", contents)[[1]], 1)
  images <- regmatches(html, gregexpr("<img [^>]*>", html))[[1]]
  expect_length(images, 8)
  expect_true(all(grepl("src=\"data:image/png", images) & grepl("alt=\"[^\"]{40,}\"", images)))
})

test_that("reports speak German", {
  answers <- with_words_of("de", words_for("question"))
  expect_match(answers[["tested"]], "Was wurde")
  german <- with_words_of("de", lines_of(report_of(reported_set()["mvk"]), "scope"))
  expect_match(german, "Ein Likelihood-Quotient")
  expect_match(say("report.lang"), "en")
})

test_that("numbers of a German report have commas, in pictures too", {
  skip_unless_extended()
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  withr::local_language("de")
  x <- reported_set()["mvk"]
  file <- withr::local_tempfile(fileext = ".html")
  validation_report(x, file, prior = 0.125, replicates = 20)
  expect_identical(getOption("OutDec"), ".")
  html <- paste(readLines(file, warn = FALSE), collapse = " ")
  versions <- "R [0-9.]+, calibrant [0-9.]+|Weitere Pakete: [^<]*"
  text <- gsub(paste0("<head>.*</head>|", versions, "|<[^>]*>"), "", html)
  expect_match(text, "12,5.%")
  expect_identical(regmatches(text, gregexpr("\\b[0-9]+[.][0-9]+", text))[[1]], character())
  ticks <- with_decimal_mark(lapply(report_pictures(report_of(x)), \(p) labels_of_axes(p$plot)))
  expect_false(any(grepl("[0-9][.]", unlist(ticks))))
  expect_match(unlist(ticks), ",", all = FALSE)
})

test_that("what cannot be reported is refused", {
  x <- reported_set()
  refused <- \(class, ...) expect_error(validation_report(...), class = class)
  refused("calibrant_error_score", lr_set(c(2, 1), c(TRUE, FALSE), scale = "score"), "a.html")
  refused("calibrant_error_file", x, "a.txt")
  refused("calibrant_error_file", x, file.path(tempdir(), "nowhere", "a.html"))
  refused("calibrant_error_input", x, "a.html", prior = 1)
  refused("calibrant_error_input", x, "a.html", language = 3)
  refused("calibrant_error_input", x, "a.html", plan = 3)
  refused("calibrant_error_plan", x, "a.html", title = 3)
  refused("calibrant_error_input", x, "a.html", about = "scope")
  refused("calibrant_error_input", x, "a.html", about = list(scopes = "all"))
  refused("calibrant_error_plan", x, "a.html", about = list(scope = 1:2))
})

test_that("a plan that names its method allows no other name", {
  named <- \(words, ...) {
    plan <- validation_plan(..., accuracy = "cllr < 1", replicates = 10)
    report_head(list(method = words), structure(list(), plan = plan))$method
  }
  expect_identical(named(NULL, method = "A"), "A")
  expect_identical(named("A", method = "A"), "A")
  expect_identical(named("B"), "B")
  expect_error(named("B", method = "A"), "plan says \"A\", `method` says \"B\"",
    class = "calibrant_error_plan")
})

test_that("the report on many classes has their numbers, pictures and decisions", {
  skip_unless_extended()
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  file <- withr::local_tempfile(fileext = ".html")
  plan <- validation_plan(
    accuracy = "misclassification < 60 % by estimate", classes = set_classes(x), replicates = 20
  )
  suppressWarnings(
    validation_report(x["lda"], file, plan, title = "Types of glass", replicates = 20)
  )
  text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  parts <- c("Types of glass", "Misclassified", "Trials of class", data_hash(x["lda"]), "Yes\\.")
  for (part in parts) expect_match(text, part)
  expect_length(gregexpr("<img ", text)[[1]], 4)
  expect_error(validation_report(x["lda"], file, prior = 0.5), class = "calibrant_error_input")
})

test_that("a matrix that was edited, or is of other data, makes no report", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  x <- withr::with_seed(1, simulate_lr(60, 300, s = 1, stretch = 4))
  good <- withr::with_seed(2, simulate_lr(200, 2000, s = 3))
  plan <- validation_plan(
    accuracy = "cllr < 0.5", calibration = "cllr_cal < 0.05", robustness = "auc >= 0.9 * baseline",
    data = list(baseline = list(lab = x), robustness = list(dirty = good)), replicates = 20
  )
  found <- validation_run(plan, lab = x, dirty = good)
  expect_no_error(check_matrix_of(found, x))
  own <- attr(found, "data")
  alter <- \(i, column, value) {
    found[[column]][i] <- value
    found
  }
  numbers <- setdiff(matrix_numbers, c("prior", "result", "baseline"))
  edited <- unlist(recursive = FALSE, list(
    lapply(numbers, \(column) alter(1, column, found[[column]][1] %in% NA + 0.123)),
    lapply(c("corrected", "baseline_corrected", "bound", "margin"), \(column) {
      alter(3, column, 0.123)
    }),
    lapply(seq_along(found$decision), \(i) {
      alter(i, "decision", setdiff(c("pass", "fail"), found$decision[i])[1])
    }),
    lapply(c("criterion", "condition", "characteristic", "measure"), \(column) {
      alter(1, column, rev(found[[column]])[1])
    }),
    lapply(which(found$decision == "fail"), \(i) alter(i, "decision", "undecided")),
    lapply(setdiff(matrix_numbers, c("baseline", "baseline_corrected")), \(column) {
      alter(1, column, -Inf)
    }),
    lapply(c("lower", "upper", "margin_upper"), \(column) alter(1, column, Inf)),
    list(
      structure(found, data = replace(own, "n_h1", own$n_h1 + 1)),
      structure(found, data = replace(own, "sha256", rev(own$sha256))),
      structure(found[c(2, 1, 3), ], plan = attr(found, "plan"), data = own),
      alter(1:3, "decision", "pass"), alter(1, "prior", 0.3)
    )
  ))
  file <- withr::local_tempfile(fileext = ".html")
  for (i in seq_along(edited)) {
    refuse <- \() validation_report(x, file, plan = edited[[i]])
    expect_error(refuse(), class = "calibrant_error", info = i)
  }
  other <- withr::with_seed(3, simulate_lr(60, 300, s = 1))
  expect_error(
    validation_report(other, file, plan = found), class = "calibrant_error_data_changed"
  )
  # A result without a decision is computed again.
  for (i in 1:2) {
    expect_error(validation_report(x, file, plan = alter(i, "result", found$result[i] * 0.9)),
      class = "calibrant_error_damaged")
  }
  results <- lapply(1:2, \(i) alter(i, "result", found$result[i] * 0.9))
  counted <- structure(found, data = replace(own, "n_h1", own$n_h1 + 1))
  for (matrix in c(edited[1:19], results, list(alter(3, "baseline", 0.5), counted))) {
    expect_error(print(matrix), class = "calibrant_error")
    expect_error(write_calibrant(matrix, file), class = "calibrant_error")
    expect_error(ggplot2::autoplot(matrix), class = "calibrant_error")
    expect_error(system_record("voices", matrix), class = "calibrant_error")
  }
  expect_false(file.exists(file))
})

test_that("sets without a plan, and settings that a report does not use, are refused", {
  file <- withr::local_tempfile(fileext = ".html")
  x <- set_of(c(1, 2, 3), c(-1, -2, 1.5))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10)
  for (sets in list(1, NULL, list(1), x)) {
    for (carried_out in list(NULL, plan)) {
      expect_error(validation_report(x, file, carried_out, sets = sets), "`sets` must be",
        class = "calibrant_error_input")
    }
  }
  expect_error(validation_report(x, file, sets = list(dirty = x)), "needs a .plan.")
  if (rlang::is_installed(c("rmarkdown", "knitr"))) {
    expect_error(validation_report(x, file, plan, sets = list(dirty = x)),
      class = "calibrant_error_condition")
  }
  expect_error(check_validation(file, x), class = "calibrant_error_file")
  said <- conclusion_set(rep(c("a", "b"), 6), rep(c(TRUE, FALSE), 6))
  for (wrong in list(list(replicates = -1), list(level = 3), list(threads = "q"))) {
    expect_error(do.call(validation_report, c(list(said, file), wrong)),
      paste0("`", names(wrong), "`"), class = "calibrant_error_input")
  }
})

test_that("an edited matrix that was sealed anew is refused where its data tell", {
  x <- withr::with_seed(1, c(simulate_lr(60, 90, s = 2, system = "a"),
    simulate_lr(60, 90, s = 1, system = "b")))
  plan <- validation_plan(accuracy = "cllr < 0.8", calibration = "cllr_cal < 0.05",
    declared = "2026-01-01", replicates = 10)
  found <- validation_run(plan, x)
  sealed <- \(rows = as.data.frame(found), data = attr(found, "data"), plan = attr(found, "plan")) {
    new_validation_matrix(rows, plan, data, attr(found, "version"))
  }
  rows <- as.data.frame(found)
  own <- attr(found, "data")
  alter <- \(i, ...) {
    values <- list(...)
    rows[i, names(values)] <- values
    sealed(rows)
  }
  expect_no_error(check_matrix_of(sealed(), x))
  named <- \(levels) {
    levels(rows$system) <- levels
    sealed(rows)
  }
  edited <- list(
    `systems exchanged` = named(c("b", "a")), `a system renamed` = named(c("a", "c")),
    `a system left out` = sealed(droplevels(rows[rows$system == "a", ])),
    `a row left out` = sealed(rows[-1, ]), `a row twice` = sealed(rows[c(1, 1:4), ]),
    `rows in another order` = sealed(rows[4:1, ]),
    `said to be declared` = sealed(data = transform(own, declared = TRUE)),
    `more trials` = sealed(data = transform(own, n_h2 = 10 * n_h2)),
    `other data` = sealed(data = transform(own, sha256 = strrep("0", 64))),
    `hash in capitals` = sealed(data = transform(own, sha256 = toupper(sha256))),
    `another condition` = sealed(transform(rows, condition = "worn")),
    `a decision` = alter(1, decision = setdiff(decision_levels, rows$decision[1])[1]),
    `no decision` = alter(1, decision = NA), `a result` = alter(1, result = rows$result[1] * 0.9),
    `a result with its margin` = alter(1, result = rows$result[1] * 0.9,
      corrected = rows$corrected[1] * 0.9, margin = 0.8 - rows$corrected[1] * 0.9),
    `a limit` = alter(1, upper = rows$upper[1] * 0.99), `a bound` = alter(1, bound = 0.9),
    `a criterion by other letters` = alter(1, criterion = "\u0441llr < 0.8"),
    `a criterion in other digits` = alter(1, criterion = "cllr < .8"),
    `another measure` = alter(1, measure = "cllr_min"), `a prior` = alter(1, prior = 0.3),
    `limits exchanged` = sealed(transform(rows, lower = upper, upper = lower)),
    `another plan` = sealed(plan = validation_plan(accuracy = "cllr < 0.9",
      calibration = "cllr_cal < 0.05", declared = "2026-01-01", replicates = 10))
  )
  for (name in names(edited)) {
    expect_error(check_matrix_of(edited[[name]], x), class = "calibrant_error", info = name)
  }
  others <- list(x["a"], x[-1], rev(x), with_fields(x, list(truth = !x$truth)),
    with_fields(x, list(weight = rep(1, length(x)))), with_values(x, x$value / 2, x$scale),
    with_values(x, x$value, setdiff(c("ln", "log10"), x$scale)[1]),
    with_values(x, x$value * (1 + 1e-15), x$scale))
  for (i in seq_along(others)) {
    expect_error(check_matrix_of(found, others[[i]]), class = "calibrant_error", info = i)
  }
  expect_gte(length(edited) + length(others), 30)
})
