# Affine calibration of many trials, which need not be put in order for it: their sums are those of
# a few quadrature nodes, and whether a minimum exists is seen without the others.

# NULL where a system wants its trials counted: few, weighted or extreme ones, or such as have no
# minimum.
train_unsorted <- function(recipe, system, where, call) {
  trials <- if (recipe$method == "logistic") ask(system, "trials")
  if (is.null(trials) || !is.null(trials$weight) || length(trials$value) <= 4096) {
    return(NULL)
  }
  trials$scale <- system$scale
  points <- if (system$scale != "score") points_of(system)
  found <- fit_unsorted(trials, ranges_of(system), points, where, recipe, call)
  if (!is.null(found)) {
    ends <- list(value = to_ln(ranges_of(system), system$scale), where = where)
    check_direction(found$coefficients[["slope"]], ends, call)
  }
  found
}

# A transform with its cost. The points of LRs serve where these are not much too weak; otherwise
# the trials are compressed anew, at a guess of the slope.
fit_unsorted <- function(trials, range, points, where, recipe, call) {
  open <- if (trials$scale == "lr") c(0, Inf) else c(-Inf, Inf)
  if (!.Call(ffi_overlap, trials$value, trials$truth, open)) {
    return(NULL)
  }
  found <- if (!is.null(points)) fit_points(points, 1, where, recipe, call)
  if (!is.null(found)) {
    return(found)
  }
  trials$value <- to_ln(trials$value, trials$scale)
  slope <- guess_slope(thin_trials(trials), recipe$prior)
  points <- if (length(slope) > 0) {
    range <- to_ln(range, trials$scale)
    .Call(ffi_compress_unsorted, trials$value, trials$truth, slope, range, default_threads())
  }
  if (!is.null(points)) fit_points(points, slope, where, recipe, call)
}

fit_points <- function(points, slope, where, recipe, call) {
  points$value <- points$llr
  points$where <- where
  nodes <- finite_counts(points, call)
  nodes$llr <- nodes$value
  found <- fit_nodes(nodes, slope, recipe$prior, recipe$settings$lambda)
  if (!is.null(found)) {
    nodes$llr <- apply_affine(found, nodes$llr / slope)
    found$objective <- cost_at(nodes, recipe$prior)
  }
  found
}

# Some finite trials of each hypothesis.
thin_trials <- function(trials, size = 1000) {
  kept <- thin_classes(trials$truth, size)
  kept <- kept[is.finite(trials$value[kept])]
  truth <- trials$truth[kept]
  list(
    value = trials$value[kept], n_h1 = as.double(truth), n_h2 = as.double(!truth),
    totals = c(sum(truth), sum(!truth))
  )
}
