# Results whose parts were replaced by hand print as plain tables or are refused in our words.

printed_kinds <- function() {
  x <- withr::with_seed(1, simulate_lr(60, 120, s = 2))
  both <- c(a = x, b = x)
  c(one_of_each_kind(), list(
    calibration_test(x), plan_size(x, half_width = 0.1), conclusion_merges(examined()),
    retrain(calibrate(x), scoring_rule("brier")), bound_lr(calibrate(x)),
    summary(both, level = 0.9, replicates = 20), summary(calibrate(both))
  ))
}

# Copies of `x` with one part, one part of a part, or one attribute replaced by `value`.
with_replaced <- function(x, value) {
  restore <- \(fields) `attributes<-`(fields, attributes(x))
  put <- function(fields, i) {
    fields[i] <- list(value)
    fields
  }
  fields <- unclass(x)
  copies <- lapply(seq_along(fields), \(i) restore(put(fields, i)))
  if (!is.list(fields)) fields <- list()
  inner <- lapply(seq_along(fields), \(i) {
    part <- fields[[i]]
    if (is.data.frame(x) || !is.list(part)) return(NULL)
    lapply(seq_along(part), \(j) {
      fields[[i]] <- `attributes<-`(put(unclass(part), j), attributes(part))
      restore(fields)
    })
  })
  facts <- lapply(setdiff(names(attributes(x)), c("names", "class", "row.names", "dim")), \(name) {
    tryCatch(`attr<-`(x, name, value), error = \(cnd) x)
  })
  c(copies, unlist(inner, recursive = FALSE), facts)
}

test_that("a printed result with replaced parts never ends in an error of base R", {
  withr::local_options(calibrant.sure = TRUE)
  values <- list(
    NULL, "zzz", NaN, list(), 1:3, -1, list(1, "a"), factor("a"), data.frame(), \() 1
  )
  for (x in of_turn(printed_kinds(), 8)) {
    for (value in cases_of(values, 4)) {
      said <- unlist(lapply(suppressWarnings(with_replaced(x, value)), \(broken) {
        tryCatch(
          {
            suppressWarnings(suppressMessages(utils::capture.output(print(broken))))
            NULL
          },
          calibrant_error = \(cnd) NULL, error = conditionMessage
        )
      }))
      expect_identical(said, NULL, info = paste(class(x)[1], deparse(value)[1]))
    }
  }
})

test_that("replaced parts are named as such, and the columns of a table are still shown", {
  x <- withr::with_seed(1, simulate_lr(20, 40))
  broken <- summary(calibrate(x))
  broken["measures"] <- list(NULL)
  expect_error(utils::capture.output(print(broken)), "cannot be printed.*R says",
    class = "calibrant_error_damaged")
  table <- measures(x, replicates = 10)
  table$lower <- "a"
  attr(table, "prior") <- NULL
  table$estimate <- I(as.list(table$estimate))
  expect_output(print(table), "estimate")
})

test_that("digits and rows of a print are checked by name", {
  x <- withr::with_seed(1, simulate_lr(20, 40))
  for (result in list(measures(x, replicates = 10), summary(x), calibrate(x))) {
    for (digits in list("a", -1, 1000, NULL, NA)) {
      expect_error(print(result, digits = digits), "`digits`", class = "calibrant_error_input")
    }
  }
  for (result in list(x, ece_curve(x), verbal_scale(2, scale = "lr"))) {
    for (n in list("a", -1, NULL, NA)) {
      expect_error(print(result, n = n), "`n`", class = "calibrant_error_input")
    }
  }
})
