#' Score probabilities, and their entropy
#'
#' `score()` gives what reported probabilities cost under a [scoring_rule()] once the truth is
#' known. `expected_score()` gives what they cost on average if other probabilities are right, and
#' `entropy()` if they are right themselves: the uncertainty that they leave, in the unit of the
#' rule. `divergence()` is the difference, what it costs to report `q` where `p` is right.
#'
#' For two hypotheses the entropy of the probability \eqn{q} of H1 is
#' \deqn{C(q) = q\,C(q|H_1) + (1-q)\,C(q|H_2)}{C(q) = q C(q|H1) + (1 - q) C(q|H2)}
#' (Brümmer 2010, eq. 2.11). It is concave, 0 where \eqn{q} is 0 or 1, and by the propriety of the
#' rule (eq. 2.13) nobody who believes in \eqn{q} can pay less by reporting something else. Under
#' `"log"` it is Shannon's entropy in nats, under `"zero_one"` the probability of error of the best
#' decision, \eqn{\min(q, 1-q)}; under `"brier"` it is \eqn{q(1-q)}, under `"boost"`
#' \eqn{2\sqrt{q(1-q)}}, under `"cost"` \eqn{\min(q/\eta, (1-q)/(1-\eta))}, which is 1 at
#' \eqn{q = \eta}.
#'
#' @param rule A [scoring_rule()], or the name of one that has no arguments.
#' The generalised cross-entropy (eq. 2.10, 2.12; Ramos et al. 2018, eq. 8) is
#' \deqn{C(q|p) = \sum_i p_i\,C(q|i) \ge C(p|p) = C(p),}{C(q|p) = sum_i p_i C(q|i) >= C(p|p) =
#' C(p),} and the divergence is \eqn{C(q|p) - C(p)}, never negative. Under `"log"` that is the
#' divergence of Kullback and Leibler, under `"brier"` for two classes \eqn{(p-q)^2}. Classes with
#' \eqn{p_i = 0} do not count.
#'
#' @param p The probabilities that are right, in the form of `q`: as many, or one report.
#' @param q Probabilities of H1, between 0 and 1; or a matrix with a row per report and a column
#'   per class, whose rows sum to 1, for the rules that take more than two classes.
#' @param truth What is true: for a vector `q`, `TRUE` (or 1) under H1 and `FALSE` (or 0) under H2;
#'   for a matrix, the number or the name of its column, or a factor whose levels are its column
#'   names. One, or one per report.
#' @return A double per report, in the unit of the rule, 0 or more (for rules from costs, no less
#'   than the best action costs). `score()`, `expected_score()` and `divergence()` are `Inf` for a
#'   report of certainty that is wrong under an unbounded rule.
#' @section Errors:
#' Probabilities outside 0 to 1, rows that do not sum to 1, or a rule for another number of
#' classes give an error of class `calibrant_error_input`.
#' @inherit scoring_rule references
#' @seealso [risk()] for the mean score of a set of likelihood ratios at a prior
#' @export
#' @examples
#' score("brier", q = c(0.9, 0.2), truth = c(TRUE, FALSE))
#' score("log", q = 0, truth = TRUE)
#' entropy("log", 0.5)
#' entropy(scoring_rule("cost", eta = 0.3), c(0.1, 0.3, 0.6))
#'
#' # How far the report 0.6 is from the truth 0.9, in bits
#' bits <- scoring_rule("log", unit = "bits")
#' expected_score(bits, q = 0.6, p = 0.9)
#' entropy(bits, 0.9) + divergence(bits, q = 0.6, p = 0.9)
#'
#' # Three classes
#' q <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.5, 0.4))
#' score("brier", q, truth = c(1, 3))
#' entropy("zero_one", q)
score <- function(rule, q, truth) {
  rule <- as_rule(rule)
  call <- rlang::current_env()
  costs <- report_costs(rule, q, call)
  n <- nrow(costs)
  column <- if (is.matrix(q)) class_columns(truth, q, call) else hypothesis_columns(truth, call)
  if (!length(column) %in% c(1, n)) {
    stop_input(
      c(
        "{.arg truth} must have one element, or one per report.",
        x = "There are {n} report{?s} and {length(column)} truth{?s}."
      ),
      call = call
    )
  }
  costs[cbind(seq_len(n), rep_len(column, n))]
}

#' @rdname score
#' @export
entropy <- function(rule, q) {
  rule <- as_rule(rule)
  costs <- report_costs(rule, q, rlang::current_env())
  if (!is.matrix(q)) {
    q <- cbind(q, 1 - q)
  }
  costs_under(q, costs)
}

#' @rdname score
#' @export
expected_score <- function(rule, q, p) {
  call <- rlang::current_env()
  rule <- as_rule(rule)
  costs <- report_costs(rule, q, call)
  costs_under(read_reference(p, q, nrow(costs), call), costs)
}

#' @rdname score
#' @export
divergence <- function(rule, q, p) {
  rule <- as_rule(rule)
  # Never negative but for rounding.
  pmax(expected_score(rule, q, p) - entropy(rule, p), 0)
}

