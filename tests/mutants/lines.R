# Lines that each test in C reaches, counted by gcov.

counted <- "gcc -std=c99 -O0 -w --coverage -Dalways_inline=unused"

count_lines <- function(copy) {
  must(copy, "rm -rf counted && mkdir counted")
  files <- c(kernel_sources(copy), test_sources(copy), "tests/kernels/replay.c")
  if (!compile(copy, counted, files, "counted")) stop("see ", file.path(copy, "log"))
  kernels <- object_of("counted", kernel_sources(copy))
  must(copy, "ar rcs counted/libkernels.a %s", paste(kernels, collapse = " "))
  stems <- stem_of(test_sources(copy))
  stats::setNames(lapply(stems, count_lines_of, copy = copy), stems)
}

count_lines_of <- function(stem, copy) {
  link_program(copy, "gcc --coverage", "counted", stem, "counted/libkernels.a", "counted/program")
  must(copy, "rm -f counted/*.gcda; counted/program %s", arguments_of(copy, stem))
  must(copy, "gcov --json-format --stdout counted/*.gcda >counted/lines.json")
  text <- readLines(file.path(copy, "counted/lines.json"))
  files <- do.call(c, lapply(text, \(x) {
    files <- jsonlite::fromJSON(x)$files
    stats::setNames(files$lines, files$file)
  }))
  ours <- grepl("kernels/.*/", names(files))
  rows <- do.call(rbind, Map(\(file, lines) {
    data.frame(file = rep(file, NROW(lines)), line = lines$line_number, count = lines$count)
  }, names(files)[ours], files[ours]))
  stats::aggregate(count ~ file + line, rows, sum)
}

# The tests that reach a line. A line without code of its own, as in a table, is reached with its
# file, and a file without code always.
reaching <- function(counts, file, line) {
  rows <- lapply(counts, \(rows) rows[rows$file == file, ])
  all <- do.call(rbind, rows)
  if (nrow(all) == 0) return(names(counts))
  if (line %in% all$line) rows <- lapply(rows, \(rows) rows[rows$line == line, ])
  names(counts)[vapply(rows, \(rows) any(rows$count > 0), NA)]
}
