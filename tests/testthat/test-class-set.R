w <- rbind(c(2, 0, -1), c(0.5, 1.5, 0), c(-1, 0, 1))
colnames(w) <- c("a", "b", "c")

test_that("reads every scale to the same log-likelihoods", {
  x <- loglik_set(w, c("a", "b", "c"), scale = "ln")
  expect_identical(x$log_lik, w)
  expect_equal(loglik_set(w / log(10), c("a", "b", "c"), "log10")$log_lik, w)
  expect_equal(loglik_set(w / log(2), c("a", "b", "c"), "log2")$log_lik, w)
  expect_equal(loglik_set(exp(w), c("a", "b", "c"), "prob")$log_lik, w)
  expect_identical(loglik_set(w, c("a", "b", "c"))$log_lik, w)
})

test_that("asks for the scale of what looks like probabilities", {
  p <- exp(w) / rowSums(exp(w))
  input_error(loglik_set(p, c("a", "b", "c")))
  expect_s3_class(loglik_set(p, c("a", "b", "c"), scale = "ln"), "loglik_set")
  input_error(loglik_set(w, c("a", "b", "c"), scale = "lr"))
})

test_that("divides out the prior of posteriors", {
  prior <- c(a = 0.7, b = 0.2, c = 0.1)
  p <- posterior_reference(w, prior)
  colnames(p) <- colnames(w)
  x <- loglik_set(p, c("a", "b", "c"), scale = "prob", prior = prior)
  expect_equal(posterior(x, prior), p)
  expect_equal(cllr(x), cllr(loglik_set(w, c("a", "b", "c"))))
})

test_that("matches truth to columns by name, and to their order without names", {
  x <- loglik_set(w, factor(c("b", "c", "a"), levels = c("c", "b", "a")), "ln")
  expect_identical(levels(x$truth), c("a", "b", "c"))
  expect_identical(as.integer(x$truth), c(2L, 3L, 1L))
  nameless <- loglik_set(unname(w), factor(c("z", "x", "y"), levels = c("z", "y", "x")), "ln")
  expect_identical(colnames(nameless$log_lik), c("z", "y", "x"))
  input_error(loglik_set(w, c("a", "b", "d"), "ln"))
  input_error(loglik_set(unname(w), c(1, 2, 2), "ln"))
})

test_that("refuses what cannot be judged", {
  input_error(loglik_set(replace(w, 5, NA), c("a", "b", "c"), "ln"))
  input_error(loglik_set(w, c("a", NA, "c"), "ln"))
  input_error(loglik_set(w, c("a", "b"), "ln"))
  input_error(loglik_set(w, scale = "ln"))
  input_error(loglik_set(w[, 1, drop = FALSE], c("a", "a", "a"), "ln"))
  input_error(loglik_set(-exp(w), c("a", "b", "c"), "prob"))
  input_error(loglik_set("a", "a", "ln"))
  expect_error(loglik_set(w, c("a", "b", "b"), "ln"), class = "calibrant_error_one_class")
  twice <- w
  colnames(twice) <- c("a", "b", "b")
  input_error(loglik_set(twice, c("a", "b", "b"), "ln"))
  expect_error(loglik_set(twice, c("a", "b", "b"), "ln"), '"b" occurs twice')
})

test_that("keeps exclusions, turns certainty into exclusions and refuses contradictions", {
  certain <- rbind(w, c(1, -Inf, 3), c(5, Inf, -Inf))
  x <- loglik_set(certain, c("a", "b", "c", "a", "b"), "ln")
  expect_equal(x$log_lik[4:5, ], rbind(c(a = 1, b = -Inf, c = 3), c(-Inf, 0, -Inf)))
  input_error(loglik_set(rbind(w, Inf), c("a", "b", "c", "a"), "ln"))
  input_error(loglik_set(rbind(w, c(Inf, Inf, 0)), c("a", "b", "c", "a"), "ln"))
  input_error(loglik_set(rbind(w, -Inf), c("a", "b", "c", "a"), "ln"))
  input_error(loglik_set(rbind(exp(w), 0), c("a", "b", "c", "a"), "prob"))
})

test_that("reads data frames with named columns", {
  data <- data.frame(id = 1:6, who = rep(c("s1", "s2"), each = 3), rbind(w, w), type = letters[1:3])
  x <- loglik_set(data, truth = "type", system = "who")
  expect_identical(levels(x), c("s1", "s2"))
  expect_equal(x$log_lik, rbind(w, w))
  expect_equal(loglik_set(as.data.frame(w), letters[1:3])$log_lik, w)
  input_error(loglik_set(data, truth = "type", system = "nobody"))
  input_error(loglik_set(data.frame(a = "x", b = 1), c("a", "b")))
})

