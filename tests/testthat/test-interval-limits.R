test_that("an end has the rank that its probability asks for", {
  sorted <- c(1, 2, 4, 8, 16, 32, 64, 128, 256)
  expect_identical(sorted_quantile(sorted, c(0.1, 0.9)), c(1, 256))
  expect_identical(sorted_quantile(sorted, 0.25), 2 + (4 - 2) / 2)
  expect_identical(sorted_quantile(sorted, c(0.001, 0.999)), c(1, 256))
  expect_identical(sorted_quantile(c(1, 2, Inf), c(0.5, 0.6, 0.75)), c(2, Inf, Inf))
  expect_identical(sorted_quantile(c(-Inf, 1, 2), c(0.3, 0.5)), c(-Inf, 1))
})

test_that("intervals follow their definitions", {
  sorted <- qnorm((1:999) / 1000) + 2
  ends <- \(estimate, interval) rank_interval(estimate, sorted, 0.9, interval)
  expect_equal(ends(2.1, "percentile"), 2 + qnorm(c(0.05, 0.95)))
  expect_equal(ends(2.1, "basic"), 2.2 + qnorm(c(0.05, 0.95)))
  # For a normal distribution the correction moves both ends by twice the bias.
  expect_equal(ends(sorted[540], "bc"), 2 + 2 * qnorm(0.54) + qnorm(c(0.05, 0.95)),
    tolerance = 0.002
  )
  expect_equal(ends(2, "bc"), ends(2, "percentile"))
})

test_that("nothing is said where nothing is known", {
  expect_identical(rank_interval(1, numeric(), 0.9, "bc"), c(NA_real_, NA_real_))
  expect_identical(rank_interval(NaN, 1:9, 0.9, "percentile"), c(NA_real_, NA_real_))
  expect_identical(rank_interval(Inf, c(1, Inf), 0.9, "basic"), c(NA_real_, NA_real_))
})

test_that("replicates that equal the estimate up to rounding count half", {
  sorted <- c(rep(0.1 + 0.2 - 1e-17, 3), rep(0.3, 3), 1, 2, 3)
  sorted <- sort(c(sorted, 0.3 * (1 + 1e-15)))
  exact <- c(rep(0.3, 7), 1, 2, 3)
  expect_equal(bias_corrected(0.3, sorted, 0.9), bias_corrected(0.3, exact, 0.9))
  expect_equal(bias_corrected(0.3, exact, 0.9), pnorm(2 * qnorm(0.35) + qnorm(0.9)))
})

test_that("the scale of the LRs does not move an interval", {
  lr <- c(rep(10, 9), rep(0.1, 3), rep(0.1, 9), rep(10, 3))
  truth <- rep(c(TRUE, FALSE), each = 12)
  sets <- list(
    lr_set(log10(lr), truth, scale = "log10"), lr_set(lr, truth, scale = "lr"),
    lr_set(log(lr), truth, scale = "ln"), lr_set(log2(lr), truth, scale = "log2")
  )
  tables <- lapply(sets, \(x) {
    withr::with_seed(1, measures(x, "cllr_h1", replicates = 999, interval = "bc"))
  })
  for (table in tables) expect_equal(table$upper, tables[[1]]$upper)
})

test_that("means are taken as more skewed than their replicates", {
  # The ends solve z = t + g t^2 / 3 + g^2 t^3 / 27 + g / 6 for t, the inverse of Hall's cubic
  # transformation.
  g <- 1.25 * 0.3
  ends <- hall_interval(2, 0.1, 0.3, 1.96)
  t <- (2 - ends) / 0.1
  expect_equal(t + g * t^2 / 3 + g^2 * t^3 / 27 + g / 6, c(1.96, -1.96))
  far <- hall_interval(2, 0.1, 5, 1.96)
  expect_true(all(abs(far - 2) / 0.1 <= 2.5 * 1.96 + 1e-9))
})

