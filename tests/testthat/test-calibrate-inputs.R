trials <- trials_with_terms()
new <- trials[c(5, 250, 7), ]

test_that("fuse() reads formulas as glm() does, and new trials by what it has learned", {
  formulas <- list(
    truth ~ s * age, truth ~ s + room, truth ~ s:room + age, truth ~ poly(s, 2) + age,
    truth ~ splines::ns(s, 3), truth ~ (s + age)^2, truth ~ scale(s) + I(age^2), truth ~ . - room
  )
  for (formula in formulas) {
    fit <- fuse(formula, data = trials, prior = 1 / 3)
    known <- glm(formula, binomial, trials, control = list(epsilon = 1e-15))
    n <- length(coef(known))
    expect_equal(coef(fit)[-n], coef(known)[-1])
    posterior <- predict(fit, new, type = "posterior")
    expect_equal(posterior, unname(predict(known, new, type = "response")))
    expect_identical(posterior, predict(unserialize(serialize(fit, NULL)), new, "posterior"))
  }
})

test_that("a term that is not one value per trial is refused", {
  for (formula in list(truth ~ s:age, truth ~ s * age, truth ~ (s + age)^2,
    truth ~ s - 1, truth ~ 2 * (s + age), truth ~ s:age | room)) {
    expect_error(lr_set(formula, trials, "score"), "one value", class = "calibrant_error_input")
  }
  for (formula in list(truth ~ 0 + s, truth ~ s + offset(age), truth ~ 1)) {
    expect_error(fuse(formula, trials), "formula", class = "calibrant_error_input")
  }
  expect_equal(
    lr_set(truth ~ I(s + age), trials, "score")$value, trials$s + trials$age
  )
  expect_equal(lr_set(truth ~ -s, trials, "score", sure = TRUE)$value, -trials$s)
})

test_that("formulas look into their environment, and leave it behind", {
  in_function <- \() {
    half <- \(x) x / 2
    y <- trials$truth
    value <- trials$s
    large <- rnorm(1e5)
    list(
      lr_set(y ~ half(value), scale = "score"), fuse(y ~ half(value)),
      calibrate(y ~ half(value), scale = "score")
    )
  }
  made <- in_function()
  expect_equal(made[[1]]$value, trials$s / 2)
  known <- predict(fuse(truth ~ s, trials), new)
  there <- data.frame(value = new$s)
  expect_equal(predict(made[[2]], there), known)
  expect_equal(predict(made[[3]], there), known)
  expect_equal(predict(update(made[[3]], prior = 0.5), there), known)
  expect_length(predict(retrain(made[[2]], "brier"), there), 3)
  expect_lt(length(serialize(made, NULL)), 1e5)
  expect_error(predict(made[[2]], data.frame(other = 1)), "value", class = "calibrant_error_input")
})

test_that("new trials come from the new data, never from a variable of their name", {
  s <- 5
  fits <- list(
    fuse(truth ~ s + age, trials), fuse(truth ~ log(s + 10), trials),
    calibrate(truth ~ exp(s), data = trials, scale = "score")
  )
  for (fit in fits) {
    expect_error(predict(fit, data.frame(age = 1)), "column", class = "calibrant_error_input")
  }
  expect_error(
    predict(fuse(truth ~ s + room, trials), data.frame(s = 1, room = "z")), "new level",
    class = "calibrant_error_input"
  )
})

test_that("text names groups unless it is numbers", {
  trials$group <- rep(c("x", "y", "z"), 100)
  expect_named(coef(fuse(truth ~ s + group, trials)), c("s", "groupy", "groupz", "offset"))
  trials$number <- rep(c("1,5", "2,5", "3,0"), 100)
  expect_error(fuse(truth ~ s + number, trials), "commas", class = "calibrant_error_input")
})

test_that("in a chunk only its columns are seen", {
  s <- trials$s[151:300]
  from <- \(chunks) {
    at <- 0
    lr_chunks(
      \() {
        at <<- at + 1
        if (at <= length(chunks)) chunks[[at]]
      },
      rewind = \() at <<- 0
    )
  }
  halves <- list(trials[seq(1, 299, 2), ], trials[seq(2, 300, 2), ])
  whole <- lr_set(from(halves), truth ~ s, scale = "score")
  expect_equal(auc(whole), auc(lr_set(truth ~ s, trials, scale = "score")))
  halves[[2]]$s <- NULL
  expect_error(
    lr_set(from(halves), truth ~ s, scale = "score"), "chunk 2",
    class = "calibrant_error_input"
  )
})

test_that("levels that no trial has are no terms", {
  kinds <- trials
  kinds$room <- factor(kinds$room, c(levels(factor(kinds$room)), "none"))
  expect_identical(coef(fuse(truth ~ s + room, kinds)), coef(fuse(truth ~ s + room, trials)))
})
