test_that("has the documented columns", {
  x <- set_of(c(1, 10, 100, Inf), c(0, 0, 0.1, 1, 10, Inf), scale = "lr")
  table <- suppressWarnings(summary(x, prior = c(0.01, 0.5)))
  expect_s3_class(table, c("summary.lr_set", "calibrant_object", "data.frame"), exact = TRUE)
  expected <- data.frame(
    system = "system", n_h1 = 4L, n_h2 = 6L, log10_lr_min_h1 = 0, log10_lr_max_h1 = Inf,
    log10_lr_min_h2 = -Inf, log10_lr_max_h2 = Inf,
    n_zero_h1 = 0, n_inf_h1 = 1, n_zero_h2 = 2, n_inf_h2 = 1, n_tied = 8,
    cllr = Inf, cllr_min = cllr_min(x), cllr_cal = Inf,
    misleading_h1 = 0, misleading_h2 = 2 / 6, n_useful = 0L, log10_useful_min = NA_real_,
    log10_useful_max = NA_real_, ece_0.01 = Inf, ece_null_0.01 = cross_entropy_null(0.01),
    ece_0.5 = Inf, ece_null_0.5 = 1
  )
  expect_equal(as.data.frame(table), expected)
})

test_that("columns are named with a point, whatever the decimal mark", {
  withr::local_options(OutDec = ",")
  expect_true("ece_0.25" %in% names(summary(set_of(c(2, 1), c(-1, -2)), prior = 0.25)))
})

test_that("agrees with the measures, system by system", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  table <- as.data.frame(summary(x, prior = c(0.1, 0.5)))
  expect_equal(table$system, levels(x))
  expect_equal(table$cllr, unname(cllr(x)))
  expect_equal(table$cllr_min + table$cllr_cal, table$cllr)
  expect_equal(unname(as.matrix(table[c("misleading_h1", "misleading_h2")])), unname(misleading(x)))
  expect_equal(unname(as.matrix(table[c("ece_0.1", "ece_0.5")])),
    unname(cross_entropy(x, c(0.1, 0.5))))
  expect_equal(table$n_h1, c(200, 200))
  expect_equal(table$n_h2, c(19900, 19900))
  mvk <- glass_lr[glass_lr$model == "mvk", ]
  expect_equal(table$log10_lr_min_h2[2], min(mvk$log10_lr[!mvk$same_source]))
  expect_equal(table$log10_lr_max_h1[2], max(mvk$log10_lr[mvk$same_source]))
})

test_that("counts tied trials, not values, and trials, not weights", {
  expect_equal(summary(set_of(c(1, 2, 2), c(2, 3, 3, 4)))$n_tied, 5)
  expect_equal(summary(set_of(1, 2))$n_tied, 0)
  weighted <- summary(set_of(c(2, 2), 1, weight = c(0.1, 0.1, 9)))
  expect_equal(weighted$n_tied, 2)
  expect_equal(c(weighted$n_h1, weighted$n_h2), c(2, 1))
})

test_that("names the columns of priors as they were given", {
  columns <- names(summary(set_of(1, -1), prior = c(0.001, 0.5, 1)))
  expect_equal(grep("^ece_[0-9]", columns, value = TRUE), c("ece_0.001", "ece_0.5", "ece_1"))
  expect_equal(sum(startsWith(columns, "ece_null_")), 3)
})

test_that("useful ranges are numbers", {
  columns <- c("n_useful", "log10_useful_min", "log10_useful_max")
  of <- \(x) unlist(as.data.frame(summary(x))[columns])
  expect_equal(unname(of(set_of(1, -1))), c(1, -Inf, Inf))
  expect_equal(unname(of(set_of(0, 0))), c(0, NA, NA))
  x <- set_of(c(2, 1, 2, 1, -2.4), c(-2, -1, -2, -1, 2.3))
  ends <- useful_range(x)
  expect_equal(unname(of(x)), c(1, ends$log10_prior_odds_min, ends$log10_prior_odds_max))
})

