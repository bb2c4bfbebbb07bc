truth_of <- function(truth, ...) lr_set(seq_along(truth), truth, scale = "ln", ...)$truth

test_that("reads truth as logical, 0-1, character or factor", {
  expected <- c(TRUE, FALSE, FALSE, TRUE)
  expect_equal(truth_of(expected), expected)
  expect_equal(truth_of(c(1, 0, 0, 1)), expected)
  expect_equal(truth_of(c(1L, 0L, 0L, 1L)), expected)
  labels <- ifelse(expected, "same", "different")
  expect_equal(truth_of(labels, h1 = "same"), expected)
  expect_equal(truth_of(factor(labels), h1 = "same"), expected)
  expect_equal(truth_of(factor(labels), h1 = "different"), !expected)
  expect_equal(truth_of(c(2, 1, 1, 2), h1 = 2), expected)
})

test_that("lets h1 turn logical and 0-1 truth around", {
  truth <- c(TRUE, FALSE, FALSE)
  expect_equal(truth_of(truth, h1 = FALSE), !truth)
  expect_equal(truth_of(as.numeric(truth), h1 = 0), !truth)
})

test_that("keeps the labels of the hypotheses", {
  x <- lr_set(1:2, c("same", "different"), h1 = "same", scale = "ln")
  expect_equal(x$labels, c(h1 = "same", h2 = "different"))
  y <- lr_set(1:2, c(TRUE, FALSE), scale = "ln", h1 = FALSE)
  expect_equal(y$labels, c(h1 = "FALSE", h2 = "TRUE"))
})

test_that("ignores levels of a factor without trials", {
  truth <- factor(c("a", "b"), levels = c("c", "b", "a"))
  expect_equal(truth_of(truth, h1 = "a"), c(TRUE, FALSE))
})

test_that("drops names and attributes of truth", {
  truth <- structure(c(a = TRUE, b = FALSE), extra = 1)
  expect_identical(truth_of(truth), c(TRUE, FALSE))
})

test_that("refuses truth with three levels or of another kind", {
  refuses <- function(truth, message, ...) {
    expect_error(truth_of(truth, ...), message, class = "calibrant_error_input")
  }
  refuses(c("a", "b", "c"), "3", h1 = "a")
  refuses(factor(c("a", "b", "c")), "3", h1 = "a")
  refuses(c(0, 1, 2), "2", h1 = 1)
  refuses(c(0, 1, 2), "h1")
  refuses(c("a", "b"), "h1")
  refuses(c("a", "b"), "\"c\"", h1 = "c")
  refuses(c("a", "b"), "level", h1 = c("a", "b"))
  refuses(c(TRUE, FALSE), "TRUE or FALSE", h1 = "yes")
  refuses(list(TRUE, FALSE), "truth")
  refuses(Sys.Date() + 1:2, "truth")
})

test_that("keeps systems in order of appearance, factors in theirs", {
  truth <- rep(c(TRUE, FALSE), 2)
  systems_of <- \(system) levels(lr_set(1:4, truth, scale = "ln", system = system))
  expect_equal(systems_of(c("b", "b", "a", "a")), c("b", "a"))
  expect_equal(systems_of(factor(c("b", "b", "a", "a"), levels = c("a", "c", "b"))), c("a", "b"))
  expect_equal(systems_of(c(10, 10, 9, 9)), c("10", "9"))
  # Numbers in full, whatever digits R prints.
  expect_equal(systems_of(rep(c(1e5, 2e5), each = 2)), c("100000", "200000"))
  expect_equal(systems_of(rep(c(100000L, 200000L), each = 2)), c("100000", "200000"))
  near <- c("0.30000000000000004", "0.3")
  expect_equal(systems_of(rep(as.double(near), each = 2)), near)
  expect_null(levels(lr_set(1:4, truth, scale = "ln")))
})

test_that("reads long and odd names", {
  long <- strrep("a very long name of a system ", 40)
  odd <- "{x} %s \"q\""
  x <- lr_set(1:4, rep(c(TRUE, FALSE), 2), scale = "ln", system = c(long, long, odd, odd))
  expect_named(cllr(x), c(trimws(long), odd))
  expect_output(print(x), "very long name")
  expect_output(print(summary(x)), "very long name")
  expect_error(x["{nobody}"], "nobody", class = "calibrant_error_input")
  expect_error(
    lr_set(1:2, c(long, odd), h1 = "{y}", scale = "ln"), "y",
    class = "calibrant_error_input"
  )
})

test_that("keeps sources of any kind as plain vectors", {
  truth <- c(TRUE, FALSE)
  x <- lr_set(1:2, truth, scale = "ln", source1 = factor(c("b", "a")), source2 = c(7L, 8L))
  expect_identical(x$source1, c("b", "a"))
  expect_identical(x$source2, c(7L, 8L))
})

