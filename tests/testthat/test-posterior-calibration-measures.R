set.seed(1)
risk <- plogis(rnorm(300, -1, 1.5))
event <- runif(300) < plogis(0.2 + 0.8 * qlogis(risk))
x <- lr_set(risk, event, scale = "prob", prior = mean(event))
of <- function(table, measure) table$estimate[table$measure == measure]

test_that("numbers are those of rms 6.5-0 and dcurves 0.5.1", {
  found <- calibration_measures(x, threshold = c(0.1, 0.3), smoother = "lowess")
  expect_equal(of(found, "calibration_slope"), 0.83443486155, tolerance = 1e-10)
  expect_equal(of(found, "ici"), 0.04922941288, tolerance = 1e-9)
  expect_equal(of(found, "e90"), 0.08096259378, tolerance = 1e-9)
  expect_equal(of(found, "e_max"), 0.08133682720, tolerance = 1e-9)
  expect_equal(of(found, "net_benefit"), c(0.3118518519, 0.1819047619), tolerance = 1e-9)
  expect_equal(of(found, "net_benefit_all"), c(0.3148148148, 0.1190476190), tolerance = 1e-9)
})

test_that("lines are those of glm(), with Wald limits, and O/E is a ratio of sums", {
  found <- calibration_measures(x, level = 0.9)
  expect_equal(of(found, "oe"), sum(event) / sum(risk))
  large <- glm(event ~ offset(qlogis(risk)), family = binomial())
  slope <- glm(event ~ qlogis(risk), family = binomial(), control = list(epsilon = 1e-14))
  row <- found[found$measure == "calibration_in_the_large", ]
  expect_equal(row$estimate, coef(large)[[1]], tolerance = 1e-7)
  row <- found[found$measure == "calibration_slope", ]
  wald <- confint.default(slope, level = 0.9)[2, ]
  expect_equal(c(row$lower, row$upper), unname(wald), tolerance = 1e-6)
  smooth <- loess(event ~ risk, data.frame(event = +event, risk))
  expect_equal(of(found, "ici"), mean(abs(fitted(smooth) - risk)), tolerance = 1e-8)
  expect_equal(of(found, "e50"), median(abs(fitted(smooth) - risk)), tolerance = 1e-8)
})

test_that("net benefit is the prior less a decision cost", {
  found <- calibration_measures(x, threshold = 0.2)
  expect_equal(of(found, "net_benefit"), mean(event) - dcf(x, mean(event), 1, 0.25)[[1]])
})

test_that("PAV takes weights for repeated trials, and systems stand one below the other", {
  weight <- rep(1:2, 150)
  again <- rep(seq_along(risk), weight)
  heavy <- lr_set(risk, event, scale = "prob", prior = 0.3, weight = weight)
  doubled <- lr_set(risk[again], event[again], scale = "prob", prior = 0.3, sure = TRUE)
  a <- calibration_measures(heavy, threshold = 0.2, smoother = "pav")
  b <- calibration_measures(doubled, threshold = 0.2, smoother = "pav")
  same <- !a$measure %in% c("e50", "e90")
  expect_equal(a$estimate[same], b$estimate[same], tolerance = 1e-10)
  expect_error(calibration_measures(heavy, smoother = "lowess"), class = "calibrant_error_input")
  both <- calibration_measures(c(A = x, B = x))
  expect_identical(as.character(both$system), rep(c("A", "B"), each = 7))
  expect_identical(both$estimate[1:7], both$estimate[8:14])
})

test_that("LRs become risks at the prior that is asked for", {
  y <- lr_set(qlogis(risk) - qlogis(mean(event)), event, scale = "ln")
  shifted <- calibration_measures(y, prior = mean(event))
  expect_equal(shifted, calibration_measures(x), tolerance = 1e-6)
  expect_equal(calibration_measures(y), shifted)
  expect_error(calibration_measures(y, prior = 1), class = "calibrant_error_input")
  expect_error(calibration_measures(y, threshold = 0), class = "calibrant_error_input")
  expect_error(calibration_measures(y, smoother = "spline"), class = "calibrant_error_input")
  scores <- lr_set(1:4, c(TRUE, FALSE, TRUE, FALSE), scale = "score")
  expect_error(calibration_measures(scores), class = "calibrant_error_score")
})

