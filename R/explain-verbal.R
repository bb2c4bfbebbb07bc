#' Verbal equivalents of likelihood ratios
#'
#' `verbal_scale()` returns the verbal equivalents of likelihood ratios on a published scale, with a
#' sentence for a report.
#'
#' # Borders
#' Levels share their borders, such as "10 to 100" and "100 to 1000". A border belongs to the higher
#' level (`border = "higher"`) on a scale that ends with "1 000 000 and above", and to the lower one
#' on a scale from "> 1" to "> 1 000 000".
#'
#' An LR below 1 is read as its reciprocal for the other hypothesis. LR = 1 supports neither
#' hypothesis; nor do LRs between 1 and 2 by ENFSI (2015) and SWGDAM (2018). The sentence of an
#' infinite LR has a warning: see [bound_lr()].
#'
#' LRs are compared without rounding: 99.9 is below the border at 100. Sentences state the LR, or
#' its reciprocal, rounded down to two digits.
#'
#' # Published scales
#' * `enfsi2015`: European Network of Forensic Science Institutes, from "2-10 weak" to "1 000 000
#'   and above extremely strong".
#' * `afsp2009`: Association of Forensic Science Providers, from "> 1-10 weak or limited" to "> 1
#'   000 000 extremely strong".
#' * `evett2000`: the older scale of Evett et al. (2000), which ends with "> 10 000 very strong".
#' * `swgdam2018`: Scientific Working Group on DNA Analysis Methods, for DNA, from "2-99 limited" to
#'   "1 000 000 and above very strong".
#'
#' The four documents were not available: borders and words are **unverified** quotations. Compare
#' them with the document of your laboratory.
#'
#' @param x LRs: an [lr_set()], or numbers with their `scale`. Limits of
#'   [predict()][predict.lr_calibration] with a `level` appear in the sentence.
#' @param scale The scale of numbers: `"lr"`, `"log10"`, `"ln"` or `"log2"`. It has no default.
#' @param table Name of a published scale, or a data frame with the columns `lr_min`, the start of
#'   each level (ascending, the first at least 1), and `level`, its words as in "strong support";
#'   optionally `border` (default `"higher"`).
#' @param h1,h2 The hypotheses as clauses that can follow "if": `"the fragments come from the same
#'   window"`. By default those of the set, or else "H1 is true" and "H2 is true".
#' @return A data frame of class `verbal_scale` with a row per LR, which prints as sentences:
#'   * `log10_lr`, and its limits `lower` and `upper` if `x` has limits,
#'   * `supports`: `"h1"`, `"h2"` or `"neither"`,
#'   * `level`: ordered factor, with `"no"` below the levels of the scale,
#'   * `sentence`: for the report, in the language of the session if a translation exists.
#'
#'   Without `x`, a data frame with a row per published scale and level: `scale`, `lr_min` and
#'   `lr_max` (the ends of the level, for LRs above 1), `border`, `level` (its words, followed by
#'   "support" in sentences) and `source`.
#' @references
#' ENFSI (2015). *ENFSI guideline for evaluative reporting in forensic science*.
#'
#' Association of Forensic Science Providers (2009). *Science & Justice* 49, 161-164.
#' \doi{10.1016/j.scijus.2009.07.004}
#'
#' Evett IW et al. (2000). *Science & Justice* 40, 233-239.
#'
#' SWGDAM (2018). Recommendations on genotyping results reported as likelihood ratios.
#' @concept verbal equivalent
#' @concept verbal expression
#' @concept strength of support
#' @export
#' @examples
#'
#' verbal_scale(c(350, 1, 1 / 20),
#'   scale = "lr",
#'   h1 = "the fragments come from the same window", h2 = "they come from different windows"
#' )
#'
#' # The LR of a case with its limits
#' set.seed(1)
#' fit <- calibrate(simulate_lr(100, 300, s = 2, stretch = 2))
#' case <- verbal_scale(predict(fit, c(traces = 3, recording = 1.2), level = 0.95))
#' case
#' ggplot2::autoplot(case)
#'
#' # The published scales
#' verbal_scale()[c("scale", "lr_min", "lr_max", "level")]
#'
#' # A table of your own
#' own <- data.frame(lr_min = c(1, 10, 1000), level = c("limited", "moderate", "strong"))
#' verbal_scale(c(0.5, 4), scale = "log10", table = own)
verbal_scale <- function(x, scale, table = "enfsi2015", h1 = NULL, h2 = NULL) {
  if (missing(x)) return(verbal_tables())
  read <- read_verbal_lrs(x, scale)
  hypotheses <- read_clauses(h1, h2, read$hypotheses)
  table <- read_verbal_scale(table)
  level <- verbal_level(abs(read$log10_lr), table)
  supports <- ifelse(level == 0, "neither", ifelse(read$log10_lr > 0, "h1", "h2"))
  words <- c("no", as.character(table$level))
  with_limits <- !is.null(read$limits)
  sentence <- with_decimal_mark({
    said <- sentence_verbal(read$log10_lr, supports, words[level + 1], hypotheses)
    limits <- if (with_limits) {
      sentence_limits(read$limits$lower, read$limits$upper, read$level, read$refuted)
    }
    trimws(paste(said, limits))
  })
  columns <- c(list(log10_lr = read$log10_lr), read$limits, list(
    supports = supports, level = factor(words[level + 1], levels = words, ordered = TRUE),
    sentence = sentence
  ))
  names <- if (is.data.frame(x)) row.names(x)
  new_object("verbal_scale", data.frame(columns, row.names = names),
    table = table, limits_level = read$level)
}

