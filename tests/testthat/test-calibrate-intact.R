trained <- function(method) {
  x <- withr::with_seed(1, simulate_lr(60, 90, s = 2, stretch = 2))
  suppressWarnings(calibrate(x, method = method))
}

fused <- function() {
  x <- withr::with_seed(2, c(a = simulate_lr(60, 90, s = 2), b = simulate_lr(60, 90, s = 1)))
  suppressMessages(fuse(x))
}

# The paths to all parts of a fit, however deep.
parts_of <- function(object, path = NULL) {
  if (!is.list(object)) {
    return(list(path))
  }
  inside <- lapply(seq_along(object), \(i) parts_of(unclass(object)[[i]], c(path, i)))
  c(if (!is.null(path)) list(path), unlist(inside, recursive = FALSE))
}

# Fits with the part at `path` dropped, spoiled, cut or of another type.
damaged <- function(fit, path) {
  whole <- unclass(fit)[[path]]
  spoiled <- list(NULL, "damaged", list(), numeric(0), NaN, NA, -Inf, utils::head(whole, 1))
  spoiled <- spoiled[!vapply(spoiled, identical, NA, whole)]
  lapply(spoiled, \(value) {
    fields <- unclass(fit)
    if (is.null(value)) fields[[path]] <- NULL else fields[[path]] <- value
    structure(fields, class = class(fit))
  })
}

outcome <- function(door, fit) {
  tryCatch(
    {
      utils::capture.output(value <- suppressMessages(suppressWarnings(door(fit))))
      if (inherits(value, "ggplot")) ggplot2::ggplot_build(value)$data else value
    },
    calibrant_error = \(cnd) if (inherits(cnd, "calibrant_error_damaged")) "damaged" else "told",
    error = \(cnd) paste("BASE", conditionMessage(cnd))
  )
}

doors <- list(
  predict = \(fit) predict(fit, c(0, 1)), coef = coef, vcov = vcov, nobs = nobs, logLik = logLik,
  AIC = AIC, BIC = BIC, tidy = tidy, glance = glance, augment = augment, summary = summary,
  print = print, explain = explain, fitted = fitted, residuals = residuals, deviance = deviance,
  update = update, retrain = \(fit) retrain(fit, scoring_rule("quadratic")),
  bound_lr = bound_lr, autoplot = ggplot2::autoplot, confint = confint, measures = measures,
  write_calibrant = \(fit) write_calibrant(fit, NULL)
)

test_that("a damaged fit is noticed, or the damage changes nothing", {
  methods <- calibration_method_names
  fits <- c(lapply(methods, trained), list(fused()))
  quick <- doors[c("predict", "coef", "logLik", "tidy", "summary", "write_calibrant")]
  for (fit in fits) {
    new <- if (inherits(fit, "lr_fusion")) data.frame(a = c(0, 1), b = c(1, 2)) else c(0, 1)
    good <- predict(fit, new)
    parts <- parts_of(unclass(fit)[setdiff(names(fit), c("trials", "memory", "input"))])
    for (path in parts) {
      for (bad in Filter(\(bad) calibrant:::is_intact_fit(unclass(bad)), damaged(fit, path))) {
        label <- paste(fit$method, paste(path, collapse = "/"))
        expect_identical(predict(bad, new), good, label = label)
        found <- lapply(quick, outcome, bad)
        found <- Filter(\(x) rlang::is_string(x) && startsWith(x, "BASE"), found)
        expect_identical(unlist(found), NULL, label = label)
      }
    }
  }
})

test_that("every verb says that a fit is damaged", {
  bad <- damaged(trained("logistic"), "transforms")[[1]]
  for (verb in names(doors)) expect_identical(outcome(doors[[verb]], bad), "damaged", label = verb)
  bad <- damaged(fused(), "terms")[[1]]
  expect_identical(outcome(\(fit) predict(fit, data.frame(a = 1, b = 1)), bad), "damaged")
})

test_that("a list that is no calibration is damaged, whatever its class says", {
  for (bare in list(list(), list(method = NULL), 1, NULL, "fit")) {
    fit <- structure(list(), class = "lr_calibration")
    if (length(bare) > 0) fit <- structure(bare, class = "lr_calibration")
    expect_error(predict(fit, 0), class = "calibrant_error_damaged")
  }
})

test_that("counts have trials of both hypotheses", {
  counts <- list(value = c(1, 2), n_h1 = c(0, 1), n_h2 = c(3, 0))
  expect_true(are_known_counts(counts))
  expect_false(are_known_counts(replace(counts, "n_h1", list(c(0, 0)))))
})