test_that("a system has a name", {
  expect_error(
    lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln", system = ""),
    "missing", class = "calibrant_error_input"
  )
  unnamed <- c("a", "a", "", "")
  expect_error(lr_set(1:4, c(TRUE, FALSE, TRUE, FALSE), scale = "score", system = unnamed),
    "position 3", class = "calibrant_error_input")
})

test_that("an export of Excel is read after one message", {
  file <- withr::local_tempfile(fileext = ".csv")
  writeLines(c("Fall-Nr.;Wahrheit;LLR", "1;same;2,1", "2;different;-0,7", "3;same; NA",
    "4;different;#NV"), file)
  said <- expect_error(
    lr_set(Wahrheit ~ LLR, data = utils::read.csv2(file), scale = "log10", h1 = "same"),
    "#NV.*na.strings", class = "calibrant_error_input"
  )
  expect_match(conditionMessage(said), "strip.white = TRUE", fixed = TRUE)
  data <- utils::read.csv2(file, na.strings = c("NA", "#NV"), strip.white = TRUE)
  expect_message(
    x <- lr_set(Wahrheit ~ LLR, data = data, scale = "log10", h1 = "same", na = "drop"), "2 of 4"
  )
  expect_equal(x$value, c(2.1, -0.7))
  # The same from the file, without arguments for its columns.
  expect_message(y <- read_scores(file, scale = "log10", na = "drop"), "2 of 4")
  expect_equal(y$value, x$value)
})

test_that("a tibble of probabilities is read after one message", {
  skip_if_not_installed("dplyr")
  data <- dplyr::tibble(
    class = factor(rep(c("no", "yes"), c(3, 2))), .pred_yes = c(0.1, 0.4, 0.3, 0.8, 0.6)
  )
  expect_error(
    lr_set(class ~ .pred_yes, data, scale = "prob", prior = "data"), "h1 = \"yes\"",
    class = "calibrant_error_input"
  )
  x <- lr_set(class ~ .pred_yes, data, scale = "prob", prior = "data", h1 = "yes")
  expect_equal(as.vector(posterior(x, prior = 0.4)), data$.pred_yes)
})

test_that("a column that is named without quotes is asked for in words", {
  data <- data.frame(same = c(TRUE, FALSE), llr = c(1, -1), item = 1:2)
  unquoted <- list(
    \() lr_set(same ~ llr, data, "ln", source1 = item),
    \() lr_set(same ~ llr, data, "ln", id = item),
    \() lr_set(same ~ llr, data, "ln", weight = item),
    \() lr_set(same ~ llr, data, "ln", system = item),
    \() fuse(same ~ llr + item, data, source2 = item),
    \() calibrate(same ~ llr, data, scale = "ln", source1 = item)
  )
  for (ask in unquoted) expect_error(ask(), "in quotes", class = "calibrant_error_input")
})

test_that("what is no label cannot be `h1`", {
  bound <- list2env(list(a = 1))
  for (h1 in list(bound, sum, quote(a))) {
    expect_error(lr_set(c(1, -1), c("a", "b"), scale = "ln", h1 = h1),
      class = "calibrant_error_input")
  }
})

test_that("names that are no text are refused, and those of another encoding kept", {
  odd <- "gl\xe9"
  said <- c("gl", odd)[c(1, 2, 1, 2, 1, 2)]
  x <- c(2, 1, 3, 0.5, 4, 0.1)
  truth <- c(TRUE, TRUE, FALSE, FALSE, TRUE, FALSE)
  table <- data.frame(a = log(x), b = -log(x), truth = c("a", "b"))
  named <- rlang::set_names(table, c("a", odd, "truth"))
  named$truth <- rep(c("a", odd), 3)
  skip_if_not(l10n_info()[["UTF-8"]])
  makers <- list(
    system = \() lr_set(x, truth, "lr", system = said),
    factor = \() lr_set(x, truth, "lr", system = factor(said)),
    truth = \() lr_set(x, said, "lr", h1 = "gl"),
    conclusions = \() conclusion_set(said, truth),
    classes = \() loglik_set(named, truth = "truth")
  )
  for (name in names(makers)) {
    expect_error(makers[[name]](), "not characters", class = "calibrant_error_input", info = name)
  }
  Encoding(said) <- "latin1"
  expect_identical(levels(lr_set(x, truth, "lr", system = said)$system), c("gl", "gl\u00e9"))
})

test_that("two vectors of LRs side by side are told how they go in, whatever their lengths", {
  for (h2 in list(c(0.5, 0.2, 0.1), c(0.5, 0.2))) {
    error <- expect_error(
      lr_set(c(4, 2, 8), h2, scale = "lr"), class = "calibrant_error_input"
    )
    expect_match(conditionMessage(error), "lr_set(h1 = , h2 = , scale = )", fixed = TRUE)
    expect_no_match(conditionMessage(error), "`h1` must")
  }
})

