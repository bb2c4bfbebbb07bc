# Installs the named packages from CRAN into the library folder of the tree.
repos <- getOption("repos")
if (!length(repos) || any(repos %in% c("", "@CRAN@"))) {
  utils::chooseCRANmirror(ind = 1)
}
utils::install.packages(commandArgs(trailingOnly = TRUE), lib = ".lib", dependencies = NA)
