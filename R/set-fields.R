# Fields of sets of two and of many classes, which cannot be changed in place.

# The set with some fields replaced. A damaged set must not become valid by this.
with_fields <- function(x, fields) {
  check_trials_here(x)
  check_intact(x)
  changed <- .subset(x, names(x))
  changed[names(fields)] <- fields
  changed <- with_memory(changed, class(x))
  notes <- attr(x, "provenance")
  if (is.null(notes)) return(changed)
  with_notes(changed, notes_for_systems(notes, levels(x), levels(changed)))
}

# A weight is the importance of a trial beside others, not a number of trials. If that number
# matters, the trials of a system and a hypothesis, or class, count as Kish's effective number, (sum
# w)^2 / sum w^2.
with_effective_weights <- function(x) {
  weight <- .subset2(x, "weight")
  if (is.null(weight)) return(x)
  group <- paste(x$truth, x$system)
  sums <- rowsum(cbind(weight, weight^2), group)
  shrunk <- weight * unname((sums[, 1] / sums[, 2])[group])
  with_fields(x, list(weight = pmax(shrunk, 1e-100)))
}

# A pass over trials outside memory keeps no squares of weights, so Kish's number is unknown.
has_remote_weights <- function(x) is.null(.subset2(x, "weight")) && is_weighted(x)

effective_numbers <- function(weight, truth) {
  c(h1 = kish_number(weight[truth]), h2 = kish_number(weight[!truth]))
}

kish_number <- function(w) sum(w)^2 / max(sum(w^2), .Machine$double.xmin)

# Requirements on fields that several kinds of set may have.
are_systems <- function(system, n) {
  is.null(system) || is.factor(system) && length(system) == n && !anyNA(system) &&
    all(tabulate(system, nlevels(system)) > 0)
}

are_weights <- function(weight, n) {
  is.null(weight) || is.double(weight) && length(weight) == n &&
    isTRUE(all(weight >= 1e-100 & weight <= 1e100))
}

check_trials_here <- function(x) UseMethod("check_trials_here")

#' @exportS3Method
check_trials_here.default <- function(x) invisible()

# Some of the trials.
subset_trials <- function(x, i) {
  check_intact(x)
  with_fields(x, fields_at(.subset(x, setdiff(names(x), c("scale", "labels"))), i))
}

fields_at <- function(fields, i) {
  fields <- lapply(fields, \(field) if (is.matrix(field)) field[i, , drop = FALSE] else field[i])
  if (!is.null(fields$system)) fields$system <- droplevels(fields$system)
  fields
}

# The trials selected by numbers, flags or systems.
chosen_places <- function(x, i) {
  check_that(
    (is.numeric(i) || is.logical(i) || is.character(i)) && length(dim(i)) < 2,
    "choose trials by numbers, by TRUE and FALSE, or by the names of systems.", i
  )
  if (is.character(i)) {
    check_systems_known(x, i)
    return(which(x$system %in% i))
  }
  i <- seq_len(length(x))[i]
  check_no_missing(i)
  i
}

check_systems_known <- function(x, systems) {
  known <- levels(x)
  unknown <- setdiff(systems, known)
  bad <- is.null(known) || length(unknown) > 0
  refuse_if(bad, "system_unknown", i = meant_hint(unknown, known))
}

# The same trials with other names of their systems.
with_system_names <- function(x, value) {
  value <- check_system_names(value, n_systems(x))
  system <- if (is.null(x$system)) {
    factor(rep(value, length(x)), levels = value)
  } else {
    factor(x$system, levels = levels(x$system), labels = value)
  }
  renamed <- with_fields(x, list(system = system))
  with_notes(renamed, renamed_notes(attr(x, "provenance"), levels(x), value))
}

check_system_names <- function(value, n) {
  given <- if (is.factor(value)) as.character(value) else value
  value <- plain_names(given)
  check_that(
    name_apart(value) && length(value) == n,
    "be {n} different string{?s} that name the systems.", given, "value",
    i = "{.fn c} with {.code pool = TRUE} makes one system of several."
  )
  value
}

stop_read_only <- function(x, ..., value) refuse("read_only")