test_that("the interval of the AUC is one of its log-odds", {
  withr::local_seed(1)
  # Ends by trial, with half a pair more on each side, and the binomial error of one more trial.
  x <- withr::with_seed(1, simulate_lr(8, 200, s = 1.5))
  error <- auc_error(only_system(x), x, "trial")
  one <- list(plug_in = auc(x), replicates = c(0.8, 0.9), n = c(h1 = 8, h2 = 200), units = 8,
    auc_error = error)
  area <- (8 * one$plug_in + 0.5) / 9
  binomial <- area * (1 - area) / 8 / 9
  lower <- qlogis(area) - qt(0.975, 7) * sqrt(error^2 + binomial) / (area * (1 - area))
  expect_equal(qlogis(area_interval(one, qnorm(0.975), qnorm(0.975))[1]), unname(lower))
  plain <- area_interval(one, qnorm(0.975))
  expect_equal(sum(qlogis(plain)), 2 * qlogis(unname(one$plug_in)))
  expect_gte(area_interval(one, qnorm(0.975), qnorm(0.975))[2], plain[2])
  swapped <- utils::modifyList(one, list(plug_in = 1 - one$plug_in))
  expect_equal(area_interval(swapped, 2, 2), 1 - rev(area_interval(one, 2, 2)))
  # Replicates without an error are given half a pair of errors.
  one <- list(plug_in = 0.9, replicates = c(0.8, 0.9, 1), n = c(h1 = 10, h2 = 5))
  expect_equal(
    diff(qlogis(area_interval(one, 1))), 2 * sd(qlogis(c(0.8, 0.9, 1 - 1 / 200)))
  )
})

test_that("error rates after PAV vary at least as at a fixed threshold", {
  b <- list(
    eer = matrix(0.3), best_miss = matrix(0.4), best_fa = matrix(0.25), wanted = list(best = 0)
  )
  rates <- equal_rates_of(b, even_odds)
  # The slope of the ROC is 1 at the best threshold, and (0.4 - 0.3) / (0.3 - 0.25) from there.
  expect_equal(rates[, c("weight_miss", "weight_fa")], c(weight_miss = 1, weight_fa = 4) / 5)
  one <- list(rates = rates, n = c(h1 = 30, h2 = 50), units = 30)
  expect_equal(rate_spread(one, list(exact = TRUE, corrected = TRUE)),
    sqrt(0.3 * 0.7 * (0.2^2 / 30 + 0.8^2 / 50)))
  expect_identical(rate_spread(one, list(exact = FALSE, corrected = TRUE)), 0)
  # Without information on the slope, both classes count alike.
  b$best_miss[] <- b$best_fa[] <- 0.3
  expect_identical(equal_rates_of(b, even_odds)[, "weight_miss"], c(weight_miss = 0.5))
  drawn <- list(exact = TRUE, corrected = TRUE, by = "trial", z = qnorm(0.975))
  facts <- data.frame(scale = "share", flattered = TRUE, high = 0.5, spread = c(0.01, 0.2))
  factors <- widening(facts, one, drawn)
  expect_equal(factors[1] * 0.01, 0.95 * rate_spread(one, drawn))
  expect_identical(factors[2], 1.07)
})

test_that("differences of error rates after PAV vary at least as at fixed thresholds", {
  rates <- cbind(p_miss = 0.3, p_fa = 0.1, weight_miss = 0.9, weight_fa = 0.1)
  one <- \(replicates) {
    list(plug_in = 0.1, optimism = 0, corrected = 0.1, model = 0.1, rates = rates,
      n = c(h1 = 30, h2 = 300), units = 30, telling = c(30, 300), replicates = replicates)
  }
  drawn <- withr::with_seed(1, rnorm(50, 0.1, 0.01))
  settings <- list(exact = TRUE, corrected = TRUE)
  alone <- sqrt(0.9^2 * 0.3 * 0.7 / 30 + 0.1^2 * 0.1 * 0.9 / 300)
  gap <- \(second, times = 1) {
    rate_spread(difference_of(one(t(drawn)), one(t(second)), times), settings)
  }
  expect_equal(gap(drawn), 0)
  expect_equal(gap(-drawn), 2 * alone)
  expect_equal(gap(drawn, 3), 2 * alone)
  expect_equal(gap(rev(drawn)), alone * sqrt(2 - 2 * cor(drawn, rev(drawn))))
})

