#' Judge a set of likelihood ratios
#'
#' The table for a report: how many trials, what the LRs say, how good they are, and whether
#' discrimination or calibration is to blame.
#'
#' @param object An [lr_set()].
#' @param prior Prior probabilities of H1 at which to give the empirical cross-entropy.
#' @param x The result of `summary()`.
#' @param digits Significant digits to print.
#' @param ... Unused.
#' @return A data frame of class `summary.lr_set` with a row per system. It prints as a table with a
#'   column per system; [as.data.frame()] gives the plain data frame.
#'   * `system`; `n_h1`, `n_h2`: number of trials,
#'   * `log10_lr_min_h1`, `log10_lr_max_h1`, and the same for `h2`: range of log10 LR (of the
#'     scores, named `score_...`, for a set of scores),
#'   * `n_zero_h1`, `n_inf_h1`, `n_zero_h2`, `n_inf_h2`: number (weight) of trials with LR = 0 and
#'     LR = Inf,
#'   * `n_tied`: number of trials that share their LR with another one,
#'   * `cllr`, `cllr_min`, `cllr_cal` in bits, see [cllr()],
#'   * `misleading_h1`, `misleading_h2`: rates of [misleading()] evidence,
#'   * `useful_range`: log10 prior odds at which the LRs help, as text; see [useful_range()],
#'   * one column per prior with the [cross_entropy()] in bits, named `ece_` and the prior.
#'
#'   For scores all that needs calibrated LRs is `NA`.
#' @seealso [explain()][explain.lr_set] says it in sentences
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' summary(x)
summary.lr_set <- function(object, prior = c(0.01, 0.1, 0.5), ...) {
  rlang::check_dots_empty()
  check_prior(prior)
  if (length(prior) == 0) {
    stop_input("{.arg prior} must hold at least one probability.")
  }
  table <- data.frame(
    system = system_names(object),
    summary_trials(object),
    summary_measures(object, prior)
  )
  structure(table,
    class = c("summary.lr_set", "data.frame"),
    scale = object$scale, labels = object$labels
  )
}

summary_trials <- function(x) {
  counts <- unname(each_system(x, counts_of))
  ranges <- t(vapply(counts, \(s) c(value_range(s, "n_h1"), value_range(s, "n_h2")), numeric(4)))
  unit <- if (x$scale == "score") "score" else "log10_lr"
  colnames(ranges) <- paste0(unit, c("_min_h1", "_max_h1", "_min_h2", "_max_h2"))
  infinite <- t(vapply(unname(each_system(x, infinite_of)), unlist, numeric(4)))
  colnames(infinite) <- c("n_zero_h1", "n_inf_h1", "n_zero_h2", "n_inf_h2")
  if (x$scale == "score") infinite[] <- NA
  data.frame(
    n_h1 = trial_numbers(x$truth, x$system),
    n_h2 = trial_numbers(!x$truth, x$system),
    ranges,
    infinite,
    n_tied = tied_trials(x)
  )
}

# Trials whose value another trial of the system shares.
tied_trials <- function(x) {
  counts <- unname(each_system(x, \(s) counts_of(unweighted(s))))
  vapply(counts, \(s) {
    n <- s$n_h1 + s$n_h2
    sum(n) - sum(n == 1)
  }, numeric(1))
}

summary_measures <- function(x, prior) {
  calibrated <- x$scale != "score"
  n <- max(1, nlevels(x$system))
  if (calibrated) warn_misleading_infinities(x, rlang::caller_env())
  # `value` is evaluated only where it is asked for, so scores ask nothing.
  known <- function(value) if (calibrated) suppress_infinities(unname(value)) else rep(NA, n)
  ece <- if (calibrated) ece_table(x, prior) else matrix(NA_real_, n, length(prior))
  colnames(ece) <- paste0("ece_", format(prior, trim = TRUE, drop0trailing = TRUE))
  data.frame(
    cllr = known(cllr(x)),
    cllr_min = unname(cllr_min(x)),
    cllr_cal = known(cllr_cal(x)),
    misleading_h1 = known(matrix(misleading(x), ncol = 2)[, 1]),
    misleading_h2 = known(matrix(misleading(x), ncol = 2)[, 2]),
    useful_range = if (calibrated) useful_text(x) else NA_character_,
    ece
  )
}

