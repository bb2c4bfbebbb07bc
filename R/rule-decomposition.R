#' Calibration and refinement
#'
#' `rule_decomposition()` returns the calibration and refinement losses of a risk, by PAV or by bins
#' of posteriors.
#'
#' With the share \eqn{V_b} of bin \eqn{b} and the proportion \eqn{r_b} of H1 in it, both with the
#' trial weights \eqn{\pi/N_1} and \eqn{(1-\pi)/N_2}, the refinement loss is the mean entropy of the
#' bins, \eqn{\sum_b V_b C(r_b)}. The calibration loss is the rest of the [rule_risk()] (Brümmer
#' 2010, eq. 2.43 to 2.46, after DeGroot and Fienberg 1983).
#'
#' # Limits of bins
#' With **one bin** the refinement loss is the default loss, and the calibration loss is negative
#' for a good system. With **one bin per distinct posterior** the refinement loss is 0 without ties
#' (section 5.3). The default `"pav"` therefore uses the least risk over monotone transformations;
#' for more than two classes the default, `"affine"`, is the best affine map of the log-likelihoods
#' (section 8.3).
#'
#' @inheritParams rule_risk
#' @param bins `"pav"` for the blocks of [pav()]; `"distinct"` for one bin per distinct posterior;
#'   or the number of bins of equal width between 0 and 1.
#' @return A data frame with a row per system and prior, losses in the unit of the rule:
#'   * `system`, `prior`,
#'   * `total`, the risk: the sum of
#'   * `calibration`, never negative for the bins `"distinct"` and `"pav"`, and
#'   * `refinement`,
#'   * `default`, the risk of ignoring the LRs,
#'   * `unit`: `"nats"` or `"bits"` for the logarithmic rule, `"cost"` for others.
#'
#'   The terms of Murphy (1973) and of Dimitriadis, Gneiting and Jordan (2021) are, with `bins =
#'   "pav"`: miscalibration (MCB) `calibration`, uncertainty (UNC) `default`, and discrimination
#'   (DSC, resolution) `default - refinement`. The total is MCB - DSC + UNC.
#' @references
#' Brümmer N (2010). PhD thesis, sections 2.4.1 and 5.3.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' DeGroot MH, Fienberg SE (1983). *The Statistician* 32, 12-22. \doi{10.2307/2987588}
#'
#' Dimitriadis T, Gneiting T, Jordan AI (2021). *Proceedings of the National Academy of Sciences*
#' 118, e2016191118. \doi{10.1073/pnas.2016191118}
#'
#' Murphy AH (1973). *Journal of Applied Meteorology* 12, 595-600.
#' @seealso [finite_decomposition()] for known probabilities, [plot_reliability()]
#' @concept Murphy decomposition
#' @concept miscalibration
#' @concept discrimination
#' @concept resolution
#' @concept uncertainty
#' @concept reliability term
#' @concept DeGroot and Fienberg
#' @export
#' @examples
#' x <- simulate_lr(100, 300, s = 2, stretch = 2)
#' rule_decomposition(x, "log")
#' rule_decomposition(x, "log", bins = 10)
#'
#' rule_decomposition(x, "log", bins = 1)
#' rule_decomposition(x, "log", bins = "distinct")
rule_decomposition <- function(x, ...) UseMethod("rule_decomposition")

#' @rdname rule_decomposition
#' @export
rule_decomposition.lr_set <- function(x, rule = "log", prior = own_prior(x), bins = "pav", ...) {
  check_dots(...)
  rule <- two_class_rule(rule)
  check_calibrated(x)
  check_prior(prior)
  if (is.character(bins)) {
    check_choice(bins, c("distinct", "pav"))
  } else {
    check_count(bins, most = most_bins)
  }
  warn_infinite_risk(x, rule)
  systems <- Map(\(...) list(...),
    counts = each_system(x, counts_of), blocks = each_system(x, blocks_of),
    points = rule_points(x, rule))
  bind_systems(systems, \(system) decompose_system(system, rule, prior, bins))
}

decompose_system <- function(system, rule, prior, bins) {
  total <- mean_risk(system$points, rule, prior)
  refinement <- vapply(prior, \(at) {
    groups <- if (identical(bins, "pav")) system$blocks else bin_groups(system$counts, at, bins)
    mean_risk(groups, rule, at)
  }, numeric(1))
  new_frame(
    prior = as.double(prior),
    total = total,
    calibration = if (is.character(bins)) pmax(total - refinement, 0) else total - refinement,
    refinement = refinement,
    default = rule_entropy(rule, prior),
    unit = rule_unit(rule)
  )
}

# Bins as points with the observed LLR of their trials.
bin_groups <- function(counts, prior, bins) {
  n_h1 <- counts$n_h1
  n_h2 <- counts$n_h2
  if (is.numeric(bins)) {
    ends <- unique(bin_ends(posterior_at(counts, prior), unit_breaks(bins)))
    n_h1 <- run_sums(n_h1, ends)
    n_h2 <- run_sums(n_h2, ends)
  }
  llr <- log(n_h1 / counts$totals[1]) - log(n_h2 / counts$totals[2])
  ascending <- order(llr)
  list(llr = llr[ascending], n_h1 = n_h1[ascending], n_h2 = n_h2[ascending], totals = counts$totals)
}
