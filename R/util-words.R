# Words in the language of the session: po/ has their translations. Arguments of label() and
# labelf() are written out, so that they can be collected.
label <- function(words) {
  if (!identical(spoken$language, Sys.getenv("LANGUAGE"))) follow_language()
  rlang::set_names(gettext(words), names(words))
}

labelf <- function(template, ...) {
  if (!identical(spoken$language, Sys.getenv("LANGUAGE"))) follow_language()
  sprintf(gettext(template), ...)
}

# The C library caches translations, also of another LANGUAGE, until a domain is bound elsewhere.
spoken <- new.env(parent = emptyenv())

follow_language <- function() {
  bindtextdomain("calibrant-reset", tempfile("nowhere"))
  spoken$language <- Sys.getenv("LANGUAGE")
}

ignored_items <- function() {
  label("Comparisons share items: drawn by trial, these intervals are too narrow.")
}

hypothesis_levels <- c(h1 = "H1", h2 = "H2")
