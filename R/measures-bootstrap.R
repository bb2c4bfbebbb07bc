# Bootstrap replicates of the statistics that measures are made of. `wanted` names them by the prior
# log-odds at which they are needed: `costs` (mean costs of either class), `log_odds` (cross-entropy
# after PAV), `cuts` and `best` (error rates of Bayes decisions, as they are and after PAV); `eer`
# and `auc` are flags.

# A list of statistics per system, how often a replicate had to be drawn again, and the group of
# systems with which each shared its draws.
bootstrap <- function(x, wanted, resampling, call) {
  sources <- if (resampling$by == "source") source_strata(x, call)
  groups <- draw_groups(x, resampling$by)
  out <- list(
    statistics = vector("list", length(systems_of(x))), redrawn = 0, group = integer()
  )
  for (g in seq_along(groups)) {
    drawn <- draw_group(x, groups[[g]], wanted, resampling, sources)
    out$statistics[groups[[g]]] <- lapply(drawn$rows, read_statistics, wanted)
    out$group[groups[[g]]] <- g
    out$redrawn <- out$redrawn + drawn$redrawn
  }
  out
}

draw_group <- function(x, members, wanted, resampling, sources) {
  if (resampling$replicates == 0) {
    none <- matrix(numeric(), sum(statistic_sizes(wanted)), 0)
    return(list(rows = rep(list(none), length(members)), redrawn = 0))
  }
  systems <- lapply(members, \(s) {
    drawn_system(x, s, wanted, unlist(sources), length(members) > 1)
  })
  n_sources <- if (is.null(sources)) c(0, 0) else lengths(sources)
  settings <- c(resampling$replicates, resampling$threads, n_sources)
  .Call(ffi_bootstrap, systems, bootstrap_request(wanted), as.double(settings))
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
  facts <- unclass(x)[c("truth", "weight", "source1", "source2")]
  facts <- lapply(trials, \(i) lapply(facts, `[`, i))
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
  numbers <- counts_of(unweighted(systems_of(x)[[s]]))
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

# How many rows each statistic takes, in their order.
statistic_sizes <- function(wanted) {
  n <- lengths(wanted)
  c(
    costs = 2 * n[["costs"]], log_odds = n[["log_odds"]], cuts = 2 * n[["cuts"]],
    best = 2 * n[["best"]], eer = wanted$eer, auc = wanted$auc
  )
}

# Takes the rows of one system apart: matrices with a row per log-odds and a column per replicate.
read_statistics <- function(rows, wanted) {
  sizes <- statistic_sizes(wanted)
  part <- split(seq_len(sum(sizes)), factor(rep(names(sizes), sizes), names(sizes)))
  take <- \(i) rows[i, , drop = FALSE]
  odd <- \(name) take(part[[name]][c(TRUE, FALSE)])
  even <- \(name) take(part[[name]][c(FALSE, TRUE)])
  # Thresholds are ascending, so their log-odds are not.
  best <- order(order(-wanted$best))
  list(
    wanted = wanted,
    cost_h1 = odd("costs"),
    cost_h2 = even("costs"),
    ece_min = take(part$log_odds),
    p_miss = odd("cuts"),
    p_fa = even("cuts"),
    best_miss = odd("best")[best, , drop = FALSE],
    best_fa = even("best")[best, , drop = FALSE],
    eer = take(part$eer),
    auc = take(part$auc)
  )
}
