reported_set <- function() {
  lr_set(same_source ~ log10_lr | model,
    data = subset(glass_lr, item1 <= 40 & item2 <= 40), scale = "log10",
    source1 = "item1", source2 = "item2",
    hypotheses = c(h1 = "the fragments come from one <window>", h2 = "they come from two")
  )
}

report_of <- function(x, judged = NULL, ..., replicates = 40) {
  settings <- list(level = 0.9, replicates = replicates, seed = 1, threads = 1, prior = 0.2)
  report <- report_facts(x, judged, settings, list(...), rlang::current_env())
  report$type <- "html"
  report
}

labels_of_axes <- function(plot) {
  panel <- ggplot2::ggplot_build(plot)$layout$panel_params[[1]]
  as.character(c(panel$x$get_labels(), panel$y$get_labels()))
}

lines_of <- function(report, name) paste(report_sections[[name]](report), collapse = "\n")

test_that("a report in HTML stands by itself, and holds the numbers", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  x <- reported_set()["mvn"]
  plan <- validation_plan(
    method = "Glass & co", calibration = "cllr_cal < 0.05 by estimate", replicates = 40,
    declared = "2026-03-01"
  )
  file <- withr::local_tempfile(fileext = ".html")
  validation_report(x, file, plan, prior = 0.2, author = "A. Person", replicates = 40)
  html <- gsub("\\s+", " ", paste(readLines(file, warn = FALSE), collapse = "\n"))
  for (part in c(
    data_hash(x), plan_hash(plan), "Glass &amp; co", "A. Person", "one &lt;window&gt;",
    "met 0, not met 1", "<td[^>]*>Fail"
  )) expect_true(grepl(part, html), label = part)
  expect_false(grepl("(src|href)=\"(http|//|[a-z]+[.](png|css|js))", html))
  images <- regmatches(html, gregexpr("<img [^>]*>", html))[[1]]
  expect_length(images, 8)
  expect_true(all(grepl("src=\"data:image/png", images) & grepl("alt=\"[^\"]{40,}\"", images)))
})

test_that("the summary says what the numbers say", {
  x <- reported_set()
  report <- report_of(x)
  answers <- summary_answers(report, 1)
  found <- with_seed(1, measures(x, "cllr", by = "source", level = 0.9, replicates = 40))
  for (value in found[1, c("estimate", "lower", "upper")]) {
    expect_match(answers[["help"]], format_number(value), fixed = TRUE)
  }
  rates <- misleading_rates(x)
  expect_match(answers[["mislead"]], share_text(rates$rate[1]), fixed = TRUE)
  expect_match(answers[["repaired"]], bits_text(cllr(report$after)[[1]]), fixed = TRUE)
  expect_false("plan" %in% names(answers))
  expect_match(lines_of(report, "summary"), "## System mvk")
  expect_match(lines_of(report, "matrix"), "No plan")
})

test_that("answers follow the interval of Cllr", {
  help <- \(estimate, lower, upper) say("help", data.frame(estimate, lower, upper))
  expect_match(help(0.5, 0.4, 0.6), "^Yes")
  expect_match(help(1.5, 1.4, 1.6), "^No, they do harm")
  expect_match(help(0.9, 0.4, 1.6), "^This is not shown")
  expect_match(help(0.9, NA, NA), "^Not known")
  expect_match(help(Inf, NA, NA), "^No. Some LRs claim certainty")
  calibrated <- \(p_value) say("calibrated", list(p_value = p_value, cllr_cal = 0.25))
  expect_match(calibrated(0.2), "^Nothing speaks against it")
  expect_match(calibrated(NA), "not tested")
  expect_match(calibrated(0.01), "0.25 bits")
})

