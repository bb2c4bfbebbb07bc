hdf5_file <- function(..., env = parent.frame()) {
  skip_if_not_installed("hdf5r")
  file <- withr::local_tempfile(fileext = ".h5", .local_envir = env)
  h5 <- hdf5r::H5File$new(file, "w")
  parts <- list(...)
  for (name in names(parts)) h5[[name]] <- parts[[name]]
  h5$close_all()
  file
}

some_scores <- function() {
  withr::with_seed(1, list(
    scores = matrix(rnorm(30 * 20), 30), signed = matrix(sample(c(1L, -1L, 0L), 600, TRUE), 30)
  ))
}

test_that("a matrix with its key is read in stripes of columns", {
  m <- some_scores()
  flat <- replace(m$signed, m$signed == -1, 0L)
  holes <- replace(m$signed == 1, m$signed == 0, NA)
  file <- hdf5_file(scores = m$scores, trial_mask = m$signed, flat = flat, holes = holes)
  for (chunk_rows in c(1, 60, 100, 1e6)) {
    for (key in c("trial_mask", "flat", "holes")) {
      reader <- lr_chunks(file, key = key, chunk_rows = chunk_rows)
      x <- lr_set(reader, truth ~ score, scale = "score")
      key <- list(trial_mask = m$signed, flat = flat == 1, holes = holes)[[key]]
      expected <- lr_set(m$scores, key, scale = "score")
      expect_identical(blocks_of(only_system(x)), blocks_of(only_system(expected)))
      expect_equal(reader$rows, length(expected))
      expect_length(x, length(expected))
    }
  }
  expect_output(print(reader), "\"scores\" of the file")
})

test_that("vectors and keys in another file are read", {
  m <- some_scores()
  file <- hdf5_file(scores = as.vector(m$scores))
  other <- hdf5_file(key = as.vector(m$signed))
  reader <- lr_chunks(file, key = "key", key_file = other, chunk_rows = 70)
  x <- lr_set(reader, truth ~ score, scale = "score")
  expect_identical(auc(x), auc(lr_set(m$scores, m$signed, scale = "score")))
})

test_that("missing scores of tested pairs are errors, of others they are not", {
  m <- some_scores()
  untested <- replace(m$scores, m$signed == 0, NaN)
  file <- hdf5_file(scores = untested, trial_mask = m$signed)
  expect_length(lr_set(lr_chunks(file), truth ~ score, scale = "score"), sum(m$signed != 0))
  file <- hdf5_file(scores = replace(m$scores, 3, NaN), trial_mask = replace(m$signed, 3, 1L))
  expect_error(
    lr_set(lr_chunks(file), truth ~ score, scale = "score"),
    "missing", class = "calibrant_error_input"
  )
})

test_that("what is not such a matrix is refused", {
  m <- some_scores()
  file <- hdf5_file(
    scores = m$scores, turned = t(m$signed), three = m$signed + 1L, words = matrix("a", 30, 20)
  )
  expect_error(lr_chunks(file), "trial_mask", class = "calibrant_error_input")
  expect_error(lr_chunks(file, key = "turned"), "20 x 30", class = "calibrant_error_input")
  expect_error(lr_chunks(file, key = "three"), class = "calibrant_error_third_level")
  expect_error(lr_chunks(file, key = "words"), class = "calibrant_error_third_level")
  expect_error(lr_chunks(file, scores = "/", key = "scores"), class = "calibrant_error_input")
  expect_error(lr_chunks(file, scores = 1), class = "calibrant_error_input")
  expect_error(lr_chunks(file, chunk_rows = 0), class = "calibrant_error_input")
  text <- withr::local_tempfile(lines = "no matrix")
  expect_error(lr_chunks(text, format = "hdf5"), class = "calibrant_error_file")
  expect_error(lr_chunks("no such file"), class = "calibrant_error_file")
})

test_that("a file that is gone when it is read again is the error of a reader", {
  m <- some_scores()
  file <- hdf5_file(scores = m$scores, trial_mask = m$signed)
  reader <- lr_chunks(file)
  unlink(file)
  expect_error(
    lr_set(reader, truth ~ score, scale = "score"), class = "calibrant_error_reader"
  )
})
