# Fails where _pkgdown.yml, which sorts the functions by the question that they answer, leaves an
# export out, names one that is not there, or names one twice.
index <- yaml::read_yaml("_pkgdown.yml")
listed <- unlist(lapply(index$reference, `[[`, "contents"))
exported <- getNamespaceExports("calibrant")
data_sets <- utils::data(package = "calibrant")$results[, "Item"]

# A page is found by any of its aliases.
lines <- lapply(list.files("man", "[.]Rd$", full.names = TRUE), readLines, encoding = "UTF-8")
lines <- Filter(\(page) !any(grepl("^\\\\keyword[{]internal[}]", page)), lines)
aliases <- lapply(lines, \(page) {
  gsub("\\\\%", "%", sub("^\\\\alias[{](.*)[}]$", "\\1", grep("^\\\\alias[{]", page, value = TRUE)))
})
stopifnot("no page was found" = length(aliases) > 0)
unlisted <- Filter(\(page) !any(page %in% listed), aliases)

problems <- list(
  "is exported, but not in _pkgdown.yml" = setdiff(c(exported, data_sets), listed),
  "has a page, but is not in _pkgdown.yml" = vapply(unlisted, `[`, "", 1),
  "is in _pkgdown.yml, but has no page" = setdiff(listed, c(unlist(aliases), exported)),
  "is in _pkgdown.yml twice" = listed[duplicated(listed)]
)
for (what in names(problems)) {
  for (name in problems[[what]]) cat(name, what, "\n")
}
quit(status = as.integer(any(lengths(problems) > 0)))
