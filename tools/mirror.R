# A mirror of CRAN, where the user has chosen none.
repos <- getOption("repos")
if (!length(repos) || any(repos %in% c("", "@CRAN@"))) utils::chooseCRANmirror(ind = 1)
