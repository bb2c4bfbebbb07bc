# What joining sets of two and of many classes has in common.

# The sets, with the names of their systems settled.
read_joined <- function(sets, pool, class, call) {
  check_flag(pool, "pool", call)
  check_all_are(sets, class, call)
  for (set in sets) check_intact(set, call)
  sets <- name_systems(sets, call)
  if (!pool) check_no_pool(sets, call)
  sets
}

# Names of the sets become, or go before, those of their systems.
name_systems <- function(sets, call) {
  given <- rlang::names2(sets)
  if (anyDuplicated(given[given != ""])) {
    stop_input("Each name must stand for one set; {.val {given[duplicated(given)]}} stands twice.",
      call = call
    )
  }
  for (k in which(given != "")) {
    set <- sets[[k]]
    levels(sets[[k]]) <- if (is.null(levels(set))) given[k] else paste(given[k], levels(set))
  }
  unname(sets)
}

# Whether two sets are of one system is nothing that their numbers tell.
check_no_pool <- function(sets, call) {
  if (length(sets) < 2) {
    return()
  }
  without <- vapply(sets, \(set) is.null(levels(set)), NA)
  twice <- unlist(lapply(sets, levels))
  twice <- unique(twice[duplicated(twice)])
  if (all(without) || length(twice) > 0) {
    stop_input(
      "It must be clear whether the sets are of different systems.",
      x = if (all(without)) {
        "Their systems have no names."
      } else {
        "{cli::qty(twice)}System{?s} {.val {twice}} {?is/are} in more than one of them."
      },
      i = "{.code c(before = x, after = y)} names them and keeps them apart.",
      i = "{.code c(x, y, pool = TRUE)} makes them trials of one system.",
      class = "calibrant_error_pool", call = call
    )
  }
}

check_all_or_none <- function(has, field, call) {
  if (any(has) && !all(has)) {
    stop_input(
      "Either all sets must have {.field {field}}, or none.",
      x = "Number {which(!has)[1]} has none.",
      i = if (field == "system") "{.code c(name = x)} names the system of a set.",
      call = call
    )
  }
}

gather <- function(sets, field) do.call(c, lapply(sets, `[[`, field))

# Folds or identifiers of some of the trials would say nothing.
gather_all <- function(sets, field) {
  has <- !vapply(sets, \(set) is.null(set[[field]]), logical(1))
  if (all(has)) gather(sets, field)
}

gather_systems <- function(sets) {
  if (is.null(sets[[1]]$system)) {
    return(NULL)
  }
  factor(
    unlist(lapply(sets, \(set) as.character(set$system))),
    levels = unique(unlist(lapply(sets, levels)))
  )
}

gather_weights <- function(sets) {
  weights <- lapply(sets, `[[`, "weight")
  if (all(vapply(weights, is.null, logical(1)))) {
    return(NULL)
  }
  unlist(lapply(sets, \(set) if (is.null(set$weight)) rep(1, length(set)) else set$weight))
}

check_system_names <- function(value, n, call) {
  value <- if (is.factor(value)) as.character(value) else value
  if (!is.character(value) || length(value) != n || anyNA(value) || anyDuplicated(value)) {
    stop_input(
      "The names of systems must be {n} different string{?s}.",
      x = "They are {value_text(value)}.",
      i = "{.fn c} with {.code pool = TRUE} makes one system of several.",
      call = call
    )
  }
  value
}

# The system of each trial, under new names.
renamed_systems <- function(x, value) {
  if (is.null(x$system)) {
    return(factor(rep(value, length(x)), levels = value))
  }
  factor(x$system, levels = levels(x$system), labels = value)
}
