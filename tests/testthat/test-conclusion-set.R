scale3 <- c("Exclusion", "Inconclusive", "Identification")

counts3 <- matrix(c(4, 30, 66, 80, 19, 1), 3, dimnames = list(scale3, c("same", "different")))

test_that("counts, text, frames and vectors make the same set", {
  x <- conclusion_set(counts3)
  expect_length(x, 200)
  expect_identical(levels(x$conclusion), scale3)
  expect_equal(table(x$conclusion, x$truth), table(
    factor(rep(rep(scale3, 2), counts3), scale3), rep(c(TRUE, FALSE), colSums(counts3))
  ), ignore_attr = TRUE)
  expect_identical(conclusion_set(t(counts3)), x)
  expect_identical(conclusion_set(as.table(counts3)), x)
  frame <- data.frame(conclusion = scale3, same = c(4, 30, 66), different = c(80, 19, 1))
  expect_identical(conclusion_set(frame), x)
  long <- as.data.frame(as.table(counts3))
  expect_identical(conclusion_set(Var2 ~ Var1, long, count = "Freq", h1 = "same"), x)
  expect_identical(conclusion_set(long, Var2 ~ Var1, count = "Freq", h1 = "same"), x)
  expect_identical(conclusion_set(x), x)
})

test_that("text is read in the forms in which tables are copied", {
  forms <- list(
    "result\tmated\tnonmated\nExclusion\t1,450\t3 622\nNot sure (A)\t12\t0\n",
    "|result|mated|nonmated|\n|---|---|---|\n|Exclusion|1450|3,622|\n|Not sure (A)|12|0|",
    "mated  nonmated\n  Exclusion    1 450 (7.5%)   3 622\n  Not sure (A)    12    0",
    "result, mated, nonmated\nExclusion, 1450, 3622\nNot sure (A), 12, 0",
    "result mated nonmated\nExclusion 1450 3622\nNot sure (A) 12 0"
  )
  sets <- lapply(forms, conclusion_set)
  for (x in sets) expect_identical(x, sets[[1]])
  expect_identical(levels(sets[[1]]$conclusion), c("Exclusion", "Not sure (A)"))
  expect_equal(unname(systems_of(sets[[1]])[[1]][c("h1", "h2")]), list(c(1450, 12), c(3622, 0)))
  bad <- c(
    "a mated nonmated\nExclusion 1 450 3 622\nb 2 3", "mated nonmated\nx 1 2",
    "a mated nonmated\nExclusion 1.5 3\nb 2 3"
  )
  for (text in bad) expect_error(conclusion_set(text), class = "calibrant_error_input")
})

test_that("order is kept, refused where it is not, and warned of where it falls", {
  x <- conclusion_set(counts3, conclusions = scale3)
  expect_true(is.ordered(x$conclusion))
  expect_warning(conclusion_set(counts3, conclusions = rev(scale3)),
    class = "calibrant_warning_reversed")
  expect_error(conclusion_set(counts3, conclusions = scale3[-1]), class = "calibrant_error_input")
  expect_error(lr_set(conclusion_set(counts3), monotone = TRUE), class = "calibrant_error_input")
  expect_error(lr_set(conclusion_set(counts3), scale = "score"), class = "calibrant_error_input")
})

test_that("no value stands apart and is told; what no one reached is no conclusion", {
  with_none <- rbind(counts3, "No value" = c(10, 5), Never = c(0, 0))
  x <- conclusion_set(with_none, no_value = "No value",
    conclusions = c(scale3[1], "Never", scale3[2:3]))
  expect_length(x, 200)
  expect_identical(systems_of(x)[[1]]$conclusions, scale3)
  expect_identical(notes_of(x, "excluded")[[1]][c("n", "of")], list(n = 15L, of = 215L))
  expect_output(print(x), "Left out: 15 of 215 trials with the conclusion No value .*same: 10")
  expect_error(conclusion_set(counts3, no_value = "NV"), class = "calibrant_error_input")
  expect_error(conclusion_set(with_none, no_value = c("No value", "NV")), "\"NV\"",
    class = "calibrant_error_input")
  expect_length(conclusion_set(with_none), 215)
})

test_that("what cannot be judged is refused", {
  refused <- \(...) expect_error(conclusion_set(...), class = "calibrant_error_input")
  refused(counts3 / 7)
  refused(`colnames<-`(counts3, c("a", "b")))
  refused(unname(counts3))
  refused(c("a", "b"), truth = c(TRUE, TRUE))
  refused(c("a", "a"), truth = c(TRUE, FALSE))
  refused(c("a", NA), truth = c(TRUE, FALSE))
  refused(c("a", "b"))
  refused(c("a", "b"), truth = c(TRUE, FALSE), count = c(1, -1))
  refused(data.frame(a = c("x", "y"), b = 1:2))
  expect_error(conclusion_set(cbind(counts3[1:2, 1], 0) |>
    `dimnames<-`(list(scale3[1:2], c("same", "different")))), class = "calibrant_error_one_class")
  x <- conclusion_set(counts3)
  expect_error(x$truth <- TRUE, class = "calibrant_error_input")
  damaged <- x
  attributes(damaged) <- NULL
  damaged <- structure(c(damaged[-1], list(1)), names = names(x), class = class(x))
  expect_error(cllr(damaged), class = "calibrant_error_damaged")
})

