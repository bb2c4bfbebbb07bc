lr_of <- function(x, ...) {
  table <- conclusion_lr(x, ...)
  rlang::set_names(10^table$log10_lr, table$conclusion)
}

test_that("LRs are those that an independent program finds for the published counts", {
  # NetherlandsForensicInstitute/evidential_value_of_expert_witness_statements, to two decimals.
  rounded <- \(lr) round(ifelse(lr > 1, lr, -1 / lr), 2)
  found <- rounded(lr_of(study_set("latent prints", no_value = "No value"), prior_counts = 0))
  expect_equal(found, c(Exclusion = -10.61, Inconclusive = 2.29, Individualization = 375.70))
  found <- rounded(lr_of(study_set("bullets"), prior_counts = 0))
  expect_equal(found[c("ID", rev(afte)[-1], "Other")], c(
    ID = 108.84, "Inconclusive-A" = -1.04, "Inconclusive-B" = -3.35, "Inconclusive-C" = -10.23,
    Elimination = -11.59, Other = -1.01
  ))
  found <- rounded(lr_of(study_set("cartridge cases"), prior_counts = 0))
  expect_equal(found[c("ID", rev(afte)[-1], "Other")], c(
    ID = 80.81, "Inconclusive-A" = 1.99, "Inconclusive-B" = -2.29, "Inconclusive-C" = -14.16,
    Elimination = -27.64, Other = 1.24
  ))
  # All 7196 conclusions, including the baseline data.
  hand <- conclusion_set(cbind(
    same = c(NotWritten = 34, ProbNot = 68, NoConc = 259, ProbWritten = 1084, Written = 1731),
    different = c(1190, 1910, 591, 198, 131)
  ))
  expect_equal(rounded(lr_of(hand, prior_counts = 0)), c(
    NotWritten = -27.65, ProbNot = -22.19, NoConc = -1.80, ProbWritten = 6.93, Written = 16.73
  ))
  cllr_of <- \(name, ...) round(cllr(study_set(name, ...), prior_counts = 0), 2)
  expect_equal(cllr_of("latent prints", no_value = "No value"), 0.49)
  expect_equal(cllr_of("bullets"), 0.42)
  expect_equal(cllr_of("cartridge cases"), 0.37)
  expect_equal(round(cllr(hand, prior_counts = 0), 1), 0.4)
})

test_that("error rates are those that the studies print", {
  rate <- \(x, error) {
    rows <- error_rates(x)
    round(100 * rows$rate[rows$error == error & rows$inconclusive == "right"], 1)
  }
  prints <- conclusion_set(truth ~ conclusion, subset(black_box, part == "VID"), count = "n",
    h1 = "same", conclusions = c("Exclusion", "Inconclusive", "Individualization"))
  expect_equal(rate(prints, "false positive"), 0.1)
  expect_equal(rate(prints, "false negative"), 7.5)
  written <- study_set("handwriting",
    conclusions = c("NotWritten", "ProbNot", "NoConc", "ProbWritten", "Written"))
  expect_equal(rate(written, "false positive"), 3.1)
  expect_equal(rate(written, "false negative"), 1.1)
})

test_that("three conventions are three functions of the same counts", {
  x <- study_set("bullets", no_value = "Other", conclusions = afte)
  rows <- error_rates(x)
  expect_equal(rows$n_error, c(20, 20, 20 + 268 + 848 + 745, 41, 41, 41 + 36 + 125 + 127))
  expect_equal(rows$n, c(2842, 981, 2842, 1405, 1117, 1405))
  exact <- binom.test(20, 2842)$conf.int
  expect_equal(c(rows$lower[1], rows$upper[1]), exact[1:2])
  broad <- error_rates(x, definite = list(h1 = c("ID", "Inconclusive-A"), h2 = afte[1:2]))
  expect_equal(broad$n_error[1], 288)
  expect_error(error_rates(x, definite = "ID"), class = "calibrant_error_input")
  expect_output(print(rows), "20.5 % of H1 and 65.5 % of H2")
  # The data do not decide which conclusions are definite.
  plain <- study_set("bullets", no_value = "Other")
  expect_error(error_rates(plain), class = "calibrant_error_order")
  expect_error(measures(plain, "false_positive"), class = "calibrant_error_order")
  definite <- list(h1 = "ID", h2 = "Elimination")
  expect_equal(error_rates(plain, definite = definite)$rate, rows$rate)
  wrong <- list(h1 = "Identification", h2 = "Elimination")
  expect_error(error_rates(plain, definite = wrong), class = "calibrant_error_input")
})

