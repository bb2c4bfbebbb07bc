#' Monitor of a system in use
#'
#' `monitor()` returns a monitor, which measures the evidence against calibrated LRs after each
#' trial of known truth, such as a proficiency test or a daily control. A calibrated system gives a
#' false alarm with a probability of at most 1 - `level`, however often the monitor is inspected.
#'
#' [update()][update.lr_monitor] adds trials, [write_calibrant()] [saves the monitor][monitor_file],
#' `explain()` returns one paragraph about it for readers who are not statisticians, and
#' `autoplot()` draws it. Called with a monitor, for example after a repair, `monitor()` begins a
#' new period: bets start from 1 again, and earlier periods remain.
#'
#' # The e-process
#' The e-process is the capital of a monitor that bets against the system; the bets are fair if the
#' LRs are calibrated (Ramdas et al. 2023; Arnold, Henzi and Ziegel 2023; Waudby-Smith and Ramdas
#' 2024). The alarm is given at 1 / (1 - `level`), which a calibrated system reaches
#' with a probability of at most 1 - `level` (Ville 1939), whatever the number of trials and the
#' stopping rule. A small value does not show that the LRs are calibrated.
#'
#' * **Share of H1 not known, or changing** (`prior = NULL`): the bets are on pairs of an H1 and an
#'   H2 trial in order of arrival. They detect LRs that are too large or too small, in general or in
#'   the tails, overstated or understated.
#' * **Share of H1 known by design** (`prior`), as if a coin decided on each control: each trial is
#'   a separate bet. If the true share differs from `prior`, an alarm says nothing about the LRs.
#' * **Discrimination** (`auc`): the bets are on which trial of a pair has the larger LR.
#' * **Groups** such as channels or laboratories have separate e-processes, on their own trials.
#'
#' The alarm refers to the mean of calibration, discrimination and groups, if requested.
#'
#' # Assumptions
#' Given their truth and all earlier trials, new trials are drawn from populations of LLRs, which
#' may change between pairs. The share of H1 may change too. The truth may become known late and
#' trials may arrive in any order, if neither depends on the LRs. Trials that share items with
#' others cause a warning: use one comparison of each item. Ties do not matter. A wrong LR of 0 or
#' infinity refutes calibration at once. Weights are refused.
#'
#' # Power
#' In simulated streams of 500 bi-Gaussian LLRs, 95 to 100 % give an alarm if all LLRs are too large
#' by 1 (natural logarithms), at a median trial of 36 to 260; 85 to 99 % give one if all LLRs are
#' multiplied by 1.7. Of calibrated streams, 0.8 to 2.4 % give a false alarm at the level of 95 %
#' (`vignette("methods")`).
#'
#' @param x A validation set (an [lr_set()] of one system) for `auc` and its fingerprint, `NULL` for
#'   none, or a monitor, to begin a new period.
#' @param ... Unused.
#' @param method Name of the monitored system.
#' @param prior Probability of H1 of each trial, if fixed by design; `NULL` otherwise.
#' @param auc The least allowed AUC, between 0 and 1: by default its lower limit in `x`. `FALSE`, or
#'   the default without `x`, is none.
#' @param groups Names of the groups of trials, `NULL` for none.
#' @param level One minus the probability of a false alarm, in each period.
#' @param date The day, today by default.
#' @param note Optional remark, for example on a change of the system.
#' @return An object of class `lr_monitor`, with methods for [print()], [update()],
#'   [explain()][explain.lr_monitor], [autoplot()], [plot()], [data_hash()] (the last link of its
#'   chain) and [as.data.frame()]: a row per part and drawn trial with `period`, `trial`, `date`,
#'   `part` (`"total"`, `"calibration"`, `"discrimination"`, `"groups"`) and `log10_e`.
#' @section Errors:
#' `calibrant_error_damaged`: the monitor was altered by hand.
#' @references
#' Arnold S, Henzi A, Ziegel JF (2023). *The Annals of Applied Statistics* 17, 1909-1935.
#' \doi{10.1214/22-AOAS1697}
#'
#' Ramdas A et al. (2023). *Statistical Science* 38, 576-601. \doi{10.1214/23-STS894}
#'
#' Ville J (1939). *Étude critique de la notion de collectif*. Gauthier-Villars, Paris.
#'
#' Waudby-Smith I, Ramdas A (2024). *Journal of the Royal Statistical Society: Series B* 86, 1-27.
#' \doi{10.1093/jrsssb/qkad009}
#' @seealso [monitor_scores()] for unknown truth, [calibration_test()] for one look,
#'   [system_record()]
#' @concept e-process
#' @concept e-value
#' @concept anytime-valid
#' @concept sequential test
#' @concept CUSUM
#' @concept drift
#' @concept control chart
#' @concept quality control
#' @concept proficiency test
#' @concept blind test
#' @export
#' @examples
#' set.seed(1)
#' validation <- simulate_lr(300, 300, s = 2)
#' m <- monitor(validation, method = "voices", date = "2026-01-05")
#' m <- update(m, simulate_lr(60, 60, s = 2), date = "2026-01-31")
#' m
#' # All LRs have become too large
#' m <- update(m, simulate_lr(60, 60, s = 2, shift = 0.7), date = "2026-02-28")
#' m
#' plot(m)
#' explain(m)
#' m <- monitor(m, note = "recalibrated", date = "2026-03-02")
#' update(m, c(1.2, -0.4), truth = c(TRUE, FALSE), scale = "log10", date = "2026-03-03")
#' @order 1
monitor <- function(x = NULL, ...) {
  check_given()
  UseMethod("monitor")
}

