#' Performance of a system in plain English
#'
#' `explain()` returns sentences for a report: the uncertainty about the truth before and after the
#' evidence with its interval, the gain from recalibration, the priors at which the LRs help, and
#' the strength of LRs that the trials support.
#'
#' The uncertainty before the evidence is the entropy of the prior, that after the evidence the
#' [cross_entropy()] (Ramos and Gonzalez-Rodriguez 2008, section 5.3; Ramos et al. 2018, section 4).
#' Its 95 % interval is that of [measures()]: with a `level` from replicates, otherwise the limit
#' for many replicates (Hall 1992). Weighted trials, and fewer than five comparisons of a
#' hypothesis, have no interval.
#'
#' The gain is that of logistic calibration at that prior on the same comparisons; `cllr_cal` would
#' be optimistic. The supported strength is that of [bound_lr()]. A sentence warns if more than .1 %
#' of sets of random scores have as low a Cllr_min ([measures()] with `chance`, 1999 draws), except
#' for weighted trials and comparisons that share items.
#'
#' The interval decides whether LRs help or are harmful, also at each of the prior odds from 1:1000
#' to 1000:1. Without an interval, or if it contains the uncertainty before the evidence, the
#' sentence says that this is not settled. It says so too where LRs seem to help with fewer than 15
#' comparisons of a hypothesis: of 10 and 10 comparisons of LRs as bad as none, of which one in ten
#' misleads strongly, 11 % have an interval below the uncertainty before the evidence.
#'
#' # Language
#' The hypotheses have the words of the set (see [lr_set()]). Sentences are in the language of the
#' session if a translation exists (German), or in `withr::with_language("de", explain(x))`. The
#' locale C translates nothing: call `Sys.setlocale("LC_ALL", "C.UTF-8")` first. Numbers have the
#' decimal mark of the language, or of `options(OutDec = )`.
#'
#' @inheritParams cross_entropy
#' @param prior Prior probabilities of H1, inside (0, 1); by default 0.5, or the prior of a set of
#'   probabilities.
#' @param level Probability of bootstrap intervals; `NULL` for Hall's intervals alone.
#' @param by,replicates Units drawn, and number of replicates: see [measures()].
#' @return A character vector with a paragraph per system and prior, which prints wrapped.
#' @references
#' Hall P (1992). *Journal of the Royal Statistical Society B* 54, 221-228.
#' \doi{10.1111/j.2517-6161.1992.tb01876.x}
#'
#' Ramos D, Gonzalez-Rodriguez J (2008). *Odyssey 2008: The Speaker and Language Recognition
#' Workshop*.
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [summary.lr_set()] for the numbers, [plot_ece()] for the picture
#' @concept plain words for a system
#' @concept report text
#' @export
#' @rawNamespace S3method(dplyr::explain, lr_set)
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model,
#'   data = glass_lr, scale = "log10",
#'   hypotheses = c(
#'     h1 = "the fragments come from the same window", h2 = "they come from different windows"
#'   )
#' )
#' explain(x["mvk"], prior = 0.01, level = 0.95, replicates = 200)
explain.lr_set <- function(x, prior = own_prior(x), level = NULL, by = NULL, replicates = 1000,
                           ...) {
  check_dots(...)
  check_calibrated(x)
  check_inner_prior(prior)
  check_paragraphs(length(systems_of(x)) * length(prior))
  told <- c(if (ignores_items(x, by)) ignored_items(), told_provenance(x))
  by <- drawn_by(x, by)
  # Intervals without draws treat the comparisons as independent.
  if (by == "source") level <- level %||% 0.95
  bands <- read_bands(x, level, "pointwise", by, replicates)
  limits <- explain_limits(x, prior, bands)
  paragraphs <- explain_paragraphs(x, prior, limits, 0, told)
  structure(paragraphs, class = c("lr_explanation", "calibrant_object"))
}

# More paragraphs than anyone reads.
check_paragraphs <- function(n, most = 200) refuse_if(n > most, "paragraphs")

# `limits` begins with those of `skip` other priors.
explain_paragraphs <- function(x, prior, limits, skip, told = NULL) {
  parts <- c("tested", "before", "after", "claims", "blame", "by_chance", "range", "certain",
    if (!has_remote_weights(x)) "bounds", if (!is.null(limits)) "drawn")
  unlist(with_decimal_mark(lapply(seq_along(systems_of(x)), \(k) {
    lapply(seq_along(prior), \(i) {
      fact <- explain_facts(x, k, prior[i], first = i == 1 && k == 1)
      said <- say_parts(parts, if (is.null(limits)) fact else add_limits(fact, limits, skip + i))
      paste(c(said, told_limits(x, k), told), collapse = " ")
    })
  })))
}

