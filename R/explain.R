#' Explain the performance of a system in plain English
#'
#' The sentences that go with an ECE plot in a report: what is needed to know the truth before and
#' after the evidence, how much of the rest calibration could remove, and where the LRs stop being
#' useful.
#'
#' The reading of the empirical cross-entropy as the information that is still missing is that of
#' Ramos et al. (2008, section 5.3; 2018, section 4).
#'
#' @inheritParams cross_entropy
#' @param prior Prior probabilities of H1, inside (0, 1).
#' @return A character vector with a paragraph per system and prior. It prints wrapped to the width
#' of
#'   the console.
#' @references
#' Ramos D, Gonzalez-Rodriguez J (2008). Cross-entropy analysis of the information in forensic
#' speaker recognition. *Odyssey 2008: The Speaker and Language Recognition Workshop*.
#' @inherit cross_entropy references
#' @seealso [summary.lr_set()] for the numbers, [plot_ece()] for the picture
#' @export
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
#' explain(x, prior = 0.01)
explain <- function(x, ...) {
  UseMethod("explain")
}

#' @rdname explain
#' @export
explain.default <- function(x, ..., prior = 0.5) explain(lr_set(x, ...), prior = prior)

#' @rdname explain
#' @export
explain.lr_set <- function(x, prior = 0.5, ...) {
  rlang::check_dots_empty()
  check_calibrated(x)
  check_prior(prior)
  if (any(prior == 0 | prior == 1)) {
    stop_input("{.arg prior} must lie inside (0, 1): at 0 and 1 there is nothing to learn.")
  }
  facts <- explain_facts(x, prior)
  paragraphs <- lapply(split(facts, seq_len(nrow(facts))), explain_paragraph)
  structure(unlist(paragraphs, use.names = FALSE), class = "lr_explanation")
}

# One row per system and prior.
explain_facts <- function(x, prior) {
  summary <- suppress_infinities(summary(x))
  facts <- merge(data.frame(i = seq_len(nrow(summary))), data.frame(prior = prior))
  facts <- facts[order(facts$i), ]
  log_odds <- stats::qlogis(facts$prior)
  at <- function(points) mapply(\(i, h) ece(points[[i]], h), facts$i, log_odds)
  data.frame(
    as.data.frame(summary)[facts$i, c("system", "n_h1", "n_h2", "useful_range")],
    prior = facts$prior,
    named = !is.null(levels(x)),
    null = ece_null(log_odds),
    ece = at(each_system(x, points_of)),
    min = at(each_system(x, blocks_of))
  )
}

explain_paragraph <- function(fact) {
  paste(
    sentence_trials(fact),
    sentence_before(fact),
    sentence_after(fact),
    sentence_blame(fact),
    sentence_useful(fact)
  )
}

sentence_trials <- function(fact) {
  name <- if (fact$named) sprintf("System %s", fact$system) else "The system"
  sprintf(
    "%s was tested on %s in which H1 is true and %s in which H2 is true.",
    name, amount(plain_count(fact$n_h1), "trial"), plain_count(fact$n_h2)
  )
}

sentence_before <- function(fact) {
  sprintf(
    "At a prior probability of H1 of %s (prior odds %s), it takes %s on average to know %s",
    format_number(fact$prior), odds_text(stats::qlogis(fact$prior) / log(10)),
    amount(format_number(fact$null), "bit"), "the truth before the evidence is considered."
  )
}

sentence_after <- function(fact) {
  if (is.infinite(fact$ece)) {
    return(paste(
      "After the evidence the need is infinite, because some trials were certain and wrong",
      "(LR = 0 under H1 or LR = infinity under H2)."
    ))
  }
  if (fact$ece == fact$null) {
    return("After the evidence it takes the same: at this prior the LRs make no difference.")
  }
  if (fact$ece > fact$null) {
    return(sprintf(
      "After the evidence it takes %s: at this prior the LRs do harm, and %s",
      amount(format_number(fact$ece), "bit"), "ignoring them would be better."
    ))
  }
  sprintf(
    "After the evidence it still takes %s: the LRs deliver %s, %s %% of %s",
    amount(format_number(fact$ece), "bit"), amount(format_number(fact$null - fact$ece), "bit"),
    format_number(100 * (1 - fact$ece / fact$null), 2), "what was missing."
  )
}

sentence_blame <- function(fact) {
  best <- sprintf(
    "With perfect calibration it would take %s, the limit of the discrimination.",
    amount(format_number(fact$min), "bit")
  )
  if (is.infinite(fact$ece)) {
    return(best)
  }
  share <- if (fact$ece > 0) 1 - fact$min / fact$ece else 0
  verdict <- if (fact$ece > fact$null && fact$min < fact$null) {
    "and without this loss the LRs would help."
  } else if (share < 0.05) {
    "so calibration is good, and only better discrimination would help."
  } else if (share < 0.5) {
    "so most of the loss is lack of discrimination, and recalibration would remove the rest."
  } else {
    "so most of the loss is bad calibration, which recalibration would remove."
  }
  sprintf(
    "%s Calibration costs %s, %s %% of the need that remains, %s", best,
    amount(format_number(max(fact$ece - fact$min, 0)), "bit"),
    format_number(100 * max(share, 0), 2), verdict
  )
}

sentence_useful <- function(fact) {
  if (fact$useful_range == "none") {
    return("There is no prior at which the LRs are better than no evidence at all.")
  }
  if (fact$useful_range == "-Inf to Inf") {
    return("The LRs are better than no evidence at every prior.")
  }
  sprintf("The LRs are better than no evidence at log10 prior odds from %s.", fact$useful_range)
}

# "1 trial", "2 trials".
amount <- function(number, unit) paste0(number, " ", unit, if (number != "1") "s")

# "1 to 99" or "3 to 1".
odds_text <- function(log10_odds) {
  large <- format_number(10^abs(log10_odds))
  if (log10_odds < 0) paste("1 to", large) else paste(large, "to 1")
}

#' @export
print.lr_explanation <- function(x, ...) {
  paragraphs <- vapply(strwrap(x, simplify = FALSE), paste, "", collapse = "\n")
  writeLines(paste(paragraphs, collapse = "\n\n"))
  invisible(x)
}
