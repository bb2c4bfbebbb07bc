# Draws every picture on every awkward set, in colour and in grey, large and as a column of a
# journal, with contact sheets for inspection. `make gallery`; arguments: a folder, then names of
# pictures or of sets to draw only these.
library(calibrant)
source("tests/testthat/helper-gallery.R")

arguments <- commandArgs(TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "gallery"
only <- arguments[-1]
sizes <- list(
  large = list(width = 7, height = 5, base = 11), small = list(width = 3.3, height = 2.5, base = 7)
)

is_wanted <- function(...) length(only) == 0 || any(c(...) %in% only)

# Pictures that a set does not admit, such as a fit to separated trials, are skipped.
draw <- function(make, size, file) {
  size <- sizes[[size]]
  grDevices::png(file, size$width, size$height, "in", res = 110, type = "cairo")
  on.exit(grDevices::dev.off())
  show <- \() print(suppressWarnings(make()) + theme_calibrant(size$base))
  !is.null(tryCatch(show(), calibrant_error = \(e) NULL))
}

# ImageMagick makes the grey copies and the sheets.
image_magick <- function(program, arguments) {
  if (system2(program, arguments) != 0) stop(program, " of ImageMagick is missing, or failed")
}

sheet <- function(files, file, columns) {
  labels <- c("-font", "DejaVu-Sans", "-label", "%t")
  tiles <- c("-tile", sprintf("%dx", columns), "-geometry", "+6+6")
  image_magick("montage", c(labels, shQuote(files), tiles, shQuote(file)))
}

to_grey <- function(files) {
  to <- shQuote(file.path(folder, "grey"))
  image_magick("mogrify", c("-path", to, "-colorspace", "Gray", shQuote(files)))
}

jobs <- function() {
  sets <- gallery_sets()
  plots <- gallery_plots()
  of_sets <- unlist(lapply(names(c(plots$lrs, plots$all)), \(name) {
    plot <- c(plots$lrs, plots$all)[[name]]
    fitting <- Filter(\(set) plots$fits(sets[[set]], name) && is_wanted(name, set), names(sets))
    lapply(fitting, \(set) list(name = name, set = set, make = \() plot(sets[[set]])))
  }), recursive = FALSE)
  others <- gallery_others()
  more <- lapply(Filter(is_wanted, names(others)), \(name) {
    list(name = "others", set = name, make = others[[name]])
  })
  c(of_sets, more)
}

main <- function() {
  for (part in c("large", "small", "grey", "sheets")) {
    dir.create(file.path(folder, part), recursive = TRUE, showWarnings = FALSE)
  }
  drawn <- NULL
  for (job in jobs()) {
    for (size in names(sizes)) {
      file <- file.path(folder, size, sprintf("%s-%s.png", job$name, job$set))
      if (draw(job$make, size, file)) {
        drawn <- rbind(drawn, data.frame(name = job$name, size = size, file = file))
      } else {
        unlink(file)
      }
    }
  }
  to_grey(drawn$file[drawn$size == "small"])
  for (part in split(drawn, list(drawn$name, drawn$size), drop = TRUE)) {
    columns <- if (part$size[1] == "large") 3 else 5
    sheet(part$file, file.path(folder, "sheets",
      sprintf("%s-%s.png", part$name[1], part$size[1])), columns)
  }
  cat(nrow(drawn), "pictures in", folder, "\n")
}

main()
