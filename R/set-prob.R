# Sets of probabilities. Their values are kept as ln LRs, with a note of the prior: see own_prior().
# Users supply and see probabilities.

# The scale on which the user sees the values.
given_scale <- function(x) if (is.null(own_prior(x, NULL))) .subset2(x, "scale") else "prob"

# Values in the form of the user. Those of a set are kept on its scale, or as ln LRs.
given_values <- function(x, value = values_of(x)) {
  prior <- own_prior(x, NULL)
  if (is.null(prior)) value else prob_of_ln(value, prior)
}

# Probability with this ln LR, or the largest with a smaller one: as a threshold it accepts trials
# with this LR despite rounding.
prob_of_ln <- function(llr, prior) {
  prob <- stats::plogis(llr + stats::qlogis(prior))
  off <- which(prob_to_ln(prob, prior) != llr)
  near <- prob[off]
  reaches <- \(minus) prob_to_ln(-minus, prior) <= llr[off]
  replace(prob, off, -bisect_values(-pmin(near * (1 + 1e-12), 1), -near * (1 - 1e-12), reaches))
}

# Both columns of a matrix of two classes, which name the classes.
read_both_columns <- function(x, truth, h1) {
  labels <- read_truth(truth, h1, x[, 1])$labels
  at <- match(labels, sub("^[.]pred_", "", colnames(x)))
  refuse_if(anyNA(at), "columns_of_classes")
  stop_if(!are_complements(x[, 1], x[, 2]), "The probabilities of both classes must add up to 1.")
  list(x = x[, at[1]], other = complement_from(x[, at[2]], x[, at[1]]))
}

are_complements <- function(p, q) {
  is.numeric(p) && is.numeric(q) && all(abs(p + q - 1) < 1e-6, na.rm = TRUE)
}

# Missing values are taken from `p` alone, so that they are counted once.
complement_from <- function(q, p) ifelse(is.na(p), 0, ifelse(is.na(q), 1 - p, q))

# Column of the other class, if a table has one beside that of `.pred_` and a class. The name says
# which class the probabilities belong to.
other_column <- function(term, parts, data, scale, h1) {
  own <- sub("^[.]pred_", "", rlang::as_label(term))
  classes <- setdiff(level_names(unique(parts$truth)), NA)
  if (scale != "prob" || !identical(term, as.name(paste0(".pred_", own))) || !own %in% classes) {
    return(NULL)
  }
  refuse_if(!is.null(h1) && !identical(source_names(h1), own), "other_column")
  other <- data[[paste0(".pred_", setdiff(classes, own))]]
  if (are_complements(parts$lr, other)) complement_from(other, parts$lr)
}

# Two such columns are one system.
one_of_both <- function(formula, data, scale, h1) {
  terms <- summands_of(formula)
  names <- vapply(terms, rlang::as_label, "")
  is_pair <- length(names) == 2 && identical(scale, "prob") && all(startsWith(names, ".pred_")) &&
    all(names %in% names(data)) && are_complements(data[[names[1]]], data[[names[2]]])
  if (is_pair) formula[[3]] <- terms[[match(paste0(".pred_", h1 %||% ""), names, 1)]]
  formula
}
