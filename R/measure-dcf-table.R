# Actual and minimum detection costs in one table.

#' @rdname dcf
#' @return `dcf_table()`: a data frame with a row per system and operating point: `system`, `name`
#'   (of the point), `prior`, `c_miss`, `c_fa`, `effective_prior`, see [effective_prior()]; `dcf`
#'   ("actDCF" in speech), `dcf_min` and `calibration_loss`, their difference; `p_miss` and `p_fa`
#'   at the Bayes threshold. Scores have minimum costs only.
#' @concept table of detection costs
#' @concept actDCF
#' @export
#' @examples
#' dcf_table(x, "SRE 2016")
dcf_table <- function(x, ...) UseMethod("dcf_table")

#' @rdname dcf
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
    new_frame(
      name = as.character(operating_labels(points)$name), prior = unname(points$prior),
      c_miss = points$c_miss, c_fa = points$c_fa, effective_prior = stats::plogis(points$log_odds),
      dcf = cost(rates), dcf_min = best, calibration_loss = cost(rates) - best,
      p_miss = rates$p_miss, p_fa = rates$p_fa
    )
  })
}
