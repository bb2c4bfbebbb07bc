# Labels of trials, which C assigns to hypotheses.

# Truth of trials by the words of the user, if there are any.
named_truth <- function(truth, found, asked) {
  if (!found$settled) return(list(value = found$labels[truth + 1], h1 = NULL))
  value <- c(NA, FALSE, TRUE)[truth + 2]
  words <- label_words(found$labels, found$side, asked)
  if (is.null(words)) return(list(value = value, h1 = NULL))
  list(value = I(unname(ifelse(value, words[1], words[2]))), h1 = words[[1]])
}

# Words for H1 and H2, if the user has named one.
label_words <- function(labels, side, asked) {
  if (length(asked$h1) + length(asked$h2) == 0 || is.logical(asked$h1)) return(NULL)
  words <- list(asked$h1, asked$h2)
  words <- Map(\(words, k) if (length(words) > 0) words else labels[side == k], words, 1:0)
  vapply(words, \(x) paste(unique(trimws(x)), collapse = ", "), "")
}

stop_labels <- function(problem, found, asked, bytes = NULL) {
  at <- found$label_at + 1
  last <- if (problem == "many_labels" && length(bytes) > 0) lone_last_line(bytes, asked)
  refuse_if(problem == "many_labels", "many_labels")
  refuse_if(problem == "lost_label", "lost_label")
  refuse("unknown_label")
}

# The last line, such as that of a total, if the other lines hold trials.
lone_last_line <- function(bytes, asked) {
  ends <- which(utils::head(bytes, -1) == charToRaw("\n"))
  if (length(ends) < 2) return(NULL)
  before <- seq_len(ends[length(ends)])
  read <- call_reader(list(bytes[before]), "", asked, "labelled")
  if (read$problem == "none") text_lines(bytes[-before])
}
