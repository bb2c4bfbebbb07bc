# All numbers stated by the five papers that need no unpublished data. Numbers that depend on such
# data, and misprints, are listed in bench/coverage-papers.md.

odds10 <- \(p) log10(p / (1 - p))

test_that("thresholds, priors and odds are those of Ramos 2018", {
  # Section 2.1: the costs of the bank and of the court, at even prior odds.
  expect_equal(bayes_threshold(0.5, c_miss = 10, c_fa = 1, scale = "lr"), 0.1)
  expect_equal(bayes_threshold(0.5, c_miss = 1, c_fa = c(50, 100), scale = "lr"), c(50, 100))
  # Section 6: shares of comparisons; log10 odds of about -0.75 are a probability of 0.15.
  expect_equal(round(3704 / (3704 + 233077), 3), 0.016)
  expect_equal(3762 / (3762 + 7564), 1 / 3, tolerance = 0.005)
  expect_equal(round(posterior(-0.75, prior = 0.5, scale = "log10"), 2), 0.15)
  # Misprints: 0.6 is at 0.18, and 0.8 is 0.86; -2.5 and -2.6 are a tenth of the printed
  # probabilities.
  expect_equal(round(odds10(0.6), 2), 0.18)
  expect_equal(round(posterior(c(0.8, -2.5, -2.6), prior = 0.5, scale = "log10"), 5),
    c(0.86319, 0.00315, 0.00251))
})

test_that("bits are those of Ramos 2008", {
  # Section 3.1: 1 bit at most, at even odds, and none where the truth is known.
  expect_identical(cross_entropy_null(c(0, 0.5, 1)), c(0, 1, 0))
  # Section 5.3: one of 11 speakers has prior odds of 1 to 10. The 0.46 bits lie between the entropy
  # at 1/11 and that at 0.1, which the text uses instead.
  expect_equal((1 / 11) / (10 / 11), 1 / 10)
  expect_equal(round(cross_entropy_null(c(1 / 11, 0.1)), 3), c(0.439, 0.469))
  expect_equal(mean(cross_entropy_null(c(1 / 11, 0.1))), 0.46, tolerance = 0.02)
})

test_that("forecasters pay what Ramos 2013 says", {
  forecast <- \(rain, dry) {
    lr_set(list(h1 = rep(rain, 10), h2 = rep(dry, 10)), scale = "prob", prior = 0.5, sure = TRUE)
  }
  # Section 2.3: the oracle has no cost.
  expect_identical(rule_score("log", 1, TRUE), 0)
  expect_identical(cllr(forecast(1, 0)), 0)
  # Section 2.5: a forecast that is always 0.5 is calibrated and uninformative; 0.6 and 0.4 separate
  # all days.
  always <- forecast(0.5, 0.5)
  expect_equal(c(cllr(always), cllr_min(always), cllr_cal(always)), c(1, 1, 0))
  shy <- forecast(0.6, 0.4)
  expect_equal(c(cllr(shy), cllr_min(shy), cllr_cal(shy)), c(-log2(0.6), 0, -log2(0.6)))
  expect_identical(auc(shy), 1)
  # Section 2.4: rain on two thirds of the days with a forecast of two thirds.
  kept <- lr_set(rep(2 / 3, 30), rep(c(TRUE, TRUE, FALSE), 10), scale = "prob", prior = 2 / 3)
  expect_equal(rule_decomposition(kept, "brier", bins = 10, prior = 2 / 3)$calibration, 0)
})

