# Installs the named packages from CRAN into the library folder of the tree.
source("tools/mirror.R")
utils::install.packages(commandArgs(trailingOnly = TRUE), lib = ".lib", dependencies = NA)
