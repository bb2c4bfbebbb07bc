# LRs over scores under some conditions: a calibration under conditions as curves.

# The condition that changes most, with the others fixed.
typical_conditions <- function(known) {
  values <- c(
    lapply(known$ranges, \(range) range[1] + c(0, 0.5, 1) * diff(range)),
    lapply(known$levels, utils::head, 8)
  )[known$columns]
  first <- all.vars(str2lang(names(which.max(known$variance))))[1]
  if (!first %in% names(values)) first <- names(values)[1]
  middle <- \(value) if (is.numeric(value)) value[2] else value[1]
  others <- lapply(values[setdiff(names(values), first)], middle)
  do.call(data.frame, c(values[first], others, check.names = FALSE))
}

condition_curve <- function(object, conditions, level, by) {
  known <- object$conditions
  inputs <- factors_of_products(object, training_of(object)$inputs)$inputs
  n <- 101
  grid <- seq(min(inputs), max(inputs), length.out = n)
  rows <- conditions[rep(seq_len(nrow(conditions)), each = n), , drop = FALSE]
  score <- rep(grid, nrow(conditions))
  columns <- new_conditions(known, rows, formula_env(object))
  products <- named_products(cbind(score), columns, object$terms)
  llr <- apply_fusion(object$transforms[[1]], products)
  wanted <- list(level = level, by = by, integrated = FALSE)
  sure <- with_sureness(object, llr, products, NULL, wanted)
  words <- lines_in_words(conditions)
  curve <- new_frame(
    input = if (known$scale == "score") score else from_ln(score, "log10"),
    system = factor(rep(words, each = n), words), log10_lr = from_ln(llr, "log10")
  )
  if (!is.null(sure$limits)) {
    curve[c("lower", "upper")] <- lapply(sure$limits[c("lower", "upper")], from_ln, "log10")
  }
  curve
}

# Labels of lines: the conditions that differ between them, or all if none does.
lines_in_words <- function(conditions) {
  differs <- vapply(conditions, \(value) length(unique(value)) > 1, NA)
  if (!any(differs)) differs[] <- TRUE
  parts <- Map(\(name, value) {
    paste(name, if (is.numeric(value)) format_number(value) else as.character(value))
  }, names(conditions)[differs], conditions[differs])
  make.unique(do.call(paste, c(unname(parts), sep = ", ")))
}
