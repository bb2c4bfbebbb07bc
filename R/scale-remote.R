# Sets whose trials stay in their place: a file, a database, a stream. Such a set holds the backends
# of its systems (see backend-contract.R) instead of trials, and supports all questions that the
# backends answer.
#
# Functions that need single trials refuse it. Results are remembered like those of other sets; a
# set that is read from a file computes them again.

# `backends`: one, or one per system with the names of the systems. `known`, of the same length, has
# answers that exist already.
new_remote_set <- function(backends, scale, labels, n_trials, known = NULL) {
  fields <- list(
    backends = backends, scale = scale, labels = labels, n_trials = as.double(n_trials)
  )
  set <- with_memory(fields, c("remote_set", "lr_set", "trial_set"))
  for (k in seq_along(known)) list2env(known[[k]], systems_of(set)[[k]])
  set
}

#' @exportS3Method
make_systems.remote_set <- function(x, range) {
  if (is.null(names(x$backends))) return(list(new_system(NULL, x$scale, x$backends[[1]])))
  Map(\(backend, name) new_system(name, x$scale, backend), x$backends, names(x$backends))
}

#' @exportS3Method
are_fields.remote_set <- function(x, kind) {
  is.list(x$backends) && length(x$backends) > 0 &&
    all(vapply(x$backends, is_backend, NA)) &&
    (length(x$backends) == 1 || rlang::is_named(x$backends)) && !anyDuplicated(names(x$backends)) &&
    rlang::is_string(x$scale) && x$scale %in% value_scales && is.character(x$labels) &&
    rlang::is_double(x$n_trials, n = 1)
}

#' @export
`$.remote_set` <- function(x, name) remote_field(x, name)

#' @export
`[[.remote_set` <- function(x, i, ...) {
  if (is.character(i)) remote_field(x, i) else .subset2(x, i)
}

#' @exportS3Method
check_trials_here.remote_set <- function(x) refuse("no_trials")

# Fields of the trials need the trials, which a remote set does not have.
remote_field <- function(x, name) {
  if (name %in% c("value", "truth", "system", "weight")) refuse("no_trials")
  .subset2(x, name) %||% system_named(x, name)
}

#' @export
length.remote_set <- function(x) .subset2(x, "n_trials")

#' @export
levels.remote_set <- function(x) names(.subset2(x, "backends"))

#' @export
`levels<-.remote_set` <- function(x, value) {
  value <- check_system_names(value, n_systems(x))
  remote_subset(x, seq_len(n_systems(x)), value)
}

# Backends with their known answers, possibly under other names.
remote_subset <- function(x, at, names = levels(x)[at]) {
  systems <- systems_of(x)[at]
  sizes <- vapply(systems, sizes_of, numeric(2))
  backends <- rlang::set_names(x$backends[at], names)
  kept <- new_remote_set(backends, x$scale, x$labels, sum(sizes), lapply(systems, facts_of))
  with_notes(kept, notes_for_systems(attr(x, "provenance"), levels(x), names))
}

#' @exportS3Method
keep_trials.remote_set <- function(x, i) {
  if (!is.character(i)) refuse("no_trials")
  check_systems_known(x, i)
  remote_subset(x, which(levels(x) %in% i))
}

#' @export
print.remote_set <- \(x, ...) printed(x, {
  print_set_title(x)
  print_head(trials_overview(x), 20, "system")
  cat("\n")
  where <- vapply(x$backends, \(backend) {
    sprintf("The trials stay in %s, which is %s.\n", backend$where, backend$way)
  }, "")
  cat(unique(where), sep = "")
  cat(set_advice(x))
})

#' @export
format.remote_set <- function(x, ...) {
  sprintf("<%s trials in %s>", plain_count(length(x)), x$backends[[1]]$where)
}

#' @export
as.data.frame.remote_set <- function(x, ...) refuse("no_trials")

#' @export
is.na.remote_set <- function(x) refuse("no_trials")

# The derived statistics, without their trials.
facts_of <- function(system) {
  as.list(system)[setdiff(names(system), c("name", "scale", "backend", "weighted", "unweighted"))]
}
