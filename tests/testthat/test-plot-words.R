test_that("pictures speak the language of the session", {
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  words_of <- \(plot) {
    built <- ggplot2::ggplot_build(plot)
    legends <- unlist(lapply(c("colour", "fill", "linetype", "shape"), \(name) {
      scale <- built$plot$scales$get_scales(name)
      if (!is.null(scale)) scale$get_labels()
    }))
    c(legends, unlist(lapply(built$plot$labels, \(one) paste(deparse(one), collapse = ""))))
  }
  pictures <- list(
    \() plot_ece(glass, x_axis = "probability"), \() plot_tippett(glass),
    \() plot_bayes_error(glass), \() plot_ape(glass), \() plot_cost(glass),
    \() plot_det(glass), \() plot_roc(glass), \() plot_pav(glass), \() plot_lr_histogram(glass),
    \() plot_reliability(glass), \() autoplot(posterior_histogram(glass)),
    \() autoplot(bound_lr(glass)), \() autoplot(calibrate(glass)),
    \() autoplot(measures(glass, "eer", replicates = 10)), \() autoplot(information(glass)),
    \() autoplot(rule_curve("log", "brier")), \() autoplot(rule_curve("log"), show = "weight"),
    \() autoplot(decision_regions(rbind(bleiben = c(0, 1), gehen = c(1, 0))))
  )
  english <- paste0(
    "\\b(the|of|and|is|are|as|after|no|probability|prior odds|trials|misses|alarms|",
    "threshold|loss|evidence|cost)\\b"
  )
  for (picture in cases_of(pictures, seq(1, 18, by = 3))) {
    words <- withr::with_language("de", words_of(suppressWarnings(picture())))
    expect_identical(unname(grep(english, words, ignore.case = TRUE, value = TRUE)), character())
  }
  plot <- withr::with_language("de", plot_tippett(glass))
  expect_match(ggplot2::get_alt_text(plot), "irreführend", fixed = TRUE)
})

test_that("words keep their names, and formats their numbers", {
  expect_identical(label(c(a = "H1 is true")), c(a = "H1 is true"))
  expect_identical(label("priors below %s", c("1", "2")), c("priors below 1", "priors below 2"))
})
