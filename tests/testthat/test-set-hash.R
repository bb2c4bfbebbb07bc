test_that("a fingerprint is that of the documented bytes", {
  x <- lr_set(c(1.5, -2), c(TRUE, FALSE), scale = "log10", source1 = c("a", "\u00e9"))
  bytes <- c(
    charToRaw("scale"), as.raw(0), writeBin(1, raw(), endian = "little"), charToRaw("log10"),
    as.raw(0), charToRaw("value"), as.raw(0), writeBin(c(2, 1.5, -2), raw(), endian = "little"),
    charToRaw("truth"), as.raw(0), writeBin(c(2, 1, 0), raw(), endian = "little"),
    charToRaw("source1"), as.raw(0), writeBin(2, raw(), endian = "little"),
    as.raw(c(0x61, 0, 0xc3, 0xa9, 0))
  )
  expect_identical(data_hash(x), cli::hash_raw_sha256(bytes))
  # This value never changes.
  expect_match(data_hash(x), "^44dbcc32cf39d645")
})

test_that("it sees trials, order, items and scale, and no more", {
  x <- lr_set(c(1, 0, -1), c(TRUE, FALSE, FALSE), scale = "log10")
  cllr(x)
  expect_identical(data_hash(x), data_hash(lr_set(c(1, -0, -1), x$truth, scale = "log10")))
  others <- list(
    x[3:1], x[-2], lr_set(x$value, x$truth, scale = "ln"),
    lr_set(x$value, x$truth, scale = "log10", id = 1:3),
    lr_set(x$value, x$truth, scale = "log10", source1 = 1:3),
    lr_set(x$value, x$truth, scale = "log10", source2 = 1:3),
    lr_set(x$value, c(TRUE, TRUE, FALSE), scale = "log10")
  )
  hashes <- vapply(others, data_hash, "")
  expect_identical(anyDuplicated(c(data_hash(x), hashes)), 0L)
})
