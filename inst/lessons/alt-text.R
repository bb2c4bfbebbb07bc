# Gives each picture of a vignette the words that it has for those who do not see it.
said <- character()
registerS3method("knit_print", "ggplot", function(x, ...) {
  said <<- c(said, ggplot2::get_alt_text(x))
  print(x)
}, envir = asNamespace("knitr"))
knitr::knit_hooks$set(forget_said = function(before, ...) if (before) said <<- character())
knitr::opts_chunk$set(fig.alt = quote(said), forget_said = TRUE)
