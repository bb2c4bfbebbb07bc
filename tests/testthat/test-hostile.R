# Text that users type and files hold never runs, and it comes out as it came in.

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

# Result of `code`, which must run no text and make no file.
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
  # A message may break its lines, so that blanks are one, and quotes as R does.
  plain <- \(message) gsub("[\\\\\"]", "", gsub("\\s+", " ", message))
  refused <- list(
    \(text) y[text], \(text) measures(y, which = text), \(text) calibrate(y, method = text),
    \(text) lr_set(text, TRUE), \(text) cllr(y, text)
  )
  for (i in seq_along(hostile_lines)) {
    text <- hostile_lines[i]
    for (call in in_turn(refused, i)) {
      said <- nothing_runs(expect_error(call(text), class = "calibrant_error_input"))
      # cllr() names the place at which its arguments end, not the argument.
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
  # Texts that begin as a formula does are about cells.
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
  # One set of many names is one report of many texts.
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
    # Numbers have a minus, and stay with their per cent.
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