test_that("equal systems differ rarely at the prior at which few trials are costly", {
  withr::local_seed(5)
  truth <- rep(c(TRUE, FALSE), c(30, 300))
  one <- \() {
    step <- ifelse(truth, sample(5, 330, TRUE, c(2, 8, 25, 40, 25)),
      sample(5, 330, TRUE, c(30, 35, 25, 8, 2)))
    lr_set(step, truth, scale = "score")
  }
  differs <- replicate(60, {
    found <- compare_systems(c(a = one(), b = one()), "bayes_error_min", 0.9, replicates = 100)
    ends <- found$corrected + c(-1, 1) * max(found$upper - found$corrected,
      found$corrected - found$lower)
    # No difference is beyond .1.
    expect_equal(c(found$lower, found$upper), pmin(pmax(ends, -0.1), 0.1))
    found$lower > 0 || found$upper < 0
  })
  expect_lt(mean(differs), 0.15)
})

test_that("a mean that hangs on one value has no upper limit", {
  many <- c(name_system(random_set(1, 100, 100), "many"), name_system(random_set(2, 6, 6), "few"))
  withr::local_seed(1)
  table <- measures(many, c("lr_moment_h1", "lr_moment_h2"), replicates = 200)
  share <- moments_in(many)$top_share
  expect_gt(min(share[3:4]), 0.1)
  expect_identical(table$note, ifelse(share > 0.1, "one value", NA))
  expect_identical(is.infinite(table$upper), share > 0.1)
  expect_true(all(table$lower >= 0 & table$lower < table$estimate))
  gap <- compare_systems(many, "lr_moment_h2", replicates = 200)
  expect_identical(gap$note, "one value")
  expect_true(is.na(gap$lower) && is.na(gap$upper))
})

test_that("devPAV has no interval, nor has a difference of two", {
  withr::local_seed(1)
  x <- simulate_lr(60, 60, s = 1.5)
  both <- c(a = x, b = with_values(x, x$value / 2, "log10"))
  for (interval in names(interval_titles)) {
    table <- measures(x, "dev_pav", replicates = 300, interval = interval)
    expect_identical(c(table$lower, table$upper), c(NA_real_, NA_real_))
    expect_identical(table$note, "no interval")
    expect_gt(table$std_error, 0)
    gap <- compare_systems(both, "dev_pav", replicates = 20, interval = interval)
    expect_identical(gap$note, "no interval")
  }
  expect_identical(table$estimate, table$corrected)
  expect_output(print(table), "calibration_test", fixed = TRUE)
  apart <- measures(set_of(h1 = 1:9 / 3, h2 = -(1:9) / 3), "dev_pav", replicates = 20)
  expect_identical(apart$note, "undefined")
  expect_true(is.na(apart$lower))
})

test_that("the upper end of a calibration loss is further away the more skewed it is", {
  withr::local_seed(1)
  one <- list(centre = 0.1, plug_in = 0.1, model = NA, replicates = rexp(300) / 20,
    n = c(h1 = 1e8, h2 = 1e8), units = 50, telling = Inf, skewness = NA, deviation = NA)
  spread <- sd(one$replicates)
  reach <- \(...) loss_interval(utils::modifyList(one, list(...)), 2)
  # The exponential with the first two terms of Hall's cubic transformation.
  bend <- 2 * 1.25 * 2 / 3 * 0.3
  expect_equal(reach(skewness = (0.3 - 4e-4) / 1.25)[2], 0.1 + 2 * spread * expm1(bend) / bend)
  expect_equal(reach(skewness = 0.2)[1], 0.1 - 2 * spread)
  expect_lt(reach(skewness = 0.01)[2], reach(skewness = 0.2)[2])
  # Trials whose losses are skewed the other way show no large one, but do not exclude it.
  expect_equal(reach(skewness = -9), reach(skewness = 0))
  # PAV skews the loss of few trials.
  expect_lt(reach(skewness = 0)[2], reach(skewness = 0, n = c(900, 1600))[2])
  # The skewness of replicates counts only if that of trials is not known.
  expect_equal(reach(replicates = -one$replicates)[2], 0.1 + 2 * spread, tolerance = 1e-5)
  other <- withr::with_seed(2, sample(c(-1, 1), 300, TRUE))
  other <- 0.1 + spread * (other - mean(other)) / sd(other)
  expect_equal(reach(skewness = 0.3), reach(skewness = 0.3, replicates = other))
  by_trial <- loss_interval(utils::modifyList(one, list(skewness = 0)), 2, 1.96)
  expect_equal(by_trial[1], 0.1 - 2 * few_trials(50, 1.96) * spread)
  expect_equal(by_trial[2], reach(skewness = 0)[2])
})

