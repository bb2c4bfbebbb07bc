test_that("counts what is below and what reaches the threshold", {
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    threshold <- c(Inf, 0.3, -Inf, 0, 0, -2, 7)
    rates <- error_rates(x, threshold)
    literal <- vapply(threshold, \(t) rates_reference(x, t), c(0, 0))
    expect_equal(rates$p_miss, literal["p_miss", ])
    expect_equal(rates$p_fa, literal["p_fa", ])
    expect_equal(rates$threshold_ln_lr, threshold)
  }
})

test_that("the threshold itself accepts", {
  x <- lr_set(list(h1 = c(1, 2), h2 = c(1, 2, 3)), scale = "log10")
  rates <- error_rates(x, c(1, 2, 2 + 1e-15))
  expect_identical(rates$p_miss, c(0, 0.5, 1))
  expect_identical(rates$p_fa, c(3, 2, 1) / 3)
})

test_that("ends are exact under any weights", {
  withr::local_seed(8)
  x <- lr_set(stats::rnorm(500), rep(c(TRUE, FALSE), 250), scale = "ln", weight = stats::rexp(500))
  rates <- error_rates(x, c(-Inf, 100))
  expect_identical(rates$p_miss, c(0, 1))
  expect_identical(rates$p_fa, c(1, 0))
})

test_that("only LR = Inf reaches an infinite threshold", {
  rates <- error_rates(ln_set(c(0, Inf), c(-Inf, 1, Inf, Inf)), c(-Inf, Inf))
  expect_equal(rates$p_miss, c(0, 0.5))
  expect_equal(rates$p_fa, c(1, 0.5))
})

test_that("gives a row per system and threshold", {
  x <- two_systems()
  rates <- error_rates(x, c(0, 1.5))
  expect_equal(as.character(rates$system), c("a", "a", "b", "b"))
  expect_equal(rates$p_miss, c(0, 1, 0, 0))
  expect_equal(names(rates), c("system", "threshold_ln_lr", "p_fa", "p_miss"))
})

test_that("takes scores, and refuses missing thresholds", {
  expect_equal(error_rates(score_set(c(3, 5), c(1, 4)), 4)$p_fa, 0.5)
  expect_equal(error_rates(c(3, 1), c(TRUE, FALSE), scale = "score", threshold = 2)$p_fa, 0)
  expect_error(error_rates(golden_g(), NA), class = "calibrant_error_input")
})

test_that("decisions are at fault as often as was decided", {
  decided <- c(TRUE, TRUE, FALSE, TRUE, FALSE)
  truth <- c(TRUE, TRUE, TRUE, FALSE, FALSE)
  rates <- error_rates(decided, truth)
  expect_equal(rates$p_miss, 1 / 3)
  expect_equal(rates$p_fa, 1 / 2)
  expect_identical(error_rates(decided, truth, system = "A")$system, factor("A"))
})

test_that("finds the rates where one of them is as large as it may be", {
  # The best threshold with a rate of at most `rate`, by exhaustive search.
  literal <- function(x, kind, rate) {
    curve <- as.data.frame(det_curve(x))[c("threshold_ln_lr", "p_fa", "p_miss")]
    kept <- curve[curve[[kind]] <= rate + 1e-12, ]
    other <- setdiff(c("p_fa", "p_miss"), kind)
    kept <- kept[kept[[other]] == min(kept[[other]]), ]
    kept[if (kind == "p_fa") 1 else nrow(kept), ]
  }
  rates <- c(0, 0.01, 0.1, 0.3, 1)
  for (seed in 1:4) {
    x <- tied_set(seed, weights = seed > 2)
    for (kind in c("p_fa", "p_miss")) {
      found <- do.call(error_rates, c(list(x), rlang::set_names(list(rates), kind)))
      expected <- do.call(rbind, lapply(rates, \(rate) literal(x, kind, rate)))
      expect_equal(found[-1], expected, ignore_attr = TRUE)
      there <- found[!is.na(found$threshold_ln_lr), ]
      expect_equal(error_rates(x, there$threshold_ln_lr)$p_fa, there$p_fa)
      expect_equal(threshold_at(x, kind, rate = rates), found$threshold_ln_lr)
    }
  }
  x <- score_set(c(1, 2, 3, 4), c(-1, 0, 1.5, 2))
  expect_equal(error_rates(x, p_fa = c(0.25, 0.2))[-1],
    data.frame(threshold = c(2, 3), p_fa = c(0.25, 0), p_miss = c(0.25, 0.5)))
  expect_equal(error_rates(x, p_miss = c(0.25, 0))[-1],
    data.frame(threshold = c(2, 1), p_fa = c(0.25, 0.5), p_miss = c(0.25, 0)))
  expect_identical(threshold_at(ln_set(c(0, Inf), c(-1, Inf)), "fmr", rate = 0), NA_real_)
})

test_that("speaks the words of ISO/IEC 19795", {
  x <- simulate_lr(300, 3000, s = 2)
  named <- error_rates(x, fmr = c(0.01, 0.001))
  expect_named(named, c("system", "threshold", "fmr", "fnmr"))
  plain <- error_rates(x, p_fa = c(0.01, 0.001))
  expect_identical(named$fnmr, plain$p_miss)
  expect_named(error_rates(x, fnmr = 0.1, vocabulary = "detection"), names(plain))
  expect_named(error_rates(x, 0, vocabulary = "biometrics"), names(named))
  expect_identical(threshold_at(x, "fnmr", rate = 0.1), threshold_at(x, "p_miss", rate = 0.1))
  expect_error(error_rates(x, 0, fmr = 0.1), "only one of", class = "calibrant_error_input")
  expect_error(error_rates(x, fmr = 0.1, fnmr = 0.1), "only one", class = "calibrant_error_input")
  expect_error(error_rates(x, fmr = 100), "between 0 and 1", class = "calibrant_error_input")
  expect_error(error_rates(x, vocabulary = "iso"), class = "calibrant_error_input")
  expect_error(threshold_at(x, "fmr"), "rate", class = "calibrant_error_input")
})

test_that("finds rates of trials that are read in chunks as of vectors", {
  tight(values = 2000)
  withr::local_seed(4)
  truth <- rep(c(TRUE, FALSE), c(3000, 9000))
  near <- lr_set(stats::rnorm(12000) + 2 * truth, truth, scale = "ln")
  far <- streamed(near, 1000)
  rates <- c(0, 0.001, 0.01, 0.2, 1)
  expect_equal(error_rates(far, p_fa = rates), error_rates(near, p_fa = rates))
  expect_equal(error_rates(far, p_miss = rates), error_rates(near, p_miss = rates))
})

test_that("`??` finds the words of biometrics", {
  pages <- tryCatch(tools::Rd_db("calibrant"), error = \(cnd) list())
  skip_if(length(pages) < 50, "installed without help")
  text <- \(page) paste(as.character(pages[[page]]), collapse = "")
  for (word in c("FMR", "FNMR", "FMR100", "ISO/IEC 19795")) {
    expect_match(text("error_rates.Rd"), paste0("\\concept{", word, "}"), fixed = TRUE)
    expect_match(text("glossary.Rd"), word, fixed = TRUE)
  }
})
