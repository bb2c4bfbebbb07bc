# Functions of R and of broom that have no meaning for an object are refused in our words, and so
# are changes of a set in place; `summary()` of what prints as a summary returns it. inst/verbs.dcf
# lists these methods; a kind of object may have one of its own. They belong to the class that kinds
# share, since R takes more time to load a package with each method that it registers.
new_object <- function(class, x, ...) {
  structure(x, class = c(class, "calibrant_object", if (is.data.frame(x)) "data.frame"), ...)
}

verb_table <- function() {
  records <- read.dcf(system.file("verbs.dcf", package = "calibrant"))
  do.call(rbind, apply(records, 1, \(record) {
    do.call(expand.grid, c(strsplit(record, ",\\s+"), stringsAsFactors = FALSE))
  }))
}

has_own <- function(verb, kind) {
  methods <- paste0(sub(".*::", "", verb), ".", kind)
  vapply(methods, exists, NA, envir = environment(refuse_verb), inherits = FALSE)
}

trial_sets <- c("lr_set", "loglik_set", "conclusion_set")

#' @importFrom stats confint density median quantile simulate
#' @importFrom graphics hist lines points
#' @evalNamespace with(verb_table(), sprintf("S3method(%s,%s,%s)", Verbs, Kinds, Method)[
#'   !has_own(Verbs, Kinds)
#' ])
refuse_verb <- function(...) {
  table <- verb_table()
  x <- if (inherits(..1, table$Kinds)) ..1 else ..2
  known <- unique(table$Verbs)
  has <- sub(".*::", "", known[vapply(known, \(verb) any(has_own(verb, class(x))), NA)])
  for_it <- sprintf("<%s>", Filter(\(kind) has_own(.Generic, kind), union(trial_sets, table$Kinds)))
  refuse("verb")
}

return_itself <- function(object, ...) {
  check_dots(...)
  object
}
