file_of <- function(...) {
  path <- withr::local_tempfile(.local_envir = parent.frame())
  writeLines(c(...), path)
  path
}
expected <- data.frame(
  score = c(2.1, -0.7, 1.2), truth = c(TRUE, FALSE, TRUE), source1 = c("m1", "m1", "m2"),
  source2 = c("s1", "s2", "s2")
)

test_that("reads scores and keys as BOSARIS and SIDEKIT write them", {
  scores <- file_of("m2 s2 1.2", "m1 s2 -0.7", "m1 s1 2.1", "m2 s1 -1.9")
  key <- file_of("m1 s1 target", "m1 s2 nontarget", "m2 s2 target")
  expect_message(x <- read_scores(scores, key, system = "A"), "1 score",
    class = "calibrant_message_dropped")
  expect_identical(levels(x), "A")
  expect_equal(as.data.frame(x)[names(expected)], expected)
})

test_that("reads scores and keys of the NIST evaluations", {
  scores <- file_of("modelid\tsegmentid\tside\tLLR", "m1\ts1\ta\t2.1", "m1\ts2\ta\t-0.7",
    "m2\ts2\ta\t1.2")
  key <- file_of("modelid\tsegmentid\tside\ttargettype\tgender", "m1\ts1\ta\ttarget\tf",
    "m1\ts2\ta\tnontarget\tf", "m2\ts2\ta\ttarget\tf")
  expect_equal(as.data.frame(read_scores(scores, key)), expected)
})

test_that("refuses files that do not fit", {
  refuses <- \(scores, key) expect_error(read_scores(scores, key), class = "calibrant_error_input")
  scores <- file_of("m1 s1 1", "m1 s2 2")
  refuses(scores, file_of("m1 s1 target", "m1 s9 nontarget"))
  refuses(scores, file_of("m1 s1 target", "m1 s2 perhaps"))
  refuses(file_of("m1 s1 1", "m1 s1 2"), file_of("m1 s1 target"))
  refuses(file_of("m1 s1 one", "m1 s2 2"), file_of("m1 s1 target", "m1 s2 nontarget"))
  refuses(file_of("m1 1"), file_of("m1 s1 target"))
  refuses(tempfile(), scores)
  ragged <- file_of("m1 s1 1", "m1 s2 2 and more")
  expect_error(read_scores(ragged, scores), "same columns", class = "calibrant_error_file")
  lines <- textConnection(readLines(ragged))
  expect_error(read_scores(lines, scores), class = "calibrant_error_file")
  wide <- file_of("source_id,llr", "a,1,2,3", "b,1,2,3")
  expect_error(read_lir(wide, wide), class = "calibrant_error_input")
  expect_error(lr_chunks(wide), "same columns", class = "calibrant_error_file")
})

test_that("reads tables of lir", {
  h1 <- file_of("26.8012746144977", "-0.48")
  h2 <- file_of("-1.5", "0.2", "-inf")
  x <- read_lir(h1, h2)
  expect_equal(x$value, c(26.8012746144977, -0.48, -1.5, 0.2, -Inf))
  expect_equal(x$truth, rep(c(TRUE, FALSE), 2:3))
  h1 <- file_of("source_id,llr", "a,1.5", "b,-0.2")
  h2 <- file_of("source_id,llr,llr_interval_low,llr_interval_high", "c,-2,-3,-1")
  expect_identical(as.data.frame(read_lir(h1, h2))$id, c("a", "b", "c"))
  expect_error(read_lir(file_of("case,value", "a,1"), h2), "llr", class = "calibrant_error_input")
})