test_that("warnings come where there is reason, and only there", {
  warned <- \(x) paste(report_warnings(report_of(x, replicates = 5)), collapse = " ")
  withr::local_seed(1)
  good <- warned(simulate_lr(300, 300, s = 2))
  expect_match(good, "taken as independent")
  expect_no_match(good, "only|certainty|separated|no prior|smaller LRs")
  set <- \(value) lr_set(value, rep(c(TRUE, FALSE), each = length(value) / 2), scale = "log10")
  few <- warned(set(c(-Inf, 2, 3, -1, -2, Inf)))
  expect_match(few, "only 3 comparisons")
  expect_match(few, "2 comparisons claim certainty and are wrong")
  apart <- warned(set(c(Inf, 2, 3, -1, -2, -3)))
  expect_match(apart, "1 comparison claim")
  expect_match(apart, "separated without an error")
  turned <- warned(set(c(-2:1, 0:3)))
  expect_match(turned, "no prior")
  expect_match(turned, "smaller LRs")
  expect_match(warned(reported_set()["mvk"]), "Comparisons share items")
})

test_that("reports speak German", {
  answers <- with_words_of("de", NULL, words_for("question"))
  skip_if_not(grepl("Was wurde", answers[["tested"]]), "no translations in this locale")
  german <- with_words_of("de", NULL, lines_of(report_of(reported_set()["mvk"]), "summary"))
  expect_match(german, "Ein Likelihood-Quotient")
  expect_match(say("report.lang"), "en")
})

test_that("numbers of a German report have commas, in pictures too", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  withr::local_language("de")
  skip_if_not(grepl("Was wurde", words_for("question")[["tested"]]), "no translations in this locale")
  x <- reported_set()["mvk"]
  file <- withr::local_tempfile(fileext = ".html")
  validation_report(x, file, prior = 0.125, replicates = 20)
  expect_identical(getOption("OutDec"), ".")
  html <- paste(readLines(file, warn = FALSE), collapse = " ")
  text <- gsub("<head>.*</head>|<[^>]*>|R [0-9.]+, calibrant [0-9.]+", "", html)
  expect_match(text, "12,5.%")
  expect_identical(regmatches(text, gregexpr("\\b[0-9]+[.][0-9]+", text))[[1]], character())
  ticks <- with_decimal_mark(lapply(report_pictures(report_of(x)), \(p) labels_of_axes(p$plot)))
  expect_false(any(grepl("[0-9][.]", unlist(ticks))))
  expect_match(unlist(ticks), ",", all = FALSE)
})

test_that("German comes in the locale C too, which stays, and other languages are said to lack", {
  skip_if_not(nzchar(suppressWarnings(withr::with_locale(c(LC_MESSAGES = "C.UTF-8"), "x"))))
  withr::local_envvar(LC_ALL = "C", LANGUAGE = NA)
  script <- withr::local_tempfile(lines = c(
    "words_of <- getFromNamespace('with_words_of', 'calibrant')",
    "said <- words_of('de', NULL, enc2utf8(gettext('Misses', domain = 'R-calibrant')))",
    "cat(said, Sys.getlocale('LC_MESSAGES'), Sys.getlocale('LC_CTYPE'), sep = '|')"
  ), fileext = ".R")
  said <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE)
  expect_identical(said, "Verfehlte Treffer|C|C")
  expect_message(
    expect_identical(with_words_of("fr", NULL, 1), 1), class = "calibrant_message_language"
  )
  expect_silent(with_words_of("en", NULL, 1))
})

hostile_texts <- c(
  "Glass\"\nfoo: !expr file.create('secret')\nbar: \"x", "The \"new\" 'method' \\ 2",
  "`r file.create('secret')`", "x\n\n```{r}\nfile.create('secret')\n```",
  "<script>alert(1)</script>", "`<b onclick=x>`{=html}", "<img src=x y>", "![](secret)",
  "[a](javascript:alert(1)) <javascript:alert(1)> http://evil.example", "\\input{secret} \\textbf{x}",
  "A [2024] \\[x\\] $y$ \\(z\\)", "a | b\n|---|", "x. one", "- - -", "# one", ": one", "(a) one",
  "---\ntitle: other\n---", "a &lt;b&gt; &amp; &#60; c -- d... @e ^[f] ~g~ *h* _i_ --- k"
)

# What pandoc makes of texts in all places that a report has, as HTML.
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
  from <- report_output(type, folder)$pandoc$from
  rmarkdown::pandoc_convert("a.md", "html", from, "a.html",
    options = c("--standalone", "--mathml"), wd = folder)
  paste(readLines(file.path(folder, "a.html"), encoding = "UTF-8"), collapse = " ")
}