test_that("the upper end of a calibration loss does not jump", {
  one <- list(centre = 0.1, plug_in = 0.1, model = NA, replicates = c(-1, 1, 1, 9, 30),
    n = c(1e8, 1e8), units = 1e8, telling = Inf, deviation = NA)
  ends <- vapply(seq(0, 1.2, 0.005), \(skewness) {
    loss_interval(c(one, skewness = skewness), 2)[2] / sd(one$replicates)
  }, 0)
  expect_true(all(diff(ends) >= 0))
  expect_lt(max(diff(ends)), 0.03)
  expect_lt(max(ends), 2 * 1.9 + 0.1)
})

test_that("a calibration loss is as uncertain as the mean of its trials, and as its smooth model", {
  one <- list(centre = 0.1, plug_in = 0.2, model = 0.1, replicates = c(0.19, 0.2, 0.21),
    n = c(50, 50), units = 50, telling = Inf, skewness = 0, deviation = NA)
  width <- \(...) diff(loss_interval(utils::modifyList(one, list(...)), 2))
  expect_equal(width(deviation = 0.02), 2 * width())
  expect_equal(width(deviation = 0.005), width())
  # The model's loss lies below the corrected one.
  expect_equal(width(model = 0.08), sqrt(0.01^2 + (0.4 * 0.02)^2) / 0.01 * width())
  expect_equal(width(model = -1), sqrt(2) * width())
  expect_equal(width(model = 0.15), width())
  # By trial the optimism is the excess of the replicates over the model.
  expect_equal(mean(loss_interval(utils::modifyList(one, list(model = 0.12)), 2, 1e-9)), 0.12,
    tolerance = 0.2)
  other <- replace(one, "centre", 0.15)
  expect_identical(loss_interval(one, 2, 1.96), loss_interval(other, 2, 1.96))
})

test_that("ends of a calibration loss hardly depend on the seed", {
  withr::local_seed(1)
  # The first interval is narrow, since its corrected value is 0.
  sets <- list(simulate_lr(200, 200, s = 1), simulate_lr(50, 500, s = 2, stretch = 1.5),
    simulate_lr(20, 35, s = 2), simulate_lr(20, 35, s = 2, stretch = 1.5))
  spread <- vapply(sets, \(x) {
    ends <- vapply(1:15, \(seed) {
      unlist(withr::with_seed(seed, measures(x, "cllr_cal"))[c("lower", "upper")])
    }, c(0, 0))
    max(apply(ends, 1, sd)) / mean(ends[2, ] - ends[1, ])
  }, 0)
  expect_true(all(spread < c(0.04, 0.02, 0.03, 0.03)))
})

test_that("the calibration loss of densities with edges is covered", {
  skip_unless_extended()
  withr::local_seed(5)
  # The mean cost of LLRs between -2 and 6 under H1, less that of LR = 1 in half of the trials.
  truth <- integrate(\(l) log2(1 + exp(-l)) / 8, -2, 6)$value - 0.5
  held <- replicate(200, {
    x <- lr_set(c(runif(200, -2, 6), runif(200, -6, 2)), rep(c(TRUE, FALSE), each = 200),
      scale = "ln", sure = TRUE)
    table <- measures(x, "cllr_cal", replicates = 300)
    table$lower <= truth && table$upper >= truth
  })
  expect_gt(mean(held), 0.91)
})

test_that("few effective trials move the upper end of a cost alone", {
  plain <- cost_interval(0.5, 0.1, 0.2, 2, c(NA, NA))
  expect_equal(plain, hall_interval(0.5, 0.1, 0.2, 2))
  few <- cost_interval(0.5, 0.1, 0.2, 2, c(3, 0.05))
  expect_equal(few[1], plain[1])
  expect_equal(few[2], hall_interval(0.5, sqrt(0.01 + 0.0025), 0.5 / 1.25, 2)[2])
  expect_equal(cost_interval(0.5, 0.1, 0.2, 2, c(1e9, 1e-9)), plain)
})

