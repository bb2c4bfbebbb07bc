# Names of systems, items, trials and conditions, as files have them.

# Blanks around a name are not part of it.
without_blanks <- function(x) {
  if (is.factor(x)) levels(x) <- without_blanks(levels(x))
  if (!is.character(x)) return(x)
  known <- unique(x)
  plain <- replace(known, validEnc(known), plain_blanks(known[validEnc(known)]))
  if (identical(plain, known)) x else plain[match(x, known)]
}

plain_blanks <- function(text) trimws(gsub("[\u00a0\u2009\u202f]", " ", text))

# Does each of these name something, and something else than the others?
name_apart <- function(names) is.character(names) && !anyNA(names) && !anyDuplicated(names)

# An empty cell names nothing.
plain_names <- function(x) {
  x <- without_blanks(x)
  if (is.factor(x)) levels(x)[levels(x) == ""] <- NA
  if (is.character(x)) x[x == ""] <- NA
  x
}