test_that("a scale of numbers has the order of numbers", {
  d <- data.frame(
    score = c(3, 3, 5, 5, 4, 1, 1, 2, 2, 1, 5, 4, 4, 5, 3, 2, 1, 1, 2, 1, 1, 5),
    same = rep(c(TRUE, FALSE, TRUE, FALSE), c(5, 5, 6, 6))
  )
  rows <- error_rates(conclusion_set(same ~ score, d))
  expect_equal(rows, error_rates(conclusion_set(same ~ ordered(score), d)), ignore_attr = TRUE)
  expect_equal(c(rows$n_error[1], rows$n[1]), c(1, 11))
  expect_identical(conclusion_lr(conclusion_set(same ~ score, d))$conclusion, as.character(1:5))
  d$score <- d$score * 3
  expect_identical(levels(conclusion_set(same ~ score, d)$conclusion), as.character(3 * 1:5))
  expect_warning(conclusion_set(same ~ I(-score), d), class = "calibrant_warning_reversed")
  expect_equal(error_rates(conclusion_set(same ~ score, d), definite = list(h1 = 15, h2 = 3)), rows,
    ignore_attr = TRUE)
})

test_that("counts of 0 without a prior have Koopman's limits", {
  x <- conclusion_set(rbind(
    negative = c(same = 6, different = 64), positive = c(same = 30, different = 0)
  ))
  row <- conclusion_lr(x, prior_counts = 0)[2, ]
  # The score interval of 30/36 to 0/64 by another program begins at 14.7.
  expect_equal(10^c(row$lower, row$upper), c(14.69756, Inf), tolerance = 1e-6)
  expect_identical(row$log10_lr, Inf)
  turned <- conclusion_set(rbind(
    negative = c(same = 64, different = 6), positive = c(same = 0, different = 30)
  ))
  expect_equal(conclusion_lr(turned, prior_counts = 0)$upper[2], -row$lower)
  expect_match(paste(explain(conclusion_lr(x, prior_counts = 0), "positive"), collapse = " "),
    "infinitely more probable if H1 is true than if H2 is true \\(15 to Inf")
})

test_that("examiners one by one", {
  x <- examined()
  rows <- error_rates(x, each = "examiner")
  expect_identical(nrow(rows), 8L * 6L)
  one <- as.data.frame(x)
  one <- one[one$examiner == 3 & !one$truth, ]
  row <- rows[rows$examiner == "3" & rows$error == "false positive" &
    rows$inconclusive == "left out", ]
  expect_equal(c(row$n_error, row$n),
    c(sum(one$conclusion == "c"), sum(one$conclusion != "b")))
  expect_error(error_rates(study_set("bullets"), each = "examiner"),
    class = "calibrant_error_input")
})

test_that("rates of errors are as they are, whoever has given more conclusions", {
  x <- examined()
  uneven <- as.data.frame(x)[-seq(1, 60, by = 2), ]
  x <- conclusion_set(
    uneven$conclusion, uneven$truth, conclusions = letters[1:3], examiner = uneven$examiner
  )
  rates <- c("false_positive", "false_negative", "misleading_h1", "misleading_h2")
  found <- as.data.frame(measures(x, c(rates, "cllr_min")))
  expect_equal(found$corrected[1:4], found$estimate[1:4], tolerance = 1e-12)
  expect_false(found$corrected[5] == found$estimate[5])
})

test_that("the posterior of an LR is calibrated (simulation-based)", {
  set.seed(5)
  ranks <- replicate(400, {
    p1 <- rgamma(3, 0.5)
    p2 <- rgamma(3, 0.5)
    k <- 2
    m <- rmultinom(1, 25, p1)[, 1]
    n <- rmultinom(1, 60, p2)[, 1]
    true <- log(p1[k] / sum(p1)) - log(p2[k] / sum(p2))
    ratio_distribution(c(m[k] + 0.5, 26 - m[k]), c(n[k] + 0.5, 61 - n[k]))(true)
  })
  expect_gt(ks.test(ranks, "punif")$p.value, 0.01)
})

