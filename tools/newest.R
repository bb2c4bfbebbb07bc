# Runs the tests with the newest packages of CRAN. Packages for pictures, messages, tests and
# queries, with their dependencies, are built into .lib/newest if CRAN has newer versions than this
# machine. FILTER is that of tools/test.R. The last line counts the expectations.
library <- file.path(".lib", "newest")
dir.create(library, showWarnings = FALSE)
.libPaths(c(library, .libPaths()))

packages <- c(
  "cli", "dbplyr", "dplyr", "generics", "ggplot2", "patchwork", "rlang", "scales", "testthat",
  "vdiffr", "withr"
)
source("tools/mirror.R")
on_cran <- utils::available.packages()
all <- c(packages, unlist(tools::package_dependencies(packages, on_cran, recursive = TRUE)))
all <- intersect(unique(all), rownames(on_cran))
is_old <- vapply(all, \(name) {
  !nzchar(system.file(package = name)) || utils::packageVersion(name) < on_cran[name, "Version"]
}, NA)
if (any(is_old)) utils::install.packages(all[is_old], lib = library, quiet = TRUE)

versions <- vapply(packages, \(name) as.character(utils::packageVersion(name)), "")
cat(paste(packages, versions, collapse = ", "), "\n")
Sys.setenv(R_LIBS = paste(library, Sys.getenv("R_LIBS"), sep = .Platform$path.sep))
quit(status = system2("Rscript", "tools/test.R"))
