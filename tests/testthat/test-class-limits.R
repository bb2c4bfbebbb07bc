# Coverage of the limits is tested in bench/coverage-lr-classes.R. The tests here compare the limits
# with their formulas, and their consequences.

three <- example_set(n = 90, n_classes = 3)
at <- rbind(a = c(0.3, -0.2, 1), b = c(2, 0, -1))

test_that("two classes give what LRs give, by trial and integrated", {
  set.seed(3)
  x <- simulate_lr(40, 90, s = 2)
  class <- ifelse(x$truth, "yes", "no")
  many <- loglik_set(cbind(yes = to_ln(x$value, x$scale), no = 0), class, "ln")
  llr <- c(-5, -1, 0, 0.7, 4)
  both <- cbind(llr * log(10), 0)
  two <- suppressWarnings(predict(calibrate(x), llr, level = 0.9))
  averaged <- suppressWarnings(predict(calibrate(x), llr, integrated = TRUE, type = "ln"))
  for (method in c("affine", "vector", "matrix")) {
    fit <- calibrate(many, method)
    found <- predict(fit, both, level = 0.9)
    first <- found[found$class == "yes", c("log10_lr", "lower", "upper")]
    expect_equal(first, two, ignore_attr = TRUE, tolerance = 1e-6)
    other <- found[found$class == "no", c("log10_lr", "upper", "lower")]
    expect_equal(unname(-as.matrix(other)), unname(as.matrix(first)), tolerance = 1e-9)
    w <- predict(fit, both, integrated = TRUE)
    expect_equal(unname(w[, 1] - w[, 2]), averaged, tolerance = 1e-6)
  }
  fused <- predict(fuse(many), list(both) |> rlang::set_names("recogniser 1"), level = 0.9)
  expect_equal(fused[fused$class == "yes", 3:5], two, ignore_attr = TRUE, tolerance = 1e-6)
})

test_that("limits are the literal formula, at any prior", {
  prior <- c(0.5, 0.3, 0.2)
  log_lr <- \(w, k, prior) {
    rest <- replace(prior, k, 0) / (1 - prior[k])
    drop(w[, k] - log(exp(w) %*% rest))
  }
  for (method in c("affine", "temperature", "vector", "matrix")) {
    fit <- calibrate(three, method)
    one <- fit$fits[[1]]
    vcov <- basis_of(fit, 1)$vcov
    mapped <- \(one) apply_class_map(one, method, list(at))
    moved <- \(j, by) {
      n <- length(one$alpha)
      if (j <= n) one$alpha[j] <- one$alpha[j] + by else one$offset[j - n] <- one$offset[j - n] + by
      mapped(one)
    }
    found <- predict(fit, at, level = 0.8, prior = prior, type = "ln")
    expect_identical(found$trial, rep(c("a", "b"), each = 3))
    for (k in 1:3) {
      g <- vapply(seq_len(ncol(vcov)), \(j) {
        (log_lr(moved(j, 1e-5), k, prior) - log_lr(moved(j, -1e-5), k, prior)) / 2e-5
      }, c(0, 0))
      half <- qt(0.9, 29) * sqrt(rowSums((g %*% vcov) * g))
      own <- found[found$class == LETTERS[k], ]
      expect_equal(own$ln_lr, unname(log_lr(mapped(one), k, prior)))
      expect_equal(own$upper, unname(own$ln_lr + half), tolerance = 1e-6)
      expect_equal(own$lower, unname(own$ln_lr - half), tolerance = 1e-6)
    }
  }
})

test_that("limits of posteriors are those of LRs on the logit scale", {
  fit <- calibrate(three)
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  llr <- predict(fit, at, level = 0.95, prior = prior, type = "ln")
  q <- predict(fit, at, level = 0.95, prior = prior, type = "posterior")
  for (limit in c("lower", "upper")) {
    expect_equal(q[[limit]], plogis(llr[[limit]] + rep(qlogis(prior), 2)), ignore_attr = TRUE)
  }
  expect_equal(q$posterior, as.double(t(posterior_reference(predict(fit, at), prior))))
  expect_equal(attr(q, "level"), 0.95)
})

test_that("beyond the training trials limits reach back, and none claims more than trials show", {
  fit <- calibrate(three)
  far <- predict(fit, rbind(c(80, 0, 0), c(0, 0, 0)), level = 0.95, type = "lr")
  outer <- basis_of(fit, 1)$outermost[[1]]
  known <- predict(fit, outer, level = 0.95, type = "lr")
  strongest <- known[known$class == "A", ]
  strongest <- strongest[which.max(strongest$lr), ]
  expect_lte(far$lower[1], strongest$lower + 1e-9)
  expect_gt(far$upper[1], far$lr[1])
  expect_lte(max(far$lower), 30 / 0.5 + 1)
  expect_gte(min(far$upper), 1 / 31)
  # Infinite log-likelihoods are kept, with their LRs as limits.
  certain <- predict(fit, rbind(c(0, -Inf, -Inf), c(0, 1, -Inf)), level = 0.95, type = "ln")
  expect_identical(certain$lower[c(1, 2, 6)], c(Inf, -Inf, -Inf))
  expect_true(all(is.finite(certain$lower[4:5])))
  # The rest of either class is the other class, with a prior of a half.
  expect_equal(certain$upper[4] - log(2), log(2) - certain$lower[5])
})

test_that("items that trials share widen the limits, and copies of trials add nothing", {
  fit <- calibrate(three)
  own <- predict(fit, at, level = 0.95)
  single <- predict(fit, at, level = 0.95, source = seq_len(90))
  # With one trial per item, only the correction for few items remains.
  few <- sqrt(30 / (30 - 4))
  inside <- abs(single$log10_lr) < 1
  expect_equal((single$upper - single$log10_lr)[inside], few * (own$upper - own$log10_lr)[inside])
  thrice <- calibrate(c(three, three, three, pool = TRUE))
  shared <- predict(thrice, at, level = 0.95, source = rep(seq_len(90), 3))
  expect_true(all(shared$upper - shared$lower > 0.85 * (own$upper - own$lower)))
  alone <- predict(thrice, at, level = 0.95)
  expect_true(all(alone$upper - alone$lower < 0.7 * (own$upper - own$lower)))
  expect_error(predict(fit, at, level = 0.95, source = 1:3), class = "calibrant_error_input")
})
