# Compares the core of the gallery with inspected pictures. Other versions of ggplot2 draw other
# bytes.
skip_if_drawn_otherwise <- function() {
  if (utils::packageVersion("ggplot2") == "3.4.1") {
    return()
  }
  # Announces the pictures that are not drawn, whose snapshots testthat would remove otherwise.
  for (file in dir(test_path("_snaps", "gallery"))) announce_snapshot_file(name = file)
  skip("not the reference version of ggplot2")
}

# A quick run draws some of them; the snapshots of the others must not be removed.
pictures_of <- function(names, quick, title) {
  drawn <- cases_of(names, quick)
  for (name in setdiff(names, drawn)) announce_snapshot_file(name = snapshot_name(title(name)))
  drawn
}

# Name of a snapshot, as vdiffr makes it.
snapshot_name <- function(title) {
  stem <- gsub("[^a-z0-9]+", "-", tolower(title))
  paste0(gsub("^-|-$", "", stem), ".svg")
}

test_that("pictures look as they did", {
  skip_unless_extended()
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
    overstatement = "two", `calibration-range` = "two", posterior = "three", bound = "separated",
    `bound-iv` = "two", det = "six", `det-points` = "two", roc = "scores", pav = "infinite",
    `pav-overlay` = "two", `pav-regions` = "glass", cost = "two", histogram = "words",
    calibration = "weighted",
    `calibration-pav` = "two", measures = "two", compare = "two"
  )
  quick <- c("ece", "tippett-overlay", "bayes", "reliability-pav", "det-points", "pav", "measures")
  for (name in pictures_of(names(core), match(quick, names(core)), \(x) paste(x, core[[x]]))) {
    plot <- withr::with_seed(1, suppressWarnings(all[[name]](sets[[core[[name]]]])))
    vdiffr::expect_doppelganger(paste(name, core[[name]]), plot + theme_calibrant())
  }
  others <- gallery_others()
  fifth <- seq(1, length(others), by = 5)
  for (name in pictures_of(names(others), fifth, \(x) paste("others", x))) {
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
  column <- c("ape", "bayes", "det-points", "calibration-pav", "bound")
  for (name in pictures_of(column, 1, \(x) paste("column", x))) {
    plot <- withr::with_seed(1, suppressWarnings(all[[name]](sets$six)))
    vdiffr::expect_doppelganger(paste("column", name), plot + theme_calibrant(7, width = 3.3))
  }
})
