# Words in the language of the session, or in that of with_words_of(). inst/german.po has their
# German. It is looked up here, since the C library has no words in the locale C nor, in its newer
# versions, in C.UTF-8.

spoken <- new.env(parent = emptyenv())

# `words` are written out, or in a table of inst/, so that they can be collected. Blanks around them
# are not looked up.
label <- function(words) {
  if (!in_german()) return(words)
  german <- german_words()[trimws(words)]
  known <- which(!is.na(german))
  regmatches(words[known], regexpr("\\S(.*\\S)?", words[known])) <- german[known]
  words
}

labelf <- function(template, ...) sprintf(label(template), ...)

# The variable LANGUAGE is a list, the best language first; then the locale decides.
in_german <- function() {
  if (!is.null(spoken$language)) return(spoken$language == "de")
  # This locale has no umlauts.
  if (Sys.getlocale("LC_CTYPE") %in% c("C", "POSIX")) return(FALSE)
  asked <- Sys.getenv("LANGUAGE")
  if (!nzchar(asked)) asked <- Sys.getlocale(locale_of_words)
  grepl("^((?!en|C)[^:]*:)*(de|German)", asked, TRUE, perl = TRUE)
}

locale_of_words <- if (.Platform$OS.type == "windows") "LC_CTYPE" else "LC_MESSAGES"

german_words <- function() {
  spoken$german <- spoken$german %||% read_po(system.file("german.po", package = "calibrant"))
  spoken$german
}

# Translations named by their originals. A text may extend over several lines; those of one thing
# and of several are in the same order in both languages.
read_po <- function(file) {
  lines <- grep("^(msg|\")", readLines(file, encoding = "UTF-8"), value = TRUE)
  begins <- startsWith(lines, "msg")
  pieces <- split(sub("^[^\"]*\"(.*)\"$", "\\1", lines), cumsum(begins))
  texts <- gsub("\\\"", "\"", vapply(pieces, paste, "", collapse = ""), fixed = TRUE)
  texts <- gsub("\\n", "\n", texts, fixed = TRUE)
  original <- startsWith(lines[begins], "msgid")
  words <- rlang::set_names(unname(texts[!original]), texts[original])
  words[nzchar(names(words))]
}

ignored_items <- function() {
  label("Comparisons share items: drawn by trial, these intervals are too narrow.")
}

hypothesis_levels <- c(h1 = "H1", h2 = "H2")
