# Tables for Word and slides, with the numbers and notes of the console. Other tables are data
# frames, which flextable and gt accept directly.

#' @rawNamespace S3method(flextable::as_flextable, summary.lr_set)
as_flextable.summary.lr_set <- function(x, ...) { # nolint: object_name_linter.
  body <- summary_body(x, digits = 3)
  noted_flextable(named_rows(body), summary_notes(x, body))
}

#' @rawNamespace S3method(flextable::as_flextable, measures)
as_flextable.measures <- function(x, ...) { # nolint: object_name_linter.
  noted_flextable(measure_text(x), measure_notes(x))
}

#' @rawNamespace S3method(flextable::as_flextable, measure_comparison)
as_flextable.measure_comparison <- as_flextable.measures # nolint: object_name_linter.

#' @rawNamespace S3method(flextable::as_flextable, lr_bound)
as_flextable.lr_bound <- function(x, ...) { # nolint: object_name_linter.
  noted_flextable(bound_table(x), bound_title(x))
}

# Row names become a column. Columns without a name must still differ.
named_rows <- function(table) {
  table <- data.frame(rownames(table), as.data.frame(table), check.names = FALSE)
  blank <- c(TRUE, !nzchar(trimws(names(table)[-1])))
  names(table)[blank] <- strrep(" ", seq_len(sum(blank)))
  table
}

noted_flextable <- function(table, notes) {
  notes <- trimws(unlist(strsplit(as.character(notes), "\n")))
  shown <- flextable::add_footer_lines(flextable::flextable(table), notes[nzchar(notes)])
  numbers <- seq_along(table)[-1]
  flextable::autofit(flextable::align(shown, j = numbers, align = "right", part = "all"))
}
