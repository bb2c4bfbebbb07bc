#' Proper scoring rules
#'
#' `scoring_rule()` returns a proper scoring rule: the cost of reporting the probability `q` of H1,
#' given the truth. Under a *proper* rule no report is better on average than one's own belief;
#' under a *strictly* proper rule every other one is worse (Gneiting and Raftery 2007).
#'
#' # The rules
#' For two hypotheses, with \eqn{C(q|H_1)}{C(q|H1)} the cost of reporting `q` when H1 is true:
#'
#' | rule | when H1 is true | when H2 is true | range | strictly proper |
#' |---|---|---|---|---|
#' | `"log"` | `-ln(q)` | `-ln(1 - q)` | 0 to Inf | yes |
#' | `"brier"` | `(1 - q)^2` | `q^2` | 0 to 1 | yes |
#' | `"boost"` | `sqrt((1 - q) / q)` | `sqrt(q / (1 - q))` | 0 to Inf | yes |
#' | `"area"` | `pi^2 / 6 - B(logit(q))` | `pi^2 / 6 - B(-logit(q))` | 0 to Inf | yes |
#' | `"zero_one"` | 1 if `q < 1/2` | 1 if `q >= 1/2` | 0 or 1 | no |
#' | `"cost"` | `1 / eta` if `q < eta` | `1 / (1 - eta)` if `q >= eta` | 0 or more | no |
#'
#' All regular rules are mixtures of the rule `"cost"` over its threshold \eqn{\eta}, with a density
#' \eqn{\rho} (Brümmer 2010, eq. 7.34 and 7.35):
#' \deqn{C(q|H_1) = \int_q^1 \frac{\rho(\eta)}{\eta} d\eta, \qquad
#'   C(q|H_2) = \int_0^q \frac{\rho(\eta)}{1-\eta} d\eta.}{
#'   C(q|H1) = integral from q to 1 of rho(eta) / eta,
#'   C(q|H2) = integral from 0 to q of rho(eta) / (1 - eta).}
#' * `"beta"`: \eqn{\rho} is the density of the beta distribution with parameters \eqn{\gamma+1},
#'   \eqn{\gamma > -1} (eq. 7.38). For \eqn{\gamma > 0} the rule is bounded by
#'   \eqn{(2\gamma+1)/\gamma}; as \eqn{\gamma} grows, it tends to `"cost"` with \eqn{\eta = 1/2}.
#'   Two numbers give the parameters \eqn{\gamma_1+1} and \eqn{\gamma_2+1} (Buja, Stuetzle and Shen
#'   2005); costs are exact to about 1e-13.
#' * `"area"`: \eqn{\rho(\eta)}{rho(eta)} is \eqn{\mathrm{logit}(\eta) / (2\eta - 1)}{logit(eta) /
#'   (2 eta - 1)}, and \eqn{B(l)} the integral of \eqn{s / (e^s - 1)} from 0 to \eqn{l}.
#' * `"mixture"`: weights \eqn{\alpha_i} on thresholds \eqn{\eta_i}, the costs of a choice between
#'   several actions.
#'
#' # Matrices of costs
#' A matrix of costs, actions in rows and classes in columns, is a rule too. The report \eqn{q}
#' costs as much as the action of the least expected cost (eq. 2.9). Actions may outnumber classes,
#' for example by an inconclusive report. A perfect report costs as much as the best action;
#' [cost_reduction()] subtracts this cost.
#'
#' # Sums
#' `"sum"` is the weighted sum of the rules `of`: the costs of several decisions at once (eq. 3.20,
#' 3.21). A report that minimises the sum minimises every part (eq. 3.22, 3.23), so one strictly
#' proper part makes the sum strictly proper.
#'
#' # Several applications
#' `"applications"` has at the prior `at` the weighted sum of the risks of several applications,
#' each with a prior, costs and a weight (eq. 6.2 to 6.7). `at` does not change this risk.
#'
#' # The area of the ECE picture
#' The *area share*, `rule_risk(x, "area", 0.5) / (pi^2 / 6)`, depends on no prior: 0 is perfect, 1
#' means no information, and systems above 1 are harmful on the whole. The share penalises
#' overstated LRs more than Cllr does (`vignette("methods")`).
#'
#' # Units
#' * `"log"` is in nats, or in bits with `unit = "bits"`, as is [cross_entropy()].
#' * `"beta"` with \eqn{\gamma} = 0, 1 and -1/2 is `"log"` in nats, 3 times `"brier"` and
#'   \eqn{2/\pi} times `"boost"`.
#' * An error costs 1 under `"zero_one"`, so the risk is an error rate; under `"cost"` with
#'   \eqn{\eta = 1/2} it costs 2. Under `"cost"`, deciding by a prior of
#'   \eqn{\eta} alone costs 1.
#'
#' # Ties
#' H1 is accepted if \eqn{q \ge \eta}, that is, if the log LR is at least `qlogis(eta) -
#' qlogis(prior)`. Among equally good actions, a matrix of costs for two classes chooses the best
#' under H1, and one for more classes the first, as in [bayes_decision()].
#'
#' # More than two classes
#' These rules also score distributions over \eqn{K} classes, given to [rule_score()] as matrices.
#' The costs when class \eqn{i} is true are:
#' * `"log"`: `-ln(q_i)`.
#' * `"brier"`: half the sum of \eqn{(q_j-\delta_{ij})^2}{(q_j - (j == i))^2} over the classes
#'   \eqn{j}.
#' * `"zero_one"`: 1 unless \eqn{i} is the first of the most probable classes.
#' * `"cost"`, with a vector \eqn{\eta} that sums to 1: \eqn{1/((K-1)\eta_i)} unless \eqn{i} is the
#'   first class with the largest \eqn{q_i/\eta_i} (eq. 8.12).
#' * `"dirichlet"`: the mean of the rule `"cost"` above over \eqn{\eta} drawn from the Dirichlet
#'   distribution with all parameters \eqn{a = \gamma + 1} (`vignette("methods")` has the formula).
#'   \eqn{\gamma = 0} is `"log"` in nats, two classes give the beta family, and \eqn{\gamma = 1} is
#'   not Brier's rule. Up to \eqn{\gamma = 0} the rule is convex in the log-likelihoods, so
#'   [retrain()] finds its minimum; above, it is bounded by \eqn{(Ka - 1) / ((K - 1)\gamma)}. Costs
#'   are exact to about 1e-12.
#' * `"boost"` with `classes`: the sum of \eqn{\sqrt{q_j/q_i}}{sqrt(q_j / q_i)} over the other
#'   classes \eqn{j}, the limit of `"dirichlet"`, up to a factor, as \eqn{\gamma} falls to -1/2.
#'
#' `"detection"` extends the two-class rule `of` to three classes or more: the mean over classes
#' against the rest. With \eqn{q_k} the posterior of class \eqn{k}, a trial of class \eqn{i} costs
#' \deqn{\frac{1}{K}\Big(C(q_i|H_1) + \sum_{k \ne i} C(q_k|H_2)\Big).}{
#'   (C(q_i | H1) + sum_{k != i} C(q_k | H2)) / K.}
#' The rule is proper, and strictly proper if \eqn{C} is. For `"brier"` it is \eqn{2/K} times
#' Brier's rule of many classes. For `scoring_rule("cost", eta = 1 / K)` its [risk][rule_risk()] is
#' twice [cavg()] (eq. 8.10), so [retrain()] can minimise it.
#'
#' @param rule The name of the rule; or a matrix of finite costs, with H1 as the first of two
#'   columns.
#' @param eta Thresholds on the probability of H1, inside (0, 1): one for `"cost"`, one or more for
#'   `"mixture"`. For `"cost"` of many classes, a vector with sum 1.
#' @param gamma One exponent of the beta family, or two, finite and greater than -1. For
#'   `"dirichlet"` one, of three classes or more above -1/2.
#' @param classes For `"dirichlet"` and `"boost"`: the number of classes, at most 1000.
#' @param alpha Positive weights of the thresholds of `"mixture"`, by default equal, with sum 1.
#' @param unit For `"log"`: `"nats"`, the default, or `"bits"`.
#' @param of For `"sum"`: a list of scoring rules, names of rules without arguments, and matrices of
#'   costs. For `"detection"`: one of these, for two classes.
#' @param weight Positive weights. Default: 1 each for `"sum"`, equal weights with sum 1 for
#'   `"applications"`.
#' @param prior For `"applications"`: prior probabilities of H1, inside (0, 1), or a matrix with a
#'   row per application and a column per class, whose rows sum to 1.
#' @param c_miss,c_fa For a vector `prior`: positive costs of a miss and of a false alarm, one or
#'   one per application; 1 by default.
#' @param cost For a matrix `prior`: a matrix of costs, as `rule`, or a list with one per
#'   application. By default every error costs 1.
#' @param at For `"applications"`: the prior at which the rule is used, inside (0, 1), 1/2 by
#'   default; for a matrix of priors a positive vector, flat by default.
#' @return An object of class `scoring_rule`. It prints its formula; `plot()` draws its
#'   [branches][rule_curve()].
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Gneiting T, Raftery AE (2007). *Journal of the American Statistical Association* 102, 359-378.
#' \doi{10.1198/016214506000001437}
#'
#' Buja A, Stuetzle W, Shen Y (2005). Technical report, University of Pennsylvania.
#' @concept proper scoring rule
#' @concept Brier
#' @concept boosting loss
#' @concept zero-one loss
#' @concept beta family
#' @concept Dirichlet family
#' @concept utility
#' @concept area of the ECE plot
#' @concept strictly proper
#' @concept non-strict
#' @concept mixture of applications
#' @concept compound decision
#' @concept nats
#' @export
#' @examples
#' scoring_rule("log")
#' scoring_rule("mixture", eta = c(0.1, 0.6), alpha = c(0.7, 0.3))
#'
#' # Three actions: an inconclusive report costs 1, an error 10 or 50
#' x <- simulate_lr(100, 300, s = 2)
#' costs <- rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
#' scoring_rule(costs)
#' rule_risk(x, costs, prior = 0.5)
#'
#' rule_score(scoring_rule("beta", gamma = 1), 0.2, TRUE) / rule_score("brier", 0.2, TRUE)
#'
#' # Several decisions at once
#' scoring_rule("sum", of = list("log", "zero_one"), weight = c(0.2, 0.8))
#'
#' # Two applications
#' rule_risk(x, scoring_rule("applications", prior = c(0.01, 0.3), c_miss = c(10, 1)), prior = 0.5)
#'
#' # Three classes
#' rule_score(scoring_rule("dirichlet", gamma = 0.5, classes = 3), rbind(c(0.2, 0.5, 0.3)), 1)
#'
#' # The area share
#' rule_risk(x, "area", prior = 0.5) / (pi^2 / 6)
#'
#' # Each class against the rest
#' glass <- loglik_set(glass_type, truth = "type", system = "recogniser")["lda"]
#' rule <- scoring_rule("detection", of = scoring_rule("cost", eta = 1 / 6))
#' c(rule_risk(glass, rule) / 2, cavg(glass))
scoring_rule <- function(rule, eta = NULL, gamma = NULL, alpha = NULL, unit = NULL, of = NULL,
                         weight = NULL, prior = NULL, c_miss = NULL, c_fa = NULL, cost = NULL,
                         at = NULL, classes = NULL) {
  check_given()
  arguments <- list(
    eta = eta, gamma = gamma, alpha = alpha, unit = unit, of = of, weight = weight,
    prior = prior, c_miss = c_miss, c_fa = c_fa, cost = cost, at = at,
    classes = classes
  )
  if (is.matrix(rule) && is.numeric(rule)) {
    check_rule_arguments("costs", arguments)
    return(new_decision_rule(rule))
  }
  check_choice(rule, rule_names)
  check_rule_arguments(rule, arguments)
  switch(rule,
    log = new_log_rule(unit),
    brier = new_smooth_rule(rule, gamma = 1),
    boost = new_dirichlet_rule(rule, gamma = -0.5, classes %||% 2),
    dirichlet = new_dirichlet_rule(rule, gamma, classes),
    area = new_smooth_rule(rule, gamma = 0),
    beta = new_beta_rule(gamma),
    zero_one = new_step_rule(rule, eta = 0.5, alpha = 0.5),
    cost = new_cost_rule(eta),
    mixture = new_mixture_rule(eta, alpha),
    sum = new_sum_rule(read_rules(of), weight),
    detection = new_detection_rule(as_rule(of, "of")),
    applications = mix_applications(prior, c_miss, c_fa, cost, weight, at)
  )
}

