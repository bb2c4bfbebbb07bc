prior <- c(0.1, 0.2, 0.3, 0.4)

test_that("agrees with the definition", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  nats <- risk_reference(data$log_lik, data$class, prior, \(q, i) -log(q[i]))
  expect_equal(cross_entropy(x, prior), nats / log(2), tolerance = 1e-14)
  expect_equal(posterior(x, prior), posterior_reference(data$log_lik, prior), tolerance = 1e-14)
})

test_that("reproduces the numbers of the thesis' formulas on three classes", {
  x <- golden_set()
  expect_equal(cllr(x) * log(2), 0.502067967555, tolerance = 1e-11)
  expect_equal(cross_entropy(x, c(0.5, 0.3, 0.2)) * log(2), 0.494615286249, tolerance = 1e-11)
  default <- cllr(x) + effective_information(x)
  expect_equal(default * log(2), 1.09861228867, tolerance = 1e-11)
  default <- cross_entropy(x, c(0.5, 0.3, 0.2)) + effective_information(x, c(0.5, 0.3, 0.2))
  expect_equal(default * log(2), 1.02965301406, tolerance = 1e-11)
})

test_that("reproduces iris with pooled Gaussian densities", {
  four <- pooled_gaussian(iris[1:4], iris$Species)
  expect_equal(cllr(four), 0.063097923577, tolerance = 1e-10)
  expect_equal(cllr_min(four), 0.06253022, tolerance = 1e-7)
  one <- pooled_gaussian(iris["Sepal.Length"], iris$Species)
  expect_equal(cllr(one), 0.895301734537, tolerance = 1e-11)
  expect_equal(cllr_min(one), 0.89069227, tolerance = 1e-8)
  expect_equal(map_of(calibrate(one))$alpha, 1.0698922, tolerance = 1e-6)
})

test_that("is that of two classes for two classes, in all shapes", {
  data <- class_example(n_classes = 2)
  two <- loglik_set(data$log_lik, data$truth, "ln")
  llr <- lr_set(data$log_lik[, 1] - data$log_lik[, 2], data$truth, "ln", h1 = "A")
  expect_equal(cllr(two), cllr(llr), tolerance = 1e-12)
  for (p in c(1e-6, 0.3, 0.999)) {
    expect_equal(cross_entropy(two, c(p, 1 - p)), cross_entropy(llr, p), tolerance = 1e-12)
    expect_equal(effective_information(two, p), effective_information(llr, p), tolerance = 1e-10)
  }
  expect_gte(cllr_min(two), cllr_min(llr) - 1e-12)
})

test_that("keeps its digits where it is small", {
  w <- rbind(c(40, 0, 1), c(0, 50, 0), c(0, -1, 60))
  cost <- c(log1p(exp(-40) + exp(-39)), log1p(2 * exp(-50)), log1p(exp(-60) + exp(-61)))
  expect_equal(cllr(loglik_set(w, 1:3)) / (mean(cost) / log(2)), 1, tolerance = 1e-14)
})

test_that("does not change with what carries no information", {
  data <- class_example()
  x <- loglik_set(data$log_lik, data$truth, "ln")
  shifted <- loglik_set(data$log_lik + c(-1e3, 0, 7), data$truth, "ln")
  expect_equal(cross_entropy(shifted, prior), cross_entropy(x, prior), tolerance = 1e-12)
  expect_equal(cllr_min(shifted), cllr_min(x), tolerance = 1e-12)
  order <- sample(60)
  again <- c(order, which(data$class == 2), which(data$class == 2))
  expect_equal(cross_entropy(x[again], prior), cross_entropy(x, prior), tolerance = 1e-13)
  expect_equal(cross_entropy_min(x[again], prior), cross_entropy_min(x, prior), tolerance = 1e-12)
  turn <- c(3, 1, 4, 2)
  turned <- loglik_set(data$log_lik[, turn], data$truth, "ln")
  expect_equal(cross_entropy(turned, prior[turn]), cross_entropy(x, prior), tolerance = 1e-13)
  least <- cross_entropy_min(turned, prior[turn])
  expect_equal(least, cross_entropy_min(x, prior), tolerance = 1e-12)
})

