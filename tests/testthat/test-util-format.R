test_that("sentences wrap, and no number apart from its thousands or its unit", {
  withr::local_options(width = 40)
  text <- paste(strrep("word ", 6), "1 234 567 trials at 95 % cost 0.5 bit each")
  lines <- strsplit(wrap_sentences(text, exdent = 2), "\n")[[1]]
  expect_true(all(nchar(lines) < 36))
  for (whole in c("1 234 567", "95 %", "0.5 bit")) {
    expect_length(grep(whole, lines, fixed = TRUE), 1)
  }
  expect_match(lines[-1], "^  [^ ]")
  expect_identical(trimws(lines) |> paste(collapse = " "), gsub(" +", " ", text))
  expect_identical(wrap_sentences(c("short", "")), c("short", ""))
})

test_that("no number is apart from its unit at any width", {
  for (width in 20:60) {
    withr::local_options(width = width)
    lines <- strsplit(wrap_sentences("of 12 345 trials 99 % cost less than 1 bit each"), "\n")[[1]]
    expect_length(grep("12 345", lines), 1)
    expect_length(grep("99 %", lines), 1)
  }
})

test_that("labels that are numbers, and sentences, are the same under all options of R", {
  data <- data.frame(llr = c(2, 1, -1, -2, 0.5, 0.6), same = c(1, 1, 0, 0, 1, 0), lab = 1e5)
  results <- function() {
    x <- lr_set(same ~ llr | lab, data, scale = "ln")
    classes <- loglik_set(matrix(-(1:6), 3), c(1, 2, 1), scale = "ln")
    stream <- lr_set(
      lr_chunks(local({
        left <- 1
        \() if (left > 0) {
          left <<- left - 1
          data
        }
      }), \() NULL), same ~ llr | lab, scale = "ln"
    )
    list(
      levels(x), x$labels, levels(classes$truth), levels(stream),
      levels(conclusion_set(same ~ I(lab * (llr > 0)), data)),
      unclass(explain(x)), unclass(explain(calibrate(x, penalty = 0.1))),
      levels(cost_curve(x)$name), names(glance(x)), names(summary(x)),
      summary(calibrate(x, penalty = 0.1))$formula, names(tidy(bound_lr(x))),
      dimnames(confint(calibrate(x, penalty = 0.1)))
    )
  }
  usual <- results()
  for (scipen in c(-999, -4, 999)) {
    withr::local_options(scipen = scipen)
    expect_identical(results(), usual)
  }
})
