# Re-runs the problems that the usability review of the first version found, on the installed
# package, and writes bench/usability.md. `make usability`.
knitr::knit("bench/usability.Rmd", "bench/usability.md", quiet = TRUE)
writeLines(trimws(readLines("bench/usability.md"), "right"), "bench/usability.md")