test_that("numbers in print have even digits, and harm is not rounded away", {
  expect_identical(even_number(c(0.46, 0.4471, 1, 7.5, -853.7, 12345, 0, Inf)),
    c("0.460", "0.447", "1.00", "7.50", "-854", "12 300", "0", "Inf"))
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  text <- capture.output(print(summary(glass), digits = 2))
  expect_match(text, "^Cllr +1[.]05[*] +0[.]85", all = FALSE)
  expect_match(text[grepl("prior 0.01", text)], "none: 0.081). *0.30[*]")
  expect_match(text, "more than without evidence", all = FALSE)
  weighted <- summary(set_of(c(2, 1), 1, weight = c(0.5, 1, 9)))
  expect_equal(c(weighted$weight_h1, weighted$weight_h2), c(1.5, 9))
  expect_match(capture.output(print(weighted)), "1.5, 9", all = FALSE)
})

test_that("leaves out what scores cannot answer", {
  x <- random_set(1)
  table <- summary(lr_set(x$value, x$truth, scale = "score"))
  expect_equal(table$cllr_min, cllr_min(x))
  expect_equal(table$score_max_h1, max(h1_of(x)))
  blank <- c("cllr", "cllr_cal", "misleading_h1", "misleading_h2", "n_useful", "n_zero_h1",
    "n_inf_h2", "ece_0.5")
  expect_true(all(is.na(as.data.frame(table)[blank])))
  expect_output(print(table), "Score range under H1")
})

test_that("warns once of certain and wrong trials", {
  x <- set_of(c(-Inf, 1), c(Inf, -1))
  warnings <- testthat::capture_warnings(summary(x))
  expect_length(warnings, 1)
  expect_match(warnings, "1 H1 trial with LR = 0, 1 H2 trial with LR = Inf")
})

test_that("prints one screen with a column per system", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  table <- summary(x)
  output <- capture.output(shown <- withVisible(print(table)))
  expect_identical(shown$value, table)
  expect_false(shown$visible)
  expect_lt(length(output), 25)
  expect_true(all(nchar(output) <= 80))
  text <- paste(output, collapse = "\n")
  for (phrase in c("mvn", "mvk", "19 900", "Cllr_min", "Cllr_cal", "misleading under H2", "useful",
    "ECE at prior 0.01", "bits")) {
    expect_match(text, phrase, fixed = TRUE)
  }
  expect_match(text, even_number(cllr(x)[["mvk"]]), fixed = TRUE)
})

test_that("is what glance() returns", {
  x <- set_of(c(1, 2), c(-1, 3))
  expect_identical(glance(x), as.data.frame(summary(x)))
  expect_identical(class(glance(x)), "data.frame")
})

test_that("refuses priors that are not probabilities", {
  for (prior in list(2, NA, "a", numeric())) {
    expect_error(summary(set_of(1, -1), prior = prior), class = "calibrant_error_input")
  }
})

test_that("limits stand behind what they are limits of, and are those of measures()", {
  x <- c(name_system(random_set(1, 40, 60), "a"), name_system(random_set(2, 40, 60), "b"))
  withr::local_seed(1)
  table <- summary(x, prior = c(0.3, 0.5), level = 0.9, replicates = 100)
  withr::local_seed(1)
  found <- measures(x, c("cllr", "cllr_min", "cllr_cal", "misleading_h1", "misleading_h2",
    "cross_entropy"), c(0.3, 0.5), replicates = 100, level = 0.9)
  rows <- \(name, prior = NA) found[found$measure == name & found$prior %in% prior, ]
  expect_identical(table$cllr_min, rows("cllr_min")$estimate)
  expect_identical(table$cllr_min_corrected, rows("cllr_min")$corrected)
  expect_identical(table$cllr_cal_lower, rows("cllr_cal")$lower)
  expect_identical(table$misleading_h2_upper, rows("misleading_h2")$upper)
  expect_identical(table$ece_0.3_upper, rows("cross_entropy", 0.3)$upper)
  at <- match(c("cllr", "cllr_lower", "cllr_upper"), names(table))
  expect_identical(diff(at), c(1L, 1L))
  plain <- as.data.frame(summary(x, prior = c(0.3, 0.5)))
  expect_identical(setdiff(names(plain), names(table)), character())
  expect_identical(table$cllr, plain$cllr)
  output <- paste(capture.output(print(table)), collapse = "\n")
  expect_match(output, "90 % intervals from 100 replicates, drawn by trial")
  upper <- even_number(table$cllr_upper[1], 3)
  expect_match(output, paste0("to ", upper, ")"), fixed = TRUE)
})

