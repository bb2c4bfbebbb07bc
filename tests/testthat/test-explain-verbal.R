levels_of <- function(lr, ...) as.character(verbal_scale(lr, "lr", ...)$level)

test_that("levels are those of the ENFSI guideline, borders to the higher level", {
  expect_identical(
    levels_of(c(2, 9.99, 10, 99.9, 100, 999, 1000, 9999, 1e4, 999999, 1e6, 1e300)),
    rep(
      c("weak", "moderate", "moderately strong", "strong", "very strong", "extremely strong"),
      each = 2
    )
  )
})

test_that("levels are those of the AFSP standard, borders to the lower level", {
  expect_identical(
    levels_of(c(1.01, 10, 10.1, 100, 101, 1000, 1001, 1e4, 10001, 1e6, 1000001), "afsp2009"),
    c(
      rep(c("weak or limited", "moderate", "moderately strong", "strong", "very strong"), each = 2),
      "extremely strong"
    )
  )
})

test_that("SWGDAM and Evett have the published ranges", {
  expect_identical(
    levels_of(c(1.5, 2, 99, 100, 9999, 10000, 999999, 1e6), "swgdam2018"),
    c("no", rep(c("limited", "moderate", "strong"), each = 2), "very strong")
  )
  expect_identical(levels_of(c(10, 1e4, 10001), "evett2000"), c("limited", "strong", "very strong"))
})

test_that("an LR and its reciprocal have the same level for the other hypothesis", {
  lr <- c(1, 1.5, 2, 5, 10, 12, 100, 1000, 1e4, 1e6, 1e7, Inf)
  for (scale in unique(verbal_scale()$scale)) {
    up <- verbal_scale(lr, "lr", scale)
    down <- verbal_scale(1 / lr, "lr", scale)
    expect_identical(down$level, up$level)
    swapped <- c(h1 = "h2", h2 = "h1", neither = "neither")
    expect_identical(down$supports, unname(swapped[up$supports]))
  }
  expect_identical(levels_of(c(0.5, 0.1, 0.01, 1e-6)), levels_of(c(2, 10, 100, 1e6)))
})

test_that("LR = 1 supports neither, and neither does what the scale has no words for", {
  expect_identical(verbal_scale(1, "lr", "afsp2009")$supports, "neither")
  expect_length(verbal_scale(1, "lr", "afsp2009")$level, 1)
  expect_identical(verbal_scale(c(1.9, 1 / 1.9), "lr")$supports, c("neither", "neither"))
  expect_match(verbal_scale(0, "log10")$sentence, "equally probable")
})

test_that("LR = 0 and LR = Inf are in the highest level and called what they are", {
  ends <- verbal_scale(c(-Inf, Inf), "ln")
  expect_identical(as.character(ends$level), rep("extremely strong", 2))
  expect_identical(ends$supports, c("h2", "h1"))
  expect_match(ends$sentence, "no finite experiment")
  expect_match(ends$sentence[1], "impossible unless H2 is true")
})

test_that("sentences name number, level and hypotheses", {
  words <- verbal_scale(c(350, 1 / 20), "lr")$sentence
  expect_identical(words, c(
    paste(
      "The findings are 350 times more probable if H1 is true than if H2 is true:",
      "moderately strong support for H1 over H2."
    ),
    paste(
      "The findings are 20 times more probable if H2 is true than if H1 is true:",
      "moderate support for H2 over H1."
    )
  ))
  expect_match(verbal_scale(7.5, "log10")$sentence, "31 million times", fixed = TRUE)
  expect_output(print(verbal_scale(10, "lr")), "10 times more probable")
})

