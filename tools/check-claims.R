# Fails if CONTRIBUTING.md names a file, a function, a make target or a gate that does not exist.
# Invented names (the measure `acuity`) and patterns in <> are skipped.
text <- readLines("CONTRIBUTING.md", encoding = "UTF-8")
text <- paste(gsub("^```.*", "", text), collapse = "\n")
words <- unique(unlist(regmatches(text, gregexpr("(?<=`)[^`\n]+(?=`)", text, perl = TRUE))))
words <- words[!grepl("acuity|[<>]", words)]

project <- system2("git", "ls-files", stdout = TRUE)
project <- project[file.exists(project)]
code <- lapply(grep("[.]([chR]|sh|mjs)$", project, value = TRUE), readLines, warn = FALSE)
code <- sub("(^| )(#|//) .*", "", unlist(code))
code_words <- unique(unlist(strsplit(code, "[^A-Za-z0-9_.]+")))
made <- c(".lib/", ".build/", "site/", "demo-output/", "gallery/")

is_file <- function(word) {
  path <- sub("/$", "", sub("[{].*", "", word))
  pattern <- sub("^\\^", "(^|/)", utils::glob2rx(sub("[*].*", "*", path)))
  any(startsWith(word, made)) || file.exists(path) || any(grepl(pattern, project))
}
# Functions of R and of C that the project calls count as well as its own.
is_function <- function(word) {
  name <- sub("[(].*", "", sub(".*::", "", word))
  name %in% code_words
}
targets <- sub(":.*", "", grep("^[a-z-]+:", readLines("Makefile"), value = TRUE))
gates <- unlist(strsplit(readLines("tools/gates.sh"), "[^a-z_]+"))

file_pattern <- "^[A-Za-z0-9_./{},*-]+([.](R|c|h|sh|md|yml|mjs|po|tsv|html|Rd|json)|/)$"
files <- grep(file_pattern, words, value = TRUE)
functions <- grep("^[A-Za-z_.:0-9]+[(]", words, value = TRUE)
makes <- sub("^make ([a-z-]+).*", "\\1", grep("^make [a-z]", words, value = TRUE))
called <- sub("^tools/gates.sh ", "", grep("^tools/gates.sh ", words, value = TRUE))
problems <- c(
  sprintf("no such file: %s", files[!vapply(files, is_file, NA)]),
  sprintf("no such function: %s", functions[!vapply(functions, is_function, NA)]),
  sprintf("no such target: make %s", setdiff(makes, targets)),
  sprintf("no such gate: %s", setdiff(called, gates))
)
writeLines(problems)
quit(status = as.integer(length(problems) > 0 || length(words) == 0))
