test_that("sentences wrap, and no number apart from its thousands or its unit", {
  withr::local_options(width = 40)
  text <- paste(strrep("word ", 6), "1 234 567 trials at 95 % cost 0.5 bit each")
  lines <- strsplit(wrap_sentences(text, exdent = 2), "\n")[[1]]
  expect_true(all(nchar(lines) < 36))
  for (whole in c("1 234 567", "95 %", "0.5 bit")) {
    expect_length(grep(whole, lines, fixed = TRUE), 1)
  }
  expect_match(lines[-1], "^  [^ ]")
  expect_identical(trimws(lines) |> paste(collapse = " "), gsub(" +", " ", text))
  expect_identical(wrap_sentences(c("short", "")), c("short", ""))
})

test_that("no number is apart from its unit at any width", {
  for (width in 20:60) {
    withr::local_options(width = width)
    lines <- strsplit(wrap_sentences("of 12 345 trials 99 % cost less than 1 bit each"), "\n")[[1]]
    expect_length(grep("12 345", lines), 1)
    expect_length(grep("99 %", lines), 1)
  }
})

test_that("labels that are numbers, and sentences, are the same under all options of R", {
  data <- data.frame(llr = c(2, 1, -1, -2, 0.5, 0.6), same = c(1, 1, 0, 0, 1, 0), lab = 1e5)
  results <- function() {
    x <- lr_set(same ~ llr | lab, data, scale = "ln")
    classes <- loglik_set(matrix(-(1:6), 3), c(1, 2, 1), scale = "ln")
    stream <- lr_set(
      lr_chunks(local({
        left <- 1
        \() if (left > 0) {
          left <<- left - 1
          data
        }
      }), \() NULL), same ~ llr | lab, scale = "ln"
    )
    list(
      levels(x), x$labels, levels(classes$truth), levels(stream),
      levels(conclusion_set(same ~ I(lab * (llr > 0)), data)),
      unclass(explain(x)), unclass(explain(calibrate(x, penalty = 0.1))),
      levels(cost_curve(x)$name), names(glance(x)), names(summary(x)),
      summary(calibrate(x, penalty = 0.1))$formula, names(tidy(bound_lr(x))),
      dimnames(confint(calibrate(x, penalty = 0.1)))
    )
  }
  usual <- results()
  for (scipen in c(-999, -4, 999)) {
    withr::local_options(scipen = scipen)
    expect_identical(results(), usual)
  }
})

test_that("a number that names something is the same as its text, under all options", {
  withr::local_options(calibrant.sure = TRUE)
  data <- data.frame(
    llr = c(3, 1, -2, 0.5, -1, -3, 0.7, -0.2), same = rep(c(1, 0), each = 4),
    lab = rep(c(1e5, 2e5), 4), item = 1e5 * 1:8, side = rep(c(1e5, 3), each = 4)
  )
  whole <- c(2L, 1e5L, 2e5L)
  likelihood <- matrix(sin(1:24), 8, dimnames = list(NULL, c("100000", "200000", "3")))
  classes <- rep(c(1e5, 2e5, 3, 1e5), 2)
  text <- \(x) format(x, scientific = FALSE, trim = TRUE)
  connection <- if (rlang::is_installed(c("RSQLite", "dbplyr"))) {
    withr::local_db_connection(DBI::dbConnect(RSQLite::SQLite(), ":memory:"))
  }
  results <- function(named) {
    data[c("lab", "item", "side")] <- lapply(data[c("lab", "item", "side")], named)
    x <- lr_set(same ~ llr | lab, data, scale = "ln", id = "item", source1 = "item")
    fit <- calibrate(x, penalty = 5)
    bounds <- bound_lr(x, "limits", limits = c(-1, 1))
    y <- loglik_set(likelihood, named(classes), scale = "ln")
    watched <- update(monitor(groups = c("100000", "200000")), data$llr, data$side, scale = "ln",
      h1 = named(1e5), group = data$lab)
    said <- conclusion_set(data$side, data$same == 1)
    databases <- if (!is.null(connection)) {
      DBI::dbWriteTable(connection, "trials", data, overwrite = TRUE)
      table <- dplyr::tbl(connection, "trials")
      lapply(c("pull", "stream", "push"), \(way) {
        by_side <- lr_set(table, side ~ llr, scale = "ln", way = way, h1 = named(1e5))
        list(by_side$labels, cllr(by_side), levels(lr_set(
          table, same ~ llr | lab, scale = "ln", way = way
        )))
      })
    }
    list(
      levels(x), x$labels, data_hash(x),
      lr_set(side ~ llr, data, scale = "ln", h1 = named(1e5))$labels,
      predict(fit, 0:1, system = named(c(1e5, 2e5))), predict(fit, 0:1, system = named(2e5)),
      predict(bounds, 1:2, system = named(c(1e5, 2e5))),
      predict(fit, 0:1, system = named(c(1e5, 2e5)), level = 0.9),
      levels(y$truth), data_hash(y), as_lr_set(y, class = named(1e5))$labels,
      validation_plan(accuracy = "cllr < 1", classes = named(c(1e5, 2e5)))$classes,
      watched$settings$groups, names(watched$entries[[1]]), databases,
      levels(said$conclusion)[levels(said$conclusion) != "3"], report_hashes(y, NULL)
    )
  }
  usual <- results(text)
  expect_identical(usual[[1]], c("100000", "200000"))
  for (scipen in of_turn(c(0, -999, -4, 999), 4)) {
    withr::local_options(scipen = scipen)
    for (named in list(as.integer, as.double)) expect_identical(results(named), usual)
    expect_identical(known_truth(c(1L, 0L, 1L), 1:3, NULL), c(TRUE, FALSE, TRUE))
    expect_identical(source_names(whole), c("2", "100000", "200000"))
  }
})

