# Methods of sets of log-likelihoods.

#' @exportS3Method
keep_trials.loglik_set <- function(x, i) {
  kept <- subset_trials(x, chosen_places(x, i))
  if (length(kept) == 0) stop_input("At least one trial must be kept.")
  check_every_class(kept$truth, kept$system)
  kept
}

#' @rdname lr_set-methods
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

check_same_classes <- function(sets) {
  for (set in sets) check_intact(set)
  classes <- lapply(sets, set_classes)
  other <- which(!vapply(classes, identical, NA, classes[[1]]))
  refuse_if(length(other) > 0, "same_classes")
}

#' @rdname lr_set-methods
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
