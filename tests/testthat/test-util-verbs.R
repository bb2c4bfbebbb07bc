# Functions of R that a user tries on an object of any kind: their answer is a result or a refusal
# of ours, never a word of base R and never a silent NULL.
tried <- list(
  predict = predict, update = update, coef = coef, confint = confint, vcov = vcov, fitted = fitted,
  residuals = residuals, simulate = simulate, nobs = nobs, logLik = logLik, deviance = deviance,
  anova = anova, summary = summary, tidy = generics::tidy, glance = generics::glance,
  augment = generics::augment, plot = plot, autoplot = ggplot2::autoplot, hist = hist,
  as.data.frame = as.data.frame, format = format, lines = lines, points = points
)

test_that("any object answers any verb with a result, or in our words", {
  withr::local_pdf(NULL)
  for (x in one_of_each_kind()) {
    for (verb in names(tried)) {
      answer <- tryCatch(suppressMessages(suppressWarnings(tried[[verb]](x))), error = identity)
      wrong <- is.null(answer) || inherits(answer, "error") && !inherits(answer, "calibrant_error")
      expect_false(wrong, label = sprintf("%s(<%s>)", verb, class(x)[1]))
    }
  }
})

test_that("an object of any kind prints, and so does part of a table", {
  for (x in one_of_each_kind()) {
    expect_no_error(printed <- utils::capture.output(suppressMessages(print(x))))
    expect_gt(sum(nchar(printed)), 0, label = class(x)[1])
    if (is.data.frame(x)) expect_no_error(utils::capture.output(print(utils::head(x, 1))))
  }
})

test_that("kinds share the classes that refuse, so that few methods are registered", {
  for (x in one_of_each_kind()) {
    shared <- intersect(c("trial_set", "calibrant_curve", "calibrant_object"), class(x))
    expect_length(shared, 1)
  }
  methods <- getNamespaceInfo("calibrant", "S3methods")
  expect_lte(sum(methods[, 3] %in% c("refuse_verb", "return_itself")), 110)
})
