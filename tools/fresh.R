# Runs the examples of all help pages. The last line counts the pages.
source("tools/examples.R")
library(calibrant)
grDevices::pdf(NULL)

run_page <- function(code) {
  env <- new.env()
  for (expr in code) {
    shown <- withVisible(eval(expr, env))
    if (shown$visible) print(shown$value)
  }
}

fails <- function(code, page) {
  utils::capture.output(result <- try(suppressMessages(run_page(code)), silent = TRUE))
  if (inherits(result, "try-error")) cat(page, ": ", result, sep = "")
  inherits(result, "try-error")
}

pages <- example_code(but = "^qualify")
failed <- mapply(fails, pages, names(pages))
cat(sprintf("%d passed, %d failed\n", sum(!failed), sum(failed)))
quit(status = as.integer(any(failed)))