test_that("intervals of overstated LRs are not too low", {
  skip_unless_extended()
  # LLRs +-2 with t3 noise of scale 1.5; true values from quadrature.
  truth <- c(cllr_cal = 0.0910, cross_entropy = 0.3569)
  withr::local_seed(3)
  low <- replicate(200, {
    x <- set_of(h1 = 2 + 1.5 * rt(50, 3), h2 = -2 + 1.5 * rt(50, 3))
    measures(x, names(truth), prior = 0.1, replicates = 200)$upper < truth
  })
  # The shares would be .24 and .13 without the allowance for skewness.
  expect_true(all(rowMeans(low) < 0.07))
})

test_that("rates of misleading evidence have exact limits", {
  # LR = 1 misleads no one.
  x <- lr_set(c(-1, 0, 1, 2, 3, 4, -3, -2, 0, 1, -1, 0.5), rep(c(TRUE, FALSE), each = 6), "log10")
  table <- measures(x, c("misleading_h1", "misleading_h2"), replicates = 20)
  exact <- misleading(x, level = 0.95)
  expect_equal(table$estimate, exact$rate)
  expect_equal(table$lower, exact$lower)
  expect_equal(table$upper, exact$upper)
})

test_that("no interval has an end that its measure cannot have", {
  within <- \(table, low, high) {
    expect_true(all(table$lower >= low & table$upper <= high, na.rm = TRUE))
    expect_gt(sum(is.finite(table$lower)), 0)
  }
  withr::local_seed(8)
  for (i in 1:5) {
    # Calibrated, so the normal interval of the loss would extend below 0.
    x <- simulate_lr(60, 300, s = 2.5)
    within(measures(x, "cllr_cal", replicates = 100), 0, Inf)
  }
  hard <- simulate_lr(12, 12, s = 4.5)
  for (interval in c("scaled", "basic", "bc", "percentile")) {
    table <- measures(hard, c("cllr", "cllr_h1", "misleading_h1"), replicates = 100,
      interval = interval)
    within(table, 0, Inf)
    within(measures(hard, c("eer", "auc", "cllr_min"), replicates = 100, interval = interval), 0, 1)
    within(measures(hard, "eer", replicates = 100, interval = interval), 0, 0.5)
  }
})

test_that("a difference has the limits of differences", {
  withr::local_seed(9)
  truth <- rep(c(TRUE, FALSE), each = 8)
  value <- stats::rnorm(16, ifelse(truth, 1.5, -1.5))
  good <- lr_set(value, truth, scale = "ln", system = "good")
  bad <- lr_set(-value, truth, scale = "ln", system = "bad", sure = TRUE)
  for (interval in c("scaled", "basic")) {
    table <- compare_systems(c(good, bad), c("auc", "eer", "cllr"), replicates = 200,
      interval = interval)
    expect_true(all(abs(unlist(table[table$measure == "auc", c("lower", "upper")])) <= 1,
      na.rm = TRUE))
    expect_true(all(abs(unlist(table[table$measure == "eer", c("lower", "upper")])) <= 0.5,
      na.rm = TRUE))
  }
})

test_that("nothing is corrected to what cannot be", {
  withr::local_seed(1)
  found <- NULL
  for (i in 1:20) {
    table <- measures(simulate_lr(100, 500, s = 2.5), "cllr_cal", replicates = 100)
    if (table$note %in% "below") found <- table
  }
  expect_identical(c(found$corrected, found$lower), c(0, 0))
  expect_gt(found$estimate, 0)
  expect_output(print(found), "no loss was found")
})

test_that("intervals of costs are as wide as they should be at the smallest priors", {
  x <- simulate_lr(50, 200, s = 2)
  usual <- measures(x, "cross_entropy", prior = 1e-100, replicates = 200)
  for (prior in c(1e-160, 1e-200, 1e-300)) {
    withr::local_seed(3)
    found <- measures(x, "cross_entropy", prior = prior, replicates = 200)
    expect_gt(found$std_error, 0)
    expect_lt(found$lower, found$estimate)
    expect_gt(found$upper, found$estimate)
    expect_equal(found$upper / found$estimate, usual$upper / usual$estimate, tolerance = 0.1)
    expect_silent(explain(x, prior = prior))
  }
  for (prior in c(1e-320, 1e-323, 5e-324)) {
    expect_silent(measures(x, "cross_entropy", prior = prior, replicates = 30))
    expect_silent(explain(x, prior = prior))
  }
})

