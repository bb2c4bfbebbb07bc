# What measures() can measure: whether a measure takes priors, whether it needs calibrated LRs,
# which statistics of a replicate it needs, the function of a system that gives the estimate, and
# the same from the statistics `b` of a replicate, as a matrix with a row per prior. `scale` says
# how it varies: a "cost" and a "mean" have no upper limit, a "share", an "area" and a "rate" have
# the `top`, a "gap" may be negative, a "distance" is positive; a rate is a sum of error rates, and
# some shares are, after PAV: `rates` finds these in the statistics of the model. What PAV flatters
# is `flattered`. A mean may hang on one value, with the `top_share`. `at` holds operating points,
# each with its log-odds: `even` odds, the `prior`s, and `points`, the priors with the costs.

measure_kind <- function(estimate, replicate, needs, scale = "cost", top = \(at) NA_real_,
                         calibrated = FALSE, prior = FALSE, flattered = FALSE, rates = NULL,
                         top_share = NULL) {
  list(
    estimate = estimate, replicate = replicate, needs = needs, scale = scale, top = top,
    calibrated = calibrated, prior = prior, flattered = flattered, rates = rates,
    top_share = top_share,
    rows = if (prior) \(at) length(at$prior$prior) else \(at) 1
  )
}

# LR below 1 under H1, above 1 under H2: errors of decisions at LR = 1 that spare LR = 1 itself.
misleading_points <- list(
  h1 = list(log_odds = 0, weight_miss = 1, weight_fa = 0),
  h2 = list(log_odds = -.Machine$double.xmin, weight_miss = 0, weight_fa = 1)
)

misleading_kind <- function(hypothesis) {
  points <- misleading_points[[hypothesis]]
  measure_kind(
    \(system, at) misleading_of(system)[[hypothesis]],
    \(b, at) replicate_cost(b, points), \(at) list(cuts = points$log_odds),
    scale = "rate", top = \(at) 1, calibrated = TRUE, rates = \(b, at) rates_of(b, points)
  )
}

# The mean of 1/LR under H1, or of LR under H2.
moment_kind <- function(hypothesis) {
  of <- \(system, column) {
    table <- moments_of(system)
    table[[column]][table$hypothesis == hypothesis]
  }
  name <- paste0("moment_", hypothesis)
  measure_kind(
    \(system, at) of(system, "mean"), \(b, at) exp(b[[name]]), \(at) list(moments = TRUE),
    scale = "mean", calibrated = TRUE, top_share = \(system) of(system, "top_share")
  )
}

measure_kinds <- list(
  cllr = measure_kind(
    \(system, at) cllr_of(system), \(b, at) replicate_ece(b, at$even), \(at) list(
      costs = at$even$log_odds
    ),
    calibrated = TRUE
  ),
  cllr_min = measure_kind(
    \(system, at) cllr_min_of(system), \(b, at) replicate_ece_min(b, at$even),
    \(at) list(log_odds = at$even$log_odds),
    scale = "share", top = \(at) 1, flattered = TRUE
  ),
  cllr_cal = measure_kind(
    \(system, at) cllr_cal_of(system),
    \(b, at) replicate_ece(b, at$even, "moved") - replicate_ece_min(b, at$even),
    \(at) list(costs = at$even$log_odds, log_odds = at$even$log_odds),
    scale = "gap", calibrated = TRUE, flattered = TRUE
  ),
  cllr_h1 = measure_kind(
    \(system, at) cllr_half_of(system, "h1"),
    \(b, at) nats_to_bits(statistic_at(b, "cost_h1", "costs", at$even)) / 2,
    \(at) list(costs = at$even$log_odds),
    calibrated = TRUE
  ),
  cllr_h2 = measure_kind(
    \(system, at) cllr_half_of(system, "h2"),
    \(b, at) nats_to_bits(statistic_at(b, "cost_h2", "costs", at$even)) / 2,
    \(at) list(costs = at$even$log_odds),
    calibrated = TRUE
  ),
  eer = measure_kind(
    \(system, at) eer_of(system), \(b, at) b$eer, \(at) list(eer = TRUE, best = at$even$log_odds),
    scale = "share", top = \(at) 0.5, flattered = TRUE, rates = \(b, at) equal_rates_of(b, at$even)
  ),
  auc = measure_kind(
    \(system, at) auc_of(system), \(b, at) b$auc, \(at) list(auc = TRUE),
    scale = "area", top = \(at) 1
  ),
  dev_pav = measure_kind(
    \(system, at) dev_pav_of(system), \(b, at) from_ln(b$dev_pav, "log10"), \(at) list(
      dev_pav = TRUE
    ),
    scale = "distance", calibrated = TRUE
  ),
  lr_moment_h1 = moment_kind("h1"),
  lr_moment_h2 = moment_kind("h2"),
  misleading_h1 = misleading_kind("h1"),
  misleading_h2 = misleading_kind("h2"),
  cross_entropy = measure_kind(
    \(system, at) cross_entropy_of(system, at$prior$log_odds), \(b, at) replicate_ece(b, at$prior),
    \(at) list(costs = at$prior$log_odds),
    calibrated = TRUE, prior = TRUE
  ),
  cross_entropy_min = measure_kind(
    \(system, at) cross_entropy_min_of(system, at$prior$log_odds),
    \(b, at) replicate_ece_min(b, at$prior),
    \(at) list(log_odds = at$prior$log_odds),
    prior = TRUE, scale = "share", top = \(at) ece_null(at$prior$log_odds), flattered = TRUE
  ),
  bayes_error = measure_kind(
    \(system, at) dcf_of(system, at$prior), \(b, at) replicate_cost(b, at$prior),
    \(at) list(cuts = at$prior$log_odds), scale = "rate", top = \(at) most_cost(at$prior),
    calibrated = TRUE, prior = TRUE, rates = \(b, at) rates_of(b, at$prior)
  ),
  bayes_error_min = measure_kind(
    \(system, at) dcf_min_of(system, at$prior), \(b, at) replicate_best_cost(b, at$prior),
    \(at) list(best = at$prior$log_odds),
    prior = TRUE, scale = "share", top = \(at) worst_cost(at$prior), flattered = TRUE,
    rates = \(b, at) best_rates_of(b, at$prior)
  ),
  dcf = measure_kind(
    \(system, at) dcf_of(system, at$points),
    \(b, at) replicate_cost(b, at$points), \(at) list(cuts = at$points$log_odds),
    scale = "rate", top = \(at) most_cost(at$points),
    calibrated = TRUE, prior = TRUE, rates = \(b, at) rates_of(b, at$points)
  ),
  dcf_min = measure_kind(
    \(system, at) dcf_min_of(system, at$points),
    \(b, at) replicate_best_cost(b, at$points), \(at) list(best = at$points$log_odds),
    prior = TRUE, scale = "share", top = \(at) worst_cost(at$points), flattered = TRUE,
    rates = \(b, at) best_rates_of(b, at$points)
  )
)

