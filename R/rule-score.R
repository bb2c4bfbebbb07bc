#' Score probabilities
#'
#' `rule_score()` returns the cost of reported probabilities under a [scoring_rule()], given the
#' truth, or the expected cost, given the right probabilities.
#'
#' * `what = "score"`: the cost \eqn{C(q|i)} of the report \eqn{q} when class \eqn{i} is true.
#' * `what = "expected"`: the mean cost if the probabilities \eqn{p} are right, the generalised
#'   cross-entropy (Brümmer 2010, eq. 2.10, 2.12; Ramos et al. 2018, eq. 8)
#'   \deqn{C(q|p) = \sum_i p_i\,C(q|i) \ge C(p|p) = C(p).}{C(q|p) = sum_i p_i C(q|i) >= C(p|p) =
#'   C(p).} Classes with \eqn{p_i = 0} do not count.
#' * `what = "entropy"`: the mean cost if the report itself is right (eq. 2.11), \eqn{C(q) =
#'   C(q|q)}, which is concave. For a prior it is the risk of deciding by the prior alone. For two
#'   hypotheses it is Shannon's entropy in nats under `"log"`, \eqn{\min(q, 1-q)} under
#'   `"zero_one"`, \eqn{q(1-q)} under `"brier"`, \eqn{2\sqrt{q(1-q)}} under `"boost"`, and
#'   \eqn{\min(q/\eta, (1-q)/(1-\eta))} under `"cost"`.
#' * `what = "divergence"`: \eqn{C(q|p) - C(p)}, the cost of reporting \eqn{q} if \eqn{p} is right,
#'   never negative (eq. 2.13). Under `"log"` it is the divergence of Kullback and Leibler, under
#'   `"brier"` for two classes \eqn{(p-q)^2}.
#'
#' @param rule A [scoring_rule()], or the name of a rule without arguments.
#' @param q The report: probabilities of H1, between 0 and 1; or a matrix with a row per report and
#'   a column per class, whose rows sum to 1. One report over several classes is a row, `rbind(q)`;
#'   as a vector of three numbers or more it needs a rule for exactly as many classes.
#' @param truth For `"score"`, the truth, one or one per report. For a vector `q`, `TRUE` (or 1)
#'   under H1 and `FALSE` (or 0) under H2. For a matrix, the number or the name of a column.
#' @param p For `"expected"` and `"divergence"`, the right probabilities, in the form of `q`: as
#'   many, or one report.
#' @param what `"score"`, `"expected"`, `"entropy"` or `"divergence"`.
#' @return A double per report, in the unit of the rule, 0 or more (for rules from costs, no less
#'   than the cost of the best action). All but the entropy are `Inf` for a certain and wrong report
#'   under an unbounded rule.
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Ramos D et al. (2018). *Entropy* 20, 208. \doi{10.3390/e20030208}
#' @seealso [rule_risk()] for the mean score of a set of likelihood ratios at a prior
#' @concept generalised entropy
#' @concept Bregman divergence
#' @concept expected score
#' @concept propriety
#' @concept Bayes risk
#' @export
#' @examples
#' rule_score("brier", q = c(0.9, 0.2), truth = c(TRUE, FALSE))
#' rule_score("log", q = 0, truth = TRUE)
#' rule_score(scoring_rule("cost", eta = 0.3), c(0.1, 0.3, 0.6), what = "entropy")
#'
#' rule_score("log", q = 0.6, p = 0.9, what = "expected")
#' rule_score("log", q = 0.6, p = 0.9, what = "divergence")
#'
#' # Three classes
#' q <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.5, 0.4))
#' rule_score("brier", q, truth = c(1, 3))
rule_score <- function(rule, q, truth = NULL, p = NULL, what = "score") {
  check_given()
  rule <- as_rule(rule)
  check_choice(what, names(score_arguments))
  check_score_arguments(what, list(truth = truth, p = p))
  q <- read_report(q, rule)
  p <- read_report(p, rule)
  check_not_classes(rule, q, p, truth)
  costs <- report_costs(rule, q)
  switch(what,
    score = true_costs(costs, q, truth),
    entropy = costs_under(report_rows(q), costs),
    expected = costs_under(read_reference(p, q, nrow(costs)), costs),
    # Negative only by rounding.
    divergence = pmax(
      costs_under(read_reference(p, q, nrow(costs)), costs) - rule_entropy(rule, p), 0
    )
  )
}

