# Prints the packages that DESCRIPTION and the arguments ask for and that this R lacks.
requirements <- function(file) {
  fields <- read.dcf(file, fields = c("Depends", "Imports", "LinkingTo", "Suggests"))
  specs <- trimws(unlist(strsplit(fields[!is.na(fields)], ",")))
  least <- ifelse(grepl(">=", specs), gsub(".*>= *|\\).*", "", specs), "0")
  stats::setNames(least, sub("[[:space:](].*", "", specs))
}

is_missing <- function(package, least) {
  !nzchar(system.file(package = package)) || utils::packageVersion(package) < least
}

extra <- commandArgs(trailingOnly = TRUE)
needed <- c(requirements("DESCRIPTION"), stats::setNames(rep("0", length(extra)), extra))
needed <- needed[names(needed) != "R"]
writeLines(unique(names(needed)[mapply(is_missing, names(needed), needed)]))
