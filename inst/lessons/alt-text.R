# Gives each picture of a vignette its alternative text, even if ggplot2 alone has made the
# picture.
library(calibrant)
registerS3method("knit_print", "ggplot",
  getS3method("knit_print", "calibrant_plot", envir = asNamespace("knitr")),
  envir = asNamespace("knitr")
)
