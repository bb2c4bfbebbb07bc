#' Work with a set of log-likelihoods
#'
#' These methods subset, combine, count and convert a [loglik_set()].
#'
#' @param x A [loglik_set()].
#' @param i Trials to select, as for a vector; or the names of systems.
#' @param ... For `c()` and `rbind()`: sets with the same classes. In `c(before = x, after = y)` the
#'   names become those of the systems, or prefixes of existing names. Otherwise unused.
#' @param pool Whether sets without systems, or with systems of the same name, are joined as trials
#'   of one system; otherwise they are an error.
#' @param row.names,optional Unused.
#' @param value For `levels()`: new names of the systems, or one name for a set without systems.
#' @return
#' * `[`, `c()` and `rbind()`: a `loglik_set`.
#' * `length()`: the number of trials. `levels()`: the names of the systems, `NULL` without any.
#' * `as.data.frame()`: one row per trial with `truth` and the natural log-likelihood of each class.
#'   Sets that have them add `system`, `weight`, and `fold` of
#'   [cross_calibrate()][cross_calibrate.loglik_set].
#' @concept subsets of recognisers
#' @name loglik_set-methods
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' length(x)
#' levels(x)
#' x[levels(x)[1]]
#' cllr(c(before = x["lda"], after = predict(calibrate(x["lda"]))))
#' head(as.data.frame(x))
#' @export
`[.loglik_set` <- function(x, i, ...) subset_set(x, i, ...)

#' @exportS3Method
keep_trials.loglik_set <- function(x, i) {
  kept <- subset_trials(x, chosen_places(x, i))
  if (length(kept) == 0) stop_input("At least one trial must be kept.")
  check_every_class(kept$truth, kept$system)
  kept
}

#' @rdname loglik_set-methods
#' @export
c.loglik_set <- function(..., pool = FALSE) {
  sets <- read_joined(list(...), pool, "loglik_set")
  check_same_classes(sets)
  check_all_or_none(!vapply(sets, \(set) is.null(set$system), NA), "system")
  fields <- join_fields(sets, c("truth", "system", "fold"))
  fields$log_lik <- do.call(rbind, lapply(sets, `[[`, "log_lik"))
  limited <- all(vapply(sets, \(set) !is.null(set$lower), NA))
  for (limit in c("lower", "upper")) {
    fields[limit] <- list(if (limited) do.call(rbind, lapply(sets, `[[`, limit)))
  }
  joined <- with_notes(with_fields(sets[[1]], fields), joined_notes(sets))
  if (limited) joined else without_note(joined, "limited")
}

#' @rdname loglik_set-methods
#' @param deparse.level Unused.
#' @export
# nolint start: object_name_linter.
rbind.loglik_set <- function(..., pool = FALSE, deparse.level = 1) c(..., pool = pool)
# nolint end

check_same_classes <- function(sets) {
  for (set in sets) check_intact(set)
  classes <- lapply(sets, set_classes)
  other <- which(!vapply(classes, identical, NA, classes[[1]]))
  refuse_if(length(other) > 0, "same_classes")
}

#' @rdname loglik_set-methods
#' @export
length.loglik_set <- function(x) length(x$truth)

#' @rdname loglik_set-methods
#' @export
levels.loglik_set <- function(x) levels(x$system)

#' @rdname loglik_set-methods
#' @export
as.data.frame.loglik_set <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_intact(x)
  labels <- unclass(x)[c("system", "truth", "weight", "fold")]
  limits <- lapply(c(lower = "lower", upper = "upper"), \(field) {
    if (!is.null(x[[field]])) `colnames<-`(x[[field]], paste0(field, "_", colnames(x$log_lik)))
  })
  table <- data.frame(labels[!vapply(labels, is.null, NA)], x$log_lik, check.names = FALSE)
  do.call(cbind, c(list(table), unname(limits[!vapply(limits, is.null, NA)])))
}

#' @export
print.loglik_set <- \(x, ...) printed(x, {
  cat(sprintf(
    "<loglik_set> %s trials, log-likelihoods of %d classes\n\n",
    plain_count(length(x)), ncol(x$log_lik)
  ))
  print(classes_overview(x), right = TRUE)
  if (!is.null(x$weight)) cat("\nTrials have weights, which every measure uses.\n")
  writeLines(as.character(provenance_lines(x)))
  cat("\nsummary(x) judges the set, calibrate(x) repairs it.\n")
})

# Trials per class, a row per system.
classes_overview <- function(x) {
  rows <- lapply(systems_of(x), \(system) plain_count(system$n))
  names <- if (is.null(names(rows))) "trials" else names(rows)
  table <- matrix(unlist(rows), nrow = length(rows), byrow = TRUE)
  dimnames(table) <- list(names, set_classes(x))
  noquote(table)
}

#' @export
`names<-.loglik_set` <- function(x, value) stop_read_only(x)

#' @rdname loglik_set-methods
#' @export
`levels<-.loglik_set` <- function(x, value) with_system_names(x, value)
