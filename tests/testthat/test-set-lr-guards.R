slip_of <- function(...) {
  withr::local_options(calibrant.sure = NULL)
  cnd <- rlang::catch_cnd(lr_set(...), "calibrant_warning_slip")
  intersect(class(cnd), c("calibrant_warning_scale", "calibrant_warning_reversed"))
}

withr::with_seed(1, {
  h1 <- 10^rnorm(20, 1.5)
  h2 <- 10^rnorm(30, -1.5)
})

test_that("plain ratios given as logarithms are noticed", {
  for (scale in c("log10", "ln", "log2")) {
    expect_identical(slip_of(list(h1 = h1, h2 = h2), scale = scale), "calibrant_warning_scale")
    expect_identical(slip_of(list(h1 = log(h1), h2 = log(h2)), scale = scale), character())
  }
  expect_identical(slip_of(list(h1 = h1, h2 = h2), scale = "lr"), character())
  expect_identical(slip_of(list(h1 = c(0, 0, 0), h2 = c(0, 0, 0)), scale = "ln"), character())
})

test_that("posteriors given as ratios are noticed", {
  p <- list(h1 = h1 / (1 + h1), h2 = h2 / (1 + h2))
  expect_identical(slip_of(p, scale = "lr"), "calibrant_warning_scale")
  expect_identical(slip_of(p, scale = "prob", prior = 0.5), character())
})

test_that("labels the wrong way round are noticed, on every scale", {
  reversed <- list(h1 = h2, h2 = h1)
  expect_identical(slip_of(reversed, scale = "lr"), "calibrant_warning_reversed")
  expect_identical(slip_of(lapply(reversed, log), scale = "ln"), "calibrant_warning_reversed")
  expect_identical(slip_of(reversed, scale = "score"), "calibrant_warning_reversed")
  few <- list(h1 = c(-2, -1, -3, .1, -2), h2 = c(2, 3, 1, -.1, 2))
  expect_identical(slip_of(few, scale = "log10"), "calibrant_warning_reversed")
})

test_that("a useless system is not taken for a reversed one", {
  noticed <- withr::with_seed(2, replicate(300, {
    length(slip_of(list(h1 = rnorm(20), h2 = rnorm(40)), scale = "ln"))
  }))
  expect_lte(sum(noticed), 2)
})

test_that("rows in a pattern do not hide or make a reversal", {
  x <- rep(c(1, -1, 2, -2), 2000)
  truth <- rep(c(TRUE, FALSE), 4000)
  expect_identical(slip_of(x, truth, scale = "ln"), character())
  expect_identical(slip_of(x, !truth, scale = "ln"), "calibrant_warning_reversed")
})

test_that("a slip is confirmed by argument or option, and says so", {
  withr::local_options(calibrant.sure = NULL)
  reversed <- list(h1 = h2, h2 = h1)
  expect_warning(lr_set(reversed, scale = "lr"), "sure = TRUE", class = "calibrant_warning")
  expect_silent(lr_set(reversed, scale = "lr", sure = TRUE))
  withr::local_options(calibrant.sure = TRUE)
  expect_silent(lr_set(reversed, scale = "lr"))
})

test_that("the level that an error suggests is the likely one", {
  say <- \(...) rlang::cnd_message(rlang::catch_cnd(lr_set(...), "error"))
  values <- c(3, 2, 0.1, 0.2)
  truth <- c("same", "same", "different", "different")
  expect_match(say(values, truth, scale = "lr"), "h1 = \"same\"")
  expect_match(say(values, c("a", "a", "b", "b"), scale = "lr"), "h1 = \"a\".*larger")
  expect_match(say(values, c("b", "b", "a", "a"), scale = "lr"), "h1 = \"b\"")
  expect_match(say(values, c("non", "non", "tar", "tar"), scale = "lr"), "h1 = \"tar\"")
})

test_that("sets that are seen to be sound at a glance are those that are read with care", {
  x <- random_set(1, n_h1 = 700, n_h2 = 900)
  for (scale in c("log10", "ln", "log2", "lr", "score")) {
    value <- if (scale == "lr") exp(x$value) else x$value
    quick <- build_plain_set(value, x$truth, scale)
    expect_s3_class(quick, "lr_set")
    expect_identical(quick, lr_set(value, x$truth, scale, sure = TRUE))
    expect_identical(quick, lr_set(value, x$truth, scale))
  }
})

