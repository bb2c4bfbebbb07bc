# Reads one chunk of a stream, with the requirements of lr_set() for vectors. Its messages name the
# place in the stream.
read_chunk <- function(stream, chunk, number, seen) {
  refuse_if(!is.list(chunk) || is.null(names(chunk)), "chunk_columns")
  here <- list(number = number, seen = seen)
  chunk <- lapply(chunk, plain_column)
  at <- paste(" in chunk", number)
  read <- lapply(stream$parts, read_variable, chunk, stream$env, "the chunks", at, own = TRUE)
  n <- length(read$lr)
  if (n > 0) at_row(check_values(read$lr, stream$given, arg = "LR"), here)
  truth <- at_row(chunk_truth(read$truth, read$lr, stream), here)
  list(
    value = values_on_scale(read$lr, stream$given, stream$prior, NULL)$value,
    truth = truth$is_h1,
    # The other hypothesis gets its label from its first trial.
    labels = if (isFALSE(is.na(stream$labels[["h2"]]))) stream$labels else truth$labels,
    weight = if (!is.null(read$weight)) at_row(read_weight(read$weight, n), here),
    system = if (!is.null(read$system)) {
      as.character(at_row(read_system(read$system, n), here))
    },
    levels = if (is.factor(read$system)) levels(read$system)
  )
}

# Adds the place of a trial in the stream to the errors of the readers of lr_set().
at_row <- function(read, here) {
  tryCatch(read, calibrant_error_input = \(cnd) {
    row <- if (is.null(cnd$at)) "" else sprintf(", row %s, which is row %s of all",
      plain_count(cnd$at), plain_count(here$seen + cnd$at)
    )
    cnd$body <- c(cnd$body, x = sprintf("This is in chunk %s%s.", plain_count(here$number), row))
    stop(cnd)
  })
}

# Like read_truth(), but a chunk may have trials of one hypothesis alone.
chunk_truth <- function(truth, x, stream) {
  check_length(truth, length(x), of = "LR")
  check_no_missing(truth)
  if (is.logical(truth)) return(read_logical_truth(truth, stream$h1))
  h1 <- stream$h1 %||% if (is.numeric(truth)) 1
  h2 <- if (is.numeric(truth) && is.null(stream$h1)) "0" else stream$labels["h2"]
  if (is.factor(truth)) truth <- levels(truth)[truth]
  if (is.null(h1)) h1_level(truth, unique(truth), NULL, x)
  # Numbers are compared as numbers, since conversion of all to text would be the slowest step.
  number <- if (is.numeric(truth)) suppressWarnings(as.double(h1))
  is_h1 <- as.vector(truth == (if (is.null(number) || is.na(number)) source_names(h1) else number))
  others <- source_names(unique(truth[!is_h1]))
  other <- stats::na.omit(c(h2, others))[1]
  if (any(others != other)) {
    # Labels of earlier chunks have been validated; in the first chunk `h1` may be wrong.
    found <- source_names(unique(truth))
    if (is.null(stream$labels) && length(found) == 2) h1_level(truth, found, stream$h1, x)
    stop_third_level(truth, c(h1, other))
  }
  if (is.character(truth) && !is.na(other)) check_other_label(source_names(h1), other)
  list(is_h1 = is_h1, labels = c(h1 = source_names(h1), h2 = unname(other)))
}

stop_third_level <- function(truth, known) {
  at <- which(!source_names(truth) %in% known)[1]
  refuse("third_level", at = at)
}
