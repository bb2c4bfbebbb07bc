# Qin and Zhang 1997, written out: the greatest empirical likelihood is that of logistic regression;
# the likelihood of the unchanged LLRs follows from the root of one equation.
el_weights <- function(llr) {
  g <- exp(llr) - 1
  share <- uniroot(\(z) sum(g / (1 + z * g)), c(-1 / max(g), -1 / min(g)) * (1 - 1e-9),
    tol = 1e-14
  )$root
  1 / (length(llr) * (1 + share * g))
}

el_ratio_reference <- function(llr, truth) {
  n <- c(sum(truth), sum(!truth))
  fit <- glm(truth ~ llr, family = binomial, control = list(epsilon = 1e-14, maxit = 100))
  m <- fit$coefficients[[2]] * llr + fit$coefficients[[1]] - log(n[1] / n[2])
  weights <- list(1 / (n[2] + n[1] * exp(m)), el_weights(llr))
  value <- \(w, m) sum(log(w)) + sum(m[truth])
  list(
    ratio = 2 * (value(weights[[1]], m) - value(weights[[2]], llr)),
    slope = fit$coefficients[[2]], shift = (fit$coefficients[[1]] - log(n[1] / n[2])) / log(10)
  )
}

bigaussian_set <- function(n_h1, n_h2, s, slope = 1, shift = 0) {
  truth <- rep(c(TRUE, FALSE), c(n_h1, n_h2))
  llr <- rnorm(length(truth), ifelse(truth, s^2 / 2, -s^2 / 2), s)
  lr_set(slope * llr + shift, truth, scale = "ln")
}

# All pairs of items, with calibrated LLRs that have parts in common.
pair_set <- function(n_items, s, slope = 1, shift = 0) {
  pairs <- expand.grid(a = seq_len(n_items), b = seq_len(n_items))
  truth <- pairs$a == pairs$b
  noise <- sqrt(0.3) * (rnorm(n_items)[pairs$a] + rnorm(n_items)[pairs$b]) +
    sqrt(0.4) * rnorm(nrow(pairs))
  llr <- ifelse(truth, 1, -1) * s^2 / 2 + s * noise
  lr_set(slope * llr + shift, truth,
    scale = "ln", source1 = paste0("reference", pairs$a), source2 = paste0("probe", pairs$b)
  )
}

p_value <- function(...) suppressWarnings(calibration_test(...)$p.value)

test_that("statistics are the measures, and p-values count replicates", {
  x <- random_set(1, 40, 60)
  withr::local_seed(1)
  test <- calibration_test(x, replicates = 99)
  expect_s3_class(test, c("calibration_test", "htest"), exact = TRUE)
  expect_identical(test$data.name, "x")
  expect_identical(names(test$statistic), c("EL ratio", "Cllr_cal"))
  expect_equal(test$statistic[["Cllr_cal"]], cllr(x) - cllr_min(x))
  expect_equal(test$p.value * 100, round(test$p.value * 100))
  expect_equal(test$parameter, c(replicates = 99, trials = 100))
  statistic <- \(...) calibration_test(x, ..., replicates = 9)$statistic
  expect_equal(statistic("dev_pav"), c(devPAV = dev_pav(x)))
  expect_equal(statistic("likelihood"), test$statistic["EL ratio"])
  expect_equal(statistic("cllr_cal"), test$statistic["Cllr_cal"])
  prior <- c(0.2, 0.7)
  gap <- max(cross_entropy(x, prior) - cross_entropy_min(x, prior))
  expect_equal(statistic("ece_gap", prior = prior), c("ECE gap" = gap))
})

test_that("the likelihood ratio, slope and shift are those of the slow formulas", {
  for (seed in 1:5) {
    withr::local_seed(seed)
    x <- bigaussian_set(25, 40, 1.5, slope = 0.8, shift = 0.3)
    found <- calibration_test(x, "likelihood", replicates = 1)
    expected <- el_ratio_reference(x$value, x$truth)
    expect_equal(found$statistic[["EL ratio"]], expected$ratio, tolerance = 1e-6)
    expect_equal(found$estimate, unlist(expected[c("slope", "shift")]), tolerance = 1e-6)
  }
})

