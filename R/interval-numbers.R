# Replicates of systems with too many trials to draw one by one: the numbers of trials in cells of
# the axis are drawn anew. The cells are those of pictures: too narrow to hide any visible spread.
# The hidden part of the measures is added back.

resamples_cells <- function(system) {
  most <- getOption("calibrant.stream_limits")$drawn %||% 2^14
  in_memory <- !is.null(ask(system, "trials"))
  if (sum(sizes_of(system)) <= most || system$weighted) {
    return(!in_memory && !is.null(counts_for(system, in_picture())$cuts))
  }
  in_memory || length(counts_for(system, in_picture())$value) <= 2^16
}

# Like draw_in_memory(), for one system. PAV's optimism comes from a smooth model, as in memory.
draw_numbers <- function(system, ranks, wanted, resampling) {
  cells <- if (is.null(ranks)) {
    cells_from_counts(counts_for_draws(system, wanted$cuts), wanted$cuts)
  } else {
    cells_between_ranks(counts_of(system), ranks)
  }
  drawn <- draw_cells(cells, wanted, resampling, system$name)
  if (resampling$corrected && needs_order(wanted)) {
    if (!wanted$moved) wanted$costs <- numeric()
    model <- draw_cells(smooth_cells(cells), wanted, resampling, system$name)
    drawn <- Map(put_statistics, drawn, model)
  }
  c(lapply(drawn, list), list(redrawn = 0, lost = 0))
}

# Systems with the same trials have no cells in common, and weighted trials no numbers. The linear
# terms of their statistics are drawn in random groups of trials, and what PAV adds to them for each
# system alone, from as many trials as the weights are worth. A distance (devPAV) has no such terms.
resamples_groups <- function(systems, wanted, resampling) {
  first <- systems[[1]]
  resampling$by == "trial" && (resampling$corrected || !needs_order(wanted)) && !wanted$dev_pav &&
    has_trials(first) && resamples_cells(unweighted(first)) && min(numbers_of(first)) >= 1000
}

draw_groups <- function(x, systems, members, alike, wanted, resampling) {
  in_memory <- \(how) draw_in_memory(x, systems, members, alike, wanted, how)
  drawn <- in_memory(c(resampling, most_groups = 2^13))
  if (!needs_order(wanted)) return(drawn)
  ordered <- replace(wanted, c("costs", "cuts"), list(numeric()))
  rests <- lapply(systems, \(system) {
    cells <- cells_from_counts(counts_for_draws(system, numeric()), numeric())
    numbers <- Map(\(n, worth) n / sum(n) * worth, cells[c("n_h1", "n_h2")], numbers_of(system))
    cells[names(numbers)] <- numbers
    smooth <- draw_cells(smooth_cells(cells), ordered, resampling, system$name, TRUE)
    Map(\(rest, model) rest - model[, 1], smooth$statistics, smooth$model)[of_order]
  })
  if (differ_by_rests(drawn$statistics, rests, wanted)) return(in_memory(resampling))
  drawn$statistics <- Map(drawn$statistics, rests, f = \(linear, rest) {
    replace(linear, of_order, Map(\(part, more) part + rowMeans(more), linear[of_order], rest))
  })
  drawn
}

# Do any two systems differ in little but what PAV adds, which is not independent between them then?
differ_by_rests <- function(statistics, rests, wanted) {
  prior <- stats::plogis(wanted$best)
  losses <- \(s) rbind(s$ece_min, prior * s$best_miss + (1 - prior) * s$best_fa, s$eer)
  spread <- \(losses) apply(losses, 1, stats::var)
  length(rests) > 1 && any(utils::combn(length(rests), 2, \(pair) {
    linear <- lapply(statistics[pair], losses)
    added <- lapply(rests[pair], \(rest) spread(losses(rest)))
    any(spread(linear[[1]] - linear[[2]]) < 10 * (added[[1]] + added[[2]]))
  }))
}

of_order <- c("ece_min", "best_miss", "best_fa", "eer", "auc", "dev_pav")

needs_order <- function(wanted) {
  length(wanted$log_odds) > 0 || length(wanted$best) > 0 || wanted$eer || wanted$auc ||
    wanted$dev_pav
}

put_statistics <- function(drawn, smooth) {
  drawn[of_order] <- smooth[of_order]
  moved <- if (length(smooth$cost_h1) > 0) smooth else drawn
  drawn[c("moved_h1", "moved_h2")] <- moved[c("cost_h1", "cost_h2")]
  drawn
}

# `ranks` are the numbers of cells below the thresholds.
cells_from_counts <- function(counts, cuts) {
  tied <- counts$n_h1 + counts$n_h2 > 1 & counts$value == (counts$end %||% counts$value)
  llr <- if (counts$scale != "score") middle_llrs(counts)
  c(counts[c("n_h1", "n_h2")], list(llr = llr, tied = tied, ranks = rejected_values(counts, cuts)))
}

cells_between_ranks <- function(counts, ranks) {
  edges <- sort(unique(c(0, ranks, length(counts$value))))
  sums <- lapply(counts[c("n_h1", "n_h2")], \(n) diff(c(0, cumsum(n))[edges + 1]))
  c(sums, list(ranks = match(ranks, edges) - 1))
}

# Each cell becomes one trial of each hypothesis that it contains, weighted by the number of its
# trials. PAV separates the trials of cells that are FALSE in `ties`; NULL separates none.
draw_cells <- function(cells, wanted, resampling, name, remainders = FALSE) {
  numbers <- cells[c("n_h1", "n_h2")]
  there <- lapply(numbers, \(n) as.double(n > 0))
  weights <- lapply(numbers, \(n) n[n > 0])
  cuts <- class_cuts(there, cells$ranks)
  system <- c(there, list(
    llr = if (needs_llrs(wanted)) cells$llr, order_h1 = NULL, order_h2 = NULL,
    weight_h1 = weights$n_h1, weight_h2 = weights$n_h2, source1_h1 = NULL, source2_h1 = NULL,
    source1_h2 = NULL, source2_h2 = NULL, cut_h1 = cuts$h1, cut_h2 = cuts$h2, model = NULL,
    tied = cells$ties
  ))
  settings <- bootstrap_settings(
    resampling$replicates, resampling$threads,
    progress = progress_bar("Drawing replicates", name), draws_numbers = TRUE,
    remainders = remainders
  )
  drawn <- .Call(ffi_bootstrap, list(system), wanted, settings)
  list(statistics = drawn$statistics[[1]], model = drawn$model[[1]])
}

# Error rates at fixed thresholds are exact.
counts_for_draws <- function(system, log_odds) {
  log_odds <- log_odds[is.finite(log_odds)]
  more <- if (length(log_odds) > 0) cuts_at_odds(system$scale, log_odds)
  if (has_trials(system)) in_picture(more)(system) else counts_for(system, in_picture(more))
}

middle_llrs <- function(counts) {
  llr <- to_ln(counts$value, counts$scale)
  if (is.null(counts$end)) return(llr)
  end <- to_ln(counts$end, counts$scale)
  ifelse(is.finite(llr) & is.finite(end), llr / 2 + end / 2, llr)
}

# Replicates of cells are centred at the measure of the cells, and are shifted to that of the
# trials. Corrected measures are compared only with their own model, and distances only with each
# other.
around_exact <- function(found, labels, corrected) {
  shift <- found$plug_in - found$model
  shift[labels$flattered & corrected | labels$scale == "distance" | !is.finite(shift)] <- 0
  found$replicates <- found$replicates + shift
  found$model <- found$model + shift
  found
}
