# Prints the sizes of the parts of the project, with their limits.
#   Rscript tools/sizes.R          prints the table
#   Rscript tools/sizes.R check    and fails where a limit is broken or CONTRIBUTING.md differs
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

rows <- list(
  "lines of R code, without help, comments and blank lines" = list(sum(lengths(r_code)), 29863),
  "files in `R/`" = list(length(r_files), NA),
  "lines of these in the core" = list(lines_of[["core"]], 13994),
  "lines of these in the largest of the rooms" = list(max(lines_of[names(lines_of) != "core"]), 2812),
  "names that rooms show to each other" = list(length(unlist(strsplit(shown, ", "))), 82),
  "exported functions" = list(sum(startsWith(readLines("NAMESPACE"), "export(")), 128),
  "lines of the bridge: `src/ffi*.[ch]` and `init.c`" =
    list(lines_in(Sys.glob(c("src/ffi*.[ch]", "src/init.c"))), 2492),
  "entry points" = list(sum(startsWith(readLines("src/ffi-entries.h"), "ENTRY(")), NA),
  "lines in `tools/`" = list(lines_in(tracked("tools")), 1853),
  "installed size in MB" = list(round(sum(file.size(installed)) / 1e6, 1), NA)
)
found <- vapply(rows, \(row) as.numeric(row[[1]]), 1)
most <- vapply(rows, \(row) as.numeric(row[[2]]), 1)
table <- sprintf("| %s | %s | %s |", names(rows), format(found, trim = TRUE, drop0trailing = TRUE),
  ifelse(is.na(most), "", format(most, trim = TRUE)))
writeLines(c("| what | is | at most |\n|---|---|---|", table))
stated <- table %in% readLines("CONTRIBUTING.md")
broken <- names(rows)[!is.na(most) & (found > most | !stated)]
if (identical(commandArgs(trailingOnly = TRUE), "check")) {
  writeLines(sprintf("too many, or not so in CONTRIBUTING.md: %s", broken))
  quit(status = as.integer(length(broken) > 0))
}