test_that("a set has a bounded number of systems, whatever it is made of", {
  n <- 10001
  data <- data.frame(
    truth = rep(c(TRUE, FALSE), n), score = rep(c(1, -1), n),
    system = rep(sprintf("s%d", 1:n), each = 2)
  )
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(data, file, row.names = FALSE)
  refuses <- \(code) expect_error(code, "at most 10 000 systems", class = "calibrant_error_input")
  refuses(lr_set(truth ~ score | system, data, scale = "ln"))
  refuses(lr_set(lr_chunks(file, chunk_rows = 5000), truth ~ score | system, scale = "ln"))
  refuses(suppressMessages(read_scores(file, scale = "ln")))
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  con <- DBI::dbConnect(RSQLite::SQLite())
  withr::defer(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "trials", transform(data, truth = as.integer(truth)))
  table <- dplyr::tbl(con, "trials")
  for (way in c("pull", "push", "stream")) {
    refuses(lr_set(table, truth ~ score | system, scale = "ln", way = way))
  }
})

test_that("a truth that was computed is named as it prints, by every reader", {
  near <- c(1 - .Machine$double.neg.eps, 0)
  truth <- rep(near, c(3, 4))
  x <- c(2, 1, -0.5, -2, -1, 0.3, -1)
  of <- \(...) unclass(lr_set(x, ..., scale = "log10"))[c("truth", "labels")]
  for (set in list(of(truth), of(truth, h1 = 1), of(truth, h1 = "1"))) {
    expect_identical(set$truth, truth > 0.5)
    expect_identical(set$labels, c(h1 = "1", h2 = "0"))
  }
  expect_identical(of(c(1, near[1], 1, 0, 0, 0, 0))$truth, truth > 0.5)
  expect_identical(known_truth(truth, x, 1), truth > 0.5)
  expect_identical(known_truth(truth, x, NULL), truth > 0.5)
  classes <- matrix(c(x, -x), 7, dimnames = list(NULL, c("1", "0")))
  expect_identical(as.vector(loglik_set(classes, truth, "ln")$truth), as.character(round(truth)))
})

# Doors that take labels of the truth and the label of H1 alone.
label_doors <- function(word) {
  table <- data.frame(llr = c(2, 1, -1, -2), truth = rep(c("same", word), each = 2), item = 1:4)
  file <- withr::local_tempfile(fileext = ".csv", .local_envir = parent.frame())
  write.csv(table, file, row.names = FALSE)
  stored <- sqlite_table(table, env = parent.frame())
  in_table <- \(way) lr_set(stored, truth ~ llr, "ln", h1 = "same", way = way)
  halves <- lapply(split(table, table$truth), as.list)
  at <- 0
  chunks <- lr_chunks(\() if (at < 2) halves[[at <<- at + 1]], \() at <<- 0)
  monitor <- monitor(method = "voices")
  watch <- \(rows) update(monitor, table$llr[rows], table$truth[rows], scale = "ln", h1 = "same")
  list(
    vectors = \() lr_set(table$llr, table$truth, "ln", h1 = "same"),
    factors = \() lr_set(table$llr, factor(table$truth), "ln", h1 = "same"),
    columns = \() lr_set(truth ~ llr, data = table, scale = "ln", h1 = "same"),
    probabilities = \() lr_set(plogis(table$llr), table$truth, "prob", h1 = "same", prior = 0.5),
    conclusions = \() conclusion_set(c("no", "yes")[(table$llr > 0) + 1], table$truth, h1 = "same"),
    decisions = \() lr_set(table$llr > 0, table$truth, "score", h1 = "same"),
    file = \() read_scores(file, h1 = "same"),
    chunks_of_file = \() lr_set(lr_chunks(file), truth ~ llr, "ln", h1 = "same"),
    chunks = \() lr_set(chunks, truth ~ llr, "ln", h1 = "same"),
    pull = \() in_table("pull"), push = \() in_table("push"), stream = \() in_table("stream"),
    watched = \() watch(1:4), watched_alone = \() watch(3:4)
  )
}

test_that("a word for a missing truth is not the label of H2, through any door", {
  words <- read.dcf(system.file("roles.dcf", package = "calibrant"), "missing")
  words <- c(strsplit(words, ", *")[[1]], "", " ? ", "N/A")
  quietly <- \(expr) suppressMessages(suppressWarnings(expr))
  for (word in c(of_turn(words, 3), "?")) {
    for (door in label_doors(word)) {
      expect_error(quietly(door()), class = "calibrant_error_input", info = word)
    }
  }
  expect_identical(truth_of(c("same", "?") == "same"), c(TRUE, FALSE))
  expect_identical(truth_of(c("+", "-"), h1 = "+"), c(TRUE, FALSE))
  doors <- label_doors("other")
  for (name in names(doors)) expect_no_error(quietly(doors[[name]]()))
  expect_identical(truth_of(I(c("same", "?")), h1 = "same"), c(TRUE, FALSE))
  file <- withr::local_tempfile(lines = c("score,truth", "2,same", "-1,?"))
  expect_identical(quietly(read_scores(file, h1 = "same", h2 = "?"))$truth, c(TRUE, FALSE))
})
