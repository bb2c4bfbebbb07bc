skip_if_not_installed("rmarkdown")
skip_if_not(rmarkdown::pandoc_available("2.0"))

# Two pictures suffice for these tests.
drawn <- report_pictures
two_pictures <- \(report) drawn(report)[c("ece", if (!is.null(report$judged)) "matrix")]

# A report with everything that a laboratory sends. Repeated computations are cached, because most
# attacks do not change the data.
sent <- local({
  local_replaced(report_pictures = two_pictures)
  withr::local_seed(1)
  truth <- rep(c(TRUE, FALSE), c(30, 50))
  training <- lr_set(rnorm(80, 2 * truth), truth, scale = "score")
  fit <- calibrate(training)
  scores <- lr_set(rnorm(80, 2 * truth), truth, scale = "score", id = sprintf("t%02d", 1:80))
  x <- predict(fit, scores)
  plan <- validation_plan(
    accuracy = "cllr < 0.9", calibration = "cllr_cal < 0.05", replicates = 20,
    declared = "2026-01-01", data = list(baseline = x)
  )
  file <- withr::local_tempfile(fileext = ".html", .local_envir = teardown_env())
  matrix <- validation_run(plan, x)
  validation_report(x, file, matrix, title = "Voices", author = "A. B.", replicates = 20,
    about = c(scope = "calls by telephone", collection = "2025"))
  html <- readChar(file, file.size(file), useBytes = TRUE)
  Encoding(html) <- "UTF-8"
  list(x = x, fit = fit, scores = scores, plan = plan, matrix = matrix, file = file, html = html)
})

kept <- new.env()
made <- write_report
write_once <- function(x, file, plan, sets, monitor, threads, asked) {
  if (inherits(plan, "validation_matrix")) plan <- attr(plan, "plan")
  key <- rlang::hash(list(data_hash(x), plan, asked))
  if (is.null(kept[[key]])) {
    made(x, file, plan, sets, monitor, threads, asked)
    kept[[key]] <- readBin(file, raw(), file.size(file))
  }
  writeBin(kept[[key]], file)
}

check_sent <- function(..., html = sent$html) {
  local_replaced(write_report = write_once, report_pictures = two_pictures)
  file <- withr::local_tempfile(fileext = ".html")
  writeBin(charToRaw(html), file)
  given <- list(data = sent$x, plan = sent$matrix, calibration = sent$fit, scores = sent$scores)
  given <- c(given[setdiff(names(given), ...names())], list(...))
  suppressMessages(suppressWarnings(do.call(check_validation, c(list(file), given), quote = TRUE)))
}

is_refused <- function(...) {
  found <- tryCatch(check_sent(...), calibrant_error = \(cnd) list(agrees = FALSE))
  any(found$agrees %in% FALSE)
}

test_that("a report is what its data give, to the byte", {
  found <- check_sent()
  expect_true(all(found$agrees))
  expect_setequal(
    found$item[found$part == "SHA-256"], c("value", "scale", "truth", "id", "data", "plan")
  )
  expect_identical(found$item[found$part %in% c("matrix", "trial")], c("2", "80"))
  expect_true("Validation matrix" %in% gsub("Annex .[.] ", "", found$part) || nrow(found) > 25)
  expect_output(print(found), "to the byte")
  folder <- withr::local_tempdir()
  files <- file.path(folder, c("fit.json", "matrix.json"))
  write_calibrant(sent$fit, files[1])
  write_calibrant(sent$matrix, files[2])
  expect_true(all(check_sent(calibration = files[1], plan = files[2])$agrees))
  expect_identical(read_calibrant(files[2])$decision, sent$matrix$decision)
})

