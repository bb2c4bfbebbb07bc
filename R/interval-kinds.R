# Kinds of measures. A row names the points `at` which a measure is computed, see kinds_at(), a
# flag for measures that need calibrated LRs, the statistics of a replicate that it needs, and two
# estimators: a function of a system, and a function of the statistics `b` of a replicate, which
# returns a matrix with a row per point. `scale` describes its variation: a "cost" and a "mean" have
# no upper limit; a "share", an "area" and a "rate" have the `top`; a "gap" may be negative; a
# "loss" may not, although its estimate may; a "distance" has no interval. A rate is a sum of error
# rates, and so are some shares after PAV; `rates` finds these rates in the statistics of the model.
# `flattered` marks measures with optimism due to PAV, found from replicates of the measure or, with
# the opposite sign, of the one in `over`. A measure never exceeds the one in `least_of`, and its
# upper end never exceeds that of the one in `part_of`. A mean may depend on one value, with the
# `top_share`, and a cost on trials that are rare in the sample: interval-tails.R has the `tail`.

measure_kind <- function(estimate, replicate, needs, at = "even", ...) {
  plain <- list(scale = "cost", top = NA_real_, calibrated = FALSE, flattered = FALSE, part_of = NA)
  c(
    list(estimate = estimate, replicate = replicate, needs = needs, at = at),
    utils::modifyList(plain, list(...)), list(prior = at %in% c("prior", "costs"), shown = TRUE)
  )
}

larger_is_better <- c("auc", "calibration_range", "information")

even_odds <- operating_points(0.5)

# These kinds, each with its `operating` points and their log-odds: even odds, the priors, these
# with the costs, or the threshold 1 for which LR = 1 itself is no error: LR below 1 under H1, above
# 1 under H2. Priors and costs have been checked.
kinds_at <- function(kinds, prior = 0.5, c_miss = 1, c_fa = 1) {
  lapply(kinds, \(kind) {
    kind$operating <- switch(kind$at,
      even = even_odds,
      prior = operating_points(prior),
      costs = operating_points(prior, c_miss, c_fa),
      below_1 = list(prior = NA_real_, log_odds = 0, weight_miss = 1, weight_fa = 0),
      above_1 = list(
        prior = NA_real_, log_odds = -.Machine$double.xmin, weight_miss = 0, weight_fa = 1
      )
    )
    kind
  })
}

# The statistics that some measures need together. At priors of 0 and 1 none is needed.
wanted_statistics <- function(kinds) {
  needs <- \(what) vapply(kinds, \(kind) what %in% kind$needs, NA)
  log_odds <- \(what) {
    unique(as.double(unlist(lapply(kinds[needs(what)], \(kind) kind$operating$log_odds))))
  }
  finite <- \(x) x[is.finite(x)]
  best <- sort(finite(log_odds("best")), decreasing = TRUE)
  list(
    costs = finite(log_odds("costs")), log_odds = finite(log_odds("log_odds")),
    cuts = log_odds("cuts"), best = best, threshold = -best,
    moved = any(needs("moved")), eer = any(needs("eer")), auc = any(needs("auc")),
    dev_pav = any(needs("dev_pav")), moments = any(needs("moments"))
  )
}

# The rows of some statistics at operating points, with 0 at priors of 0 and 1.
statistics_at <- function(b, names, list, operating) {
  row <- match(operating$log_odds, b$wanted[[list]])
  lapply(b[names], \(statistic) {
    out <- statistic[row, , drop = FALSE]
    out[is.na(row), ] <- 0
    out
  })
}

# Cost of the trials, or of trials moved by smoothing as for the cross-entropy after PAV. A prior of
# zero makes an infinite cost vanish.
replicate_ece <- function(b, operating, which = "cost") {
  costs <- statistics_at(b, paste0(which, c("_h1", "_h2")), "costs", operating)
  h1 <- operating$prior * costs[[1]]
  h2 <- (1 - operating$prior) * costs[[2]]
  h1[operating$prior == 0, ] <- 0
  h2[operating$prior == 1, ] <- 0
  (h1 + h2) / log(2)
}

replicate_ece_min <- function(b, operating) {
  statistics_at(b, "ece_min", "log_odds", operating)[[1]] / log(2)
}

replicate_cost <- function(b, operating, names = c("p_miss", "p_fa"), list = "cuts") {
  rates <- statistics_at(b, names, list, operating)
  operating$weight_miss * rates[[1]] + operating$weight_fa * rates[[2]]
}

# Costs of deciding by the prior alone, and of always erring.
worst_cost <- function(operating) pmin(operating$weight_miss, operating$weight_fa)

most_cost <- function(operating) operating$weight_miss + operating$weight_fa

# The error rates at operating points in the statistics `b` of a sample, and their cost.
rates_of <- function(b, operating, names = c("p_miss", "p_fa"), list = "cuts") {
  rates <- statistics_at(b, names, list, operating)
  cbind(
    p_miss = rates[[1]][, 1], p_fa = rates[[2]][, 1], weight_miss = operating$weight_miss,
    weight_fa = operating$weight_fa
  )
}

