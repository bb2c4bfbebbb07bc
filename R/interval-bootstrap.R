# Bootstrap replicates of the statistics that measures are made of. `wanted` names them by the prior
# log-odds at which they are needed: `costs` (mean costs of either class), `log_odds` (cross-entropy
# after PAV), `cuts` and `best` (error rates of Bayes decisions, as they are and after PAV); `eer`,
# `auc`, `dev_pav` and `moments` are flags. Instead of `cuts` there may be `ranks`: for each system,
# how many of its distinct values are rejected. The statistics themselves are named in C
# (replicate-statistics.c).

# Per system its `statistics`, a named list of matrices with a column per replicate, and the `model`
# that they scatter about, the same with one column; how often a replicate had to be drawn again;
# and the group of systems with which each shared its draws.
bootstrap <- function(x, wanted, resampling, call) {
  sources <- if (resampling$by == "source") source_strata(x, call)
  groups <- draw_groups(x, resampling$by)
  systems <- systems_of(x)
  n <- length(systems)
  out <- list(statistics = vector("list", n), model = vector("list", n), redrawn = 0, group = 1:n)
  for (g in seq_along(groups)) {
    members <- groups[[g]]
    drawn <- draw_group(x, members, wanted, resampling, sources)
    if (drawn$lost > 0) stop_lost(systems[[members[drawn$lost]]]$name, call)
    out$statistics[members] <- drawn$statistics
    out$model[members] <- drawn$model
    out$group[members] <- g
    out$redrawn <- out$redrawn + drawn$redrawn
  }
  out
}

draw_group <- function(x, members, wanted, resampling, sources) {
  first <- systems_of(x)[[members[1]]]
  if (drawn_by_numbers(first)) {
    return(draw_numbers(first, wanted$ranks[[members]], wanted, resampling))
  }
  systems <- lapply(members, \(s) {
    drawn_system(x, s, wanted, unlist(sources), length(members) > 1)
  })
  if (resampling$corrected) systems <- smooth_systems(systems, same_trials(x)[members])
  settings <- bootstrap_settings(
    resampling$replicates, resampling$threads, sources,
    progress = progress_bar("Drawing replicates", system_names(x)[members])
  )
  .Call(ffi_bootstrap, systems, bootstrap_request(wanted), settings)
}

stop_lost <- function(system, call) {
  if (is.null(system)) system <- "system"
  stop_input(
    "Replicates of system {.val {system}} cannot be drawn by source.",
    x = "In nearly all of them it has no trial under one of the hypotheses.",
    i = "Too few sources take part in its H1 or its H2 trials. Leave the system out, or draw by
         trial.",
    class = "calibrant_error_replicates", call = call
  )
}

# Systems with the same trials in the same order share the draws, so that their differences can be
# judged. Sources are drawn for all systems together.
draw_groups <- function(x, by) {
  first <- same_trials(x)
  if (by == "source") list(seq_along(first)) else unname(split(seq_along(first), first))
}

# The first system with the same trials in the same order, for each.
same_trials <- function(x) UseMethod("same_trials")

#' @exportS3Method
same_trials.remote_set <- function(x) seq_len(n_systems(x))

#' @exportS3Method
same_trials.lr_set <- function(x) {
  facts <- unclass(x)[c("truth", "weight", "source1", "source2", "id")]
  facts <- lapply(split_by_system(x), \(i) lapply(facts, `[`, i))
  vapply(facts, \(fact) Position(\(other) identical(other, fact), facts), 1L)
}

# The items that take part in an H1 comparison, and the others.
source_strata <- function(x, call) {
  check_sources(x, call, "by")
  known <- unique(c(source_names(x$source1), source_names(x$source2)))
  in_h1 <- known %in% c(source_names(x$source1[x$truth]), source_names(x$source2[x$truth]))
  list(known[in_h1], known[!in_h1])
}

# What the draws need to know of one system.
drawn_system <- function(x, s, wanted, sources, paired) {
  system <- systems_of(x)[[s]]
  numbers <- counts_of(unweighted(system))
  in_order <- paired || is_weighted(x) || !is.null(sources)
  trials <- if (in_order) trials_of(system)
  h1 <- drawn_class(x, trials, TRUE, sources)
  h2 <- drawn_class(x, trials, FALSE, sources)
  ranks <- wanted$ranks[[s]] %||% rejected_values(numbers, wanted$cuts)
  cuts <- class_cuts(numbers, ranks)
  c(
    numbers[c("n_h1", "n_h2")],
    list(llr = if (needs_llrs(wanted)) to_ln(numbers$value, numbers$scale)),
    rlang::set_names(h1, paste0(names(h1), "_h1")),
    rlang::set_names(h2, paste0(names(h2), "_h2")),
    list(cut_h1 = cuts$h1, cut_h2 = cuts$h2, model = NULL)
  )
}

# The trials of one class in ascending order of their values; nothing where counts will do.
drawn_class <- function(x, trials, is_h1, sources) {
  of_class <- which(trials$truth == is_h1)
  order <- if (!is.null(trials)) order(trials$value[of_class])
  at <- of_class[order]
  place <- if (is.null(trials$place)) at else trials$place[at]
  list(
    id = if (!is.null(trials)) order - 1L,
    order = if (!is.null(trials) && is.null(sources)) order - 1L,
    weight = trials$weight[at],
    source1 = if (!is.null(sources)) match(source_names(x$source1[place]), sources) - 1L,
    source2 = if (!is.null(sources)) match(source_names(x$source2[place]), sources) - 1L
  )
}
