#' Calibration and refinement for known probabilities
#'
#' `finite_decomposition()` returns the exact losses of reports based on one of finitely many
#' observations. The reports are compared with the posteriors of an observer who knows the
#' probability of each observation under each class (Brümmer 2010, section 2.4.1 and eq. 2.43 to
#' 2.46):
#'
#' * `total`: the expected cost of the reports;
#' * `refinement`: the expected entropy for an observer of the report alone;
#' * `calibration`: `total - refinement`, 0 for calibrated reports. Under `"log"` it is the expected
#'   Kullback-Leibler divergence, in nats;
#' * `best`: the expected entropy for an observer of the observation. It may be less than the
#'   refinement if different observations have the same report (eq. 2.33, the data processing
#'   inequality);
#' * `default`: the entropy of the prior. `0 <= best <= refinement <= default` (eq. 2.32, 2.42).
#'
#' @param likelihood A matrix with a row per class and a column per observation: the probability of
#'   the observation if the class is true. Its rows sum to 1.
#' @param prior Prior probabilities of the classes, which sum to 1; or for two classes that of the
#'   first.
#' @param reported The report after each observation: a matrix with a row per observation and a
#'   column per class, or for two classes the probabilities of the first. The default is the right
#'   posteriors.
#' @param rule A [scoring_rule()], or the name of a rule without arguments.
#' @return A data frame with one row: the five losses and their `unit`, `"nats"` or `"bits"` for the
#'   logarithmic rule, `"cost"` for others.
#' @inherit bayes_error references
#' @seealso [rule_decomposition()] for likelihood ratios of trials
#' @concept known probabilities
#' @concept theoretical decomposition
#' @concept observer
#' @concept data processing inequality
#' @export
#' @examples
#' likelihood <- rbind(c(0.6, 0.3, 0.1), c(0.2, 0.2, 0.6))
#' finite_decomposition(likelihood, prior = 0.4, reported = c(0.8, 0.5, 0.3))
#'
#' # Merging the first two observations costs refinement
#' merged <- t(rowsum(t(likelihood), c(1, 1, 2)))
#' finite_decomposition(merged, prior = 0.4)
finite_decomposition <- function(likelihood, prior, reported = NULL, rule = "log") {
  check_given()
  rule <- as_rule(rule)
  if (!is.data.frame(likelihood)) check_numeric(likelihood)
  if (!is.null(reported) && !is.data.frame(reported)) check_numeric(reported)
  likelihood <- as.matrix(likelihood)
  check_probability_rows(likelihood)
  prior <- as_distribution(prior, nrow(likelihood))
  check_classes(rule, length(prior))

  joint <- t(prior * likelihood)
  reported <- if (is.null(reported)) posterior_rows(joint) else as_reports(reported, joint)
  total <- sum(joint_cost(joint, class_costs(rule, reported)))
  # Equal reports agree to the last bit.
  keys <- apply(reported, 1, \(row) paste(sprintf("%a", row), collapse = " "))
  refinement <- expected_entropy(rule, rowsum(joint, keys))
  new_frame(
    total = total,
    calibration = total - refinement,
    refinement = refinement,
    best = expected_entropy(rule, joint),
    default = rule_entropy(rule, rbind(prior)),
    unit = rule_unit(rule)
  )
}

# Rows are observations, columns classes. An observation that never happens has no information.
posterior_rows <- function(joint) {
  posterior <- joint / rowSums(joint)
  posterior[rowSums(joint) == 0, ] <- 1 / ncol(joint)
  posterior
}

expected_entropy <- function(rule, joint) {
  sum(joint_cost(joint, class_costs(rule, posterior_rows(joint))))
}

# Impossible outcomes cost nothing, even where the cost is infinite.
joint_cost <- function(joint, costs) ifelse(joint == 0, 0, joint * costs)

as_reports <- function(reported, joint) {
  if (is.null(dim(reported)) && ncol(joint) == 2) reported <- cbind(reported, 1 - reported)
  reported <- as.matrix(reported)
  check_probability_rows(reported)
  refuse_if(!identical(dim(reported), dim(joint)), "reported_shape")
  unname(reported)
}