# Of priors and costs that have been checked.
measure_points <- function(prior, c_miss = 1, c_fa = 1) {
  list(
    even = operating_points(0.5), prior = operating_points(prior),
    points = operating_points(prior, c_miss, c_fa)
  )
}

# The statistics that some measures need together. Where the truth is known, none is needed.
wanted_statistics <- function(kinds, at) {
  needs <- lapply(kinds, \(kind) kind$needs(at))
  gather <- \(name) unique(as.double(unlist(lapply(needs, `[[`, name))))
  finite <- \(x) x[is.finite(x)]
  list(
    costs = finite(gather("costs")), log_odds = finite(gather("log_odds")),
    cuts = gather("cuts"), best = sort(finite(gather("best")), decreasing = TRUE),
    eer = length(gather("eer")) > 0, auc = length(gather("auc")) > 0,
    dev_pav = length(gather("dev_pav")) > 0, moments = length(gather("moments")) > 0
  )
}

# The rows of a statistic at some points, with `certain` where the truth is known in advance.
statistic_at <- function(b, name, list, points, certain = 0) {
  row <- match(points$log_odds, b$wanted[[list]])
  out <- b[[name]][row, , drop = FALSE]
  out[is.na(row), ] <- certain
  out
}

# Of the trials as they are, or moved by smoothing like those of the cross-entropy after PAV.
replicate_ece <- function(b, points, which = "cost") {
  h1 <- statistic_at(b, paste0(which, "_h1"), "costs", points)
  h2 <- statistic_at(b, paste0(which, "_h2"), "costs", points)
  nats_to_bits(weigh(points$prior, h1) + weigh(1 - points$prior, h2))
}

# A prior of zero makes an infinite cost vanish.
weigh <- function(weight, cost) {
  out <- weight * cost
  out[weight == 0, ] <- 0
  out
}

replicate_ece_min <- function(b, points) {
  nats_to_bits(statistic_at(b, "ece_min", "log_odds", points))
}

replicate_cost <- function(b, points) {
  points$weight_miss * statistic_at(b, "p_miss", "cuts", points) +
    points$weight_fa * statistic_at(b, "p_fa", "cuts", points)
}

replicate_best_cost <- function(b, points) {
  points$weight_miss * statistic_at(b, "best_miss", "best", points) +
    points$weight_fa * statistic_at(b, "best_fa", "best", points)
}

# What deciding without evidence costs, and being always wrong.
worst_cost <- function(points) pmin(points$weight_miss, points$weight_fa)

most_cost <- function(points) points$weight_miss + points$weight_fa

# The error rates at some points in the statistics `b` of a sample, and what they cost.
rates_of <- function(b, points) {
  rates_matrix(statistic_at(b, "p_miss", "cuts", points), statistic_at(b, "p_fa", "cuts", points),
    points)
}

best_rates_of <- function(b, points) {
  rates_matrix(statistic_at(b, "best_miss", "best", points),
    statistic_at(b, "best_fa", "best", points), points)
}

rates_matrix <- function(p_miss, p_fa, points) {
  cbind(
    p_miss = p_miss[, 1], p_fa = p_fa[, 1], weight_miss = points$weight_miss,
    weight_fa = points$weight_fa
  )
}

# Where both rates move, the equal one follows that of the class whose density is lower there. The
# ratio of the densities is 1 at the best threshold for even odds, and the slope from there is its
# root.
equal_rates_of <- function(b, even) {
  equal <- b$eer[1]
  best <- best_rates_of(b, even)
  slope <- (best[, "p_miss"] - equal) / (equal - best[, "p_fa"])
  ratio <- if (is.finite(slope) && slope > 0) min(max(slope, 0.2), 5)^2 else 1
  cbind(
    p_miss = equal, p_fa = equal, weight_miss = 1 / (1 + ratio), weight_fa = ratio / (1 + ratio)
  )
}