# Edits of the file: each a pattern and its replacement, which must change something.
swap <- function(html, pattern) {
  found <- gregexpr(pattern, html, perl = TRUE)
  regmatches(html, found) <- list(rev(regmatches(html, found)[[1]]))
  html
}
figure <- "src=\"data:[^\"]*\""
edits <- list(
  number = \(h) sub("(<td[^>]*>0[.][0-9])[0-9]", "\\10", h),
  decision = \(h) sub(">(Undecided|Fail|Pass)<", ">Met<", h),
  verdict = \(h) sub("(undecided|not met|[0-9] met)", "met", h),
  hypothesis = \(h) sub("H1: ", "H2: ", h),
  title = \(h) gsub(">Voices<", ">Speech<", h),
  author = \(h) sub("A. B.", "A. C.", h, fixed = TRUE),
  date = \(h) sub("20[0-9]{2}-[01][0-9]-[0-3][0-9]</p>", "2024-02-29</p>", h),
  scope = \(h) sub("calls by telephone", "all calls", h),
  `line gone` = \(h) sub("<li>[^<]*</li>", "", h),
  `line more` = \(h) sub("</h1>\n<ul>", "</h1>\n<ul><li>It is excellent.</li>", h),
  `lines exchanged` = \(h) swap(h, "<li>[^<]*</li>"),
  `line twice` = \(h) sub("(<li>[^<]*</li>)", "\\1\\1", h),
  `data hash` = \(h) sub("(<code>[0-9a-f]{10})[0-9a-f]", "\\1x", h),
  `figure replaced` = \(h) sub(figure, "src=\"data:image/png;base64,AAAA\"", h),
  `figure gone` = \(h) sub("<img [^>]*>", "", h),
  `figures exchanged` = \(h) swap(h, figure),
  `alternative text` = \(h) sub("alt=\"", "alt=\"Good: ", h),
  `style that hides` = \(h) sub("</head>", "<style>#warnings { display: none }</style></head>", h),
  comment = \(h) sub("<main>", "<main><!-- seen -->", h),
  script = \(h) sub("</main>", "</main><script>x = 1</script>", h),
  seed = \(h) sub("\"seed\": 1", "\"seed\": 2", h),
  replicates = \(h) sub("\"replicates\": 20", "\"replicates\": 21", h),
  `other prior` = \(h) sub("\"prior\": null", "\"prior\": [0.9]", h),
  `title asked` = \(h) sub("\"title\": \"Voices\"", "\"title\": \"V\"", h),
  `hash asked` = \(h) sub("\"truth\": \"[0-9a-f]", "\"truth\": \"x", h),
  `machine in the text` = \(h) sub("(<li>(<p>)?R )[0-9]", "\\19", h),
  `style in the line of the machine` = \(h) {
    gsub("(R [0-9.]+, calibrant [0-9.]+)", "\\1<style>p { display: none }</style>", h)
  },
  `sentence in the line of the machine` = \(h) {
    gsub("(R [0-9.]+, calibrant [0-9.]+, [a-z0-9_-]+)", "\\1. All criteria are met.", h)
  },
  `sentence after the packages` = \(h) gsub("(rlang [0-9.]+)", "\\1 and all is well", h),
  `markup in the locale` = \(h) gsub("(locale: [A-Za-z_.0-9-]+)", "\\1<hr>", h),
  `language` = \(h) sub("\"language\": \"en\"", "\"language\": \"xx\"", h),
  `what was asked is gone` = \(h) {
    sub("(?s)<script type=\"application/json.*?</script>", "", h, perl = TRUE)
  },
  `other bytes` = \(h) paste0(h, "\n")
)

test_that("edited reports are refused", {
  for (name in of_turn(names(edits), 2)) {
    html <- edits[[name]](sent$html)
    expect_false(identical(html, sent$html), label = name)
    expect_true(is_refused(html = html), label = name)
  }
})

# Paths of all values in nested lists.
leaves <- function(x, path = NULL) {
  if (!is.list(x)) return(if (length(x) > 0) list(path))
  steps <- names(x) %||% seq_along(x)
  unlist(lapply(steps, \(step) leaves(x[[step]], c(path, step))), recursive = FALSE)
}

