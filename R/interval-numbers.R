# Replicates of systems with too many trials to draw one by one: the numbers of trials in stretches
# of the axis are drawn anew. The stretches are those of pictures: too narrow to hide any visible
# spread. The hidden part of the measures is added back.

most_drawn <- 1e7

drawn_by_numbers <- function(system) {
  if (has_trials(system)) return(FALSE)
  counts <- counts_for(system, in_picture())
  !is.null(counts$cuts) || !system_is_weighted(system) &&
    sum(sizes_of(system)) > most_drawn && length(counts$value) <= 2^16
}

# Like draw_in_memory(), for one system. PAV's optimism comes from a smooth model, as in memory.
draw_numbers <- function(system, ranks, wanted, resampling) {
  counts <- if (is.null(ranks)) counts_for_draws(system, wanted$cuts) else counts_of(system)
  ranks <- ranks %||% rejected_values(counts, wanted$cuts)
  drawn <- draw_stretches(stretches_of(counts), ranks, wanted, resampling, system$name)
  if (resampling$corrected && needs_order(wanted)) {
    model <- draw_stretches(smooth_cells(stretches_of(counts)), numeric(), wanted, resampling,
      system$name
    )
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
  drawn[c("moved_h1", "moved_h2")] <- smooth[c("cost_h1", "cost_h2")]
  drawn
}

stretches_of <- function(counts) {
  tied <- counts$n_h1 + counts$n_h2 > 1 & counts$value == (counts$end %||% counts$value)
  llr <- if (counts$scale != "score") middle_llrs(counts)
  list(n_h1 = counts$n_h1, n_h2 = counts$n_h2, llr = llr, tied = tied)
}

# Each stretch becomes one trial of each hypothesis that it contains, weighted by the number of
# these.
draw_stretches <- function(stretches, ranks, wanted, resampling, name) {
  numbers <- stretches[c("n_h1", "n_h2")]
  there <- lapply(numbers, \(n) as.double(n > 0))
  numbers <- lapply(numbers, \(n) n[n > 0])
  cuts <- class_cuts(there, ranks)
  system <- c(there, list(
    llr = if (needs_llrs(wanted)) stretches$llr, order_h1 = NULL, order_h2 = NULL,
    weight_h1 = numbers$n_h1, weight_h2 = numbers$n_h2, source1_h1 = NULL, source2_h1 = NULL,
    source1_h2 = NULL, source2_h2 = NULL, cut_h1 = cuts$h1, cut_h2 = cuts$h2, model = NULL
  ))
  request <- bootstrap_request(wanted)
  most <- max(2^21 %/% length(there$n_h1), 1)
  tell <- progress_bar("Drawing replicates", name)
  parts <- in_batches(resampling$replicates, most, tell, \(n) {
    redrawn <- lapply(numbers, \(number) multinomial(rep(round(sum(number)), n), number))
    settings <- bootstrap_settings(n, resampling$threads, numbers = redrawn)
    .Call(ffi_bootstrap, list(system), request, settings)
  })
  statistics <- lapply(parts, \(part) part$statistics[[1]])
  list(statistics = do.call(Map, c(cbind, statistics)), model = parts[[1]]$model[[1]])
}

# Batches are small, so that their numbers take little memory.
in_batches <- function(n, most, tell, draw) {
  parts <- list()
  done <- 0
  repeat {
    size <- min(n - done, most)
    parts <- c(parts, list(draw(size)))
    done <- done + size
    if (done == n) return(parts)
    if (!is.null(tell)) tell(done / n)
  }
}

# Error rates at fixed thresholds are exact.
counts_for_draws <- function(system, log_odds) {
  log_odds <- log_odds[is.finite(log_odds)]
  more <- if (length(log_odds) > 0) cuts_at_odds(system$scale, log_odds)
  counts_for(system, in_picture(more))
}

middle_llrs <- function(counts) {
  llr <- to_ln(counts$value, counts$scale)
  if (is.null(counts$end)) return(llr)
  end <- to_ln(counts$end, counts$scale)
  ifelse(is.finite(llr) & is.finite(end), llr / 2 + end / 2, llr)
}

# Resampled numbers, a column for each total. The split of a total into halves is binomial, and so
# on recursively.
multinomial <- function(total, number) {
  n <- 2^ceiling(log2(length(number)))
  levels <- list(c(number, numeric(n - length(number))))
  while (length(levels[[1]]) > 1) levels <- c(list(pair_sums(levels[[1]])), levels)
  drawn <- matrix(total, 1)
  for (level in levels[-1]) {
    odd <- seq(1, length(level), by = 2)
    sums <- pair_sums(level)
    low <- stats::rbinom(length(drawn), drawn, ifelse(sums > 0, level[odd] / sums, 0))
    halves <- matrix(0, length(level), length(total))
    halves[odd, ] <- low
    halves[odd + 1, ] <- drawn - low
    drawn <- halves
  }
  drawn[seq_along(number), , drop = FALSE]
}

pair_sums <- function(x) {
  odd <- seq(1, length(x), by = 2)
  x[odd] + x[odd + 1]
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

# PAV's optimism inside a cell is invisible, so that cells must far outnumber blocks.
smooth_cells_number <- \(n) min(max(2^ceiling(log2(n / 8)), 2^12), 2^16)

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
  c(numbers, list(llr = llrs_between(model$score, stretches$llr, place[ascending])))
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
