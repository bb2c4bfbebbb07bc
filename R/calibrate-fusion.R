# Fusion as a method of calibration: logistic regression of several inputs.

method_fusion <- function() {
  list(
    title = "fusion by logistic regression",
    sentence = \() label("The method is logistic regression"), formula = affine_formula,
    type = "weighted_sum", record = fusion_record, restore = fusion_of_record, design = line_design
  )
}

fusion_record <- function(transform) {
  known <- transform$coefficients
  slopes <- utils::head(known, -1)
  list(inputs = I(names(slopes)), slopes = I(unname(slopes)), offset = known[["offset"]])
}

fusion_of_record <- function(what, ...) {
  slopes <- rlang::set_names(numbers_of_json(what$slopes), unlist(what$inputs))
  list(coefficients = c(slopes, offset = as.double(what$offset)))
}

# Every trial is a separate row.
train_fusion <- function(inputs, carrier, recipe, where = "", ranges = NULL) {
  if (!all(is.finite(ranges %||% Inf))) for (h in c(TRUE, FALSE)) {
    own <- inputs[carrier$truth == h, , drop = FALSE]
    if (all(rowSums(is.infinite(own)) > 0)) stop_no_finite(if (h) "H1" else "H2", where)
  }
  rows <- list(x = inputs, truth = carrier$truth, weight = carrier$weight, range = ranges)
  found <- logistic_fit(rows, recipe$prior, recipe$settings$penalty, correlation = TRUE)
  check_fusion_found(found, colnames(inputs), where)
  keep_fit(found, colnames(inputs))
}

check_fusion_found <- function(found, inputs, where) {
  term_names(inputs)
  switch(found$status,
    clash = stop_clash(found$n_clash, found$first),
    certain = refuse("fusion_certain"),
    constant = refuse("fusion_constant")
  )
  check_collinear(matrix(found$correlation, length(inputs)), inputs)
  switch(found$status, separable = refuse("separable"), size = refuse("size"))
}

apply_fusion <- function(transform, inputs) {
  n <- length(transform$coefficients)
  certain <- row_certainty(inputs)
  inputs[!is.finite(inputs)] <- 0
  llr <- drop(inputs %*% transform$coefficients[-n]) + transform$coefficients[[n]]
  unname(ifelse(certain == 0, llr, certain * Inf))
}

# 1 and -1 for rows with an infinite input, 0 for others.
row_certainty <- function(inputs) {
  up <- rowSums(inputs == Inf) > 0
  down <- rowSums(inputs == -Inf) > 0
  clash <- which(up & down)
  if (length(clash) > 0) stop_clash(length(clash), clash[1])
  up - down
}

stop_clash <- function(n, first) refuse("clash")

# Checks the condition of the correlation matrix, with equal weights of the hypotheses.
check_collinear <- function(correlation, inputs) {
  parts <- eigen(correlation, symmetric = TRUE)
  condition <- parts$values[1] / max(parts$values[length(inputs)], 0)
  if (!(condition > 1000)) return()
  load <- abs(parts$vectors[, length(inputs)])
  involved <- inputs[load > 0.1 * max(load)]
  refuse_if(!(condition <= 1e12), "collinear")
  warn_of("nearly_collinear")
}
