# Sentences on rates of misleading LRs beyond those observed.

#' @export
print.far_tail <- \(x, ...) printed(x, {
  said <- vapply(seq_len(nrow(x)), \(i) tail_sentence(as.list(x)[-1], i, attr(x, "level")), "")
  lead <- if (nlevels(x$system) > 1) paste0(x$system, ": ")
  cat(wrap_sentences(paste0(lead, said)), sep = "\n")
})

# Rates per thousand, million and so on, according to the largest.
tail_sentence <- function(columns, i, level) {
  row <- lapply(columns, `[`, i)
  power <- if (is.na(row$upper)) 0 else 3 * ceiling(-log10(row$upper) / 3)
  rates <- row[c("rate", "lower", "upper", "lowest", "highest")]
  names(rates) <- paste0("tail_", names(rates))
  rates <- lapply(rates, \(r) format_number(r * 10^power))
  say("far_tail", c(row[c("hypothesis", "n")], rates, list(
    note = if (is.na(row$note)) "" else row$note, level = level, per = times_text(power),
    size = number_text(row$lr), checked = format_number(row$checked_to),
    counted = plain_count(row$n_misleading)
  )))
}
