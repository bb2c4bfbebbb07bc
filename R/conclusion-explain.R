#' Value of conclusions in plain English
#'
#' `explain()` returns sentences for a report or a testimony: how often examiners reach each
#' conclusion under either hypothesis ("of 1000 comparisons ..."), the LR of the conclusion with its
#' interval, and whether the LR rests on prior counts.
#'
#' For a set, the first paragraph also states the information of the scale in bits at a prior
#' ([measures()][measures.conclusion_set]). Sentences are in the language of the session if a
#' translation exists (German), with the `hypotheses` of [conclusion_set()].
#'
#' @param x A [conclusion_set()], or the result of [conclusion_lr()].
#' @param which Names of the conclusions; all by default.
#' @param prior Prior probability of H1, inside (0, 1).
#' @param ... For a set, arguments of [conclusion_lr()].
#' @return A character vector: a paragraph on the counts, one per conclusion, and one on the limits
#'   of the numbers. It prints wrapped to the width of the console.
#' @concept words for conclusions
#' @name explain.conclusion_lr
#' @examples
#' x <- conclusion_set(truth ~ conclusion, data = subset(black_box, part == "VID"), count = "n",
#'   h1 = "same", hypotheses = c(
#'     h1 = "the prints come from the same finger", h2 = "they come from different fingers"
#'   )
#' )
#' explain(conclusion_lr(x), "Individualization")
#' explain(x)
#' @export
#' @rawNamespace S3method(dplyr::explain, conclusion_lr)
explain.conclusion_lr <- function(x, which = NULL, ...) {
  check_dots(...)
  new_object("lr_explanation", with_decimal_mark(conclusion_paragraphs(x, which)))
}

#' @rdname explain.conclusion_lr
#' @export
#' @rawNamespace S3method(dplyr::explain, conclusion_set)
explain.conclusion_set <- function(x, which = NULL, prior = 0.5, ...) {
  table <- conclusion_lr(x, ...)
  by <- attr(table, "by")
  told <- measures(x, "information", prior = prior, level = attr(table, "level"), by = by)
  said <- with_decimal_mark({
    tells <- lapply(split(as.data.frame(told), told$system), conclusions_tell, attr(table, "level"))
    conclusion_paragraphs(table, which, tells)
  })
  new_object("lr_explanation", said)
}

conclusions_tell <- function(told, level) {
  best <- ifelse(is.na(told$corrected), told$estimate, told$corrected)
  vapply(seq_len(nrow(told)), \(i) {
    say("conclusions_tell", list(
      prior = told$prior[i], null = nats_to_bits(shannon(c(told$prior[i], 1 - told$prior[i]))),
      information = best[i], lower = told$lower[i], upper = told$upper[i], level = level
    ))
  }, "")
}

# `tells` has sentences on each system as a whole.
conclusion_paragraphs <- function(x, which, tells = NULL) {
  shown <- c("system", "conclusion", "n_h1", "n_h2", "share_h1", "share_h2", "log10_lr")
  x <- drawn_curve(x, shown, c("sizes", "level"), "explanation")
  how <- attributes(x)
  clauses <- hypothesis_clauses(how$clauses)
  check_choices(which %||% x$conclusion, unique(x$conclusion), "which")
  rows <- as.data.frame(x)
  systems <- unique(as.character(rows$system))
  spoken <- lapply(systems, \(system) {
    here <- rows[rows$system == system & rows$conclusion %in% (which %||% rows$conclusion), ]
    sizes <- how$sizes[how$sizes$system == system, ]
    counted <- say("conclusions_counted", c(as.list(sizes[c("n_h1", "n_h2")]), as.list(clauses)))
    c(
      paste_said(if (length(systems) > 1) paste0(system, ":"), counted, tells[[system]]),
      vapply(seq_len(nrow(here)), \(i) conclusion_sentence(here[i, ], clauses, how$level), "")
    )
  })
  c(unlist(spoken), paste_said(say("conclusions_caution", as.list(clauses)), told_provenance(x)))
}

conclusion_sentence <- function(row, clauses, level) {
  up <- row$log10_lr >= 0
  times <- nearest_times(abs(row$log10_lr))
  # Evidence for neither side is given as an LR of H1 against H2, as in tables.
  ends <- if (up || times == "1") c(row$lower, row$upper) else -c(row$upper, row$lower)
  never <- paste0(c("h1", "h2")[c(row$n_h1, row$n_h2) == 0], collapse = "")
  fact <- c(as.list(clauses), list(
    conclusion = row$conclusion, of_h1 = of_thousand(row$share_h1),
    of_h2 = of_thousand(row$share_h2),
    times = times, first = clauses[[if (up) "h1" else "h2"]],
    second = clauses[[if (up) "h2" else "h1"]], from = limit_text(ends[1]),
    to = limit_text(ends[2]),
    level = level, never = if (never == "h1h2") "both" else never
  ))
  say_parts(c("conclusion_reached", "conclusion_worth", "conclusion_never"), fact)
}

# The LR, rounded to two digits like its limits.
nearest_times <- function(log10_size) {
  if (log10_size == Inf) return("Inf")
  power <- floor(log10_size)
  times_text(power + log10(round(10^(log10_size - power), 1)))
}

of_thousand <- function(share) format_number(1000 * share, 2)
