# Text from users and files never runs, and is written unchanged.

# Two systems, whose names, hypotheses and items are texts.
named_set <- function(text, other = "another") {
  llr <- c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4)
  lr_set(
    c(llr, llr / 2), rep(rep(c(TRUE, FALSE), each = 4), 2), scale = "log10",
    system = rep(c(text, other), each = 8), hypotheses = c(h1 = text, h2 = other),
    id = rep(paste(text, 1:8), 2),
    source1 = rep(paste(text, c(1:4, 1, 2, 3, 4)), 2),
    source2 = rep(paste(text, c(1:4, 2, 3, 4, 1)), 2)
  )
}

# Result of `code`, which must neither run a text nor create a file.
nothing_runs <- function(code) {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  withr::local_options(cli.num_colors = 1, width = 500, cli.width = 500)
  result <- force(code)
  expect_identical(list.files(folder, "secret", all.files = TRUE), character(0))
  invisible(result)
}

test_that("texts of users are printed, told and measured as they are", {
  for (text in of_turn(hostile_lines, 3)) {
    nothing_runs({
      x <- named_set(text)
      expect_identical(levels(x), c(text, "another"))
      shown <- paste(capture.output(print(x), print(summary(x))), collapse = "\n")
      # R prints the backslashes of a table twice.
      expect_match(gsub("\\\\", "\\", shown, fixed = TRUE), text, fixed = TRUE)
      expect_match(paste(explain(x), collapse = "\n"), text, fixed = TRUE)
      expect_identical(as.character(measures(x, which = "cllr")$system), c(text, "another"))
      expect_identical(unique(as.data.frame(x)$id), paste(text, 1:8))
      expect_identical(levels(x[text]), text)
    })
  }
})

test_that("texts of users stand in messages as they are", {
  y <- named_set("one")
  # Line breaks in a message, and the quotes of R, are ignored.
  plain <- \(message) gsub("[\\\\\"]", "", gsub("\\s+", " ", message))
  refused <- list(
    \(text) y[text], \(text) measures(y, which = text), \(text) calibrate(y, method = text),
    \(text) lr_set(text, TRUE), \(text) cllr(y, text)
  )
  for (i in seq_along(hostile_lines)) {
    text <- hostile_lines[i]
    for (call in in_turn(refused, i)) {
      said <- nothing_runs(expect_error(call(text), class = "calibrant_error_input"))
      # cllr() names the position at which its arguments end, not the argument.
      if (!identical(call, refused[[5]])) {
        expect_match(plain(conditionMessage(said)), plain(text), fixed = TRUE)
      }
    }
  }
})

test_that("texts of users are drawn as they are", {
  skip_unless_extended()
  skip_if_not_installed("vdiffr")
  drawn <- list(plot_ece, plot_tippett, plot_det, plot_pav, plot_lr_histogram)
  for (i in seq_along(hostile_lines)) {
    file <- withr::local_tempfile(fileext = ".svg")
    x <- named_set(hostile_lines[i])
    draw <- drawn[[i %% length(drawn) + 1]]
    nothing_runs(vdiffr::write_svg(draw(x), file, "a"))
    svg <- paste(readLines(file), collapse = " ")
    expect_no_match(svg, "<(script|image|foreignObject|a)\\b")
    plain <- \(text) gsub("\\s", "", text)
    expect_match(plain(text_of_html(svg)), plain(hostile_lines[i]), fixed = TRUE)
  }
})

test_that("files hold the texts of users as text", {
  plan <- validation_plan(
    accuracy = "cllr < 1 by estimate", discriminating_power = "eer < 50 % by estimate"
  )
  keeps_cells <- \(x) {
    matrix <- suppressWarnings(suppressMessages(validation_run(plan, x)))
    csv <- withr::local_tempfile(fileext = ".csv")
    write_calibrant(matrix, csv)
    cells <- unlist(utils::read.csv(csv, colClasses = "character", check.names = FALSE))
    expect_no_match(cells, "^[=+@\t\r]|^-[^0-9]")
  }
  keeps_names <- \(x) {
    json <- withr::local_tempfile(fileext = ".json")
    fit <- calibrate(x, penalty = 0.1)
    write_calibrant(fit, json)
    read <- read_calibrant(json)
    expect_identical(names(coef(read)), names(coef(fit)))
    expect_identical(rownames(coef(read)), rownames(coef(fit)))
  }
  # Texts that begin like a formula matter only in cells.
  for (i in seq_along(hostile_lines)) {
    text <- hostile_lines[i]
    ways <- c(keeps_cells, keeps_names)
    if (!grepl("^[=+@-]", text)) ways <- in_turn(ways, i)
    for (way in ways) nothing_runs(way(named_set(text)))
  }
})

