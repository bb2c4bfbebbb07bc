test_that("two classes give their likelihood ratio", {
  data <- class_example(n_classes = 2)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  llr <- as_lr_set(x)
  expect_equal(as.data.frame(llr)$ln_lr, data$log_lik[, 1] - data$log_lik[, 2], ignore_attr = TRUE)
  expect_identical(llr$labels, c(h1 = "A", h2 = "B"))
  expect_equal(cllr(llr), cllr(x), tolerance = 1e-12)
  expect_equal(cllr(as_lr_set(x, "B")), cllr(x), tolerance = 1e-12)
  expect_identical(as_lr_set(llr), llr)
})

test_that("one class stands against the others as the prior weights them", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  prior <- c(A = 0.1, B = 0.2, C = 0.3, D = 0.4)
  set <- as_lr_set(x, "C", prior)
  w <- data$log_lik
  rest <- exp(w[, -3]) %*% (prior[-3] / 0.7)
  expect_equal(set$value, as.vector(w[, 3] - log(rest)))
  expect_equal(sum(set$weight[!set$truth]), sum(!set$truth))
  # At the prior of the class, the posterior of H1 is that of the class, and the trials of the rest
  # count as their classes do.
  q <- posterior(x, prior)[, "C"]
  expect_equal(plogis(set$value + qlogis(0.3)), q, ignore_attr = TRUE)
  literal <- 0.3 * mean(-log2(q[data$class == 3])) + sum(vapply(c(1, 2, 4), \(i) {
    prior[i] * mean(-log2(1 - q[data$class == i]))
  }, 0))
  expect_equal(cross_entropy(set, 0.3), literal, tolerance = 1e-12)
})

test_that("classes without a prior leave the set", {
  x <- example_set()
  set <- as_lr_set(x, "A", c(0.5, 0.5, 0, 0))
  expect_identical(length(set), sum(x$truth %in% c("A", "B")))
  expect_null(set$weight)
  expect_equal(set$value, (x$log_lik[, 1] - x$log_lik[, 2])[x$truth %in% c("A", "B")])
})

test_that("keeps systems and says what is missing", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  set <- as_lr_set(x, "Tabl")
  expect_identical(levels(set), levels(x))
  expect_equal(cllr(set)[["kernel"]], cllr(as_lr_set(x["kernel"], "Tabl"))[["kernel"]])
  expect_error(as_lr_set(x), class = "calibrant_error_input")
  expect_error(as_lr_set(x, "Bottle"), class = "calibrant_error_input")
  expect_error(as_lr_set(x, "WinF", c(1, 0, 0, 0, 0, 0)), class = "calibrant_error_input")
})

test_that("certainty survives", {
  x <- loglik_set(rbind(c(0, -Inf, -Inf), c(-Inf, 1, 0), c(0, 1, 2)), 1:3, "ln")
  expect_identical(as_lr_set(x, "1")$value[1:2], c(Inf, -Inf))
})

truth <- factor(c("no", "yes", "yes", "no", "yes"), levels = c("no", "yes"))
score <- c(0.1, 0.9, 0.4, 0.5, 0.8)
expected <- lr_set(score, truth, scale = "score", h1 = "yes")

test_that("a roc of pROC is a set of its scores, in its direction", {
  skip_if_not_installed("pROC")
  up <- pROC::roc(truth, score, quiet = TRUE)
  expect_identical(auc(as_lr_set(up)), auc(expected))
  expect_equal(unname(auc(as_lr_set(up))), as.double(pROC::auc(up)))
  down <- pROC::roc(truth, -score, quiet = TRUE)
  expect_identical(as_lr_set(down), as_lr_set(up))
  expect_identical(as.data.frame(as_lr_set(up))$score, score)
  other <- pROC::roc(factor(c("no", "yes", "yes", "no", "?")), score, levels = c("no", "yes"),
    quiet = TRUE)
  expect_identical(length(as_lr_set(other)), 4L)
})

test_that("a prediction of ROCR is a set, with a system per run", {
  skip_if_not_installed("ROCR")
  one <- ROCR::prediction(score, truth)
  expect_identical(cllr_min(as_lr_set(one)), cllr_min(expected))
  expect_equal(unname(auc(as_lr_set(one))), ROCR::performance(one, "auc")@y.values[[1]])
  two <- ROCR::prediction(list(score, score), list(truth, rev(truth)))
  expect_identical(levels(as_lr_set(two)), c("run 1", "run 2"))
  expect_identical(auc(as_lr_set(two))[["run 1"]], unname(auc(expected)))
})

