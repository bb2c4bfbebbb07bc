# The table of the figures of the papers: the contents and settings of each, its test, and the place
# of its picture.
#   Rscript bench/figures.R            writes bench/figures.md
#   Rscript bench/figures.R pictures   also draws all of them into the folder `pictures`
suppressMessages(library(calibrant))
source(system.file("figures", "figures.R", package = "calibrant"))

# Each figure has a test whose name begins with that of the figure.
tests <- do.call(rbind, lapply(dir("tests/testthat", "^test-figures.*[.]R$"), \(file) {
  lines <- readLines(file.path("tests/testthat", file), encoding = "UTF-8")
  names <- sub('^test_that\\("(.*)", [{]$', "\\1", grep("^test_that", lines, value = TRUE))
  data.frame(file, figure = sub(": .*", "", names), says = sub("^[^:]*: ", "", names))
}))
tested <- tests[match(captions$Figure, tests$figure), ]
stopifnot("a figure has no test" = !anyNA(tested$figure))

# Names of sections, as the gallery of the site makes them.
anchors <- gsub("[^a-z0-9]+", "-", tolower(iconv(captions$Figure, "UTF-8", "ASCII//TRANSLIT")))
link <- sprintf("[picture](../articles/gallery.html#%s)", anchors)

writeLines(c(
  "# The figures of five papers", "",
  paste(
    "Made by `bench/figures.R` from `inst/figures/captions.dcf` and the names of the tests. The code",
    "of each figure is in `inst/figures/`, a part of a file per figure; the pages of the papers and",
    "the gallery of the site run the same parts. The pictures are in the gallery."
  ), "",
  sprintf("%d figures, each with a test that reads the layers of the picture.", nrow(captions)), "",
  "| figure | shows | settings | test | picture |", "|---|---|---|---|---|",
  sprintf(
    "| %s | %s | %s | `%s`: %s | %s |", captions$Figure, captions$Shows, captions$Settings,
    tested$file, tested$says, link
  )
), "bench/figures.md", useBytes = FALSE)

folder <- commandArgs(TRUE)
if (length(folder) == 1) {
  dir.create(folder, showWarnings = FALSE)
  ggplot2::theme_set(theme_calibrant())
  for (i in seq_along(figures)) {
    file <- file.path(folder, sprintf("%02d-%s.png", i, anchors[i]))
    grDevices::png(file, 6.5, 4.2, "in", res = 90, type = "cairo")
    print(figures[[i]]())
    grDevices::dev.off()
  }
}