# Another value of the same type.
another <- function(x) {
  if (is.logical(x)) return(!x)
  if (is.numeric(x)) return(replace(x, 1, if (is.finite(x[1])) x[1] * 1.1 + 1 else 1))
  hash <- grepl("^[0-9a-f]{64}$", x[1])
  replace(x, 1, if (hash) chartr("0-9a-f", "1-9a-f0", x[1]) else paste(x[1], "x"))
}

changed_at <- function(x, path) {
  if (length(path) == 0) return(another(x))
  step <- if (is.null(names(x))) as.integer(path[[1]]) else path[[1]]
  x[[step]] <- changed_at(x[[step]], path[-1])
  x
}

test_that("each value of the matrix, plan, calibration and settings is checked", {
  matrix <- sent$matrix
  for (column in names(matrix)) {
    for (i in seq_len(nrow(matrix))) {
      edited <- matrix
      cell <- edited[[column]]
      edited[[column]][i] <- if (is.factor(cell)) rev(levels(cell))[1] else another(cell[i])
      if (identical(edited, matrix)) next
      found <- tryCatch(cell_rows("matrix", as.data.frame(edited), as.data.frame(matrix)),
        calibrant_error = \(cnd) data.frame(agrees = FALSE, item = column))
      expect_true(any(!found$agrees), label = paste(column, i))
    }
  }
  plan <- unclass(sent$plan)
  for (path in of_turn(leaves(plan), 4)) {
    edited <- structure(changed_at(plan, path), class = class(sent$plan))
    expect_true(is_refused(plan = edited), label = paste(path, collapse = "$"))
  }
  file <- withr::local_tempfile(fileext = ".json")
  record <- jsonlite::fromJSON(write_calibrant(sent$fit, NULL), simplifyVector = FALSE)
  for (path in leaves(record)) {
    edited <- changed_at(record, path)
    writeLines(jsonlite::toJSON(edited, auto_unbox = TRUE, digits = NA, null = "null"), file)
    expect_error(read_calibrant(file), class = "calibrant_error", info = toString(path))
  }
  asked <- sub("(?s)</script>.*", "", strsplit(sent$html, asked_slot[1], fixed = TRUE)[[1]][2],
    perl = TRUE)
  known <- jsonlite::fromJSON(asked, simplifyVector = FALSE)
  for (path in of_turn(leaves(known), 4)) {
    text <- jsonlite::toJSON(changed_at(known, path), auto_unbox = TRUE, null = "null", digits = NA)
    html <- sub(asked, text, sent$html, fixed = TRUE)
    expect_false(html == sent$html)
    expect_true(is_refused(html = html), label = paste(path, collapse = "$"))
  }
})

# The set with other LRs, truths or trials.
altered <- function(...) {
  frame <- as.data.frame(sent$x)
  lr_set(truth ~ ln_lr, data = transform(frame, ...), scale = "ln", h1 = "TRUE", id = frame$id)
}

test_that("other inputs are refused", {
  x <- sent$x
  other <- calibrate(sent$scores)
  edited <- withr::local_tempfile(fileext = ".json")
  writeLines(sub("\"slope\": [0-9]", "\"slope\": 9", write_calibrant(sent$fit, NULL)), edited)
  declared <- \(...) validation_plan(replicates = 20, declared = "2026-01-01", ...)
  inputs <- list(
    `a trial left out` = list(data = x[-3], scores = sent$scores[-3]),
    `trials in another order` = list(data = rev(x), scores = rev(sent$scores)),
    `conclusions for LRs` = list(data = examined()),
    `an LR altered` = list(data = with_values(x, replace(x$value, 5, 0), x$scale)),
    `other data` = list(data = simulate_lr(30, 50, s = 1), scores = sent$scores),
    `no plan` = list(plan = NULL),
    `a plan with another bound` = list(plan = declared(accuracy = "cllr < 0.5")),
    `an edited matrix` = list(plan = replace(sent$matrix, "decision", list(c("fail", "fail")))),
    `another calibration` = list(calibration = other),
    `an edited calibration` = list(calibration = edited),
    `no calibration at all` = list(calibration = structure(0.5, class = "unexpected")),
    `a score altered` = list(scores = with_values(
      sent$scores, replace(sent$scores$value, 7, 0), "score"
    )),
    `a matrix of other data` = list(plan = validation_run(
      declared(accuracy = "cllr < 0.9"), simulate_lr(30, 50, s = 1)
    ))
  )
  for (name in names(inputs)) expect_true(do.call(is_refused, inputs[[name]]), label = name)
  expect_gte(length(edits) + length(inputs), 30)
})

