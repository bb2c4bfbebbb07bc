#' @rdname lr_precision
#' @export
#' @rawNamespace S3method(dplyr::explain, lr_precision)
explain.lr_precision <- function(x, ...) {
  check_dots(...)
  rows <- as.data.frame(x)[x$hypothesis == "both", ]
  said <- vapply(seq_len(nrow(rows)), \(i) {
    precision_sentence(rows[i, ], nlevels(x$system) > 1, attr(x, "level"))
  }, "")
  structure(with_decimal_mark(said), class = "lr_explanation")
}

precision_sentence <- function(row, named, level) {
  number <- format_number
  paste(c(
    if (named) paste0(row$system, ":"),
    labelf("%d comparisons were measured %d times in all.", row$n_comparisons, row$n_lr),
    if (is.na(row$within)) {
      label("All of them have infinite LRs, and no precision.")
    } else {
      c(
        labelf(
          "Their log10 LRs have a standard deviation of %s (%s %% interval %s to %s).",
          number(row$within), level_number(level), number(row$lower), number(row$upper)
        ),
        labelf(
          "In 95 %% of cases, two LRs of one comparison differ by less than a factor of %s.",
          number(10^row$repeatability)
        )
      )
    },
    labelf(
      "Single LRs have a Cllr of %s bits, means of log LRs %s, and means of LRs %s.",
      number(row$cost), number(row$cost_log_mean), number(row$cost_mean)
    )
  ), collapse = " ")
}
