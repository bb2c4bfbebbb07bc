x <- lr_set(c(2, -1, 3, -2, 0.5, 1), c(TRUE, FALSE, TRUE, FALSE, FALSE, TRUE), scale = "log10",
  system = rep(c("a", "b"), each = 3), id = letters[1:6])

test_that("reports knit", {
  skip_if_not_installed("knitr")
  expect_match(knitr::knit_print(explain(set_of(c(1, 2), -1))), "The system was tested")
  expect_match(knitr::knit_print(verbal_scale(350, "lr")), "350 times")
  expect_match(paste(knitr::knit_print(summary(x)), collapse = "\n"), "H1 trials", fixed = TRUE)
  table <- measures(x, "eer", replicates = 20)
  expect_match(paste(knitr::knit_print(table), collapse = "\n"), "20 bootstrap replicates")
  expect_match(paste(knitr::knit_print(tippett_curve(x)), collapse = "\n"), "log10_lr")
  printed <- \(n) {
    curve <- ece_curve(set_of(c(1, 2), -1), seq(-1, 1, length.out = n))
    paste(knitr::knit_print(curve), collapse = "\n")
  }
  expect_no_match(printed(10), "The first 10")
  expect_match(printed(11), "The first 10 of 11 rows")
  expect_match(paste(knitr::knit_print(bound_lr(x)), collapse = "\n"), "ELUB")
})

test_that("tables of conclusions are knit as they are printed", {
  x <- study_set("bullets", no_value = "Other", conclusions = afte)
  knitted <- \(table) paste(knitr::knit_print(table), collapse = "\n")
  expect_match(knitted(conclusion_lr(x)), "ID *[|] *1076[|] *20[|] *106[|] *71.9 to 172")
  expect_match(knitted(conclusion_lr(x)), "Prior counts: 0.5 of each conclusion")
  expect_match(knitted(error_rates(x)), "left out[|] *20[|] *981[|] *2.04 %")
  expect_match(knitted(conclusion_merges(x)), "by comparison [(]jackknife[)]")
})
