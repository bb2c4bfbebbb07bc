#' Tables of trials and of measures
#'
#' `augment()` returns the trials with posterior, cost and PAV block; `tidy()` returns the measures
#' of a set as rows, with the column names of broom.
#'
#' @param x An [lr_set()]; for `tidy()` also the result of [measures()] or [compare_systems()].
#' @param prior Prior probability of H1 for posterior and cost; by default 0.5, or the prior of a
#'   set of probabilities.
#' @param worst_first Sort the trials by decreasing cost? The default keeps their order.
#' @param newdata For a bound: the LRs to be bounded, see [bound_lr()]; by default those of the fit.
#' @param ... Unused.
#' @param conf.int For `tidy()`: whether to return the limits `conf.low` and `conf.high`, which
#'   [measures()] has and monitors do not. The default omits those of a set.
#' @param conf.level For `tidy()`: the level of the limits of a set.
#' @return `augment()`: the columns of `as.data.frame(x)` (with identifiers, if the set has an
#'   `id`), and
#'   * `.log10_lr`; `.posterior`, the probability of H1 at this prior,
#'   * `.cost`: \eqn{-\log_2 P(H|x)}{-log2 P(H|x)}, with \eqn{H} the truth (Brümmer 2010, eq. 7.39;
#'     Ramos et al. 2018, eq. 7), in bits: 0 is certain and right, 1 that of LR = 1 at even odds,
#'     infinite is certain and wrong. Its means by hypothesis, weighted by the prior, sum to
#'     [cross_entropy()],
#'   * `.log10_lr_pav`, `.block`: the log10 LR and the number of the trial's PAV block in its
#'     system, see [pav()].
#'
#'   Scores have no posterior and no cost.
#'
#'   `tidy()`: a data frame with a row per system and measure, `system`, `term`, `estimate`; for
#'   [measures()] also `prior`, `corrected`, `std.error`, `conf.low`, `conf.high`; for
#'   [compare_systems()] the same with `contrast` instead of `system`. `glance()` of these: one row
#'   with `n_systems`, `n_measures`, `replicates` (NA for the jackknife),
#'   `level`, `interval`, `by`. `confint()`: the intervals of measures and of the coefficients of
#'   calibrations as a matrix.
#' @references
#' Brümmer N (2010). PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @concept broom
#' @concept tidy data of trials
#' @name augment.lr_set
#' @examples
#' x <- lr_set(same_source ~ log10_lr | model,
#'   data = glass_lr, scale = "log10", id = seq_len(nrow(glass_lr))
#' )
#' # The most misleading comparisons
#' head(augment(x["mvk"], worst_first = TRUE), 10)
#'
#' tidy(x)
#' @export
augment.lr_set <- function(x, prior = own_prior(x), worst_first = FALSE, ...) {
  check_dots(...)
  check_number(prior, above = 0, below = 1)
  check_flag(worst_first)
  table <- as.data.frame(x)
  is_score <- x$scale == "score"
  posterior <- if (is_score) NA_real_ else posterior(x, prior = prior)
  table$.log10_lr <- if (is_score) NA_real_ else to_log10(values_of(x), x$scale)
  table$.posterior <- posterior
  table$.cost <- if (is_score) NA_real_ else trial_costs(x, prior)
  table$.log10_lr_pav <- pav_lr(x)$value
  table$.block <- trial_blocks(x)
  if (!worst_first) return(table)
  worst <- if (is_score) abs(table$.log10_lr_pav) * misleads(table) else table$.cost
  new_frame(table[order(-worst), ])
}

# Scores have no LRs of their own: PAV's LRs decide which of them mislead.
misleads <- function(table) (table$.log10_lr_pav < 0) == table$truth

trial_costs <- function(x, prior) {
  llr <- to_ln(values_of(x), x$scale) + stats::qlogis(prior)
  nats_to_bits(softplus(ifelse(x$truth, -llr, llr)))
}

# Blocks of each system counted from 1.
trial_blocks <- function(x) {
  block <- integer(length(x))
  systems <- systems_of(x)
  places <- split_by_system(x)
  for (k in seq_along(systems)) {
    block[places[[k]]] <- findInterval(x$value[places[[k]]], blocks_of(systems[[k]])$min)
  }
  block
}