test_that("a note says where few trials decide", {
  notes <- \(x, ...) {
    table <- suppressWarnings(measures(x, ..., replicates = 50))
    stats::setNames(table$note, paste(table$measure, table$prior))
  }
  drawn <- \(n1, n2, ...) withr::with_seed(1, simulate_lr(n1, n2, s = 1.5, ...))
  expect_true(all(is.na(notes(drawn(200, 200), c("cllr", "eer", "auc")))))
  expect_identical(unname(notes(drawn(5, 200), c("cllr", "auc"))), rep("few decide", 2))
  skewed <- notes(drawn(15, 300), c("cross_entropy", "cllr_h1", "cllr_h2"), prior = c(0.1, 0.9))
  expect_identical(
    unname(skewed[c("cross_entropy 0.1", "cross_entropy 0.9", "cllr_h1 NA", "cllr_h2 NA")]),
    c(NA, "few decide", "few decide", NA)
  )
  same <- drawn(100, 300)
  value <- replace(same$value, c(1:92, 101:390), 0)
  tied <- lr_set(value, same$truth, scale = "log10")
  expect_identical(unname(notes(tied, "cllr")), "few decide")
  # LR = 1 costs much under H1 at a low prior, so ten other H1 trials decide there.
  rare <- lr_set(replace(same$value, 1:90, 0), same$truth, scale = "log10")
  expect_identical(unname(notes(rare, "cross_entropy", prior = 0.1)), "few decide")
  expect_output(print(measures(tied, "cllr", replicates = 50)), "fewer than 20 comparisons decide")
  both <- c(a = tied, b = lr_set(rev(value), rev(same$truth), scale = "log10"))
  table <- suppressMessages(compare_systems(both, "cllr", replicates = 50))
  expect_identical(table$note, "few decide")
})

test_that("rates of weighted trials have the limits of their effective number", {
  x <- withr::with_seed(2, simulate_lr(15, 300, s = 2))
  heavy <- \(w) lr_set(x$value, x$truth, scale = "log10", weight = w)
  plain <- measures(x, c("bayes_error", "dcf"), prior = 0.9, replicates = 50)
  for (w in c(1, 100)) {
    found <- measures(heavy(rep(w, 315)), c("bayes_error", "dcf"), prior = 0.9, replicates = 50)
    expect_equal(found[c("lower", "upper")], plain[c("lower", "upper")], tolerance = 1e-12)
  }
  uneven <- rep_len(1:5, 315)
  found <- measures(heavy(uneven), "bayes_error", prior = 0.9, replicates = 50)
  rates <- as.data.frame(error_rates(heavy(uneven), threshold = -log10(9)))
  n <- c(h1 = sum(uneven[x$truth])^2 / sum(uneven[x$truth]^2),
    h2 = sum(uneven[!x$truth])^2 / sum(uneven[!x$truth]^2))
  rates <- c(p_miss = rates$p_miss, p_fa = rates$p_fa, weight_miss = 0.9, weight_fa = 0.1)
  expect_equal(c(found$lower, found$upper), rate_interval(rates, n, stats::qnorm(0.975)))
})

test_that("differences by source have no number of deciding trials", {
  x <- withr::with_seed(4, simulate_lr(40, 60, s = 2))
  items <- rep(1:20, 5)
  both <- c(
    a = lr_set(x$value, x$truth, scale = "log10", source1 = items),
    b = lr_set(x$value / 2, x$truth, scale = "log10", source1 = items)
  )
  table <- suppressMessages(compare_systems(both, "cllr", replicates = 50))
  expect_true(is.na(table$note))
})

test_that("measures of trials that are drawn by numbers need no counts of values", {
  withr::local_options(calibrant.stream_limits = list(values = 300, buckets = 2^10))
  x <- streamed(withr::with_seed(5, simulate_lr(600, 3000, s = 2)), 1000)
  expect_true(resamples_cells(only_system(x)))
  expect_true(is.na(measures(x, "cllr", replicates = 50)$note))
})

