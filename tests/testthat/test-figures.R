test_that("every figure of the papers is drawn by a call or two, and none is left out", {
  script <- system.file("figures", "figures.R", package = "calibrant")
  here <- new.env(parent = globalenv())
  withr::with_seed(1, sys.source(script, here))
  for (name in cases_of(names(here$figures), seq(1, length(here$figures), by = 6))) {
    built <- ggplot2::ggplot_build(here$figures[[name]]())
    expect_gt(sum(vapply(built$data, nrow, 1L)), 0, label = name)
  }

  numbers <- function(paper) {
    of_paper <- grep(paper, names(here$figures), value = TRUE)
    unique(sub(".*figure ([0-9D]+[.]?[0-9]*).*", "\\1", of_paper))
  }
  expect_setequal(numbers("Ramos 2018"), as.character(2:9))
  expect_setequal(numbers("Ramos 2008"), c("2", "4", "5", "6"))
  expect_setequal(numbers("Ramos 2013"), as.character(1:9))
  expect_setequal(numbers("Tornetta"), as.character(1:7))
  expect_setequal(numbers("mmer 2010"), c(
    "2.1", "2.2", "3.1", paste0("7.", 1:9), paste0("8.", 1:4), "D.1"
  ))
})
