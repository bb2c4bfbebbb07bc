# Methods of sets of LRs; the others of their help page are in set-methods.R.

#' @exportS3Method
keep_trials.lr_set <- function(x, i) {
  kept <- subset_trials(x, chosen_places(x, i))
  check_values(kept$value, x$scale)
  check_both_classes(kept$truth, kept$system)
  structure(kept, input = attr(x, "input"))
}

#' @export
`[[.lr_set` <- function(x, i, ...) .subset2(x, i) %||% system_named(x, i)

#' @export
`$.lr_set` <- function(x, name) {
  if (!is.list(x)) stop_damaged("lr_set")
  .subset2(x, name) %||% system_named(x, name)
}

# A name that is not a field may be a system.
system_named <- function(x, name, fields = lr_fields) {
  if (!is.character(name) || length(name) != 1 || name %in% fields) return(NULL)
  systems <- levels(x)
  if (name %in% systems) return(x[name])
  stop_input(
    "The set has no system and no field {.val {name}}.",
    i = if (!is.null(systems)) "Its systems are {.val {systems}}.",
    i = meant_hint(name, c(systems, fields)),
    i = "{.fn as.data.frame} gives its trials."
  )
}

#' @rdname lr_set-methods
#' @export
as.data.frame.lr_set <- function(x, row.names = NULL,
                                 optional = FALSE, ...) {
  check_intact(x)
  values <- Filter(Negate(is.null), unclass(x)[c("value", "lower", "upper")])
  columns <- c(
    lapply(values, given_values, x = x),
    unclass(x)[c("truth", "system", "weight", "source1", "source2", "id", "fold")]
  )
  names(columns)[1] <- value_column(given_scale(x))
  if (isNamespaceLoaded("data.table")) columns <- rlang::duplicate(columns)
  as.data.frame(columns[!vapply(columns, is.null, logical(1))])
}

value_column <- function(scale) {
  if (scale %in% c("lr", "score", "prob")) scale else paste0(scale, "_lr")
}

#' @rdname lr_set-methods
#' @export
format.lr_set <- function(x, ...) {
  paste0(format(given_values(x, x$value), trim = TRUE, ...), c(" (H2)", " (H1)")[x$truth + 1])
}

#' @rdname lr_set-methods
#' @export
print.lr_set <- \(x, n = 5, ...) printed(x, {
  check_intact(x)
  print_set_title(x)
  print_head(trials_overview(x), 20, "system")
  shown <- seq_len(min(n, length(x)))
  cat("\nFirst trials: ", paste(format(subset_trials(x, shown), digits = 3), collapse = ", "), "\n",
    sep = ""
  )
  from <- attr(x, "taken_from")
  if (!is.null(from)) cat(sprintf("The trials were taken into memory from %s.\n", from))
  writeLines(as.character(provenance_lines(x)))
  cat(set_advice(x))
})

print_set_title <- function(x) {
  cat(sprintf("<lr_set> %s %s%s\n", plain_count(length(x)), scale_title(given_scale(x)),
    if (is_weighted(x)) ", weighted" else ""))
  cat(sprintf("H1: truth is %s    H2: truth is %s\n\n", x$labels[["h1"]], x$labels[["h2"]]))
}

set_advice <- function(x) {
  sprintf(
    "summary(x) judges the set, %s(x) shows it.\n",
    if (x$scale == "score") "plot_pav" else "plot_ece"
  )
}

scale_title <- function(scale) {
  switch(scale,
    score = "uncalibrated scores", lr = "likelihood ratios", prob = "posterior probabilities",
    paste(scale, "likelihood ratios")
  )
}

# Overview with a row per system: the numbers of trials of each hypothesis, and the range of their
# values.
trials_overview <- function(x) {
  range <- \(system, h) format_range(to_log10(class_ranges_of(system)[[h]], system$scale))
  sizes <- system_sizes(x)
  overview <- new_frame(
    n_h1 = plain_count(sizes$h1),
    n_h2 = plain_count(sizes$h2),
    range_h1 = vapply(systems_of(x), range, "", "h1"),
    range_h2 = vapply(systems_of(x), range, "", "h2")
  )
  unit <- if (x$scale == "score") "score" else "log10 LR"
  names(overview) <- c("H1 trials", "H2 trials", paste(unit, "under", c("H1", "H2")))
  if (is.null(levels(x))) overview else cbind(system = levels(x), overview)
}
