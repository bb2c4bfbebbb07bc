# Fails where an exported object is undocumented, or where man/ or NAMESPACE is not what the sources
# give. Argument: a copy of the tree, without those two, to work in.
copy <- commandArgs(trailingOnly = TRUE)[1]
suppressMessages(roxygen2::roxygenise(copy, load_code = roxygen2::load_installed))
undocumented <- unlist(tools::undoc("calibrant"))
writeLines(sprintf("undocumented: %s", undocumented))
differs <- vapply(c("man", "NAMESPACE"), \(part) {
  system2("diff", c("-r", "-u", "--exclude=figures", part, shQuote(file.path(copy, part)))) != 0
}, NA)
if (any(differs)) {
  cat("make document; roxygen2 here is", format(utils::packageVersion("roxygen2")), "\n")
}
quit(status = as.integer(any(differs) || length(undocumented) > 0))