test_that("limits are quantiles of the ratio of two beta variables", {
  set.seed(6)
  for (shape in list(c(0.5, 20.5, 12.5, 88.5), c(300, 700, 0.5, 4000), c(40, 60, 45, 70))) {
    draws <- log(rbeta(2e5, shape[1], shape[2])) - log(rbeta(2e5, shape[3], shape[4]))
    p <- c(0.025, 0.5, 0.975)
    q <- ratio_quantiles(p, shape[1:2], shape[3:4])
    for (i in 1:3) {
      expect_equal(mean(draws < q[i]), p[i], tolerance = 0.05)
      expect_equal(ratio_distribution(shape[1:2], shape[3:4])(q[i]), p[i], tolerance = 1e-6)
    }
  }
  none <- c(0, 1)
  # A conclusion that was never reached: one end is infinite, the other is the limit of Koopman.
  expect_identical(ratio_quantiles(c(0.1, 0.9), none, c(1, 1))[1], -Inf)
  expect_identical(ratio_quantiles(c(0.1, 0.9), c(1, 1), none)[2], Inf)
  expect_equal(
    ratio_quantiles(c(0.1, 0.9), none, c(1, 1))[2], -ratio_quantiles(c(0.1, 0.9), c(1, 1), none)[1]
  )
  expect_identical(ratio_quantiles(c(0.1, 0.9), none, none), c(-Inf, Inf))
  # If one variable hardly varies, the distribution is that of the other, which is exact.
  q <- log(qbeta(0.9, 3, 7)) - log(0.25)
  expect_equal(ratio_distribution(c(3, 7), c(2.5e9, 7.5e9))(q), 0.9, tolerance = 1e-4)
})

test_that("prior counts keep certain conclusions from being worth infinity", {
  x <- conclusion_set(cbind(same = c(a = 0, b = 10, c = 30), different = c(40, 8, 0)))
  table <- conclusion_lr(x)
  expect_true(all(is.finite(table$log10_lr) & is.finite(table$lower) & is.finite(table$upper)))
  expect_equal(table$counts_log10_lr[c(1, 3)], c(-Inf, Inf))
  none <- conclusion_lr(x, prior_counts = 0)
  expect_equal(none$log10_lr[c(1, 3)], c(-Inf, Inf))
  expect_output(print(table), "Prior counts: 0.5 of each conclusion")
  wide <- conclusion_lr(x, prior_counts = c(a = 2, b = 1, c = 2))
  expect_true(all(abs(wide$log10_lr[c(1, 3)]) < abs(table$log10_lr[c(1, 3)])))
})

test_that("monotone LRs do not fall, nor do their limits", {
  counts <- cbind(same = c(a = 5, b = 2, c = 10, d = 30), different = c(30, 30, 8, 2))
  x <- conclusion_set(counts, conclusions = letters[1:4])
  expect_output(print(conclusion_lr(x)), "contradict the order of a and b")
  set.seed(1)
  table <- conclusion_lr(x, monotone = TRUE, replicates = 500)
  for (column in c("log10_lr", "lower", "upper")) expect_false(is.unsorted(table[[column]]))
  expect_equal(table$log10_lr[1], table$log10_lr[2])
  # If the order is unambiguous, the limits are those of each conclusion.
  y <- conclusion_set(counts[c(1, 3, 4), ] * 20, conclusions = letters[c(1, 3, 4)])
  expect_equal(conclusion_lr(y, monotone = TRUE)$upper, conclusion_lr(y)$upper, tolerance = 0.02)
})

test_that("stated LRs are supported, overstated or understated", {
  x <- conclusion_set(cbind(same = c(a = 50, b = 100, c = 850), different = c(850, 100, 50)))
  verdict <- \(a, b, c) conclusion_lr(x, stated = c(a = a, b = b, c = c))$verdict
  expect_identical(verdict(1 / 17, 1, 17), rep("supported", 3))
  expect_identical(verdict(1e-4, 3, 1e4), rep("overstated", 3))
  expect_identical(verdict(1 / 2, 1, 2), c("understated", "supported", "understated"))
  expect_identical(verdict(4, 1, 1 / 4), c("overstated", "supported", "overstated"))
})

test_that("corrected measures are judged by the others' LRs", {
  x <- examined()
  found <- measures(x, "cllr", by = "trial")
  left <- vapply(seq_along(x), \(i) {
    lr <- lr_set(x[-i])
    llr <- to_ln(lr$value[match(x$conclusion[i], x[-i]$conclusion)], "log10")
    softplus(if (x$truth[i]) -llr else llr) / log(2)
  }, 0)
  expect_equal(found$corrected, mean(tapply(left, x$truth, mean)))
  expect_gt(found$corrected, found$estimate)
  # An examiner is judged by the LRs of the others.
  by_examiner <- vapply(1:8, \(e) {
    llr <- to_ln(tapply(lr_set(x[x$examiner != e])$value, x$conclusion[x$examiner != e], mean),
      "log10")[x$conclusion[x$examiner == e]]
    is_h1 <- x$truth[x$examiner == e]
    sum(softplus(ifelse(is_h1, -llr, llr)) / ifelse(is_h1, sum(x$truth), sum(!x$truth)))
  }, 0)
  expect_equal(measures(x, "cllr", by = "examiner")$corrected, sum(by_examiner) / 2 / log(2))
  # Stated LRs do not depend on the counts.
  stated <- measures(x, c("cllr", "cllr_cal"), lr = c(a = 0.1, b = 1, c = 10))
  expect_equal(stated$corrected[1], stated$estimate[1])
  expect_equal(stated$estimate[1], cllr(x, lr = c(a = 0.1, b = 1, c = 10)))
})

