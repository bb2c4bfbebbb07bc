# Statistics of trials in vectors, of a system or of a chunk.

finite_range <- function(value, ends) {
  if (all(is.finite(ends))) return(ends)
  finite <- value[is.finite(value)]
  if (length(finite) > 0) range(finite) else c(NA_real_, NA_real_)
}

# Trials with LR = 0 and with LR = Inf, which can only lie at the ends of the range.
infinite_trials <- function(trials, range, scale) {
  numbers <- list(n_h1 = c(0, 0), n_h2 = c(0, 0))
  if (range[1] > -Inf && range[2] < Inf && scale != "lr") return(numbers)
  for (end in which(to_ln(range, scale) == c(-Inf, Inf))) {
    totals <- class_totals(trials, which(trials$value == range[end]))
    numbers$n_h1[end] <- totals[1]
    numbers$n_h2[end] <- totals[2]
  }
  numbers
}

class_sizes <- function(truth) {
  n_h1 <- .Call(ffi_count_true, truth)
  c(h1 = n_h1, h2 = length(truth) - n_h1)
}

# Number or weight of the H1 and H2 trials among those at `i`.
class_totals <- function(trials, i = TRUE) {
  truth <- trials$truth[i]
  weight <- trials$weight[i] %||% rep(1, length(truth))
  c(h1 = sum(weight[truth]), h2 = sum(weight[!truth]))
}
