test_that("reads a vector with truth", {
  x <- lr_set(c(2.1, 0.3, -1.2), truth = c(TRUE, TRUE, FALSE), scale = "log10")
  expect_s3_class(x, "lr_set")
  expect_equal(as.data.frame(x), data.frame(
    log10_lr = c(2.1, 0.3, -1.2), truth = c(TRUE, TRUE, FALSE)
  ))
})

test_that("reads a list of two vectors in either order", {
  x <- lr_set(list(h2 = c(0.1, 0.4), h1 = c(20, 3, 0.8)), scale = "lr")
  expect_equal(as.data.frame(x), data.frame(
    lr = c(20, 3, 0.8, 0.1, 0.4), truth = rep(c(TRUE, FALSE), c(3, 2))
  ))
})

test_that("reads a formula, and a data frame followed by one", {
  data <- data.frame(
    llr = c(1, -1, 2, -2), match = c("yes", "no", "yes", "no"), model = c("b", "b", "a", "a"),
    w = c(1, 2, 3, 4), left = 1:4, right = letters[5:8]
  )
  x <- lr_set(match ~ llr | model,
    data = data, scale = "ln", h1 = "yes", weight = "w", source1 = "left", source2 = data$right
  )
  expect_equal(as.data.frame(x), data.frame(
    ln_lr = data$llr, truth = c(TRUE, FALSE, TRUE, FALSE),
    system = factor(data$model, levels = c("b", "a")), weight = data$w,
    source1 = 1:4, source2 = data$right
  ))
  piped <- data |> lr_set(match ~ llr | model, scale = "ln", h1 = "yes")
  expect_equal(as.data.frame(piped), as.data.frame(x)[1:3])
})

test_that("evaluates both sides of a formula, with variables from around it", {
  shift <- 1
  data <- data.frame(llr = c(1, 2), kind = c("same", "other"))
  x <- lr_set(kind == "same" ~ I(llr - shift), data = data, scale = "log2")
  expect_equal(x$value, c(0, 1))
  expect_equal(x$truth, c(TRUE, FALSE))
})

test_that("returns a set as it is", {
  x <- random_set(1)
  expect_identical(lr_set(x), x)
})

test_that("gives the same LLRs on all scales of LR", {
  ratio <- c(0, 1e-300, 0.25, 1, 3, 1e300, Inf)
  truth <- c(TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, TRUE)
  forms <- list(
    lr = ratio, ln = log(ratio), log2 = log2(ratio), log10 = log10(ratio)
  )
  ln <- lapply(names(forms), \(scale) {
    x <- lr_set(forms[[scale]], truth = truth, scale = scale)
    to_ln(x$value, x$scale)
  })
  for (llr in ln[-1]) expect_equal(llr, ln[[1]], tolerance = 1e-14)
})

test_that("reads integers, and keeps large sets compact", {
  expect_equal(lr_set(1:2, truth = c(FALSE, TRUE), scale = "ln")$value, c(1, 2))
})

expect_input_error <- function(object, message = NULL, class = "calibrant_error_input") {
  expect_error(object, message, class = class)
}

test_that("refuses missing values and says where and how many", {
  truth <- c(TRUE, TRUE, FALSE, FALSE)
  values <- list(c(1, NA, 2, NaN), c(1L, NA, 2L, NA))
  for (value in values) {
    expect_input_error(lr_set(value, truth = truth, scale = "ln"), "2 of 4.*position 2")
  }
  expect_input_error(
    lr_set(1:4, truth = c(TRUE, FALSE, NA, TRUE), scale = "ln"), "1 of 4.*position 3"
  )
  expect_input_error(
    lr_set(1:4, truth = truth, scale = "ln", system = c("a", "a", "a", NA)), "position 4"
  )
  expect_input_error(
    lr_set(1:4, truth = truth, scale = "ln", weight = c(1, NA, 1, 1)), "weight.*position 2"
  )
  expect_input_error(
    lr_set(1:4, truth = truth, scale = "ln", source2 = c("a", NA, "b", "c")), "source2.*position 2"
  )
  expect_input_error(lr_set(list(h1 = c(1, NA), h2 = 1), scale = "ln"), "h1.*position 2")
})

test_that("refuses a hypothesis without a trial", {
  one_class <- "calibrant_error_one_class"
  for (truth in list(c(TRUE, TRUE), c(FALSE, FALSE), c(1, 1), c(0, 0))) {
    error <- expect_input_error(lr_set(1:2, truth = truth, scale = "ln"), class = one_class)
    expect_s3_class(error, "calibrant_error_input")
  }
  expect_input_error(
    lr_set(1:2, truth = c("a", "a"), h1 = "a", scale = "ln"), class = one_class
  )
  expect_input_error(
    lr_set(1:4, c(TRUE, FALSE, TRUE, TRUE), system = c("a", "a", "b", "b"), scale = "ln"),
    "system \"b\": 2 under H1, 0 under H2",
    class = one_class
  )
})

