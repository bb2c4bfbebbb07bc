# Refuses a release until the owner has filled in what only the owner knows: the lines that hold
# the words below. In DESCRIPTION they are Authors@R, URL and BugReports; the other files name the
# holder of the copyright.
placeholders <- c("calibrant.example", "calibrant authors")
files <- c(
  "DESCRIPTION", "LICENSE", "LICENSE.md", "inst/CITATION", "SECURITY.md",
  "CODE_OF_CONDUCT.md", "README.Rmd", "cran-comments.md"
)

open_lines <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  found <- grep(paste(placeholders, collapse = "|"), lines)
  where <- paste0(rep(file, length(found)), ":", found)
  sprintf("%s: for the owner to fill in: %s", where, trimws(lines[found]))
}

problems <- unlist(lapply(files, open_lines))
version <- read.dcf("DESCRIPTION", "Version")[1]
if (!any(readLines("NEWS.md") == paste("# calibrant", version))) {
  problems <- c(problems, paste("NEWS.md has no section for version", version))
}
writeLines(problems)
if (length(problems) == 0) {
  cat("ready: .ci/run, then submit the tarball of R CMD build with cran-comments.md\n")
}
quit(status = as.integer(length(problems) > 0))
