set.seed(1)
n <- 150
truth <- rep(c(TRUE, FALSE), c(50, 100))
data <- data.frame(truth, a = rnorm(n, truth), b = rnorm(n, 2 * truth), c = rnorm(n))

test_that("inputs that cannot be told apart are pointed out", {
  expect_error(fuse(truth ~ a + d, transform(data, d = 2 * a + 1)),
    class = "calibrant_error_collinear")
  expect_error(fuse(truth ~ a + b + d, transform(data, d = a - b)),
    class = "calibrant_error_collinear")
  expect_warning(fuse(truth ~ a + d, transform(data, d = a + 0.01 * c)),
    class = "calibrant_warning_collinear")
  expect_error(fuse(truth ~ a + d, transform(data, d = 1)), class = "calibrant_error_constant")
  expect_silent(fuse(truth ~ a + b + c, data))
})

test_that("perfect separation is found in any direction", {
  split <- transform(data, d = 3 * truth - a)
  expect_error(fuse(truth ~ a + d, split), class = "calibrant_error_separable")
  touching <- transform(data, d = ifelse(truth, 1, 0))
  touching$d[1] <- 0
  expect_error(fuse(truth ~ c + d, touching), class = "calibrant_error_separable")
  expect_true(all(is.finite(coef(fuse(truth ~ a + d, split, penalty = 0.1)))))
})

test_that("infinite inputs are copied through where they are right", {
  right <- transform(data, a = replace(a, c(1, n), c(Inf, -Inf)))
  fit <- fuse(truth ~ a + b, right)
  large <- fuse(truth ~ a + b, transform(data, a = replace(a, c(1, n), c(1e4, -1e4))))
  expect_equal(coef(fit), coef(large), tolerance = 1e-7)
  expect_identical(predicted(fit)$value[c(1, n)], c(Inf, -Inf))
  wrong <- transform(data, a = replace(a, 1, -Inf))
  expect_error(fuse(truth ~ a + b, wrong), class = "calibrant_error_infinite")
  clash <- transform(data, a = replace(a, 1, Inf), b = replace(b, 1, -Inf))
  expect_error(fuse(truth ~ a + b, clash), class = "calibrant_error_infinite")
  expect_error(predicted(fit, data.frame(a = Inf, b = -Inf)), class = "calibrant_error_infinite")
})

test_that("inputs of any size are fused, one far off included", {
  known <- coef(fuse(truth ~ a + b, data))
  for (power in c(-1000, -300, 300, 1000)) {
    scaled <- transform(data, a = a * 2^power)
    expect_equal(coef(fuse(truth ~ a + b, scaled)) * c(2^power, 1, 1), known, tolerance = 1e-9)
  }
  far <- coef(fuse(truth ~ a + b, transform(data, a = replace(a, 1, 1e160))))
  sure <- coef(fuse(truth ~ a + b, transform(data, a = replace(a, 1, Inf))))
  expect_equal(far, sure, tolerance = 1e-9)
  misled <- fuse(truth ~ a + b, transform(data, a = replace(a, 1, -1e160)))
  expect_lt(abs(coef(misled)[["a"]]), 1e-150)
  expect_equal(coef(misled)[c("b", "offset")], coef(fuse(truth ~ b, data)), tolerance = 0.1)
})

test_that("no two coefficients have one name, by whatever door the names come", {
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), c(60, 90))
  data <- data.frame(truth, offset = rnorm(150, truth), b = rnorm(150, 2 * truth), d = runif(150))
  given <- as.matrix(data[c("offset", "b")])
  set <- \(column) lr_set(data[[column]], truth, scale = "score")
  both <- list(offset = set("offset"), b = set("b"))
  asked <- list(
    quote(fuse(given, truth)), quote(fuse(given[, 2:1], truth)), quote(fuse(both)),
    quote(fuse(c(offset = set("offset"), b = set("b")))),
    quote(fuse(truth ~ offset + b, data)), quote(fuse(truth ~ b | offset + d, data)),
    quote(fuse(truth ~ b + d | d, data)),
    quote(calibrate(truth ~ offset | I(d), data, scale = "score"))
  )
  for (call in asked) {
    error <- expect_error(suppressMessages(eval(call)), class = "calibrant_error_input")
    expect_match(conditionMessage(error), "different names")
  }
  known <- suppressMessages(fuse(truth ~ a + b, cbind(data, a = data$offset)))
  odd <- c("(Intercept)", "intercept", "prior", "lr", "slope", "weight", "ln_lr", "s1", "", "b")
  for (name in c(odd, NA)) {
    colnames(given)[1] <- name
    fit <- suppressMessages(fuse(given, truth))
    file <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file)
    again <- read_calibrant(file)
    expect_false(anyDuplicated(names(coef(fit))) > 0)
    expect_equal(unname(coef(fit)), unname(coef(known)))
    expect_identical(coef(again), coef(fit))
    expect_identical(
      suppressWarnings(predict(again, given)), suppressWarnings(predict(fit, given))
    )
  }
  writeLines(sub('"s1"', '"offset"', unsealed(write_calibrant(fit, NULL)), fixed = TRUE), file)
  expect_error(read_calibrant(file), "not be \"offset\"", class = "calibrant_error_file")
})