test_that("refuses lengths that differ and names both", {
  expect_input_error(lr_set(1:3, truth = c(TRUE, FALSE), scale = "ln"), "`x` has 3.*`truth` has 2")
  truth <- c(TRUE, FALSE, TRUE)
  expect_input_error(lr_set(1:3, truth, scale = "ln", system = 1), "`system` has 1")
  expect_input_error(lr_set(1:3, truth, scale = "ln", weight = 1:4), "`weight` has 4")
  expect_input_error(lr_set(1:3, truth, scale = "ln", source1 = 1:2), "`source1` has 2")
})

test_that("refuses a scale that is missing or unknown and lists what there is", {
  truth <- c(TRUE, FALSE)
  expect_input_error(lr_set(1:2, truth), "scale.*log10.*ln.*log2.*lr.*score")
  expect_input_error(lr_set(1:2, truth, scale = "log"), "log10.*\"log\"")
  expect_input_error(lr_set(1:2, truth, scale = c("ln", "lr")))
  expect_input_error(lr_set(1:2, truth, scale = 10))
  expect_input_error(lr_set(list(h1 = 1, h2 = 2)), "scale")
  expect_input_error(lr_set(truth ~ x, data = data.frame(x = 1:2, truth = truth)), "scale")
})

test_that("refuses negative ratios on the scale of ratios and says where", {
  truth <- c(TRUE, FALSE, FALSE)
  expect_input_error(lr_set(c(1, -2, -Inf), truth, scale = "lr"), "2 are.*position 2.*-2")
  expect_input_error(lr_set(c(1, 2, -5e-324), truth, scale = "lr"), "1 is.*position 3")
  expect_silent(lr_set(c(1, -0, 0), truth, scale = "lr"))
})

test_that("refuses what is not numeric", {
  truth <- c(TRUE, FALSE)
  for (value in list(c("1", "2"), factor(1:2), c(TRUE, FALSE), Sys.Date() + 1:2, 1i * 1:2)) {
    expect_input_error(lr_set(value, truth, scale = "ln"), "numeric")
  }
  expect_input_error(lr_set(list(h1 = "1", h2 = 2), scale = "ln"), "h1")
})

test_that("refuses arguments whose class has its own c()", {
  day <- as.POSIXlt("2020-01-01", tz = "UTC")
  set <- \(...) lr_set(c(1, -1), c(TRUE, FALSE), scale = "ln", ...)
  expect_error(set(h1 = day, source2 = 1), class = "calibrant_error_input")
  expect_error(set(h1 = day, weight = c(1, 2)), class = "calibrant_error_input")
  expect_error(set(h1 = numeric_version("1"), weight = c(1, 2)), class = "calibrant_error_input")
})

test_that("refuses nothing at all", {
  expect_input_error(lr_set(numeric(), logical(), scale = "ln"), "empty")
  expect_input_error(lr_set(list(h1 = numeric(), h2 = 1), scale = "ln"), "h1.*empty")
  expect_input_error(lr_set(1:2, scale = "ln"), "truth.*missing")
})

test_that("refuses weights that are not positive", {
  truth <- c(TRUE, FALSE, TRUE)
  for (weight in list(c(1, 0, 1), c(1, -1, 1), c(1, Inf, 1), c(1, 1e-101, 1), c(1, 1e101, 1))) {
    expect_input_error(lr_set(1:3, truth, scale = "ln", weight = weight), "Element 2")
  }
  expect_input_error(lr_set(1:3, truth, scale = "ln", weight = letters[1:3]), "weight")
})

test_that("refuses lists, formulas and data frames it cannot read", {
  expect_input_error(lr_set(list(h1 = 1), scale = "ln"), "h1.*h2")
  expect_input_error(lr_set(list(h1 = 1, h2 = 2, h3 = 3), scale = "ln"))
  expect_input_error(lr_set(list(1, 2), scale = "ln"))
  data <- data.frame(llr = 1:2, truth = c(TRUE, FALSE))
  expect_input_error(lr_set(truth ~ llr, scale = "ln"), "data")
  expect_input_error(lr_set(~llr, data = data, scale = "ln"), "two sides")
  expect_input_error(lr_set(truth ~ nowhere, data = data, scale = "ln"), "nowhere.*truth")
  expect_input_error(lr_set(truth ~ llr, data = data, scale = "ln", weight = "w"), "\"w\"")
  expect_input_error(lr_set(data, scale = "ln"), "formula")
})

test_that("refuses arguments it does not know", {
  expect_error(lr_set(1:2, c(TRUE, FALSE), scale = "ln", weights = 1:2), "weights")
})