# Arguments that each rule needs (TRUE) or may have (FALSE).
rule_arguments <- list(
  log = c(unit = FALSE),
  boost = c(classes = FALSE),
  beta = c(gamma = TRUE),
  dirichlet = c(gamma = TRUE, classes = TRUE),
  cost = c(eta = TRUE),
  mixture = c(eta = TRUE, alpha = FALSE),
  sum = c(of = TRUE, weight = FALSE),
  detection = c(of = TRUE),
  applications = c(
    prior = TRUE, c_miss = FALSE, c_fa = FALSE, cost = FALSE, weight = FALSE, at = FALSE
  )
)

check_rule_arguments <- function(rule, arguments) {
  given <- names(arguments)[!vapply(arguments, is.null, logical(1))]
  legal <- rule_arguments[[rule]]
  unused <- setdiff(given, names(legal))
  stop_if(length(unused) > 0, "The rule {.val {rule}} has no {.arg {unused[1]}}.")
  missing <- setdiff(names(legal)[legal], given)
  stop_if(length(missing) > 0, "The rule {.val {rule}} needs {.arg {missing}}.")
}

# Reads a rule from users. A name will do for a rule without arguments.
as_rule <- function(rule, arg = "rule") {
  if (inherits(rule, "scoring_rule")) {
    stop_unless_intact(is_intact_rule(rule), "scoring_rule")
    return(rule)
  }
  if (is.matrix(rule) && is.numeric(rule)) return(new_decision_rule(rule))
  refuse_if(
    rlang::is_string(rule) && rule %in% names(Filter(any, rule_arguments)),
    "rule_arguments"
  )
  scoring_rule(check_choice(rule, rule_names, arg))
}

two_class_rule <- function(rule) {
  rule <- as_rule(rule)
  check_classes(rule, 2)
  rule
}

read_rules <- function(rules) {
  is_one <- !is.list(rules) || inherits(rules, "scoring_rule")
  stop_if(is_one || length(rules) == 0, "{.arg of} must be a list of one or more rules.")
  lapply(rules, as_rule, arg = "of")
}