# Trials left out, and a warning if the trials calibrated themselves.
told_provenance <- function(x) {
  left <- vapply(notes_of(x, "excluded"), \(left) as.double(unlist(left[c("n", "of")])), c(0, 0))
  c(
    if (length(left) > 0) say("left_out", list(n_left = sum(left[1, ]), n_all = sum(left[2, ]))),
    if (is_own_training(x)) say("warning_own_training", list(own_training = TRUE))
  )
}

# The intervals of all systems and priors, drawn at once.
explain_limits <- function(x, prior, bands) {
  if (!is.null(bands)) {
    at <- c(prior, stats::plogis(to_ln(verdict_odds, "log10")))
    rows <- suppress_infinities(measures(
      x, "cross_entropy", at,
      replicates = bands$replicates, level = bands$level, by = bands$by
    ))
    list(bands = bands, rows = rows, n_priors = length(prior))
  }
}

# The limits at the i-th prior, and their conclusions at others, instead of those of Hall.
add_limits <- function(fact, limits, i) {
  rows <- limits$rows[limits$rows$system == fact$system, ]
  verdict <- rows[-seq_len(limits$n_priors), ]
  utils::modifyList(fact, c(
    list(
      level = limits$bands$level, by = limits$bands$by, lower = rows$lower[i],
      upper = rows$upper[i]
    ),
    settled_facts(verdict, c(fact$n_h1, fact$n_h2))
  ))
}

# Prior odds at which explain() judges whether LRs help.
verdict_odds <- seq(-3, 3, by = 0.25)

# Factor by which intervals must be wider to hold at all these odds at once, and the number of
# trials per hypothesis from which they show that LRs help. Found by simulation (bench/verdict.R).
verdict_widening <- 1.17
fewest_for_verdict <- 15

# Odds at which the interval of the cost excludes the cost of no evidence. `rows` has the
# `estimate`, `lower` and `upper`.
settled_facts <- function(rows, sizes) {
  none <- ece_null(to_ln(verdict_odds, "log10"))
  upper <- rows$estimate + verdict_widening * (rows$upper - rows$estimate)
  lower <- rows$estimate + verdict_widening * (rows$lower - rows$estimate)
  few <- min(sizes) < fewest_for_verdict
  odds_where <- \(holds) {
    runs <- true_runs(holds)
    prior <- stats::plogis(to_ln(verdict_odds, "log10"))
    span_words(new_frame(prior_min = prior[runs$first], prior_max = prior[runs$last]))
  }
  list(
    limited = !all(is.na(lower)), few = few, helps = odds_where(!few & upper < none),
    harms = odds_where(!few & lower > none)
  )
}

explained_counts <- function(system) {
  counts <- counts_for(system, as_points)
  llr <- to_ln(counts$value, counts$scale)
  of_h2 <- max(llr[counts$n_h2 > 0])
  of_h1 <- min(llr[counts$n_h1 > 0])
  apart <- of_h2 < of_h1
  like <- if (apart) separating_trials(separating_s(counts$totals, 0.025))
  near <- merge_near(c(list(llr = llr), counts[c("n_h1", "n_h2")]))
  c(near, counts["totals"], like = list(like), parted = apart && of_h2 <= 0 && of_h1 >= 0)
}

# The numbers are kept without words, which would be those of one language.
hall_rows <- function(system, counts) {
  log_odds <- to_ln(verdict_odds, "log10")
  limits <- ece_interval(counts, stats::plogis(log_odds), !system$weighted)
  c(list(estimate = ece(points_of(system), log_odds)), limits)
}

# The facts about one system at one prior. The `first` paragraph explains the bit.
explain_facts <- function(x, k, prior, first = TRUE) {
  systems <- systems_of(x)
  system <- systems[[k]]
  sizes <- system_sizes(x)
  independent <- has_independent_trials(x)
  log_odds <- stats::qlogis(prior)
  effective <- systems_of(with_effective_weights(x))[[k]]
  bounds <- elub_of(effective)
  counts <- computed_once(system, "explained", explained_counts(system))
  with_words(c(
    list(
      system = names(systems)[k] %||% "system",
      named = !is.null(levels(x)),
      hypotheses = hypotheses_of(x),
      n_h1 = sizes$h1[k],
      n_h2 = sizes$h2[k],
      useful = list(useful_ranges(systems[k])),
      prior = prior,
      first = first,
      level = 0.95,
      null = ece_null(log_odds),
      ece = none_if_near(ece(points_of(system), log_odds), log_odds),
      min = none_if_near(ece(blocks_of(system), log_odds), log_odds),
      # LR = 1 separates the hypotheses, not just some threshold.
      parted = counts$parted,
      gain = recalibration_gain(system, effective, prior),
      # More H1 trials lie below H2 trials than above.
      reversed = coarse_auc(counts_for(system, coarse_of))[1] < 0.5,
      lower_bound = min(bounds[1], 0),
      upper_bound = max(bounds[2], 0)
    ),
    claims_facts(claims_of(system, prior, independent)),
    certain_facts(system, independent),
    ece_interval(counts, prior, !system$weighted),
    computed_once(system, "chance", weak_facts(system, independent)),
    settled_facts(computed_once(system, "settled", hall_rows(system, counts)), sizes_of(system))
  ))
}

