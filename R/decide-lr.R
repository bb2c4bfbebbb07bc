#' Decide by likelihood ratio
#'
#' Accepts H1 in the trials whose likelihood ratio reaches the Bayes threshold, which makes the
#' expected cost of the decision as small as the LRs allow.
#'
#' H1 is accepted if and only if (Ramos et al. 2018, eq. 1)
#' \deqn{LR \ge \frac{C_{fa}\,(1-\pi)}{C_{miss}\,\pi},}{LR >= C_fa (1 - prior) / (C_miss prior),}
#' the Bayes threshold of the prior and the costs of the two errors, see [bayes_threshold()]. The
#' paper writes ">". At
#' the threshold itself both decisions cost the same, and H1 is accepted. A prior of 0 decides for
#' H2 and a prior of 1 for H1, whatever the LR.
#'
#' @inheritParams posterior
#' @inheritParams bayes_threshold
#' @param prior,c_miss,c_fa Prior probability of H1, cost of a miss and cost of a false alarm; each
#'   one number, or one per trial.
#' @return A factor with levels `"H1"` and `"H2"`, one element per trial in the order of the input.
#'   Scores are refused with an error of class `calibrant_error_score`: choose a threshold with
#'   [min_dcf_threshold()] instead.
#' @inherit dcf references
#' @seealso [error_rates()] and [dcf()] judge the decisions
#' @export
#' @examples
#' x <- lr_set(list(h1 = c(20, 3, 0.8), h2 = c(0.1, 0.4)), scale = "lr")
#' decide(x, prior = 0.5)
#' decide(x, prior = 0.5, c_fa = 10)
#' decide(c(20, 3), prior = 0.1, scale = "lr")
decide <- function(x, ...) {
  UseMethod("decide")
}

#' @rdname decide
#' @export
decide.default <- function(x, ..., prior = 0.5, c_miss = 1, c_fa = 1) {
  decide(read_lrs(x, ...), prior = prior, c_miss = c_miss, c_fa = c_fa)
}

#' @rdname decide
#' @export
decide.lr_set <- function(x, prior = 0.5, c_miss = 1, c_fa = 1, ...) {
  check_dots(...)
  check_calibrated(x)
  points <- read_operating_points(prior, c_miss, c_fa)
  check_per_trial(points$log_odds, length(x), rlang::current_env())
  both <- on_one_scale(values_of(x), x$scale, -points$log_odds)
  accepted <- both$value >= both$threshold & points$log_odds > -Inf
  factor(ifelse(accepted, "H1", "H2"), levels = c("H1", "H2"))
}
