# Writes the files that qualify() compares with: a report in Markdown and limits from a seed, as
# they are now. Read the differences before you commit: Rscript data-raw/qualification.R
library(calibrant)
here <- getNamespace("calibrant")
writeLines(unlist(strsplit(here$qualified_report(), "\n")), "inst/qualification/report.md")
writeLines(sprintf("%.15g", here$seeded_limits(1)), "inst/qualification/limits.txt")
