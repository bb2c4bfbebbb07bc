# Texts in all places that a report has, as pandoc converts them to HTML.
pandoc_reads <- function(texts, type) {
  folder <- withr::local_tempdir()
  sections <- list(
    front = \(report) unlist(lapply(texts, plain_paragraph)),
    items = \(report) markdown_items(texts),
    table = \(report) markdown_table(data.frame(texts), 1),
    heads = \(report) c(rbind("", paste("##", plain_text(texts))), "")
  )
  report <- list(title = paste(texts, collapse = " "), type = type)
  writeLines(report_markdown(report, sections), file.path(folder, "a.md"), useBytes = TRUE)
  from <- report_output(list(type = type), folder)$pandoc$from
  rmarkdown::pandoc_convert("a.md", "html", from, "a.html",
    options = c("--standalone", "--mathml"), wd = folder)
  paste(readLines(file.path(folder, "a.html"), encoding = "UTF-8"), collapse = " ")
}

test_that("markup in the words of users is text, wherever a report has them", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  said <- gsub("\\s+", " ", hostile_texts)
  for (type in c("html", "docx")) {
    body <- sub(".*<body>", "", pandoc_reads(hostile_texts, type))
    expect_no_match(body, "<(script|img|a|b|em|strong|ol|dl|hr|sup|sub|pre|code|math|span)\\b")
    for (one in said) {
      # Numbers have a true minus, and are not separated from their per cent sign.
      shown <- chartr("\u2212\u00a0", "- ", text_of_html(body))
      places <- gregexpr(one, shown, fixed = TRUE)[[1]]
      expect_gte(sum(places > 0), 5, label = paste(type, one))
    }
  }
})

test_that("addresses of sections are ASCII in every language", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  headings <- with_words_of("de", words_for("report"))
  html <- pandoc_reads(c(headings, "\u00dc \u00df \u65e5", "\u00e9t\u00e9"), "html")
  ids <- regmatches(html, gregexpr("\\bid=\"[^\"]*\"", html))[[1]]
  expect_gt(length(ids), length(headings))
  expect_match(ids, "^id=\"[!-~]+\"$")
})

test_that("numbers stay with their signs and units", {
  text <- "5.5 % (-0.1 to 3), -2 bits, 2026-11-22"
  expect_identical(keep_together(text, "docx"),
    "5.5\u00a0% (\u22120.1 to 3), \u22122 bits, 2026-11-22")
  expect_identical(keep_together(text, "pdf"),
    "5.5\u00a0% (\\textminus{}0.1 to 3), \\textminus{}2 bits, 2026-11-22")
  counts <- keep_together(c("73 of 4 320, 19 900, 1 000 000 trials", "12 2026, 5 20 100"), "html")
  expect_identical(counts, c(
    "73 of 4\u00a0320, 19\u00a0900, 1\u00a0000\u00a0000 trials", "12 2026, 5 20\u00a0100"
  ))
})

test_that("no label changes the direction of the numbers after it", {
  marks <- intToUtf8(c(0x202a:0x202e, 0x2066:0x2069), multiple = TRUE)
  for (mark in marks) {
    label <- paste0("a", mark, "b 12.5")
    expect_identical(one_line_text(label), "ab 12.5")
    expect_no_match(c(plain_text(label), as_entities(label), plain_start(label)),
      paste0(mark, "|&#", utf8ToInt(mark)))
  }
  hebrew <- intToUtf8(c(0x5e9, 0x5dc, 0x5d5, 0x5dd))
  expect_identical(one_line_text(hebrew), hebrew)
})

test_that("a wide table scrolls, by the keyboard too", {
  lines_of <- \(n) markdown_table(as.data.frame(matrix("a", 2, n)), rep(1, n))
  expect_identical(sum(grepl("^:::", lines_of(4))), 2L)
  expect_match(lines_of(4), "tabindex=\"0\"", all = FALSE, fixed = TRUE)
  expect_no_match(lines_of(3), ":::", fixed = TRUE)
})