text_of_html <- function(html) {
  text <- gsub("<[^>]*>", " ", html)
  codes <- c("&lt;" = "<", "&gt;" = ">", "&quot;" = "\"", "&#39;" = "'", "&amp;" = "&")
  for (code in names(codes)) text <- gsub(code, codes[[code]], text, fixed = TRUE)
  gsub("\\s+", " ", text)
}

test_that("markup in the words of users is text, wherever a report has them", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  said <- gsub("\\s+", " ", hostile_texts)
  for (type in c("html", "docx")) {
    body <- sub(".*<body>", "", pandoc_reads(hostile_texts, type))
    expect_no_match(body, "<(script|img|a|b|em|strong|ol|dl|hr|sup|sub|pre|code|math|span)\\b")
    for (one in said) {
      places <- gregexpr(one, text_of_html(body), fixed = TRUE)[[1]]
      expect_gte(sum(places > 0), 5, label = paste(type, one))
    }
  }
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
  expect_identical(list.files(folder), "report.html")
  html <- paste(readLines(file, encoding = "UTF-8"), collapse = " ")
  expect_no_match(sub(".*<body>", "", html), "class=\"math|<script>\\[x")
  expect_match(text_of_html(html), "a\" b: !expr file.create", fixed = TRUE)
})

test_that("numbers stay with their signs and units", {
  text <- "5.5 % (-0.1 to 3), -2 bits, 2026-11-22"
  expect_identical(keep_together(text, "docx"),
    "5.5\u00a0% (\u22120.1 to 3), \u22122 bits, 2026-11-22")
  expect_identical(keep_together(text, "pdf"),
    "5.5\u00a0% (\\textminus{}0.1 to 3), \\textminus{}2 bits, 2026-11-22")
})

test_that("sentences stand under the system and the prior that they are about", {
  x <- reported_set()
  lines <- strsplit(lines_of(report_of(x), "sentences"), "\n")[[1]]
  expect_identical(grep("^##", lines, value = TRUE),
    c("## System mvn, prior 20 %", "## System mvk, prior 20 %"))
  expect_match(lines[which(lines == "## System mvk, prior 20 %") + 2], "^System mvk")
  expect_match(lines_of(report_of(x["mvk"]), "sentences"), "\n## Prior 20 %\n")
})

test_that("shares are in per cent in the matrix too", {
  x <- reported_set()
  plan <- validation_plan(accuracy = "cllr < 1", discriminating_power = "eer <= 20 %")
  judged <- validation_run(plan, x)
  table <- judged_table(list(judged = judged))
  one <- judged[judged$measure == "eer", ][1, ]
  at <- which(judged$measure == "eer")[1]
  expect_match(table$Result[at], share_text(one$result), fixed = TRUE)
  expect_match(table$Margin[at], share_text(one$margin_lower), fixed = TRUE)
  expect_no_match(table$Result[judged$measure == "cllr"], "%")
})

test_that("what cannot be reported is refused", {
  x <- reported_set()
  refused <- \(class, ...) expect_error(validation_report(...), class = class)
  refused("calibrant_error_score", lr_set(c(2, 1), c(TRUE, FALSE), scale = "score"), "a.html")
  refused("calibrant_error_file", x, "a.txt")
  refused("calibrant_error_file", x, file.path(tempdir(), "nowhere", "a.html"))
  refused("calibrant_error_input", x, "a.html", prior = 1)
  refused("calibrant_error_input", x, "a.html", language = 3)
  refused("calibrant_error_input", x, "a.html", plan = 3)
  refused("calibrant_error_plan", x, "a.html", title = 3)
})

test_that("missing tools are named, with what to install", {
  skip_if_not_installed("rmarkdown")
  refused <- \(...) expect_error(..., class = "calibrant_error_missing_program")
  refused(check_program(FALSE, "pandoc", "Install it.", NULL))
  refused(check_program(FALSE, "LaTeX", "Install it.", NULL))
  expect_error(
    check_package("a.package.that.is.not", "to write", NULL),
    class = "calibrant_error_missing_package"
  )
  withr::local_envvar(PATH = "")
  expect_identical(latex_engine(), "")
})
