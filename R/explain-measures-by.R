# Differences between conditions in plain English.

#' @rdname measures_by
#' @export
#' @rawNamespace S3method(dplyr::explain, measures_by)
explain.measures_by <- function(x, ...) {
  check_dots(...)
  stop_if(
    !"between" %in% x$condition,
    "Conditions can be explained only with random effects.",
    i = "{.code measures_by(random = TRUE)} estimates how much the conditions differ."
  )
  key <- paste(x$system, x$measure, x$prior)
  rows <- split(as.data.frame(x), factor(key, unique(key)))
  said <- vapply(rows, between_sentence, "", named = nlevels(x$system) > 1)
  structure(unname(with_decimal_mark(said[nzchar(said)])), class = "lr_explanation")
}

between_sentence <- function(rows, named) {
  rows <- in_percent(rows, c("estimate", "lower", "upper"))
  at <- \(condition) rows[match(condition, rows$condition), ]
  between <- at("between")
  if (is.na(between$estimate)) return("")
  n <- sum(!is.na(rows$shrunken))
  paste(c(
    paste0(between_subject(rows[1, ], named), ": ", between_spread(between, at("within"), n)),
    if (isTRUE(between$lower == 0)) label("So the conditions may be all alike."),
    labelf(
      "The mean of such conditions is %s (%s to %s).", format_number(at("mean")$estimate),
      format_number(at("mean")$lower), format_number(at("mean")$upper)
    ),
    labelf(
      "One more condition is to be expected between %s and %s.",
      format_number(at("new")$lower), format_number(at("new")$upper)
    )
  ), collapse = " ")
}

between_subject <- function(row, named) {
  who <- measure_title(as.character(row$measure))
  if (!is.na(row$prior)) who <- labelf("%s, prior %s", who, percent_text(row$prior))
  if (named) labelf("%s, %s", row$system, who) else who
}

between_spread <- function(between, within, n) {
  if (is.na(between$upper)) {
    return(labelf(
      "no difference shows, as %d conditions are closer together than chance explains.", n
    ))
  }
  spread <- labelf(
    "between %d conditions the standard deviation is %s (%s %% interval %s to %s)",
    n, format_number(between$estimate), level_number(between$level),
    format_number(between$lower), format_number(between$upper)
  )
  labelf("%s, beside an error of each of %s.", spread, format_number(within$estimate))
}
