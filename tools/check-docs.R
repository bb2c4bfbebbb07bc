# Fails where an exported object is undocumented, or where man/, NAMESPACE and codemeta.json are not
# what the sources give. Argument: a copy of the tree, without those two, to work in.
copy <- commandArgs(trailingOnly = TRUE)[1]
suppressMessages(roxygen2::roxygenise(copy, load_code = roxygen2::load_installed))
system2("Rscript", c("tools/codemeta.R", shQuote(file.path(copy, "codemeta.json"))))

outdated <- function(folder) {
  system2("diff", c("-r", "-u", "--exclude=figures", folder, shQuote(file.path(copy, folder)))) != 0
}

undocumented <- unlist(tools::undoc("calibrant"))
if (length(undocumented) > 0) {
  writeLines(paste("undocumented:", undocumented))
}
old <- c(outdated("man"), outdated("NAMESPACE"), outdated("codemeta.json"))
if (any(old)) {
  cat("man/, NAMESPACE or codemeta.json is out of date: make document (roxygen2 here is",
      format(utils::packageVersion("roxygen2")), ")\n")
}
quit(status = as.integer(any(old) || length(undocumented) > 0))
