# Prints those packages, named in DESCRIPTION or in the arguments, that this R lacks.   Rscript
# tools/packages.R missing|install|folders needed|all [NAME...] `install` gets them from CRAN into
# .lib; `folders` prints the folders of them and of their imports; `needed` omits those that are
# only suggested.
arguments <- commandArgs(trailingOnly = TRUE)
fields <- c("Depends", "Imports", "LinkingTo", if (arguments[2] == "all") "Suggests")
found <- read.dcf("DESCRIPTION", fields)
specs <- trimws(c(unlist(strsplit(found[!is.na(found)], ",")), arguments[-(1:2)]))
names <- sub("[[:space:](].*", "", specs)
least <- ifelse(grepl(">=", specs), gsub(".*>= *|\\).*", "", specs), "0")

is_missing <- function(package, least) {
  package != "R" &&
    (!nzchar(system.file(package = package)) || utils::packageVersion(package) < least)
}
missing <- unique(names[mapply(is_missing, names, least)])
if (arguments[1] == "folders") {
  here <- utils::installed.packages()
  names <- setdiff(names, "R")
  names <- unique(c(names, unlist(tools::package_dependencies(names, here, recursive = TRUE))))
  is_base <- here[names, "Priority"] %in% "base"
  writeLines(file.path(here[names, "LibPath"], names)[!is_base])
} else if (arguments[1] == "install" && length(missing) > 0) {
  source("tools/mirror.R")
  utils::install.packages(missing, lib = ".lib", dependencies = NA)
} else {
  writeLines(missing)
}
