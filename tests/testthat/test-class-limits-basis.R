# Covariance by the model in base R: every trial is spread over the classes by its likelihoods.
literal_covariance <- function(fit, x, weight = rep(1, length(x))) {
  one <- fit$fits[[1]]
  prior <- fit$prior
  classes <- seq_along(prior)
  mapped <- predict(fit, x$log_lik)
  number <- as.vector(tapply(weight, x$truth, sum))
  p <- exp(mapped) * rep(prior, each = nrow(mapped))
  p <- p / rowSums(p)
  expected <- exp(mapped) * rep(number, each = nrow(mapped))
  expected <- weight * expected / rowSums(expected)
  scatter <- 0
  for (k in classes) {
    direction <- p - rep(classes == k, each = nrow(p))
    slopes <- class_methods()[[fit$method]]$slopes(one, list(x$log_lik), direction)
    g <- prior[[k]] / number[k] * unname(slopes)
    sum <- colSums(expected[, k] * g)
    scatter <- scatter + crossprod(g, expected[, k] * g) - outer(sum, sum) / number[k]
  }
  bread <- basis_of(fit, 1)$bread
  bread %*% scatter %*% bread
}

test_that("the covariance by the model is that of the expected gradients, literally", {
  prior <- c(A = 0.5, B = 0.3, C = 0.2)
  set.seed(1)
  for (weight in list(rep(1, 60), stats::runif(60, 0.5, 2))) {
    plain <- example_set(n = 60, n_classes = 3)
    x <- loglik_set(plain$log_lik, plain$truth, "ln", weight = weight)
    for (method in c("affine", "vector", "matrix")) {
      fit <- calibrate(x, method, prior = prior)
      weight <- with_effective_weights(x)$weight
      if (is.null(weight)) weight <- rep(1, 60)
      found <- unname(basis_of(fit, 1)$vcov)
      expect_equal(found, literal_covariance(fit, x, weight), tolerance = 1e-11, info = method)
    }
  }
  # If the map is right, the variances are close to those of the sandwich.
  big <- calibrate(example_set(n = 3000, n_classes = 3))
  expect_equal(diag(basis_of(big, 1)$vcov)[1:3], unname(diag(vcov(big))[1:3]), tolerance = 0.2)
})

test_that("weights count beside each other, and a copy is no new trial", {
  x <- example_set(n = 60, n_classes = 3)
  weighted <- \(weight) loglik_set(x$log_lik, x$truth, "ln", weight = weight)
  spread <- \(x) basis_of(calibrate(x), 1)$vcov
  expect_equal(spread(weighted(rep(3, 60))), spread(x))
  expect_equal(spread(weighted(rep(1:3, 20))), spread(weighted(rep(1:3, 20) / 7)))
})

# Rows of the outermost trials in base R, the first of several that are equal.
literal_outermost <- function(fit, x) {
  rows <- which(is.finite(rowSums(x$log_lik)))
  llr <- rest_llrs(apply_class_map(fit$fits[[1]], fit$method, list(x$log_lik[rows, ])), fit$prior)
  rows[unique(c(apply(llr, 2, which.min), apply(llr, 2, which.max)))]
}

test_that("the outermost trials are those of the strongest LRs", {
  plain <- example_set(n = 9000, n_classes = 3)
  sets <- list(
    plain = plain$log_lik, weak = plain$log_lik / 100, strong = 200 * plain$log_lik,
    ties = round(plain$log_lik)
  )
  for (log_lik in sets) {
    x <- loglik_set(log_lik, plain$truth, "ln")
    for (method in class_method_names()) {
      fit <- suppressWarnings(calibrate(x, method))
      kept <- basis_of(fit, 1)$outermost[[1]]
      expect_lte(nrow(kept), 6)
      llrs <- \(w) rest_llrs(predict(fit, w), fit$prior)
      expect_identical(apply(llrs(kept), 2, range), apply(llrs(x$log_lik), 2, range), info = method)
      expect_setequal(split(kept, row(kept)),
        unname(split(unname(x$log_lik[literal_outermost(fit, x), ]), row(kept))))
    }
  }
})

