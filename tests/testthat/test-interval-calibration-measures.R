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
  expect_error(calibration_measures(heavy), class = "calibrant_error_input")
  both <- calibration_measures(c(A = x, B = x))
  expect_identical(as.character(both$system), rep(c("A", "B"), each = 7))
  expect_identical(both$estimate[1:7], both$estimate[8:14])
})

test_that("LRs become risks at the prior that is asked for", {
  y <- lr_set(qlogis(risk) - qlogis(0.3), event, scale = "ln")
  shifted <- calibration_measures(y, prior = 0.3)
  expect_equal(shifted$estimate, calibration_measures(x)$estimate, tolerance = 1e-6)
  expect_error(calibration_measures(y, prior = 1), class = "calibrant_error_input")
  expect_error(calibration_measures(y, threshold = 0), class = "calibrant_error_input")
  expect_error(calibration_measures(y, smoother = "spline"), class = "calibrant_error_input")
  scores <- lr_set(1:4, c(TRUE, FALSE, TRUE, FALSE), scale = "score")
  expect_error(calibration_measures(scores), class = "calibrant_error_score")
  infinite <- lr_set(c(Inf, 0, 1), c(TRUE, FALSE, TRUE), scale = "ln")
  expect_error(calibration_measures(infinite), class = "calibrant_error_input")
})

test_that("a shift beyond all log-odds is found", {
  risks <- list(weight = rep(1, 100), logit = rep(0, 100), event = rep(1:0, c(1, 99)))
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
  expect_equal(sum(plogis(logit + shift)), sum(voices$same_speaker))
  slope <- suppressWarnings(
    glm(voices$same_speaker ~ logit, family = binomial(), start = c(0, 1))
  )
  expect_equal(of(found, "calibration_slope"), coef(slope)[[2]], tolerance = 1e-7)
  apart <- lr_set(c(1, 2, -1, -2), c(TRUE, TRUE, FALSE, FALSE), scale = "ln")
  expect_identical(of(calibration_measures(apart, smoother = "pav"), "calibration_slope"), NA_real_)
})

test_that("events that are apart, or touch, have no slope, whichever way", {
  risks <- data.frame(logit = c(-2, -1, 0, 1), event = c(0, 0, 1, 1), weight = 1)
  for (logit in list(risks$logit, -risks$logit, c(-2, 0, 0, 1), -c(-2, 0, 0, 1))) {
    expect_identical(fitted_slope(replace(risks, "logit", list(logit)), 0)$estimate, NA_real_)
  }
})
