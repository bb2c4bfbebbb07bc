# Words of the pictures of the core, and of several rooms. Arguments of label() and label() are
# written out, so that they can be collected for translation.

# Plain text has no subscript; log10 comes first, or replaces "{log10}".
log10_title <- function(words) {
  parts <- trimws(strsplit(words, "{log10}", fixed = TRUE)[[1]])
  after <- parts[length(parts)]
  as.expression(if (length(parts) > 1 && nzchar(parts[1])) {
    bquote(.(parts[1]) ~ log[10] ~ .(after))
  } else {
    bquote(log[10] ~ .(after))
  })
}

# Legends, by role.

harm_words <- function() label("Worse than no evidence")

ece_words <- function(corrected = FALSE) {
  words <- label(c(ece = "LRs as they are", ece_min = "After PAV", ece_null = "No evidence"))
  if (corrected) words[["ece_min"]] <- label("After PAV, corrected")
  words
}

error_words <- function(corrected = FALSE) {
  words <- label(c(actual = "LRs as they are", best = "Best threshold", none = "Prior alone"))
  if (corrected) words[["best"]] <- label("Best threshold, corrected")
  words
}

mark_words <- function() label(c("Bayes threshold", "Best threshold"))

rate_curves <- function() label(c(actual = "Steps", best = "Convex hull"))

loss_words <- function() label(c(cal = "Calibration loss", min = "Discrimination loss"))

# Panels and axes.

ape_rows <- function() label(c(cllr = "Cllr (bits)", error = "Error rate (%)"))
