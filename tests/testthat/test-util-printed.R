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

test_that("every print goes through one function, which leaves out marks of direction", {
  methods <- grep("^print[.]", ls(asNamespace("calibrant")), value = TRUE)
  # Pictures leave them out where they measure their words.
  methods <- setdiff(methods, "print.calibrant_plot")
  expect_gt(length(methods), 30)
  for (name in methods) {
    calls <- all.names(body(get(name, asNamespace("calibrant"))))
    expect_true(any(c("printed", "print.measures") %in% calls), label = name)
    expect_false("return" %in% calls, label = name)
  }
  withr::local_options(calibrant.sure = TRUE)
  marks <- intToUtf8(c(0x202a:0x202e, 0x2066:0x2069))
  value <- withr::with_seed(1, rnorm(40, rep(c(1, -1), 20)))
  truth <- rep(c(TRUE, FALSE), 20)
  of <- \(name) lr_set(value, truth, "log10", system = rep(c(name, "z"), each = 20))
  x <- of(paste0("a", marks, "b"))
  shown <- \(x) utils::capture.output({
    for (one in list(
      x, summary(x), measures(x, "cllr", replicates = 0), calibrate(x, penalty = 1), ece_curve(x),
      bound_lr(x), measures_by(x, rep(c(levels(x)[1], "v"), 20), "cllr"),
      compare_systems(x, "cllr", replicates = 0)
    )) print(one)
  })
  expect_identical(shown(x), shown(of("ab")))
  said <- tryCatch(x["none"], error = conditionMessage)
  expect_match(said, "\"ab\"")
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