test_that("can be cut, joined and unpacked, and not changed", {
  data <- data.frame(w, truth = letters[1:3])
  one <- loglik_set(data, "truth", system = rep("s1", 3))
  two <- loglik_set(data, "truth", system = rep("s2", 3))
  both <- c(one, two)
  expect_identical(levels(both), c("s1", "s2"))
  expect_identical(length(both), 6L)
  expect_equal(both["s2"]$log_lik, w)
  expect_equal(as.data.frame(both)[4:6, c("a", "b", "c")], as.data.frame(w), ignore_attr = TRUE)
  input_error(both["s3"])
  input_error(c(one, loglik_set(w, letters[1:3])))
  input_error(c(one, golden_set()))
  expect_error(both[1:2], class = "calibrant_error_one_class")
  input_error(both$truth <- 1)
  input_error(both[["truth"]] <- 1)
  input_error(both[1] <- 1)
})

test_that("prints classes and systems", {
  expect_output(print(golden_set()), "4 trials, log-likelihoods of 3 classes")
  expect_output(print(summary(golden_set())), "without evidence +1.58")
})

test_that("every verb of many classes serves in one line", {
  data <- class_example(n_classes = 3)
  x <- loglik_set(data$log_lik, data$truth, "ln")
  verbs <- list(
    class_losses = class_losses, cavg_curve = cavg_curve, prior_sweep = prior_sweep,
    ternary = ternary
  )
  for (verb in verbs) {
    expect_equal(verb(data$log_lik, truth = data$truth, scale = "ln"), verb(x))
    expect_error(verb(x, nonsense = 1), class = "calibrant_error_dots")
  }
  expect_s3_class(autoplot(class_losses(data$log_lik, truth = data$truth)), "ggplot")
  expect_s3_class(autoplot(cavg_curve(data$log_lik, truth = data$truth)), "ggplot")
  expect_s3_class(autoplot(prior_sweep(data$log_lik, truth = data$truth)), "ggplot")
  expect_s3_class(autoplot(ternary(data$log_lik, truth = data$truth)), "ggplot")
  expect_s3_class(
    autoplot(reliability_curve(loglik_set(data$log_lik, truth = data$truth))), "ggplot"
  )
})

test_that("damaged trials of many classes never reach the kernels", {
  withr::local_seed(1)
  w <- matrix(rnorm(12), 4)
  prior <- log(rep(1 / 3, 3))
  calls <- list(
    \(w, truth) .Call(calibrant:::ffi_log_costs, w, truth, prior),
    \(w, truth) .Call(calibrant:::ffi_subsets, w, truth, rep(1, 4)),
    \(w, truth) .Call(calibrant:::ffi_class_scale, list(w), truth)
  )
  for (call in calls) {
    for (truth in list(1:3, integer(), NULL, c(1L, NA, 2L, 3L), c(1L, 4L, 2L, 3L), -1:2, 1:4 + 0)) {
      expect_error(call(w, truth), "internal error")
    }
    expect_error(call(w[, 1, drop = FALSE], 1:4), "internal error")
    expect_error(call(w[, 0], 1:4), "internal error")
    expect_error(call(c(w), 1:4), "internal error")
  }
  problem <- calibrant:::class_problem("shared", list(w), c(1:3, 1L), rep(1 / 3, 3), 0)
  for (field in setdiff(names(problem), c("penalty", "weight", "target", "bounded"))) {
    expect_error(.Call(calibrant:::ffi_class_fit, replace(problem, field, list(NULL))), "internal")
  }
  expect_error(.Call(calibrant:::ffi_posterior, w, prior[1:2]), "internal error")
  expect_error(.Call(calibrant:::ffi_detection_llr, w, prior, 4L), "internal error")
})

# Trials with whole weights, and the same trials repeated as often as their weights say.
weighted_twins <- function(n_classes = 3, ...) {
  data <- class_example(n = 45, n_classes = n_classes, ...)
  weight <- rep_len(c(1, 3, 2, 1, 1, 2), 45)
  copies <- rep(seq_len(45), weight)
  list(
    weighted = loglik_set(data$log_lik, data$truth, scale = "ln", weight = weight),
    copied = loglik_set(data$log_lik[copies, ], data$truth[copies], scale = "ln"),
    data = data, copies = copies
  )
}

