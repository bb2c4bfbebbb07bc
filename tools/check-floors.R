# Fails if R files use each other in a circle, if a file uses a higher floor, if two definitions
# share a name (the second would replace the first), if the face of a room omits a name that other
# rooms use, or if CONTRIBUTING.md omits a name of the core that three rooms use. A file's name
# begins with its core family or its room. A file uses another if its code contains a name defined
# at the top level there, so no local variable may share its name with a higher function.
#   Rscript tools/check-floors.R              all of this
#   Rscript tools/check-floors.R circles      circles only; or floors, names, faces, words
core <- c(
  data = 0, util = 1, backend = 2, set = 3, measure = 4, decide = 4, calibrate = 5, interval = 6,
  curve = 7, plot = 8, explain = 9
)
# A room uses the core, and rooms of lower floors.
rooms <- c(
  scale = 10, bound = 10, conclusion = 10, monitor = 10, posterior = 10, rule = 10, class = 11,
  consistency = 12, conditions = 12, plan = 13, report = 14, tidy = 15, trust = 15, shell = 16
)

files <- list.files("R", "[.]R$", full.names = TRUE)
code <- lapply(files, \(file) as.list(parse(file, keep.source = FALSE)))
names(code) <- sub("[.]R$", "", basename(files))
family_of <- function(file) sub("-.*", "", file)
floor_of <- function(file) unname(c(core, rooms)[family_of(file)])

defined_name <- function(expr) {
  is_definition <- is.call(expr) && identical(expr[[1]], as.name("<-")) && is.name(expr[[2]])
  if (is_definition) as.character(expr[[2]]) else NA_character_
}
owner <- unlist(lapply(names(code), \(file) {
  defined <- vapply(code[[file]], defined_name, "")
  defined <- defined[!is.na(defined)]
  stats::setNames(rep(file, length(defined)), defined)
}))
# Unlike all.names(), includes names in default arguments of functions.
names_in <- function(expr) {
  if (is.call(expr) || is.pairlist(expr)) return(unlist(lapply(as.list(expr), names_in)))
  if (is.name(expr)) as.character(expr)
}

# One row per use: the file and the definition that use a name, the name, and its own file.
uses <- do.call(rbind, lapply(names(code), \(file) {
  do.call(rbind, lapply(code[[file]], \(expr) {
    used <- intersect(names_in(expr), names(owner))
    data.frame(file = rep(file, length(used)), by = rep(defined_name(expr), length(used)),
               used = used, of = unname(owner[used]))
  }))
}))
uses <- uses[uses$file != uses$of, ]

# A file is in no circle if it uses none of the remaining files, or none uses it.
circle <- names(code)
repeat {
  among <- uses[uses$file %in% circle & uses$of %in% circle, ]
  left <- intersect(among$file, among$of)
  if (length(left) == length(circle)) break
  circle <- left
}

to_room <- family_of(uses$of) %in% names(rooms) & family_of(uses$of) != family_of(uses$file)
is_up <- floor_of(uses$of) > floor_of(uses$file) | to_room & floor_of(uses$of) == floor_of(uses$file)

# The face of a room has lines "#   file: name, name".
asked <- unique(sprintf("%s: %s", uses$of, uses$used)[to_room])
faces <- unlist(lapply(sprintf("R/%s.R", names(rooms)), readLines))
lines <- strsplit(sub("^#   ", "", grep("^#   [a-z0-9-]+: ", faces, value = TRUE)), ": ")
shown <- unlist(lapply(lines, \(part) paste0(part[1], ": ", strsplit(part[2], ", ")[[1]])))

# The vocabulary has lines "* `name(arguments)`: what it returns".
to_core <- uses[family_of(uses$file) %in% names(rooms) & family_of(uses$of) %in% names(core), ]
n_rooms <- tapply(family_of(to_core$file), to_core$used, \(room) length(unique(room)))
exports <- sub("^export[(](.*)[)]$", "\\1", readLines("NAMESPACE"))
common <- setdiff(names(n_rooms)[n_rooms >= 3], exports)
explained <- grep("^[*] `[^`]+`: ", readLines("CONTRIBUTING.md", encoding = "UTF-8"), value = TRUE)
explained <- sub("^[*] `([A-Za-z0-9_.]+).*", "\\1", explained)

as_lines <- function(rows) {
  sprintf("%s (%s) uses %s of %s", rows$file, rows$by, rows$used, rows$of)
}
faults <- list(
  floors = c(
    sprintf("no floor: %s", names(code)[is.na(floor_of(names(code)))]),
    sprintf("a higher floor: %s", as_lines(uses[which(is_up), ]))
  ),
  circles = sprintf("in a circle: %s", as_lines(among)),
  names = sprintf("defined twice: %s", unique(names(owner)[duplicated(names(owner))])),
  faces = c(
    sprintf("a room uses, and its face does not show, %s", setdiff(asked, shown)),
    sprintf("a face shows, and no other room uses, %s", setdiff(shown, asked))
  ),
  words = c(
    sprintf("three rooms use, and CONTRIBUTING.md does not explain, %s", setdiff(common, explained)),
    sprintf("CONTRIBUTING.md explains, and few rooms use, %s", setdiff(explained, common))
  )
)
wanted <- commandArgs(trailingOnly = TRUE)
faults <- unlist(if (length(wanted) > 0) faults[wanted] else faults)
writeLines(as.character(faults))
quit(status = as.integer(length(faults) > 0))
