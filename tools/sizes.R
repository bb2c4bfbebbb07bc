# Prints the sizes of the parts of the project, with their limits, which are in CONTRIBUTING.md.
#   Rscript tools/sizes.R          prints the table
#   Rscript tools/sizes.R check    and fails where a limit is broken or raised, or the page differs
lines_in <- function(files) sum(lengths(lapply(files, readLines, warn = FALSE)))
tracked <- function(...) system2("git", c("ls-files", ...), stdout = TRUE)
# Lines of code: neither help nor comments nor blank lines.
code_in <- function(file) grep("^\\s*(#|$)", readLines(file, warn = FALSE), invert = TRUE, value = TRUE)

r_files <- list.files("R", "[.]R$", full.names = TRUE)
r_code <- lapply(r_files, code_in)
room <- sub("-.*|[.]R$", "", basename(r_files))
faces <- r_files[paste0(room, ".R") == basename(r_files)]
room[!paste0("R/", room, ".R") %in% faces] <- "core"
shown <- grep("^#   [a-z0-9-]+: ", unlist(lapply(faces, readLines)), value = TRUE)
lines_of <- tapply(lengths(r_code), room, sum)
installed <- list.files(".lib/calibrant", recursive = TRUE, full.names = TRUE)

found <- c(
  "lines of R code, without help, comments and blank lines" = sum(lengths(r_code)),
  "files in `R/`" = length(r_files),
  "lines of these in the core" = lines_of[["core"]],
  "lines of these in the largest of the rooms" = max(lines_of[names(lines_of) != "core"]),
  "names that rooms show to each other" = length(unlist(strsplit(shown, ", "))),
  "exported functions" = sum(startsWith(readLines("NAMESPACE"), "export(")),
  "lines of the bridge: `src/ffi*.[ch]` and `init.c`" =
    lines_in(Sys.glob(c("src/ffi*.[ch]", "src/init.c"))),
  "entry points" = sum(startsWith(readLines("src/ffi-entries.h"), "ENTRY(")),
  "lines in `tools/`" = lines_in(tracked("tools")),
  "installed size in MB" = round(sum(file.size(installed)) / 1e6, 1)
)
limits_in <- function(page) {
  cells <- regmatches(page, regexec("^\\| (.*) \\| [0-9.]+ \\| ([0-9]+) \\|$", page))
  rows <- do.call(rbind, c(list(matrix("", 0, 3)), cells))
  stats::setNames(as.numeric(rows[, 3]), rows[, 2])
}
page <- readLines("CONTRIBUTING.md")
most <- limits_in(page)
table <- sprintf("| %s | %s | %s |", names(found), format(found, trim = TRUE, drop0trailing = TRUE),
  ifelse(is.na(most[names(found)]), "", most[names(found)]))
writeLines(c("| what | is | at most |\n|---|---|---|", table))

# Limits fall from version to version, before the first from commit to commit; none is left out.
git <- function(...) suppressWarnings(system2("git", c(...), stdout = TRUE, stderr = FALSE))
last <- c(git("describe", "--tags", "--match", "'v[0-9]*'", "--abbrev=0"), "HEAD~1")[1]
before <- limits_in(git("show", paste0(last, ":CONTRIBUTING.md")))
raised <- names(before)[!(most[names(before)] <= before) %in% TRUE]
broken <- c(names(found)[(found > most[names(found)]) %in% TRUE], table[!table %in% page], raised)
if (identical(commandArgs(trailingOnly = TRUE), "check")) {
  writeLines(sprintf("too large, not so in CONTRIBUTING.md, or a limit that was raised: %s", broken))
  quit(status = as.integer(length(broken) > 0))
}
