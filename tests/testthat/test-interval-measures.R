test_that("a difference varies less than its parts where the draws are paired", {
  a <- random_set(10, 100, 100)
  withr::local_seed(1)
  noisy <- lr_set(a$value + rnorm(200, 0, 0.1), a$truth, "ln")
  x <- c(name_system(a, "a"), name_system(noisy, "b"))
  expect_lt(
    compare_systems(x, "cllr", replicates = 200)$std_error,
    measures(x, "cllr", replicates = 200)$std_error[1] / 2
  )
})

test_that("few trials of a hypothesis give no interval", {
  few <- set_of(h1 = 1:4, h2 = (1:20) / 7)
  table <- measures(few, every_measure, prior = 0.3, replicates = 200)
  expect_true(all(is.na(table$lower) & is.na(table$upper)))
  expect_identical(unique(table$note), "few trials")
  expect_identical(table$estimate, table$corrected)
  one <- measures(set_of(h1 = 1, h2 = 2), every_measure, prior = 0.3, replicates = 200)
  expect_true(all(is.na(one$lower)))
  expect_output(print(one), "fewer than 5")
})

test_that("no interval has width 0 unless the truth is known", {
  alike <- set_of(h1 = rep(1, 8), h2 = rep(-1, 9))
  apart <- set_of(h1 = 1:8 / 3, h2 = -(1:9) / 3)
  for (corrected in c(TRUE, FALSE)) {
    for (interval in names(interval_titles)) {
      for (x in list(alike, apart)) {
        table <- measures(x, every_measure, c(0, 0.3),
          replicates = 200, interval = interval, corrected = corrected
        )
        known <- table$prior %in% 0
        expect_true(all(table$upper[known] == 0))
        width <- (table$upper - table$lower)[!known]
        expect_true(all(is.na(width) | width > 0))
        without <- table$note[!known] %in% c("no spread", "biased", "undefined")
        expect_true(all(is.na(width) == without))
      }
    }
  }
})

test_that("perfect separation gives one-sided intervals", {
  x <- set_of(h1 = 1:30 / 3, h2 = -(1:40) / 3)
  withr::local_seed(1)
  table <- measures(x, c("cllr_min", "eer", "auc", "bayes_error"))
  expect_identical(table$lower[1:2], c(0, 0))
  expect_true(all(table$upper[1:2] > 0.001))
  expect_identical(table$upper[3], 1)
  expect_lt(table$lower[3], 0.9999)
  # No error in 30 and 40 trials: a combination of Wilson's limits.
  z2 <- qnorm(0.975)^2
  expect_identical(table$lower[4], 0)
  expect_equal(table$upper[4], sqrt((z2 / (30 + z2))^2 + (z2 / (40 + z2))^2) / 2)
  expect_output(print(table), "One-sided")
})

test_that("an interval contains the corrected value, or is not given", {
  withr::local_seed(1)
  x <- simulate_lr(200, 2000, s = 2.5)
  for (interval in names(interval_titles)) {
    for (corrected in c(TRUE, FALSE)) {
      table <- measures(x, replicates = 300, interval = interval, corrected = corrected)
      inside <- table$lower <= table$corrected & table$corrected <= table$upper
      expect_true(all(is.na(inside) == (table$note %in% "biased")))
      expect_true(all(inside, na.rm = TRUE))
    }
  }
  plain <- measures(x, "cllr_cal", replicates = 300, interval = "bc", corrected = FALSE)
  expect_identical(plain$note, "biased")
  expect_output(print(plain), "would not contain")
})

test_that("corrected values are nearer to the truth than estimates", {
  withr::local_seed(1)
  errors <- replicate(120, {
    table <- measures(simulate_lr(50, 50, s = 2), c("cllr_min", "eer"), replicates = 100)
    c(table$corrected, table$estimate) - rep(c(bigaussian_cllr(2), pnorm(-1)), 2)
  })
  bias <- rowMeans(errors)
  expect_lt(abs(bias[1]), abs(bias[3]) / 3)
  expect_lt(abs(bias[2]), abs(bias[4]) / 2)
})

