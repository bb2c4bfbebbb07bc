# Verdicts are kept line by line in verdicts-c.tsv and verdicts-r.tsv, so that nothing is lost with
# an interrupted run. A change that was judged again, after a test had been added, has several
# lines: the first is of the first run. Reasons why a change that no test notices changes nothing
# that matters are in equivalent-c.tsv and equivalent-r.tsv, by seed and number.

kinds <- c(c = "kernels (C)", r = "computations (R)")

verdict <- function(verdict, by = "") list(verdict = verdict, by = by)

read_tsv <- function(file) {
  path <- file.path("tests/mutants", file)
  if (!file.exists(path)) return(NULL)
  rows <- utils::read.delim(path, quote = "", strip.white = FALSE, colClasses = "character",
                            encoding = "UTF-8")
  numbers <- intersect(names(rows), c("seed", "number", "line", "first", "last", "seconds"))
  rows[numbers] <- lapply(rows[numbers], as.numeric)
  rows
}

read_verdicts <- function(kind) read_tsv(sprintf("verdicts-%s.tsv", kind))
read_equivalents <- function(kind) read_tsv(sprintf("equivalent-%s.tsv", kind))

add_verdict <- function(kind, row) {
  path <- sprintf("tests/mutants/verdicts-%s.tsv", kind)
  is_new <- !file.exists(path)
  utils::write.table(row, path, append = !is_new, sep = "\t", quote = FALSE, row.names = FALSE,
                     col.names = is_new, fileEncoding = "UTF-8")
}

# Keys that identify changes.
key_of <- function(rows) if (is.null(rows)) character() else paste(rows$seed, rows$number)

is_equivalent <- function(rows, kind) key_of(rows) %in% key_of(read_equivalents(kind))

first_verdicts <- function(rows) rows[!duplicated(key_of(rows)), ]
last_verdicts <- function(rows) rows[!duplicated(key_of(rows), fromLast = TRUE), ]

# Changes that no test notices and that are not declared equivalent.
open_verdicts <- function(kind) {
  rows <- last_verdicts(read_verdicts(kind))
  rows[rows$verdict == "not noticed" & !is_equivalent(rows, kind), ]
}

# The nearest line with the same code, since other changes move lines; NA if the code is gone.
find_again <- function(change) {
  at <- which(readLines(change$file, encoding = "UTF-8") == change$code)
  change$line <- at[which.min(abs(at - change$line))][1]
  change
}

describe <- function(change) {
  sprintf("%s:%d: `%s` became `%s`", change$file, change$line, trimws(change$before),
          trimws(change$after))
}