test_that("limits lose what chi squared allows", {
  withr::local_seed(2)
  x <- bigaussian_set(20, 30, 2)
  ratio_with <- \(slope, shift) {
    calibration_test(slope * x$value + shift * log(10), x$truth,
      scale = "ln", statistic = "likelihood", replicates = 1
    )$statistic[[1]]
  }
  limits <- calibration_test(x, replicates = 1, level = 0.9)$conf.int
  expect_identical(attr(limits, "conf.level"), 0.9)
  for (end in c("lower", "upper")) {
    by_slope <- optimise(\(shift) ratio_with(limits["slope", end], shift), c(-1, 1))$objective
    by_shift <- optimise(\(slope) ratio_with(slope, limits["shift", end]), c(0.2, 3))$objective
    expect_equal(c(by_slope, by_shift), rep(qchisq(0.9, 1), 2), tolerance = 1e-4)
  }
})

# The literal resampling: draw both samples with the null weights, make a set, and call the
# functions.
resample_calibrated <- function(x, measure, n) {
  weights <- el_weights(x$value)
  of <- \(size, weights) sample(x$value, size, replace = TRUE, prob = weights)
  replicate(n, {
    h1 <- of(sum(x$truth), weights * exp(x$value))
    h2 <- of(sum(!x$truth), weights)
    measure(lr_set(list(h1 = h1, h2 = h2), scale = "ln"))
  })
}

test_that("replicates are distributed as those of the literal resampling", {
  x <- random_set(2, 20, 30, digits = 1)
  withr::local_seed(1)
  drawn <- draw_consistent(only_system(x), 4000, 1L, c(0, 2), likelihood = TRUE, dev_pav = TRUE)
  found <- rbind(nats_to_bits(drawn$gap), from_ln(drawn$dev_pav, "log10"), drawn$likelihood)
  expected <- resample_calibrated(x, \(y) {
    prior <- plogis(c(0, 2))
    c(
      cross_entropy(y, prior) - cross_entropy_min(y, prior), suppressWarnings(dev_pav(y)),
      fit_density_ratio(only_system(y))$likelihood
    )
  }, 400)
  for (i in 1:4) {
    a <- found[i, is.finite(found[i, ])]
    b <- expected[i, is.finite(expected[i, ])]
    expect_lt(abs(mean(a) - mean(b)), 4 * sd(b) / sqrt(350))
    expect_lt(abs(sd(a) / sd(b) - 1), 6 / sqrt(350))
  }
})

test_that("p-values of calibrated LRs are uniform", {
  withr::local_seed(1)
  p <- replicate(200, p_value(bigaussian_set(30, 40, 2), replicates = 99))
  for (at in c(0.05, 0.1, 0.3, 0.6)) {
    expect_lt(abs(mean(p <= at) - at), 4 * sqrt(at * (1 - at) / 200))
  }
})

test_that("LRs that are understated, shifted or stretched are found", {
  power <- \(...) {
    withr::local_seed(1)
    mean(vapply(1:25, \(i) p_value(bigaussian_set(...), replicates = 99), 1) <= 0.05)
  }
  expect_gt(power(50, 500, 1.5, slope = 0.6), 0.8)
  expect_gt(power(50, 500, 3, slope = 0.6), 0.8)
  expect_gt(power(30, 30, 1.5, shift = 0.7), 0.5)
  expect_gt(power(50, 500, 1.5, slope = 1.4), 0.6)
})

test_that("by few sizes the level holds, and wrong tails are found", {
  skip_unless_extended()
  share <- \(...) {
    withr::local_seed(1)
    mean(vapply(1:400, \(i) p_value(bigaussian_set(...), replicates = 199), 1) <= 0.05)
  }
  for (s in c(1.5, 3)) {
    for (n in list(c(20, 20), c(30, 30), c(50, 500), c(20, 200))) {
      expect_lt(abs(share(n[1], n[2], s) - 0.05), 0.045, label = paste(n, s, collapse = " "))
    }
  }
  withr::local_seed(1)
  tails <- mean(replicate(200, {
    x <- bigaussian_set(200, 200, 3)
    far <- abs(x$value) > 3
    llr <- ifelse(far, sign(x$value) * (3 + 2.2 * (abs(x$value) - 3)), x$value)
    p_value(llr, x$truth, scale = "ln", replicates = 199)
  }) <= 0.05)
  expect_gt(tails, 0.2)
})

