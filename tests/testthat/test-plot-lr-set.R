test_that("a set is drawn by the picture that says most", {
  x <- two()
  expect_match(ggplot2::get_alt_text(autoplot(x)), "^ECE")
  scores <- lr_set(c(1, 2, 0, 3), c(TRUE, TRUE, FALSE, FALSE), scale = "score")
  expect_match(ggplot2::get_alt_text(autoplot(scores)), "^DET")
  withr::local_pdf(NULL)
  expect_identical(plot(x), x)
})
