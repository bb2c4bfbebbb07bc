glass_set <- function() loglik_set(glass_type, truth = "type", system = "recogniser")

test_that("trials come with their most probable class and their cost", {
  x <- glass_set()["lda"]
  table <- augment(x)
  expect_identical(nrow(table), length(x))
  expect_equal(table$.cost, -log2(table$.posterior_truth))
  p <- posterior(x)
  expect_equal(table$.posterior, unname(apply(p, 1, max)))
  expect_identical(as.character(table$.class), unname(colnames(p)[apply(p, 1, which.max)]))
  # The costs are those that the cross-entropy is the mean of.
  expect_equal(mean(tapply(table$.cost, table$truth, mean)), unname(cross_entropy(x)))
  prior <- c(0.3, 0.3, 0.1, 0.1, 0.1, 0.1)
  at_prior <- augment(x, prior)
  expect_equal(
    sum(prior * tapply(at_prior$.cost, at_prior$truth, mean)), unname(cross_entropy(x, prior))
  )
  worst <- augment(x, worst_first = TRUE)
  expect_false(is.unsorted(-worst$.cost))
  expect_identical(sort(worst$.cost), sort(table$.cost))
  expect_error(augment(x, c(1, 2)), class = "calibrant_error_input")
  expect_error(augment(x, worst_first = NA), class = "calibrant_error_input")
})

test_that("measures are rows, and a summary is a row per system", {
  x <- glass_set()
  table <- tidy(x)
  expect_named(table, c("system", "term", "estimate"))
  at <- \(term) table$estimate[table$term == term]
  expect_equal(at("cllr"), unname(cllr(x)))
  expect_equal(at("cavg"), unname(cavg(x)))
  expect_equal(glance(x), as.data.frame(summary(x)))
  prior <- c(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)
  expect_equal(glance(x, prior)$cross_entropy, unname(cross_entropy(x, prior)))
})

test_that("a fit is drawn on its own trials unless others are given", {
  x <- glass_set()["lda"]
  fit <- calibrate(x)
  own <- ggplot2::autoplot(fit)
  expect_equal(ggplot2::layer_data(own), ggplot2::layer_data(ggplot2::autoplot(fit, x)))
  expect_match(own$labels$caption, "trained on")
  expect_no_match(ggplot2::autoplot(fit, x)$labels$caption, "trained on")
  fusion <- fuse(glass_set())
  expect_equal(
    ggplot2::layer_data(ggplot2::autoplot(fusion)),
    ggplot2::layer_data(ggplot2::autoplot(fusion, glass_set()))
  )
  # A fit that has left its trials behind asks for some.
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(fit, file)
  expect_error(ggplot2::autoplot(readRDS(file)), class = "calibrant_error_no_trials")
})