test_that("differences of measures after PAV have Student's t for few trials", {
  factor <- \(units, high = 1, flattered = TRUE, scale = "gap") {
    facts <- data.frame(scale = scale, flattered = flattered, high = high, spread = 1)
    widening(facts, list(units = units), list(by = "trial", z = qnorm(0.975), exact = FALSE))
  }
  expect_equal(factor(5), 1.07 * few_trials(5, qnorm(0.975)))
  expect_equal(factor(12), 1.07 * few_trials(12, qnorm(0.975)))
  expect_equal(factor(1e9), 1.07)
  # Costs, `cllr_cal` and single systems have no such limit.
  expect_identical(factor(5, flattered = FALSE), 1.07)
  expect_identical(factor(5, high = Inf), 1.07)
  expect_identical(factor(5, scale = "share"), 1.07)
})
# LRs of 0 and infinity that were right: a wrong one would make the cost infinite.
s <- withr::with_seed(1, rnorm(120, rep(c(2, -2), c(40, 80)), 2))
truth <- rep(c(TRUE, FALSE), c(40, 80))
costs <- c("cllr", "cllr_h1", "cllr_h2", "cross_entropy", "cllr_min", "auc", "eer")
note_of <- function(table) rlang::set_names(table$note %in% "none wrong", table$measure)
with_right <- function(h1, h2) {
  s[which(truth)[h1]] <- Inf
  s[which(!truth)[h2]] <- -Inf
  lr_set(s, truth, scale = "ln")
}

test_that("an interval of a cost says that it allows for no wrong infinite LR", {
  found <- note_of(measures(with_right(1:3, 1:2), costs, replicates = 50))
  expect_identical(names(found)[found], costs[1:4])
  # Only H2 trials may have a wrong LR of infinity.
  found <- note_of(measures(with_right(1:3, 0), costs, replicates = 50))
  expect_identical(names(found)[found], c("cllr", "cllr_h2", "cross_entropy"))
  found <- note_of(measures(with_right(0, 1:2), costs, replicates = 50))
  expect_identical(names(found)[found], c("cllr", "cllr_h1", "cross_entropy"))
  expect_false(any(note_of(measures(with_right(0, 0), costs, replicates = 50))))
  expect_output(print(measures(with_right(1, 0), "cllr", replicates = 50)), "a single one makes")
})

test_that("so do differences, other backends, other intervals and weighted trials", {
  x <- with_right(1:3, 1:2)
  plain <- with_right(0, 0)
  both <- suppressMessages(c(a = x, b = plain))
  expect_true(note_of(suppressMessages(compare_systems(both, "cllr", replicates = 50))))
  expect_true(note_of(measures(x, "cllr", interval = "percentile", replicates = 50)))
  expect_true(note_of(measures(lr_set(lr_tally(x)), "cllr", replicates = 50)))
  heavy <- lr_set(unclass(x)$value, truth, scale = x$scale, weight = rep(1:2, 60))
  expect_true(note_of(measures(heavy, "cllr", replicates = 50)))
  data <- data.frame(z = rep(1:4, 30))
  like <- measures_like(x, data.frame(z = 2), ~z, data, "cllr", bandwidth = 1e3, replicates = 50)
  expect_true(note_of(like))
  # A wrong one was seen.
  wrong <- lr_set(c(unclass(x)$value, Inf), c(truth, FALSE), scale = x$scale)
  expect_false(note_of(suppressWarnings(measures(wrong, "cllr", replicates = 50))))
})

test_that("no loss is sure where all trials of H1, or all but two, have the commonest LR of both", {
  for (other in 0:2) {
    set.seed(20 + other)
    scarce <- c(rep(0, 15 - other), rnorm(other))
    many <- c(rep(0, 270), rnorm(30, -0.5))
    for (flip in c(1, -1)) {
      x <- lr_set(flip * c(scarce, many), rep(c(flip == 1, flip != 1), c(15, 300)), scale = "ln")
      expect_identical(measures(x, "cllr_cal")$lower, 0)
    }
  }
  # The commonest LRs of H1 and of H2 differ: the loss of either is seen.
  for (flip in c(1, -1)) {
    llr <- flip * 6 * log(10) * rep(c(1, 1, -1), c(50, 60, 1940))
    x <- lr_set(llr, rep(c(flip == 1, flip != 1), c(50, 2000)), scale = "ln")
    expect_gt(measures(x, "cllr_cal")$lower, 0.02)
  }
})