test_that("LRs that no calibrated system gives have the least p-value", {
  least <- \(x, ...) expect_equal(p_value(x, ..., replicates = 19), 1 / 20)
  wrong <- set_of(h1 = c(1, 2, -Inf), h2 = c(-1, 0, -2))
  for (statistic in c("omnibus", "likelihood", "cllr_cal", "ece_gap")) least(wrong, statistic)
  withr::local_seed(1)
  least(lr_set(rep(c(1, 1.5, 2), 10), rep(c(TRUE, FALSE), 15), scale = "log10", sure = TRUE))
  least(lr_set(c(rep(-4, 20), rep(-1, 20)), rep(c(FALSE, TRUE), each = 20), scale = "log10"))
  least(set_of(h1 = c(Inf, Inf), h2 = c(Inf, Inf)))
  expect_null(suppressWarnings(calibration_test(wrong, replicates = 3)$estimate))
})

test_that("certain LRs that are right, LRs of 1 and few steps can be tested", {
  withr::local_seed(1)
  right <- set_of(h1 = c(Inf, Inf, 0.5, 1, -0.2), h2 = c(-1, -0.4, 0.3, -Inf, -Inf))
  test <- calibration_test(right, replicates = 99)
  expect_true(all(is.finite(test$statistic)))
  expect_gt(test$p.value, 0.1)
  expect_equal(p_value(set_of(h1 = numeric(5), h2 = numeric(6)), replicates = 19), 1)
  steps <- lr_set(rep(c(-1, 0, 1), c(50, 40, 60)), rep(rep(c(TRUE, FALSE), 3),
    c(5, 45, 20, 20, 54, 6)), scale = "log10")
  expect_gt(p_value(steps, replicates = 199), 0.1)
  expect_equal(p_value(steps$value, !steps$truth, scale = "log10", replicates = 199), 1 / 200)
})

# Calibrated LRs: a share of them are 1, the others bi-Gaussian.
inconclusive_set <- function(n, share) {
  truth <- rep(c(TRUE, FALSE), each = n)
  llr <- rnorm(2 * n, ifelse(truth, 2, -2), 2)
  lr_set(ifelse(runif(2 * n) < share, 0, llr), truth, scale = "ln", sure = TRUE)
}

test_that("calibrated LRs of which nearly all are 1 keep the level, on one side of 1 too", {
  rejected <- \(n_sets, n, share) {
    withr::local_seed(n + 10 * share)
    mean(replicate(n_sets, p_value(inconclusive_set(n, share), replicates = 99) <= 0.05))
  }
  expect_lt(rejected(60, 10, 0.9), 0.13)
  skip_unless_extended()
  for (n in c(10, 20)) {
    for (share in c(0.5, 0.8, 0.9)) expect_lt(rejected(400, n, share), 0.085)
  }
})

test_that("few trials of a hypothesis have no p-value, and all others have one", {
  some <- \(n_h1, n_h2, ...) {
    withr::with_seed(1, calibration_test(simulate_lr(n_h1, n_h2, s = 2), replicates = 9, ...))
  }
  line <- "No p-value where a hypothesis has fewer than 5 trials"
  for (n in list(c(4, 20), c(20, 4), c(1, 1))) {
    for (statistic in c("omnibus", names(calibration_statistics))) {
      test <- suppressWarnings(some(n[1], n[2], statistic = statistic))
      expect_identical(test$p.value, NA_real_)
      expect_output(print(test), line)
    }
  }
  expect_false(anyNA(vapply(list(c(5, 20), c(20, 5)), \(n) some(n[1], n[2])$p.value, 1)))
  withr::local_seed(1)
  expect_output(print(calibration_test(c(2, 1, -1, 0), c(1, 1, 0, 0), scale = "ln")), line)
  items <- rep(1:6, 4)
  by_item <- lr_set(rnorm(24), rep(c(TRUE, FALSE), c(4, 20)), "ln", source1 = items)
  expect_match(calibration_test(by_item)$note, line)
  expect_identical(calibration_test(by_item)$p.value, NA_real_)
})

test_that("separated LRs have a p-value and no region", {
  withr::local_seed(1)
  x <- set_of(h1 = 1:5, h2 = -(1:5))
  test <- calibration_test(x, replicates = 99)
  expect_null(test$estimate)
  expect_null(test$region)
  expect_gt(test$p.value, 0.1)
  expect_null(test$note)
  tied <- calibration_test(set_of(h1 = c(0.5, 2, 3), h2 = c(0.5, -2, -3)), replicates = 99)
  expect_null(tied$estimate)
  expect_warning(calibration_test(x, "dev_pav", replicates = 9), "not defined")
})