ece_table <- function(x, prior) {
  rows <- lapply(each_system(x, points_of), ece, log_odds = stats::qlogis(prior))
  matrix(unlist(rows), ncol = length(prior), byrow = TRUE)
}

suppress_infinities <- function(expr) {
  withCallingHandlers(expr, calibrant_warning_infinite = \(cnd) rlang::cnd_muffle(cnd))
}

# "-2.61 to Inf" per system; several ranges are joined, none is "none".
useful_text <- function(x, digits = 3) {
  ranges <- useful_range(x)
  vapply(system_names(x), \(system) {
    rows <- ranges[ranges$system == system, ]
    if (nrow(rows) == 0) {
      return("none")
    }
    paste(
      format_number(rows$log10_prior_odds_min, digits), "to",
      format_number(rows$log10_prior_odds_max, digits),
      collapse = " and "
    )
  }, "", USE.NAMES = FALSE)
}

#' @rdname summary.lr_set
#' @export
print.summary.lr_set <- function(x, digits = 3, ...) {
  labels <- attr(x, "labels")
  cat(sprintf("H1: truth is %s    H2: truth is %s\n\n", labels[["h1"]], labels[["h2"]]))
  rows <- summary_rows(x, digits)
  body <- do.call(rbind, rows)
  colnames(body) <- if (nrow(x) == 1 && x$system == "system") "" else as.character(x$system)
  print(body, quote = FALSE, right = TRUE)
  cat("\nCllr and ECE in bits; priors are probabilities of H1.\n")
  invisible(x)
}

# The printed lines: a character vector per line, with an element per system.
summary_rows <- function(x, digits) {
  number <- function(v) ifelse(is.na(v), "-", format_number(v, digits))
  range <- function(h) {
    columns <- grep(paste0("^(log10_lr|score)_(min|max)_", h, "$"), names(x), value = TRUE)
    paste(number(x[[columns[1]]]), "to", number(x[[columns[2]]]))
  }
  percent <- function(v) ifelse(is.na(v), "-", paste(number(100 * v), "%"))
  unit <- if (attr(x, "scale") == "score") "Score" else "log10 LR"
  rows <- list(
    "H1 trials" = plain_count(x$n_h1),
    "H2 trials" = plain_count(x$n_h2),
    "range under H1" = range("h1"),
    "range under H2" = range("h2"),
    "LR = 0 (H1, H2)" = paste0(number(x$n_zero_h1), ", ", number(x$n_zero_h2)),
    "LR = Inf (H1, H2)" = paste0(number(x$n_inf_h1), ", ", number(x$n_inf_h2)),
    "tied trials" = plain_count(x$n_tied),
    "Cllr" = number(x$cllr),
    "  Cllr_min (discrimination)" = number(x$cllr_min),
    "  Cllr_cal (calibration)" = number(x$cllr_cal),
    "misleading under H1" = percent(x$misleading_h1),
    "misleading under H2" = percent(x$misleading_h2),
    "useful log10 prior odds" = ifelse(is.na(x$useful_range), "-", x$useful_range)
  )
  names(rows)[3:4] <- paste(unit, names(rows)[3:4])
  priors <- grep("^ece_", names(x), value = TRUE)
  ece <- lapply(x[priors], number)
  c(rows, rlang::set_names(ece, paste("ECE at prior", sub("ece_", "", priors))))
}

#' @export
as.data.frame.summary.lr_set <- function(x, ...) {
  class(x) <- "data.frame"
  attr(x, "scale") <- attr(x, "labels") <- NULL
  x
}

#' @importFrom generics glance
#' @export
glance.lr_set <- function(x, ...) as.data.frame(summary(x, ...))