test_that("trials that exclude a class are not outermost", {
  x <- example_set(n = 60, n_classes = 3)
  w <- x$log_lik
  w[cbind(1:9, 1 + as.integer(x$truth[1:9]) %% 3)] <- -Inf
  fit <- calibrate(loglik_set(w, x$truth, "ln"))
  kept <- basis_of(fit, 1)$outermost[[1]]
  expect_true(all(is.finite(kept)))
  llrs <- \(w) rest_llrs(predict(fit, w), fit$prior)
  expect_identical(apply(llrs(kept), 2, range), apply(llrs(w[-(1:9), ]), 2, range))
})

test_that("files keep what limits need", {
  x <- example_set(n = 60, n_classes = 3)
  back <- \(fit) {
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    read_calibrant(file)
  }
  for (method in c("affine", "vector", "matrix")) {
    fit <- calibrate(x, method)
    expect_identical(
      predict(back(fit), x$log_lik, level = 0.95), predict(fit, x$log_lik, level = 0.95)
    )
  }
  two <- c(s = x, t = loglik_set(x$log_lik^3 / 10, x$truth, "ln"))
  fused <- fuse(two)
  expect_identical(predict(back(fused), two, level = 0.95)$upper,
    suppressMessages(predict(fused, two, level = 0.95)$upper))
  expect_error(
    predict(back(calibrate(x, "one_vs_rest")), x$log_lik, level = 0.95),
    class = "calibrant_error_no_trials"
  )
})

test_that("what limits need is computed once, when it is needed", {
  x <- example_set(n = 60, n_classes = 3)
  n_computed <- 0
  compute <- class_basis
  local_replaced(class_basis = \(...) {
    n_computed <<- n_computed + 1
    compute(...)
  })
  again <- \(fit) retrain(fit, "brier", x)
  fits <- lapply(rlang::set_names(class_method_names()), \(method) calibrate(x, method))
  fits$fusion <- suppressMessages(fuse(x, loglik_set(2 * x$log_lik - x$log_lik^3, x$truth, "ln")))
  fits$retrained <- again(fits$affine)
  for (fit in fits[class_method_names()]) predict(fit, x)
  invisible(lapply(fits, \(fit) list(coef(fit), glance(fit), utils::capture.output(print(fit)))))
  expect_equal(n_computed, 0)
  for (fit in fits) {
    vcov(fit)
    tidy(fit)
    write_calibrant(fit, withr::local_tempfile(fileext = ".json"))
  }
  expect_equal(n_computed, length(fits) - 1)
})

test_that("saved fits have what limits need, but not the trials", {
  saved <- \(fit) serialize(fit, NULL, version = 3)
  for (method in class_method_names()) {
    few <- example_set(n = 60, n_classes = 3)
    fit <- calibrate(few, method)
    expect_identical(basis_of(unserialize(saved(fit)), 1), basis_of(calibrate(few, method), 1))
    many <- calibrate(example_set(n = 6000, n_classes = 3), method)
    expect_lt(length(saved(many)), length(saved(fit)) + 100, label = method)
  }
})

test_that("a function in a file is not called", {
  hex <- \(x) paste(serialize(x, NULL, version = 3), collapse = "")
  # A file begins with 23 bytes, which name the version and the encoding.
  item <- \(x) substring(hex(x), 47)
  put <- \(value) {
    text <- sub(item("here"), item(value), hex(.Call(ffi_key, "here")), fixed = TRUE)
    unserialize(as.raw(strtoi(substring(text, seq(1, nchar(text), 2), seq(2, nchar(text), 2)), 16)))
  }
  expect_identical(.Call(ffi_key_value, put("there")), "there")
  expect_null(.Call(ffi_key_value, put(as.function(alist(stop("called")), baseenv()))))
})

test_that("a damaged basis is refused", {
  fit <- calibrate(example_set(n = 60, n_classes = 3))
  damaged <- list(1L, .Call(ffi_key, NULL), .Call(ffi_key, list(vcov = 1)))
  for (basis in damaged) {
    fit$fits[[1]]$limits <- basis
    expect_error(vcov(fit), class = "calibrant_error_input")
    expect_error(predict(fit, diag(3), level = 0.9), class = "calibrant_error_input")
  }
})
