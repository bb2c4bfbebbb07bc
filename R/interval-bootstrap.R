# Bootstrap replicates of the statistics that measures are made of. `wanted` names them by the prior
# log-odds at which they are needed: `costs` (mean costs of either class), `log_odds` (cross-entropy
# after PAV), `cuts` and `best` (error rates of Bayes decisions, as they are and after PAV); `eer`,
# `auc`, `dev_pav` and `moments` are flags. Instead of `cuts` there may be `ranks`: for each system,
# the numbers of its distinct values that are rejected. The statistics themselves are named in C
# (replicate-statistics.c).

# Results per system: its `statistics`, a named list of matrices with a column per replicate; the
# `model` at their centre, the same with one column; the number of replicates that were redrawn; and
# the group of systems with which each shared its draws.
bootstrap <- function(x, systems, wanted, resampling) {
  n <- length(systems)
  alike <- if (n > 1) same_trials(x) else 1L
  by_numbers <- resampling$by == "trial" & vapply(unname(systems), resamples_cells, NA)
  if (isTRUE(resampling$apart)) {
    alike[by_numbers] <- which(by_numbers)
  } else {
    by_numbers <- by_numbers & tabulate(alike, n)[alike] == 1
  }
  out <- list(
    statistics = vector("list", n), model = vector("list", n), redrawn = 0, group = 1:n,
    by_numbers = by_numbers
  )
  # Sources are drawn for all systems together.
  groups <- if (resampling$by == "source") list(1:n) else unname(split(1:n, alike))
  shared <- lengths(groups) > 1 | vapply(groups, \(group) systems[[group[1]]]$weighted, NA)
  for (g in seq_along(groups)) {
    members <- groups[[g]]
    drawn <- if (by_numbers[members[1]]) {
      draw_numbers(systems[[members]], wanted$ranks[[members]], wanted, resampling)
    } else if (shared[g] && resamples_groups(systems[members], wanted, resampling)) {
      draw_groups(x, systems[members], members, alike[members], wanted, resampling)
    } else {
      draw_in_memory(x, systems[members], members, alike[members], wanted, resampling)
    }
    if (drawn$lost > 0) stop_lost(systems[[members[drawn$lost]]]$name)
    out$statistics[members] <- drawn$statistics
    out$model[members] <- drawn$model
    out$group[members] <- g
    out$redrawn <- out$redrawn + drawn$redrawn
  }
  out
}

stop_lost <- function(system) {
  if (is.null(system)) system <- "system"
  refuse("no_replicates_by_source")
}

# Systems with the same trials in the same order share the draws, so that their differences can be
# judged: for each system, the first one with these trials.
same_trials <- function(x) UseMethod("same_trials")

#' @exportS3Method
same_trials.remote_set <- function(x) seq_len(n_systems(x))

#' @exportS3Method
same_trials.lr_set <- function(x) {
  utf8 <- \(fact) if (is.character(fact)) enc2utf8(fact) else fact
  facts <- lapply(unclass(x)[c("truth", "weight", "source1", "source2", "id")], utf8)
  trials <- split(seq_along(x$system), x$system)
  keys <- vapply(trials, \(i) rlang::hash(lapply(facts, `[`, i)), "")
  match(keys, keys)
}