# A set knows its scale, and so does a result of predict() with a level; numbers need `scale`.
read_verbal_lrs <- function(x, scale) {
  limited <- are_limited_lrs(x)
  refuse_if((inherits(x, "lr_set") || limited) && !missing(scale), "scale_known")
  if (inherits(x, "lr_set")) {
    check_calibrated(x)
    return(c(
      verbal_lrs(values_of(x), unclass(x)[c("lower", "upper")], x$scale),
      list(hypotheses = hypotheses_of(x), level = limits_level(x), refuted = are_refuted(x))
    ))
  }
  if (limited) {
    # Base R and dplyr keep the level of the first of several tables whose rows they combine.
    rows <- attr(x, "rows") %||% Inf
    refuse_if(nrow(x) > rows, "limits_of_several_calls")
    scale <- value_scales[match(names(x)[1], vapply(value_scales, value_column, ""))]
    read <- verbal_lrs(x[[1]], x[c("lower", "upper")], scale)
    return(c(read, level = attr(x, "level"), refuted = isTRUE(attr(x, "refuted"))))
  }
  scale <- check_scale(scale, setdiff(value_scales, "score"))
  check_numeric(x)
  if (scale == "lr" && length(x) > 0) check_values(x, scale)
  verbal_lrs(as.double(x), NULL, scale)
}

# Is this a result of predict() for numbers, with a level?
are_limited_lrs <- function(x) {
  known <- vapply(setdiff(value_scales, c("score", "prob")), value_column, "")
  is.data.frame(x) && all(c("lower", "upper") %in% names(x)) && names(x)[1] %in% known
}

verbal_lrs <- function(value, limits, scale) {
  limits <- Filter(Negate(is.null), as.list(limits))
  list(
    log10_lr = to_log10(value, scale),
    limits = if (length(limits) == 2) lapply(limits, to_log10, scale)
  )
}

# NULL if the hypotheses have no words.
read_clauses <- function(h1, h2, of_set) {
  stop_if(is.null(h1) != is.null(h2), "{.arg h1} and {.arg h2} must be given together.")
  if (is.null(h1)) return(of_set)
  check_string(h1)
  check_string(h2)
  c(h1 = h1, h2 = h2)
}

#' @rdname verbal_scale
#' @param n Number of sentences to print; more LRs are counted by level instead.
#' @param ... Unused.
#' @export
print.verbal_scale <- \(x, n = 6, ...) printed(x, {
  stopifnot(c("sentence", "level", "supports") %in% names(x))
  cat(wrap_sentences(utils::head(x$sentence, n), exdent = 2), sep = "\n")
  if (nrow(x) > n) {
    cat(sprintf("... and %s more; of all %s:\n\n", plain_count(nrow(x) - n), plain_count(nrow(x))))
    print(table(droplevels(x$level), x$supports, dnn = NULL))
  }
})

# The number of the level, 0 below the first. LR = 1 supports nothing, even if the first level
# begins at 1.
verbal_level <- function(size, table) {
  level <- findInterval(size, log10(table$lr_min), left.open = table$border[1] == "lower")
  ifelse(size == 0, 0, level)
}
