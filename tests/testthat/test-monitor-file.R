skip_if_not_installed("jsonlite")

some_monitor <- function() {
  m <- monitor(auc = 0.9, groups = c("a", "b"), method = "\u00fcber", date = "2026-01-05")
  m <- update(m, c(1, -1, 0.3), c(TRUE, FALSE, TRUE), "ln", group = c("a", "b", "a"),
    date = "2026-01-06", note = "controls")
  monitor(m, note = "new microphone", date = "2026-01-07")
}

written <- function(m) {
  file <- tempfile(fileext = ".json")
  write_calibrant(m, file)
  file
}

test_that("another session goes on where this one stopped", {
  for (m in list(some_monitor(), monitor(date = "2026-01-05"), monitor(prior = 0.2),
    update(monitor(), 0, TRUE, "lr"), update(monitor_scores(1:20), c(3, 7)),
    update(monitor(), -0, TRUE, "ln"), update(monitor_scores(-9:9), -0))) {
    read <- read_calibrant(written(m))
    expect_equal(read, m)
    expect_identical(data_hash(read), data_hash(m))
    more <- \(m) {
      if (m$settings$kind == "scores") return(update(m, 4, date = "2030-01-01"))
      group <- if (length(m$settings$groups) > 0) "b"
      update(m, -0.7, FALSE, "ln", group = group, date = "2030-01-01")
    }
    expect_identical(data_hash(more(read)), data_hash(more(m)))
    expect_identical(write_calibrant(more(read), NULL), write_calibrant(more(m), NULL))
  }
})

test_that("every number and word that is changed is noticed", {
  text <- strsplit(write_calibrant(some_monitor(), NULL), "\n")[[1]]
  change <- c(
    "\"level\": 0.95" = "\"level\": 0.9", "\"n_h1\": 2" = "\"n_h1\": 3",
    "controls" = "nothing", "\"used\": \\[0" = "\"used\": [1", "2026-01-06" = "2026-01-05",
    "new microphone" = "no change"
  )
  for (i in seq_along(change)) {
    expect_true(any(grepl(names(change)[i], text)))
    file <- tempfile(fileext = ".json")
    writeLines(sub(names(change)[i], change[i], text), file)
    expect_error(read_calibrant(file), class = "calibrant_error_changed")
  }
})

test_that("entries that are left out are noticed", {
  m <- some_monitor()
  m$entries <- m$entries[-2]
  text <- canonical_json(list(
    format = monitor_format, version = 1, settings = settings_record(m$settings),
    entries = lapply(m$entries, as_object), state = state_record(m$state)
  ))
  file <- tempfile(fileext = ".json")
  writeLines(text, file)
  expect_error(read_calibrant(file), class = "calibrant_error_changed")
})

test_that("other files are refused", {
  file <- tempfile(fileext = ".json")
  writeLines("{\"format\": \"calibrant monitor\", \"version\": 1}", file)
  expect_error(read_calibrant(file), class = "calibrant_error_file")
  expect_error(write_calibrant(1, file), class = "calibrant_error_input")
  expect_error(write_calibrant(monitor(), "a.csv"), class = "calibrant_error_file")
})
