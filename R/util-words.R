# Words in the language of the session: po/ has their translations. What is handed to label() and
# labelf() is written out, so that it can be collected.
label <- function(words) rlang::set_names(gettext(words), names(words))


labelf <- function(template, ...) sprintf(gettext(template), ...)

hypothesis_levels <- function() c(h1 = "H1", h2 = "H2")
