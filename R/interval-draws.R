# Settings of a run of the bootstrap, in the form that the kernel takes.

bootstrap_settings <- function(replicates, threads, sources = NULL, progress = NULL,
                               draws_numbers = FALSE, remainders = FALSE, most_groups = 0) {
  list(
    replicates = replicates, threads = threads, sources_h1 = length(sources[[1]]),
    other_sources = length(sources[[2]]), progress = progress, draws_numbers = draws_numbers,
    remainders = remainders, most_groups = most_groups
  )
}

needs_llrs <- function(wanted) length(wanted$costs) > 0 || wanted$dev_pav || wanted$moments

# Number of distinct values that each Bayes decision rejects. At log-odds of -Inf H1 is impossible,
# and even LR = Inf is rejected.
rejected_values <- function(numbers, log_odds) {
  if (length(log_odds) == 0) return(integer())
  both <- on_one_scale(numbers$value, numbers$scale, -log_odds)
  below <- findInterval(both$threshold, both$value, left.open = TRUE)
  below[log_odds == -Inf] <- length(numbers$value)
  below
}

# Numbers of trials of either class on the lowest values, up to each rank.
class_cuts <- function(numbers, ranks) {
  lapply(list(h1 = numbers$n_h1, h2 = numbers$n_h2), \(n) as.integer(c(0, cumsum(n))[ranks + 1]))
}
