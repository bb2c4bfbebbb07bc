# Words in the language of the session: po/ has their translations. Arguments of label() and
# labelf() are written out, so that they can be collected.
label <- function(words) rlang::set_names(gettext(words), names(words))

labelf <- function(template, ...) sprintf(gettext(template), ...)

ignored_items <- function() {
  label("Comparisons share items: drawn by trial, these intervals are too narrow.")
}

hypothesis_levels <- c(h1 = "H1", h2 = "H2")
