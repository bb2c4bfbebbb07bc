# Sets whose trials stay where they are: in a file, a database, a stream. Such a set holds the
# sources of its systems (see backend-vectors.R) in the place of trials, and answers all questions
# that these answer. Beside `answers`, a source has
#
#   where      what print() says of the place, such as "SQLite table \"trials\""
#   way        how it is asked, such as "read in chunks, twice"
#   weighted   TRUE where trials have weights
#
# What needs single trials refuses. What has been found out is remembered like that of other sets;
# a set that is read from a file asks anew.

# `sources`: one, or one per system with the names of the systems. `known`, as long, has answers
# that are there already.
new_remote_set <- function(sources, scale, labels, n_trials, known = NULL) {
  fields <- list(sources = sources, scale = scale, labels = labels, n_trials = as.double(n_trials))
  set <- with_memory(fields, c("remote_set", "lr_set"))
  for (k in seq_along(known)) list2env(known[[k]], systems_of(set)[[k]])
  set
}

is_remote <- function(x) inherits(x, "remote_set")

remote_systems <- function(x) {
  if (is.null(names(x$sources))) {
    return(list(new_system(NULL, x$scale, x$sources[[1]])))
  }
  Map(\(source, name) new_system(name, x$scale, source), x$sources, names(x$sources))
}

check_intact_sources <- function(x, call) {
  x <- unclass(x)
  intact <- is.list(x$sources) && length(x$sources) > 0 &&
    all(vapply(x$sources, \(s) is.list(s) && is.list(s$answers), NA)) &&
    (length(x$sources) == 1 || rlang::is_named(x$sources)) && !anyDuplicated(names(x$sources)) &&
    rlang::is_string(x$scale) && x$scale %in% lr_scales && is.character(x$labels) &&
    rlang::is_double(x$n_trials, n = 1)
  if (!intact) stop_damaged("lr_set", call)
}

#' @export
`$.remote_set` <- function(x, name) remote_field(x, name, rlang::caller_env())

#' @export
`[[.remote_set` <- function(x, i, ...) {
  if (is.character(i)) remote_field(x, i, rlang::caller_env()) else .subset2(x, i)
}

# Whoever asks for a field of the trials needs the trials.
remote_field <- function(x, name, call) {
  if (name %in% c("value", "truth", "system", "weight")) stop_no_trials(call)
  field <- .subset2(x, name)
  if (is.null(field) && name %in% levels(x)) x[name] else field
}

stop_no_trials <- function(call = rlang::caller_env()) {
  stop_input(
    c(
      "This needs the trials themselves, and they stay where they are.",
      i = "Make an {.cls lr_set} of the trials, or of a sample of them."
    ),
    class = "calibrant_error_no_trials",
    call = call
  )
}

#' @export
length.remote_set <- function(x) .subset2(x, "n_trials")

#' @export
levels.remote_set <- function(x) names(.subset2(x, "sources"))

#' @export
`levels<-.remote_set` <- function(x, value) {
  value <- check_system_names(value, n_systems(x), rlang::current_env())
  remote_subset(x, seq_len(n_systems(x)), value)
}

# Sources with what is known of them, maybe under other names.
remote_subset <- function(x, at, names = levels(x)[at]) {
  systems <- systems_of(x)[at]
  sizes <- vapply(systems, sizes_of, numeric(2))
  sources <- rlang::set_names(x$sources[at], names)
  new_remote_set(sources, x$scale, x$labels, sum(sizes), lapply(systems, facts_of))
}

# What has been derived, without what it was derived from.
facts_of <- function(system) {
  as.list(system)[setdiff(names(system), c("name", "scale", "source", "unweighted"))]
}

#' @export
`[.remote_set` <- function(x, i, ...) {
  call <- rlang::current_env()
  if (...length() > 0) check_dots(..., call = call)
  if (missing(i)) {
    return(x)
  }
  if (is.factor(i)) i <- as.character(i)
  if (!is.character(i)) stop_no_trials(call)
  check_systems_known(x, i, call)
  remote_subset(x, which(levels(x) %in% i))
}

#' @export
print.remote_set <- function(x, ...) {
  print_set_title(x)
  print_head(trials_overview(x), 20, "systems")
  cat("\n")
  for (line in unique(vapply(x$sources, source_text, ""))) cat(line, "\n", sep = "")
  cat(set_advice(x))
  invisible(x)
}

source_text <- function(source) {
  sprintf("The trials stay in %s, which is %s.", source$where, source$way)
}

#' @export
format.remote_set <- function(x, ...) {
  sprintf("<%s trials in %s>", plain_count(length(x)), x$sources[[1]]$where)
}

#' @export
as.data.frame.remote_set <- function(x, ...) stop_no_trials(rlang::current_env())

#' @export
is.na.remote_set <- function(x) stop_no_trials(rlang::current_env())

# Sets of which one at least is remote: different systems stand side by side, and trials of one
# system that lie in several places are counted in each and added.
join_remote <- function(sets, call) {
  check_remote_scales(sets, call)
  check_same_labels(sets, call)
  check_all_or_none(!vapply(sets, \(set) is.null(levels(set)), NA), "system", call)
  systems <- unlist(lapply(sets, systems_of), recursive = FALSE)
  names <- unlist(lapply(sets, levels))
  groups <- if (is.null(names)) {
    list(systems)
  } else {
    split(unname(systems), factor(names, unique(names)))
  }
  sources <- lapply(groups, \(group) {
    if (length(group) == 1) group[[1]]$source else sharded_source(unname(group))
  })
  known <- lapply(groups, \(group) if (length(group) == 1) facts_of(group[[1]]) else list())
  new_remote_set(sources, sets[[1]]$scale, sets[[1]]$labels, sum(lengths_of(sets)), known)
}

lengths_of <- function(sets) vapply(sets, \(set) as.double(length(set)), 0)

# Remote values cannot be moved to another scale.
check_remote_scales <- function(sets, call) {
  scales <- unique(vapply(sets, `[[`, "", "scale"))
  if (length(scales) > 1) {
    stop_input(
      c(
        "Sets whose trials stay elsewhere must be on one scale to be combined.",
        x = "The scales are {.val {scales}}."
      ),
      call = call
    )
  }
}