test_that("several priors are refused", {
  x <- lr_set(c(2, 1, 0.5, -1), c(TRUE, FALSE, TRUE, FALSE), scale = "ln")
  for (prior in list(c(0.2, 0.3), c(a = 0.1, b = 0.9), double(), 0, 1, matrix(0.5))) {
    expect_error(calibration_measures(x, prior = prior), class = "calibrant_error_input")
  }
})

test_that("a shift beyond all log-odds is found", {
  risks <- list(
    weight = rep(1 / 100, 100), logit = rep(0, 100), event = rep(1:0, c(1, 99)), sampled = TRUE
  )
  found <- fitted_shift(risks)
  expect_equal(found$estimate, qlogis(0.01))
  # The binomial variance of the sum is the information of a shift.
  expect_equal(found$std_error, 1 / sqrt(100 * 0.01 * 0.99))
})

test_that("risks near 0 are fitted, and what separates has no slope", {
  voices <- subset(voice_lr, evidence == "heed" & speaker1 %% 2 == 0)
  y <- lr_set(voices$log10_lr, voices$same_speaker, scale = "log10")
  found <- calibration_measures(y, prior = 0.02)
  logit <- voices$log10_lr * log(10) + qlogis(0.02)
  shift <- of(found, "calibration_in_the_large")
  same <- voices$same_speaker
  weight <- ifelse(same, 0.02 / sum(same), 0.98 / sum(!same))
  expect_equal(sum(weight * plogis(logit + shift)), 0.02)
  slope <- suppressWarnings(glm(
    same ~ logit, family = binomial(), weights = weight * length(same), start = c(0, 1),
    control = list(epsilon = 1e-14)
  ))
  expect_equal(of(found, "calibration_slope"), coef(slope)[[2]], tolerance = 1e-7)
  apart <- lr_set(c(1, 2, -1, -2), c(TRUE, TRUE, FALSE, FALSE), scale = "ln")
  expect_identical(of(calibration_measures(apart, smoother = "pav"), "calibration_slope"), NA_real_)
})

test_that("events that are apart, or touch, have no slope, whichever way", {
  risks <- list(logit = c(-2, -1, 0, 1), event = c(0, 0, 1, 1), weight = rep(0.25, 4), prior = 0.5)
  for (logit in list(risks$logit, -risks$logit, c(-2, 0, 0, 1), -c(-2, 0, 0, 1))) {
    expect_identical(fitted_slope(replace(risks, "logit", list(logit)), 0)$estimate, NA_real_)
  }
})

test_that("the slope makes errors vanish, also of useless, reversed and outlying risks", {
  withr::local_seed(8)
  for (turn in 1:60) {
    n <- sample(c(12, 60), 1)
    event <- rep(c(TRUE, FALSE), length.out = n)
    logit <- rnorm(n, sample(-1:1, 1) * event) * sample(c(1, 30), n, TRUE, c(0.9, 0.1))
    if (min(logit[event]) >= max(logit[!event]) || max(logit[event]) <= min(logit[!event])) next
    prior <- sample(c(0.5, 0.1), 1)
    x <- lr_set(logit, event, scale = "ln", sure = TRUE)
    found <- suppressWarnings(calibration_measures(x, prior = prior))
    weight <- ifelse(event, prior, 1 - prior) / (n / 2)
    slope <- of(found, "calibration_slope")
    error <- \(a) weight * (plogis(slope * logit + a) - event)
    offset <- uniroot(\(a) sum(error(a)), c(-500, 500) * (1 + abs(slope)), tol = 1e-12)$root
    expect_equal(sum(error(offset) * logit), 0, tolerance = 1e-6, label = paste("turn", turn))
  }
})