test_that("misleading evidence is that of Ramos 2013, figures 8 and 9", {
  said <- rbind(
    S1 = c(15.82, 15.79), S2 = c(38.54, 38.42), S1u = c(15.69, 15.84), S2u = c(38.67, 38.07)
  )
  # The paper's sets are samples. Calibrated normal log LRs have one parameter for both hypotheses
  # and both axes, and a factor on the log LR does not change these numbers.
  spread <- c(S1 = 2.005, S2 = 0.585, S1u = 2.005, S2u = 0.585)
  theory <- gaussian_system(spread, stretch = c(1, 1, 0.3, 5))
  expect_lt(max(abs(100 * misleading(theory) - said)), 0.5)
  # If calibrated, the better system gives the stronger LRs; not on other scales.
  strength <- \(s, stretch) stretch * s^2 / 2
  expect_gt(strength(2.005, 1), strength(0.585, 1))
  expect_lt(strength(2.005, 0.3), strength(0.585, 5))
  losses <- cllr(theory) - cllr_min(theory)
  expect_lt(max(abs(losses[1:2])), 1e-9)
  expect_gt(min(losses[3:4]), 0.05)
})

test_that("entropy score and purity are those of Tornetta 2021", {
  # Section 2: 0.9 is more confident than 0.55, and the score ranges from 0 to 1.
  sharp <- prob_entropy_score(rbind(c(0.1, 0.9)))
  expect_gt(sharp, prob_entropy_score(rbind(c(0.45, 0.55))))
  for (n in 2:6) {
    expect_equal(prob_entropy_score(diag(n)), 1)
    expect_equal(prob_entropy_score(matrix(1 / n, 1, n)), 0)
    # Section 2.2, where the general value lacks "1 -": 1/2 for two classes, and 0.29, not 0.71, for
    # many.
    truth <- factor(seq_len(n))
    expect_equal(prob_purity(diag(n), truth), 1)
    expect_equal(prob_purity(matrix(1 / n, n, n), truth), 1 - sqrt((n - 1) / (2 * n)))
  }
  expect_equal(prob_purity(matrix(1 / 2, 2, 2), factor(1:2)), 1 / 2)
  expect_equal(prob_purity(diag(2)[2:1, ], factor(1:2)), 0)
  # Section 3.2: the image of (1/2, 1/2, 0, ..., 0); vertices and centre stay.
  for (n in 3:6) {
    p <- c(0.5, 0.5, rep(0, n - 2))
    expect_equal(drop(prob_complement(rbind(p))), c(2, 2, rep(1, n - 2)) / (n + 2),
      ignore_attr = TRUE)
    fixed <- rbind(diag(n), 1 / n)
    expect_equal(prob_complement(fixed), fixed, ignore_attr = TRUE)
  }
})

test_that("costs and entropies are those of the thesis, chapters 2 to 6", {
  # Figures 2.1 and 2.2: entropies of the two rules at even odds; entropy is the greatest there.
  expect_equal(rule_score("log", 0.5, what = "entropy"), log(2))
  expect_equal(rule_score("zero_one", 0.5, what = "entropy"), 0.5)
  # Page 36: posteriors of 1 - alpha for the truth, and exchanged.
  alpha <- 0.01
  of <- \(reported) finite_decomposition(diag(2), 0.5, reported)[["total"]]
  expect_equal(of(c(1 - alpha, alpha)), -log(1 - alpha))
  expect_equal(of(c(1 - alpha, alpha)), alpha, tolerance = 0.01)
  expect_equal(of(c(alpha, 1 - alpha)), -log(alpha))
  # Section 7.3.1: the operating points of NIST, 0.091 and 0.001.
  expect_equal(round(effective_prior(0.01, 10, 1), 4), 0.0917)
  expect_equal(effective_prior(0.001, 1, 1), 0.001)
  # Section 7.4.3: with all signs reversed the error rate at even odds reaches 1, without LRs 0.5.
  reversed <- lr_set(list(h1 = c(-1, -2), h2 = c(1, 3)), scale = "ln", sure = TRUE)
  expect_equal(bayes_error(reversed, 0.5), 1)
  expect_equal(bayes_error(lr_set(list(h1 = 0, h2 = 0), scale = "ln"), 0.5), 0.5)
  # A log LR of 0 costs ln 2 at even odds.
  expect_equal(rule_score("log", 0.5, TRUE), log(2))
})