test_that("what needs a closer check is not taken at a glance", {
  h1 <- c(3, 2, 5)
  h2 <- c(-1, -2, -3)
  p <- c(0.9, 0.8, 0.7, 0.1, 0.2, 0.3)
  truth <- rep(c(TRUE, FALSE), each = 3)
  sees <- \(x, is_h1 = truth, scale = "ln") !is.null(build_plain_set(x, is_h1, scale))
  expect_true(sees(c(h1, h2)))
  expect_true(sees(c(h2, h1)))
  expect_false(sees(replace(c(h1, h2), 2, NaN)))
  expect_false(sees(c(h1, h2), replace(truth, 2, NA)))
  expect_false(sees(c(h1, h2), !logical(6)))
  expect_false(sees(c(h1, h2), truth[-1]))
  expect_false(sees(numeric(), logical()))
  expect_false(sees(rlang::set_names(c(h1, h2), letters[1:6])))
  expect_false(sees(c(4L, 5L, 6L, 1L, 2L, 3L)))
  expect_false(sees(c(h1, h2), scale = "lr"))
  expect_false(sees(p, scale = "prob"))
  expect_true(sees(p, scale = "score"))
})

test_that("a glance finds the slips that a closer check finds", {
  withr::local_options(calibrant.sure = FALSE)
  truth <- rep(c(TRUE, FALSE), each = 9)
  slips <- list(
    list(c(1:9 - 20, 1:9), "ln"), list(c(1:9 - 20, 1:9), "score"), list(c(4:12, 1:9 / 90), "ln"),
    list(c(seq(0.5, 0.9, length.out = 9), 1:9 / 20), "lr"), list(c(4:12, -(1:9), 60), "ln"),
    list(c(4:12, 1:8, -999), "log10"), list(c(-(1:9), 4:12), "ln")
  )
  for (slip in slips) {
    x <- as.double(slip[[1]])
    is_h1 <- c(truth, FALSE)[seq_along(x)]
    say <- \(x) tryCatch(lr_set(x, is_h1, slip[[2]]), warning = conditionMessage)
    quick <- tryCatch(build_plain_set(x, is_h1, slip[[2]]), warning = conditionMessage)
    expect_type(quick, "character")
    expect_identical(quick, say(rlang::set_names(x, seq_along(x))))
  }
})

test_that("one logarithm that is taken for the other is noticed, and no other factor", {
  skip_unless_extended()
  withr::local_options(calibrant.sure = FALSE)
  slips <- \(...) length(slip_of(...)) > 0
  noticed <- vapply(1:40, \(seed) {
    set.seed(seed)
    x <- simulate_lr(80, 400, s = 1.5 + seed %% 3)
    ln <- to_ln(x$value, x$scale)
    truth <- x$truth
    frame <- data.frame(ln, truth)
    c(
      ln = slips(ln, truth, scale = "log10"), log10 = slips(ln / log(10), truth, scale = "ln"),
      formula = slips(truth ~ ln, frame, scale = "log10"),
      right = slips(ln, truth, scale = "ln") || slips(ln / log(10), truth, scale = "log10"),
      other = slips(1.3 * ln, truth, scale = "ln") || slips(0.15 * ln, truth, scale = "ln") ||
        slips(ln * 1.4 / log(10), truth, scale = "log10"),
      sure = slips(ln, truth, scale = "log10", sure = TRUE) || slips(ln, truth, scale = "score")
    )
  }, logical(6))
  expect_gt(min(rowMeans(noticed)[c("ln", "log10", "formula")]), 0.6)
  expect_false(any(noticed[c("right", "other", "sure"), ]))
})

test_that("scores of 0 to 100 and percentages are noticed", {
  withr::local_options(calibrant.sure = FALSE)
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), c(60, 300))
  score <- c(rnorm(60, 70, 12), rnorm(300, 35, 15))
  expect_warning(lr_set(score, truth, scale = "log10"), class = "calibrant_warning_scale")
  expect_warning(lr_set(score - 20, truth, scale = "log10"), class = "calibrant_warning_scale")
  llr <- c(rnorm(60, 2, 2), rnorm(300, -2, 2))
  for (prior in c(0.2, 0.5)) {
    percent <- 100 * plogis(llr + qlogis(prior))
    expect_warning(lr_set(percent, truth, scale = "lr"), "per cent")
  }
  highest <- c(percent, 100, 100)
  decided <- c(truth, TRUE, TRUE)
  expect_warning(lr_set(highest, decided, scale = "lr"), "per cent")
  # LRs of at most 100 in every system, and strong correct LRs.
  expect_no_warning(lr_set(pmin(exp(llr), 100), truth, scale = "lr"))
  expect_no_warning(lr_set(pmin(exp(llr), 75), truth, scale = "lr"))
  expect_no_warning(lr_set(c(rnorm(60, 28, 6), rnorm(300, -9, 3)), truth, scale = "log10"))
})