test_that("information without bias is right on average", {
  set.seed(7)
  p1 <- c(0.1, 0.2, 0.3, 0.4)
  true <- 1 + sum(0.5 * (p1 * log2(p1 / (p1 + rev(p1))) + rev(p1) * log2(rev(p1) / (p1 + rev(p1)))))
  found <- replicate(200, {
    x <- conclusion_set(`dimnames<-`(cbind(rmultinom(1, 40, p1), rmultinom(1, 40, rev(p1))),
      list(letters[1:4], c("same", "different"))))
    unlist(measures(x, "information")[c("estimate", "corrected")])
  })
  bias <- rowMeans(found) - true
  expect_gt(bias[["estimate"]], 0.015)
  expect_lt(abs(bias[["corrected"]]), 0.01)
})

test_that("measures have the shape of those of LRs, and name what they rest on", {
  x <- examined()
  which <- c("information", "auc", "misleading_h2", "cross_entropy")
  table <- measures(x, which, prior = c(0.1, 0.5))
  expect_identical(nrow(table), 6L)
  known <- c("system", "measure", "prior", "estimate", "corrected", "std_error", "lower", "upper",
    "note")
  expect_identical(names(table), known)
  expect_true(all(table$lower <= table$corrected & table$corrected <= table$upper))
  expect_output(print(table), "by examiner and item \\(jackknife\\)")
  expect_identical(summary(x), measures(x))
  expect_identical(autoplot(table)$labels$x, "Estimate with 95 % interval")
  expect_identical(tidy(table)$conf.low, table$lower)
  row <- glance(table)
  expect_identical(row[c("level", "interval", "by")],
                   data.frame(level = 0.95, interval = "jackknife", by = "both"))
  expect_identical(row$replicates, NA)
  expect_identical(unname(confint(table)[, 1]), table$lower)
  expect_error(measures(x, "eer"), class = "calibrant_error_input")
  expect_error(measures(study_set("bullets"), by = "examiner"), class = "calibrant_error_input")
  one <- examined(1, 20)
  expect_identical(measures(one, "auc", by = "examiner")$note, "few units")
})

test_that("differences leave out of both what both have", {
  x <- examined()
  # The same examiners and items, a coarser scale.
  coarse <- as.data.frame(x)
  coarse$conclusion <- ifelse(coarse$conclusion == "c", "c", "ab")
  y <- conclusion_set(truth ~ conclusion, coarse, examiner = "examiner", item = "item",
    conclusions = c("ab", "c"))
  both <- c(fine = x, coarse = y)
  gap <- compare_systems(both, "information")
  apart <- measures(both, "information")
  expect_true(gap$paired)
  expect_equal(gap$difference, apart$estimate[1] - apart$estimate[2])
  expect_lt(gap$std_error, sqrt(sum(apart$std_error^2)))
  expect_equal(compare_systems(c(a = x, b = x), "auc")$std_error, 0)
  merged <- conclusion_merges(x, into = list(ab = c("a", "b")))
  expect_equal(gap$difference, merged$loss)
  expect_equal(gap$std_error, merged$std_error)
})

test_that("what a merger loses is the Jensen gap", {
  counts <- cbind(same = c(a = 5, b = 10, c = 30), different = c(60, 20, 10))
  x <- conclusion_set(counts, conclusions = letters[1:3])
  table <- conclusion_merges(x, prior = 0.2)
  h <- \(p) -p * log2(p) - (1 - p) * log2(1 - p)
  joint <- cbind(0.2 * counts[, 1] / 45, 0.8 * counts[, 2] / 90)
  gap <- \(i) {
    w <- rowSums(joint[i, ])
    sum(w) * h(sum(joint[i, 1]) / sum(w)) - sum(w * h(joint[i, 1] / w))
  }
  expect_equal(table$loss, c(gap(1:2), gap(2:3)))
  expect_identical(table$merged, c("a + b", "b + c"))
  same <- conclusion_set(rbind(counts, d = c(30, 10)))
  expect_identical(nrow(conclusion_merges(same)), 6L)
  expect_equal(tail(conclusion_merges(same)$loss, 1), 0)
  expect_error(conclusion_merges(x, into = list(z = c("a", "q"))), class = "calibrant_error_input")
  expect_output(print(table), "jackknife")
})

