# Fails if an exported object is undocumented, or if man/ or NAMESPACE differ from those that the
# sources give. Argument: a copy of the tree to work in, without these two.
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

# `??` finds each page by its words in this article.
article <- readLines("vignettes/articles/words-and-pages.Rmd", encoding = "UTF-8")
rows <- regmatches(article, regexec("^[|] \\[`([^`]+)`[^|]+[|] (.+) [|]$", article))
rows <- do.call(rbind, rows[lengths(rows) > 0])
promised <- paste0(rep(rows[, 2], lengths(words <- strsplit(rows[, 3], ", "))), ": ", unlist(words))
pages <- setdiff(dir("man", "[.]Rd$"), "reexports.Rd")
kept <- unlist(lapply(pages, \(page) {
  lines <- readLines(file.path("man", page), encoding = "UTF-8")
  concepts <- grep("^.concept[{]", lines, value = TRUE)
  words <- if (length(concepts) > 0) substring(concepts, 10, nchar(concepts) - 1) else "no word"
  paste0(sub("[.]Rd$", "", page), ": ", words)
}))
unlike <- c(setdiff(kept, promised), setdiff(promised, kept))
writeLines(sprintf("words of the article and of the page differ: %s", unlike))
quit(status = as.integer(any(differs) || length(undocumented) > 0 || length(unlike) > 0))