test_that("at another prior than the share of H1 both hypotheses count as the prior says", {
  y <- lr_set(c(40, 8, 2, 0.5, 6, 1, 0.3, 0.1), rep(c(TRUE, FALSE), each = 4), scale = "lr")
  found <- calibration_measures(y, prior = 0.05, threshold = 0.1)
  expect_equal(
    found$estimate[c(1:3, 8, 9)],
    c(0.5714322656, -0.7010491292, 0.8354382619, -0.0013888889, -0.0555555556),
    tolerance = 1e-9
  )
  slope <- coef(calibrate(y, prior = 0.05))[["slope"]]
  expect_equal(of(found, "calibration_slope"), slope, tolerance = 1e-8)
})

test_that("net benefit is the prior less a decision cost at any prior, with and without weights", {
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), c(30, 90))
  llr <- rnorm(120, ifelse(truth, 1, -1), 1.5)
  for (weight in list(NULL, runif(120))) {
    y <- lr_set(llr, truth, scale = "ln", weight = weight)
    for (prior in c(0.001, 0.05, 0.25, 0.5, 0.9)) {
      for (t in c(0.02, 0.3, 0.7)) {
        found <- calibration_measures(y, prior = prior, threshold = t, smoother = "pav")
        expect_equal(of(found, "net_benefit"), prior - dcf(y, prior, 1, t / (1 - t))[[1]])
        limits <- found[found$measure == "net_benefit", c("lower", "upper")]
        expect_true(limits$lower <= of(found, "net_benefit"))
        expect_true(limits$upper >= of(found, "net_benefit"))
      }
    }
  }
})

test_that("limits hold the truth at a prior that is known, and weights are no trials", {
  set.seed(6)
  held <- replicate(150, {
    y <- simulate_lr(60, 90, s = 1.5)
    found <- calibration_measures(y, prior = 0.1, threshold = 0.2, smoother = "pav")
    # Treatment begins at ln LR = log(9 / 4).
    at <- log(9 / 4)
    truth <- 0.1 * pnorm(at, 1.125, 1.5, FALSE) - 0.25 * 0.9 * pnorm(at, -1.125, 1.5, FALSE)
    right <- c(1, 0, 1, truth)
    rows <- found[c(1:3, 8), ]
    rows$lower <= right & right <= rows$upper
  })
  expect_true(all(rowMeans(held) > 0.89))
  w <- rep(c(1, 3), 75)
  y <- simulate_lr(60, 90, s = 1.5)
  both <- lapply(c(1, 100), \(k) {
    heavy <- lr_set(y$value, y$truth, scale = "log10", weight = k * w)
    calibration_measures(heavy, prior = 0.2, threshold = 0.3)
  })
  expect_equal(both[[1]], both[[2]])
})

test_that("risks of 0 and 1 are taken where the number exists", {
  p <- c(1, 0.9, 0.7, 0.4, 0.6, 0.3, 0.1, 0)
  truth <- rep(c(TRUE, FALSE), each = 4)
  found <- calibration_measures(lr_set(p, truth, scale = "prob", prior = 0.5), threshold = 0.5)
  expect_equal(found$estimate[c(1, 3, 8)], c(1, 1.50479, 0.25), tolerance = 1e-5)
  expect_equal(found$estimate[2], 0, tolerance = 1e-9)
  wrong <- lr_set(replace(p, 7, 1), truth, scale = "prob", prior = 0.5)
  found <- calibration_measures(wrong, threshold = 0.5)
  expect_identical(is.na(found$estimate), found$measure %in%
    c("calibration_in_the_large", "calibration_slope"))
  certain <- lr_set(c(1, 1, 0, 0), truth[c(1, 2, 5, 6)], scale = "prob", prior = 0.5)
  expect_equal(of(calibration_measures(certain), "ici"), 0)
})

