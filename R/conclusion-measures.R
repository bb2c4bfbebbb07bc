#' Measures of a scale of conclusions
#'
#' `measures()` of a [conclusion_set()] returns its measures with intervals, corrected for the
#' optimism of LRs from the same comparisons; `compare_systems()`, the differences between scales or
#' groups of examiners.
#'
#' * `cllr`: the [cllr()] of the LRs of the conclusions. If these come from the counts, `estimate`
#'   uses the LRs of the same comparisons, `corrected` those of the others (leave-one-out, by
#'   comparison, examiner or item as in `by`).
#' * `cllr_min`: the least Cllr of any LRs for these conclusions, in their order if they have one.
#'   `corrected` is without the bias estimated by the jackknife (Efron and Stein 1981).
#' * `cllr_cal`: the difference between `cllr` and `cllr_min`: for stated LRs (`lr`), the loss due
#'   to their values.
#' * `auc`: the [auc()], by the order of the conclusions, or else by their LRs.
#' * `cross_entropy`, `cross_entropy_min`: the same as `cllr` and `cllr_min` at each `prior`.
#' * `information`: the mutual information of conclusion and truth at each prior, \eqn{H(\pi) -
#'   ECE_{min}}{H(prior) - ECE_min} bits, at most 1 bit at even odds.
#' * `misleading_h1`, `misleading_h2`: the rates of [misleading()] LRs.
#' * `false_positive`, `false_negative`: shares of wrong definite conclusions among all comparisons,
#'   as in [error_rates()][error_rates.conclusion_set].
#'
#' # Intervals
#' With `by`, standard errors and biases come from the jackknife over examiners, items or both
#' (Cameron, Gelbach and Miller 2011). By comparison, rates have Clopper-Pearson limits. Other
#' measures, and all differences, have quantiles of 2 000 draws from the posterior of the counts
#' (Perks 1947), and two systems are treated as independent. Each draw finds the LRs of misleading
#' rates anew, as chance may decide which side a conclusion supports; other measures keep the LRs.
#' By examiner or item, costs of LRs and differences of misleading rates have such draws of counts
#' that are divided by their design effect, with at least the spread of the jackknife. Costs and
#' misleading rates are those of the LRs of these counts. See `vignette("methods")`.
#'
#' @param x A [conclusion_set()].
#' @param which Names of measures.
#' @param prior Prior probabilities of H1, for measures at a prior.
#' @inheritParams conclusion_lr
#' @param lr The stated LRs of the conclusions, by name, instead of estimates.
#' @param object A [conclusion_set()].
#' @param ... Unused; for `summary()`, the arguments of `measures()`.
#' @return As [measures()] and [compare_systems()] of LRs: a data frame with the columns `system`
#'   (or `system1` and `system2`), `measure`, `prior`, `estimate` (or `difference`), `corrected`,
#'   `std_error`, `lower`, `upper`, `note` (`"few units"` if examiners or items are too few for an
#'   interval), and for differences `paired`.
#' @references
#' Cameron AC, Gelbach JB, Miller DL (2011). *Journal of Business & Economic Statistics* 29,
#' 238-249. \doi{10.1198/jbes.2010.07136}
#'
#' Efron B, Stein C (1981). *Annals of Statistics* 9, 586-596. \doi{10.1214/aos/1176345462}
#'
#' Perks W (1947). *Journal of the Institute of Actuaries* 73, 285-334.
#' @concept Cllr of conclusions
#' @concept information of a scale
#' @name measures.conclusion_set
#' @examples
#' x <- conclusion_set(truth ~ conclusion | study, data = black_box, count = "n", h1 = "same",
#'   no_value = c("No value", "Other"))
#' measures(x["bullets"])
#' compare_systems(x[c("bullets", "cartridge cases")], which = c("information", "auc"))
#' @export
measures.conclusion_set <- function(x, which = NULL, prior = 0.5, prior_counts = 0.5,
                                    monotone = FALSE, lr = NULL, level = 0.95, by = NULL, ...) {
  check_dots(...)
  if (!is.null(lr)) check_unheeded(c("prior_counts", "monotone"), estimated_worth)
  worth <- list(prior_counts = prior_counts, monotone = monotone, lr = lr)
  found <- with_seed(1, measure_conclusions(x, which, prior, worth, level, by))
  table <- bind_systems(found$systems, \(one) conclusion_measure_rows(found, one))
  new_conclusion_measures(table, "measures", found)
}