test_that("a system that says nothing needs the entropy of the prior", {
  none <- loglik_set(matrix(5, 4, 4), 1:4, "ln")
  expect_equal(cllr(none), 2, tolerance = 1e-15)
  expect_equal(cllr_min(none), 2, tolerance = 1e-15)
  expect_equal(cross_entropy(none, prior), -sum(prior * log2(prior)), tolerance = 1e-15)
  expect_equal(effective_information(none, prior), 0, tolerance = 1e-15)
  expect_equal(cllr(loglik_set(matrix(1, 7, 7), 1:7, "ln")), log2(7), tolerance = 1e-15)
})

test_that("has the shapes of a measure", {
  x <- example_set()
  two <- c(loglik_set(x$log_lik, x$truth, system = rep("s", 60)),
           loglik_set(2 * x$log_lik, x$truth, system = rep("t", 60)))
  priors <- rbind(flat = rep(0.25, 4), steep = prior)
  expect_named(cllr(two), c("s", "t"))
  expect_named(cross_entropy(x, priors), c("flat", "steep"))
  both <- cross_entropy(two, priors)
  expect_identical(dimnames(both), list(c("s", "t"), c("flat", "steep")))
  expect_equal(both["t", "steep"], cross_entropy(two["t"], prior)[["t"]])
  expect_equal(cllr_cal(two), cllr(two) - cllr_min(two))
})

test_that("the minimum lies between nothing and what is there, whatever the system", {
  worse <- example_set(lift = -2)
  expect_equal(cllr_min(worse), 2)
  expect_identical(map_of(calibrate(worse))$alpha, 0)
  x <- example_set()
  expect_lt(cllr_min(x), cllr(x))
  expect_lt(cllr_min(x), 2)
})

test_that("certain and right costs nothing, certain and wrong is infinite", {
  w <- rbind(c(0, -Inf, -1), c(-Inf, 0, -2), c(0, -1, 3), c(-1, 0, 1))
  right <- loglik_set(w, c(1, 2, 3, 3), "ln")
  expect_equal(cllr(right), mean(c(
    log2(1 + exp(-1)), log2(1 + exp(-2)),
    mean(c(log2(1 + exp(-3) + exp(-4)), log2(1 + exp(-2) + exp(-1))))
  )))
  expect_warning(expect_identical(cllr(loglik_set(w, c(2, 2, 3, 1), "ln")), Inf),
    class = "calibrant_warning_infinite"
  )
  expect_equal(cllr_min(loglik_set(w, c(2, 2, 3, 1), "ln")), log2(3))
})

test_that("certain and wrong matters only where the true class has a prior", {
  w <- rbind(c(0, -Inf, -1), c(-1, 0, 2), c(0, -1, 3), c(3, 0, 1))
  x <- loglik_set(w, c(2, 2, 3, 1), "ln")
  expect_no_warning(value <- cross_entropy(x, c(0.5, 0, 0.5)))
  expect_equal(value, (log2(1 + exp(-2)) + log2(1 + exp(-3))) / 2)
  expect_warning(cross_entropy(x, c(0.5, 0.1, 0.4)), class = "calibrant_warning_infinite")
})

test_that("has no value where a trial excludes all that the prior admits", {
  x <- loglik_set(rbind(c(-Inf, -Inf, 0), c(0, 1, 0), c(0, 0, 1)), c(1, 2, 3), "ln")
  expect_warning(
    expect_warning(value <- cross_entropy(x, c(0.5, 0.5, 0)), class = "calibrant_warning_infinite"),
    class = "calibrant_warning_undefined"
  )
  expect_identical(value, NaN)
  expect_true(all(is.nan(posterior(x, c(0.5, 0.5, 0))[1, ])))
})

