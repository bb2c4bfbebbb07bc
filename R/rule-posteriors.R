# Readers of posterior probabilities from users: matrices or data frames with a row per trial and a
# column per class.

# A double matrix.
read_posteriors <- function(p, arg) {
  if (is.data.frame(p)) p <- as.matrix(p)
  check_that(
    is.matrix(p) && is_number(p) && nrow(p) > 0 && ncol(p) > 1,
    "be a numeric matrix with a row per trial and a column per class.", p, arg,
    is = paste0(value_text(p), if (is.matrix(p)) paste(" of", nrow(p), "x", ncol(p)))
  )
  check_no_missing(p, arg)
  # Largest rounding error of a posterior of 0.
  if (min(p) < 0) p[p < 0 & p > -1e-8] <- 0
  check_probability_rows(p, arg, "calibrant_error_posterior")
  storage.mode(p) <- "double"
  p
}

# `truth` as a factor, and `p` with its columns in the order of the levels.
read_classes <- function(p, truth) {
  check_labels(truth)
  if (!is.factor(truth)) truth <- factor(truth, levels = colnames(p) %||% sort(unique(truth)))
  check_length(truth, nrow(p), of = "p (rows)")
  check_no_missing(truth)
  named <- !is.null(colnames(p))
  if (named && setequal(colnames(p), levels(truth)) && ncol(p) == nlevels(truth)) {
    p <- p[, levels(truth), drop = FALSE]
  } else if (named || ncol(p) != nlevels(truth)) {
    refuse("report_columns")
  }
  list(p = p, truth = truth)
}

# One matrix per model, if a list holds several.
read_models <- function(p, arg) {
  models <- if (is.list(p) && !is.data.frame(p)) p else list(p)
  if (length(models) == 0) stop_input("{.arg {arg}} must not be an empty list.")
  lapply(models, read_posteriors, arg = arg)
}
