# Numbers and shares of misleading trials.

misleading_counts <- function(x) bind_systems(each_system(x, neutral_counts), misleading_numbers)

misleading_of <- function(system) {
  table <- misleading_numbers(neutral_counts(system))
  rlang::set_names(table$rate, table$hypothesis)
}

neutral_counts <- function(system) {
  neutral <- neutral_value(system$scale)
  counts_for(system, at_cuts(c(neutral, next_value(neutral))))
}

misleading_numbers <- function(counts) {
  side <- sign(counts$value - neutral_value(counts$scale))
  n <- c(sum(counts$n_h1[side < 0]), sum(counts$n_h2[side > 0]))
  new_frame(
    hypothesis = c("h1", "h2"), n = counts$totals, n_misleading = n,
    n_neutral = c(sum(counts$n_h1[side == 0]), sum(counts$n_h2[side == 0])),
    rate = n / counts$totals
  )
}
