# A mirror of CRAN, for users who have chosen none.
repos <- getOption("repos")
if (!length(repos) || any(repos %in% c("", "@CRAN@"))) utils::chooseCRANmirror(ind = 1)
