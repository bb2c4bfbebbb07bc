# Curves are data frames with a class for drawing. Attributes hold the facts that a picture shows
# beside the columns: tables with one or more rows per system, which follow the systems kept, and
# facts about the whole, such as the unit of an axis.
new_curve <- function(data, class, ...) {
  structure(data, class = c(class, "calibrant_curve", "data.frame"), ...)
}

#' Curves as data frames
#'
#' Every curve of this package is a data frame. Base R and dplyr select rows and columns and add
#' columns, and [autoplot()] draws the result.
#'
#' Attributes are quantities that a picture marks or counts, such as the [eer()] of each system.
#' They follow the rows: removed systems lose theirs. `rbind()` and `dplyr::bind_rows()` return a
#' plain data frame, since curves of several calls may differ in their `level` and other arguments:
#' to draw systems together, make one curve of one set, as in `ece_curve(c(a = x, b = y))`. A system
#' gets its name in the set, before the curve is made: a picture refuses systems whose attributes it
#' does not find. `plot()` draws the result of [autoplot()]; use `autoplot()` to change the picture
#' with `+`.
#'
#' @param x A curve of this package, such as [ece_curve()] or [pav()].
#' @param n Number of rows to print.
#' @param ... For `plot()`, passed on to `autoplot()`; for `[`, rows and columns; for `rbind()`,
#'   curves.
#' @param deparse.level,make.row.names See [rbind()].
#' @return `plot()` and `print()` return `x`, invisibly; the others a curve.
#' @concept data frames of curves
#' @name curves
#' @examples
#' curve <- ece_curve(simulate_lr(100, 300, s = 2))
#' print(curve, n = 3)
#' plot(curve)
#' autoplot(subset(curve, abs(log10_prior_odds) <= 1))
#' @export
plot.calibrant_curve <- function(x, ...) {
  print(autoplot(x, ...))
  invisible(x)
}

#' @exportS3Method ggplot2::autoplot calibrant_curve
autoplot.calibrant_curve <- \(object, ...) stop_input("A {.cls {class(object)[1]}} has no picture.")

#' @rdname curves
#' @export
print.calibrant_curve <- \(x, n = 10, ...) printed(x, {
  systems <- length(unique(x$system))
  cat(sprintf("<%s> %s%s%s\n", class(x)[1], noun_count(nrow(x), "row"),
    if (systems > 1) paste0(", ", noun_count(systems, "system")) else "",
    if (is.null(attr(x, "unit"))) "" else sprintf(", in %s", attr(x, "unit"))
  ))
  print_head(as.data.frame(x), n, "row")
  if (isTRUE(attr(x, "bands")$sharing)) cat(ignored_items(), "\n", sep = "")
})

#' @export
as.data.frame.calibrant_curve <- function(x, ...) plain_frame(x)

#' @rdname curves
#' @export
`[.calibrant_curve` <- function(x, ...) {
  part <- NextMethod()
  if (is.data.frame(part)) restore_curve(part, x) else part
}

#' @export
transform.calibrant_curve <- function(`_data`, ...) restore_curve(NextMethod(), `_data`)

#' @exportS3Method dplyr::dplyr_reconstruct
dplyr_reconstruct.calibrant_curve <- function(data, template) { # nolint: object_name_linter.
  # `bind_rows()` shows only its first table here.
  if (nrow(data) > nrow(template)) plain_frame(data) else restore_curve(data, template)
}

#' @exportS3Method dplyr::dplyr_reconstruct
dplyr_reconstruct.calibrant_object <- # nolint: object_name_linter.
  dplyr_reconstruct.calibrant_curve

# Texts and pictures state a level, a prior and the like once for all rows, and rows of several
# results may have several.
#' @rdname curves
#' @export
rbind.calibrant_curve <- function(..., deparse.level = 1, make.row.names = TRUE) {
  tables <- Filter(Negate(is.null), list(...))
  stop_if(!all(vapply(tables, is.data.frame, NA)), "{.fn rbind} combines tables of results only.")
  do.call(rbind, c(lapply(tables, plain_frame), make.row.names = make.row.names))
}

#' @export
rbind.calibrant_object <- rbind.calibrant_curve

