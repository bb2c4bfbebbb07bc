# A name has the same number and the same interval in every function that reports on a set.

measured_names <- c("cllr", "cllr_min", "cllr_cal", "eer", "auc", "cross_entropy")

with_items <- function() {
  pairs <- rbind(cbind(1:15, 1:15), t(combn(15, 2)))
  h1 <- pairs[, 1] == pairs[, 2]
  item <- rnorm(15, 0, 0.4)
  llr <- rnorm(nrow(pairs), ifelse(h1, 1.5, -1.5), 1.5) + item[pairs[, 1]] + item[pairs[, 2]]
  lr_set(llr, h1, "ln", source1 = pairs[, 1], source2 = pairs[, 2])
}

sets_of_all_kinds <- function() {
  withr::local_seed(1)
  some <- \(...) simulate_lr(50, 80, ...)
  infinite <- some(s = 2)$value
  infinite[c(1, 130)] <- c(Inf, -Inf)
  wrong <- replace(infinite, 2, -Inf)
  truth <- rep(c(TRUE, FALSE), c(50, 80))
  steps <- round(some(s = 2)$value / log(10)) * log(10)
  tight(env = parent.frame())
  list(
    few = simulate_lr(6, 8, s = 1.5), many = simulate_lr(400, 4000, s = 2),
    weighted = lr_set(some(s = 2)$value, truth, "ln", weight = rep(1:2, 65)),
    items = with_items(), several = c(a = some(s = 1), b = some(s = 2)),
    infinite = lr_set(infinite, truth, "ln"), wrong = lr_set(wrong, truth, "ln"),
    verbal = lr_set(steps, truth, "ln"), separated = set_of(h1 = 1:30 / 3, h2 = -(1:40) / 3),
    overstated = some(s = 1, stretch = 3), calibrated = some(s = 3),
    stream = streamed(simulate_lr(600, 3000, s = 2), 1000)
  )
}

quiet <- function(code) withr::with_seed(7, suppressWarnings(code))

table_of_measures <- function(x, which = measured_names) {
  quiet(measures(x, which, replicates = 60))
}

columns_of_measures <- c("estimate", "corrected", "lower", "upper")

row_of <- function(table, name) {
  as.matrix(as.data.frame(table)[table$measure == name, columns_of_measures])
}

expect_same_numbers <- function(found, table, name, info) {
  expect_equal(unname(as.matrix(found)), unname(row_of(table, name)),
    tolerance = 1e-12, info = paste(info, name)
  )
}

for (kind in of_turn(names(sets_of_all_kinds()), 3)) {
  test_that(paste("a name has one number in all that is said of a set:", kind), {
    x <- sets_of_all_kinds()[[kind]]
    table <- table_of_measures(x)

    # Estimates equal those of the single functions, and corrected values are possible ones.
    for (name in measured_names) {
      # The area of a stream is not exact.
      if (name == "auc" && kind == "stream") next
      value <- quiet(get(name)(x))
      expect_equal(unname(row_of(table, name)[, "estimate"]), unname(value), info = name)
    }
    inside <- table$lower <= table$corrected & table$corrected <= table$upper
    expect_true(all(inside, na.rm = TRUE))
    corrected <- \(name) unname(row_of(table, name)[, "corrected"])
    expect_true(all(corrected("cllr_cal") >= 0))
    expect_true(all(corrected("cllr_min") <= corrected("cllr")))
    expect_equal(corrected("cllr_min") + corrected("cllr_cal"), corrected("cllr"))

    # Other tables.
    broom <- tidy(table)
    expect_identical(as.matrix(broom[c("estimate", "corrected", "conf.low", "conf.high")]),
      as.matrix(as.data.frame(table)[columns_of_measures]),
      ignore_attr = TRUE
    )
    both <- rbind(quiet(cllr(x)), cllr_min(x))
    expect_equal(quiet(tidy(x))$estimate[1:2], both[1:2])
    brief <- quiet(summary(x, prior = 0.5, level = 0.95, replicates = 60))
    for (name in c("cllr_min", "cllr_cal")) {
      expect_same_numbers(
        brief[paste0(name, c("", "_corrected", "_lower", "_upper"))], table, name, "summary"
      )
    }
    at <- c("ece_0.5", "ece_0.5", "ece_0.5_lower", "ece_0.5_upper")
    expect_same_numbers(brief[at], table, "cross_entropy", "summary")
    expect_identical(brief$cllr, as.data.frame(quiet(glance(x)))$cllr)
    expect_identical(brief$cllr_min, as.data.frame(quiet(glance(x)))$cllr_min)

    # Curves and pictures.
    curve <- quiet(ece_curve(x, 0, level = 0.95, replicates = 60))
    expect_same_numbers(
      curve[c("ece", "ece", "ece_lower", "ece_upper")], table, "cross_entropy", ""
    )
    expect_same_numbers(
      curve[c("ece_min", "ece_min_corrected", "ece_min_lower", "ece_min_upper")], table,
      "cllr_min", "curve"
    )
    shown <- ggplot2::autoplot(table)
    known <- is.finite(table$corrected)
    percent <- ifelse(table$measure == "eer", 100, 1)
    dots <- ggplot2::layer_data(shown, 3)
    expect_equal(sort(dots$x), sort((percent * table$corrected)[known]))
    alt <- ggplot2::get_alt_text(shown)
    for (value in (percent * table$estimate)[known]) {
      expect_match(alt, format_number(value), fixed = TRUE)
    }
    expect_match(ggplot2::get_alt_text(plot_det(x)), percent_text(eer(x)[[1]]), fixed = TRUE)

    # Sentences.
    text <- quiet(explain(x, 0.5, level = 0.95, replicates = 60))
    row <- row_of(table, "cross_entropy")
    ends <- row[is.finite(row[, "estimate"]) & !is.na(row[, "lower"]), , drop = FALSE]
    rounded <- \(x, row) number_of_interval(x, as.list(row))
    for (i in seq_len(nrow(ends))) {
      expect_match(paste(text, collapse = " "), sprintf(
        "%s (95 %% interval %s to %s)", bits_text(rounded(ends[i, "estimate"], ends[i, ])),
        rounded(ends[i, "lower"], ends[i, ]), rounded(ends[i, "upper"], ends[i, ])
      ), fixed = TRUE)
    }
  })
}

