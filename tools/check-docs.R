# Fails where an exported object is undocumented or man/ and NAMESPACE are not what roxygen2 makes
# of the sources. Argument: a copy of the tree, without those two, to work in.
copy <- commandArgs(trailingOnly = TRUE)[1]
suppressMessages(roxygen2::roxygenise(copy, load_code = roxygen2::load_installed))

outdated <- function(folder) {
  system2("diff", c("-r", "-u", "--exclude=figures", folder, shQuote(file.path(copy, folder)))) != 0
}

undocumented <- unlist(tools::undoc("calibrant"))
if (length(undocumented) > 0) {
  writeLines(paste("undocumented:", undocumented))
}
old <- c(outdated("man"), outdated("NAMESPACE"))
if (any(old)) {
  cat("man/ or NAMESPACE is out of date: make document (roxygen2 here is",
      format(utils::packageVersion("roxygen2")), ")\n")
}
quit(status = as.integer(any(old) || length(undocumented) > 0))