test_that("scores are all that corrected measures of discrimination see", {
  x <- random_set(5, 40, 60)
  stretched <- lr_set(exp(x$value) - 3, x$truth, "score")
  table <- \(x) withr::with_seed(1, measures(x, c("cllr_min", "eer", "auc"), replicates = 50))
  expect_identical(as.data.frame(table(x)), as.data.frame(table(stretched)), ignore_attr = TRUE)
})

test_that("systems that are alike have no difference, corrected or not", {
  a <- random_set(8, 40, 60)
  x <- c(name_system(a, "a"), name_system(lr_set(3 * a$value, a$truth, "ln"), "b"))
  found <- measure_systems(x, kinds_at(measure_kinds["cllr_min"]),
    list(replicates = 50, by = "trial", threads = 1L, corrected = TRUE, exact = TRUE)
  )$systems
  expect_identical(found[[1]]$replicates, found[[2]]$replicates)
  expect_identical(found[[1]]$model, found[[2]]$model)
})

test_that("draws by source share noise between systems on the same comparisons", {
  x <- as.data.frame(paired_items(14))
  twice <- lr_set(rep(x$ln_lr, 2), rep(x$truth, 2), "ln",
    system = rep(c("a", "b"), each = nrow(x)),
    source1 = rep(x$source1, 2), source2 = rep(x$source2, 2)
  )
  found <- measure_systems(twice, kinds_at(measure_kinds["eer"]),
    list(replicates = 50, by = "source", threads = 1L, corrected = TRUE, exact = FALSE)
  )$systems
  expect_identical(found[[1]]$replicates, found[[2]]$replicates)
})

test_that("the default method calls lr_set()", {
  llr <- c(2, 1, -1, 0.5)
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  expect_identical(
    measures(llr, truth, scale = "ln", which = "cllr", replicates = 0)$estimate,
    cllr(lr_set(llr, truth, scale = "ln"))
  )
})

test_that("what cannot be done is refused", {
  x <- random_set(1)
  refuses <- \(...) expect_error(measures(x, ...), class = "calibrant_error_input")
  refuses("cllrr")
  refuses(character())
  refuses(prior = 2)
  refuses(prior = numeric())
  refuses(c_miss = 0)
  refuses(replicates = -1)
  refuses(replicates = 1e6 + 1)
  refuses(replicates = 2.5)
  refuses(replicates = c(1, 2))
  refuses(corrected = NA)
  refuses(level = 1)
  refuses(interval = "bca")
  refuses(by = "item")
  refuses(threads = 0)
  expect_error(measures(x, by = "source"), class = "calibrant_error_source")
  expect_error(compare_systems(x), class = "calibrant_error_input")
})

test_that("tables print on one screen, whatever is taken out of them", {
  x <- name_system(random_set(1), "a")
  table <- measures(x, c("cllr", "bayes_error"), 0.1,
    replicates = 10, level = 0.9, interval = "bc"
  )
  expect_output(print(table), "90 % intervals \\(bias-corrected\\) from 10 bootstrap replicates")
  expect_output(print(table), "rough idea")
  expect_output(print(table), "bayes_error 0.100", fixed = TRUE)
  expect_identical(measures(x, "eer", replicates = 0L), measures(x, "eer", replicates = 0))
  expect_output(print(table[1, ]), "cllr")
  expect_output(print(measures(x, "eer", replicates = 0)), "eer")
})

test_that("numbers of replicates that are none are refused, whatever they are", {
  withr::local_seed(1)
  x <- simulate_lr(20, 20)
  for (replicates in list(sum, new.env(), methods::getClass("numeric"), NULL, NA, "a")) {
    expect_error(measures(x, "cllr", replicates = replicates), class = "calibrant_error_input")
  }
})