test_that("nothing is left to learn at a prior of 1", {
  x <- loglik_set(rbind(c(-Inf, 0), c(1, 0), c(0, 1)), c(1, 1, 2), "ln")
  expect_no_warning(value <- cross_entropy(x, c(1, 0)))
  expect_identical(value, 0)
  expect_identical(cross_entropy_min(x, c(0, 1)), 0)
  expect_identical(misclassification(golden_set(), c(0, 1, 0)), 0)
})

test_that("the exclusions are part of what can be told apart", {
  # If only the exclusions help, the scale tends to 0 and the exclusions remain.
  w <- rbind(c(0, 2, -Inf), c(2, 0, -Inf), c(2, -Inf, 0), c(0, -Inf, 2))
  x <- loglik_set(w, c(1, 2, 3, 1), "ln")
  fit <- calibrate(x)
  expect_identical(map_of(fit)$alpha, 0)
  expect_lt(cllr_min(x), log2(3))
  expect_equal(cllr(predict(fit, x)), cllr_min(x), tolerance = 1e-12)
})

test_that("the minimum of separable classes is 0", {
  expect_identical(cllr_min(loglik_set(diag(3), 1:3, "ln")), 0)
  expect_gt(cllr(loglik_set(diag(3), 1:3, "ln")), 0)
})

test_that("the logarithmic cost is the integral of C_eta over all thresholds", {
  # Three classes, p = (.5, .3, .2): the two nested integrals of Brummer 2010, eq. D.7 to D.9.
  y <- log(c(0.5, 0.3) / 0.2)
  first <- integrate(plogis, -Inf, y[1])$value
  second <- integrate(\(x) 1 / (1 + exp(-x)) - 1 / (1 + exp(-x) * (1 + exp(y[2]))), y[1], Inf)$value
  expect_equal(c(first, second), c(1.2527629685, 0.3566749439), tolerance = 1e-7)
  p <- c(0.5, 0.3, 0.2)
  x <- loglik_set(log(rbind(p, p, p)), 1:3, "ln")
  expect_equal(first + second, 3 * cllr(x) * log(2) + log(0.5) + log(0.3), tolerance = 1e-7)
})

test_that("the cross-entropy at the flat prior is the weighted integral of the error rate", {
  # Thesis, appendix D.1: omega(x) with N = 3, on a grid of priors.
  x <- golden_set()
  step <- 0.25
  grid <- expand.grid(x1 = seq(-16, 16, step), x2 = seq(-16, 16, step))
  prior <- exp(cbind(grid$x1, grid$x2, 0))
  prior <- prior / rowSums(prior)
  eta <- (1 / prior) / rowSums(1 / prior)
  omega <- (eta[, 1] * eta[, 2] + eta[, 1] * eta[, 3] + eta[, 2] * eta[, 3]) / 3
  integral <- sum(omega * misclassification(x, prior)) * step^2
  expect_equal(integral, cllr(x) * log(2), tolerance = 0.02)
  expect_equal(max(omega), 1 / 9)
})

test_that("the logarithmic cost is the mean cost of decisions with random thresholds", {
  # Brummer 2010, eq. D.1 and D.2, with four classes. Thresholds come from a Dirichlet distribution
  # with 1/2 for the true class, since under the uniform one the variance is infinite.
  set.seed(5)
  p <- c(0.4, 0.3, 0.2, 0.1)
  n <- 40000
  for (i in c(1, 4)) {
    eta <- matrix(rgamma(4 * n, shape = rep(replace(rep(1, 4), i, 0.5), each = n)), n)
    eta <- eta / rowSums(eta)
    trials <- rbind(sweep(-log(eta), 2, log(p), "+"), diag(4))
    q <- posterior(loglik_set(trials, rep(1:4, c(n + 1, 1, 1, 1)), "ln"))[seq_len(n), ]
    missed <- max.col(q, "first") != i
    weight <- gamma(4) * gamma(0.5) / gamma(3.5) / sqrt(eta[, i])
    expect_equal(mean(weight * missed / 3), -log(p[i]), tolerance = 0.02)
  }
})
