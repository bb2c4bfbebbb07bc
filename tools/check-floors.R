# Fails where R files use each other in a circle, where a file uses a higher floor, or where two
# definitions share a name: the second would win unseen. The first word
# of a file's name is its family, and each family has a floor. A file uses another where a name that
# is defined at the top level there stands anywhere in its code; so no local variable or argument may
# share its name with a function of a higher floor.
#   Rscript tools/check-floors.R              all of this
#   Rscript tools/check-floors.R circles      circles only; or floors, or names
#   Rscript tools/check-floors.R FAMILY...    only what starts from these families
floors <- c(
  data = 0, util = 1, backend = 2, set = 3, measure = 4, rule = 4, decide = 4, calibrate = 5,
  class = 5, interval = 6, bound = 6, curve = 7, plot = 8, report = 9
)

files <- list.files("R", "[.]R$", full.names = TRUE)
code <- lapply(files, \(file) as.list(parse(file, keep.source = FALSE)))
names(code) <- sub("[.]R$", "", basename(files))
family_of <- function(file) sub("-.*", "", file)

defined_name <- function(expr) {
  is_definition <- is.call(expr) && identical(expr[[1]], as.name("<-")) && is.name(expr[[2]])
  if (is_definition) as.character(expr[[2]]) else NA_character_
}
owner <- unlist(lapply(names(code), \(file) {
  defined <- vapply(code[[file]], defined_name, "")
  defined <- defined[!is.na(defined)]
  stats::setNames(rep(file, length(defined)), defined)
}))

# One row per use: in which file and definition, of what, and where that is defined.
uses_in <- function(file) {
  rows <- lapply(code[[file]], \(expr) {
    used <- intersect(all.names(expr), names(owner))
    data.frame(file = rep(file, length(used)), by = rep(defined_name(expr), length(used)),
               used = used, of = unname(owner[used]))
  })
  do.call(rbind, rows)
}
uses <- do.call(rbind, lapply(names(code), uses_in))
uses <- uses[uses$file != uses$of, ]
arrows <- split(uses$of, factor(uses$file, names(code))) |> lapply(unique)

reached_from <- function(file) {
  seen <- character()
  todo <- arrows[[file]]
  while (length(todo) > 0) {
    seen <- c(seen, todo)
    todo <- setdiff(unlist(arrows[todo]), seen)
  }
  unique(seen)
}
reached <- lapply(stats::setNames(nm = names(code)), reached_from)
circle_of <- function(file) sort(Filter(\(other) file %in% reached[[other]], reached[[file]]))
circles <- unique(Filter(length, lapply(names(code), circle_of)))

print_uses <- function(rows) {
  writeLines(sprintf("  %s (%s) uses %s of %s", rows$file, rows$by, rows$used, rows$of))
}
arguments <- commandArgs(trailingOnly = TRUE)
wanted <- setdiff(arguments, c("circles", "floors", "names"))
is_asked <- function(what) length(arguments) == length(wanted) || what %in% arguments
is_wanted <- function(file) length(wanted) == 0 | family_of(file) %in% wanted

unknown <- setdiff(family_of(names(code)), names(floors))
up <- uses[floors[family_of(uses$of)] > floors[family_of(uses$file)] & is_wanted(uses$file), ]
circles <- Filter(\(circle) any(is_wanted(circle)), circles)
again <- unique(names(owner)[duplicated(names(owner))])
if (!is_asked("floors")) up <- up[0, ]
if (!is_asked("circles")) circles <- list()
if (!is_asked("names")) again <- character()

writeLines(sprintf("no floor: %s", unknown))
if (nrow(up) > 0) cat("uses of a higher floor:\n")
print_uses(up)
for (circle in circles) {
  cat("a circle of", length(circle), "files:", circle, "\n")
  print_uses(uses[uses$file %in% circle & uses$of %in% circle & is_wanted(uses$file), ])
}
for (name in again) cat(name, "is defined in", owner[names(owner) == name], "\n")
quit(status = as.integer(nrow(up) + length(circles) + length(again) + length(unknown) > 0))