test_that("rows that are there twice are noticed", {
  withr::local_options(calibrant.sure = FALSE)
  set.seed(1)
  llr <- c(rnorm(40, 2, 2), rnorm(100, -2, 2))
  truth <- rep(c(TRUE, FALSE), c(40, 100))
  for (times in 2:4) {
    all <- rep(1:140, times)
    for (at in list(all, sort(all), sample(all), c(all, 1))) {
      found <- rlang::catch_cnd(lr_set(llr[at], truth[at], scale = "ln"), "warning")
      expect_identical(inherits(found, "calibrant_warning_repeated"), length(at) %% 140 == 0)
    }
  }
  large <- rep(rnorm(3000, rep(c(2, -2), 1500), 2), 2)
  expect_warning(lr_set(large, rep(c(TRUE, FALSE), 3000), scale = "ln"),
    class = "calibrant_warning_repeated")
  # Two systems with the same values are not duplicated trials, but a pooled copy is.
  both <- data.frame(llr = rep(llr, 2), truth = rep(truth, 2), system = rep(1:2, each = 140))
  expect_no_warning(lr_set(truth ~ llr | system, both, scale = "ln"))
  expect_warning(lr_set(truth ~ llr | system, rbind(both, both), scale = "ln"),
    class = "calibrant_warning_repeated")
  expect_warning(lr_set(llr, truth, scale = "ln", id = c(1:139, 1)), "1 trial more than once",
    class = "calibrant_warning_repeated")
  expect_warning(lr_set(llr, truth, scale = "ln", id = c(1:137, 1:3)), "3 trials more than once",
    class = "calibrant_warning_repeated")
  one <- lr_set(llr, truth, scale = "ln", id = 1:140)
  expect_warning(c(one, one[c(1:5, 136:140)], pool = TRUE), class = "calibrant_warning_repeated")
  # Values of few digits.
  expect_no_warning(lr_set(round(llr, 1), truth, scale = "ln"))
  expect_no_warning(lr_set(rep(-3:3, 40), rep(c(FALSE, TRUE), each = 140), scale = "score"))
})

test_that("a column that is named for another logarithm is noticed", {
  withr::local_options(calibrant.sure = FALSE)
  llr <- c(3, 2, 1, -1, -2, 0.5)
  truth <- rep(c("same", "different"), each = 3)
  says <- function(name, scale) {
    file <- withr::local_tempfile(lines = c(paste0(name, ",label"), paste(llr, truth, sep = ",")))
    frame <- rlang::set_names(data.frame(llr, truth), c(name, "label"))
    formula <- rlang::new_formula(quote(label), as.name(name))
    given <- lapply(list(
      \() suppressMessages(read_scores(file, scale = scale)),
      \() lr_set(formula, frame, scale = scale, h1 = "same")
    ), \(read) {
      any(vapply(testthat::capture_warnings(read()), grepl, NA, pattern = "name of the column"))
    })
    expect_identical(given[[1]], given[[2]])
    given[[1]]
  }
  for (name in c("log10_lr", "my.LOG10 LLR", "log10(LR)")) {
    expect_true(says(name, "ln"))
    expect_true(says(name, "log2"))
    expect_false(says(name, "log10"))
    expect_false(says(name, "score"))
  }
  expect_true(says("ln LR", "log10"))
  for (name in c("llr", "lr", "kilnlr", "loglr")) expect_false(says(name, "ln"))
})

test_that("a single trial of a hypothesis is noticed", {
  withr::local_options(calibrant.sure = FALSE)
  expect_warning(lr_set(list(h1 = 1.3, h2 = -1.1), scale = "log10"),
    class = "calibrant_warning_single"
  )
  expect_warning(lr_set(c(1, -1, -2), c(TRUE, FALSE, FALSE), scale = "log10"),
    class = "calibrant_warning_single")
  expect_warning(lr_set(c(1, -1, -2), c(TRUE, FALSE, TRUE), scale = "score"),
    class = "calibrant_warning_single")
})

test_that("shipped data and what is computed from them rouse no guard", {
  withr::local_options(calibrant.sure = FALSE)
  withr::local_options(warn = 2)
  for (data in list(glass_lr, voice_lr)) {
    lr <- grep("lr", names(data), value = TRUE)[1]
    scale <- if (startsWith(lr, "log10")) "log10" else "ln"
    system <- intersect(c("model", "system"), names(data))[1]
    truth <- names(data)[vapply(data, is.logical, NA)][1]
    formula <- as.formula(paste(truth, "~", lr, if (!is.na(system)) paste("|", system)))
    expect_s3_class(x <- lr_set(formula, data, scale = scale), "lr_set")
    for (method in c("logistic", "kde", "bigaussian")) {
      set <- suppressWarnings(predict(calibrate(x, method), x))
      again <- lr_set(set$value, set$truth, scale = set$scale, system = set$system)
      expect_s3_class(again, "lr_set")
    }
  }
})

