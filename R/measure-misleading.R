# Numbers and shares of misleading trials.

misleading_counts <- function(x) {
  bind_systems(each_system(x, neutral_counts), \(counts) {
    table <- misleading_numbers(counts)
    data.frame(table, rate = misleading_shares(table), row.names = NULL)
  })
}

misleading_of <- function(system) misleading_shares(misleading_numbers(neutral_counts(system)))

neutral_counts <- function(system) {
  neutral <- neutral_value(system$scale)
  counts_for(system, at_cuts(c(neutral, next_value(neutral))))
}

misleading_numbers <- function(counts) {
  neutral <- neutral_value(counts$scale)
  below <- counts$value < neutral
  above <- counts$value > neutral
  data.frame(
    hypothesis = c("h1", "h2"),
    n = counts$totals,
    n_misleading = c(sum(counts$n_h1[below]), sum(counts$n_h2[above])),
    n_neutral = c(sum(counts$n_h1[!below & !above]), sum(counts$n_h2[!below & !above]))
  )
}

misleading_shares <- function(numbers) {
  rlang::set_names(numbers$n_misleading / numbers$n, numbers$hypothesis)
}