test_that("the ends of useful ranges have limits, by source where items are named", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10", source1 = "item1",
    source2 = "item2")["mvk"]
  withr::local_seed(1)
  table <- summary(x, prior = 0.5, level = 0.95, replicates = 50)
  expect_identical(attr(table, "bands")$by, "source")
  expect_lte(table$log10_useful_min_lower, table$log10_useful_min)
  expect_gte(table$log10_useful_min_upper, table$log10_useful_min)
  scores <- summary(lr_set(x$value, x$truth, "score"), level = 0.95, replicates = 50)
  expect_false(is.na(scores$cllr_min_lower))
  expect_null(scores$cllr_lower)
  expect_output(print(scores), "Cllr_min")
  expect_error(summary(x, level = 1), class = "calibrant_error_input")
})

test_that("items and their overlap are said where they are known", {
  x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10", source1 = "item1",
    source2 = "item2")
  table <- summary(x)
  expect_identical(table$n_sources_h1, rep(200L, 2))
  expect_identical(table$n_disjoint_h2, rep(100L, 2))
  expect_output(print(table), "sharing none +200, 100")
  expect_no_match(names(summary(set_of(1, 0))), "sources")
})

test_that("the table of a single system begins with its first line", {
  lines <- utils::capture.output(print(summary(simulate_lr(20, 50, s = 2))))
  expect_identical(lines[2], "")
  expect_match(lines[3], "^H1 trials")
  several <- c(simulate_lr(20, 50, s = 2, system = "a"), simulate_lr(20, 50, s = 2, system = "b"))
  expect_match(utils::capture.output(print(summary(several)))[3], "^ +a +b$")
})

test_that("no misleading trial is no 0 %, which would say that there never is any", {
  x <- set_of(c(3, 2, 1, 2, 1.5), c(-1, -2, -3, 0.5))
  printed <- capture.output(print(summary(x)))
  expect_match(printed, "misleading under H1 +0 of 5$", all = FALSE)
  expect_match(printed, "misleading under H2 +25.0 %$", all = FALSE)
  withr::local_seed(1)
  limited <- capture.output(print(summary(random_set(1, 20, 20, digits = 1), level = 0.9)))
  expect_match(limited, "misleading under H1 .*%.* to ", all = FALSE)
})

test_that("columns of a summary are printed as a table", {
  x <- simulate_lr(20, 30)
  for (columns in list(c("n_h1", "n_h2"), "cllr", character())) {
    part <- summary(x)[columns]
    expect_identical(capture.output(print(part)), capture.output(print(plain_frame(part))))
  }
  expect_output(print(summary(c(a = x, b = x))[2, ]), "H1 trials")
})

test_that("notes that a system may tell nothing, by name, and nothing of others", {
  withr::local_seed(5)
  none <- lr_set(stats::rnorm(30), rep(c(TRUE, FALSE), 15), scale = "score")
  facts <- weak_facts(systems_of(none)[[1]], TRUE)
  note <- sprintf("leave a Cllr_min of %s bits or less in 5 %% of such sets (p = %s)",
    format_number(facts$chance_lower), format(signif(facts$p_value, 2)))
  expect_output(print(summary(none)), note, fixed = TRUE)
  both <- c(none = simulate_lr(20, 20, s = 0.1), good = simulate_lr(50, 60, s = 2))
  notes <- summary_notes(summary(both), "")
  expect_length(grep("^none: Scores without information leave .*[(]p = ", notes), 1)
  expect_no_match(notes, "good")
})

test_that("a summary with other values prints as a plain table", {
  x <- withr::with_seed(1, simulate_lr(20, 40))
  classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
  tables <- list(
    summary(x), summary(x, level = 0.9, replicates = 20), summary(classes),
    misleading(x, beyond = 10)
  )
  for (table in tables) {
    for (name in names(table)) {
      for (value in list(NULL, NA, NA_real_, "a", Inf)) {
        changed <- table
        changed[[name]] <- value
        expect_no_error(utils::capture.output(print(changed)))
      }
    }
  }
})

test_that("rows of a summary are numbered, with and without limits", {
  x <- with_seed(1, c(a = simulate_lr(30, 50), b = simulate_lr(30, 50)))
  limited <- with_seed(1, summary(x, level = 0.9, replicates = 20))
  for (table in list(summary(x), limited)) expect_identical(attr(table, "row.names"), 1:2)
})
