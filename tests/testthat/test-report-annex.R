test_that("the annex has every measure, as measures() has it", {
  x <- reported_set()["mvk"]
  report <- report_of(x)
  table <- all_numbers(report)
  expect_true(all(c("cllr", "dev_pav", "lr_moment_h2") %in% table$Measure))
  expect_identical(table$Result[table$Measure == "cllr"], unname(format_number(cllr(x))))
  expect_match(table$Result[table$Measure == "eer"], "%")
})

test_that("the comparisons that mislead most are named, the worst first", {
  x <- lr_set(c(2, -3, 1, -1, 4, -2), rep(c(TRUE, FALSE), each = 3), scale = "log10",
    id = paste0("case", 1:6))
  worst <- worst_trials(x, 1)
  expect_identical(worst$comparison, c("case5", "case2"))
  expect_identical(worst$truth, c("H2", "H1"))
  expect_identical(worst$log10_lr, c("4.00", "-3.00"))
  many <- lr_set(rep(-1, 6), rep(c(TRUE, FALSE), c(5, 1)), scale = "log10")
  expect_identical(nrow(worst_trials(many, 2)), 4L)
  sure <- lr_set(c(2, -2), c(TRUE, FALSE), scale = "log10")
  expect_identical(nrow(worst_trials(sure, 5)), 0L)
})

test_that("standards are mapped by topic, and no clause is cited", {
  lines <- lines_of(report_of(reported_set()["mvk"]), "standards")
  expect_match(lines, "ISO 21043-4")
  expect_match(lines, "none is cited")
  expect_no_match(lines, "[Cc]lause [0-9]")
})

test_that("the last annex names the sections of its report and no others", {
  topics <- names(words_for("standard"))
  for (sections in list(report_sections, class_report_sections, conclusion_report_sections)) {
    report <- list(sections = sections, pictures = list(), type = "html")
    lines <- paste(section_standards(report), collapse = "\n")
    named <- vapply(topics, \(topic) {
      grepl(plain_text(words_for("report")[[topic]]), lines, fixed = TRUE)
    }, NA)
    expect_identical(topics[named], intersect(topics, names(sections)))
  }
  expect_false("limits" %in% names(conclusion_report_sections))
})

test_that("tables and figures are numbered in their order", {
  report <- report_of(reported_set()["mvk"])
  lines <- unlist(lapply(names(report_sections), \(name) report_sections[[name]](
    c(report, list(files = rlang::set_names(names(report$pictures))))
  )))
  numbers <- as.integer(sub("^: Table ([0-9]+)[.].*", "\\1", grep("^: Table", lines, value = TRUE)))
  expect_identical(numbers, seq_along(numbers))
  figures <- grep("!\\[Figure", lines, value = TRUE)
  figures <- as.integer(sub(".*!\\[Figure ([0-9]+)[.].*", "\\1", figures))
  expect_identical(figures, seq_along(figures))
})

test_that("a browser prints the report where there is no LaTeX", {
  skip_unless_extended()
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0") && nzchar(chromium()))
  html <- withr::local_tempfile(fileext = ".html", lines = "<p>one page</p>")
  pdf <- withr::local_tempfile(fileext = ".pdf")
  expect_identical(readChar(print_html(html, pdf), 5), "%PDF-")
})