# If both rates change, the equal error rate follows that of the class with the lower density there.
# The ratio of the densities is 1 at the best threshold for even odds, and the slope from there is
# its root.
equal_rates_of <- function(b, even) {
  equal <- b$eer[1]
  best <- statistics_at(b, c("best_miss", "best_fa"), "best", even)
  slope <- (best$best_miss[, 1] - equal) / (equal - best$best_fa[, 1])
  ratio <- if (is.finite(slope) && slope > 0) min(max(slope, 0.2), 5)^2 else 1
  cbind(
    p_miss = equal, p_fa = equal, weight_miss = 1 / (1 + ratio), weight_fa = ratio / (1 + ratio)
  )
}

prior_tail <- function(system, operating) {
  cost_tail(system, operating, list(operating$prior, 1 - operating$prior))
}

half_kind <- function(hypothesis) {
  measure_kind(
    \(system, operating) cllr_half_of(system, hypothesis),
    \(b, operating) {
      statistics_at(b, paste0("cost_", hypothesis), "costs", operating)[[1]] / (2 * log(2))
    },
    "costs",
    calibrated = TRUE,
    tail = \(system, operating) {
      cost_tail(system, operating, if (hypothesis == "h1") list(0.5, 0) else list(0, 0.5))
    }
  )
}

misleading_kind <- function(hypothesis, at) {
  measure_kind(
    \(system, operating) misleading_of(system)[[hypothesis]], replicate_cost, "cuts", at,
    scale = "rate", top = 1, calibrated = TRUE, rates = rates_of
  )
}

# The mean of 1/LR under H1, or of LR under H2.
moment_kind <- function(hypothesis) {
  of <- \(system, column) {
    table <- moments_of(system)
    table[[column]][table$hypothesis == hypothesis]
  }
  measure_kind(
    \(system, operating) of(system, "mean"),
    \(b, operating) exp(b[[paste0("moment_", hypothesis)]]), "moments",
    scale = "mean", calibrated = TRUE, top_share = \(system) of(system, "top_share"),
    tail = \(system, operating) moment_tail(system, hypothesis)
  )
}

# Costs of decisions at the Bayes threshold.
bayes_kind <- function(at) {
  measure_kind(
    \(system, operating) dcf_of(system, operating), replicate_cost, "cuts", at,
    scale = "rate", top = most_cost, calibrated = TRUE, rates = rates_of
  )
}

# Costs of decisions at the best threshold.
best_kind <- function(at, least_of) {
  measure_kind(
    \(system, operating) {
      detection_cost(best_rates(blocks_of(system), operating$log_odds), operating)
    },
    \(b, operating) replicate_cost(b, operating, c("best_miss", "best_fa"), "best"), "best", at,
    scale = "share", top = worst_cost, flattered = TRUE, least_of = least_of,
    rates = \(b, operating) rates_of(b, operating, c("best_miss", "best_fa"), "best")
  )
}

measure_kinds <- list(
  cllr = measure_kind(
    \(system, operating) cllr_of(system), replicate_ece, "costs",
    calibrated = TRUE, tail = prior_tail
  ),
  cllr_min = measure_kind(
    \(system, operating) cllr_min_of(system), replicate_ece_min, "log_odds",
    scale = "share", top = 1, flattered = TRUE, least_of = "cllr"
  ),
  cllr_cal = measure_kind(
    \(system, operating) cllr_cal_of(system),
    \(b, operating) replicate_ece(b, operating, "moved") - replicate_ece_min(b, operating),
    c("costs", "moved", "log_odds"),
    scale = "loss", calibrated = TRUE, flattered = TRUE,
    # Corrected by the minimum alone, so that Cllr_min and Cllr_cal still sum to Cllr.
    over = "cllr_min",
    tail = \(system, operating) loss_tail(system, operating), part_of = "cllr"
  ),
  cllr_h1 = half_kind("h1"),
  cllr_h2 = half_kind("h2"),
  eer = measure_kind(
    \(system, operating) eer_of(system), \(b, operating) b$eer, c("eer", "best"),
    scale = "share", top = 0.5, flattered = TRUE, rates = equal_rates_of
  ),
  auc = measure_kind(
    \(system, operating) auc_of(system), \(b, operating) b$auc, "auc",
    scale = "area", top = 1
  ),
  dev_pav = measure_kind(
    \(system, operating) dev_pav_of(system), \(b, operating) from_ln(b$dev_pav, "log10"), "dev_pav",
    scale = "distance", calibrated = TRUE
  ),
  lr_moment_h1 = moment_kind("h1"),
  lr_moment_h2 = moment_kind("h2"),
  misleading_h1 = misleading_kind("h1", "below_1"),
  misleading_h2 = misleading_kind("h2", "above_1"),
  cross_entropy = measure_kind(
    \(system, operating) cross_entropy_of(system, operating$log_odds), replicate_ece, "costs",
    "prior",
    calibrated = TRUE, tail = prior_tail
  ),
  cross_entropy_min = measure_kind(
    \(system, operating) cross_entropy_min_of(system, operating$log_odds), replicate_ece_min,
    "log_odds", "prior",
    scale = "share", top = \(operating) ece_null(operating$log_odds), flattered = TRUE,
    least_of = "cross_entropy"
  ),
  bayes_error = bayes_kind("prior"),
  bayes_error_min = best_kind("prior", "bayes_error"),
  dcf = bayes_kind("costs"),
  dcf_min = best_kind("costs", "dcf")
)
