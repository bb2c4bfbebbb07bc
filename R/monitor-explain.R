# Findings of a monitor in plain English.

#' @rdname monitor
#' @section In words:
#' `explain()` returns one paragraph for a reader who is no statistician: what was watched, whether
#' there is an alarm, and what it may mean, in the language of the session if there is a translation
#' (German).
#' @concept report of a monitor
#' @concept alarm in words
#' @export
#' @rawNamespace S3method(dplyr::explain, lr_monitor)
#' @examples
#' m <- monitor(method = "voices")
#' explain(update(m, simulate_lr(50, 50, s = 2)))
explain.lr_monitor <- function(x, ...) {
  check_dots(...)
  check_monitor(x)
  fact <- monitor_facts(x)
  said <- with_decimal_mark(c(
    told_watched(x, fact), told_alarm(x, fact), told_parts(fact), told_meaning(x, fact)
  ))
  structure(paste(said, collapse = " "), class = "lr_explanation")
}

told_watched <- function(x, fact) {
  number <- if (is.null(fact$n)) {
    labelf("%s H1 and %s H2 trials", plain_count(fact$n_h1), plain_count(fact$n_h2))
  } else {
    labelf("%s scores of unknown truth", plain_count(fact$n))
  }
  labelf("From %s to %s, %s were watched of %s.", fact$since, fact$until, number, x$settings$method)
}

told_alarm <- function(x, fact) {
  limit <- format_number(1 / (1 - x$settings$level))
  level <- percent_text(1 - x$settings$level)
  if (is.null(fact$alarm)) {
    return(labelf(
      paste(
        "There is no alarm: the evidence against it, an e-value, was at most %s, and %s would be",
        "one."
      ),
      format_e(fact$highest), limit
    ))
  }
  labelf(
    paste(
      "There was an alarm at trial %s, on %s: the e-value reached %s (highest since: %s). If",
      "nothing were wrong, this would happen with a probability of at most %s,",
      "however often one looks."
    ),
    plain_count(fact$alarm), fact$alarm_date, limit, format_e(fact$highest), level
  )
}

told_parts <- function(fact) {
  if (is.infinite(fact$highest)) {
    return(label("An LR of 0 or infinity was wrong, which calibrated LRs never are."))
  }
  if (length(fact$at_alarm) < 2) return(NULL)
  worst <- names(which.max(fact$at_alarm))
  labelf("The evidence came mostly from: %s.", monitor_words(worst))
}

told_meaning <- function(x, fact) {
  if (x$settings$kind == "scores") {
    if (is.null(fact$alarm)) {
      label("This does not show that the LRs are right: that takes cases whose truth is known.")
    } else {
      labelf(paste(
        "These are other scores than those of the reference. It is a hint and no error rate:",
        "another share of H1 among the cases would do it too. Cases whose truth is known have",
        "to decide."
      ))
    }
  } else if (is.null(fact$alarm)) {
    label("This does not show that the LRs are right, only that so many trials do not refute them.")
  } else {
    labelf(paste(
      "The system should not be used as validated until the reason has been found: look at what",
      "has changed, recalibrate or validate it anew, and begin a new period."
    ))
  }
}
