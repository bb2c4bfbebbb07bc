# Lists the templates of sentences, reports and pictures that inst/german.po must translate, one per line.
#  With `missing`, lists only those without a German translation, and fails if there are any.
# Usage: Rscript tools/messages.R [missing]
literal <- function(e) {
  if (is.character(e)) return(e)
  if (is.call(e) && identical(e[[1]], as.name("paste"))) {
    return(paste(vapply(as.list(e)[-1], literal, ""), collapse = " "))
  }
  NA_character_
}

# String constants of an expression that chooses a label.
strings <- function(e) {
  if (is.character(e)) return(e)
  if (!is.call(e)) return(character())
  # Conditions and the argument of switch() are not words.
  parts <- as.list(e)[-1]
  if (as.character(e[[1]])[1] %in% c("if", "switch", "attr", "counted")) parts <- parts[-1]
  unlist(lapply(parts, strings))
}

templates <- function(e) {
  if (!is.call(e)) return(character())
  own <- switch(if (is.name(e[[1]])) as.character(e[[1]]) else "",
    label = strings(e[[2]])
  )
  inner <- lapply(as.list(e), \(part) if (!missing(part)) templates(part))
  c(own[!is.na(own)], unlist(inner))
}

# Sentences and verbal scales are data. A text of slots alone is the same in any language.
sentences <- function() {
  records <- read.dcf("inst/sentences.dcf", c("Text", "One"))
  texts <- gsub("\\s*\n\\s*", " ", c(records, read.csv("inst/verbal-scales.csv")$level))
  texts[grepl("[[:alpha:]]", gsub("[{][a-z0-9_]+[}]", "", texts))]
}

files <- list.files("R", full.names = TRUE)
code <- unlist(lapply(files, parse))
found <- unique(trimws(c(unlist(lapply(code, \(e) templates(e))), sentences())))

source("R/util-words.R")
translated <- names(read_po("inst/german.po"))

if ("missing" %in% commandArgs(TRUE)) {
  found <- setdiff(found, translated)
  writeLines(found)
  quit(status = as.integer(length(found) > 0))
}
writeLines(found)
