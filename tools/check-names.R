# Fails where two definitions at the top level of R/ share a name: the second would win unseen.
definitions <- function(file) {
  code <- as.list(parse(file, keep.source = FALSE))
  is_assignment <- vapply(code, \(expr) is.call(expr) && identical(expr[[1]], as.name("<-")), NA)
  targets <- lapply(code[is_assignment], `[[`, 2)
  names <- vapply(Filter(\(x) is.name(x) || is.character(x), targets), as.character, "")
  data.frame(name = names, file = rep(basename(file), length(names)))
}

files <- list.files("R", "[.][Rr]$", full.names = TRUE)
defined <- do.call(rbind, lapply(files, definitions))
stopifnot("no definition was found" = nrow(defined) > 0)
again <- unique(defined$name[duplicated(defined$name)])
for (name in again) {
  cat(name, "is defined in", paste(defined$file[defined$name == name], collapse = " and "), "\n")
}
quit(status = as.integer(length(again) > 0))