test_that("two trials of a hypothesis look like no scale, three do", {
  slip <- \(n_h1, n_h2) slip_of(list(h1 = 1:n_h1, h2 = 1:n_h2 / 2), scale = "ln")
  expect_identical(slip(3, 3), "calibrant_warning_scale")
  expect_false("calibrant_warning_scale" %in% c(slip(2, 3), slip(3, 2)))
})

test_that("a code for no result far beyond all else is asked about, on scales of logs and scores", {
  withr::local_options(calibrant.sure = NULL)
  set.seed(9)
  l <- c(rnorm(40, 2, 2), rnorm(160, -2, 2)) / log(10)
  truth <- rep(c(TRUE, FALSE), c(40, 160))
  for (code in c(-999, 999, -99, -9999)) {
    coded <- replace(l, 41:70, code)
    for (scale in c("log10", "ln", "log2", "score")) {
      expect_warning(lr_set(coded, truth, scale = scale), class = "calibrant_warning_code")
    }
    expect_no_warning(lr_set(coded, truth, scale = "log10", sure = TRUE))
    expect_warning(lr_set(replace(coded, 1, -Inf), truth, scale = "log10"),
      class = "calibrant_warning_code")
  }
  seen <- \(x) tryCatch(lr_set(x, truth, scale = "score"), warning = \(cnd) class(cnd)[1])
  expect_s3_class(seen(replace(l, 41, -998)), "lr_set")
  expect_s3_class(seen(replace(l, 41:42, c(-999, -200))), "lr_set")
})

test_that("dates of a spreadsheet among numbers are asked about, on scales of logs and scores", {
  withr::local_options(calibrant.sure = NULL)
  set.seed(9)
  l <- c(rnorm(40, 2, 2), rnorm(160, -2, 2)) / log(10)
  truth <- rep(c(TRUE, FALSE), c(40, 160))
  days <- as.numeric(as.Date(c("2024-05-03", "2024-01-12")) - as.Date("1899-12-30"))
  for (scale in c("log10", "ln", "log2", "score")) {
    expect_warning(lr_set(replace(l, c(3, 90), days), truth, scale = scale),
      "2 values look like dates.*45415 is the day 2024-05-03")
    expect_warning(lr_set(replace(l, 3, days[1]), truth, scale = scale),
      "1 value looks like a date of")
  }
  expect_no_warning(lr_set(replace(l, 3, days[1]), truth, scale = "score", sure = TRUE))
  expect_no_warning(lr_set(replace(l, c(3, 4), c(days[1], 7000)), truth, scale = "score"))
  expect_no_warning(lr_set(replace(10^l, 3, days[1]), truth, scale = "lr"))
})

test_that("a column whose name says another logarithm is warned of", {
  withr::local_options(calibrant.sure = NULL)
  d <- data.frame(log10_lr = c(2, .4, -.3, -1), same = c(TRUE, TRUE, FALSE, FALSE))
  d$log10.LLR <- d$ln_lr <- d$log10_lr
  expect_warning(lr_set(same ~ log10_lr, d, scale = "ln"), class = "calibrant_warning_scale")
  expect_warning(lr_set(same ~ log10.LLR, d, scale = "log2"), class = "calibrant_warning_scale")
  expect_warning(lr_set(same ~ ln_lr, d, scale = "log10"), class = "calibrant_warning_scale")
  expect_no_warning(lr_set(same ~ log10_lr, d, scale = "log10"))
  expect_no_warning(lr_set(same ~ log10_lr, d, scale = "score"))
  expect_no_warning(lr_set(same ~ log10_lr, d, scale = "ln", sure = TRUE))
  file <- withr::local_tempfile(fileext = ".csv")
  utils::write.csv(d[c("log10_lr", "same")], file, row.names = FALSE)
  expect_warning(suppressMessages(read_scores(file, scale = "ln")),
    class = "calibrant_warning_scale"
  )
  expect_no_warning(suppressMessages(read_scores(file, scale = "log10")))
  expect_no_warning(suppressMessages(read_scores(file, scale = "ln", sure = TRUE)))
})

test_that("trials are in the wrong order only by their weights", {
  value <- rep(c(3, -1, -1.5, -2, -1.2, -3, 1, 1.1, 1.2, 0.9), 20) + seq_len(200) / 1000
  truth <- rep(rep(c(TRUE, FALSE), each = 5), 20)
  seen <- \(weight) slip_of(value, truth, scale = "ln", weight = weight)
  expect_identical(seen(NULL), "calibrant_warning_reversed")
  expect_identical(seen(rep(7, 200)), "calibrant_warning_reversed")
  expect_identical(seen(rep(c(100, 1, 1, 1, 1), 40)), character())
})
