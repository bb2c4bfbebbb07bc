# Sentences of explain() and reports. They are data, in inst/sentences.dcf, which the page for
# browsers also reads. Each record has the name of a sentence, a condition on the known facts, and a
# text with slots. The first record whose condition holds is used. A slot is filled with the fact of
# its name, in the format of that name, or with the sentence of that name. An empty slot also
# removes the blank before it. po/ has the translations of the texts.

sentence_store <- new.env(parent = emptyenv())

sentences <- function() {
  if (is.null(sentence_store$cases)) {
    list2env(read_sentences(system.file("sentences.dcf", package = "calibrant")), sentence_store)
  }
  sentence_store$cases
}

read_sentences <- function(file) {
  records <- as.data.frame(gsub("\\s*\n\\s*", " ", read.dcf(file)))
  formats <- records[!is.na(records$Format), ]
  slots <- strsplit(formats$Slots, " ")
  texts <- records[!is.na(records$Sentence), ]
  list(
    cases = split(texts, factor(texts$Sentence, unique(texts$Sentence))),
    formats = rlang::set_names(rep(formats$Format, lengths(slots)), unlist(slots))
  )
}

# `fact` is a list or a row of a table.
say <- function(name, fact = list()) {
  cases <- (sentence_store$cases %||% sentences())[[name]]
  for (i in seq_len(nrow(cases))) {
    when <- cases$When[i]
    if (is.na(when) || isTRUE(eval(str2lang(when), as.list(fact), baseenv()))) {
      of_one <- !is.na(cases$One[i]) && fact[["n"]] == 1
      text <- label(if (of_one) cases$One[i] else cases$Text[i])
      slots <- gregexpr(" ?\\{[a-z0-9_]+\\}", text)
      regmatches(text, slots) <- list(vapply(regmatches(text, slots)[[1]], slot_text, "", fact))
      return(trimws(text))
    }
  }
  ""
}

slot_text <- function(slot, fact) {
  name <- gsub("[ {}]", "", slot)
  value <- fact[[name]]
  format <- sentence_store$formats[name]
  text <- if (is.null(value)) {
    say(name, fact)
  } else if (is.na(format)) {
    as.character(value)
  } else {
    slot_formats[[format]](value, fact)
  }
  if (nzchar(text)) paste0(if (startsWith(slot, " ")) " ", text) else ""
}

# The words of a group, such as the headings of tables, by their names.
words_for <- function(group) {
  names <- grep(paste0("^", group, "[.]"), names(sentences()), value = TRUE)
  rlang::set_names(vapply(names, say, ""), sub(".*[.]", "", names))
}

bits_text <- function(number) say("bits", list(number = number))

bits_apart <- \(x, others) say("bits", list(number = decimal_number(x, digits_apart(x, others))))

# The fewest digits, from these up to the `most`, in which no number reads as one of the others.
digits_apart <- function(x, others, digits = 3, most = 7, rounded = signif) {
  blurred <- \(a, b) a != b & rounded(a, digits) == rounded(b, digits)
  while (digits < most && any(outer(x, others, blurred), na.rm = TRUE)) digits <- digits + 1
  digits
}

numbers_apart <- \(x, others, digits = 2) {
  vapply(x, \(value) format_number(value, digits_apart(value, others, digits)), "")
}

# A number with an interval has the decimals that its interval supports: two digits of the width,
# and more if needed to distinguish the ends from the uncertainty without evidence.
number_of_interval <- function(x, fact) {
  # Without evidence there are 0 bits of information.
  none <- c(0 * fact[["information"]], fact[["null"]], fact[["cross_entropy_null"]], 1)[1]
  fixed_number(x, decimals_of(c(fact[["lower"]], fact[["upper"]]), none))
}

share_of_interval <- function(x, fact) {
  ends <- 100 * c(fact[["rate_lower"]], fact[["rate_upper"]])
  paste(fixed_number(100 * x, decimals_of(ends, c(0, 100))), "%")
}