# The uncertainty without evidence, if the value differs from it by rounding alone.
none_if_near <- function(value, log_odds) {
  none <- ece_null(log_odds)
  if (isTRUE(abs(value - none) < 1e-12 * none)) none else value
}

# LRs of 1 claim nothing, up to rounding.
claims_facts <- function(claims) {
  told <- claims$delivered
  claims$claimed <- if (isTRUE(abs(claims$claimed) < 1e-12)) 0 else claims$claimed
  list(claimed = claims$claimed, told = told, taken = -told, claims_p = claims$p_value)
}

# Numbers of LRs of 0 and infinity and of finite ones, and the 95 % limit of the share of wrong ones
# if none was observed.
certain_facts <- function(system, independent) {
  # LR = 0 comes before LR = infinity.
  infinite <- infinite_of(system)
  may_err <- unlist(sizes_of(system))[c(infinite$n_h2[1] > 0, infinite$n_h1[2] > 0)]
  finite <- totals_of(system) - vapply(infinite[c("n_h1", "n_h2")], sum, 0)
  list(
    n_certain = sum(unlist(infinite)), n_wrong = infinite$n_h1[1] + infinite$n_h2[2],
    n_excluded = infinite$n_h1[1], n_infinite = infinite$n_h2[2],
    finite_h1 = finite[[1]], finite_h2 = finite[[2]],
    unseen = if (independent && length(may_err) > 0) 1 - 0.05^(1 / min(may_err)) else NA
  )
}

# Adds words and numbers for the sentences.
with_words <- function(fact) {
  range <- fact$useful[[1]]
  c(fact, hypothesis_clauses(fact$hypotheses), list(
    worded = !is.null(fact$hypotheses),
    delivered = 1 - fact$ece / fact$null,
    saved = if (is.finite(fact$ece)) max(fact$gain, 0) / fact$ece else NA,
    spans = span_words(range),
    everywhere = nrow(range) == 1 && range$prior_min == 0 && range$prior_max == 1
  ))
}

# 95 % intervals of the ECE by trial, a weighted sum of two means of independent costs, as in
# measures().
ece_interval <- function(counts, prior, unweighted) {
  n <- counts$totals
  log_odds <- stats::qlogis(prior)
  found <- as.data.frame(cost_facts(counts, log_odds, n, list(prior, 1 - prior)))
  z <- stats::qnorm(0.975)
  z <- z * few_trials(min(n), z)
  ends <- cost_interval(ece(counts, log_odds), found$deviation, found$skewness, z, found)
  ends <- matrix(ends, ncol = 2)
  least <- if (is.null(counts$like)) 0 else ece(points_of(counts$like), log_odds)
  known <- unweighted & min(n) >= fewest_trials & is.finite(found$deviation) & found$deviation > 0
  list(lower = ifelse(known, ends[, 1], NA), upper = ifelse(known, pmax(ends[, 2], least), NA))
}

# Bits that logistic calibration at this prior saves on the trials themselves; NA if there is no
# fit, as with certain and wrong trials or perfect separation. It is trained with effective weights.
recalibration_gain <- function(system, effective, prior) {
  tryCatch(
    {
      recipe <- calibration_recipe("logistic", prior, list())
      least <- objective_of(suppressWarnings(train(effective, recipe)))
      ece(points_of(system), stats::qlogis(prior)) - nats_to_bits(least)
    },
    calibrant_error = \(cnd) NA_real_
  )
}

#' @export
print.lr_explanation <- \(x, ...) printed(x, {
  writeLines(paste(wrap_sentences(x), collapse = "\n\n"))
})

#' @rdname explain.lr_set
#' @export
explain.default <- function(x, ...) {
  # This generic masks dplyr::explain() if it is attached later: lazy tables go to dplyr.
  if (inherits(given(x), "tbl_lazy") && ...length() == 0) return(dplyr::explain(x))
  on_set("explain", x, ...)
}