#' @rdname measures.conclusion_set
#' @export
compare_systems.conclusion_set <- function(x, which = NULL, prior = 0.5, prior_counts = 0.5,
                                           monotone = FALSE, lr = NULL, level = 0.95, by = NULL,
                                           ...) {
  check_dots(...)
  check_several_systems(x)
  if (!is.null(lr)) check_unheeded(c("prior_counts", "monotone"), estimated_worth)
  worth <- list(prior_counts = prior_counts, monotone = monotone, lr = lr)
  found <- with_seed(1, measure_conclusions(x, which, prior, worth, level, by))
  table <- bind_pairs(found$systems, \(pair) {
    joint <- Map(conclusion_difference, found$systems[[pair[1]]], found$systems[[pair[2]]])
    new_frame(
      conclusion_measure_rows(found, joint), paired = any(vapply(joint, `[[`, NA, "paired"))
    )
  })
  new_conclusion_measures(table, "measure_comparison", found)
}

#' @rdname measures.conclusion_set
#' @exportS3Method
summary.conclusion_set <- function(object, ...) measures(object, ...)

new_conclusion_measures <- function(table, class, found) {
  how <- list(level = found$level, by = found$by, drawn = found$by == "trial")
  new_curve(table, class, jackknife = how)
}

# Measures per system, in a list. `scale` is that of the interval, `top` the largest value.
measure_conclusions <- function(x, which, prior, worth, level, by) {
  check_flag(worth$monotone, "monotone")
  check_inner_prior(prior)
  check_level(level)
  which <- which %||% c("cllr", "cllr_min", "information", "auc", "misleading_h1", "misleading_h2")
  check_which(which, names(conclusion_kinds))
  by <- conclusion_by(x, by)
  labels <- do.call(rbind, lapply(unique(which), \(name) {
    priors <- if (conclusion_kinds[[name]]$prior) as.double(prior) else NA_real_
    new_frame(measure = name, prior = priors)
  }))
  labels$measure <- factor(labels$measure, unique(labels$measure))
  systems <- lapply(systems_of(x), \(system) {
    own <- conclusion_worth(system, worth)
    posterior <- conclusion_posterior(system, level, by)
    lapply(seq_len(nrow(labels)), \(i) {
      log_odds <- stats::qlogis(if (is.na(labels$prior[i])) 0.5 else labels$prior[i])
      measure_conclusion(system, own, labels$measure[i], log_odds, by, posterior)
    })
  })
  list(labels = labels, systems = systems, level = level, by = by)
}

# The prior is worth one comparison under each hypothesis (Perks 1947). The largest design effect
# divides the counts of dependent comparisons.
conclusion_posterior <- function(system, level, by) {
  times <- times_for(level)
  effect <- max(design_effects(system, rep(0.5, length(system$h1)), by, level))
  draw <- \(count) sum(count) * draw_shares(count / effect, 1 / length(count), times)
  least <- \(count) round(count / effect)
  informs <- scale_informs(least(system$h1), least(system$h2), system$ordered, level)
  list(m = draw(system$h1), n = draw(system$h2), informs = informs, level = level)
}

# `statistic` takes a system, the LRs and the log-odds, and returns a function of counts in columns.
# The `unseen` part is computed by leaving units out, if LRs come from the counts. `none` is the
# value of a share for conclusions without information, the lowest or the highest possible. `drawn`
# is the statistic of counts that are drawn from their posterior, if not the same; intervals by unit
# are drawn in this case only.
conclusion_kind <- function(statistic, scale, top = \(log_odds) 1, prior = FALSE, unseen = 0,
                            flattered = TRUE, none = \(top, ordered) top, drawn = NULL) {
  mget(names(formals()))
}

cost_statistic <- function(system, worth, log_odds) {
  \(m, n) conclusion_costs(m, n, worth$llr(m, n), log_odds)
}

least_statistic <- function(system, worth, log_odds) {
  \(m, n) least_conclusion_costs(m, n, system$ordered, log_odds)
}

loss_statistic <- function(system, worth, log_odds) {
  \(m, n) cost_statistic(system, worth, 0)(m, n) - least_statistic(system, worth, 0)(m, n)
}

# The LRs of the counts of the system, whatever the counts.
fixed_worth <- function(system, worth) {
  llr <- worth$llr(cbind(system$h1), cbind(system$h2))[, 1]
  list(llr = \(m, n) llr)
}

# The comparisons cost what they do with these LRs.
worth_kind <- function(statistic, scale, prior = FALSE) {
  conclusion_kind(statistic, scale, top = \(log_odds) Inf, prior = prior, unseen = 1,
    drawn = \(system, worth, log_odds) statistic(system, fixed_worth(system, worth), log_odds)
  )
}

# Other counts may turn the side that a conclusion supports.
misleading_side_kind <- function(h1) {
  drawn <- \(system, worth, ...) \(m, n) conclusion_misleading(m, n, worth$llr(m, n), h1)
  conclusion_kind(\(system, worth, ...) drawn(system, fixed_worth(system, worth)), "rate",
    flattered = FALSE, drawn = drawn)
}

