# LRs of 0 and infinity that were right: a wrong one would make the cost infinite.
s <- withr::with_seed(1, rnorm(120, rep(c(2, -2), c(40, 80)), 2))
truth <- rep(c(TRUE, FALSE), c(40, 80))
costs <- c("cllr", "cllr_h1", "cllr_h2", "cross_entropy", "cllr_min", "auc", "eer")
note_of <- function(table) rlang::set_names(table$note %in% "none wrong", table$measure)
with_right <- function(h1, h2) {
  s[which(truth)[h1]] <- Inf
  s[which(!truth)[h2]] <- -Inf
  lr_set(s, truth, scale = "ln")
}

test_that("an interval of a cost says that it allows for no wrong infinite LR", {
  found <- note_of(measures(with_right(1:3, 1:2), costs, replicates = 50))
  expect_identical(names(found)[found], costs[1:4])
  # Only H2 trials may have a wrong LR of infinity.
  found <- note_of(measures(with_right(1:3, 0), costs, replicates = 50))
  expect_identical(names(found)[found], c("cllr", "cllr_h2", "cross_entropy"))
  found <- note_of(measures(with_right(0, 1:2), costs, replicates = 50))
  expect_identical(names(found)[found], c("cllr", "cllr_h1", "cross_entropy"))
  expect_false(any(note_of(measures(with_right(0, 0), costs, replicates = 50))))
  expect_output(print(measures(with_right(1, 0), "cllr", replicates = 50)), "none was seen")
})

test_that("so do differences, other backends, other intervals and weighted trials", {
  x <- with_right(1:3, 1:2)
  plain <- with_right(0, 0)
  both <- suppressMessages(c(a = x, b = plain))
  expect_true(note_of(suppressMessages(compare_systems(both, "cllr", replicates = 50))))
  expect_true(note_of(measures(x, "cllr", interval = "percentile", replicates = 50)))
  expect_true(note_of(measures(lr_set(lr_tally(x)), "cllr", replicates = 50)))
  heavy <- lr_set(unclass(x)$value, truth, scale = x$scale, weight = rep(1:2, 60))
  expect_true(note_of(measures(heavy, "cllr", replicates = 50)))
  data <- data.frame(z = rep(1:4, 30))
  like <- measures_like(x, data.frame(z = 2), ~z, data, "cllr", bandwidth = 1e3, replicates = 50)
  expect_true(note_of(like))
  # A wrong one was seen.
  wrong <- lr_set(c(unclass(x)$value, Inf), c(truth, FALSE), scale = x$scale)
  expect_false(note_of(suppressWarnings(measures(wrong, "cllr", replicates = 50))))
})
