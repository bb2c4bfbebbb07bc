test_that("the branches and the entropy are drawn as computed", {
  curve <- rule_curve("brier", q = c(0, 0.5, 1))
  drawn <- lapply(2:3, \(i) ggplot2::layer_data(autoplot(curve), i))
  expect_equal(drawn[[1]]$y, c(curve$cost_h1, curve$cost_h2))
  expect_equal(drawn[[2]]$y, curve$entropy)
})

test_that("a rule that jumps is drawn in steps, with dots at the thresholds", {
  p <- autoplot(scoring_rule("mixture", eta = c(0.2, 0.7)))
  expect_s3_class(p$layers[[2]]$geom, "GeomStep")
  open <- ggplot2::layer_data(p, 4)
  filled <- ggplot2::layer_data(p, 5)
  expect_equal(filled$x, c(0.2, 0.7, 0.2, 0.7))
  expect_equal(open$y, c(0.5 / 0.2 + 0.5 / 0.7, 0.5 / 0.7, 0, 0.5 / 0.8))
  expect_equal(filled$y, c(0.5 / 0.7, 0, 0.5 / 0.8, 0.5 / 0.8 + 0.5 / 0.3))
})

test_that("every rule draws without a warning", {
  for (rule in c(all_rules(), list(scoring_rule("mixture", eta = 1:20 / 21)))) {
    expect_silent(ggplot2::ggplot_build(autoplot(rule)))
  }
  expect_silent(ggplot2::ggplot_build(autoplot(rule_curve("zero_one", q = c(0.5, 1)))))
})

test_that("the axis of costs says their unit where they have one", {
  bits <- scoring_rule("log", unit = "bits")
  axis <- \(...) ggplot2::ggplot_build(autoplot(rule_curve(...)))$plot$labels$y
  shown <- \(curve, show) ggplot2::ggplot_build(autoplot(curve, show = show))$plot$labels$y
  expect_identical(axis(bits), "Cost (bits)")
  expect_identical(axis("log"), "Cost (nats)")
  expect_identical(axis("brier"), "Cost")
  expect_identical(gsub("\n", " ", axis("log", "zero_one")), "Cost (log: nats; zero_one: no unit)")
  mixed <- rule_curve("brier", "zero_one", bits, "log")
  expect_match(gsub("\n", " ", shown(mixed, "cost")),
    "(brier, zero_one: no unit; log, in bits: bits; log: nats)", fixed = TRUE)
  both <- rule_curve("log", scaled = scoring_rule("log"))
  expect_identical(shown(both, "entropy"), "Entropy (nats)")
  expect_identical(shown(both, "weight"), "Weight")
})

test_that("plot() draws and returns its input", {
  withr::local_pdf(NULL)
  rule <- scoring_rule("log")
  expect_identical(expect_invisible(plot(rule)), rule)
})
