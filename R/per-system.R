# Shapes of a measure: one double per system, named where the set names its systems; along a
# vector of priors for one system; a matrix with a row per system for several.

# `compute` returns a double for one system's counts, blocks or points.
per_system <- function(systems, compute, ...) vapply(systems, compute, numeric(1), ...)

# `compute` returns a double per prior.
per_system_and_prior <- function(systems, prior, compute) {
  rows <- lapply(systems, compute)
  if (length(systems) == 1 && (is.null(names(systems)) || length(prior) != 1)) {
    return(rlang::set_names(rows[[1]], names(prior)))
  }
  if (length(prior) == 1) {
    return(unlist(rows))
  }
  do.call(rbind, rows)
}

system_names <- function(x) if (is.null(levels(x))) "system" else levels(x)

# One data frame of all systems, with the column `system` in front. A set without named systems
# has one, called "system".
bind_systems <- function(systems, compute, ...) {
  names <- if (is.null(names(systems))) "system" else names(systems)
  frames <- lapply(systems, compute, ...)
  rows <- vapply(frames, nrow, 1L)
  system <- structure(rep(seq_along(names), rows), levels = names, class = "factor")
  # Long frames are not copied for nothing.
  data.frame(system, if (length(frames) == 1) frames[[1]] else do.call(rbind, unname(frames)))
}
