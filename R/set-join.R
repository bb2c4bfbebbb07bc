# Joining of sets, of two or of many classes.

# The sets, with unique names of their systems.
read_joined <- function(sets, pool, class) {
  check_flag(pool)
  check_all_are(sets, class)
  for (set in sets) check_intact(set)
  sets <- name_systems(sets)
  if (!pool) check_no_pool(sets)
  sets
}

# Names of the sets become, or precede, those of their systems.
name_systems <- function(sets) {
  given <- without_blanks(rlang::names2(sets))
  refuse_if(anyDuplicated(given[given != ""]), "name_twice")
  for (k in which(given != "")) {
    set <- sets[[k]]
    levels(sets[[k]]) <- if (is.null(levels(set))) given[k] else paste(given[k], levels(set))
  }
  unname(sets)
}

# Numbers do not show whether two sets belong to one system.
check_no_pool <- function(sets) {
  if (length(sets) < 2) return()
  without <- vapply(sets, \(set) is.null(levels(set)), NA)
  twice <- unlist(lapply(sets, levels))
  twice <- unique(twice[duplicated(twice)])
  refuse_if(all(without) || length(twice) > 0, "pooled_or_apart")
}

check_all_or_none <- function(has, field) refuse_if(any(has) && !all(has), "all_or_none")

# Fields that all sets have: folds or identifiers of only some sets would be useless.
join_fields <- function(sets, fields) {
  fields <- lapply(rlang::set_names(fields), \(field) {
    parts <- lapply(sets, `[[`, field)
    if (!any(vapply(parts, is.null, NA))) do.call(c, parts)
  })
  c(fields, list(weight = join_weights(sets)))
}

join_weights <- function(sets) {
  if (!all(vapply(sets, \(set) is.null(set$weight), NA))) {
    unlist(lapply(sets, \(set) set$weight %||% rep(1, length(set))))
  }
}
