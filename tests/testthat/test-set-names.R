# Names of systems, items and trials come from files, in which a cell may be empty or padded.
padded <- function(names) paste0(names, rep_len(c("", " "), length(names)))

set_of_names <- function(field, names) {
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), each = 20)
  arguments <- list(stats::rnorm(40, truth), truth, scale = "ln")
  do.call(lr_set, c(arguments, rlang::set_names(list(names), field)))
}

test_that("blanks around names are not part of them", {
  names <- rep(c("a", "b", "c", "d"), 10)
  id <- sprintf("t%02d", 1:40)
  for (field in c("system", "source1", "source2", "id")) {
    plain <- if (field == "id") id else names
    expected <- set_of_names(field, plain)
    for (given in list(padded(plain), factor(padded(plain)), sub("$", "\u00a0", plain))) {
      found <- as.character(set_of_names(field, given)[[field]])
      expect_identical(found, as.character(expected[[field]]))
    }
  }
  counts <- \(names) glance(set_of_names("source1", names))[c("n_sources_h1", "n_sources_h2")]
  expect_equal(counts(padded(names)), counts(names))
})

test_that("an empty cell names nothing", {
  for (empty in c("", " ")) {
    names <- replace(rep(c("a", "b", "c", "d"), 10), c(3, 30), empty)
    id <- replace(sprintf("t%02d", 1:40), c(3, 30), empty)
    for (field in c("system", "source1", "source2", "id")) {
      given <- if (field == "id") id else names
      expect_error(set_of_names(field, given), "no empty or missing names",
        class = "calibrant_error_input")
      expect_error(set_of_names(field, factor(given)), class = "calibrant_error_input")
    }
    d <- data.frame(s = stats::rnorm(40), y = rep(c(TRUE, FALSE), 20), item = names)
    kept <- suppressMessages(lr_set(y ~ s, d, scale = "ln", source1 = "item", na = "drop"))
    expect_length(kept, 38)
    expect_error(measures_by(kept, names[1:38], "cllr"), "no empty or missing names",
      class = "calibrant_error_input")
    expect_error(set_of_names("system", empty), "`system` must have no empty", fixed = TRUE,
      class = "calibrant_error_input")
    for (wrong in list(c(h1 = empty, h2 = "b"), c("a", empty))) {
      expect_error(lr_set(d$s, d$y, scale = "ln", hypotheses = wrong), "two non-empty strings",
        class = "calibrant_error_input")
    }
  }
})

# The ways of trials into a set whose names come from data; files are in tests/files.
doors <- list(
  vectors = \(d, ...) lr_set(d$llr, d$same, system = d$name, scale = "ln", ...),
  formula = \(d, ...) lr_set(same ~ llr | name, d, scale = "ln", ...),
  chunks = \(d, ...) {
    parts <- split(d, rep(1:2, each = 20))
    at <- 0
    read_next <- \() parts[[at <<- at + 1]]
    reader <- lr_chunks(\() if (at < 2) read_next(), rewind = \() at <<- 0)
    lr_set(reader, same ~ llr | name, scale = "ln", ...)
  },
  text = \(d, ...) {
    file <- withr::local_tempfile(fileext = ".csv")
    utils::write.csv(d, file, row.names = FALSE, fileEncoding = "UTF-8")
    lr_set(lr_chunks(file), same ~ llr | name, scale = "ln", ...)
  },
  parquet = \(d, ...) {
    skip_if_not_installed("nanoparquet")
    file <- withr::local_tempfile(fileext = ".parquet")
    nanoparquet::write_parquet(d, file)
    lr_set(lr_chunks(file), same ~ llr | name, scale = "ln", ...)
  },
  arrow = \(d, ...) {
    skip_if_not_installed("nanoarrow")
    lr_set(lr_chunks(nanoarrow::as_nanoarrow_array_stream(d)), same ~ llr | name, scale = "ln", ...)
  },
  pull = \(d, ...) in_database(d, way = "pull", ...),
  stream = \(d, ...) in_database(d, way = "stream", ...),
  push = \(d, ...) in_database(d, way = "push", ...)
)

in_database <- function(d, ...) {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "trials", transform(d, same = as.integer(same)))
  x <- lr_set(dplyr::tbl(con, "trials"), same ~ llr | name, scale = "ln", ...)
  eer(x)
  x
}

named_trials <- function(names) {
  same <- rep(c(TRUE, FALSE), each = 20)
  data.frame(same = same, llr = c(1:20, -3:-22 + 5) / 3, name = names)
}

test_that("all doors read names alike", {
  plain <- rep(c("p 1", "p 2"), 20)
  expected <- eer(doors$vectors(named_trials(plain)))
  spellings <- list(
    "%s ", " %s", "%s\t", "%s\u00a0", c("%s", "%s "), c("%s", "\u202f%s", "%s\u2009", "%s")
  )
  for (spelling in spellings) {
    given <- sprintf(rep_len(rep(spelling, each = 2), 40), plain)
    for (door in names(doors)) {
      expect_equal(eer(doors[[door]](named_trials(given))), expected, info = paste(door, given[3]))
    }
  }
})

test_that("no door takes an empty name", {
  for (empty in c("", " ", "\t", "\u00a0")) {
    d <- named_trials(replace(rep(c("a", "b"), 20), c(3, 30), empty))
    expected <- eer(doors$vectors(d[-c(3, 30), ]))
    for (door in names(doors)) {
      expect_error(doors[[door]](d), class = "calibrant_error_input", info = door)
    }
    for (door in c("vectors", "formula", "pull", "stream", "push")) {
      found <- suppressMessages(doors[[door]](d, na = "drop"))
      expect_equal(eer(found), expected, info = door)
    }
  }
})

test_that("names given in code are plain, and differ", {
  x <- set_of_names("source1", rep(c("a", "b", "c", "d"), 10))
  both <- c(a = x, b = x)
  pair <- list(h1 = 1:3, h2 = -1:-3)
  for (other in c("a ", "\u00a0a", " ", "")) {
    two <- c("a", other)
    expect_error(do.call(c, rlang::set_names(list(x, x), two)), class = "calibrant_error_input")
    expect_error(levels(both) <- two, class = "calibrant_error_input")
    systems <- rlang::set_names(list(pair, pair), two)
    expect_error(lr_set(systems, scale = "ln"), class = "calibrant_error_input")
    files <- rlang::set_names(c("one.txt", "two.txt"), two)
    expect_error(read_scores(files), "different names", class = "calibrant_error_input")
  }
  expect_named(cllr(c("a " = x, " b" = x)), c("a", "b"))
  levels(both) <- c("one ", "two")
  expect_identical(levels(both), c("one", "two"))
})

test_that("text in another encoding is a name as it is", {
  names <- rep(c("a\xff", "b"), 20)
  expect_identical(set_of_names("source1", names)$source1, names)
})
