# Clauses and sentences of explain() and of reports.

# An end of an interval of LRs, to two digits.
limit_text <- \(log10_lr) reciprocal(log10_lr, format_number(10^abs(log10_lr), 2))

at_level_text <- function(level) {
  if (is.null(level)) "" else paste0(" ", say("at_level", list(level = level)))
}

# Sentence on the limits of LRs; empty if there are none.
sentence_limits <- function(lower, upper, level, refuted = FALSE) {
  at_level <- at_level_text(level)
  mapply(\(low, high, refuted) {
    if (is.na(low) || is.na(high)) return("")
    say("case_limits", list(
      lower = low, upper = high, from = limit_text(low), to = limit_text(high), at_level = at_level,
      refuted = refuted
    ))
  }, lower, upper, refuted)
}

# The verbal equivalent of each LR. `hypotheses` are clauses, or NULL. The sentences of one kind
# differ in the number alone, and are said once.
sentence_verbal <- function(log10_lr, supports, level, hypotheses) {
  clauses <- hypothesis_clauses(hypotheses)
  times <- times_text(abs(log10_lr))
  kind <- paste(log10_lr >= 0, is.infinite(log10_lr), times == "1", supports, level)
  said <- vapply(which(!duplicated(kind)), \(i) {
    towards <- if (log10_lr[i] >= 0) c("h1", "h2") else c("h2", "h1")
    say("verbal", list(
      log10_lr = log10_lr[i], times = if (times[i] == "1") "1" else "\001", supports = supports[i],
      first = clauses[[towards[1]]], second = clauses[[towards[2]]],
      strength = label(level[i]), worded = !is.null(hypotheses),
      favoured = toupper(towards[1]), other = toupper(towards[2])
    ))
  }, "")
  of_kind <- match(kind, unique(kind))
  numbered <- grepl("\001", said)[of_kind]
  paste0(
    sub("\001.*", "", said)[of_kind], ifelse(numbered, times, ""),
    ifelse(numbered, sub(".*\001", "", said)[of_kind], "")
  )
}

value_texts <- function(measure, x, per_cent = measure %in% percent_measures) {
  ifelse(is.na(x), "-", ifelse(per_cent, share_texts(x), even_number(x)))
}

share_texts <- function(x) {
  vapply(x, \(one) if (is.na(one)) "-" else share_text(one, number = even_number), "")
}