test_that("a trial of weight w counts as w trials in every measure", {
  x <- weighted_twins()
  prior <- c(0.5, 0.2, 0.3)
  measures_of <- list(
    \(x) cross_entropy(x, prior), \(x) cross_entropy_min(x, prior), cllr_cal,
    \(x) effective_information(x, prior), \(x) rule_risk(x, "brier", prior),
    \(x) rule_risk(x, "zero_one", part = "opt"), \(x) misclassification(x, prior), \(x) cavg(
      x, prior
    ),
    cavg_opt, \(x) unclass(confusion(x)), \(x) confusion(x, proportion = TRUE),
    \(x) as.data.frame(class_losses(x, prior)),
    \(x) as.data.frame(cavg_curve(x, c(-1, 0, 0.5))), \(x) as.data.frame(prior_sweep(x)),
    \(x) as.data.frame(rule_decomposition(x, "brier", prior, bins = 5)),
    \(x) as.data.frame(reliability_curve(x, prior, bins = 4))[1:6],
    \(x) cllr(as_lr_set(x, "B", prior)), \(x) eer(as_lr_set(x, "A"))
  )
  for (measure in measures_of) {
    expect_equal(measure(x$weighted), measure(x$copied), tolerance = 1e-12)
  }
  two <- weighted_twins(2)
  expect_equal(cllr(as_lr_set(two$weighted)), cllr(as_lr_set(two$copied)), tolerance = 1e-12)
  expect_equal(as.data.frame(as_lr_set(two$weighted))$weight, as.data.frame(two$weighted)$weight)
})

test_that("a trial of weight w counts as w trials in every fit, and is none the more sure", {
  x <- weighted_twins()
  for (method in c("affine", "temperature", "vector", "matrix")) {
    fits <- lapply(x[1:2], \(x) calibrate(x, method, prior = c(0.5, 0.2, 0.3), penalty = 0.01))
    expect_equal(coef(fits$weighted), coef(fits$copied), tolerance = 1e-8)
    expect_true(all(diag(vcov(fits$weighted)) >= diag(vcov(fits$copied))))
    expect_equal(
      predict(fits$weighted, x$weighted)$log_lik[x$copies, ],
      predict(fits$copied, x$copied)$log_lik, tolerance = 1e-8
    )
  }
  set.seed(3)
  noise <- matrix(rnorm(135), 45)
  other <- list(
    weighted = loglik_set(x$data$log_lik + noise, x$data$truth, "ln", weight = x$weighted$weight),
    copied = loglik_set((x$data$log_lik + noise)[x$copies, ], x$data$truth[x$copies], "ln")
  )
  fused <- Map(fuse, x[1:2], other)
  expect_equal(coef(fused$weighted), coef(fused$copied), tolerance = 1e-8)
  expect_error(fuse(x$weighted, loglik_set(x$data$log_lik, x$data$truth, "ln")),
    class = "calibrant_error_input")
})

test_that("weights stay with their trials", {
  x <- weighted_twins()$weighted
  expect_equal(x[10:45]$weight, x$weight[10:45])
  expect_equal(c(x, x, pool = TRUE)$weight, rep(x$weight, 2))
  expect_equal(as.data.frame(x)$weight, x$weight)
  expect_output(print(x), "Trials have weights")
  data <- as.data.frame(x)
  expect_identical(loglik_set(data, "truth", "ln", weight = "weight"), x)
  expect_equal(predict(calibrate(x), x)$weight, x$weight)
  folds <- rep_len(1:5, 45)
  expect_equal(cross_calibrate(x, folds = folds)$weight, x$weight)
  half <- loglik_set(data, "truth", "ln", weight = x$weight / 2)
  expect_equal(coef(calibrate(half)), coef(calibrate(x)), tolerance = 1e-8)
  bad <- \(weight) expect_error(loglik_set(data, "truth", "ln", weight = weight),
    class = "calibrant_error_input")
  bad(rep(0, 45))
  bad(1:3)
  bad("no_such_column")
})

test_that("estimates count trials with their weights", {
  x <- weighted_twins()$weighted
  found <- measures(x, c("cllr", "cllr_min", "cavg"), replicates = 30, corrected = FALSE)
  expect_equal(found$estimate, c(cllr(x), cllr_min(x), cavg(x)), tolerance = 1e-12)
})

test_that("columns of tidymodels are found", {
  p <- data.frame(truth = c("cat", "dog", "cat"), a = c(0.7, 0.2, 0.5), b = c(0.3, 0.8, 0.5))
  named <- stats::setNames(p, c("truth", "cat", "dog"))
  tidy <- stats::setNames(p, c("truth", ".pred_cat", ".pred_dog"))
  tidy$.pred_class <- "cat"
  expect_equal(loglik_set(tidy, truth = "truth", scale = "prob", prior = "data")$log_lik,
    loglik_set(named, truth = "truth", scale = "prob", prior = "data")$log_lik)
})

test_that("a truth of no vector is refused by its name", {
  data <- data.frame(a = 1:4, b = 4:1)
  for (truth in list(expression(a), y ~ x, quote(a), sum, new.env())) {
    expect_error(loglik_set(data, truth = truth, scale = "ln"), "`truth` must",
      class = "calibrant_error_input")
  }
})

test_that("a truth that names no column is refused by its name", {
  data <- data.frame(a = 1:4, b = 4:1, type = rep(c("a", "b"), 2))
  for (table in list(data, data[1:2])) {
    expect_error(loglik_set(table, "kind", scale = "ln"), "`truth` must name a column",
      class = "calibrant_error_input")
  }
})