# A matrix with a row per report.
read_reference <- function(p, q, n, call) {
  if (is.matrix(q) != is.matrix(p) || is.matrix(q) && ncol(p) != ncol(q)) {
    stop_input("{.arg p} and {.arg q} must be probabilities of the same classes.", call = call)
  }
  check_numeric(p, "p", call)
  p <- if (is.matrix(p)) p else cbind(p, 1 - p)
  check_probability_rows(p, "p", call)
  if (!nrow(p) %in% c(1, n)) {
    stop_input(
      c(
        "{.arg p} must have one element (row), or one per report.",
        x = "There are {n} report{?s}, and {nrow(p)} element{?s} of {.arg p}."
      ),
      call = call
    )
  }
  p[rep_len(seq_len(nrow(p)), n), , drop = FALSE]
}

# Classes of probability 0 do not count, even if they would cost infinitely much.
costs_under <- function(q, costs) {
  terms <- q * costs
  terms[q == 0] <- 0
  unname(rowSums(terms))
}

# A row per report and a column per class: what the report costs if that class is true.
report_costs <- function(rule, q, call) {
  if (is.matrix(q)) {
    check_probability_rows(q, "q", call)
    check_classes(rule, ncol(q), call)
    return(class_costs(rule, q))
  }
  check_numeric(q, "q", call)
  check_classes(rule, 2, call)
  outside <- which(q < 0 | q > 1)
  if (length(outside) > 0) {
    stop_input(
      c(
        "{.arg q} must be probabilities, between 0 and 1.",
        x = "Element {outside[1]} is {q[outside[1]]}."
      ),
      call = call
    )
  }
  costs <- rule_costs(rule, as.double(q))
  cbind(costs$h1, costs$h2)
}

# Costs of probabilities of H1, given H1 and given H2.
rule_costs <- function(rule, q) {
  costs <- switch(rule$form,
    smooth = .Call(ffi_rule_cost, rule, q),
    skewed = skewed_costs(rule, q, 1 - q),
    steps = step_costs(rule, findInterval(q, rule$eta) + 1),
    sum = add_parts(rule, \(part) rule_costs(part, q))
  )
  lapply(costs, `*`, rule$scale)
}

# What a report costs that has passed 0, 1, ... of the thresholds, given H1 and given H2.
step_costs <- function(rule, passed) {
  list(h1 = miss_costs(rule)[passed], h2 = false_alarm_costs(rule)[passed])
}

miss_costs <- function(rule) rule$least[1] + c(rev(cumsum(rev(rule$alpha / rule$eta))), 0)

false_alarm_costs <- function(rule) rule$least[2] + c(0, cumsum(rule$alpha / (1 - rule$eta)))

# The weighted sum of what `compute` gives for the parts of a rule, lists of h1 and h2 or matrices.
add_parts <- function(rule, compute) {
  weighted <- Map(\(part, weight) {
    value <- compute(part)
    if (is.list(value)) lapply(value, `*`, weight) else value * weight
  }, rule$parts, rule$weight)
  Reduce(\(a, b) if (is.list(a)) Map(`+`, a, b) else a + b, weighted)
}

# A row per report and a column per class.
class_costs <- function(rule, q) {
  if (rule$form == "sum") {
    return(add_parts(rule, \(part) class_costs(part, q)))
  }
  if (rule$form == "detection") {
    return(detection_rule_costs(rule, q))
  }
  if (!is.null(rule$cost) && ncol(rule$cost) > 2) {
    return(action_costs(rule, q))
  }
  switch(rule$name,
    log = -log(q) * rule$scale,
    brier = (rowSums(q^2) + 1) / 2 - q,
    zero_one = decision_costs(q, rep(1, ncol(q))),
    cost = decision_costs(
      sweep(q, 2, rule$class_eta, "/"),
      1 / ((ncol(q) - 1) * rule$class_eta)
    ),
    {
      costs <- rule_costs(rule, q[, 1])
      cbind(costs$h1, costs$h2)
    }
  )
}

# The first class with the greatest support is chosen; the others cost what a miss of them costs.
decision_costs <- function(support, miss) {
  costs <- matrix(miss, nrow(support), ncol(support), byrow = TRUE)
  costs[cbind(seq_len(nrow(support)), max.col(support, ties.method = "first"))] <- 0
  costs
}

check_classes <- function(rule, n, call) {
  if (n == 2 && is_detection(rule)) {
    stop_input(
      c(
        "{.fn detection_rule} is for three classes or more, not for {n}.",
        i = "Two classes take the rule that it was made of."
      ),
      call = call
    )
  }
  if (!is.na(rule$classes) && rule$classes != n) {
    stop_input("The rule {.val {format(rule)}} is for {rule$classes} classes, not for {n}.",
      call = call
    )
  }
}

hypothesis_columns <- function(truth, call) {
  check_no_missing(truth, "truth", call)
  if (!is.logical(truth) && !(is.numeric(truth) && all(truth %in% 0:1))) {
    stop_input("{.arg truth} must be TRUE (or 1) under H1 and FALSE (or 0) under H2.", call = call)
  }
  2L - as.integer(truth)
}

class_columns <- function(truth, q, call) {
  check_no_missing(truth, "truth", call)
  named <- is.factor(truth) || is.character(truth)
  column <- if (named) match(as.character(truth), colnames(q)) else match(truth, seq_len(ncol(q)))
  if (anyNA(column)) {
    stop_input(
      c(
        "{.arg truth} must be the numbers or the names of the columns of {.arg q}.",
        x = "Element {which(is.na(column))[1]} is {.val {as.character(truth[is.na(column)][1])}}."
      ),
      call = call
    )
  }
  column
}
