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
  skip_if_not_installed("knitr")
  x <- study_set("bullets", no_value = "Other", conclusions = afte)
  knitted <- \(table) paste(knitr::knit_print(table), collapse = "\n")
  expect_match(knitted(conclusion_lr(x)), "ID *[|] *1076[|] *20[|] *106[|] *71.9 to 172")
  expect_match(knitted(conclusion_lr(x)), "Prior counts: 0.5 of each conclusion")
  expect_match(knitted(error_rates(x)), "left out[|] *20[|] *981[|] *2.04 %")
  expect_match(knitted(conclusion_merges(x)), "by comparison [(]jackknife[)]")
})

test_that("pictures of a document have their alternative text, or that of the chunk", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available())
  file <- withr::local_tempfile(fileext = ".Rmd")
  writeLines(c(
    "---", "title: t", "output: html_document", "---", "```{r, echo=FALSE}", "plot(1:3)",
    "plot_ece(set_of(c(1, 2), -1))", "plot_tippett(set_of(c(1, 2), -1))", "```",
    "```{r, echo=FALSE, fig.alt='said'}", "plot_ece(set_of(c(1, 2), -1))", "```"
  ), file)
  html <- rmarkdown::render(file, quiet = TRUE, envir = environment(),
    output_options = list(self_contained = FALSE, theme = NULL))
  html <- paste(readLines(html), collapse = " ")
  images <- regmatches(html, gregexpr("<img [^>]*>", html))[[1]]
  expect_length(images, 4)
  alt <- sub('.*alt="([^"]*)".*', "\\1", images)
  expect_match(alt[2], "^ECE plot: empirical cross-entropy over prior odds[.]")
  expect_match(alt[3], "^Tippett plot[.]")
  expect_identical(alt[4], "said")
  expect_no_match(alt[1], "plot[.]")
})

test_that("pictures of a document are those of their device", {
  skip_if_not_installed("knitr")
  skip_if_not(capabilities("png"))
  plots <- list(
    plot_ece(c(a = set_of(c(1, 2), -1), b = set_of(c(3, 2), -1:1))), plot_tippett(set_of(1, -1)),
    plot_det(simulate_lr(30, 30))
  )
  on_device <- \(draw, file) {
    grDevices::png(file, 7, 3.6, units = "in", res = 120)
    on.exit(grDevices::dev.off())
    draw()
  }
  open <- grDevices::dev.list()
  for (plot in plots) {
    files <- c(withr::local_tempfile(), withr::local_tempfile())
    options <- list(dev = "png", fig.width = 7, fig.height = 3.6, dpi = 120)
    knitted <- knitr::knit_print(plot, options)
    class(knitted) <- "recordedplot"
    on_device(\() grDevices::replayPlot(knitted), files[1])
    on_device(\() print(plot), files[2])
    expect_identical(unname(tools::md5sum(files[1])), unname(tools::md5sum(files[2])))
  }
  expect_s3_class(knitr::knit_print(plots[[1]], list(dev = "pdf")), "calibrant_drawn")
  expect_s3_class(knitr::knit_print(plots[[1]], list()), "calibrant_drawn")
  expect_identical(grDevices::dev.list(), open)
})
