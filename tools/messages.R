# Lists the templates of R/sentences.R and of the report, one per line: what po/ must translate.
# Usage: Rscript tools/messages.R
literal <- function(e) {
  if (is.character(e)) {
    return(e)
  }
  if (is.call(e) && identical(e[[1]], as.name("paste"))) {
    return(paste(vapply(as.list(e)[-1], literal, ""), collapse = " "))
  }
  NA_character_
}

templates <- function(e) {
  if (!is.call(e)) {
    return(character())
  }
  own <- switch(if (is.name(e[[1]])) as.character(e[[1]]) else "",
    gettext = , gettextf = literal(e[[2]]),
    ngettext = c(literal(e[[3]]), literal(e[[4]]))
  )
  inner <- lapply(as.list(e), \(part) if (!missing(part)) templates(part))
  c(own[!is.na(own)], unlist(inner))
}

files <- c("R/sentences.R", list.files("R", "^report-", full.names = TRUE))
code <- unlist(lapply(files, parse))
found <- unique(trimws(unlist(lapply(code, \(e) templates(e)))))
writeLines(found)
