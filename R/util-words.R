# Words in the language of the session, or in that of with_words_of(). inst/german.po has their
# German. It is looked up here, since the C library has no words in the locale C nor, in its newer
# versions, in C.UTF-8.

spoken <- new.env(parent = emptyenv())

# `words`, or a template for sprintf(). They are written out, or in a table of inst/, so that they
# can be collected. Blanks around them are not looked up.
label <- function(words, ...) {
  session <- c(spoken$language, Sys.getenv("LANGUAGE"), Sys.getlocale())
  if (!identical(session, spoken$session)) follow_session(session)
  if (spoken$in_german) {
    german <- german_words()[trimws(words)]
    known <- which(!is.na(german))
    core <- regexpr("\\S(.*\\S)?", words[known])
    regmatches(words[known], core) <- german[known]
  }
  if (...length() > 0) sprintf(words, ...) else words
}

# The variable LANGUAGE is a list, the best language first; without it the locale decides.
follow_session <- function(session) {
  asked <- c(spoken$language, Sys.getenv("LANGUAGE"), Sys.getlocale(locale_of_words))
  german <- grepl("^((?!en|C)[^:]*:)*(de|German)", asked[nzchar(asked)][1], TRUE, perl = TRUE)
  # The locale C has no umlauts.
  in_c <- is.null(spoken$language) && Sys.getlocale("LC_CTYPE") %in% c("C", "POSIX")
  spoken$in_german <- german && !in_c
  spoken$session <- session
}

locale_of_words <- if (.Platform$OS.type == "windows") "LC_CTYPE" else "LC_MESSAGES"

german_words <- function() {
  spoken$german <- spoken$german %||% read_po(system.file("german.po", package = "calibrant"))
  spoken$german
}

# Translations named by their originals. A text may extend over several lines; those of one thing
# and of several are in the same order in both languages.
read_po <- function(file) {
  lines <- grep("^(msg|\")", readLines(file, encoding = "UTF-8"), value = TRUE)
  begins <- startsWith(lines, "msg")
  pieces <- split(sub("^[^\"]*\"(.*)\"$", "\\1", lines), cumsum(begins))
  texts <- gsub("\\\"", "\"", vapply(pieces, paste, "", collapse = ""), fixed = TRUE)
  texts <- gsub("\\n", "\n", texts, fixed = TRUE)
  original <- startsWith(lines[begins], "msgid")
  words <- rlang::set_names(unname(texts[!original]), texts[original])
  words[nzchar(names(words))]
}

# `code` with the decimal mark of the language of the sentences, unless the user has chosen one.
with_decimal_mark <- function(code) {
  mark <- getOption("OutDec")
  rlang::local_options(OutDec = if (identical(mark, ".")) label(".") else mark, scipen = 0)
  code
}

# Two digits, as more would claim a precision that no LR has. Rounded down, so that a sentence never
# exceeds the LR and never names a number of the next level.
times_text <- function(log10_size) {
  log10_size <- ifelse(is.finite(log10_size), log10_size, 0)
  power <- floor(log10_size + 1e-12)
  digits <- floor(10^(log10_size - power + 1) * (1 + 1e-12))
  # Formats each distinct number once.
  number <- 100 * power + digits
  first <- !duplicated(number)
  power <- power[first]
  digits <- digits[first]
  group <- ifelse(power < 6, 1, ifelse(power < 15, power %/% 3, 5))
  small <- plain_numbers(digits * 10^(power - 1 - c(0, 6, 9, 12, 0)[group]))
  scientific <- sprintf("%s x 10^%.0f", plain_numbers(digits / 10), power)
  unname(mapply(large_number, small, group, scientific))[match(number, number[first])]
}

large_number <- function(number, group, scientific) {
  switch(group, number, label("%s million", number), label("%s billion", number),
    label("%s trillion", number), scientific
  )
}

plain_numbers <- \(x) vapply(x, format, "", big.mark = " ", scientific = FALSE, digits = 2)

# An LR from its log10, below 1 as the reciprocal; the sizes are rounded towards 1.
lr_text <- function(log10_lr) {
  size <- times_text(abs(log10_lr))
  ifelse(is.infinite(log10_lr), ifelse(log10_lr < 0, "0", "Inf"), reciprocal(log10_lr, size))
}

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

# `fact` is a list or a row of a table. The first sentence whose condition holds is said.
say <- function(name, fact = list()) {
  cases <- (sentence_store$cases %||% sentences())[[name]]
  holds <- \(when) is.na(when) || isTRUE(eval(str2lang(when), as.list(fact), baseenv()))
  case <- cases[Position(holds, cases$When), ]
  if (is.na(case$Text)) return("")
  text <- label(if (!is.na(case$One) && fact[["n"]] == 1) case$One else case$Text)
  slots <- gregexpr(" ?\\{[a-z0-9_]+\\}", text)
  regmatches(text, slots) <- list(vapply(regmatches(text, slots)[[1]], FUN.VALUE = "", \(slot) {
    name <- gsub("[ {}]", "", slot)
    value <- fact[[name]]
    format <- sentence_store$formats[name]
    filled <- if (is.null(value)) {
      say(name, fact)
    } else if (is.na(format)) {
      as.character(value)
    } else {
      slot_formats[[format]](value, fact)
    }
    if (nzchar(filled)) paste0(if (startsWith(slot, " ")) " ", filled) else ""
  }))
  trimws(text)
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
  name <- if (is.null(hypotheses)) "is_true" else "clause"
  vapply(hypotheses %||% c(h1 = "H1", h2 = "H2"), \(h) say(name, list(hypothesis = h)), "")
}

# The useful priors in words; empty if there are none.
span_words <- function(range) {
  # No user has a prior nearer to certainty than one in a million.
  range <- range[range$prior_max > 1e-6 & range$prior_min < 1 - 1e-6, ]
  spans <- mapply(\(low, high) say("span", list(low = low, high = high)),
    range$prior_min, range$prior_max)
  paste(unlist(spans), collapse = paste0(" ", say("and"), " "))
}

ignored_items <- function() {
  label("Comparisons share items: drawn by trial, these intervals are too narrow.")
}

hypothesis_levels <- c(h1 = "H1", h2 = "H2")
