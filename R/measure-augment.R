#' Tables of trials and of measures
#'
#' `augment()` shows every trial with what it costs, from which the most misleading comparisons are
#' one [head()] away; `tidy()` gives the measures of a set as rows, with the names of the broom
#' packages.
#'
#' @param x An [lr_set()]; for `tidy()` also the result of [measures()] or [compare_systems()].
#' @param prior Prior probability of H1 for posterior and cost.
#' @param worst_first Sort the trials by their cost, the dearest first? Otherwise they stay in
#' order.
#' @param ... Unused.
#' @return `augment()`: the columns of `as.data.frame(x)` (identifiers among them, if the set was
#'   given an `id`), and
#'   * `.log10_lr`; `.posterior`, the probability of H1 at this prior,
#'   * `.cost`: \eqn{-\log_2 P(H|x)}{-log2 P(H|x)}, with \eqn{H} the truth (Brümmer 2010, eq. 7.39;
#'     Ramos et al. 2018, eq. 7), in bits: 0 is certain and
#'     right, 1 is what LR = 1 costs at even odds, infinite is certain and wrong. Their mean over H1
#'     times the prior, plus that over H2 times the rest, is [cross_entropy()],
#'   * `.log10_lr_pav`, `.block`: the log10 LR of the trial's PAV block, and which block of its
#'     system that is, see [pav()].
#'
#'   Scores have no posterior and no cost.
#'
#'   `tidy()`: a data frame with a row per system and measure, `system`, `term`, `estimate`; of
#'   [measures()] also `prior`, `std.error`, `conf.low`, `conf.high`; of [compare_systems()] the
#'   same with `contrast` in the place of `system`. `glance()` of these: one row with how they were
#'   made, `n_systems`, `n_measures`, `replicates`, `level`, `interval`, `by`. `confint()` gives the
#'   intervals of measures and of the coefficients of calibrations as a matrix.
#' @name augment.lr_set
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model,
#'   data = glass_lr, scale = "log10", id = seq_len(nrow(glass_lr))
#' )
#' # The most misleading comparisons
#' head(augment(x["mvk"], worst_first = TRUE), 10)
#' tidy(x)
NULL

#' @rdname augment.lr_set
#' @export
augment.lr_set <- function(x, prior = 0.5, worst_first = FALSE, ...) {
  call <- rlang::current_env()
  check_dots(..., call = call)
  check_number(prior, "prior", above = 0, below = 1)
  check_flag(worst_first, "worst_first", call)
  table <- as.data.frame(x)
  is_score <- x$scale == "score"
  posterior <- if (is_score) NA_real_ else posterior(x, prior = prior)
  table$.log10_lr <- if (is_score) NA_real_ else to_log10(values_of(x), x$scale)
  table$.posterior <- posterior
  table$.cost <- if (is_score) NA_real_ else trial_costs(x, prior)
  table$.log10_lr_pav <- pav_lr(x)$value
  table$.block <- trial_blocks(x)
  if (!worst_first) {
    return(table)
  }
  worst <- if (is_score) abs(table$.log10_lr_pav) * misleads(table) else table$.cost
  table <- table[order(-worst), ]
  row.names(table) <- NULL
  table
}

# Of scores only PAV tells which mislead.
misleads <- function(table) (table$.log10_lr_pav < 0) == table$truth

trial_costs <- function(x, prior) {
  llr <- to_ln(values_of(x), x$scale) + stats::qlogis(prior)
  nats_to_bits(softplus(ifelse(x$truth, -llr, llr)))
}

# Blocks of each system counted from 1.
trial_blocks <- function(x) {
  block <- integer(length(x))
  systems <- systems_of(x)
  places <- split_by_system(x)
  for (k in seq_along(systems)) {
    block[places[[k]]] <- findInterval(x$value[places[[k]]], blocks_of(systems[[k]])$min)
  }
  block
}

