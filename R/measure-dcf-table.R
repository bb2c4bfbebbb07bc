#' Actual and minimum detection costs in one table
#'
#' `dcf_table()` gives the cost of decisions at the Bayes threshold (`dcf`, "actDCF" in speech), at
#' the best threshold (`dcf_min`), and the difference, as evaluations rank systems.
#'
#' The costs are those of [dcf()] and [dcf_min()] (Brümmer 2010, eq. 7.11).
#'
#' @inheritParams dcf
#' @param x An [lr_set()], or what it takes. Scores have minimum costs only.
#' @param prior Prior probabilities, a data frame of operating points, or names of evaluations as in
#'   [nist_operating_points()].
#' @param normalised Divide by the cost of deciding by the prior alone? Then 1 is no better than no
#'   LRs, and priors must lie inside (0, 1).
#' @return A data frame with a row per system and operating point: `system`, `name` (of the point),
#'   `prior`, `c_miss`, `c_fa`, `effective_prior`, see [effective_prior()]; `dcf`, `dcf_min` and
#'   `calibration_loss`, their difference; `p_miss` and `p_fa`, the error rates at the Bayes
#'   threshold.
#' @section Errors:
#' `calibrant_error_input` for priors outside \[0, 1\], costs that are not positive, and unknown
#' names.
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @seealso [dcf()], [dcf_min()] for the numbers alone, [plot_bayes_error()] for all priors
#' @concept table of detection costs
#' @export
#' @examples
#' x <- simulate_lr(500, 5000, s = 3, stretch = 1.5)
#' dcf_table(x, "SRE 2016")
dcf_table <- function(x, ...) UseMethod("dcf_table")

#' @rdname dcf_table
#' @export
dcf_table.lr_set <- function(x, prior = nist_operating_points(), c_miss = 1, c_fa = 1,
                             normalised = TRUE, ...) {
  check_dots(...)
  check_intact(x)
  if (!is.numeric(prior)) {
    check_unheeded(c("c_miss", "c_fa"), "A table of operating points has its own costs.")
  }
  points <- read_labelled_points(prior, c_miss, c_fa)
  check_normalised(normalised, points)
  is_score <- x$scale == "score"
  unit <- if (normalised) pmin(points$weight_miss, points$weight_fa) else 1
  cost <- \(rates) (points$weight_miss * rates$p_miss + points$weight_fa * rates$p_fa) / unit
  unknown <- rep(NA_real_, length(points$prior))
  bind_systems(systems_of(x), \(system) {
    rates <- if (is_score) {
      list(p_miss = unknown, p_fa = unknown)
    } else {
      bayes_rates(counts_for(system, at_odds(points$log_odds)), points$log_odds)
    }
    best <- cost(best_rates(blocks_of(system), points$log_odds))
    data.frame(
      name = as.character(operating_labels(points)$name), prior = unname(points$prior),
      c_miss = points$c_miss, c_fa = points$c_fa, effective_prior = stats::plogis(points$log_odds),
      dcf = cost(rates), dcf_min = best, calibration_loss = cost(rates) - best,
      p_miss = rates$p_miss, p_fa = rates$p_fa
    )
  })
}
