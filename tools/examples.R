# The code of the examples, by help page, except pages whose name matches.
example_code <- function(but) {
  pages <- tools::Rd_db("calibrant")
  pages <- pages[!grepl(but, names(pages))]
  lapply(pages, \(page) {
    file <- tempfile(fileext = ".R")
    on.exit(unlink(file))
    tools::Rd2ex(page, file, commentDontrun = TRUE)
    if (file.exists(file)) parse(file, encoding = "UTF-8")
  })
}
