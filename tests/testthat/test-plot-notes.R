test_that("every picture says what it shows", {
  x <- two()
  for (plot in c(facets(x), overlays(x))) {
    alt <- ggplot2::get_alt_text(plot)
    expect_match(alt, "a.*b")
    expect_gt(nchar(alt), 40)
  }
  expect_match(ggplot2::get_alt_text(plot_tippett(x["a"])), "isleading in")
  expect_match(ggplot2::get_alt_text(plot_det(x)), "a: EER [0-9.]+ %")
})

test_that("what is said of many systems is one note", {
  expect_identical(
    joint_note("Bounds:", c("A", "B", "C"), c("1", "2", "1")), "Bounds: A, C 1; B 2."
  )
  six <- gallery_sets()$six
  expect_match(plot_bayes_error(six)$labels$caption, "Priors at which .* A, B none; C 39.6 %;")
  expect_match(autoplot(bound_lr(six))$labels$caption, "at LR = A 1/56 and 76; B 1/41 and 40;")
})

test_that("pictures of many classes and of rules say what they show", {
  x <- loglik_set(
    droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh") & recogniser == "lda")),
    truth = "type"
  )
  alt <- \(plot) ggplot2::get_alt_text(plot)
  expect_match(alt(autoplot(ternary(x))), "of [0-9]+ trials are nearest to their class")
  expect_match(alt(autoplot(reliability_curve(x))), "percentage points")
  expect_match(alt(autoplot(calibrate(random_set(1)))), "The calibration gives log10 LRs from")
  expect_match(alt(autoplot(decision_regions(rbind(stay = c(0, 1), go = c(1, 0))))), "is best from")
})
