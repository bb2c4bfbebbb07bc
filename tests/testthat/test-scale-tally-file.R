skip_if_not_installed("jsonlite")

expect_damaged <- function(file, info = NULL) {
  expect_error(read_quietly(file), class = "calibrant_error_file", info = info)
}

two_sets <- withr::with_seed(4, list(simulate_lr(300, 500, s = 2), simulate_lr(300, 500, s = 1)))

# A tally with moments, one of scores, and one with its values.
tallies_of <- function(x) {
  score <- lr_set(x$value, x$truth, scale = "score")
  value <- round(x$value, 2)
  rows <- data.frame(value = value, n_h1 = +x$truth, n_h2 = +!x$truth)
  list(lr_tally(x), lr_tally(score), lr_tally(rows, scale = "log10"))
}

in_folder <- function(env = parent.frame()) {
  file.path(withr::local_tempdir(.local_envir = env), "x.json")
}

parts_beside <- function(file) list.files(dirname(file), "[.]csv$", full.names = TRUE)

# The header as another program would write it, with members changed.
write_header <- function(file, ...) {
  header <- jsonlite::fromJSON(file)
  header <- utils::modifyList(header[!names(header) %in% c("sums", "sha256")], list(...))
  jsonlite::write_json(header, file, auto_unbox = TRUE, digits = NA)
}

# Writes a tally, and is interrupted before or after the header takes its place.
write_interrupted <- function(tally, file, before) {
  space <- list2env(parent = environment(replace_tally), list(
    replace_tally = replace_tally, write_record = \(record, file) {
      if (!before) write_record(record, file)
      stop("interrupted")
    }
  ))
  write <- write_calibrant.lr_tally
  environment(write) <- environment(space$replace_tally) <- space
  expect_error(write(tally, file), "interrupted")
}

test_that("an interrupt leaves the rows of the header that is there", {
  tallies <- lapply(two_sets, lr_tally)
  for (before in c(TRUE, FALSE)) {
    file <- in_folder()
    write_calibrant(tallies[[1]], file)
    write_interrupted(tallies[[2]], file, before)
    expect_equal(read_calibrant(file), tallies[[2 - before]])
    expect_length(parts_beside(file), 2)
  }
})

test_that("a tally comes back as it was, and leaves no rows of the one before", {
  for (pair in Map(list, tallies_of(two_sets[[1]]), tallies_of(two_sets[[2]]))) {
    file <- in_folder()
    write_calibrant(pair[[1]], file)
    expect_identical(read_calibrant(file), pair[[1]])
    n <- length(dir(dirname(file)))
    write_calibrant(pair[[2]], file)
    expect_identical(read_calibrant(file), pair[[2]])
    write_calibrant(pair[[2]], file)
    expect_identical(read_calibrant(file), pair[[2]])
    expect_length(dir(dirname(file)), n)
  }
})

test_that("whatever is changed in a row or in the header is told", {
  withr::local_seed(5)
  for (tally in tallies_of(two_sets[[1]])) {
    file <- in_folder()
    write_calibrant(tally, file)
    for (part in c(parts_beside(file), file)) {
      bytes <- readBin(part, raw(), file.size(part))
      digits <- which(bytes >= charToRaw("0") & bytes <= charToRaw("9"))
      for (at in sample(digits, 5)) {
        changed <- bytes
        changed[at] <- if (bytes[at] == charToRaw("7")) charToRaw("8") else charToRaw("7")
        writeBin(changed, part)
        expect_damaged(file, rawToChar(bytes[max(1, at - 20):at]))
      }
      writeBin(utils::head(bytes, -20), part)
      expect_damaged(file)
      writeBin(bytes, part)
    }
    expect_identical(read_calibrant(file), tally)
  }
})

test_that("headers that are exchanged keep the rows that are theirs", {
  one <- in_folder()
  two <- file.path(dirname(one), "y.json")
  write_calibrant(lr_tally(two_sets[[1]]), one)
  write_calibrant(lr_tally(two_sets[[2]]), two)
  third <- tempfile()
  file.rename(one, third)
  file.rename(two, one)
  file.rename(third, two)
  expect_identical(read_calibrant(one), lr_tally(two_sets[[2]]))
  expect_identical(read_calibrant(two), lr_tally(two_sets[[1]]))
  parts <- jsonlite::fromJSON(one)[c("cells", "points")]
  others <- jsonlite::fromJSON(two)[c("cells", "points")]
  file.copy(file.path(dirname(one), parts$points), file.path(dirname(one), others$points),
    overwrite = TRUE)
  expect_damaged(two)
})

test_that("parts that do not belong together are told without checksums", {
  file <- in_folder()
  write_calibrant(lr_tally(two_sets[[2]]), file)
  other <- jsonlite::fromJSON(file)
  folder <- dirname(file)
  file.rename(file.path(folder, other$points), file.path(folder, "other-points.csv"))
  tally <- lr_tally(two_sets[[1]])
  write_calibrant(tally, file)
  write_header(file)
  expect_identical(read_quietly(file), tally)
  for (change in list(
    list(points = "other-points.csv"), list(width = 2^-9), list(width = 2^53), list(width = 2^-60),
    list(scale = "ln"), list(n_h1 = 301), list(n_h1 = NULL), list(n_h2 = NULL), list(cells = NULL),
    list(cells = "none.csv"), list(width = "a"), list(width = NULL), list(scale = NULL)
  )) {
    before <- readLines(file)
    do.call(write_header, c(list(file), change))
    expect_damaged(file, deparse1(change))
    writeLines(before, file)
  }
  known <- tallies_of(two_sets[[1]])[[3]]
  write_calibrant(known, file)
  for (change in list(list(width = 2^-9), list(scale = "score"), list(values = NULL))) {
    before <- readLines(file)
    do.call(write_header, c(list(file), change))
    if (is.null(change$values) && "values" %in% names(change)) {
      expect_null(read_quietly(file)$values)
    } else if (!identical(change$scale, "score")) {
      expect_damaged(file, deparse1(change))
    }
    writeLines(before, file)
  }
})

test_that("moments of other trials are told", {
  file <- in_folder()
  tally <- lr_tally(two_sets[[1]])
  write_calibrant(tally, file)
  points <- jsonlite::fromJSON(file)$points
  part <- file.path(dirname(file), points)
  rows <- utils::read.csv(part)
  shifted <- transform(rows, llr = llr + 0.01)
  utils::write.csv(shifted, part, row.names = FALSE)
  write_header(file)
  expect_damaged(file)
})

test_that("a tally that was replaced in turn by two others since its header was read is read", {
  file <- in_folder()
  tally <- lr_tally(two_sets[[1]])
  write_calibrant(tally, file)
  read <- tally_of_record
  n_reads <- 0
  local_replaced(tally_of_record = \(...) {
    n_reads <<- n_reads + 1
    if (n_reads == 1) stop_problem("there is no file x-cells.csv") else read(...)
  })
  expect_identical(read_calibrant(file), tally)
  expect_identical(n_reads, 2)
})

test_that("a tally that cannot be written leaves the old one", {
  skip_on_os("windows")
  file <- in_folder()
  tally <- lr_tally(two_sets[[1]])
  write_calibrant(tally, file)
  before <- dir(dirname(file), all.files = TRUE)
  local_replaced(write_record = \(...) stop_file("no"))
  expect_error(write_calibrant(lr_tally(two_sets[[2]]), file), class = "calibrant_error_file")
  expect_identical(dir(dirname(file), all.files = TRUE), before)
  expect_identical(read_calibrant(file), tally)
})