#' @rdname monitor
#' @export
monitor.default <- function(x = NULL, ..., method = "the system", prior = NULL, auc = NULL,
                            groups = NULL, level = 0.95, date = Sys.Date(), note = NULL) {
  check_dots(...)
  if (!is.null(x)) check_watchable(x <- lr_set(x))
  if (!is.null(prior)) check_number(prior, above = 0, below = 1)
  if (!is.null(groups)) check_groups(groups)
  check_level(level)
  settings <- list(
    kind = "calibration", method = read_line(method), level = level,
    prior = prior, auc = read_least_auc(auc, x, level), groups = as.character(groups),
    reference = reference_of(x)
  )
  new_monitor(settings, fresh_state(settings), date, note)
}

#' @rdname monitor
#' @export
monitor.lr_monitor <- function(x, ..., date = Sys.Date(), note = NULL) {
  check_dots(...)
  check_monitor(x)
  state <- if (x$settings$kind == "scores") {
    list(known = x$state$known, capital = numeric(n_bets[["scores"]]))
  } else {
    fresh_state(x$settings)
  }
  begin_period(x, state, date, note)
}

fresh_state <- function(settings) {
  state <- \(auc) {
    list(
      log_odds = if (is.null(settings$prior)) NA_real_ else stats::qlogis(settings$prior),
      auc = auc %||% NA_real_, refuted = 0, seen = numeric(6), used = c(0, 0),
      capital = numeric(n_bets[["calibration"]]), h1 = numeric(), h2 = numeric()
    )
  }
  groups <- lapply(rlang::set_names(settings$groups), \(group) state(NULL))
  list(all = state(settings$auc), groups = as_object(groups))
}

# The limit of the validated discrimination.
read_least_auc <- function(auc, x, level) {
  if (isFALSE(auc) || is.null(auc) && is.null(x)) return(NULL)
  if (is.null(auc)) {
    return(min(suppress_infinities(measures(x, "auc", level = level))$lower, 1 - 1e-6))
  }
  check_number(auc, above = 0, below = 1)
  auc
}

check_groups <- function(groups) {
  named <- is.character(groups) && length(groups) > 0 && is_name_set(groups) && all(nzchar(groups))
  check_that(named, "be different names.", groups)
  check_text(groups)
}

