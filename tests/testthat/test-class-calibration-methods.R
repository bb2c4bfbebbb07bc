test_that("fits of many classes are looked at trial by trial, and before and after", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  fit <- calibrate(x["lda"])
  trials <- augment(fit, x["lda"])
  after <- predict(fit, x["lda"])
  expect_equal(unname(as.matrix(trials[paste0(".fitted_", fit$classes)])), unname(after$log_lik))
  expect_equal(trials$.posterior, unname(apply(posterior(after), 1, max)))
  expect_identical(as.character(trials$.class), fit$classes[max.col(after$log_lik, "first")])
  drawn <- ggplot2::ggplot_build(autoplot(fit, x["lda"]))$plot
  expect_s3_class(drawn, "ggplot")
  losses <- class_losses(stages_of_fit(x["lda"], after))
  expect_equal(losses$cross_entropy, unname(c(cllr(x["lda"]), cllr(after))))
  all <- stages_of_fit(x, predict(calibrate(x), x))
  expect_identical(levels(all)[1:3], c("lda, before", "lda, after", "kernel, before"))
  both <- fuse(x)
  expect_identical(levels(stages_of_fit(x, predict(both, x)))[4], "fused")
})

test_that("coefficients do what predict() does", {
  x <- example_set()
  w <- x$log_lik
  affine <- map_of(calibrate(x))
  same <- \(z, fit) expect_equal(
    posterior(loglik_set(z, x$truth, "ln")), posterior(predict(fit, x)),
    tolerance = 1e-12
  )
  same(sweep(affine$alpha * w, 2, affine$offset, "+"), calibrate(x))
  vector <- map_of(calibrate(x, "vector"))
  scaled <- sweep(w - rowMeans(w), 2, vector$alpha, "*")
  same(sweep(scaled, 2, vector$offset, "+"), calibrate(x, "vector"))
  matrix <- map_of(calibrate(x, "matrix"))
  same(sweep(w %*% t(matrix$alpha), 2, matrix$offset, "+"), calibrate(x, "matrix"))
  expect_equal(unname(rowSums(matrix$alpha)), unname(colSums(matrix$alpha)))
  expect_equal(diff(rowSums(matrix$alpha)), numeric(3), ignore_attr = TRUE)
})

test_that("new trials may come as a matrix", {
  x <- example_set()
  fit <- calibrate(x, "vector")
  expect_equal(predict(fit, x$log_lik), predict(fit, x)$log_lik)
  expect_error(predict(fit, x$log_lik[, 1:3]), class = "calibrant_error_input")
  expect_error(predict(fit, golden_set()), class = "calibrant_error_input")
  expect_error(calibrate(x, "platt"), class = "calibrant_error_input")
  expect_error(calibrate(x, prior = c(0.5, 0.5, 0, 0)), class = "calibrant_error_input")
  expect_error(calibrate(x, penalty = -1), class = "calibrant_error_input")
})

test_that("fits can be stored without the trials", {
  file <- withr::local_tempfile()
  x <- example_set(n = 20000)
  fit <- calibrate(x, "vector")
  saveRDS(fit, file)
  expect_lt(file.size(file), 10000)
  expect_identical(predict(readRDS(file), x)$log_lik, predict(fit, x)$log_lik)
})

test_that("without data the training trials are predicted, which do not travel", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  fits <- list(calibrate(x["lda"]), calibrate(x, "vector"), fuse(x))
  fits <- c(fits, list(retrain(fits[[1]], "brier", x["lda"]), retrain(fits[[3]], "brier", x)))
  for (fit in fits) {
    one <- is.null(fit$recognisers) && length(fit$fits) == 1
    expect_identical(predict(fit), predict(fit, if (one) x["lda"] else x))
    saved <- unserialize(serialize(fit, NULL))
    expect_identical(saved, fit)
    expect_error(predict(saved), class = "calibrant_error_no_trials")
  }
})

test_that("tables are augmented on the scale of the training trials", {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  p <- posterior(x)
  for (scale in c("ln", "prob")) {
    rows <- if (scale == "prob") p else x$log_lik
    set <- loglik_set(rows, x$truth, scale = scale, prior = if (scale == "prob") "data")
    fit <- calibrate(set)
    known <- suppressMessages(augment(fit, set))
    for (table in list(rows, data.frame(rows, case = seq_len(nrow(rows)), check.names = FALSE))) {
      found <- augment(fit, table)
      expect_equal(found[names(known)[-1]], known[-1])
      expect_equal(found[colnames(table)], data.frame(table, check.names = FALSE))
    }
  }
  all <- suppressMessages(fuse(loglik_set(glass_type, truth = "type", system = "recogniser")))
  expect_error(predict(all, list(p, p, p)), "It has no names", class = "calibrant_error_input")
  expect_error(fuse(x, x), "\"lda\" occurs twice", class = "calibrant_error_input")
})