test_that("sentences round down, and whole numbers stay", {
  times <- \(lr) sub(".* are (.*) times.*", "\\1", verbal_scale(lr, "lr")$sentence)
  expect_identical(times(c(1.1, 1.97, 2, 3, 9.99, 99.9)), c("1.1", "1.9", "2", "3", "9.9", "99"))
  expect_identical(
    times(c(100, 359, 1000, 12999, 999999)),
    c("100", "350", "1 000", "12 000", "990 000")
  )
  expect_identical(
    times(c(1e6, 2e6, 1e15, 1e300)),
    c("1 million", "2 million", "1 x 10^15", "1 x 10^300")
  )
  expect_identical(times(2:9), as.character(2:9))
  expect_identical(times(1 / (2:9)), as.character(2:9))
})

test_that("a table of the user's is a scale", {
  table <- data.frame(lr_min = c(3, 30), level = c("some", "much"))
  expect_identical(levels_of(c(2.9, 3, 29, 30), table), c("no", "some", "some", "much"))
  expect_identical(levels_of(1 / 30, table), "much")
  table$border <- "lower"
  expect_identical(levels_of(c(3, 30, 30.1), table), c("no", "some", "much"))
  expect_identical(levels(verbal_scale(0, "ln", table)$level), c("no", "some", "much"))
})

test_that("a set knows its scale, its hypotheses and its order; numbers must say theirs", {
  words <- c(h1 = "the fragments come from the same window", h2 = "they do not")
  x <- lr_set(h1 = c(75, 3), h2 = 0.2, scale = "lr", hypotheses = words)
  found <- verbal_scale(x)
  expect_identical(as.character(found$level), c("moderate", "weak", "weak"))
  expect_identical(found$sentence[1], paste(
    "The findings are 75 times more probable if the fragments come from the same window than if",
    "they do not. This is moderate support for the first of these propositions over the second."
  ))
  expect_match(found$sentence[3], "if they do not than if the fragments", fixed = TRUE)
  expect_error(verbal_scale(350), "scale", class = "calibrant_error_input")
  expect_error(verbal_scale(x, "lr"), class = "calibrant_error_input")
  expect_error(verbal_scale(set_of(1, -1, scale = "score")), class = "calibrant_error_score")
  expect_identical(verbal_scale(log(1000), "ln")$sentence, verbal_scale(1000, "lr")$sentence)
  expect_match(verbal_scale(log(1000), "ln")$sentence, "1 000 times.*: strong support")
  # An ulp below a power of ten is that power.
  expect_identical(verbal_scale(7 - 9e-16, "log10")$sentence, verbal_scale(7, "log10")$sentence)
})

test_that("no sentence contradicts itself near LR = 1", {
  near <- verbal_scale(c(1.05, 1 / 1.05, 1.5, 1 / 1.5), "lr")$sentence
  expect_match(near[1:2], "about equally probable.*support neither")
  expect_match(near[3:4], "1.5 times.*too little for this scale to call it support")
  expect_no_match(near, "supports neither")
  expect_match(verbal_scale(1.05, "lr", "afsp2009")$sentence, "slightly more.*limited support")
})

test_that("bad input is refused", {
  refuses <- \(...) expect_error(verbal_scale(...), class = "calibrant_error_input")
  refuses(NaN, "lr")
  refuses("strong", "lr")
  refuses(-1, "lr")
  refuses(1, "score")
  refuses(1, "lr", "enfsi")
  refuses(1, "lr", h1 = 1, h2 = 2)
  refuses(1, "lr", h1 = "a")
  refuses(1, "lr", data.frame(lr_min = c(10, 1), level = c("a", "b")))
  refuses(1, "lr", data.frame(lr_min = 0.5, level = "a"))
  refuses(1, "lr", data.frame(from = 1))
  refuses(1, "lr", data.frame(lr_min = 1, level = "a", border = "both"))
})

test_that("of many LRs some sentences are printed, and counts by level", {
  many <- verbal_scale(c(rep(c(0.1, 2, 4), 10), 0), scale = "log10")
  said <- capture.output(print(many))
  expect_lt(length(said), 30)
  expect_match(paste(said, collapse = " "), "25 more; of all 31")
  expect_match(said, "^weak +0 +10|^weak +10|moderate|no ", all = FALSE)
  expect_length(grep("more; of all", capture.output(print(many[1:3, ]))), 0)
  expect_gt(length(capture.output(print(many, n = 31))), 31)
})