test_that("the region says by how much, and in which direction", {
  withr::local_seed(1)
  words <- \(...) calibration_test(bigaussian_set(...), replicates = 1)$region
  expect_match(words(100, 100, 1.5, shift = 1)[["shift"]], "too large by a factor of 2.* to [3-6]")
  expect_match(words(100, 100, 1.5, shift = -1)[["shift"]], "too small by a factor of")
  expect_match(words(100, 100, 1.5)[["shift"]], "at most .*, or too small by at most")
  expect_match(words(50, 500, 2, slope = 0.6)[["slope"]], "understated: 1\\..* to [12]\\.")
  expect_match(words(50, 500, 2, slope = 2)[["slope"]], "overstated: 0\\..* to 0\\.")
  expect_match(words(30, 30, 2)[["slope"]], "^log LRs 0")
  expect_match(slope_words(c(0.12345, 0.98765)), "0.12 to 0.99 times", fixed = TRUE)
  test <- calibration_test(bigaussian_set(100, 100, 1.5, shift = 1), replicates = 9)
  expect_output(print(test), "slope .* shift .* at 95 %:\n  LRs near 1 are too large")
})

# Trial by trial, item by item.
score_test_reference <- function(x) {
  llr <- x$value
  size <- c(sum(x$truth), sum(!x$truth))
  k <- log(size[1] / size[2])
  h1 <- plogis(-(k + llr)) * cbind(1, llr)
  h2 <- exp(-k) * plogis(k + llr) * cbind(1, llr)
  score <- \(kept) colMeans(h1[kept & x$truth, ]) - colMeans(h2[kept & !x$truth, ])
  items <- unique(c(as.character(x$source1), as.character(x$source2)))
  without <- vapply(items, \(item) score(x$source1 != item & x$source2 != item), c(0, 0))
  n <- length(items)
  jackknife <- tcrossprod(without - rowMeans(without)) * (n - 1) / n
  w <- el_weights(llr)
  spread <- \(y, w) crossprod(sweep(y, 2, colSums(y * w)) * sqrt(w))
  calibrated <- spread(h1, w * exp(llr)) / size[1] + spread(h2, w) / size[2]
  like <- spread(h1[x$truth, ], rep(1 / size[1], size[1])) / size[1] +
    spread(h2[!x$truth, ], rep(1 / size[2], size[2])) / size[2]
  effect <- max(1, sum(diag(solve(like) %*% jackknife)) / 2)
  d <- score(TRUE)
  square <- \(v) (d %*% solve(v, d))[1]
  2 / 3 * sqrt(square(jackknife) * square(effect * calibrated)) * (n - 3) / (2 * (n - 2))
}

test_that("by source all trials count, and the statistic is that of the slow formula", {
  withr::local_seed(1)
  x <- pair_set(12, 2)
  test <- calibration_test(x)
  expect_equal(test$statistic[["F"]], score_test_reference(x))
  expect_equal(test$parameter, c(df1 = 2, df2 = 21, items = 24, trials = 144))
  expect_equal(test$p.value, pf(test$statistic[["F"]], 2, 21, lower.tail = FALSE))
  expect_identical(calibration_test(x, by = "source")$p.value, test$p.value)
  mixed <- lr_set(x$value, x$truth, "ln", source1 = sub("[a-z]+", "", x$source1),
    source2 = sub("[a-z]+", "", x$source2))
  expect_equal(calibration_test(mixed)$statistic[["F"]], score_test_reference(mixed))
  expect_equal(test$estimate, calibration_test(x, by = "trial", replicates = 1)$estimate)
  expect_equal(rowMeans(test$conf.int), test$estimate)
})