test_that("one examiner leaves the prior alone", {
  x <- examined(1, 20)
  alone <- conclusion_lr(x, by = "examiner")
  expect_true(all(is.infinite(alone$design_effect)))
  expect_true(all(alone$upper - alone$lower > 3))
  ordered <- conclusion_lr(x, by = "examiner", monotone = TRUE)
  expect_true(all(ordered$lower <= 0 & ordered$upper >= 0))
  expect_true(all(is.finite(unlist(ordered[c("lower", "upper")]))))
})

test_that("tables of LRs have the words of their columns, and units that are there are drawn", {
  x <- conclusion_set(cbind(same = c(a = 10, b = 10, c = 30), different = c(40, 8, 5)))
  expect_output(print(conclusion_lr(x)), "without prior")
  study <- examined()
  table <- as.data.frame(study)
  alone <- conclusion_set(truth ~ conclusion, table, examiner = "examiner")
  expect_identical(conclusion_by(alone, NULL), "examiner")
  expect_identical(conclusion_by(study, NULL), "both")
  expect_identical(conclusion_by(x, NULL), "trial")
})

test_that("by comparison the posterior of the counts gives ends, the same in each call", {
  x <- conclusion_set(cbind(same = c(a = 3, b = 12, c = 35), different = c(38, 10, 2)),
    conclusions = letters[1:3])
  set.seed(8)
  state <- .Random.seed
  found <- measures(x, c("information", "cllr_min", "auc"), prior = c(0.1, 0.5))
  expect_identical(.Random.seed, state)
  set.seed(9)
  expect_identical(measures(x, c("information", "cllr_min", "auc"), prior = c(0.1, 0.5)), found)
  # Information and minimal Cllr add up to 1 bit, and so do their limits.
  even <- found[found$prior %in% c(0.5, NA), ]
  expect_equal(even$lower[1], 1 - even$upper[2])
  expect_equal(even$upper[1], 1 - even$lower[2])
  # The mean and the variance of the AUC of two independent Dirichlet posteriors.
  drawn <- with_seed(1, conclusion_posterior(systems_of(x)[[1]], 0.95, "trial"))
  expect_true(drawn$informs)
  p <- (c(3, 12, 35) + 1 / 3) / 51
  q <- (c(38, 10, 2) + 1 / 3) / 51
  auc <- conclusion_auc(drawn$m, drawn$n)
  expect_lt(abs(mean(auc) - sum(p * (cumsum(q) - q / 2))), 4 * sd(auc) / sqrt(2000))
  second <- \(share) diag(share) / 52 + outer(share, share) * 51 / 52
  half <- outer(1:3, 1:3, \(i, j) (i > j) + (i == j) / 2)
  variance <- sum((half %*% second(q) %*% t(half)) * second(p)) - sum(p * half %*% q)^2
  expect_equal(var(auc), variance, tolerance = 0.15)
})

test_that("conclusions that tell nothing are not shown to inform", {
  counts <- cbind(same = c(a = 6, b = 6, c = 6, d = 6), different = c(5, 7, 7, 5))
  measured <- \(x) measures(x, c("information", "cllr_min", "auc"))
  found <- measured(conclusion_set(counts, conclusions = letters[1:4]))
  expect_identical(c(found$lower[1], found$upper[2]), c(0, 1))
  # Without an order, the AUC is that of the best order, which is never below a half.
  found <- measured(conclusion_set(counts))
  expect_lte(found$lower[found$measure == "auc"], 0.5)
  table <- conclusion_lr(conclusion_set(counts, conclusions = letters[1:4]), monotone = TRUE)
  expect_true(all(table$lower <= 0 & table$upper >= 0))
})

test_that("posteriors of two systems are independent", {
  x <- conclusion_set(cbind(same = c(a = 3, b = 12, c = 35), different = c(38, 10, 2)),
    conclusions = letters[1:3])
  apart <- measures(x, c("information", "auc"))
  gap <- compare_systems(c(one = x, other = x), c("information", "auc"))
  width <- (gap$upper - gap$lower) / (apart$upper - apart$lower)
  expect_true(all(gap$lower < 0 & gap$upper > 0))
  expect_true(all(width > 1.2 & width < 1.6))
})

test_that("posteriors of conclusions keep their level in many sets", {
  skip_unless_extended()
  set.seed(3)
  informs <- replicate(400, {
    m <- rmultinom(1, 200, rep(0.2, 5))[, 1]
    n <- rmultinom(1, 200, rep(0.2, 5))[, 1]
    scale_informs(m, n, TRUE, 0.95)
  })
  expect_lt(mean(informs), 0.05)
  set.seed(6)
  counts <- \() {
    shares <- list(c(0.05, 0.25, 0.7), c(0.7, 0.25, 0.05))
    found <- vapply(shares, \(p) rmultinom(1, 60, p)[, 1], numeric(3))
    dimnames(found) <- list(letters[1:3], c("same", "different"))
    conclusion_set(found, conclusions = letters[1:3])
  }
  rejected <- replicate(200, {
    gap <- compare_systems(c(one = counts(), other = counts()), c("information", "auc"))
    gap$lower > 0 | gap$upper < 0
  })
  expect_true(all(rowMeans(rejected) < 0.09))
})

