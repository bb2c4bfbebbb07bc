# Draws of trials in memory, one by one or in groups: settings and inputs, in the form that the
# kernel takes.

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

# Effective number of trials of each hypothesis, if their weights are available.
numbers_of <- function(system) {
  trials <- if (system$weighted) ask(system, "trials")
  if (is.null(trials)) sizes_of(system) else effective_numbers(trials$weight, trials$truth)
}

# `resampling$most_groups`, if given, draws groups of trials instead of trials.
draw_in_memory <- function(x, systems, members, alike, wanted, resampling) {
  sources <- if (resampling$by == "source") source_strata(x)
  fields <- unclass(x)[c("weight", "source1", "source2")]
  in_order <- length(members) > 1 || !resampling$exact || !is.null(fields$weight)
  drawn <- Map(\(system, ranks) {
    drawn_system(system, fields, wanted, ranks, unlist(sources), in_order)
  }, unname(systems), wanted$ranks[members] %||% list(NULL))
  if (resampling$corrected) drawn <- smooth_systems(drawn, alike)
  .Call(ffi_bootstrap, drawn, wanted, bootstrap_settings(
    resampling$replicates, resampling$threads, sources,
    progress = progress_bar("Drawing replicates", names(systems) %||% "system"),
    most_groups = resampling$most_groups %||% 0
  ))
}

# Inputs of the draws for one system.
drawn_system <- function(system, fields, wanted, ranks, sources, in_order) {
  numbers <- counts_of(unweighted(system))
  trials <- if (in_order) trials_of(system)
  h1 <- drawn_class(fields, trials, TRUE, sources)
  h2 <- drawn_class(fields, trials, FALSE, sources)
  cuts <- class_cuts(numbers, ranks %||% rejected_values(numbers, wanted$cuts))
  c(
    numbers[c("n_h1", "n_h2")],
    list(llr = if (needs_llrs(wanted)) to_ln(numbers$value, numbers$scale)),
    rlang::set_names(h1, paste0(names(h1), "_h1")),
    rlang::set_names(h2, paste0(names(h2), "_h2")),
    list(cut_h1 = cuts$h1, cut_h2 = cuts$h2, model = NULL, tied = NULL)
  )
}

# Trials of one class in ascending order of their values; empty if counts suffice.
drawn_class <- function(x, trials, is_h1, sources) {
  if (is.null(trials)) {
    return(rlang::set_names(vector("list", 5), c("id", "order", "weight", "source1", "source2")))
  }
  of_class <- which(trials$truth == is_h1)
  order <- order(trials$value[of_class])
  at <- of_class[order]
  place <- if (is.null(trials$place)) at else trials$place[at]
  items <- if (!is.null(sources)) lapply(item_names(x, place), \(name) match(name, sources) - 1L)
  list(
    id = order - 1L, order = if (is.null(sources)) order - 1L, weight = trials$weight[at],
    source1 = items$first, source2 = items$second
  )
}
