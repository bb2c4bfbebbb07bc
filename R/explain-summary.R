#' Summary of a set of likelihood ratios
#'
#' `summary()` returns a table with the numbers of trials, the range of the LRs, and their
#' performance.
#'
#' @param object An [lr_set()].
#' @param prior Prior probabilities of H1 for the empirical cross-entropy; by default the prior of a
#'   set of probabilities.
#' @param level Probability of the intervals; `NULL` for none.
#' @param by,replicates As in [measures()].
#' @param x The result of `summary()`.
#' @param digits Significant digits to print.
#' @param ... Unused.
#' @return A data frame of class `summary.lr_set` with a row per system. It prints as a table with a
#'   column per system; [as.data.frame()] returns the plain data frame.
#'   * `system`; `n_h1`, `n_h2`: number of trials,
#'   * `n_sources_h1`, `n_sources_h2`: number of compared items, only for sets that name items,
#'   * `n_disjoint_h1`, `n_disjoint_h2`: number of trials that share no items (a lower bound),
#'   * `log10_lr_min_h1`, `log10_lr_max_h1`, and the same for `h2`: range of log10 LR (for scores,
#'     of the scores, named `score_...`),
#'   * `n_zero_h1`, `n_inf_h1`, `n_zero_h2`, `n_inf_h2`: number (weight) of trials with LR = 0 and
#'     LR = Inf,
#'   * `weight_h1`, `weight_h2`: weights of the trials, only for sets with weights,
#'   * `n_tied`: number of trials whose LR occurs more than once; `NA` for trials that were read in
#'     chunks and have too many values,
#'   * `cllr`, `cllr_min`, `cllr_cal` in bits, see [cllr()],
#'   * `misleading_h1`, `misleading_h2`: rates of [misleading()] evidence,
#'   * `n_useful`, `log10_useful_min`, `log10_useful_max`: number of ranges of log10 prior odds in
#'     which the LRs help, and their overall limits (`NA` without a range); see [useful_range()],
#'   * two columns per prior, `ece_` and `ece_null_` with the prior: the [cross_entropy()] in bits,
#'     with and without evidence. The LRs are harmful if the first exceeds the second.
#'
#'   With a `level`, limits `_lower` and `_upper` follow each measure, after the `_corrected` values
#'   of `cllr_min` and `cllr_cal`.
#'
#'   Measures that need calibrated LRs are `NA` for scores. In print, costs above those of no
#'   evidence have an asterisk. A note below the table names systems without evidence of any
#'   information.
#' @concept summary table
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' summary(x)
#' summary(x["mvk"], prior = 0.5, level = 0.95, replicates = 200)
summary.lr_set <- function(object, prior = own_prior(object, c(0.01, 0.1, 0.5)), level = NULL,
                           by = NULL, replicates = 1000, ...) {
  check_dots(...)
  check_prior(prior)
  bands <- read_bands(object, level, "pointwise", by, replicates)
  table <- new_frame(
    system = system_names(object), summary_trials(object), summary_measures(object, prior)
  )
  if (!is.null(bands)) table <- with_limits(table, summary_limits(object, prior, bands))
  new_object("summary.lr_set", table,
    scale = object$scale, labels = object$labels, prior = prior, named = !is.null(levels(object)),
    bands = bands, origin = provenance_lines(object),
    weak = unlist(lapply(systems_of(object), weak_note, object))
  )
}

# Limits of each column of the summary, from measures() and as long as the table.
summary_limits <- function(x, prior, bands) {
  calibrated <- x$scale != "score"
  which <- c("cllr", "cllr_min", "cllr_cal", "misleading_h1", "misleading_h2", "cross_entropy")
  found <- suppress_infinities(measures(
    x, if (calibrated) which else "cllr_min", prior,
    replicates = bands$replicates, level = bands$level, by = bands$by
  ))
  column <- ifelse(is.na(found$prior), as.character(found$measure),
    paste0("ece_", prior_names(found$prior)))
  rows <- split(found, factor(column, unique(column)))
  limits <- lapply(rows, \(part) {
    flattered <- measure_kinds[[as.character(part$measure[1])]]$flattered
    part[c("corrected"[flattered], "lower", "upper")]
  })
  c(limits, if (calibrated) useful_limits(x, bands))
}

useful_limits <- function(x, bands) {
  ranges <- suppress_infinities(useful_range(x, bands$level, bands$by, bands$replicates))
  ends <- \(useful, lower, upper) list(lower = useful(lower, ranges), upper = useful(upper, ranges))
  list(
    log10_useful_min = ends(first_useful, ranges$min_lower, ranges$min_upper),
    log10_useful_max = ends(last_useful, ranges$max_lower, ranges$max_upper)
  )
}

# Value of the first range of each system (last_useful(): of the last); NA if it has none.
first_useful <- \(column, ranges) column[match(levels(ranges$system), ranges$system)]

last_useful <- \(column, ranges) first_useful(rev(column), ranges[rev(seq_len(nrow(ranges))), ])

