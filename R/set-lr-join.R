# Joining of sets of LRs, in memory.

#' @rdname lr_set-methods
#' @export
c.lr_set <- function(..., pool = FALSE) {
  sets <- read_joined(list(...), pool, "lr_set")
  join_all(c(Filter(\(set) inherits(set, "remote_set"), sets), sets)[[1]], sets)
}

# The `first` set determines the method: a remote one, if there is any.
join_all <- function(first, sets) UseMethod("join_all")

join_all.lr_set <- function(first, sets) {
  sets <- same_scale(sets)
  check_same_labels(sets)
  for (field in c("system", "source1", "source2")) {
    check_all_or_none(!vapply(sets, \(set) is.null(set[[field]]), NA), field)
  }
  fields <- c("value", "truth", "system", "source1", "source2", "fold", "id")
  joined <- with_fields(sets[[1]], c(join_fields(sets, fields), join_limits(sets)))
  joined <- with_notes(joined, joined_notes(sets))
  with_id <- !vapply(sets, \(set) is.null(set$id), NA)
  if (any(with_id) && !all(with_id)) {
    without <- as.character(which(!with_id))
    tell_of("id_left_out")
  }
  if (!is.null(joined$id)) warn_repeated(joined)
  aligned <- align_systems(joined)
  moved <- !identical(aligned$truth, joined$truth) || !identical(aligned$value, joined$value)
  if (moved) tell_of("trials_aligned")
  aligned
}

# Limits of the LRs, missing for the trials of sets that have none.
join_limits <- function(sets) {
  without <- vapply(sets, \(set) is.null(set$lower), NA)
  limits <- \(field) {
    parts <- lapply(sets, \(set) set[[field]] %||% rep(NA_real_, length(set)))
    if (!all(without)) unlist(parts)
  }
  list(lower = limits("lower"), upper = limits("upper"))
}

# LRs of different scales are joined as log10 LRs; scores join only scores.
same_scale <- function(sets) {
  scales <- vapply(sets, `[[`, "", "scale")
  if (length(unique(scales)) == 1) return(sets)
  refuse_if("score" %in% scales, "scores_and_lrs")
  lapply(sets, \(set) {
    as_log10 <- \(v) if (!is.null(v)) to_log10(v, set$scale)
    with_values(set, as_log10(set$value), "log10",
      limits = list(lower = as_log10(set$lower), upper = as_log10(set$upper)))
  })
}

check_same_labels <- function(sets) {
  found <- unique(lapply(sets, `[[`, "labels"))
  if (length(unique(lapply(found, as_logical_labels))) > 1) {
    text <- \(labels) paste(c(labels, attr(labels, "hypotheses")), collapse = "/")
    refuse("labels_differ")
  }
}

# Some databases have 1 and 0 instead of TRUE and FALSE.
as_logical_labels <- function(labels) {
  labels[labels == "1"] <- "TRUE"
  labels[labels == "0"] <- "FALSE"
  labels
}
