test_that("a report needs no home, which services and containers lack", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  withr::local_envvar(HOME = NA)
  file <- withr::local_tempfile(fileext = ".html")
  suppressMessages(validation_report(reported_set()["mvn"], file, prior = 0.2, replicates = 10))
  expect_match(paste(readLines(file, warn = FALSE), collapse = ""), "</html>", fixed = TRUE)
  expect_identical(Sys.getenv("HOME", NA), NA_character_)
})

test_that("names in scripts without a font are drawn", {
  withr::local_envvar(R_TESTS = NA)
  script <- withr::local_tempfile(fileext = ".R", lines = c(
    "library(calibrant)",
    "save <- getFromNamespace('save_picture', 'calibrant')",
    "names <- c('\\u0441\\u0438\\u0441', '\\u58f0\\u7d0b', '\\u0646\\u0638\\u0627\\u0645')",
    "x <- simulate_lr(20, 30, s = 2)",
    "x <- do.call(c, rlang::set_names(list(x, x, x), names))",
    "pictures <- list(plot_ece(x), plot_tippett(x), plot_lr_histogram(x), plot_pav(x))",
    "pictures <- c(pictures, list(plot_det(x)), pictures)",
    "file <- tempfile(fileext = '.png')",
    "for (picture in pictures) save(picture, file, width = 7, height = 4)",
    "cat('drawn')"
  ))
  said <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE)
  expect_identical(said, "drawn")
})

test_that("no text runs as code on its way into a report", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  folder <- withr::local_tempdir()
  hostile <- \(n) {
    made <- file.path(folder, n)
    sprintf("a\"\nb: !expr file.create('%s')\nc: \"`r file.create('%s')` <script>[x]", made, made)
  }
  x <- lr_set(c(1, 2, -1, 1, -2, -3), rep(c(TRUE, FALSE), each = 3), scale = "log10",
    system = rep(hostile(1), 6), hypotheses = c(h1 = hostile(2), h2 = hostile(3)))
  file <- file.path(folder, "report.html")
  validation_report(x, file, title = hostile(4), method = hostile(5), author = hostile(6),
    prior = 0.2, replicates = 2)
  validation_report(x, file.path(folder, "report.docx"), author = hostile(7), prior = 0.2,
    about = list(document = hostile(8), scope = hostile(9)), replicates = 2)
  expect_setequal(list.files(folder), c("report.html", "report.docx"))
  html <- paste(readLines(file, encoding = "UTF-8"), collapse = " ")
  expect_no_match(sub(".*<body>", "", html), "class=\"math|<script>\\[x")
  expect_match(text_of_html(html), "a\" b: !expr file.create", fixed = TRUE)
})

test_that("missing tools are named, with what to install", {
  skip_if_not_installed("rmarkdown")
  refused <- \(...) expect_error(..., class = "calibrant_error_missing_program")
  local({
    local_replaced(with_home = \(...) TRUE, latex_engine = \() "", chromium = \() "")
    refused(check_report_tools("pdf"), "LaTeX or Chromium")
    local_replaced(with_home = \(...) FALSE)
    refused(check_report_tools("html"), "pandoc")
  })
  expect_error(
    check_package("a.package.that.is.not", "to write"),
    class = "calibrant_error_missing_package"
  )
  withr::local_envvar(PATH = "")
  expect_identical(latex_engine(), "")
  withr::local_envvar(CHROMOTE_CHROME = NA)
  expect_identical(chromium(), "")
  withr::local_envvar(CHROMOTE_CHROME = "/a/browser")
  expect_identical(chromium(), "/a/browser")
})
