# The core of the gallery against pictures that somebody has looked at. Other versions of ggplot2
# draw other bytes.
skip_if_drawn_otherwise <- function() {
  if (utils::packageVersion("ggplot2") == "3.4.1") {
    return()
  }
  # What is not drawn is not to be cleared away.
  for (file in dir(test_path("_snaps", "gallery"))) announce_snapshot_file(name = file)
  skip("not the reference version of ggplot2")
}

test_that("pictures look as they did", {
  skip_on_cran()
  skip_if_not_installed("vdiffr")
  skip_if_drawn_otherwise()
  sets <- gallery_sets()
  plots <- gallery_plots()
  all <- c(plots$lrs, plots$all)
  core <- list(
    ece = "glass", `ece-overlay` = "long", tippett = "infinite", `tippett-overlay` = "two",
    bayes = "three", `bayes-overlay` = "two", ape = "misleading",
    `ape-overlay` = "two", reliability = "weighted", `reliability-pav` = "two",
    overstatement = "two", posterior = "three", bound = "separated",
    `bound-iv` = "two", det = "six", `det-points` = "two", roc = "scores", pav = "infinite",
    `pav-overlay` = "two", cost = "two", histogram = "words", calibration = "weighted",
    `calibration-pav` = "two", measures = "two", compare = "two"
  )
  for (i in seq_along(core)) {
    name <- names(core)[i]
    set <- core[[i]]
    plot <- withr::with_seed(1, suppressWarnings(all[[name]](sets[[set]])))
    vdiffr::expect_doppelganger(paste(name, set), plot + theme_calibrant())
  }
  others <- gallery_others()
  for (name in names(others)) {
    plot <- withr::with_seed(1, suppressWarnings(others[[name]]()))
    vdiffr::expect_doppelganger(paste("others", name), plot + theme_calibrant())
  }
})

test_that("pictures of a column look as they did", {
  skip_on_cran()
  skip_if_not_installed("vdiffr")
  skip_if_drawn_otherwise()
  sets <- gallery_sets()
  all <- unlist(gallery_plots()[c("lrs", "all")])
  names(all) <- sub("^(lrs|all)[.]", "", names(all))
  for (name in c("ape", "bayes", "det-points", "calibration-pav", "bound")) {
    plot <- withr::with_seed(1, suppressWarnings(all[[name]](sets$six)))
    vdiffr::expect_doppelganger(paste("column", name), plot + theme_calibrant(7))
  }
})