score_arguments <- list(score = "truth", expected = "p", entropy = character(), divergence = "p")

check_score_arguments <- function(what, arguments) {
  given <- names(Filter(Negate(is.null), arguments))
  wrong <- c(setdiff(score_arguments[[what]], given), setdiff(given, score_arguments[[what]]))
  refuse_if(length(wrong) > 0, "score_arguments")
}

true_costs <- function(costs, q, truth) {
  n <- nrow(costs)
  column <- if (is.matrix(q)) class_columns(truth, q) else hypothesis_columns(truth)
  refuse_if(!length(column) %in% c(1, n), "truth_length")
  costs[cbind(seq_len(n), rep_len(column, n))]
}

# A vector is one report over classes if the rule is for this number of classes.
read_report <- function(q, rule) {
  if (!is.matrix(q) && length(q) > 2 && identical(as.double(rule$classes), length(q) + 0)) {
    rbind(q)
  } else {
    q
  }
}

# A vector may be meant as one distribution, if the rule is for any number of classes, unless there
# is a truth for each of its elements.
check_not_classes <- function(rule, q, p, truth) {
  if (is.na(rule$classes) && length(q) != length(truth)) {
    if (is.numeric(q) && !is.matrix(q)) check_not_distribution(q)
    if (is.numeric(p) && !is.matrix(p)) check_not_distribution(p)
  }
}

rule_entropy <- function(rule, q) costs_under(report_rows(q), report_costs(as_rule(rule), q))

# A row per report, a column per class.
report_rows <- function(q) if (is.matrix(q)) q else cbind(q, 1 - q)

# A matrix with a row per report.
read_reference <- function(p, q, n) {
  alike <- is.matrix(q) == is.matrix(p) && (!is.matrix(q) || ncol(p) == ncol(q))
  stop_if(!alike, "{.arg p} and {.arg q} must be probabilities of the same classes.")
  check_numeric(p)
  p <- report_rows(p)
  check_probability_rows(p)
  refuse_if(!nrow(p) %in% c(1, n), "reference_length")
  p[rep_len(seq_len(nrow(p)), n), , drop = FALSE]
}

# A row per report and a column per class: the cost of the report if that class is true.
report_costs <- function(rule, q) {
  if (is.matrix(q)) {
    check_probability_rows(q)
    check_classes(rule, ncol(q))
    return(class_costs(rule, q))
  }
  check_numeric(q)
  check_classes(rule, 2)
  check_each(q >= 0 & q <= 1, "be probabilities, between 0 and 1.", q)
  costs <- rule_costs(rule, as.double(q))
  cbind(costs$h1, costs$h2)
}

hypothesis_columns <- function(truth) {
  check_no_missing(truth)
  is_truth <- is.logical(truth) || is_number(truth) && all(truth %in% 0:1)
  refuse_if(!is_truth, "truth_of_report", i = numeric_hint(truth))
  2L - as.integer(truth)
}

class_columns <- function(truth, q) {
  check_no_missing(truth)
  named <- is.factor(truth) || is.character(truth)
  must <- "be the numbers or the names of the columns of {.arg q}."
  check_that(named || is_number(truth), must, truth, i = numeric_hint(truth))
  column <- if (named) match(as.character(truth), colnames(q)) else match(truth, seq_len(ncol(q)))
  check_each(!is.na(column), must, as.character(truth), "truth")
  column
}
