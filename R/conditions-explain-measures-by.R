# Measures by condition as a table, and their differences in plain English.

#' @export
print.measures_by <- \(x, ...) print.measures(x, ...)

#' @rdname measures_by
#' @export
#' @rawNamespace S3method(dplyr::explain, measures_by)
explain.measures_by <- function(x, ...) {
  check_dots(...)
  columns <- c("measure", "prior", "estimate", "lower", "upper", "level", "shrunken")
  stop_unless_intact(all(columns %in% names(x)), "measures_by", "measures_by")
  refuse_if(!"between" %in% x$condition, "no_random_effects")
  key <- paste(x$system, x$measure, x$prior)
  rows <- split(as.data.frame(x), factor(key, unique(key)))
  said <- vapply(rows, between_sentence, "", named = nlevels(x$system) > 1)
  new_object("lr_explanation", unname(with_decimal_mark(said[nzchar(said)])))
}

between_sentence <- function(rows, named) {
  rows <- in_percent(rows, c("estimate", "lower", "upper"))
  at <- \(condition) rows[match(condition, rows$condition), ]
  between <- at("between")
  if (is.na(between$estimate)) return("")
  say("between_told", c(lapply(list(
    between_sd = between$estimate, between_least = between$lower, between_most = between$upper,
    each_error = at("within")$estimate, mean_found = at("mean")$estimate,
    mean_least = at("mean")$lower, mean_most = at("mean")$upper, new_least = at("new")$lower,
    new_most = at("new")$upper, n_conditions = sum(!is.na(rows$shrunken))
  ), format_number), list(
    level = between$level, spread = between$upper, least = between$lower,
    measure = measure_title(as.character(rows$measure[1])), probability = rows$prior[1],
    system = rows$system[1], several = named
  )))
}
