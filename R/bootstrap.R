# Bootstrap replicates of the statistics that measures are made of. `wanted` names them by the prior
# log-odds at which they are needed: `costs` (mean costs of either class), `log_odds` (cross-entropy
# after PAV), `cuts` and `best` (error rates of Bayes decisions, as they are and after PAV); `eer`
# and `auc` are flags.

# A list of statistics per system, how often a replicate had to be drawn again, and the group of
# systems with which each shared its draws.
bootstrap <- function(x, wanted, resampling, call) {
  sources <- if (resampling$by == "source") source_strata(x, call)
  groups <- draw_groups(x, resampling$by)
  settings <- c(resampling$replicates, resampling$threads, lengths(sources))
  if (is.null(sources)) settings <- c(settings, 0, 0)
  out <- list(statistics = vector("list", length(set_trials(x))), redrawn = 0, group = integer())
  for (g in seq_along(groups)) {
    members <- groups[[g]]
    systems <- lapply(members, \(s) {
      drawn_system(x, s, wanted, unlist(sources), length(members) > 1)
    })
    drawn <- .Call(ffi_bootstrap, systems, bootstrap_request(wanted), as.double(settings))
    out$statistics[members] <- lapply(drawn$rows, read_statistics, wanted)
    out$redrawn <- out$redrawn + drawn$redrawn
    out$group[members] <- g
  }
  out
}

bootstrap_request <- function(wanted) {
  list(
    costs = as.double(wanted$costs),
    log_odds = as.double(wanted$log_odds),
    threshold = sort(-as.double(wanted$best)),
    eer = wanted$eer,
    auc = wanted$auc
  )
}

# Systems with the same trials in the same order share the draws, so that their differences can be
# judged. Sources are drawn for all systems together.
draw_groups <- function(x, by) {
  trials <- split_by_system(x)
  if (by == "source") {
    return(list(seq_along(trials)))
  }
  facts <- lapply(trials, \(i) lapply(unclass(x)[c("truth", "weight", "source1", "source2")], `[`, i))
  first <- vapply(facts, \(fact) Position(\(other) identical(other, fact), facts), 1L)
  unname(split(seq_along(trials), first))
}

# The items that take part in an H1 comparison, and the others.
source_strata <- function(x, call) {
  check_sources(x, call, "by")
  known <- unique(c(as.character(x$source1), as.character(x$source2)))
  in_h1 <- known %in% c(as.character(x$source1[x$truth]), as.character(x$source2[x$truth]))
  list(known[in_h1], known[!in_h1])
}

# What the draws need to know of one system.
drawn_system <- function(x, s, wanted, sources, paired) {
  numbers <- set_counts(without_weights(x))[[s]]
  i <- split_by_system(x)[[s]]
  in_order <- paired || !is.null(x$weight) || !is.null(sources)
  h1 <- drawn_class(x, i[x$truth[i]], sources, in_order)
  h2 <- drawn_class(x, i[!x$truth[i]], sources, in_order)
  cuts <- class_cuts(numbers, wanted$cuts)
  c(
    numbers[c("n_h1", "n_h2")],
    list(llr = if (length(wanted$costs) > 0) to_ln(numbers$value, numbers$scale)),
    rlang::set_names(h1, paste0(names(h1), "_h1")),
    rlang::set_names(h2, paste0(names(h2), "_h2")),
    list(cut_h1 = cuts$h1, cut_h2 = cuts$h2)
  )
}

# The trials of one class in ascending order of their values.
drawn_class <- function(x, i, sources, in_order) {
  order <- if (in_order) order(x$value[i])
  list(
    order = if (in_order && is.null(sources)) order - 1L,
    weight = if (!is.null(x$weight)) x$weight[i][order],
    source1 = if (!is.null(sources)) match(as.character(x$source1[i][order]), sources) - 1L,
    source2 = if (!is.null(sources)) match(as.character(x$source2[i][order]), sources) - 1L
  )
}

# How many trials of either class Bayes decisions reject. What is impossible is never accepted.
class_cuts <- function(numbers, log_odds) {
  both <- on_one_scale(numbers$value, numbers$scale, -log_odds)
  below <- findInterval(both$threshold, both$value, left.open = TRUE)
  below[log_odds == -Inf] <- length(numbers$value)
  lapply(list(h1 = numbers$n_h1, h2 = numbers$n_h2), \(n) {
    as.integer(c(0, cumsum(n))[below + 1])
  })
}

# Takes the rows of one system apart: matrices with a row per log-odds and a column per replicate.
read_statistics <- function(rows, wanted) {
  sizes <- c(
    costs = 2 * length(wanted$costs), log_odds = length(wanted$log_odds),
    cuts = 2 * length(wanted$cuts), best = 2 * length(wanted$best),
    eer = wanted$eer, auc = wanted$auc
  )
  part <- split(seq_len(sum(sizes)), factor(rep(names(sizes), sizes), names(sizes)))
  every_second <- \(name, from) {
    rows[part[[name]][seq_len(sizes[[name]]) %% 2 == from %% 2], , drop = FALSE]
  }
  # Thresholds are ascending, so their log-odds are not.
  best <- order(-wanted$best)
  list(
    wanted = wanted,
    cost_h1 = every_second("costs", 1),
    cost_h2 = every_second("costs", 2),
    ece_min = rows[part$log_odds, , drop = FALSE],
    p_miss = every_second("cuts", 1),
    p_fa = every_second("cuts", 2),
    best_miss = every_second("best", 1)[order(best), , drop = FALSE],
    best_fa = every_second("best", 2)[order(best), , drop = FALSE],
    eer = rows[part$eer, , drop = FALSE],
    auc = rows[part$auc, , drop = FALSE]
  )
}