test_that("sets join side by side, each on its own scale", {
  x <- conclusion_set(counts3, conclusions = scale3)
  fine <- rbind(counts3[1, , drop = FALSE], lean = c(10, 12), counts3[2:3, ])
  y <- conclusion_set(fine, conclusions = rownames(fine))
  both <- c(three = x, four = y)
  expect_identical(levels(both), c("three", "four"))
  expect_identical(levels(both$conclusion), rownames(fine))
  expect_equal(cllr(both), c(three = cllr(x), four = cllr(y)))
  expect_identical(as.character(both["three"]$conclusion), as.character(x$conclusion))
  twice <- conclusion_set(counts3 * 2, conclusions = scale3)
  expect_equal(systems_of(c(x, x, pool = TRUE))[[1]][c("h1", "h2")],
    systems_of(twice)[[1]][c("h1", "h2")])
  expect_error(c(a = x, b = suppressWarnings(conclusion_set(counts3, conclusions = rev(scale3)))),
    class = "calibrant_error_input")
  levels(both) <- c("a", "b")
  expect_identical(levels(both), c("a", "b"))
  expect_identical(nrow(as.data.frame(both)), length(both))
})

test_that("LRs of conclusions are the ratio of predictive probabilities", {
  x <- conclusion_set(counts3)
  lr <- \(a, m = counts3) {
    log10((m[, 1] + a) / (sum(m[, 1]) + 3 * a) / ((m[, 2] + a) / (sum(m[, 2]) + 3 * a)))
  }
  of <- \(set) as.vector(tapply(set$value, x$conclusion, unique)[scale3])
  expect_equal(of(lr_set(x)), unname(lr(0.5)))
  expect_equal(of(lr_set(x, prior_counts = 0)), unname(lr(0)))
  named <- c(Identification = 3, Exclusion = 1, Inconclusive = 2)
  m <- counts3 + c(1, 2, 3)
  expect_equal(of(lr_set(x, prior_counts = named)), unname(lr(0, m)))
  expect_true(is_own_training(lr_set(x)))
  stated <- lr_set(x, lr = c(Inconclusive = 1, Exclusion = 0.01, Identification = 100))
  expect_equal(of(stated), c(-2, 0, 2))
  expect_false(is_own_training(stated))
  expect_error(lr_set(x, lr = c(Exclusion = 1)), class = "calibrant_error_input")
  expect_error(lr_set(x, prior_counts = -1), class = "calibrant_error_input")
})

test_that("monotone LRs are those of PAV, which prior counts leave as there are more comparisons", {
  m <- c(5, 20, 10, 60)
  n <- c(50, 20, 30, 2)
  counts <- cbind(same = m, different = n)
  rownames(counts) <- letters[1:4]
  x <- conclusion_set(counts, conclusions = letters[1:4])
  pooled <- pav_lr(lr_set(x, scale = "score"))
  expect_equal(lr_set(x, monotone = TRUE, prior_counts = 0)$value, from_ln(to_ln(
    values_of(pooled), pooled$scale), "log10"))
  apart <- vapply(10^(0:4), \(times) {
    many <- conclusion_llr(cbind(m * times), cbind(n * times), 0.5, TRUE)
    max(abs(many - conclusion_llr(cbind(m), cbind(n), 0, TRUE)))
  }, 0)
  expect_true(all(diff(apart) < 0) && apart[5] < 1e-4)
})

test_that("a scale of many steps gives the numbers of lr_set()", {
  set.seed(3)
  score <- round(c(rnorm(200, 1), rnorm(300, -1)), 1)
  truth <- rep(c(TRUE, FALSE), c(200, 300))
  steps <- as.character(sort(unique(score)))
  x <- conclusion_set(as.character(score), truth, conclusions = steps)
  y <- lr_set(score, truth, scale = "score")
  expect_equal(auc(x), auc(y))
  expect_equal(cllr_min(x), cllr_min(y))
  expect_equal(cllr(lr_set(x, prior_counts = 0, monotone = TRUE)), cllr_min(y))
  expect_equal(eer(lr_set(x, scale = "score")), eer(y))
})

test_that("blanks are no part of a conclusion, and an empty cell is none", {
  said <- c("Identification", "", "Elimination", "identification ", "Elimination")
  said[4] <- "Identification\u00a0 "
  truth <- c(TRUE, TRUE, FALSE, TRUE, FALSE)
  for (x in list(said, factor(said))) {
    expect_error(conclusion_set(x, truth), "missing", class = "calibrant_error_input")
    expect_message(set <- conclusion_set(x, truth, na = "drop"), "without conclusion: 1",
      class = "calibrant_message_dropped")
    expect_identical(length(set), 4L)
    expect_setequal(levels(set$conclusion), c("Elimination", "Identification"))
  }
  kept <- conclusion_set(said, truth, no_value = "")
  expect_identical(length(kept), 4L)
  d <- data.frame(said = replace(said, 2, NA), truth, n = c(3, 2, 1, 1, 4), who = c(1, 1, 2, 2, NA))
  expect_message(
    set <- conclusion_set(truth ~ said, d, count = "n", examiner = "who", na = "drop"), "2 of 5"
  )
  expect_identical(length(set), 5L)
  expect_error(conclusion_set(said, truth, na = "keep"), class = "calibrant_error_input")
})

test_that("the hint for h1 follows an order or a name, and never the alphabet", {
  said <- c("Inconclusive", "Exclusion", "Identification", "Identification")
  truth <- c("andersartig", "andersartig", "artgleich", "artgleich")
  words <- \(...) conditionMessage(tryCatch(conclusion_set(...), error = identity))
  expect_no_match(words(said, truth), "Probably")
  order <- c("Exclusion", "Inconclusive", "Identification")
  expect_match(words(said, truth, conclusions = order), "h1 = \"artgleich\"")
  expect_match(words(factor(said, order, ordered = TRUE), truth), "h1 = \"artgleich\"")
  expect_match(words(c(1, 2, 5, 4), truth), "h1 = \"artgleich\"")
  guns <- c("different guns", "different guns", "same gun", "same gun")
  expect_match(words(said, guns), "h1 = \"same gun\"")
})