test_that("the scarcer hypothesis says how many items there are", {
  x <- lr_set(
    1:5, c(TRUE, TRUE, FALSE, FALSE, FALSE), "ln", source1 = c(1, 2, 1, 2, 3),
    source2 = c(1, 2, 4, 5, 4), system = "a"
  )
  expect_identical(scarce_sources(x), 2)
  expect_identical(scarce_sources(lr_set(x$value, !x$truth, "ln", source1 = x$source1,
    source2 = x$source2)), 2)
})

test_that("every verb draws the items where the set names them", {
  pairs <- expand.grid(a = 1:12, b = 1:12)
  effect <- withr::with_seed(3, stats::rnorm(12))
  truth <- pairs$a == pairs$b
  llr <- withr::with_seed(4, 3 * truth - 1.5 + 1.5 * effect[pairs$a] + stats::rnorm(144))
  x <- lr_set(llr, truth, scale = "ln", source1 = pairs$a, source2 = pairs$b)
  without <- lr_set(llr, truth, scale = "ln")
  few <- \(verb, ...) withr::with_seed(1, verb(..., replicates = 50))
  verbs <- list(
    measures = \(...) few(measures, ..., which = "cllr"),
    useful_range = \(...) few(useful_range, ..., level = 0.95),
    explain = \(...) few(explain, ..., level = 0.95),
    summary = \(...) few(summary, ..., level = 0.95),
    misleading = \(...) few(misleading, ..., level = 0.95),
    ece_curve = \(...) few(ece_curve, ..., log10_prior_odds = -1:1, level = 0.95),
    reliability_curve = \(...) few(reliability_curve, ..., bins = 3),
    overstatement_curve = \(...) few(overstatement_curve, ...),
    calibration_range = \(...) attr(calibration_range(...), "worth")
  )
  plain <- \(x) if (is.list(x)) as.list(as.data.frame(unclass(x))) else unclass(x)
  for (name in names(verbs)) {
    verb <- verbs[[name]]
    expect_equal(plain(verb(x)), plain(verb(x, by = "source")), info = name)
    # So few trials do not determine limits of the ends of a range.
    if (name != "useful_range") {
      expect_false(isTRUE(all.equal(plain(verb(x)), plain(verb(x, by = "trial")))), info = name)
    }
    expect_equal(plain(verb(without)), plain(verb(without, by = "trial")), info = name)
  }
  expect_match(withr::with_seed(1, explain(x)), "Intervals allow for comparisons that share items")
  expect_output(print(few(measures, x, "cllr", by = "trial")), "share items: drawn by trial")
  expect_match(calibration_test(x)$method, "by source")
  expect_error(few(ece_curve, x, level = 0.95, band = "calibrated"), "independent comparisons")
})

test_that("print says which measures are in bits", {
  x <- random_set(1)
  shown <- \(...) utils::tail(capture.output(print(measures(x, ..., replicates = 0))), 1)
  expect_identical(
    shown(c("cllr", "eer", "cross_entropy", "cllr_min")), "In bits: cllr, cross_entropy, cllr_min."
  )
  expect_no_match(shown("eer"), "bits")
})

test_that("systems of one order differ by 0, not by rounding", {
  withr::local_seed(16)
  truth <- rep(c(TRUE, FALSE), each = 30)
  value <- round(rnorm(60, truth), 1)
  weight <- rexp(60)
  x <- c(
    a = lr_set(value, truth, scale = "ln", weight = weight),
    b = lr_set(rev(3 * value + 1), rev(truth), scale = "ln", weight = rev(weight))
  )
  expect_gt(abs(diff(eer(x))), 0)
  which <- c("cllr_min", "eer", "auc", "bayes_error_min")
  found <- suppressMessages(compare_systems(x, which, prior = 0.1, replicates = 20))
  expect_identical(found$difference, numeric(4))
})

test_that("who asks for the rate at another one is told where it is", {
  for (name in c("fnmr", "FNMR", "FMR")) {
    expect_error(measures(random_set(1), name), "error_rates\\(x, fmr = 0.01\\)")
  }
})
