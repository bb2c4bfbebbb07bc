# The answer of plan_size() in sentences, in the language of the session.

size_sentence <- function(facts, table) {
  row <- table[table$answer, ]
  numbers <- if (nrow(row) > 0) as.double(row[1, c("n_h1", "n_h2")]) else rep(facts$answer, 2)
  counts <- c(
    size_h1 = numbers[1], size_h2 = numbers[2], size_items = facts$answer,
    size_from = facts$studied[1], size_to = facts$studied[2]
  )
  reached <- if (!is.null(facts$reach)) lr_text(log10(facts$reach))
  say("size_planned", c(facts, lapply(counts, plain_count), list(
    size_reached = reached, size_target = sQuote(facts$target, FALSE)
  )))
}