#' @rdname augment.lr_set
#' @export
tidy.lr_set <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  table <- as.data.frame(suppress_infinities(measures(x, replicates = 0)))
  data.frame(system = table$system, term = table$measure, estimate = table$estimate)
}

#' @rdname augment.lr_set
#' @export
tidy.measures <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  data.frame(
    system = x$system, term = x$measure, prior = x$prior, estimate = x$estimate,
    std.error = x$std_error, conf.low = x$lower, conf.high = x$upper
  )
}

#' @rdname augment.lr_set
#' @export
tidy.measure_comparison <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  data.frame(
    contrast = paste(x$system1, "-", x$system2), term = x$measure, prior = x$prior,
    estimate = x$difference, std.error = x$std_error, conf.low = x$lower, conf.high = x$upper
  )
}

#' @rdname augment.lr_set
#' @export
glance.measures <- function(x, ...) {
  check_dots(..., call = rlang::current_env())
  how <- attr(x, "resampling")
  data.frame(
    n_systems = length(unique(as.character(unlist(as.data.frame(x)[grepl("^system", names(x))])))),
    n_measures = length(unique(x$measure)), replicates = how$replicates, level = how$level,
    interval = how$interval, by = how$by
  )
}

#' @export
glance.measure_comparison <- glance.measures

# The level is that of the replicates; another one asks for other intervals.
#' @export
confint.measures <- function(object, parm, level = attr(object, "resampling")$level, ...) {
  check_dots(..., call = rlang::current_env())
  if (!isTRUE(all.equal(level, attr(object, "resampling")$level))) {
    stop_input(c(
      "{.arg level} is that of the table, {attr(object, 'resampling')$level}.",
      i = "Make a table of another level with {.code measures(x, level = )}."
    ))
  }
  table <- tidy(object)
  who <- if (is.null(table$contrast)) table$system else table$contrast
  at <- ifelse(is.na(table$prior), "", paste0(" at prior ", format_number(table$prior)))
  several <- length(unique(who)) > 1
  interval_matrix(table, paste0(if (several) paste0(who, " "), table$term, at), level, parm)
}

#' @export
confint.measure_comparison <- confint.measures

# As stats::confint() does it: a row per estimate, columns named by their share.
interval_matrix <- function(table, names, level, parm) {
  ends <- cbind(table$conf.low, table$conf.high)
  dimnames(ends) <- list(names, paste(format(100 * c(1 - level, 1 + level) / 2, trim = TRUE), "%"))
  if (missing(parm)) ends else ends[parm, , drop = FALSE]
}

#' @export
confint.lr_calibration <- function(object, parm, level = 0.95, ...) {
  check_dots(..., call = rlang::current_env())
  table <- tidy(object, level = level)
  several <- length(unique(table$system)) > 1
  names <- if (several) paste(table$system, table$term) else as.character(table$term)
  interval_matrix(table, names, level, parm)
}

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
  notes <- paste(summary_notes(x, body), collapse = " ")
  knit_table(body, gsub("*", "\\*", notes, fixed = TRUE), ..., align = "r")
}

#' @rawNamespace S3method(knitr::knit_print, measures)
knit_print.measures <- function(x, ...) knit_measures(x, ...) # nolint: object_name_linter.

#' @rawNamespace S3method(knitr::knit_print, measure_comparison)
knit_print.measure_comparison <- function(x, ...) { # nolint: object_name_linter.
  knit_measures(x, ...)
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

knit_measures <- function(x, ...) {
  notes <- trimws(unlist(strsplit(measure_notes(x), "\n")))
  knit_table(measure_text(x), paste(notes[nzchar(notes)], collapse = " "), ..., align = "r")
}

knit_table <- function(table, caption, ..., align = NULL, digits = 3) {
  shown <- knitr::kable(table, align = align, caption = caption, digits = digits, row.names = NA)
  knitr::knit_print(shown, ...)
}