#' @rdname monitor
#' @export
print.lr_monitor <- \(x, ...) printed(x, {
  check_monitor(x)
  now <- monitor_facts(x)
  cat(sprintf("<lr_monitor> %s, since %s", x$settings$method, x$entries[[1]]$date))
  if (now$period > 1) cat(sprintf(", period %d since %s", now$period, now$since))
  alarm_e <- 1 / (1 - x$settings$level)
  cat(sprintf(
    "\n%s in this period; e = %s, the highest was %s, alarm at %s\n", trials_of_period(now),
    format_e(now$log_e, alarm_e), format_e(now$highest, alarm_e), format_number(alarm_e)
  ))
  parts <- now$parts[names(now$parts) != "total"]
  if (length(parts) > 1) {
    cat(sprintf("Parts: %s\n", toString(paste(names(parts), format_e(parts, alarm_e)))))
  }
  alarm <- sprintf("ALARM at trial %s, on %s\n", plain_count(now$alarm), now$alarm_date)
  cat(if (is.null(now$alarm)) "No alarm\n" else alarm)
})

trials_of_period <- function(now) {
  if (!is.null(now$n)) return(sprintf("%s scores", plain_count(now$n)))
  sprintf("%s H1 and %s H2 trials", plain_count(now$n_h1), plain_count(now$n_h2))
}

# Also if it is near that of the alarm, an e-value is printed on its side of it.
format_e <- function(log_e, alarm_e) {
  ifelse(abs(log_e) > log(1e6) & is.finite(log_e),
    sprintf("10^%.1f", from_ln(log_e, "log10")), numbers_apart(exp(log_e), alarm_e)
  )
}

# Facts of the current period at its last entry; `alarm_log10` is the log10 of the e-value at which
# an alarm is raised.
monitor_facts <- function(x) {
  entries <- x$entries
  begun <- which(vapply(entries, `[[`, "", "type") == "period")
  period <- entries[seq(utils::tail(begun, 1), length(entries))]
  last <- entries[[length(entries)]]
  alarms <- Filter(\(entry) !is.null(entry$alarm), period)
  sum_of <- \(name) sum(vapply(period, \(entry) entry[[name]] %||% 0, 1))
  list(
    period = length(begun), since = period[[1]]$date, until = last$date,
    n_h1 = sum_of("n_h1"), n_h2 = sum_of("n_h2"),
    n = if (x$settings$kind == "scores") sum_of("n"), alarm_log10 = -log10(1 - x$settings$level),
    log_e = last$log_e$total, highest = last$highest, parts = unlist(last$log_e),
    alarm = if (length(alarms) > 0) alarms[[1]]$alarm,
    alarm_date = if (length(alarms) > 0) alarms[[1]]$date,
    at_alarm = if (length(alarms) > 0) parts_at_highest(alarms[[1]]$path)
  )
}

# Parts at the time of their highest total: later trials may have weakened the evidence of an alarm.
parts_at_highest <- function(path) {
  highest <- which.max(unlist(path$total))
  vapply(path[setdiff(names(path), c("trial", "total"))], \(part) as.double(part[[highest]]), 1)
}

#' @rdname monitor
#' @param row.names,optional Unused.
#' @export
as.data.frame.lr_monitor <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_monitor(x)
  period <- cumsum(vapply(x$entries, `[[`, "", "type") == "period")
  rows <- Map(\(entry, period) {
    paths <- entry$path[setdiff(names(entry$path), "trial")]
    do.call(rbind, lapply(names(paths), \(part) {
      data.frame(
        period = period, trial = as.double(entry$path$trial), date = as.Date(entry$date),
        part = part, log10_e = from_ln(as.double(paths[[part]]), "log10")
      )
    }))
  }, x$entries, period)
  out <- do.call(rbind, rows)
  out$part <- factor(out$part, unique(out$part))
  rownames(out) <- NULL
  out
}