test_that("an LR that rounds to 1 is never told as 1/1", {
  ways <- list(lr_text, format_lr, slot_formats$lr, limit_text)
  near <- -10^seq(-9, -1, length.out = 200)
  for (way in ways) {
    texts <- vapply(near, way, "")
    expect_false("1/1" %in% texts)
    expect_identical(texts[1], "1")
    expect_match(texts[200], "1/1.[0-9]+")
    expect_identical(vapply(c(2, -2), way, ""), c("100", "1/100"))
  }
  expect_identical(lr_text(c(-Inf, Inf)), c("0", "Inf"))
  expect_identical(format_lr(c(-Inf, Inf)), c("0", "Inf"))
})

test_that("numbers from 1000 on stand in groups of three, in every print and report", {
  expect_identical(format_number(c(1e5, 555432, 1234.5, -45678, 999, 1e12, NA, Inf)),
    c("100 000", "555 000", "1 230", "-45 700", "999", "1e+12", "NA", "Inf"))
  expect_identical(even_number(c(12345, 0.1)), c("12 300", "0.100"))
  expect_identical(c(decimal_number(123456), fixed_number(123456.78, 1)), c("123 000", "123 456.8"))
  # Names of items, hashes, dates and fractions are no numbers of this kind.
  ungrouped <- function(lines) {
    found <- "(?<![0-9A-Za-z_.,#-])[0-9]{5,}(?![0-9A-Za-z])|(?<![0-9.])[1-9]([.][0-9]+)?e[+]0[0-9]"
    lines <- gsub("ISO [0-9-]+", "", unlist(lines))
    grep(found, lines, perl = TRUE, value = TRUE)
  }
  expect_length(ungrouped(c("LR 55500", "1e+05", "1 000", "0.12345", "a-12345", "2.5e+08")), 3)
  withr::local_seed(1)
  truth <- rep(c(TRUE, FALSE), c(12000, 34000))
  set <- lr_set(rnorm(46000, ifelse(truth, 9, -9), 9), truth, scale = "ln",
    system = rep(c("a", "b"), 23000))
  one <- set["a"]
  examined <- conclusion_set(sample(c("out", "none", "in"), 50000, TRUE), seq_len(50000) > 25000,
    conclusions = c("out", "none", "in"))
  watched <- update(monitor(one, auc = FALSE), sample(one))
  plan <- validation_plan(accuracy = "lr_moment_h2 < 1000000 by estimate", replicates = 20000,
    data = list(baseline = one))
  objects <- list(
    set, summary(set), measures(one, c("cllr", "lr_moment_h1", "lr_moment_h2"), replicates = 0),
    explain(one), explain(watched), misleading(set, replicates = 5), bound_lr(set), calibrate(one),
    summary(calibrate(one)), posterior_histogram(one), lr_histogram(one), tippett_curve(one),
    verbal_scale(one), watched, system_record(watched), plan, lr_tally(one), examined,
    conclusion_lr(examined), error_rates(examined)
  )
  for (object in of_turn(objects, 4)) {
    printed <- suppressMessages(suppressWarnings(utils::capture.output(print(object))))
    printed <- setdiff(printed, grep("1000000 by", printed, value = TRUE))
    expect_identical(ungrouped(printed), character(), info = class(object)[1])
  }
  skip_unless_extended()
  settings <- list(level = 0.95, replicates = 5, seed = 1, threads = 1, prior = c(0.00001, 0.5))
  report <- suppressMessages(suppressWarnings(report_facts(set, NULL, settings, list())))
  report[c("type", "files")] <- list("html", lapply(report$pictures, \(picture) "f.png"))
  for (name in setdiff(names(report$sections), "front")) {
    lines <- suppressWarnings(report$sections[[name]](report))
    expect_identical(ungrouped(lines), character(), info = name)
  }
  skip_if_not_installed("svglite")
  for (name in names(report$pictures)) {
    drawn <- drawn_texts(report$pictures[[name]]$plot, 7, report$pictures[[name]]$height)
    expect_identical(ungrouped(drawn$text), character(), info = name)
  }
})
