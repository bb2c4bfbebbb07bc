arrow_stream <- function(data, size) {
  parts <- split(data, (seq_len(nrow(data)) - 1) %/% size)
  nanoarrow::basic_array_stream(lapply(parts, nanoarrow::as_nanoarrow_array))
}

test_that("Arrow streams are read batch by batch", {
  skip_if_not_installed("nanoarrow")
  withr::local_seed(1)
  data <- data.frame(
    same = rep(0:1, 300), llr = c(Inf, -Inf, stats::rnorm(598)), kind = rep(c("a", "b", "a"), 200)
  )
  data$llr[1:2] <- data$llr[2:1]
  near <- lr_set(same ~ llr | kind, data, scale = "ln")
  for (size in c(7, 1000)) {
    far <- lr_set(lr_chunks(arrow_stream(data, size)), same ~ llr | kind, scale = "ln")
    expect_identical(cllr_min(far), cllr_min(near))
    expect_identical(pav(far), pav(near))
  }
  # The temporary file suffices for all passes after the first.
  tight(spooled = 2^20)
  once <- lr_set(lr_chunks(arrow_stream(data, 50)), same ~ llr, scale = "ln")
  expect_identical(cllr_min(once), cllr_min(lr_set(same ~ llr, data, scale = "ln")))
  tight(spooled = 0)
  twice <- lr_set(lr_chunks(arrow_stream(data, 50)), same ~ llr, scale = "ln")
  expect_error(cllr_min(twice), class = "calibrant_error_reader")
})

test_that("what can make streams anew is read as often as it takes", {
  skip_if_not_installed("nanoarrow")
  tight()
  withr::local_seed(2)
  data <- data.frame(same = rep(0:1, 500), llr = stats::rnorm(1000))
  registerS3method("as_nanoarrow_array_stream", "some_dataset", \(x, ...) {
    arrow_stream(unclass(x)$data, 100)
  }, envir = asNamespace("nanoarrow"))
  dataset <- structure(list(data = data), class = "some_dataset")
  far <- lr_set(lr_chunks(dataset), same ~ llr, scale = "ln")
  expect_true(has_many(systems_of(far)[[1]]))
  expect_identical(cllr_min(far), cllr_min(lr_set(same ~ llr, data, scale = "ln")))
  expect_output(print(lr_chunks(dataset)), "an Arrow stream")
  expect_error(lr_chunks(data), class = "calibrant_error_input")
  expect_error(lr_chunks(dataset, columns = "llr"), class = "calibrant_error_dots")
})