# At most seven digits of the larger end.
decimals_of <- function(ends, apart_from) {
  if (length(ends) < 2 || !isTRUE(is.finite(diff(ends)) && diff(ends) > 0)) return(NULL)
  most <- max(6 - floor(log10(max(abs(ends)))), 0)
  decimals <- max(1 - floor(log10(diff(ends))), 0)
  digits_apart(ends, apart_from, min(decimals, most), most, round)
}

# No reader of a sentence knows 3.8e-05.
decimal_number <- \(x, digits = 3) {
  format(signif(x, digits), digits = digits, scientific = FALSE, big.mark = " ")
}

fixed_number <- function(x, decimals) {
  if (is.null(decimals) || !is.finite(x)) return(decimal_number(x))
  formatC(x, digits = decimals, format = "f", big.mark = " ")
}

share_text <- function(share, digits = 3, number = decimal_number) {
  percent <- 100 * share
  # The distance from 100 counts near 100: 99.9999 is not 100.
  near <- percent > 50 && percent < 100
  if (near) digits <- digits + 1 - floor(log10(signif(100 - percent, digits)))
  paste(number(percent, digits), "%")
}

value_texts <- function(measure, x, per_cent = measure %in% percent_measures) {
  ifelse(is.na(x), "-", ifelse(per_cent, share_texts(x), even_number(x)))
}

share_texts <- function(x) {
  vapply(x, \(one) if (is.na(one)) "-" else share_text(one, number = even_number), "")
}

# Ends of spans of priors in whole percent, nearer to 0 or 100 with one digit of the distance.
span_end_text <- function(share) {
  percent <- 100 * share
  near <- signif(min(percent, 100 - percent), 1)
  text <- if (near >= 1) round(percent) else if (percent < 50) near else 100 - near
  paste(format(text, digits = 15), "%")
}

slot_formats <- list(
  bits = \(x, ...) bits_text(decimal_number(x)),
  bits_beside_interval = \(x, fact) bits_apart(x, c(fact[["lower"]], fact[["upper"]])),
  bits_of_claims = \(x, fact) bits_apart(x, c(fact[["claimed"]], fact[["told"]])),
  bits_of_interval = \(x, fact) say("bits", list(number = number_of_interval(x, fact))),
  number_of_interval = number_of_interval, share_of_interval = share_of_interval,
  share = \(x, ...) share_text(x),
  # Half and a twentieth are limits of verdicts.
  share_of_two_digits = \(x, ...) share_text(x, digits_apart(x, c(0.05, 0.5), 2)),
  share_of_span = \(x, ...) span_end_text(x), number = \(x, ...) format_number(x),
  p_value = \(x, ...) p_value_text(x), count = \(x, ...) plain_count(x),
  comparisons = \(x, ...) say("comparisons", list(n = x)),
  trials = \(x, ...) say("trials", list(n = x)), odds = \(x, ...) odds_text(x),
  prior = \(x, ...) {
    say("prior", list(probability = x, log10_odds = from_ln(stats::qlogis(x), "log10")))
  },
  # An LR is rounded towards 1, so that a bound claims no more than the data support.
  lr = \(x, ...) lr_text(x)
)

# "1 to 99" or "3 to 1".
odds_text <- function(log10_odds) {
  size <- abs(log10_odds)
  say("odds", list(log10_odds = log10_odds, size = size, large = format_number(10^size)))
}

# The clauses of the hypotheses, or their names.
hypothesis_clauses <- function(hypotheses) {
  hypotheses %||% vapply(c(h1 = "H1", h2 = "H2"), \(h) say("is_true", list(hypothesis = h)), "")
}

# The useful priors in words; empty if there are none.
span_words <- function(range) {
  # No user has a prior nearer to certainty than one in a million.
  range <- range[range$prior_max > 1e-6 & range$prior_min < 1 - 1e-6, ]
  spans <- mapply(\(low, high) say("span", list(low = low, high = high)),
    range$prior_min, range$prior_max)
  paste(unlist(spans), collapse = paste0(" ", say("and"), " "))
}

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