# Limits follow their estimates.
with_limits <- function(table, limits) {
  parts <- lapply(names(table), \(name) {
    found <- limits[[name]]
    if (is.null(found)) return(table[name])
    names(found) <- paste0(name, "_", names(found))
    new_frame(table[name], found)
  })
  do.call(cbind, parts)
}

summary_trials <- function(x) {
  ranges <- t(vapply(unname(each_system(x, class_ranges_of)), \(ends) {
    to_log10(unlist(ends, use.names = FALSE), x$scale)
  }, numeric(4)))
  unit <- if (x$scale == "score") "score" else "log10_lr"
  colnames(ranges) <- paste0(unit, c("_min_h1", "_max_h1", "_min_h2", "_max_h2"))
  infinite <- t(vapply(unname(each_system(x, infinite_of)), unlist, numeric(4)))
  colnames(infinite) <- c("n_zero_h1", "n_inf_h1", "n_zero_h2", "n_inf_h2")
  if (x$scale == "score") infinite[] <- NA
  new_frame(
    n_h1 = system_sizes(x)$h1, n_h2 = system_sizes(x)$h2, weight_columns(x), overlap_columns(x),
    ranges, infinite, n_tied = tied_trials(x)
  )
}

weight_columns <- function(x) {
  if (is_weighted(x)) {
    weights <- vapply(unname(each_system(x, totals_of)), as.double, numeric(2))
    list(weight_h1 = weights[1, ], weight_h2 = weights[2, ])
  }
}

# Trials whose value another trial of the system shares; NA if there are too many values to count.
tied_trials <- function(x) {
  vapply(unname(systems_of(x)), \(system) {
    counts <- counts_for(unweighted(system), \(system) list(n_h1 = NA_real_, n_h2 = NA_real_))
    n <- counts$n_h1 + counts$n_h2
    sum(n) - sum(n == 1)
  }, numeric(1))
}

summary_measures <- function(x, prior) {
  calibrated <- x$scale != "score"
  n <- n_systems(x)
  if (calibrated) warn_misleading_infinities(systems_of(x))
  # `value` is lazy: scores never compute it.
  known <- function(value) if (calibrated) suppress_infinities(unname(value)) else NA_real_
  rates <- matrix(known(misleading(x)), n, 2)
  # The cost at each prior, and beside it that without evidence.
  ece <- matrix(known(cross_entropy(x, prior)), n, length(prior))
  none <- matrix(known(ece_null(stats::qlogis(prior))), n, length(prior), byrow = TRUE)
  costs <- matrix(rbind(ece, none), n)
  colnames(costs) <- paste0(c("ece_", "ece_null_"), rep(prior_names(prior), each = 2))
  new_frame(
    cllr = known(cllr(x)),
    cllr_min = unname(cllr_min(x)),
    cllr_cal = known(cllr_cal(x)),
    misleading_h1 = rates[, 1],
    misleading_h2 = rates[, 2],
    useful_columns(x, calibrated),
    costs
  )
}

# Names with a decimal point, like names of columns in any language.
prior_names <- function(prior) {
  format(prior, TRUE, 7, drop0trailing = TRUE, decimal.mark = ".", scientific = 0)
}

# Number of useful ranges of each system, and their outer ends.
useful_columns <- function(x, calibrated) {
  if (!calibrated) {
    return(list(n_useful = NA_integer_, log10_useful_min = NA_real_, log10_useful_max = NA_real_))
  }
  ranges <- useful_range(x)
  new_frame(
    n_useful = tabulate(ranges$system, n_systems(x)),
    log10_useful_min = first_useful(ranges$log10_prior_odds_min, ranges),
    log10_useful_max = last_useful(ranges$log10_prior_odds_max, ranges)
  )
}

#' @rdname summary.lr_set
#' @export
print.summary.lr_set <- \(x, digits = 3, ...) printed(x, {
  labels <- attr(x, "labels")
  cat(sprintf("H1: truth is %s    H2: truth is %s\n\n", labels[["h1"]], labels[["h2"]]))
  body <- summary_body(x, digits)
  lines <- utils::capture.output(print(body, quote = FALSE, right = TRUE))
  # A single system has no name to put above its column.
  writeLines(lines[nzchar(trimws(lines))])
  cat("\n", paste(summary_notes(x, body), collapse = "\n"), "\n", sep = "")
})

# A matrix of text with a row per line and a column per system.
summary_body <- function(x, digits) {
  body <- do.call(rbind, summary_rows(x, digits))
  colnames(body) <- if (isTRUE(attr(x, "named"))) as.character(x$system) else rep(" ", nrow(x))
  body
}

summary_notes <- function(x, body) {
  c(
    "Cllr and ECE in bits; priors are probabilities of H1; none: without evidence.",
    limits_note(attr(x, "bands")),
    if (isTRUE(attr(x, "bands")$sharing)) ignored_items(),
    if (!is.null(x$weight_h1)) "Trials are weighted.",
    if (any(grepl("*", body, fixed = TRUE))) "* more than without evidence, on these trials",
    attr(x, "weak"), attr(x, "origin"),
    if (isTRUE(any(x$n_useful > 1))) "Useful in several ranges within: see useful_range()."
  )
}