test_that("names of columns and values of files are no code", {
  for (text in hostile_lines) {
    nothing_runs({
      data <- data.frame(c(1, 2, -1, -2, 0.4, -0.3), rep(c(TRUE, FALSE), 3), text)
      names(data) <- c(text, "same", "system")
      x <- lr_set(rlang::new_formula(quote(same), as.name(text)), data = data, scale = "log10")
      expect_identical(x$value, data[[1]])
      file <- withr::local_tempfile(fileext = ".csv")
      utils::write.csv(data[2:3], file, row.names = FALSE)
      expect_error(lr_set(file), class = "calibrant_error_input")
    })
  }
})

test_that("whole reports in Word hold the texts of users as text", {
  skip_unless_extended()
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  # A set with many names gives one report with many texts.
  llr <- c(2, 1, 0.5, 1, -1, -2, 0.3, -0.4)
  names <- sprintf("%d %s", seq_along(hostile_lines), hostile_lines)
  for (some in split(names, rep(1:4, length.out = length(names)))) {
    x <- lr_set(rep(llr, length(some)), rep(rep(c(TRUE, FALSE), each = 4), length(some)),
      scale = "log10", system = rep(some, each = 8))
    file <- withr::local_tempfile(fileext = ".docx")
    nothing_runs(suppressWarnings(suppressMessages(
      validation_report(x, file, title = some[1], method = some[2], author = some[3],
        prior = 0.2, replicates = 2)
    )))
    folder <- withr::local_tempdir()
    utils::unzip(file, exdir = folder)
    body <- paste(readLines(file.path(folder, "word", "document.xml"), encoding = "UTF-8",
      warn = FALSE), collapse = " ")
    expect_no_match(body, "<w:hyperlink r:id|<w:fldSimple|w:instrText")
    # Numbers have a true minus, and are not separated from their per cent sign.
    plain <- \(text) gsub("[\\s\u00a0]", "", gsub("\u2212", "-", text), perl = TRUE)
    for (one in some) expect_match(plain(text_of_html(body)), plain(one), fixed = TRUE)
  }
})

test_that("whoever reports stands in a Word file by the name that was typed, and runs nothing", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  authors <- c(
    "`touch${IFS}secret`", "$(touch${IFS}secret)", "Lab$HOME", "D\"Angelo", "Jane\tDoe", "true",
    "null", "1e3", "{x}", "[x]", "-o secret", "--metadata=x", "%TMP%", "a\u001bb", "a\uffffb",
    "x\ntitle: y",
    if (is_extended()) hostile_texts
  )
  for (author in authors) {
    folder <- withr::local_tempdir()
    file.copy(list.files(system.file("report", package = "calibrant"), full.names = TRUE), folder)
    report <- list(title = author, author = author, type = "docx")
    markdown <- file.path(folder, "report.md")
    writeLines(report_markdown(report, list()), markdown, useBytes = TRUE)
    nothing_runs(withr::with_dir(folder, {
      made <- rmarkdown::render(markdown, report_output(report, folder), quiet = TRUE)
      expect_false(file.exists("secret"))
    }))
    utils::unzip(made, exdir = folder)
    core <- paste(readLines(file.path(folder, "docProps", "core.xml"), encoding = "UTF-8",
      warn = FALSE), collapse = " ")
    expect_no_match(core, "[\u0001-\u0008\u000e-\u001f\ufffe\uffff]")
    plain <- \(text) gsub("[[:space:]\u001b\uffff\u00a0]", "", text)
    expect_match(plain(text_of_html(core)), plain(paste0(author)), fixed = TRUE)
    expect_match(core, "<dc:creator>[^<]+</dc:creator>")
  }
})

# Reports treat every text of a user as text, wherever it was given, or refuse it by name.

