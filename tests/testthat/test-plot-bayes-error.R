test_that("draws error rates relative to the prior alone", {
  x <- golden_g()
  plot <- plot_bayes_error(x, log10_prior_odds = c(-1, 0, 1))
  lines <- which(vapply(plot$layers, \(layer) inherits(layer$geom, "GeomLine"), NA))
  drawn <- do.call(rbind, lapply(lines, \(i) {
    ggplot2::layer_data(plot, i)[c("x", "y", "colour")]
  }))
  curve <- bayes_error_curve(x, log10_prior_odds = c(-1, 0, 1))
  of <- \(role) drawn$y[drawn$colour == roles[role, "colour"]]
  expect_equal(of("actual"), curve$bayes_error / curve$bayes_error_null)
  expect_equal(of("best"), curve$bayes_error_min / curve$bayes_error_null)
  expect_equal(of("none"), c(1, 1, 1))
  # The parts of misses and of false alarms (thesis, eq. 7.44).
  expect_equal(of("h1") + of("h2"), of("actual"))
  expect_equal(of("h1")[1], curve$p_miss[1])
  expect_equal(of("h2")[3], curve$p_fa[3])
})

test_that("draws without a warning whatever the set", {
  withr::local_seed(1)
  sets <- list(
    ln_set(2, -1), ln_set(-1, 2), ln_set(c(0, 0), 0), ln_set(c(-Inf, 1, Inf), c(-Inf, 0, Inf)),
    c(simulate_lr(400, 400, s = 2, system = "a"), simulate_lr(40, 40, s = 1, system = "b"))
  )
  for (x in cases_of(sets, c(2, 4))) {
    for (plot in list(
      plot_bayes_error(x, operating_points = nist_operating_points("SRE 2008")), plot_ape(x),
      plot_ape(x, operating_points = 0.3)
    )) {
      expect_silent(ggplot2::ggplot_gtable(ggplot2::ggplot_build(plot)))
    }
  }
})

test_that("says where errors run out", {
  withr::local_seed(4)
  plot <- plot_bayes_error(simulate_lr(500, 5000, s = 2))
  marks <- ggplot2::layer_data(plot, length(plot$layers))
  expect_equal(nrow(marks), 2)
  expect_match(plot$labels$caption, "at least 30 misses and 30 false alarms")
  expect_match(plot_bayes_error(golden_g())$labels$caption, "no prior")
})

test_that("draws the curves that are asked for", {
  withr::local_seed(7)
  x <- simulate_lr(100, 1000, s = 2)
  one <- plot_bayes_error(x, curves = c("bayes_error", "bayes_error_null"), parts = FALSE)
  all <- plot_bayes_error(x, parts = FALSE)
  drawn <- \(plot) unique(unlist(lapply(ggplot2::ggplot_build(plot)$data, `[[`, "linetype")))
  expect_setequal(drawn(one), setdiff(drawn(all), "dashed"))
  expect_no_match(one$labels$caption %||% "", "30 misses")
  expect_error(plot_bayes_error(x, curves = "all"), class = "calibrant_error_input")
})
