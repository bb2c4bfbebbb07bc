# Fails on functions of more than 40 lines, in R and in C.
longest <- 40

function_lengths_r <- function(file) {
  data <- utils::getParseData(parse(file, keep.source = TRUE))
  heads <- data[data$token %in% c("FUNCTION", "'\\\\'"), ]
  bodies <- data[match(heads$parent, data$id), ]
  data.frame(file = rep(file, nrow(bodies)), line = bodies$line1,
             length = bodies$line2 - bodies$line1 + 1)
}

# clang-format puts only the head of a function and its closing brace into the first column.
function_lengths_c <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  heads <- grep("^[A-Za-z_].*\\([^;]*$", lines)
  ends <- grep("^}", lines)
  end <- vapply(heads, \(head) min(ends[ends > head], Inf), 0)
  data.frame(file = rep(file, length(heads)), line = heads, length = end - heads + 1)
}

r_files <- list.files("R", "[.][Rr]$", full.names = TRUE)
c_files <- list.files(
  c("src", "tests", "inst/include", "lib/glue"), "[.][ch]$", full.names = TRUE, recursive = TRUE
)
functions <- do.call(
  rbind, c(lapply(r_files, function_lengths_r), lapply(c_files, function_lengths_c))
)
stopifnot("no function was found" = nrow(functions) > 0)
bad <- functions[is.finite(functions$length) & functions$length > longest, ]
writeLines(sprintf("%s:%d: a function of %d lines", bad$file, bad$line, as.integer(bad$length)))
quit(status = as.integer(nrow(bad) > 0))
