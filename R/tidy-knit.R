# Tables and sentences for documents of knitr.

#' @rawNamespace S3method(knitr::knit_print, lr_explanation)
knit_print.lr_explanation <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(paste0("\n\n", paste(unclass(x), collapse = "\n\n"), "\n\n"))
}

#' @rawNamespace S3method(knitr::knit_print, verbal_scale)
knit_print.verbal_scale <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(paste0("\n\n", paste("*", x$sentence, collapse = "\n"), "\n\n"))
}

#' @rawNamespace S3method(knitr::knit_print, summary.lr_set)
knit_print.summary.lr_set <- function(x, ...) { # nolint: object_name_linter.
  body <- summary_body(x, digits = 3)
  notes <- gsub("*", "\\*", paste(summary_notes(x, body), collapse = " "), fixed = TRUE)
  if (!isTRUE(attr(x, "named"))) return(knit_table(body, notes, ..., align = "r"))
  table <- data.frame(rownames(body), body, check.names = FALSE, row.names = NULL)
  names(table)[1] <- say("heading.characteristic")
  knit_table(table, notes, ..., align = c("l", rep("r", ncol(body))))
}

#' @rawNamespace S3method(knitr::knit_print, measures)
knit_print.measures <- function(x, ...) { # nolint: object_name_linter.
  knit_table(measure_text(x), one_line(measure_notes(x)), ..., align = "r")
}

#' @rawNamespace S3method(knitr::knit_print, measure_comparison)
knit_print.measure_comparison <- knit_print.measures # nolint: object_name_linter.

#' @rawNamespace S3method(knitr::knit_print, measures_by)
knit_print.measures_by <- knit_print.measures # nolint: object_name_linter.

#' @rawNamespace S3method(knitr::knit_print, conclusion_lr)
knit_print.conclusion_lr <- function(x, ...) { # nolint: object_name_linter.
  knit_table(conclusion_text(x), one_line(conclusion_notes(x)), ..., align = "r")
}

#' @rawNamespace S3method(knitr::knit_print, conclusion_errors)
knit_print.conclusion_errors <- function(x, ...) { # nolint: object_name_linter.
  knit_table(error_text(x), one_line(error_notes(x)), ..., align = "r")
}

#' @rawNamespace S3method(knitr::knit_print, conclusion_table)
knit_print.conclusion_table <- knit_print.measures # nolint: object_name_linter.

one_line <- function(notes) {
  notes <- trimws(unlist(strsplit(notes, "\n")))
  paste(notes[nzchar(notes)], collapse = " ")
}

#' @rawNamespace S3method(knitr::knit_print, lr_bound)
knit_print.lr_bound <- function(x, ...) { # nolint: object_name_linter.
  knit_table(bound_table(x), bound_title(x), ...)
}

#' @rawNamespace S3method(knitr::knit_print, calibrant_curve)
knit_print.calibrant_curve <- function(x, ...) { # nolint: object_name_linter.
  rest <- nrow(x) - 10
  note <- if (rest > 0) sprintf("The first 10 of %s rows", plain_count(nrow(x)))
  knit_table(utils::head(as.data.frame(x), 10), note, ..., digits = 4)
}

knit_table <- function(table, caption, ..., align = NULL, digits = 3) {
  shown <- knitr::kable(table, align = align, caption = caption, digits = digits, row.names = NA)
  knitr::knit_print(shown, ...)
}

# A picture with its text for readers who cannot see it, unless the chunk has a text. Letters are
# measured with the font that they will have.
#' @rawNamespace S3method(knitr::knit_print, calibrant_plot)
knit_print.calibrant_plot <- function(x, options, ...) { # nolint: object_name_linter.
  page <- list(nullfile(), options$fig.width %||% 7, options$fig.height %||% 5)
  is_pdf <- !capabilities("png") || any(options$dev[1] %in% c("pdf", "tikz", "postscript"))
  if (!is_pdf) page[c("units", "res")] <- list("in", options$dpi %||% 72)
  do.call(if (is_pdf) grDevices::pdf else grDevices::png, page)
  on.exit(grDevices::dev.off())
  grDevices::dev.control("enable")
  print(x)
  drawn <- grDevices::recordPlot()
  structure(drawn, alt = ggplot2::get_alt_text(x), class = c("calibrant_drawn", class(drawn)))
}

#' @rawNamespace S3method(knitr::sew, calibrant_drawn)
sew.calibrant_drawn <- function(x, options = list(), ...) { # nolint: object_name_linter.
  if (knitr::is_html_output()) options$fig.alt <- options$fig.alt %||% attr(x, "alt")
  class(x) <- "recordedplot"
  knitr::sew(x, options, ...)
}
