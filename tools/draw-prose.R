# Prints ten comments, ten paragraphs of help and ten messages, drawn at random, for an editor.
#   Rscript tools/draw-prose.R SEED
set.seed(as.integer(commandArgs(TRUE)[1]))

# Consecutive lines that begin with the mark, joined into one text.
runs <- function(file, mark) {
  lines <- readLines(file, encoding = "UTF-8", warn = FALSE)
  at <- grepl(mark, lines)
  texts <- split(sub(mark, "", lines[at]), cumsum(!at)[at])
  sprintf("%s: %s", file, vapply(texts, paste, "", collapse = " "))
}
strings <- \(e) if (is.call(e)) lapply(as.list(e)[-1], strings) else if (is.character(e)) e
is_raised <- \(e) is.call(e) && grepl("^(stop|warn|tell)_", deparse(e[[1]])[1])
messages <- function(e) {
  if (is_raised(e)) return(paste(grep(" ", unlist(strings(e)), value = TRUE), collapse = " "))
  if (is.recursive(e)) unlist(lapply(as.list(e), \(part) if (!missing(part)) messages(part)))
}

r_files <- list.files("R", full.names = TRUE)
files <- system2("git", c("ls-files", "*.R", "*.c", "*.h", "*.sh"), stdout = TRUE)
help <- unlist(strsplit(unlist(lapply(r_files, runs, "^#' ")), " (?=@(param|return))", perl = TRUE))
drawn <- list(
  comments = unlist(lapply(files, runs, "^ *(#|//) ")),
  help = grep("doi|<-|http|@(exp|exa|ref|inh)|[|]", help, value = TRUE, invert = TRUE),
  messages = unlist(lapply(r_files, \(file) sprintf("%s: %s", file, messages(parse(file)))))
)
for (kind in names(drawn)) {
  long <- grep("( [^ ]+){6}", gsub("\\s+", " ", drawn[[kind]]), value = TRUE)
  cat("\n##", kind, "\n\n", paste0(strwrap(sample(long, 10), 100, exdent = 2), "\n"), sep = "")
}
