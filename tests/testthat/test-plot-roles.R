drawn_values <- function(plot, aesthetics) {
  layers <- ggplot2::ggplot_build(plot)$data
  found <- lapply(layers, \(layer) lapply(layer[intersect(aesthetics, names(layer))], unique))
  unique(unlist(lapply(unlist(found, recursive = FALSE), format)))
}

is_grey <- function(colours) {
  rgb <- grDevices::col2rgb(colours)
  rgb[1, ] == rgb[2, ] & rgb[2, ] == rgb[3, ]
}

test_that("every colour is in the table, and none is of a role and of a system", {
  skip_unless_extended()
  of_roles <- c(roles$colour, roles$fill, harm_fill, loss_fills, ramp(3))
  expect_length(intersect(toupper(of_roles), system_colours), 0)
  seen <- \(plots) {
    colours <- unlist(lapply(plots, drawn_values, c("colour", "fill")))
    colours <- setdiff(unique(colours), c("NA", "transparent"))
    colours[!is_grey(colours)]
  }
  expect_true(all(seen(facets(two())) %in% of_roles))
  expect_true(all(seen(overlays(two())) %in% c(system_colours, harm_fill)))
})

test_that("the same code gives the same bytes in every process", {
  skip_on_cran()
  code <- paste(
    "library(calibrant); set.seed(1); x <- simulate_lr(50, 80, s = 2);",
    "y <- c(simulate_lr(50, 80, s = 2, system = 'a'), simulate_lr(50, 80, s = 1, system = 'b'));",
    "grDevices::pdf(commandArgs(TRUE)[1], compress = FALSE);",
    "for (p in list(plot_ece(y, systems = 'overlay'), plot_bayes_error(x), plot_ape(y),",
    "plot_cost(y), plot_det(y))) print(p)"
  )
  drawn <- lapply(1:2, \(i) {
    file <- withr::local_tempfile(fileext = ".pdf")
    script <- withr::local_tempfile(lines = code)
    system2(file.path(R.home("bin"), "Rscript"), c(script, file), stdout = FALSE, stderr = FALSE)
    grep("Date", readLines(file, warn = FALSE), value = TRUE, invert = TRUE, useBytes = TRUE)
  })
  expect_gt(length(drawn[[1]]), 1000)
  expect_identical(drawn[[1]], drawn[[2]])
})

test_that("the tint of harm fills only areas", {
  nist <- plot_bayes_error(two(), operating_points = nist_operating_points())
  for (plot in c(list(nist), cases_of(c(facets(two()), overlays(two())), 1:3))) {
    layers <- ggplot2::ggplot_build(plot)
    tinted <- vapply(layers$data, \(layer) harm_fill %in% layer$fill, NA)
    for (layer in layers$plot$layers[tinted]) expect_s3_class(layer$geom, "GeomRibbon")
  }
})