test_that("items with unequal numbers of comparisons count as fewer", {
  withr::local_seed(3)
  recordings <- rep(1:9, c(10, rep(2, 8)))
  pairs <- t(utils::combn(length(recordings), 2))
  items <- matrix(recordings[pairs], ncol = 2)
  x <- lr_set(rnorm(nrow(items)), items[, 1] == items[, 2], "ln",
    source1 = items[, 1], source2 = items[, 2])
  # Each item has r (r - 1) / 2 comparisons with itself, 45 or 1, and r (26 - r) with others.
  worth <- \(m) sqrt(9 * sum(m)^2 / sum(m^2))
  expect_equal(scarce_sources(x), worth(c(45, rep(1, 8))))
  test <- calibration_test(x)
  expect_equal(test$parameter[["df2"]], max(worth(c(45, rep(1, 8))) - 3, 1))
  expect_equal(test$parameter[["items"]], 9)
  withr::local_seed(1)
  equal <- pair_set(9, 2)
  expect_identical(scarce_sources(equal), 18)
  table <- measures(equal, "auc", replicates = 50)
  expect_false(anyNA(table$upper))
})

test_that("by source understated and shifted LRs are found", {
  withr::local_seed(1)
  expect_lt(p_value(pair_set(40, 2, slope = 0.4)), 0.05)
  expect_lt(p_value(pair_set(40, 2, shift = 1.5)), 0.05)
  x <- pair_set(8, 2)
  with_infinite <- \(i) {
    lr_set(replace(x$value, i, Inf), x$truth, "ln", source1 = x$source1, source2 = x$source2)
  }
  expect_gt(p_value(with_infinite(which(x$truth)[1])), 0)
  expect_identical(p_value(with_infinite(which(!x$truth)[1])), 0)
})

test_that("by source the level holds, and regions contain what is right", {
  skip_unless_extended()
  withr::local_seed(1)
  for (n in c(8, 15, 30)) {
    found <- replicate(400, {
      test <- calibration_test(pair_set(n, 2))
      # LRs that separate have none.
      region <- if (is.null(test$conf.int)) matrix(NA, 2, 2) else test$conf.int
      c(test$p.value <= 0.05, region[, 1] <= 1:0 & 1:0 <= region[, 2])
    })
    expect_lt(mean(found[1, ]), 0.08)
    expect_lt(mean(is.na(found[2, ])), 0.01)
    expect_gt(min(rowMeans(found[2:3, ], na.rm = TRUE)), 0.88)
  }
})

test_that("the seed fixes the test, and the number of threads does not matter", {
  x <- random_set(3, 300, 500)
  test <- \(threads) withr::with_seed(1, calibration_test(x, replicates = 50, threads = threads))
  expect_identical(test(1), test(2))
})

test_that("what cannot be tested is refused", {
  x <- random_set(1)
  refuses <- \(...) expect_error(calibration_test(...), class = "calibrant_error_input")
  refuses(c(name_system(x, "a"), name_system(x, "b")))
  refuses(random_set(1, weights = TRUE))
  refuses(x, "cllr")
  refuses(x, "score")
  refuses(x, replicates = 0)
  refuses(x, "ece_gap", prior = numeric())
  refuses(x, prior = 0.5)
  refuses(x, by = "item")
  refuses(x, level = 1)
  refuses(pair_set(8, 2), "cllr_cal")
  expect_error(calibration_test(x, by = "source"), class = "calibrant_error_source")
  expect_error(calibration_test(pair_set(2, 2)), class = "calibrant_error_source")
  expect_error(calibration_test(set_of(3, 1, scale = "score")), class = "calibrant_error_score")
})

test_that("the likelihood decides nothing where all LRs of a hypothesis are 1", {
  # Calibrated LRs, nine of ten of which are 1, where this happened by chance to all of H1.
  silent <- function() {
    n <- rbinom(1, 300, 0.1)
    s <- rgamma(n, 1.5)
    llr <- dgamma(s, 3, 0.7, log = TRUE) - dgamma(s, 1.5, log = TRUE)
    lr_set(c(numeric(15), llr, numeric(300 - n)), rep(c(TRUE, FALSE), c(15, 300)), scale = "ln")
  }
  x <- withr::with_seed(1, silent())
  p <- \(...) withr::with_seed(2, calibration_test(x, ..., replicates = 99)$p.value)
  expect_identical(p(), p("cllr_cal"))
  expect_identical(p("likelihood"), NA_real_)
  expect_match(calibration_test(x, "likelihood", replicates = 9)$note, "all LRs of a hypothesis")
  rejected <- withr::with_seed(3, replicate(100, {
    calibration_test(silent(), replicates = 99)$p.value <= 0.05
  }))
  expect_lte(mean(rejected), 0.12)
})
