#' Doddington's rule of 30
#'
#' `rule_of_30()` returns the number of errors that a test must show for a reliable error rate:
#' about 30 for 90 % confidence that the true rate is within 30 % of the observed one.
#'
#' In the normal approximation the relative error of an error rate from independent trials has
#' variance \eqn{(1-p)/t}, where \eqn{p} is the error probability and \eqn{t} the number of errors
#' (Brümmer 2010, appendix B). A relative `margin` with probability `level` needs
#' \deqn{t = (1-p)\left(\frac{\Phi^{-1}((1+c)/2)}{m}\right)^2}{ t = (1 - p) (qnorm((1 + level) / 2)
#'   / margin)^2} errors, 30.06 by default, of misses and of false alarms each; more if trials share
#'   sources.
#'
#' With `n_trials`, the function returns the exact binomial probability that the observed rate is
#' within the margin. With a set, it returns the priors beyond which an error rate says little about
#' the system (Brümmer 2010, section 7.6): at priors below `low` the best threshold leaves fewer
#' than 30 false alarms, at priors above `high` fewer than 30 misses. Weighted trials count by their
#' effective number.
#'
#' @param x `NULL`, or an [lr_set()] or its first argument.
#' @param ... Passed on to [lr_set()] if `x` is not one yet.
#' @param level Probability of being within the margin, between 0 and 1.
#' @param margin Relative margin, between 0 and 1.
#' @param p Error probability; 0 for rare errors.
#' @param n_trials Number of trials, whole.
#' @param relative_to With `n_trials`: whether the margin is a share of the true rate (`"truth"`) or
#'   of the observed one (`"estimate"`).
#' @param n_errors With a set: number of errors; by default 30, or the number for `level` and
#'   `margin`.
#' @return Numbers of errors, not rounded; with `n_trials` probabilities. With a set a data frame
#'   with a row per system and end: `system`, `end` (`"low"` or `"high"`), `log10_prior_odds` and
#'   `prior`. Odds of infinity (`"low"`) or minus infinity (`"high"`) mean that errors are too few
#'   at all priors.
#' @references
#' Doddington GR et al. (2000). *Speech Communication* 31, 225-254.
#' \doi{10.1016/S0167-6393(99)00080-1}
#'
#' Brümmer N (2010). PhD thesis, appendix B.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#' @concept sample size
#' @concept Doddington
#' @concept rule of 3
#' @concept DR30
#' @export
#' @examples
#' rule_of_30()
#' rule_of_30(margin = 0.1)
#' # Trials for 30 expected errors at a rate of 1 %
#' rule_of_30(p = 0.01) / 0.01
#' rule_of_30(p = 0.01, n_trials = 3000)
#' rule_of_30(simulate_lr(1000, 10000, s = 2))
rule_of_30 <- function(x = NULL, ..., level = 0.9, margin = 0.3, p = 0, n_trials = NULL,
                       relative_to = "truth", n_errors = NULL) {
  check_given()
  check_asked_of_30(names(match.call()), !is.null(x), !is.null(n_trials), !is.null(n_errors))
  if (!is.null(x)) {
    if (is.null(n_errors)) {
      plain <- missing(level) && missing(margin)
      n_errors <- if (plain) 30 else rule_of_30(level = level, margin = margin)
    }
    check_number(n_errors, above = 0)
    return(limits_of_30(lr_set(x, ...), n_errors))
  }
  check_dots(...)
  check_open_unit(margin)
  if (!is.null(n_trials)) {
    check_open_unit(p)
    check_count(n_trials, most = 2^53)
    check_choice(relative_to, c("truth", "estimate"))
    return(coverage_of_30(p, n_trials, margin, relative_to))
  }
  check_open_unit(level)
  check_level_ends(level)
  check_within(p, low = 0, high = 1)
  (1 - p) * (stats::qnorm((1 + level) / 2) / margin)^2
}

# Each question has separate arguments.
check_asked_of_30 <- function(given, of_set, of_number, errors_given) {
  used <- if (of_set) {
    if (errors_given) "n_errors" else c("level", "margin", "n_errors")
  } else if (of_number) {
    c("margin", "p", "n_trials", "relative_to")
  } else {
    c("level", "margin", "p", "n_trials")
  }
  idle <- setdiff(intersect(given, names(formals(rule_of_30))), c("x", "...", used))
  refuse_if(length(idle) > 0, "idle_arguments")
}

coverage_of_30 <- function(p, n_trials, margin, relative_to) {
  expected <- n_trials * p
  bounds <- if (relative_to == "truth") {
    list(expected * (1 - margin), expected * (1 + margin))
  } else {
    list(expected / (1 + margin), expected / (1 - margin))
  }
  # Bounds that are whole numbers up to rounding count as such.
  slack <- 1e-9 * expected
  stats::pbinom(floor(bounds[[2]] + slack), n_trials, p) -
    stats::pbinom(ceiling(bounds[[1]] - slack) - 1, n_trials, p)
}

# Sums of weights are enough if they fall short by rounding.
limits_of_30 <- function(x, n_errors) {
  bind_systems(each_system(with_effective_weights(x), blocks_of), \(blocks) {
    log_odds <- dr30_log_odds(blocks, n_errors * (1 - 1e-9))
    new_frame(
      end = c("low", "high"),
      log10_prior_odds = from_ln(log_odds, "log10"),
      prior = stats::plogis(log_odds)
    )
  })
}

# A block is rejected once the threshold passes its LLR. The bounds are the first block without
# which too few H2 trials are accepted, and the first with which enough H1 trials are rejected.
dr30_log_odds <- function(blocks, n_errors) {
  missed <- cumsum(blocks$n_h1)
  accepted <- rev(cumsum(rev(blocks$n_h2)))
  enough <- accepted >= n_errors
  low <- if (any(enough)) -blocks$llr[max(which(enough))] else Inf
  high <- if (any(missed >= n_errors)) -blocks$llr[which(missed >= n_errors)[1]] else -Inf
  c(low, high)
}

check_open_unit <- function(x, arg = rlang::caller_arg(x)) {
  check_numeric(x, arg)
  check_that(all(x > 0 & x < 1), "be between 0 and 1, ends excluded.", x, arg)
}