test_that("an LR with limits is told with them, whoever has them", {
  set.seed(1)
  fit <- calibrate(simulate_lr(100, 300, s = 2))
  numbers <- predict(fit, c(0.3, 1.2), level = 0.9)
  said <- verbal_scale(numbers)
  expect_named(said, c("log10_lr", "lower", "upper", "supports", "level", "sentence"))
  expect_identical(said$sentence[2], paste(
    verbal_scale(numbers$log10_lr[2], "log10")$sentence,
    sprintf(
      "The comparisons that calibrated the system support LRs between %s and %s (90 %% interval).",
      format(signif(10^numbers$lower[2], 2)), format(signif(10^numbers$upper[2], 2))
    )
  ))
  on_lr <- verbal_scale(predict(fit, c(0.3, 1.2), level = 0.9, type = "lr"))
  expect_equal(on_lr, said)
  set <- predict(fit, simulate_lr(2, 2, s = 1), level = 0.9)
  expect_match(verbal_scale(set)$sentence, "(90 % interval).", fixed = TRUE)
  # Limits of two levels in one set have no common level.
  both <- c(a = set, b = predict(fit, simulate_lr(2, 2, s = 1), level = 0.5))
  expect_match(verbal_scale(both)$sentence, "support LRs between [0-9./]+ and [0-9./]+\\.$")
  some <- c(a = set, b = simulate_lr(2, 2, s = 1))
  expect_identical(grepl("calibrated the system", verbal_scale(some)$sentence),
    rep(c(TRUE, FALSE), each = 4))
  expect_error(verbal_scale(numbers, scale = "log10"), class = "calibrant_error_input")
})

test_that("open limits are told as open, and 1 as 1", {
  say_limits <- \(low, high) unname(sentence_limits(low, high, NULL))
  expect_match(say_limits(2, Inf), "support LRs of 100 or more.", fixed = TRUE)
  expect_match(say_limits(-Inf, -1), "support LRs of 1/10 or less.", fixed = TRUE)
  expect_match(say_limits(-Inf, Inf), "leave open how large the LR is.", fixed = TRUE)
  expect_match(say_limits(-2, -0.001), "between 1/100 and 1.", fixed = TRUE)
  expect_identical(say_limits(NA, NA), "")
})

test_that("no sentence and no picture gives limits the level of others", {
  skip_if_not_installed("dplyr")
  fit <- calibrate(random_set(2))
  tables <- lapply(c(0.95, 0.5), \(level) predict(fit, c(1, 2), level = level))
  for (join in list(rbind, dplyr::bind_rows)) {
    expect_error(verbal_scale(do.call(join, tables)), class = "calibrant_error_input")
  }
  said <- lapply(tables, verbal_scale)
  for (join in list(rbind, dplyr::bind_rows)) {
    expect_identical(class(do.call(join, said)), "data.frame")
  }
  expect_match(verbal_scale(dplyr::filter(tables[[2]], log10_lr > 0))$sentence[1], "50 %")
})

test_that("many LRs have the sentences of each alone", {
  withr::local_seed(3)
  llr <- c(stats::rnorm(60, 0, 4), 0, Inf, -Inf, 1e-3, -1e-3, 40, -40, 300)
  clauses <- list(NULL, c(h1 = "the \\1 speaker {x} said .* it", h2 = "another did"))
  for (of in clauses) for (table in c("enfsi2015", "afsp2009")) {
    say_of <- \(x) verbal_scale(x, "ln", table, h1 = of[["h1"]], h2 = of[["h2"]])$sentence
    expect_identical(say_of(llr), vapply(llr, say_of, ""))
  }
})