test_that("an object without its scores is refused", {
  expect_error(as_lr_set(structure(list(), class = "roc")), class = "calibrant_error_input")
  expect_error(as_lr_set(structure(list(), class = "prediction")), class = "calibrant_error_input")
})

test_that("equal posteriors give equal LRs", {
  q <- rbind(c(1, 0, 0), c(0.1, 0.5, 0.4), c(0.1, 0.1, 0.8), c(0.3, 0.3, 0.4))
  colnames(q) <- c("a", "b", "c")
  x <- loglik_set(q, c("a", "b", "c", "c"), scale = "prob")
  expect_equal(auc(as_lr_set(x, "c")), 0.875)
  expect_equal(auc(one_vs_rest(x))[["c"]], 0.875)
  # The LRs have as many values as the posteriors, in the same order, for any other columns.
  withr::local_seed(8)
  steps <- c(10, 100, 1000)
  for (step in steps) {
    q <- t(stats::rmultinom(400, step, c(1, 3, 4, 2))) / step
    colnames(q) <- c("a", "b", "c", "d")
    x <- loglik_set(q, sample(colnames(q), 400, replace = TRUE), scale = "prob")
    for (class in colnames(q)) {
      rank <- rank(as_lr_set(x, class)$value)
      expect_identical(rank, rank(round(q[, class] * step)), info = paste(step, class))
    }
    sets <- one_vs_rest(x)
    expect_identical(sets$value, unlist(lapply(colnames(q), \(k) as_lr_set(x, k)$value)))
  }
  # Values that differ by more than rounding stay apart, even if all are large or infinite.
  apart <- cbind(a = c(-1e5, -1e5 + 1e-9, -Inf, -Inf, 0), b = c(-1e5, -1e5, 0, 0, -Inf), c = -1e5)
  llr <- as_lr_set(loglik_set(apart, c("a", "b", "c", "b", "a"), scale = "ln"), "a")$value
  expect_identical(rank(llr), c(3, 4, 1.5, 1.5, 5))
})

test_that("verbs beside those of other packages take what either made", {
  skip_if_not_installed("pROC")
  x <- lr_set(same_speaker ~ log10_lr, voice_lr, scale = "score")
  roc <- pROC::roc(voice_lr$same_speaker, voice_lr$log10_lr, quiet = TRUE)
  # The package loaded last masks the other function, so both must accept both objects.
  for (verb in list(auc, pROC::auc)) {
    expect_equal(as.numeric(verb(x)), as.numeric(roc$auc))
    expect_equal(as.numeric(verb(roc)), as.numeric(roc$auc))
  }
  for (verb in list(auc, pROC::auc)) {
    part <- verb(roc, partial.auc = c(1, 0.8), partial.auc.correct = TRUE)
    expect_equal(part, pROC::auc(roc, partial.auc = c(1, 0.8), partial.auc.correct = TRUE))
  }
  expect_equal(auc(roc, p_fa = 0.2),
    as.numeric(pROC::auc(roc, partial.auc = c(1, 0.8))), ignore_attr = TRUE)
  expect_error(auc(roc, partil = 1), class = "calibrant_error_input")
  falling <- pROC::roc(voice_lr$same_speaker, -voice_lr$log10_lr, quiet = TRUE)
  expect_equal(auc(falling), auc(x))
  for (verb in list(eer, cllr_min, det_curve, pav)) {
    expect_equal(verb(roc), verb(x), ignore_attr = TRUE)
  }
  smooth <- pROC::smooth(roc)
  expect_equal(as.numeric(auc(smooth)), as.numeric(pROC::auc(smooth)))
  # The function is named by a string, since the package does not declare this dependency.
  skip_if_not_installed("rms")
  lrm <- getExportedValue("rms", "lrm")
  calibrate_of_rms <- getExportedValue("rms", "calibrate")
  set.seed(2)
  d <- data.frame(z = rnorm(60))
  d$y <- as.integer(d$z + rnorm(60) > 0)
  model <- suppressMessages(lrm(y ~ z, data = d, x = TRUE, y = TRUE))
  expect_s3_class(suppressMessages(calibrate(model, B = 5)), "calibrate.default")
  y <- simulate_lr(30, 40, s = 2)
  expect_equal(coef(calibrate_of_rms(y)), coef(calibrate(y)))
  by_formula <- calibrate(y ~ z, d, scale = "score")
  expect_equal(coef(calibrate_of_rms(y ~ z, d, scale = "score")), coef(by_formula))
  expect_equal(coef(calibrate_of_rms(d, y ~ z, scale = "score")), coef(by_formula))
})
