# The figures of five papers that show data or a function, each by a call or two. The numbers are
# simulated or come with the package; the data of the papers are not public, except for what their
# texts say.
#
#   library(calibrant)
#   source(system.file("figures/figures.R", package = "calibrant"))
#   figures[["Ramos 2013, figure 7"]]()
#   for (draw in figures) print(draw())
#
# The code of each paper stands once, in a file of its own, in parts that begin with a line
# "# ---- name ----". The pages of the papers show and run these parts too (knitr::read_chunk()).
# The file captions.dcf says what each figure shows and with which settings. Left out, as they show
# neither data nor a function: Ramos 2018, figure 1; Ramos 2008, figures 1 and 3; Brümmer 2010,
# figures 2.3, 2.4 and C.1.

# The parts of a file, each the lines of its code, under its name.
read_parts <- function(file) {
  lines <- readLines(system.file("figures", file, package = "calibrant"), encoding = "UTF-8")
  starts <- grep("^# ---- .* ----$", lines)
  ends <- c(starts[-1] - 1, length(lines))
  parts <- Map(\(start, end) lines[seq(start + 1, end)], starts, ends)
  names(parts) <- sub("^# ---- (.*) ----$", "\\1", lines[starts])
  lapply(parts, \(part) part[seq_len(max(which(nzchar(part))))])
}

# Captions: what each figure shows, with which settings, and which part of which file draws it.
captions <- local({
  file <- system.file("figures", "captions.dcf", package = "calibrant")
  captions <- as.data.frame(read.dcf(file))
  captions[] <- lapply(captions, \(text) gsub("\n", " ", `Encoding<-`(text, "UTF-8")))
  captions
})
parts <- lapply(stats::setNames(nm = unique(captions$File)), read_parts)

# The data of a paper are made when the first of its figures is drawn. Some LRs are stronger than
# their training supports, which causes a warning; the papers draw such LRs too.
data_of <- local({
  made <- list()
  function(file) {
    if (is.null(made[[file]])) {
      here <- new.env(parent = globalenv())
      of_data <- parts[[file]][!startsWith(names(parts[[file]]), "figure")]
      code <- parse(text = unlist(of_data), encoding = "UTF-8")
      suppressWarnings(eval(code, here), classes = "calibrant_warning")
      made[[file]] <<- here
    }
    made[[file]]
  }
})

figure_code <- Map(\(file, part) parts[[file]][[part]], captions$File, captions$Part)
figures <- Map(\(file, code) {
  force(code)
  \() eval(parse(text = code, encoding = "UTF-8"), new.env(parent = data_of(file)))
}, captions$File, figure_code)
names(figures) <- names(figure_code) <- captions$Figure