weak_note <- function(system, x) {
  fact <- computed_once(system, "chance", weak_facts(system, has_independent_trials(x)))
  if (fact$weak) paste0(if (!is.null(levels(x))) paste0(system$name, ": "), say("weak", fact))
}

limits_note <- function(bands) {
  if (!is.null(bands)) {
    sprintf(
      "%s %% intervals from %s, drawn by %s; corrected: without the optimism of PAV.",
      level_number(bands$level), noun_count(bands$replicates, "replicate"), bands$by
    )
  }
}

limits_words <- function(x, name, words) {
  with_interval("", x[[paste0(name, "_lower")]], x[[paste0(name, "_upper")]], words)
}

# The printed lines: a character vector per line, with an element per system.
summary_rows <- function(x, digits) {
  number <- \(v) ifelse(is.na(v), "-", even_number(v, digits))
  ends <- \(low, high) ifelse(is.na(low), "-", paste(number(low), "to", number(high)))
  range <- \(h) {
    columns <- grep(paste0("^(log10_lr|score)_(min|max)_", h, "$"), names(x), value = TRUE)
    ends(x[[columns[1]]], x[[columns[2]]])
  }
  measure <- \(name) {
    corrected <- number(x[[paste0(name, "_corrected")]] %||% x[[name]])
    paste0(with_corrected_text(number(x[[name]]), corrected), limits_words(x, name, number))
  }
  both <- \(h1, h2) ifelse(is.na(h1), "-", paste0(number_text(h1), ", ", number_text(h2)))
  unit <- if (attr(x, "scale") == "score") "Score" else "log10 LR"
  rows <- list(
    "H1 trials" = plain_count(x$n_h1),
    "H2 trials" = plain_count(x$n_h2),
    "weight (H1, H2)" = both(x$weight_h1, x$weight_h2),
    "items (H1, H2)" = both(x$n_sources_h1, x$n_sources_h2),
    "  sharing none" = both(x$n_disjoint_h1, x$n_disjoint_h2),
    "range under H1" = range("h1"),
    "range under H2" = range("h2"),
    "LR = 0 (H1, H2)" = both(x$n_zero_h1, x$n_zero_h2),
    "LR = Inf (H1, H2)" = both(x$n_inf_h1, x$n_inf_h2),
    "tied trials" = ifelse(is.na(x$n_tied), "-", plain_count(x$n_tied)),
    "Cllr" = paste0(cost_text(x$cllr, 1, digits), limits_words(x, "cllr", number)),
    "  Cllr_min (discrimination)" = measure("cllr_min"),
    "  Cllr_cal (calibration)" = measure("cllr_cal"),
    "misleading under H1" = share_with_limits(x, "misleading_h1", x$n_h1, number),
    "misleading under H2" = share_with_limits(x, "misleading_h2", x$n_h2, number),
    "useful log10 prior odds" =
      ifelse(x$n_useful %in% 0, "none", ends(x$log10_useful_min, x$log10_useful_max)),
    "  lower end" = ends(x$log10_useful_min_lower, x$log10_useful_min_upper),
    "  upper end" = ends(x$log10_useful_max_lower, x$log10_useful_max_upper)
  )
  names(rows) <- sub("^range", paste(unit, "range"), names(rows))
  # Skips columns that the table lacks.
  c(Filter(length, rows), ece_rows(x, digits, number))
}

# Limits are needed, as 0 % alone would say "never".
share_with_limits <- function(x, name, n, number) {
  rate <- x[[name]]
  limits <- limits_words(x, name, \(v) number(100 * v))
  known <- ifelse(rate %in% 0 & limits == "", paste("0 of", plain_counts(n)),
    paste0(number(100 * rate), " %", limits))
  ifelse(is.na(rate), "-", known)
}

ece_rows <- function(x, digits, number) {
  priors <- sub("^ece_null_", "", grep("^ece_null_", names(x), value = TRUE))
  rows <- lapply(priors, \(at) {
    name <- paste0("ece_", at)
    cost <- cost_text(x[[name]], x[[paste0("ece_null_", at)]], digits)
    paste0(cost, limits_words(x, name, number))
  })
  none <- vapply(paste0("ece_null_", priors), \(name) x[[name]][1], 0)
  none <- ifelse(is.na(none), "", sprintf(" (none: %s)", even_number(none, digits)))
  rlang::set_names(rows, paste0("ECE at prior ", priors, none))
}

# A cost with enough digits to distinguish it from that of no evidence, and a mark if it is higher.
cost_text <- function(cost, none, digits) {
  mapply(\(cost, none) {
    if (is.na(cost)) return("-")
    text <- even_number(cost, digits_apart(cost, none, digits))
    paste0(text, if (isTRUE(cost > none * (1 + 1e-12))) "*")
  }, cost, none)
}

#' @export
as.data.frame.summary.lr_set <- function(x, ...) plain_frame(x)

#' @importFrom generics glance
#' @export
glance.lr_set <- function(x, ...) as.data.frame(summary(x, ...))