test_that("intervals of few wrong conclusions hold as often as they say", {
  skip_unless_extended()
  shares <- list(c(0.005, 0.3, 0.695), c(0.695, 0.3, 0.005))
  auc <- sum(shares[[1]] * (cumsum(shares[[2]]) - shares[[2]] / 2))
  set.seed(4)
  for (n in c(30, 200)) {
    held <- replicate(200, {
      counts <- vapply(shares, \(p) rmultinom(1, n, p)[, 1], numeric(3))
      dimnames(counts) <- list(letters[1:3], c("same", "different"))
      found <- measures(conclusion_set(counts, conclusions = letters[1:3]), "auc")
      found$lower <= auc && auc <= found$upper
    })
    expect_gte(mean(held), 0.9)
  }
})

test_that("rows and columns of LRs are printed, also none", {
  counts <- cbind(same = c(a = 3, b = 12, c = 35), different = c(38, 10, 2))
  table <- conclusion_lr(conclusion_set(counts, conclusions = letters[1:3]))
  expect_output(print(table[2:3, ]), "interval")
  expect_output(print(table[0, ]), "0 rows")
  expect_output(print(table[c("conclusion", "log10_lr")]), "3 rows")
})

# Few errors and many inconclusives: the strongest conclusions, or all errors, may be missing.
counted <- function(h1, h2) {
  counts <- cbind(same = h1, different = h2)
  rownames(counts) <- letters[seq_along(h1)]
  conclusion_set(counts, conclusions = rownames(counts))
}
all_measures <- c("cllr", "cllr_min", "cllr_cal", "information", "auc", "misleading_h1",
  "misleading_h2", "false_positive", "false_negative")

test_that("no interval of a measure has no width, nor that of a difference", {
  sets <- list(
    counted(c(0, 30), c(30, 0)), counted(c(0, 9, 21), c(25, 5, 0)),
    counted(c(0, 18, 2), c(1, 19, 0)),
    counted(c(0, 0, 5, 15), c(15, 5, 0, 0))
  )
  for (x in sets) {
    one <- measures(x, all_measures)
    expect_true(all(one$upper - one$lower > 0.01), info = toString(one$measure))
    both <- compare_systems(suppressWarnings(c(A = x, B = x)), all_measures)
    expect_true(all(both$upper - both$lower > 0.01 & both$lower <= 0 & both$upper >= 0))
  }
  # Certain stated LRs have no posterior cost.
  certain <- measures(sets[[2]], "cllr_cal", lr = c(a = 0, b = 1, c = Inf))
  expect_true(is.finite(certain$lower))
})

test_that("scales of equal worth are not told apart by the side on which a conclusion falls", {
  # As many inconclusives under both hypotheses: their LR is on either side of 1 by chance.
  x <- suppressWarnings(c(
    A = counted(c(0, 26, 24), c(24, 25, 1)), B = counted(c(0, 25, 25), c(24, 26, 0))
  ))
  which <- c("misleading_h1", "misleading_h2")
  table <- compare_systems(x, which)
  expect_true(all(abs(table$difference) > 0.4))
  expect_true(all(table$lower < 0 & table$upper > 0))
  # Stated LRs have no such choice.
  stated <- compare_systems(x, which, lr = c(a = 0.05, b = 1.1, c = 20))
  expect_true(all(stated$upper - stated$lower < 0.5))
})

test_that("a system that never reaches the strongest conclusion has no other in its place", {
  said <- list(
    A = rep(c("b", "c", "a", "b"), c(17, 3, 2, 18)), B = rep(c("b", "c", "b"), c(17, 3, 20))
  )
  d <- data.frame(same = rep(rep(c(TRUE, FALSE), each = 20), 2), said = unlist(said),
    lab = rep(names(said), each = 40))
  d$said <- factor(d$said, letters[1:3], ordered = TRUE)
  x <- conclusion_set(same ~ said | lab, d)
  for (set in list(x, x["B"])) {
    rates <- measures(set, c("false_positive", "false_negative"))
    expect_equal(rates$estimate, rep(0, nrow(rates)))
    printed <- capture.output(print(error_rates(set)))
    expect_match(printed, "\"c\" says H1, \"a\" says H2", all = FALSE)
  }
})

