#' @rdname lr_set-methods
#' @export
c.lr_set <- function(..., pool = FALSE) {
  call <- rlang::current_env()
  check_flag(pool, "pool", call)
  sets <- list(...)
  check_all_are(sets, "lr_set", call)
  for (set in sets) notes_on(set, call)
  sets <- name_systems(sets, call)
  if (!pool) check_no_pool(sets, call)
  if (any(vapply(sets, is_remote, NA))) join_remote(sets, call) else join_sets(sets, call)
}

#' @rdname lr_set-methods
#' @param deparse.level Unused; it belongs to the generic.
#' @export
# nolint start: object_name_linter.
rbind.lr_set <- function(..., pool = FALSE, deparse.level = 1) c(..., pool = pool)
# nolint end

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
      c(
        "It must be clear whether the sets are of different systems.",
        x = if (all(without)) {
          "Their systems have no names."
        } else {
          "{cli::qty(twice)}System{?s} {.val {twice}} {?is/are} in more than one of them."
        },
        i = "{.code c(before = x, after = y)} names them and keeps them apart.",
        i = "{.code c(x, y, pool = TRUE)} makes them trials of one system."
      ),
      class = "calibrant_error_pool",
      call = call
    )
  }
}

join_sets <- function(sets, call) {
  sets <- same_scale(sets, call)
  check_combinable(sets, call)
  new_lr_set(
    value = gather(sets, "value"),
    truth = gather(sets, "truth"),
    scale = sets[[1]]$scale,
    labels = sets[[1]]$labels,
    system = gather_systems(sets),
    weight = gather_weights(sets),
    source1 = gather(sets, "source1"),
    source2 = gather(sets, "source2"),
    fold = gather_all(sets, "fold"),
    id = gather_all(sets, "id")
  )
}

# LRs meet as log10 LRs; scores are nobody else's.
same_scale <- function(sets, call) {
  scales <- vapply(sets, `[[`, "", "scale")
  if (length(unique(scales)) == 1) {
    return(sets)
  }
  if ("score" %in% scales) {
    stop_input(
      c(
        "Scores and likelihood ratios cannot be in one set.",
        x = "The scales are {.val {scales}}.",
        i = "{.fn calibrate} turns scores into likelihood ratios."
      ),
      call = call
    )
  }
  lapply(sets, \(set) with_values(set, to_log10(set$value, set$scale), "log10"))
}

check_same_labels <- function(sets, call) {
  found <- unique(lapply(sets, `[[`, "labels"))
  if (length(unique(lapply(found, as_logical_labels))) > 1) {
    text <- \(labels) paste(c(labels, attr(labels, "hypotheses")), collapse = "/")
    stop_input(
      c(
        "Sets to be combined must have the same labels for H1 and H2.",
        x = "They have {.val {vapply(found, text, '')}}."
      ),
      call = call
    )
  }
}

# Not every database knows TRUE and FALSE: there they are 1 and 0.
as_logical_labels <- function(labels) {
  labels[labels == "1"] <- "TRUE"
  labels[labels == "0"] <- "FALSE"
  labels
}

check_combinable <- function(sets, call) {
  check_same_labels(sets, call)
  for (field in c("system", "source1", "source2")) {
    check_all_or_none(!vapply(sets, \(set) is.null(set[[field]]), NA), field, call)
  }
}

check_all_or_none <- function(has, field, call) {
  if (any(has) && !all(has)) {
    stop_input(
      c(
        "Either all sets must have {.field {field}}, or none.",
        x = "Number {which(!has)[1]} has none.",
        i = if (field == "system") "{.code c(name = x)} names the system of a set."
      ),
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