test_that("plans and reports have the numbers of measures() under its names", {
  sets <- sets_of_all_kinds()
  for (kind in of_turn(c("few", "weighted", "items", "verbal", "overstated", "calibrated"), 3)) {
    x <- sets[[kind]]
    table <- table_of_measures(x)
    plan <- validation_plan(
      accuracy = c("cllr < 0.5", "cross_entropy(0.5) < 0.5"),
      discriminating_power = c("cllr_min < 0.5", "eer < 10 %"),
      calibration = "cllr_cal < 0.1 by estimate", replicates = 60, seed = 7
    )
    judged <- quiet(validation_run(plan, x))
    for (i in seq_len(nrow(judged))) {
      expect_same_numbers(
        as.data.frame(judged)[i, c("result", "corrected", "lower", "upper")], table,
        judged$measure[i], kind
      )
    }
    expect_equal(judged$margin, judged$bound - judged$corrected)
    expect_true(all(judged$margin_lower <= judged$margin & judged$margin <= judged$margin_upper,
      na.rm = TRUE))
    settings <- list(level = 0.95, replicates = 60, seed = 7, threads = 1, prior = 0.5)
    report <- quiet(report_facts(x, judged, settings, list()))
    expect_equal(as.data.frame(report$measured)[columns_of_measures],
      as.data.frame(table)[columns_of_measures])
    shown <- numbers_table(report)
    expect_identical(shown$Result, value_texts(table$measure, table$estimate))
    differs <- shown$Corrected != ""
    expect_identical(shown$Corrected[differs], value_texts(table$measure, table$corrected)[differs])
    row <- row_of(table, "cross_entropy")
    expect_identical(report$facts[[1]]$lower, row[1, "lower"], ignore_attr = TRUE)
    expect_identical(report$facts[[1]]$upper, row[1, "upper"], ignore_attr = TRUE)
    matrix <- judged_table(report)
    expect_match(matrix[[4]][1], value_texts("cllr", table$estimate[1]), fixed = TRUE)
  }
})

test_that("differences are those of the two systems, corrected or not", {
  x <- sets_of_all_kinds()$several
  table <- table_of_measures(x)
  pair <- quiet(compare_systems(x, measured_names, replicates = 60))
  of <- \(system, column) as.data.frame(table)[table$system == system, column]
  expect_equal(pair$difference, of("a", "estimate") - of("b", "estimate"))
  expect_equal(pair$corrected, of("a", "corrected") - of("b", "corrected"))
  expect_true(all(pair$lower <= pair$corrected & pair$corrected <= pair$upper, na.rm = TRUE))
})

test_that("conditions have the columns of measures(), and many classes too", {
  x <- sets_of_all_kinds()$overstated
  by <- quiet(measures_by(x, rep(1, length(x)), measured_names, replicates = 60))
  expect_equal(by[by$condition == "all", columns_of_measures],
    as.data.frame(table_of_measures(x))[columns_of_measures],
    ignore_attr = TRUE
  )
  many <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
  table <- quiet(measures(many, replicates = 20))
  expect_equal(table$estimate[1:3], unname(c(cllr(many), cllr_min(many), cllr_cal(many))))
  expect_true(all(table$lower <= table$corrected & table$corrected <= table$upper))
})
