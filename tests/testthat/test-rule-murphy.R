test_that("scores are those of users with a threshold each", {
  x <- tied_set(1)
  threshold <- c(0.1, 0.35, 0.5, 0.9)
  for (prior in c(0.03, 0.5, 0.8)) {
    curve <- murphy_curve(x, prior, threshold)
    q <- posterior(x, prior)
    by_hand <- vapply(threshold, \(at) {
      miss <- mean(q[x$truth] < at)
      alarm <- mean(q[!x$truth] >= at)
      2 * ((1 - at) * prior * miss + at * (1 - prior) * alarm)
    }, 0)
    expect_equal(curve$score, by_hand)
    of_rule <- \(part) vapply(threshold, \(at) {
      rule <- scoring_rule("cost", eta = at)
      2 * at * (1 - at) * unname(rule_risk(x, rule, prior, part = part))
    }, 0)
    expect_equal(curve$score, of_rule("total"))
    expect_equal(curve$score_min, of_rule("min"))
    expect_equal(curve$score_null, of_rule("default"))
  }
})

test_that("the area is the Brier score, and weighted otherwise the cross-entropy in nats", {
  withr::local_seed(1)
  x <- simulate_lr(40, 60, s = 2, stretch = 2)
  # Between two posteriors the score is a straight line, whose mean is its value in the middle.
  ends <- sort(unique(c(0, posterior(x, 0.3), 1)))
  from <- ends[-length(ends)]
  to <- ends[-1]
  curve <- murphy_curve(x, 0.3, (from + to) / 2)
  expect_equal(sum(curve$score * (to - from)), unname(rule_risk(x, "brier", 0.3)))
  brier <- attr(curve, "brier")
  expect_equal(brier$score, unname(rule_risk(x, "brier", 0.3)))
  expect_equal(brier$score_min, unname(rule_risk(x, "brier", 0.3, part = "min")))
  # The weights of the two ends of a line, 2 miss at 0 and 2 alarm at 1, are log ratios of the
  # distances.
  third <- murphy_curve(x, 0.3, (2 * from + to) / 3)$score
  slope <- (curve$score - third) / ((to - from) / 6)
  miss <- (curve$score - slope * (from + to) / 2) / 2
  alarm <- miss + slope / 2
  # No miss below all posteriors, no false alarm above them.
  inner <- seq_along(from)[-1]
  outer <- rev(seq_along(from))[-1]
  weighted <- sum((miss * log(to / from))[inner]) +
    sum((alarm * log((1 - from) / (1 - to)))[outer])
  expect_equal(weighted, unname(cross_entropy(x, 0.3)) * log(2), tolerance = 1e-8)
})

test_that("bands are those of Bayes errors in the unit of the user", {
  withr::local_seed(2)
  x <- simulate_lr(60, 90, s = 2)
  curve <- withr::with_seed(1, murphy_curve(x, 0.5, c(0.2, 0.7), level = 0.9, replicates = 100))
  errors <- withr::with_seed(1, bayes_error_curve(x,
    log10_prior_odds = -log10(c(0.2, 0.7) / c(0.8, 0.3)), level = 0.9, replicates = 100
  ))
  # Both curves are divided by the cost of the prior alone.
  expect_equal(curve$score_lower / curve$score_null, errors$normalised_lower)
  expect_equal(curve$score_min_upper / curve$score_null, errors$normalised_min_upper)
  expect_equal(curve$score_min_corrected / curve$score_null, errors$normalised_min_corrected)
})

test_that("scores, priors and thresholds that are none are refused", {
  expect_error(murphy_curve(score_set(1, 0)), class = "calibrant_error_score")
  refused <- \(...) expect_error(murphy_curve(golden_g(), ...), class = "calibrant_error_input")
  refused(prior = 0)
  refused(prior = c(0.1, 0.5))
  refused(threshold = 1)
  refused(threshold = c(0.5, NA))
})
