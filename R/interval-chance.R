# Measures after PAV of scores without information about the truth: all orders of the labels are
# equally probable. These measures are the shares of `measure_kinds`.

# Refuses weighted and dependent trials.
check_plain_trials <- function(x, arg) {
  refuse_if(is_weighted(x), "weighted_trials")
  refuse_if(ignores_items(x, "trial"), "items_shared")
}

# A row for each point of each kind, NA for measures that are not minima after PAV.
chance_rows <- function(system, kinds, draws, resampling) {
  least <- vapply(kinds, `[[`, "", "scale") == "share"
  drawn <- draw_chance(system, wanted_statistics(kinds[least]), draws, resampling$threads)
  do.call(rbind, lapply(unname(kinds), \(kind) {
    na <- rep(NA_real_, length(kind$operating$prior))
    if (kind$scale != "share") return(data.frame(chance_mean = na, chance_lower = na, p_value = na))
    values <- kind$replicate(drawn, kind$operating)
    as_rare <- values <= kind$estimate(system, kind$operating) + 1e-12
    data.frame(
      chance_mean = exact_chance(system, kind) %||% rowMeans(values),
      chance_lower = apply(values, 1, stats::quantile, 1 - resampling$level, type = 1),
      p_value = (1 + rowSums(as_rare)) / (draws + 1), row.names = NULL
    )
  }))
}

draw_chance <- function(system, wanted, draws, threads) {
  problem <- list(
    totals = as.double(totals_of(system)), group = tie_sizes(system), draws = draws,
    threads = threads, progress = progress_bar("Drawing labels", system$name), llr = NULL,
    cut_h1 = NULL, cut_h2 = NULL
  )
  c(.Call(ffi_chance, problem, wanted), list(wanted = wanted))
}

# Numbers of trials at each value; NULL if there are no ties, or too many values with ties. The
# latter are treated as untied, which can only raise a p-value.
tie_sizes <- function(system) {
  counts <- counts_for(system, \(many) NULL)
  n <- counts$n_h1 + counts$n_h2
  if (length(n) <= 1e4 && any(n > 1)) n
}

# Means without ties; NULL if there is no formula.
exact_chance <- function(system, kind) {
  if ("eer" %in% kind$needs || !is.null(tie_sizes(system))) return(NULL)
  errors <- "best" %in% kind$needs
  means <- mapply(\(...) .Call(ffi_chance_mean, as.double(totals_of(system)), c(...), errors),
    kind$operating$weight_miss, kind$operating$weight_fa)
  if (errors) means else nats_to_bits(means)
}

# Results for a system that may carry no information. Chance does not reach ten times its mean gain.
weak_facts <- function(system, independent) {
  if (!independent) return(list(weak = FALSE))
  cllr_min <- cllr_min_of(system)
  mean <- nats_to_bits(.Call(ffi_chance_mean, as.double(totals_of(system)), c(0.5, 0.5), FALSE))
  if (1 - cllr_min > 10 * (1 - mean)) return(list(weak = FALSE))
  kinds <- kinds_at(measure_kinds["cllr_min"])
  rows <- with_seed(1, chance_rows(system, kinds, 1999, list(level = 0.95, threads = 1)))
  c(list(cllr_min = cllr_min, weak = rows$p_value > 0.001), rows)
}