test_that("limits of an LR are the same from either side", {
  for (n in c(5, 30, 200)) {
    table <- conclusion_lr(counted(c(0, n), c(n, 0)))
    expect_equal(table$lower, -rev(table$upper), tolerance = 1e-6)
    # The end is that of the beta distribution of the scarce share, as the other one is near 1.
    end <- -log10(qbeta(0.025, 0.5, n + 0.5))
    expect_equal(table$upper[2], end, tolerance = 0.02)
  }
})

# Counts of the levels of a scale, some of which nobody uses, as each door takes them.
through_doors <- function(h1, h2, scale) {
  counts <- cbind(same = h1, different = h2)
  rownames(counts) <- scale
  said <- factor(rep(rep(scale, 2), c(h1, h2)), scale, ordered = TRUE)
  same <- rep(c(TRUE, FALSE), c(sum(h1), sum(h2)))
  d <- data.frame(same, said, examiner = seq_along(said) %% 5)
  list(
    table = conclusion_set(counts, conclusions = scale),
    factor = conclusion_set(said, same),
    words = conclusion_set(as.character(said), same, conclusions = scale),
    formula = conclusion_set(same ~ said, d, examiner = "examiner"),
    part = conclusion_set(same ~ said, d)[c(which(same), which(!same))],
    joined = c(A = conclusion_set(said, same), B = conclusion_set(said, same))["B"]
  )
}

test_that("no conclusion takes the place of one that nobody reached", {
  afte <- c("Elimination", "Inconclusive-C", "Inconclusive-B", "Inconclusive-A", "ID")
  # The last two columns: errors among 20 H2 and 20 H1 comparisons.
  cases <- list(
    list(c(0, 1, 4, 15, 0), c(14, 3, 2, 1, 0), afte, 0, 0),
    list(c(0, 1, 4, 5, 10), c(0, 3, 2, 13, 2), afte, 2, 0),
    list(c(1, 2, 0, 5, 12), c(14, 3, 0, 2, 1), afte, 1, 1),
    list(c(0, 5, 10, 5, 0), c(0, 15, 4, 1, 0), afte, 0, 0),
    list(c(3, 17, 0), c(16, 4, 0), c("Exclusion", "Inconclusive", "Identification"), 0, 3),
    list(c(0, 0, 20), c(15, 0, 5), c("no", "perhaps", "yes"), 5, 0),
    list(c(0, 3, 0, 7, 10, 0), c(0, 12, 0, 8, 0, 0), paste("step", 1:6), 0, 0)
  )
  for (case in cases) {
    for (x in through_doors(case[[1]], case[[2]], case[[3]])) {
      expect_identical(levels(unclass(x)$conclusion), case[[3]])
      errors <- error_rates(x)
      right <- errors[errors$inconclusive == "right", ]
      expect_equal(right$n_error, c(case[[4]], case[[5]]))
      expect_equal(right$n, c(20, 20))
      left_out <- errors[errors$inconclusive == "left out", ]
      ends <- c(1, length(case[[3]]))
      expect_equal(left_out$n, c(sum(case[[2]][ends]), sum(case[[1]][ends])))
      rates <- measures(x, c("false_positive", "false_negative"))
      expect_equal(rates$estimate, c(case[[4]], case[[5]]) / 20)
      # Only what was reached has an LR.
      expect_equal(conclusion_lr(x)$conclusion, case[[3]][case[[1]] + case[[2]] > 0])
      expect_match(capture.output(print(errors)), fixed = TRUE, all = FALSE,
        sprintf("\"%s\" says H1, \"%s\" says H2", rev(case[[3]])[1], case[[3]][1]))
    }
  }
  expect_error(conclusion_set(factor(c("b", "b"), letters[1:3], ordered = TRUE), c(TRUE, FALSE)),
    class = "calibrant_error_input")
})

test_that("examiners one by one have the errors of the scale, not of what they used", {
  d <- data.frame(
    said = factor(c("a", "b", "b", "a", "b", "a", "c", "b"), letters[1:3], ordered = TRUE),
    same = rep(c(TRUE, FALSE), 4), who = rep(c("x", "y"), each = 4)
  )
  rows <- error_rates(conclusion_set(same ~ said, d, examiner = "who"), each = "examiner")
  right <- rows[rows$inconclusive == "right", ]
  found <- vapply(split(right$n_error, right$examiner), sum, 0)
  expect_equal(found[c("x", "y")], c(x = 1, y = 0))
})

