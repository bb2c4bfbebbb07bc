prints <- conclusion_set(truth ~ conclusion, data = subset(black_box, part == "VID"), count = "n",
  h1 = "same", hypotheses = c(
    h1 = "the prints come from the same finger", h2 = "they come from different fingers"
  ))

test_that("testimony counts in thousands, and tells limits and directions", {
  said <- explain(conclusion_lr(prints))
  expect_length(said, 5)
  expect_match(said[1], "5 969 comparisons in which the prints come from the same finger")
  expect_match(said[4], "in 610 of 1000 comparisons in .* in 1[.]6 of 1000 .* different fingers")
  expect_match(said[4], "390 times more probable if the prints ")
  expect_match(said[4], "[(]200 to 1 000 times, 95 % interval")
  expect_match(said[2], "12 times more probable if they come from different fingers")
  expect_match(said[5], "None of this is the probability that the prints")
  expect_length(explain(conclusion_lr(prints), "Individualization"), 3)
  expect_error(explain(conclusion_lr(prints), "zzz"), class = "calibrant_error_input")
  expect_match(explain(prints)[1], "by 1 bit before .* reduces this by 0.62[0-9]* bits ")
})

test_that("what rests on prior counts, and what was left out, is said", {
  x <- conclusion_set(cbind(
    same = c(a = 0, b = 10, c = 20, none = 3), different = c(30, 10, 0, 0)
  ), no_value = "none")
  said <- explain(conclusion_lr(x))
  expect_match(said[2], "never reached in these comparisons where H1 is true")
  expect_match(said[4], "never reached in these comparisons where H2 is true")
  expect_match(said[5], "Left out of the data: 3 of 73")
  expect_false(grepl("never", said[3]))
  expect_match(explain(conclusion_lr(c(p = x, q = x)))[1], "^p: The counts")
  same <- conclusion_set(cbind(same = c(a = 10, b = 10), different = c(10, 10)))
  expect_match(explain(conclusion_lr(same))[2], "supports neither")
})

test_that("they are said in German", {
  said <- withr::with_language("de", explain(conclusion_lr(prints)))
  expect_match(said[4], "Von 1000 Vergleichen")
  expect_match(said[4], "390 Mal wahrscheinlicher")
})

test_that("a conclusion of about 1 has the limits of its LR, in the order of the table", {
  table <- conclusion_lr(study_set("bullets", no_value = "Other", conclusions = afte))
  said <- paste(explain(table, "Inconclusive-A"), collapse = " ")
  expect_match(said, "supports neither \\(LR 1/1.3 to 1.2, 95 % interval")
})

test_that("an LR and its limits are rounded alike, to the nearest of two digits", {
  for (lr in c(2.18, 9.96, 99.7, 1.04, 1.06, 385.6, 11.75)) {
    expect_identical(nearest_times(log10(lr)), times_text(log10(signif(lr, 2))), info = lr)
  }
  expect_identical(nearest_times(log10(1.0449)), "1")
  expect_identical(nearest_times(6.2), "1.6 million")
  expect_identical(nearest_times(Inf), "Inf")
})
