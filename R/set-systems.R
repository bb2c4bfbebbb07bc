# A set is a list of systems. A set in memory holds vectors of all trials, which are split when a
# system is first requested.

# The values of all trials of a set, in their order there.
values_of <- function(x) {
  parts <- each_system(x, trials_of)
  if (length(parts) == 1) return(parts[[1]]$value)
  value <- numeric(length(x))
  for (part in parts) value[part$place] <- part$value
  value
}

# Positions of each system's trials in the set. The set is checked first, as readers of the
# positions trust it.
split_by_system <- function(x) {
  check_intact(x)
  if (is.null(x$system)) list(seq_along(x$truth)) else split(seq_along(x$truth), x$system)
}

each_system <- function(x, compute, ...) lapply(systems_of(x), compute, ...)

# One element per system, named if the set names them.
systems_of <- function(x) {
  notes <- notes_on(x)
  if (is.null(notes$systems)) notes$systems <- make_systems(x, notes$range)
  notes$systems
}

# `range` is that of the values, if known.
make_systems <- function(x, range) UseMethod("make_systems")

#' @exportS3Method
make_systems.lr_set <- function(x, range) {
  x <- unclass(x)
  names <- attr(x$system, "levels")
  if (length(names) < 2) {
    system <- new_system(names, x$scale, vector_backend(x, NULL))
    system$ranges <- range
    return(stats::setNames(list(system), names))
  }
  places <- split(seq_along(x$value), x$system)
  Map(\(place, name) new_system(name, x$scale, vector_backend(x, place)), places, names)
}

n_systems <- function(x) max(1, length(levels(x)))

# Numbers of H1 and H2 trials of each system, regardless of weights; integers like lengths.
system_sizes <- function(x) {
  sizes <- vapply(unname(systems_of(x)), sizes_of, numeric(2))
  if (max(sizes) <= .Machine$integer.max) storage.mode(sizes) <- "integer"
  list(h1 = unname(sizes[1, ]), h2 = unname(sizes[2, ]))
}

is_weighted <- function(x) any(vapply(systems_of(x), `[[`, NA, "weighted"))

# `compute` returns a double for one system.
per_system <- function(systems, compute, ...) vapply(systems, compute, 0, ...)

# `compute` returns a double per prior.
per_system_and_prior <- function(systems, prior, compute) {
  rows <- lapply(systems, compute)
  if (length(systems) == 1 && (is.null(names(systems)) || length(prior) != 1)) {
    return(rlang::set_names(rows[[1]], names(prior)))
  }
  if (length(prior) == 1) return(unlist(rows))
  do.call(rbind, rows)
}

system_names <- function(x) levels(x) %||% "system"

# One data frame of all systems, with the column `system` in front. A set without named systems
# has one, called "system".
bind_systems <- function(systems, compute, ...) {
  names <- names(systems) %||% "system"
  frames <- lapply(systems, compute, ...)
  system <- rep(seq_along(names), vapply(frames, nrow, 1L))
  attributes(system) <- list(levels = names, class = "factor")
  # A single long frame is not copied.
  frame <- if (length(frames) == 1) frames[[1]] else do.call(rbind, unname(frames))
  list2DF(c(list(system = system), frame))
}

# An object without levels serves all systems, such as a common reference method.
take_system <- function(x, system) {
  if (is.null(levels(x))) x else x[intersect(c(system, levels(x)), levels(x))[1]]
}
