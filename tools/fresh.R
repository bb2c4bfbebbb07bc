# Runs the examples of all help pages. The last line counts the pages.
source("tools/examples.R")
library(calibrant)
grDevices::pdf(NULL)

fails <- function(code, page) {
  run <- \() source(exprs = code, local = new.env(), print.eval = TRUE)
  utils::capture.output(result <- try(suppressMessages(run()), silent = TRUE))
  if (inherits(result, "try-error")) cat(page, ": ", result, sep = "")
  inherits(result, "try-error")
}

pages <- example_code(but = "^qualify")
failed <- mapply(fails, pages, names(pages))
cat(sprintf("%d passed, %d failed\n", sum(!failed), sum(failed)))
quit(status = as.integer(any(failed)))
