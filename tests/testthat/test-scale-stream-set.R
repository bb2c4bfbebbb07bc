good <- data.frame(llr = c(1, 2, -1, 0.5), same = c("yes", "yes", "no", "no"), group = "a", w = 1)

# A reader of these chunks.
reader_of <- function(...) {
  chunks <- list(...)
  at <- 0
  lr_chunks(\() {
    at <<- at + 1
    if (at <= length(chunks)) chunks[[at]]
  }, \() at <<- 0)
}

test_that("every chunk is checked as vectors are, and the message says where", {
  alter <- \(column, row, value) {
    bad <- good
    bad[[column]][row] <- value
    bad
  }
  read <- \(bad, ...) lr_set(reader_of(good, bad, good), same ~ llr | group, scale = "ln", ...)
  expect_error(read(alter("llr", 3, NA), h1 = "yes"), "chunk 2, row 3, which is row 7 of all")
  expect_error(read(alter("llr", 3, NaN), h1 = "yes"), class = "calibrant_error_input")
  expect_error(read(alter("same", 2, NA), h1 = "yes"), "row 6 of all")
  expect_error(read(alter("group", 2, NA), h1 = "yes"), "row 6 of all")
  expect_error(read(alter("w", 2, -1), h1 = "yes", weight = "w"), "row 6 of all")
  expect_error(read(alter("same", 4, "maybe"), h1 = "yes"), class = "calibrant_error_third_level")
  other <- transform(good, same = ifelse(same == "no", "nein", same))
  expect_error(read(other, h1 = "yes"), class = "calibrant_error_third_level")
  expect_error(read(good), "must say which level")
  expect_error(read(good["llr"], h1 = "yes"), "must name columns")
  expect_error(read(1:3, h1 = "yes"), "a data frame, or a list")
  one <- list(llr = 1:2, same = "yes", group = "a")
  expect_error(read(one, h1 = "yes"), "one element per trial")
  expect_error(read(transform(good, llr = "a"), h1 = "yes"), "must be numeric")
  expect_error(read(good, h1 = "maybe"), "must be a level", class = "calibrant_error_input")
  expect_error(
    lr_set(reader_of(good), same ~ llr, scale = "lr", h1 = "yes"), "cannot be negative"
  )
  expect_error(lr_set(reader_of(), same ~ llr, scale = "ln"), "at least one trial")
  expect_error(lr_set(reader_of(good), scale = "ln"), "followed by a formula")
  expect_error(lr_set(reader_of(good), same ~ llr, h1 = "yes"), "scale")
  expect_error(lr_chunks(1, 2), class = "calibrant_error_input")
})

test_that("chunks may be empty, have one hypothesis, and any kind of truth", {
  x <- lr_set(c(good$llr, good$llr), c(good$same, good$same), scale = "ln", h1 = "yes")
  split <- split(good, good$same)
  truths <- list(
    text = \(d) d, factor = \(d) transform(d, same = factor(same)),
    levels = \(d) transform(d, same = factor(same, c("yes", "no")))
  )
  for (change in truths) {
    parts <- lapply(list(good[0, ], split$no, split$yes, good[0, ], good), change)
    far <- lr_set(do.call(reader_of, parts), same ~ llr, scale = "ln", h1 = "yes")
    expect_identical(counts_of(only_system(far)), counts_of(only_system(x)))
    expect_identical(far$labels, x$labels)
  }
  for (change in list(\(v) v == "yes", \(v) as.integer(v == "yes"), \(v) 0 + (v == "yes"))) {
    parts <- lapply(list(split$no, split$yes, good), \(d) transform(d, same = change(same)))
    far <- lr_set(do.call(reader_of, parts), same ~ llr, scale = "ln")
    expect_identical(counts_of(only_system(far)), counts_of(only_system(x)))
  }
  reader <- reader_of(transform(good, same = same == "yes"))
  far <- lr_set(reader, same ~ llr, scale = "ln", h1 = FALSE)
  expect_identical(unname(system_sizes(far)$h1), 2L)
})

test_that("a wrong scale is noticed in the first chunk, and wrong labels behind the last", {
  withr::local_seed(1)
  withr::local_options(calibrant.sure = FALSE)
  truth <- rep(c(TRUE, FALSE), each = 50)
  data <- data.frame(llr = rnorm(100, ifelse(truth, -3, 3)), same = truth)
  ratios <- transform(data, llr = exp(-llr))
  expect_warning(
    lr_set(reader_of(ratios, data), same ~ llr, scale = "ln"), class = "calibrant_warning_scale"
  )
  other <- as.data.frame(simulate_lr(300, 300, s = 2))
  names(other) <- c("llr", "same")
  expect_warning(
    lr_set(reader_of(other), same ~ llr, scale = "ln"), "log10", class = "calibrant_warning_scale"
  )
  parts <- list(
    list(data), list(data[1:50, ], data[51:100, ]), list(transform(data[1:6, ], llr = -llr), data)
  )
  for (values in c(1000, 20)) {
    tight(values = values)
    for (part in parts) {
      reader <- do.call(reader_of, part)
      told <- NULL
      withCallingHandlers(
        lr_set(reader, same ~ llr, scale = "ln"),
        warning = \(cnd) {
          told <<- c(told, class(cnd)[1])
          expect_match(conditionMessage(cnd), "smaller LRs")
          tryInvokeRestart("muffleWarning")
        }
      )
      expect_identical(told, "calibrant_warning_reversed")
      expect_no_warning(lr_set(reader, same ~ llr, scale = "ln", sure = TRUE))
    }
  }
  good <- transform(data, llr = -llr)
  expect_no_warning(lr_set(reader_of(data[c(1:3, 51:53), ], good), same ~ llr, scale = "ln"))
  chance <- transform(data, llr = rep(c(-1, 1), 50))
  expect_no_warning(lr_set(reader_of(chance), same ~ llr, scale = "ln"))
})

test_that("two levels of which neither is `h1` are named, and no level that is not there", {
  two <- \(levels, ...) {
    read <- FALSE
    next_chunk <- \() {
      if (read) return(NULL)
      read <<- TRUE
      data.frame(l = c(1, -1, 2, -2), h = levels)
    }
    lr_set(lr_chunks(next_chunk, \() read <<- FALSE), h ~ l, scale = "ln", ...)
  }
  for (h1 in list(new.env(), sum, NA, c("ss", "ds"))) {
    expect_error(two(c("ss", "ds"), h1 = h1), class = "calibrant_error_input")
  }
  expect_error(two(c(1, -1)), "Probably `h1 = \"1\"`", class = "calibrant_error_input")
  expect_error(two(c("ss", "ds"), h1 = "xx"), "\"ss\" or \"ds\"", class = "calibrant_error_input")
  expect_identical(cllr(two(c(1, -1), h1 = 1)),
    cllr(c(1, -1, 2, -2), rep(c(TRUE, FALSE), 2), scale = "ln"))
})

test_that("a weight that cannot be the name of a column is refused", {
  file <- withr::local_tempfile(lines = c("value,truth", "1,1", "0,0"), fileext = ".csv")
  for (weight in list("", "a\xff", strrep("a", 20000), 1, NA_character_, c("a", "b"))) {
    expect_error(
      lr_set(lr_chunks(file), truth ~ value, scale = "ln", weight = weight),
      class = "calibrant_error_input"
    )
  }
})