error_statistic <- function(error) {
  \(system, ...) error_share(error_kinds(definite_sides(system, NULL))[[error]], "right")
}

conclusion_kinds <- list(
  cllr = worth_kind(cost_statistic, "log"),
  cllr_min = conclusion_kind(least_statistic, "share"),
  cllr_cal = worth_kind(loss_statistic, "loss"),
  auc = conclusion_kind(\(system, worth, log_odds) {
    up <- seq_along(system$h1)
    if (!system$ordered) up <- order(conclusion_llr(cbind(system$h1), cbind(system$h2), 0.5)[, 1])
    \(m, n) conclusion_auc(m[up, , drop = FALSE], n[up, , drop = FALSE])
  }, "share", flattered = FALSE, none = \(top, ordered) if (!ordered) 0.5),
  cross_entropy = worth_kind(cost_statistic, "log", prior = TRUE),
  cross_entropy_min = conclusion_kind(least_statistic, "share", top = \(l) ece_null(l),
    prior = TRUE),
  information = conclusion_kind(\(system, worth, log_odds) {
    \(m, n) ece_null(log_odds) - least_statistic(system, worth, log_odds)(m, n)
  }, "share", top = \(l) ece_null(l), prior = TRUE, none = \(top, ordered) 0),
  misleading_h1 = misleading_side_kind(TRUE), misleading_h2 = misleading_side_kind(FALSE),
  false_positive = conclusion_kind(error_statistic("false positive"), "rate", flattered = FALSE),
  false_negative = conclusion_kind(error_statistic("false negative"), "rate", flattered = FALSE)
)

# Measures that exist only for conclusions, with flags for those that take a prior.
conclusion_only <- c(information = TRUE, false_positive = FALSE, false_negative = FALSE)

measure_conclusion <- function(system, worth, name, log_odds, by, posterior) {
  kind <- conclusion_kinds[[as.character(name)]]
  statistic <- kind$statistic(system, worth, log_odds)
  values <- left_out_values(system, by, statistic)
  found <- jackknife(values, by)
  bias <- if (kind$flattered) found$bias else 0
  if (kind$unseen > 0) {
    gain <- if (worth$stated) 0 else unseen_cost(system, worth, log_odds, by) -
      cost_statistic(system, worth, log_odds)(cbind(system$h1), cbind(system$h2))
    least <- left_out_values(system, by, least_statistic(system, worth, 0))
    bias <- -gain - if (name == "cllr_cal") jackknife(least, by)$bias else 0
  }
  top <- kind$top(log_odds)
  draw <- if (by == "trial") kind$drawn %||% kind$statistic else if (found$df >= 1) kind$drawn
  drawn <- if (!is.null(draw)) {
    each <- draw(system, worth, log_odds)(posterior$m, posterior$n)
    # The minimum of counts that are drawn is smaller still, so that their loss may be too large.
    if (kind$scale == "loss") each <- each + min(values$whole - bias - mean(each), 0)
    # The counts are divided for each LR, but units may move a mean of many costs further.
    if (by != "trial") each <- mean(each) + (each - mean(each)) *
      max(1, found$std_error * unit_t(found$df, posterior$level) / stats::sd(each), na.rm = TRUE)
    pmin(pmax(each, 0), top)
  }
  list(
    values = values, corrected = values$whole - bias, scale = kind$scale, top = top,
    drawn = if (all(is.finite(drawn))) drawn,
    none = if (isFALSE(posterior$informs) && kind$scale == "share") kind$none(top, system$ordered),
    n = if (name %in% c("misleading_h1", "false_negative")) sum(system$h1) else sum(system$h2),
    paired = FALSE,
    names = lapply(values$parts, `[[`, "names")
  )
}

# The mean cost of each unit with the LRs from all others.
unseen_cost <- function(system, worth, log_odds, by) {
  units <- conclusion_units(system, by)[[if (by == "both") "examiner" else by]]
  llr <- worth$llr(units$m, units$n)
  column <- \(count, kept) cbind(c(count - kept) * rep(units$times, each = length(count)))
  conclusion_costs(column(system$h1, units$m), column(system$h2, units$n), cbind(c(llr)), log_odds)
}

conclusion_difference <- function(a, b, times = 1) {
  list(
    values = left_out_difference(a$values, b$values, times),
    corrected = a$corrected - times * b$corrected, scale = "gap", top = a$top,
    drawn = if (!is.null(a$drawn)) a$drawn - times * b$drawn,
    n = min(a$n, b$n), paired = any(lengths(Map(intersect, a$names, b$names)) > 0)
  )
}

conclusion_measure_rows <- function(found, measured) {
  rows <- lapply(measured, conclusion_interval, found$level, found$by)
  new_frame(found$labels, do.call(rbind, rows))
}