odd_texts <- c(
  hostile_texts, "`touch${IFS}secret`", "$(touch secret)", "Lab$HOME", "; touch secret",
  "| touch x",
  "D\"Angelo", "O'Neil", "Jane\tDoe", "true", "null", "~", "1e3", "0x1f", "2026-01-01", "*a", "&a",
  "!expr 1", "- a", "? a", "%TMP%", "key: value", "[a, b]", "{a: b}", "a #b", "> a", "...", "---",
  "a\u001bb", "a\u0001b", "a\u007fb", "a\uffffb", "a\u202eb", "a\u200fb", "a\u2028b", "a\u0085b",
  "\u05e9\u05dc\u05d5\u05dd", "\U1f600 a", "e\u0301", "a\r\nb", strrep("long ", 1900),
  strrep("x", 10000)
)
places <- c("author", "title", "method", "case", "system", "h1")

# A report of a small set with `texts` at the places of their names.
report_with <- function(texts, file) {
  at <- \(place, otherwise = NULL) if (place %in% names(texts)) texts[[place]] else otherwise
  x <- lr_set(
    c(1, 2, -1, 1, -2, -3), rep(c(TRUE, FALSE), each = 3), scale = "log10",
    system = rep(at("system", "one"), 6), hypotheses = c(h1 = at("h1", "same"), h2 = "others")
  )
  validation_report(x, file, prior = 0.2, replicates = 2, title = at("title"),
    author = at("author"), method = at("method"), about = as.list(c(scope = at("case"))))
}

# Text of a file without blanks, control characters and the marks that typography changes.
letters_of <- function(text) {
  gsub("[[:space:][:cntrl:]\u00a0\u2028\u202e\u200f\uffff]", "", gsub("\u2212", "-", text))
}

text_of_report <- function(file) {
  if (endsWith(file, ".html")) {
    return(text_of_html(paste(readLines(file, encoding = "UTF-8"), collapse = "\n")))
  }
  parts <- c("word/document.xml", "docProps/core.xml")
  folder <- withr::local_tempdir()
  utils::unzip(file, exdir = folder)
  xml <- \(name) getExportedValue("xml2", name)
  # A part that Word could not read is an error here.
  texts <- vapply(file.path(folder, parts), \(part) xml("xml_text")(xml("read_xml")(part)), "")
  paste(texts, collapse = " ")
}

test_that("every text stands at every place of both kinds of report, and makes no file", {
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("xml2")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  n <- length(odd_texts)
  # Each report has another text at each place; together, the reports have each text at each place
  # once.
  for (i in of_turn(seq_len(2 * n), 90)) {
    type <- c("html", "docx")[i %% 2 + 1]
    texts <- odd_texts[(i %/% 2 + 17 * seq_along(places)) %% n + 1]
    names(texts) <- places
    folder <- withr::local_tempdir()
    file <- file.path(folder, paste0("report.", type))
    withr::with_dir(folder, suppressWarnings(suppressMessages(report_with(texts, file))))
    expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), basename(file))
    held <- letters_of(text_of_report(file))
    # Authors stand in Word alone.
    if (type == "html") texts <- texts[names(texts) != "author"]
    for (place in names(texts)) {
      expect_true(grepl(letters_of(texts[[place]]), held, fixed = TRUE),
        info = paste(type, place, encodeString(substr(texts[[place]], 1, 60))))
    }
  }
})

test_that("texts beyond 10 000 bytes are refused by name wherever they are given", {
  long <- strrep("x", 10001)
  for (place in places) {
    named <- switch(place, case = "about", h1 = "hypotheses", place)
    said <- expect_error(
      report_with(rlang::set_names(long, place), "a.html"), "at most 10 000 bytes",
      class = "calibrant_error_input"
    )
    expect_match(conditionMessage(said), named, fixed = TRUE)
    expect_lt(nchar(conditionMessage(said)), 1000)
  }
  data <- rlang::set_names(data.frame(1:2, 1:0), c(long, "t"))
  said <- expect_error(lr_set(t ~ s, data = data, scale = "ln"), class = "calibrant_error_input")
  expect_lt(nchar(conditionMessage(said)), 1000)
  expect_error(lr_set(1:2, factor(c("n", long)), scale = "ln", h1 = "n"), "`truth` must be texts",
    class = "calibrant_error_input")
})
