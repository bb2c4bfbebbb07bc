# The core of the gallery against pictures that somebody has looked at. Other versions of ggplot2
# draw other bytes.
test_that("pictures look as they did", {
  skip_on_cran()
  skip_if_not_installed("vdiffr")
  skip_if_not(utils::packageVersion("ggplot2") == "3.4.1", "not the reference version of ggplot2")
  sets <- gallery_sets()
  plots <- gallery_plots()
  all <- c(plots$lrs, plots$all)
  core <- list(
    ece = "glass", `ece-overlay` = "long", tippett = "infinite", `tippett-overlay` = "two",
    bayes = "three", `bayes-overlay` = "two", ape = "misleading", reliability = "weighted",
    posterior = "three", bound = "separated", det = "six", `det-points` = "two", roc = "scores",
    pav = "infinite", cost = "two", histogram = "words", calibration = "weighted",
    measures = "two"
  )
  for (name in names(core)) {
    set <- core[[name]]
    plot <- withr::with_seed(1, suppressWarnings(all[[name]](sets[[set]])))
    vdiffr::expect_doppelganger(paste(name, set), plot + theme_calibrant())
  }
})