test_that("the trial and the field that differ are named", {
  found <- check_sent(scores = with_values(
    sent$scores, replace(sent$scores$value, 7, 0), "score"
  ))
  differs <- found[!found$agrees, ]
  expect_identical(differs$item, "t07, log10_lr")
  id <- replace(sent$x$id, 1:2, c("t02", "t01"))
  exchanged <- check_sent(data = with_fields(sent$x, list(id = id)))
  trials <- exchanged[exchanged$part == "trial", ]
  expect_identical(trials$item, c("t02, id", "t01, id"))
  expect_identical(trials$found, c("t01", "t02"))
  truth <- check_sent(data = with_fields(sent$x, list(truth = !sent$x$truth)))
  hashes <- truth[truth$part == "SHA-256" & !truth$agrees, ]
  expect_identical(hashes$item, c("truth", "data"))
})

test_that("system, trial and field are named, and what is missing or in another order", {
  systems <- c("\u0441\u0438\u0441\u0442", "b|<c>")
  trials <- expand.grid(k = 1:20, system = systems)
  trials <- transform(trials, truth = k > 8, id = sprintf("t%02d", k), s1 = k, s2 = 30 - k)
  trials$score <- withr::with_seed(1, rnorm(40, 2 * trials$truth))
  set <- \(d) lr_set(truth ~ score | system, data = d, scale = "score", id = "id", source1 = "s1",
    source2 = "s2")
  scores <- set(trials)
  fit <- suppressMessages(calibrate(scores))
  x <- predict(fit, scores)
  rows <- \(d) trial_rows(x, fit, set(d))
  differing <- \(column, i, value) {
    trials[[column]][i] <- value
    found <- rows(trials)
    found$item[!found$agrees]
  }
  expect_identical(rows(trials)$item, "40")
  expect_identical(differing("score", 25, 3), "b|<c>, t05, log10_lr")
  expect_identical(differing("s1", 25, 99), "b|<c>, t05, source1")
  expect_identical(differing("truth", 5, TRUE), paste0(systems[1], ", t05, truth"))
  moved <- rows(trials[c(2:40, 1), ])
  expect_identical(moved$item, "order of the same rows")
  expect_false(moved$agrees)
  lost <- rows(trials[-25, ])
  expect_identical(lost$item, c("rows", "b|<c>, t05"))
  expect_identical(lost$found, c("39", "missing"))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10)
  matrix <- suppressWarnings(validation_run(plan, x))
  edited <- replace(matrix, "lower", list(c(matrix$lower[1], -1)))
  found <- suppressWarnings(matrix_rows(edited, x, list(), NULL))
  expect_identical(found$item, "b|<c>, baseline, cllr < 0.9, lower")
})

test_that("a class is named, whatever its name", {
  names <- c("\u00e4", "c|d", "1 x")
  truth <- factor(rep(names, 10), names)
  ln <- withr::with_seed(1, matrix(rnorm(90), 30, dimnames = list(NULL, names)))
  ln <- ln + 2 * outer(as.character(truth), names, "==")
  fit <- calibrate(loglik_set(ln, truth))
  x <- suppressMessages(predict(fit, loglik_set(ln, truth)))
  ln[7, "c|d"] <- 0
  expect_identical(trial_rows(x, fit, loglik_set(ln, truth))$item, "7, log_lik.c|d")
  matrix <- suppressWarnings(validation_run(
    validation_plan(accuracy = "cllr < 0.9", classes = names, replicates = 10), x
  ))
  expect_no_error(check_matrix_of(matrix, x))
})

