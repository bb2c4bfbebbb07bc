test_that("estimates are those of the verbs, to the last bit", {
  prior <- c(0.03, 0.5, 1)
  for (weights in c(FALSE, TRUE)) {
    a <- random_set(1, 30, 50, digits = 1, weights = weights)
    b <- random_set(2, 40, 20, weights = weights)
    x <- c(name_system(a, "a"), name_system(b, "b"))
    table <- measures(x, every_measure, prior, c_miss = 2, c_fa = 3, replicates = 0)
    rows <- \(name, system) table$estimate[table$measure == name & table$system == system]
    for (name in c("cllr", "cllr_min", "cllr_cal", "cllr_h1", "cllr_h2", "eer", "auc")) {
      expect_identical(rows(name, "b"), match.fun(name)(x)[["b"]])
    }
    expect_identical(rows("dev_pav", "b"), dev_pav(x)[["b"]])
    for (hypothesis in c("h1", "h2")) {
      moments <- moments_in(x)
      mean <- moments$mean[moments$system == "a" & moments$hypothesis == hypothesis]
      expect_identical(rows(paste0("lr_moment_", hypothesis), "a"), mean)
    }
    for (name in c("cross_entropy", "cross_entropy_min", "bayes_error", "bayes_error_min")) {
      expect_identical(rows(name, "a"), unname(match.fun(name)(x, prior)["a", ]))
    }
    expect_identical(rows("dcf", "b"), unname(dcf(x, prior, 2, 3)["b", ]))
    expect_identical(rows("dcf_min", "b"), unname(dcf_min(x, prior, 2, 3)["b", ]))
  }
  expect_true(all(is.na(table[c("std_error", "lower", "upper")])))
})

test_that("infinite LRs cost nothing where they are right and all where they are wrong", {
  right <- set_of(h1 = c(1, 2, 3, 4, Inf), h2 = c(-Inf, 0, -1, -2, -3))
  expect_true(all(is.finite(measures(right, c("cllr", "cross_entropy"), 0.2)$upper)))

  wrong <- set_of(h1 = c(1, 2, 3, 4, -Inf), h2 = c(0, -1, -2, -3, -4))
  expect_warning(
    table <- measures(wrong, c("cllr", "cllr_h2", "cross_entropy"), prior = c(0, 0.5)),
    class = "calibrant_warning_infinite"
  )
  expect_identical(table$estimate[c(1, 3, 4)], c(Inf, 0, Inf))
  expect_identical(table$upper[c(1, 3, 4)], c(Inf, 0, Inf))
  expect_true(is.finite(table$lower[1]) && is.na(table$std_error[1]))
  expect_true(all(is.finite(unlist(table[2, c("estimate", "std_error", "lower", "upper")]))))
  # P(none of five draws is the wrong trial) = (4/5)^5.
  withr::local_seed(1)
  finite <- is.finite(replicates_of(wrong, "cllr", 0.5, 1, 4000))
  expect_lt(abs(mean(finite) - 0.8^5), 4 * sqrt(0.8^5 * (1 - 0.8^5) / 4000))
})

test_that("scores have measures of discrimination only", {
  x <- set_of(h1 = 3:6, h2 = 1:4, scale = "score")
  expect_identical(as.character(measures(x, replicates = 0)$measure), c("cllr_min", "eer", "auc"))
  expect_error(measures(x, "cllr"), class = "calibrant_error_score")
})
