bullets <- study_set("bullets", no_value = "Other", conclusions = afte)

test_that("bars are the shares of the conclusions", {
  shown <- ggplot2::layer_data(autoplot(bullets))
  table <- conclusion_lr(bullets)
  expect_equal(sort(shown$xmax - shown$xmin), sort(c(table$share_h1, table$share_h2)))
  expect_equal(max(shown$xmax), 1)
  expect_match(ggplot2::get_alt_text(autoplot(bullets)), "ID: 76.5 % of H1, 0.72[0-9] % of H2")
})

test_that("points are the LRs, within their limits, over the verbal scale", {
  stated <- rlang::set_names(c(0.001, 0.1, 0.3, 1, 1000), afte)
  table <- conclusion_lr(bullets, stated = stated)
  plot <- autoplot(table)
  bands <- ggplot2::layer_data(plot, 1)
  expect_true(all(bands$xmin < bands$xmax))
  expect_equal(ggplot2::layer_data(plot, 3)$xmin, table$lower)
  expect_equal(ggplot2::layer_data(plot, 4)$x, table$log10_lr)
  expect_equal(ggplot2::layer_data(plot, 5)$x, unname(log10(stated)))
  expect_length(autoplot(conclusion_lr(bullets), table = NULL)$layers, 3)
  expect_error(autoplot(table, type = "zzz"), class = "calibrant_error_input")
  expect_error(autoplot(table, table = "zzz"), class = "calibrant_error_input")
  several <- conclusion_set(truth ~ conclusion | study, data = black_box, count = "n", h1 = "same")
  expect_s3_class(ggplot2::ggplot_build(autoplot(conclusion_lr(several)))$plot, "ggplot")
})

test_that("LRs of 0 and infinity are triangles at the edge, and all systems have a panel", {
  sure <- c("no", "no", "yes", "yes")
  x <- conclusion_set(rep(sure, 2), truth = rep(c(FALSE, FALSE, TRUE, TRUE), 2),
    conclusions = c("no", "yes"), system = rep(c("a", "b"), each = 4))
  plot <- autoplot(conclusion_lr(x, prior_counts = 0))
  shown <- ggplot2::layer_data(plot, 4)
  expect_identical(shown$shape, rep(17, 4))
  expect_equal(shown$x[1], -shown$x[2])
  expect_true(all(is.finite(shown$x)))
  expect_match(plot$labels$caption, "Triangles: conclusions with LR = 0 and LR = Inf", fixed = TRUE)
})

test_that("rates without an interval say why", {
  x <- conclusion_set(c("no", "yes", "yes"), truth = c(FALSE, TRUE, TRUE),
    conclusions = c("no", "yes"), examiner = c("a", "a", "a"))
  rates <- error_rates(x)
  expect_match(autoplot(rates)$labels$caption, "No interval where")
  expect_output(print(rates), "No interval where there are too few comparisons, examiners or items")
  told <- explain(x)
  expect_match(told, "too few comparisons, examiners or items for an interval", all = FALSE)
  expect_no_match(told, "NaN|NA ")
  shown <- measures(x)
  expect_false(any(is.nan(shown$corrected)))
  expect_no_match(ggplot2::get_alt_text(autoplot(shown)), "NaN|NA")
  report <- conclusion_report_facts(x, NULL, list(level = 0.95, prior = 0.5, seed = 1), list())
  expect_no_match(report$sections$numbers(report), "NaN|NA|- to -")
})

test_that("error rates have a row for each convention, examiners a point", {
  rates <- error_rates(bullets)
  shown <- ggplot2::layer_data(autoplot(rates), 2)
  expect_equal(sort(shown$x), sort(rates$rate))
  rates <- error_rates(examined(), each = "examiner")
  shown <- ggplot2::layer_data(autoplot(rates))
  expect_equal(sum(shown$n[shown$PANEL == 1]), 8)
  expect_error(autoplot(rates[0, ]), class = "calibrant_error_input")
})