test_that("words say what is needed", {
  expect_error(check_validation(sent$file, sent$x, sent$plan, sent$fit), "give both",
    class = "calibrant_error_input")
  wrong <- list(data = "path", data = 1:3, data = quote(a), plan = "none", plan = 3,
    calibration = "none", monitor = 3, threads = "a", sets = 3)
  for (i in seq_along(wrong)) {
    given <- list(data = sent$x, plan = sent$plan, scores = sent$scores)
    given <- utils::modifyList(given, wrong[i])
    if (names(wrong)[i] != "calibration") given$scores <- NULL
    expect_error(do.call(check_validation, c(sent$file, given), quote = TRUE),
      sprintf("^`%s` must", names(wrong)[i]), class = "calibrant_error_input")
  }
  text <- withr::local_tempfile(lines = "<html></html>", fileext = ".html")
  expect_error(check_validation(text, sent$x), "ask for the HTML", class = "calibrant_error_file")
})

test_that("what was asked for is refused in our words, whatever stands there", {
  begin <- paste0(asked_slot[1], "(?s).*?", asked_slot[2])
  asked <- sub(paste0("(?s).*", asked_slot[1]), "", sub("(?s)</script>.*", "", sub(
    paste0("(?s).*(", begin, ").*"), "\\1", sent$html, perl = TRUE
  ), perl = TRUE), perl = TRUE)
  known <- jsonlite::fromJSON(asked, simplifyVector = FALSE)
  odd <- list(NULL, "", 3, list(), list(1, "a"), list(a = list(b = 1)), TRUE)
  damaged <- unlist(lapply(names(known), \(name) lapply(odd, \(value) {
    known[name] <- list(value)
    jsonlite::toJSON(known, auto_unbox = TRUE, null = "null", digits = NA)
  })))
  for (text in of_turn(c(damaged, "3", "[]", "null", "\"a\"", "[1, 2]"), 3)) {
    html <- sub(asked, text, sent$html, fixed = TRUE)
    expect_true(html == sent$html || is_refused(html = html), label = text)
  }
})

test_that("another machine is told, and no difference", {
  html <- gsub("R [0-9][.][0-9.]+, calibrant", "R 9.9.9, calibrant", sent$html)
  found <- check_sent(html = html)
  expect_false(any(found$agrees %in% FALSE))
  expect_identical(found$item[is.na(found$agrees)], c("software", "SHA-256"))
  expect_output(print(found), "do not depend on the machine")
})

test_that("reports on conclusions and classes are checked", {
  sets <- list(examined(), loglik_set(
    subset(glass_type, recogniser == "lda"), truth = "type", system = "recogniser"
  ))
  for (x in of_turn(sets, 2)) {
    file <- withr::local_tempfile(fileext = ".html")
    suppressWarnings(validation_report(x, file, language = "de", replicates = 20))
    found <- suppressWarnings(check_validation(file, x))
    expect_true(all(found$agrees))
  }
})

test_that("sets of other conditions are checked, as a plan or as its matrix", {
  local_replaced(report_pictures = two_pictures)
  x <- withr::with_seed(1, simulate_lr(30, 60, s = 4))
  worn <- withr::with_seed(2, simulate_lr(30, 60, s = 3))
  plan <- validation_plan(
    accuracy = "cllr < 0.9", robustness = "cllr < 0.95", replicates = 10,
    data = list(baseline = list(lab = x), robustness = list(worn = worn))
  )
  changed <- with_values(worn, replace(worn$value, 8, 0), "ln")
  files <- withr::local_tempfile(fileext = c("plan.html", "matrix.html"))
  matrix <- validation_run(plan, lab = x, worn = worn)
  suppressMessages({
    validation_report(x, files[1], plan, sets = list(worn = worn))
    validation_report(x, files[2], matrix)
  })
  check <- \(...) suppressMessages(check_validation(...))
  right <- list(
    check(files[1], x, plan, sets = list(worn = worn)),
    check(files[1], x, plan, sets = list(lab = x, worn = worn)),
    check(files[2], x, matrix, sets = list(worn = worn))
  )
  for (found in right) expect_true(all(found$agrees))
  expect_identical(right[[3]]$item[right[[3]]$part == "matrix"], "2")

  others <- list(list(), list(worn = changed), list(worn = x), list(worn = worn, other = x))
  for (sets in of_turn(others, 2)) {
    by_plan <- check(files[1], x, plan, sets = sets)
    expect_identical(by_plan[!by_plan$agrees, "part"], "report")
    by_matrix <- check(files[2], x, matrix, sets = sets)
    expect_identical(by_matrix[!by_matrix$agrees, "part"], "matrix")
  }
  expect_match(check(files[1], x, plan, sets = list(worn = changed))$found, "worn", all = FALSE)
  for (wrong in list(1, list(worn), NULL, worn)) {
    expect_error(check(files[1], x, plan, sets = wrong), "`sets` must be a named list",
      class = "calibrant_error_input")
  }
  expect_error(check(files[1], x, sets = list(worn = worn)), "needs a .plan.",
    class = "calibrant_error_input")
})

