# Replicates of systems with too many trials to draw one by one: the numbers of trials in stretches
# of the axis, the cells of the kernel, are drawn anew. The stretches are those of pictures: too
# narrow to hide any visible spread. The hidden part of the measures is added back.

drawn_by_numbers <- function(system) {
  most <- getOption("calibrant.stream_limits")$drawn %||% 2^14
  in_memory <- !is.null(ask(system, "trials"))
  if (sum(sizes_of(system)) <= most || system_is_weighted(system)) {
    return(!in_memory && !is.null(counts_for(system, in_picture())$cuts))
  }
  in_memory || length(counts_for(system, in_picture())$value) <= 2^16
}

# Like draw_in_memory(), for one system. PAV's optimism comes from a smooth model, as in memory.
draw_numbers <- function(system, ranks, wanted, resampling) {
  stretches <- if (is.null(ranks)) {
    stretches_of(counts_for_draws(system, wanted$cuts), wanted$cuts)
  } else {
    stretches_between(counts_of(system), ranks)
  }
  drawn <- draw_stretches(stretches, wanted, resampling, system$name)
  if (resampling$corrected && needs_order(wanted)) {
    if (!wanted$moved) wanted$costs <- numeric()
    model <- draw_stretches(smooth_cells(stretches), wanted, resampling, system$name)
    drawn <- Map(put_statistics, drawn, model)
  }
  c(lapply(drawn, list), list(redrawn = 0, lost = 0))
}

needs_order <- function(wanted) {
  length(wanted$log_odds) > 0 || length(wanted$best) > 0 || wanted$eer || wanted$auc ||
    wanted$dev_pav
}

put_statistics <- function(drawn, smooth) {
  names <- c("ece_min", "best_miss", "best_fa", "eer", "auc", "dev_pav")
  drawn[names] <- smooth[names]
  moved <- if (length(smooth$cost_h1) > 0) smooth else drawn
  drawn[c("moved_h1", "moved_h2")] <- moved[c("cost_h1", "cost_h2")]
  drawn
}

# `ranks` are the numbers of stretches below the thresholds.
stretches_of <- function(counts, cuts) {
  tied <- counts$n_h1 + counts$n_h2 > 1 & counts$value == (counts$end %||% counts$value)
  llr <- if (counts$scale != "score") middle_llrs(counts)
  c(counts[c("n_h1", "n_h2")], list(llr = llr, tied = tied, ranks = rejected_values(counts, cuts)))
}

stretches_between <- function(counts, ranks) {
  edges <- sort(unique(c(0, ranks, length(counts$value))))
  sums <- lapply(counts[c("n_h1", "n_h2")], \(n) diff(c(0, cumsum(n))[edges + 1]))
  c(sums, list(ranks = match(ranks, edges) - 1))
}

# Each stretch becomes one trial of each hypothesis that it contains, weighted by the number of
# these. PAV parts the trials of stretches that are FALSE in `ties`; NULL: none.
draw_stretches <- function(stretches, wanted, resampling, name) {
  numbers <- stretches[c("n_h1", "n_h2")]
  there <- lapply(numbers, \(n) as.double(n > 0))
  weights <- lapply(numbers, \(n) n[n > 0])
  cuts <- class_cuts(there, stretches$ranks)
  system <- c(there, list(
    llr = if (needs_llrs(wanted)) stretches$llr, order_h1 = NULL, order_h2 = NULL,
    weight_h1 = weights$n_h1, weight_h2 = weights$n_h2, source1_h1 = NULL, source2_h1 = NULL,
    source1_h2 = NULL, source2_h2 = NULL, cut_h1 = cuts$h1, cut_h2 = cuts$h2, model = NULL,
    tied = stretches$ties
  ))
  settings <- bootstrap_settings(
    resampling$replicates, resampling$threads,
    progress = progress_bar("Drawing replicates", name), draws_numbers = TRUE
  )
  drawn <- .Call(ffi_bootstrap, list(system), bootstrap_request(wanted), settings)
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

# Replicates of stretches are centred at the measure of the stretches, and are shifted to that of
# the trials. Corrected measures are compared only with their own model, and distances with each
# other.
around_exact <- function(found, scale, corrected) {
  shift <- ifelse(corrected | scale == "distance", 0, found$plug_in - found$model)
  shift[!is.finite(shift)] <- 0
  found$replicates <- found$replicates + shift
  found$model <- found$model + shift
  found
}

# ---- the smooth model (see interval-smooth.R) ----

# The kernels of the model have a standard deviation of some five cells.
smooth_cells_number <- \(n) 2^ceiling(log2(64 * n^0.2))

# Expected numbers in cells on the scale of ranks, where the kernel of either hypothesis spreads the
# stretches. Tied values have cells of their own.
smooth_cells <- function(stretches) {
  n_cells <- smooth_cells_number(sum(stretches$n_h1, stretches$n_h2))
  model <- smooth_model(stretches)
  moved <- lapply(c(h1 = "h1", h2 = "h2"), \(h) {
    class <- model[[h]]
    class$mean + class$shrink * (model$score - class$mean)
  })
  noise <- c(model$h1$noise, model$h2$noise)
  ends <- range(moved) + c(-5, 5) * max(noise)
  step <- (ends[2] - ends[1]) / (n_cells - 1)
  place <- c(ends[1] + step * (seq_len(n_cells) - 1), model$score[stretches$tied])
  ascending <- order(place)
  numbers <- Map(\(n, at, noise) {
    tied <- stretches$tied
    cells <- spread_out(n[!tied], (at[!tied] - ends[1]) / step, noise / step, n_cells)
    c(cells, n[tied])[ascending]
  }, stretches[c("n_h1", "n_h2")], moved, noise)
  c(numbers, list(
    llr = llrs_between(model$score, stretches$llr, place[ascending]),
    ties = rep(0:1, c(n_cells, sum(stretches$tied)))[ascending]
  ))
}

# Numbers at places in steps of a cell, by a Gaussian kernel; between two cells in proportion.
spread_out <- function(n, at, noise, n_cells) {
  reach <- ceiling(5 * noise)
  first <- floor(at)
  on <- \(cell, n) {
    sums <- numeric(n_cells + 2 * reach + 1)
    found <- rowsum(n, cell)
    sums[reach + 1 + as.integer(rownames(found))] <- found
    sums
  }
  cells <- on(first, n * (1 - (at - first))) + on(first + 1, n * (at - first))
  kernel <- stats::dnorm(-reach:reach, sd = noise)
  spread <- stats::filter(cells, kernel / sum(kernel))
  as.vector(spread)[reach + seq_len(n_cells)]
}

# Neighbours of infinite ones are infinite.
llrs_between <- function(score, llr, at) {
  if (is.null(llr)) return(NULL)
  finite <- is.finite(llr)
  between <- stats::approx(score[finite], llr[finite], at, rule = 2, ties = "ordered")$y
  ends <- range(score[finite])
  between[any(llr == -Inf) & at < ends[1]] <- -Inf
  between[any(llr == Inf) & at > ends[2]] <- Inf
  between
}
