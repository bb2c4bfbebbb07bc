# Gives each picture of a vignette the words that it has for those who do not see it, also those
# that ggplot2 alone has made.
library(calibrant)
registerS3method("knit_print", "ggplot",
  getS3method("knit_print", "calibrant_plot", envir = asNamespace("knitr")),
  envir = asNamespace("knitr")
)
