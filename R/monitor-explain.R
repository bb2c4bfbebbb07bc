# Findings of a monitor in plain English.

#' @rdname monitor
#' @concept report of a monitor
#' @concept alarm in words
#' @concept monitoring
#' @export
#' @rawNamespace S3method(dplyr::explain, lr_monitor)
explain.lr_monitor <- function(x, ...) {
  check_dots(...)
  check_monitor(x)
  new_object("lr_explanation", with_decimal_mark(monitor_sentence(x, monitor_facts(x))))
}

monitor_sentence <- function(x, fact) {
  method <- x$settings$method
  alarm_e <- 1 / (1 - x$settings$level)
  counts <- lapply(fact[intersect(names(fact), c("n_h1", "n_h2", "n", "alarm"))], plain_count)
  say("monitor_told", c(
    rlang::set_names(counts, paste0("watched_", names(counts))),
    fact[c("since", "until", "alarm_date", "highest")], x$settings["kind"],
    list(
      method = if (method == "the system") label(method) else method,
      none = sum(fact$n_h1, fact$n_h2, fact$n) == 0,
      alarmed = !is.null(fact$alarm), e_limit = format_number(alarm_e),
      e_error = percent_text(1 - x$settings$level), e_highest = format_e(fact$highest, alarm_e),
      n_parts = length(fact$at_alarm), part = monitor_words(names(which.max(fact$at_alarm)))
    )
  ))
}