test_that("constant and few distinct risks need no smoother, and nothing warns", {
  p <- rep(c(0.05, 0.2, 0.5, 0.9), c(80, 10, 5, 5))
  y <- c(rep(0:1, c(72, 8)), rep(0:1, c(5, 5)), 0, 0, 1, 1, 0, 1, 1, 1, 1, 0)
  tree <- lr_set(p, y, scale = "prob", prior = "data")
  constant <- lr_set(rep(0.3, 100), rep(0:1, 50), scale = "prob", prior = 0.3, sure = TRUE)
  tied <- lr_set(c(rep(0.1, 390), seq(0.15, 0.9, length.out = 110)),
    c(rep(0:1, c(351, 39)), rep(0:1, 55)), scale = "prob", prior = "data")
  for (smoother in c("loess", "lowess", "pav")) {
    expect_no_warning(found <- calibration_measures(tree, smoother = smoother))
    expect_equal(
      found$estimate[4:7],
      if (smoother == "pav") c(0.22 / 3, 0.05, 0.35 / 3, 0.8 / 3) else c(0.08, 0.05, 0.12, 0.3)
    )
    if (smoother != "lowess") {
      expect_no_warning(found <- calibration_measures(constant, smoother = smoother))
      expect_equal(found$estimate, c(1, 0, NA, 0, 0, 0, 0))
    }
    expect_no_warning(found <- calibration_measures(tied, smoother = smoother))
    expect_true(all(is.finite(found$estimate)))
  }
})

test_that("the difference of two systems' net benefits has an interval", {
  set.seed(9)
  truth <- rep(c(TRUE, FALSE), each = 80)
  draw <- \() {
    a <- rnorm(160, ifelse(truth, 1, -1))
    b <- a + rnorm(160, 0, 1)
    c(A = lr_set(2 * a, truth, scale = "ln", id = 1:160),
      B = lr_set(b, truth, scale = "ln", id = 1:160))
  }
  one <- draw()
  found <- calibration_measures(one, prior = 0.3, threshold = c(0.2, 0.4))
  row <- found[found$measure == "net_benefit_difference", ]
  expect_identical(as.character(row$system), rep("A - B", 2))
  own <- \(k) of(found[found$system == k, ], "net_benefit")
  expect_equal(row$estimate, own("A") - own("B"))
  # Treated by A from a > 0.424 on, by B from b > 0.847 on, at 0.4; the truth of the difference:
  at <- log(0.4 / 0.6 * 7 / 3)
  rate <- \(mean) pnorm(at / 2, mean, 1, FALSE) - pnorm(at, mean, sqrt(2), FALSE)
  truly <- 0.3 * rate(1) - 2 / 3 * 0.7 * rate(-1)
  held <- replicate(100, {
    rows <- calibration_measures(draw(), prior = 0.3, threshold = 0.4, smoother = "pav")
    row <- rows[rows$measure == "net_benefit_difference", ]
    row$lower <= truly && truly <= row$upper
  })
  expect_gt(mean(held), 0.88)
})

test_that("a threshold that is no risk is blamed itself", {
  x <- lr_set(c(-1, 0, 1, 2, 0.5, -2), rep(c(TRUE, FALSE), 3), scale = "ln", sure = TRUE)
  for (verb in list(calibration_measures, murphy_curve)) {
    expect_error(verb(x, prior = 0.1, threshold = 10), "`threshold` must be risks",
      class = "calibrant_error_input")
  }
})

test_that("a single trial of a hypothesis gives no limits at a known prior", {
  for (n in list(c(1, 1), c(4, 1), c(1, 4))) {
    x <- lr_set(
      seq(-1, 2, length.out = sum(n)), rep(c(TRUE, FALSE), n), scale = "ln", sure = TRUE
    )
    table <- calibration_measures(x, prior = 0.3)[1:2, ]
    expect_true(all(is.finite(table$estimate)))
    expect_identical(c(table$lower, table$upper), rep(NA_real_, 4))
  }
  both <- lr_set(c(1, 2, -0.5, 0.3), c(TRUE, TRUE, FALSE, FALSE), scale = "ln", sure = TRUE)
  table <- calibration_measures(both, prior = 0.3)[1:2, ]
  expect_true(all(table$upper > table$lower))
})