test_that("joined scales keep their own ends", {
  scale <- function(names, same, different) {
    counts <- cbind(same, different)
    rownames(counts) <- names
    conclusion_set(counts, conclusions = names)
  }
  sets <- list(
    A = scale(c("Elimination", "Inconclusive", "ID"), c(2, 8, 30), c(30, 9, 1)),
    B = scale(c("Exclusion", "Unsure", "Individualization"), c(3, 7, 30), c(30, 8, 2)),
    C = scale(c("Elimination", "C", "A", "ID"), c(1, 2, 7, 0), c(6, 2, 2, 0))
  )
  errors <- function(x) as.data.frame(error_rates(x))[c("error", "inconclusive", "n_error", "n")]
  alone <- lapply(sets, errors)
  expect_equal(alone$A$n_error[c(1, 4)], c(1, 2))
  expect_equal(alone$C$n_error[c(1, 4)], c(0, 1))
  joined <- list(
    do.call(c, sets), do.call(c, sets[c(3, 1, 2)]), c(c(A = sets$A, B = sets$B), C = sets$C)
  )
  for (x in joined) {
    for (name in names(sets)) expect_equal(errors(x[name]), alone[[name]], ignore_attr = TRUE)
    names <- c(A = "one", B = "two", C = "three")[levels(x)]
    levels(x) <- unname(names)
    expect_equal(errors(x["two"]), alone$B, ignore_attr = TRUE)
  }
  expect_match(capture.output(print(joined[[1]])),
    "B: The scale goes from Exclusion to Individualization", all = FALSE)
  # Scales with the same ends need no word on them.
  same <- c(A = sets$A, C = sets$C)
  expect_no_match(capture.output(print(same)), "The scale goes", all = TRUE)
})

# Four conclusions on each of 20 items of either hypothesis, half of whose variance is the item's.
judged_items <- function(mean) {
  item <- rep(1:40, 4)
  same <- item <= 20
  strength <- rnorm(40)[item] + rnorm(160, ifelse(same, mean, -mean))
  said <- cut(strength, c(-Inf, -1.5, 1.5, Inf), letters[1:3], ordered_result = TRUE)
  suppressWarnings(conclusion_set(said, same, item = item, examiner = rep(1:8, 20)))
}

test_that("by unit, too, the side on which a conclusion falls does not tell equal scales apart", {
  set.seed(2)
  which <- c("cllr", "cllr_cal", "misleading_h1", "misleading_h2")
  for (by in c("item", "examiner", "both")) {
    rejected <- replicate(20, {
      x <- suppressWarnings(c(A = judged_items(0.3), B = judged_items(0.3)))
      gap <- compare_systems(x, which, by = by)
      gap$lower > 0 | gap$upper < 0
    })
    expect_true(all(rowSums(rejected) <= 4), info = by)
  }
})

test_that("a scale without information seldom informs, whatever its units", {
  set.seed(3)
  informs <- replicate(40, measures(judged_items(0), "information", by = "item")$lower > 0)
  expect_lte(sum(informs), 3)
})

test_that("by unit no interval of a cost is shorter than that of the jackknife", {
  set.seed(4)
  stated <- c(a = 0.1, b = 0.5, c = 1.2, d = 3, e = 12)
  for (study in 1:4) {
    d <- expand.grid(item = 1:60, examiner = 1:8)
    same <- d$item <= 30
    strength <- rnorm(60)[d$item] + rnorm(nrow(d), ifelse(same, 1, -1))
    said <- cut(strength, c(-Inf, -2, -0.7, 0.4, 2, Inf), letters[1:5], ordered_result = TRUE)
    x <- conclusion_set(said, same, item = d$item, examiner = d$examiner)
    for (by in c("item", "examiner", "both")) {
      rows <- rbind(
        measures(x, c("cllr", "cross_entropy"), prior = c(0.1, 0.5), by = by),
        measures(x, c("cllr", "cross_entropy"), prior = c(0.1, 0.5), lr = stated, by = by)
      )
      t <- qt(0.975, if (by == "item") 29 else 7)
      expect_true(all(rows$upper - rows$lower > 2 * t * rows$std_error * 0.95), info = by)
    }
  }
})

test_that("conclusions that nobody reached do not make the least cost of drawn counts infinite", {
  for (k in 3:9) {
    counts <- cbind(same = c(0, rep(2, k - 2), 300), different = c(300, rep(2, k - 2), 0))
    rownames(counts) <- letters[1:k]
    system <- systems_of(conclusion_set(counts, conclusions = letters[1:k]))[[1]]
    drawn <- with_seed(1, conclusion_posterior(system, 0.95, "trial"))
    for (ordered in c(TRUE, FALSE)) {
      expect_true(all(is.finite(least_conclusion_costs(drawn$m, drawn$n, ordered))))
    }
  }
  # No draw without a prior count.
  expect_identical(draw_shares(c(0, 5), 0, 3), rbind(rep(0, 3), rep(1, 3)))
})