test_that("lines that look alike are told apart by their code points", {
  skip_if_not(l10n_info()[["UTF-8"]])
  like <- list(
    `no-break space` = c("the LR is 5", "the\u00a0LR is 5"), `zero width` = c("abc", "ab\u200bc"),
    `blank at the end` = c("abc", "abc "), `two blanks` = c("a b", "a  b"),
    `thin space` = c("11\u00a0463", "11\u2009463"), `soft hyphen` = c("pass", "pa\u00ads"),
    `direction` = c("ab", "a\u202eb"), `Cyrillic` = c("pass", "p\u0430ss"),
    `combining accent` = c("e\u0301", "\u00e9"), `one of two` = c("\u00a0\u00a0x", "\u00a0x")
  )
  for (name in names(like)) {
    shown <- told_apart(like[[name]][1], like[[name]][2])
    expect_match(paste(shown, collapse = " "), "<U\\+[0-9A-F]{4}>", info = name)
    expect_no_match(shown, "[\u200b\u00ad\u202e]", info = name)
    rows <- check_rows("Summary", "line 1", like[[name]][1], like[[name]][2])
    class(rows) <- c("validation_check", "data.frame")
    expect_output(print(rows), shown[2], fixed = TRUE)
  }
  for (pair in list(c("LR 5", "LR 6"), c("11\u00a0463 x", "11\u00a0464 x"), c("a", "a"))) {
    expect_identical(told_apart(pair[1], pair[2]), pair)
  }
  # Lines of a report have the characters of the page, not their codes.
  lines <- html_parts("<main><h1>A &lt;b&gt; &amp;lt; &quot;c&quot;</h1></main>")$text
  expect_identical(lines, list(`A <b> &lt; "c"` = "A <b> &lt; \"c\""))
  refused <- or_problem("report", stop_input("It must.", x = "It is 3.", i = "Leave it."))
  expect_identical(refused$found, "It must. It is 3. Leave it.")
  # Only blanks of HTML are one blank in its lines.
  lines <- html_parts("<main><h1>A</h1><p>1\u2009000</p></main>")$text[[1]]
  expect_identical(lines[2], "1\u2009000")
})

test_that("a report is read alike in any locale, and has no zero bytes", {
  bytes <- charToRaw(sub("\"title\": \"Voices\"", "\"title\": \"Pr\u00fcfung\"", sent$html))
  file <- withr::local_tempfile(fileext = ".html")
  writeBin(bytes, file)
  for (locale in c("C", "C.UTF-8")) {
    asked <- suppressWarnings(
      withr::with_locale(c(LC_CTYPE = locale), read_sent_report(file)$asked)
    )
    expect_identical(asked$title, "Pr\u00fcfung")
    expect_identical(Encoding(asked$title), "UTF-8")
  }
  for (at in c(0, 2000, length(bytes))) {
    writeBin(append(bytes, as.raw(0), at), file)
    expect_error(read_sent_report(file), "report in HTML", class = "calibrant_error_file")
  }
})