test_that("weights of rules are those of the thesis, section 7.4", {
  beta <- \(gamma) scoring_rule("beta", gamma = gamma)
  q <- c(0.1, 0.5, 0.8)
  expect_equal(rule_score(beta(0), q, TRUE), -log(q))
  expect_equal(rule_score(beta(1), q, TRUE), 3 * (1 - q)^2)
  expect_equal(rule_score(beta(-0.5), q, TRUE), 2 / pi * sqrt((1 - q) / q))
  # Bounded if and only if gamma is positive; at its end a step of height 2 (figure 7.4).
  expect_identical(rule_score(beta(0), 0, TRUE), Inf)
  expect_lt(rule_score(beta(0.5), 0, TRUE), Inf)
  expect_equal(rule_score(beta(1e5), c(0.4, 0.6), TRUE), c(2, 0), tolerance = 1e-3)
})

test_that("classes are counted and charged as in the thesis, chapter 8", {
  # Section 8.1.1: half for a miss, 1 / (2 (N - 1)) for each false alarm, 1 at most.
  n <- 4
  missed <- rbind(c(0, rep(1 / (n - 1), n - 1)))
  of_one <- \(p) {
    x <- loglik_set(rbind(p, diag(n)[-1, ]), factor(1:n), scale = "prob")
    cavg(x) * n
  }
  expect_equal(unname(of_one(missed)), 1)
  expect_equal(unname(of_one(rbind(c(1, 0, 0, 0)))), 0)
  expect_equal(unname(of_one(rbind(c(0.4, 0.4, 0.1, 0.1)))), 1 / (2 * (n - 1)))
  expect_equal(unname(of_one(rbind(c(0.1, 0.9, 0, 0)))), 1 / 2 + 1 / (2 * (n - 1)))
  # After eq. 8.12: the expected cost at eta is 1, where 1 / (N - 1) is printed.
  eta <- c(0.4, 0.3, 0.2, 0.1)
  cost <- outer(eta, eta, \(i, j) 1 / (i * (n - 1))) * (1 - diag(n))
  expect_equal(colSums(eta * cost), rep(1, n))
  # Section 8.3.3: 14 languages have 16369 subsets of two or more.
  expect_equal(sum(choose(14, 2:14)), 16369)
  classes <- factor(rep(1:14, 2))
  sweep <- prior_sweep(loglik_set(matrix(0, 28, 14), classes, scale = "ln"))
  expect_identical(sum(sweep$n_classes >= 2), 16369L)
  # The score of eq. 8.26 equals its threshold, -ln N, at a posterior of 1/N.
  w <- c(1, 0.5, -1)
  detection <- w - log(sum(exp(w)))
  three <- loglik_set(rbind(w, w, w), factor(1:3), scale = "ln")
  expect_identical(detection >= -log(3), unname(posterior(three)[1, ]) >= 1 / 3)
  # Figure D.1: the weight integrates the error rate of no recogniser to ln 3. The error of a sum
  # over a grid is proportional to the square of its step, due to the kinks of the error rate.
  nothing <- loglik_set(matrix(0, 3, 3), factor(1:3), scale = "ln")
  over_grid <- function(step) {
    log_odds <- as.matrix(expand.grid(seq(-30, 30, step), seq(-30, 30, step)))
    odds <- exp(cbind(log_odds, 0))
    sum(prior_weight(log_odds) * misclassification(nothing, unname(odds / rowSums(odds)))) * step^2
  }
  expect_equal((4 * over_grid(0.5) - over_grid(1)) / 3, 1.098612, tolerance = 2e-5)
})

test_that("thirty errors are enough for 30 %, with 90 % confidence (thesis, appendix B)", {
  expect_equal(round((0.3 / stats::qnorm(0.95))^2, 3), 0.033)
  expect_equal(round(rule_of_30(level = 0.9, margin = 0.3)), 30)
})
