# Writes all kinds of documents in HTML into a folder: reports on three kinds of sets in both
# languages, vignettes and lessons, and the course.
#   Rscript tests/page/documents.R FOLDER
suppressMessages(library(calibrant))
folder <- normalizePath(commandArgs(TRUE)[1])
quiet <- function(expr) suppressMessages(suppressWarnings(expr))

set.seed(1)
said <- factor(sample(c("no", "open", "yes"), 300, TRUE, c(4, 2, 4)), c("no", "open", "yes"),
  ordered = TRUE
)
truth <- runif(300) < c(no = 0.1, open = 0.5, yes = 0.9)[as.character(said)]
lrs <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
classes <- loglik_set(glass_type, truth = "type", system = "recogniser")
sets <- list(
  lr = lrs["mvn"], systems = lrs, classes = classes["lda"],
  conclusions = conclusion_set(said, truth)
)
for (language in c("en", "de")) {
  for (kind in names(sets)) {
    file <- file.path(folder, sprintf("report-%s-%s.html", kind, language))
    quiet(validation_report(sets[[kind]], file, replicates = 50, language = language))
  }
}
# Reports with a plan, of one conclusion, of a system in use, and of the installation.
judged <- validation_plan(
  accuracy = c("cllr < 0.9", "eer < 1 %"), calibration = "cllr_cal < 0.1",
  data = list(baseline = lrs["mvk"]), replicates = 50
)
watched <- quiet(monitor(lrs["mvk"], date = "2026-01-05"))
for (language in c("en", "de")) {
  at <- \(kind) file.path(folder, sprintf("report-%s-%s.html", kind, language))
  quiet(validation_report(lrs["mvk"], at("plan"), judged, replicates = 50, language = language,
    monitor = watched))
  quiet(validation_report(sets$conclusions, at("one"), which = "yes", language = language))
}
# Words that are longer than a line.
long <- strrep("abcdefgh01", 8)
named <- lr_set(same_source ~ log10_lr | model,
  data = transform(glass_lr, model = paste0(long, model)), scale = "log10",
  hypotheses = c(h1 = long, h2 = "other")
)
quiet(validation_report(named, file.path(folder, "long-names.html"),
  title = long, method = long, author = long, about = list(document = long, scope = long),
  replicates = 50
))
quiet(qualify(file.path(folder, "qualification.html")))
sources <- c(
  list.files("vignettes", "[.]Rmd$", full.names = TRUE),
  list.files("inst/course", "[.]Rmd$", full.names = TRUE)
)
for (source in sources) quiet(rmarkdown::render(source, output_dir = folder, quiet = TRUE))