side_names <- function(curve) setdiff(names(attributes(curve)), c("names", "row.names", "class"))

# Restores the attributes of a curve on a subset of its rows or columns.
restore_curve <- function(part, whole) {
  for (side in side_names(whole)) {
    attr(part, side) <- of_systems(attr(whole, side), part$system)
  }
  class(part) <- class(whole)
  part
}

of_systems <- function(side, systems) {
  if (is.null(systems) || is.null(nrow(side)) || is.null(side$system)) return(side)
  side[side$system %in% unique(systems), , drop = FALSE]
}

# A curve, or another table of results, for its picture: with these columns, and only the systems
# that have rows, in the same order in the curve and its attributes. `facts` are attributes that the
# picture needs; users may have chosen rows and columns that are not there.
drawn_curve <- function(curve, columns, facts = character(), what = "picture") {
  lost <- setdiff(columns, names(curve))
  bands <- grep("_(lower|upper)$", names(curve), value = TRUE)
  numbers <- setdiff(c(columns, bands), c(lost, words_in_curves))
  no_number <- Filter(\(name) !is.numeric(curve[[name]]), numbers)
  missing <- Filter(\(name) anyNA(curve[[name]]), setdiff(columns, c(lost, with_gaps)))
  # Attributes do not follow a system that gets a new name.
  tables <- Filter(\(side) is.data.frame(side) && "system" %in% names(side), attributes(curve))
  known <- unlist(lapply(tables, \(table) as.character(table$system)))
  strange <- if (length(tables) > 0) setdiff(as.character(curve$system), known)
  problem <- if (nrow(curve) == 0) {
    "It has no rows."
  } else if (length(lost) > 0) {
    "It lacks {.field {lost}}."
  } else if (length(no_number) > 0) {
    "{.field {no_number}} must be {cli::qty(no_number)}{?a column/columns} of numbers."
  } else if (length(missing) > 0) {
    "{.field {missing}} {?has/have} missing values."
  } else if (length(strange) > 0) {
    "Its attributes have no facts of {.val {strange}}: name systems before the curve is made."
  } else if (!all(facts %in% names(attributes(curve)))) {
    "Its attributes are lost: choose rows and columns with {.code [} or dplyr, which keep them."
  }
  if (!is.null(problem)) {
    stop_input("A {.cls {class(curve)[1]}} must have rows and the columns of its {what}.",
      x = problem)
  }
  if (!"system" %in% columns) return(curve)
  system <- curve$system
  levels <- if (is.factor(system)) levels(system) else unique(system)
  with_levels(curve, intersect(levels, system))
}

# Columns of curves that are not numeric.
words_in_curves <- c(
  "action", "class", "conclusion", "condition", "criterion", "error", "from", "group", "hull",
  "inconclusive", "kind", "measure", "method", "name", "result", "rule", "source", "stage",
  "system", "to", "truth"
)

# Columns that may have missing values.
with_gaps <- c(
  "cavg", "cross_entropy", "difference", "estimate", "group", "lower", "margin",
  "misclassification", "overstatement", "upper"
)

with_levels <- function(curve, systems) {
  only <- \(table) {
    table <- table[table$system %in% systems, , drop = FALSE]
    table$system <- factor(as.character(table$system), levels = systems)
    table
  }
  tables <- Filter(\(side) is.data.frame(side) && !is.null(side$system), attributes(curve))
  for (side in names(tables)) attr(curve, side) <- only(tables[[side]])
  curve$system <- factor(as.character(curve$system), levels = systems)
  curve
}

# Points of a curve that is drawn by straight lines: dense where the values are, and nowhere far
# apart.
value_grid <- function(value, most = 256) {
  known <- sort(unique(value))
  n <- length(known)
  if (n <= most) return(known)
  dense <- known[round(seq(1, n, length.out = most / 2))]
  sort(unique(c(dense, seq(known[1], known[n], length.out = most / 2))))
}

# A table for broom, with or without its limits.
broom_limits <- function(table, conf.int) {
  check_flag(conf.int)
  if (conf.int) table else table[setdiff(names(table), c("conf.low", "conf.high"))]
}
