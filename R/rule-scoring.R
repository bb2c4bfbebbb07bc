#' Proper scoring rules
#'
#' A proper scoring rule says what it costs to report the probability `q` of H1 when H1, or H2,
#' turns out to be true. *Proper* means that nobody can do better, on average, than to report what
#' they believe; it is *strictly* proper if every other report does worse. Any such rule can be
#' used to judge likelihood ratios with [risk()].
#'
#' # The rules
#' For two hypotheses, with \eqn{C(q|H_1)}{C(q|H1)} what it costs to report `q` when H1 is true:
#'
#' | rule | when H1 is true | when H2 is true | range | strictly proper |
#' |---|---|---|---|---|
#' | `"log"` | `-ln(q)` | `-ln(1 - q)` | 0 to Inf | yes |
#' | `"brier"` | `(1 - q)^2` | `q^2` | 0 to 1 | yes |
#' | `"boost"` | `sqrt((1 - q) / q)` | `sqrt(q / (1 - q))` | 0 to Inf | yes |
#' | `"zero_one"` | 1 if `q < 1/2` | 1 if `q >= 1/2` | 0 or 1 | no |
#' | `"cost"` | `1 / eta` if `q < eta` | `1 / (1 - eta)` if `q >= eta` | 0 or more | no |
#'
#' All of them, and all other regular rules, are mixtures of the rule `"cost"` over its threshold
#' \eqn{\eta}, with a density \eqn{\rho} (Brümmer 2010, eq. 7.34 and 7.35):
#' \deqn{C(q|H_1) = \int_q^1 \frac{\rho(\eta)}{\eta} d\eta, \qquad
#'   C(q|H_2) = \int_0^q \frac{\rho(\eta)}{1-\eta} d\eta.}{
#'   C(q|H1) = integral from q to 1 of rho(eta) / eta,
#'   C(q|H2) = integral from 0 to q of rho(eta) / (1 - eta).}
#' * `"beta"` has the density \eqn{\rho} of the beta distribution with both parameters
#'   \eqn{\gamma+1}, for any \eqn{\gamma > -1} (eq. 7.38). It is bounded, by
#'   \eqn{(2\gamma+1)/\gamma}, if \eqn{\gamma > 0}, and tends to `"cost"` with \eqn{\eta = 1/2} as
#'   \eqn{\gamma} grows.
#' * `"mixture"` puts the weights \eqn{\alpha_i} on thresholds \eqn{\eta_i}: the costs of somebody
#'   who must choose between \eqn{M} actions, or who meets several applications in turn, see
#'   [application_mixture()].
#'
#' * With two numbers for \eqn{\gamma}, `"beta"` is asymmetric: \eqn{\rho} is the density of the
#'   beta distribution with the parameters \eqn{\gamma_1+1} and \eqn{\gamma_2+1} (Buja, Stuetzle and
#'   Shen 2005), for applications in which the threshold is more often low than high. Its costs are
#'   exact to about 1e-13.
#'
#' # Any costs of any actions
#' A matrix of costs, actions in rows and classes in columns, is a rule too. The report \eqn{q} is
#' charged what the Bayes decision of somebody who believes it costs when class \eqn{i} is true
#' (eq. 2.9),
#' \deqn{C^*(q|i) = C(a_q|i), \qquad a_q = \arg\min_a \sum_j q_j C(a|j).}{
#'   C*(q|i) = C(a_q|i), with a_q the action a that minimises sum_j q_j C(a|j).}
#' There may be as many actions as you like, such as "inconclusive". Costs are finite, and are taken
#' as they are: where even the best action costs something, a perfect report is charged that too
#' ([canonical_cost()] takes it away). For two classes this is a mixture of thresholds.
#'
#' # Units
#' Every rule has its own unit, and no rule is rescaled behind your back:
#' * `"log"` is in nats, or with `unit = "bits"` in bits, wherever the rule is used.
#'   [cross_entropy()] is the risk under `"log"` in bits. In nats it is the member \eqn{\gamma = 0}
#'   of the beta family, with \eqn{\rho = 1}.
#' * `"brier"` is the textbook rule; the member \eqn{\gamma = 1} of the beta family is 3 times it.
#' * `"boost"` is the textbook rule; the member \eqn{\gamma = -1/2} is \eqn{2/\pi} times it.
#' * `"zero_one"` charges 1 for an error, so its risk is an error rate; `"cost"` with
#'   \eqn{\eta = 1/2} charges 2. The costs of `"cost"` are such that reporting nothing but a prior
#'   of \eqn{\eta} costs 1.
#'
#' # Ties
#' H1 is accepted if and only if \eqn{q \ge \eta}. For likelihood ratios at the prior \eqn{\pi}
#' that is decided on the log LR, which must be at least `qlogis(eta) - qlogis(prior)`. A matrix of
#' costs follows this for two classes: of equally good actions the one that is best under H1 is
#' taken. For more classes it is the first, as in [bayes_decision()].
#'
#' # More than two classes
#' `"log"`, `"brier"`, `"zero_one"` and `"cost"` also score distributions over \eqn{K} classes,
#' given to [score()] as matrices. When class \eqn{i} is true the costs are `-ln(q_i)`; half the sum
#' of \eqn{(q_j-\delta_{ij})^2}{(q_j - (j == i))^2} over the classes \eqn{j}; 1 unless \eqn{i} is
#' the first of the most probable classes; and, with a vector \eqn{\eta} that sums to 1,
#' \eqn{1/((K-1)\eta_i)} unless \eqn{i} is the first class with the largest \eqn{q_i/\eta_i}
#' (eq. 8.12). With \eqn{K = 2} they are the rules of the table.
#'
#' @param rule The name of the rule; or a matrix of finite costs, actions in rows and classes in
#'   columns. For two classes, H1 is the first column.
#' @param eta Thresholds on the probability of H1, inside (0, 1): one for `"cost"` (or a vector
#'   that sums to 1, for as many classes), one or more for `"mixture"`.
#' @param gamma Exponent of the beta family, greater than -1 and finite; or two of them.
#' @param alpha Positive weights of the thresholds of `"mixture"`. Equal and summing to 1 unless
#'   given; others need not sum to 1, and scale the rule.
#' @param unit For `"log"`: `"nats"`, unless given, or `"bits"`.
#' @return An object of class `scoring_rule`. Print it for its formula, `plot()` it for its
#'   [branches][rule_curve()], and use it in [score()], [entropy()] and [risk()].
#' @references
#' Brümmer N (2010). *Measuring, refining and calibrating speaker and language information extracted
#' from speech*. PhD thesis, Stellenbosch University, chapter 3 and section 7.4.
#' <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Gneiting T, Raftery AE (2007). Strictly proper scoring rules, prediction, and estimation.
#' *Journal of the American Statistical Association* 102, 359-378.
#' \doi{10.1198/016214506000001437}
#'
#' Buja A, Stuetzle W, Shen Y (2005). Loss functions for binary class probability estimation and
#' classification: structure and applications. Technical report, University of Pennsylvania.
#' @seealso [score()], [risk()], [rule_curve()]; [combined_rule()] adds rules up
#' @export
#' @examples
#' scoring_rule("log")
#' scoring_rule("cost", eta = 0.1)
#' scoring_rule("mixture", eta = c(0.1, 0.6), alpha = c(0.7, 0.3))
#'
#' # Three actions: an inconclusive report costs 1, an error 10 or 50
#' costs <- rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
#' scoring_rule(costs)
#' risk(simulate_lr(100, 300, s = 2), costs, prior = 0.5)
#'
#' # Three members of one family
#' q <- c(0.2, 0.5, 0.9)
#' score(scoring_rule("beta", gamma = 1), q, TRUE) / score("brier", q, TRUE)
#' score(scoring_rule("beta", gamma = -0.5), q, TRUE) / score("boost", q, TRUE)
#' score(scoring_rule("beta", gamma = 0), q, TRUE) / score("log", q, TRUE)
scoring_rule <- function(rule, eta = NULL, gamma = NULL, alpha = NULL, unit = NULL) {
  call <- rlang::current_env()
  arguments <- list(eta = eta, gamma = gamma, alpha = alpha, unit = unit)
  if (is.matrix(rule) && is.numeric(rule)) {
    check_rule_arguments("costs", arguments, call)
    return(new_decision_rule(rule, call))
  }
  check_choice(rule, rule_names, "rule", call)
  check_rule_arguments(rule, arguments, call)
  switch(rule,
    log = new_log_rule(unit, call),
    brier = new_smooth_rule(rule, gamma = 1),
    boost = new_smooth_rule(rule, gamma = -0.5),
    beta = new_beta_rule(gamma, call),
    zero_one = new_step_rule(rule, eta = 0.5, alpha = 0.5),
    cost = new_cost_rule(eta, call),
    mixture = new_mixture_rule(eta, alpha, call)
  )
}

# The smooth ones in the order of the enumeration in kernels/cost/scoring-rule.h.
smooth_rules <- c("log", "brier", "boost", "beta")
rule_names <- c(smooth_rules, "zero_one", "cost", "mixture")

# Which arguments each rule needs (TRUE) or may have (FALSE).
rule_arguments <- list(
  log = c(unit = FALSE),
  beta = c(gamma = TRUE),
  cost = c(eta = TRUE),
  mixture = c(eta = TRUE, alpha = FALSE)
)

check_rule_arguments <- function(rule, arguments, call) {
  given <- names(arguments)[!vapply(arguments, is.null, logical(1))]
  legal <- rule_arguments[[rule]]
  unused <- setdiff(given, names(legal))
  if (length(unused) > 0) {
    stop_input("The rule {.val {rule}} has no {.arg {unused[1]}}.", call = call)
  }
  missing <- setdiff(names(legal)[legal], given)
  if (length(missing) > 0) {
    stop_input("The rule {.val {rule}} needs {.arg {missing}}.", call = call)
  }
}

# `form` says how a rule is computed for two classes: "smooth" by the kernel, "skewed" by
# beta-branch.R, "steps" from thresholds, "sum" from its parts, and "none" where it is for more
# classes. `classes` is how many classes it is for, NA where it takes any number. `scale` multiplies
# all costs.
new_rule <- function(name, form, ..., bounded, classes, scale = 1) {
  structure(
    list(name = name, form = form, ..., bounded = bounded, classes = classes, scale = scale),
    class = "scoring_rule"
  )
}

# A member of the beta family, but for its unit.
new_smooth_rule <- function(name, gamma, scale = 1) {
  new_rule(name, "smooth",
    kind = match(name, smooth_rules) - 1L,
    gamma = gamma,
    bounded = gamma > 0,
    classes = if (name %in% c("log", "brier")) NA else 2,
    scale = scale
  )
}

new_log_rule <- function(unit, call) {
  unit <- if (is.null(unit)) "nats" else check_choice(unit, c("nats", "bits"), "unit", call)
  new_smooth_rule("log", gamma = 0, scale = if (unit == "bits") 1 / log(2) else 1)
}

new_beta_rule <- function(gamma, call) {
  check_finite(gamma, "gamma", call)
  if (!length(gamma) %in% 1:2 || any(gamma <= -1)) {
    stop_input(
      c("{.arg gamma} must be one or two numbers above -1.", x = "It is {.val {gamma}}."),
      call = call
    )
  }
  gamma <- as.double(gamma)
  if (length(gamma) == 1 || gamma[1] == gamma[2]) {
    return(new_smooth_rule("beta", gamma[1]))
  }
  new_rule("beta", "skewed", gamma = gamma, bounded = all(gamma > 0), classes = 2)
}

# Costs alpha / eta for misses and alpha / (1 - eta) for false alarms, at each threshold, beside
# `least`, which even a perfect report costs under H1 and under H2.
new_step_rule <- function(name, eta, alpha, classes = if (name == "zero_one") NA else 2,
                          class_eta = NULL, cost = NULL, least = c(0, 0)) {
  new_rule(name, if (is.null(eta)) "none" else "steps",
    eta = eta, alpha = alpha, least = least, class_eta = class_eta, cost = cost,
    bounded = TRUE, classes = classes
  )
}

new_cost_rule <- function(eta, call) {
  check_thresholds(eta, call)
  if (length(eta) == 1) {
    return(new_step_rule("cost", eta = as.double(eta), alpha = 1, class_eta = c(eta, 1 - eta)))
  }
  if (abs(sum(eta) - 1) > 1e-8) {
    stop_input(
      c(
        "{.arg eta} must be one threshold, or sum to 1 over the classes.",
        x = "It has {length(eta)} elements with the sum {sum(eta)}.",
        i = "Several thresholds for two classes are a {.val mixture}."
      ),
      call = call
    )
  }
  two <- length(eta) == 2
  new_step_rule("cost",
    eta = if (two) as.double(eta[1]), alpha = if (two) 1,
    classes = length(eta), class_eta = as.double(eta)
  )
}

new_mixture_rule <- function(eta, alpha, call) {
  check_thresholds(eta, call)
  alpha <- if (is.null(alpha)) rep(1 / length(eta), length(eta)) else alpha
  check_finite(alpha, "alpha", call)
  if (length(alpha) != length(eta) || any(alpha <= 0)) {
    stop_input(
      c(
        "{.arg alpha} must have one positive weight per threshold.",
        x = "There are {length(eta)} threshold{?s} and {length(alpha)} weight{?s}, the smallest
             {min(alpha)}."
      ),
      call = call
    )
  }
  ascending <- order(eta)
  new_step_rule("mixture", eta = as.double(eta)[ascending], alpha = as.double(alpha)[ascending])
}

check_thresholds <- function(eta, call) {
  check_numeric(eta, "eta", call)
  outside <- which(eta <= 0 | eta >= 1)
  if (length(eta) == 0 || length(outside) > 0) {
    stop_input(
      c(
        "{.arg eta} must lie between 0 and 1, ends excluded.",
        x = if (length(eta) == 0) "It is empty." else "Element {outside[1]} is {eta[outside[1]]}."
      ),
      call = call
    )
  }
}

# What users may write for a rule: its name will do where it has no arguments.
as_rule <- function(rule, call = rlang::caller_env()) {
  if (inherits(rule, "scoring_rule")) {
    return(rule)
  }
  if (is.matrix(rule) && is.numeric(rule)) {
    return(new_decision_rule(rule, call))
  }
  if (rlang::is_string(rule) && rule %in% rules_with_arguments()) {
    stop_input(
      c(
        "The rule {.val {rule}} needs arguments.",
        i = "Make it with {.code scoring_rule(\"{rule}\", {names(rule_arguments[[rule]])[1]} = )}."
      ),
      call = call
    )
  }
  scoring_rule(check_choice(rule, rule_names, "rule", call))
}

rules_with_arguments <- function() names(Filter(any, rule_arguments))

# Does it charge the same for reports between two thresholds?
is_step_rule <- function(rule) {
  switch(rule$form,
    sum = all(vapply(rule$parts, is_step_rule, TRUE)),
    detection = is_step_rule(rule$part),
    rule$form %in% c("steps", "none")
  )
}

# The thresholds of a rule, sums of rules included.
rule_thresholds <- function(rule) {
  if (rule$form == "sum") sort(unique(unlist(lapply(rule$parts, rule_thresholds)))) else rule$eta
}

#' @export
format.scoring_rule <- function(x, ...) {
  number <- \(x) paste(format_number(x), collapse = ", ")
  switch(x$name,
    log = if (x$scale == 1) "log" else "log, in bits",
    costs = sprintf("costs, %d actions for %d classes", nrow(x$cost), ncol(x$cost)),
    sum = paste(format_number(x$weight), "*", vapply(x$parts, format, ""), collapse = " + "),
    beta = sprintf("beta, gamma = %s", number(x$gamma)),
    cost = sprintf("cost, eta = %s", number(if (x$classes == 2) x$eta else x$class_eta)),
    mixture = sprintf("mixture, eta = %s", number(x$eta)),
    detection = sprintf("each class against the rest: %s", format(x$part)),
    x$name
  )
}

#' @export
print.scoring_rule <- function(x, ...) {
  cat(sprintf("<scoring_rule> %s\n", format(x)))
  cat(rule_formula(x), sep = "\n")
  cat(sprintf("Range: %s\n", rule_range(x)))
  cat(
    if (is_step_rule(x)) {
      "Proper, not strictly: reports on the same side of a threshold cost the same.\n"
    } else {
      "Strictly proper: any report but the honest one costs more, on average.\n"
    }
  )
  invisible(x)
}

rule_formula <- function(rule) {
  switch(rule$name,
    log = log_formula(rule),
    brier = c("C(q|H1) = (1 - q)^2", "C(q|H2) = q^2"),
    boost = c("C(q|H1) = sqrt((1 - q) / q)", "C(q|H2) = sqrt(q / (1 - q))"),
    beta = c(
      "C(q|H1) = integral from q to 1 of rho(t) / t",
      "C(q|H2) = integral from 0 to q of rho(t) / (1 - t)",
      sprintf("rho = density of Beta(%s)", toString(format_number(rep_len(rule$gamma + 1, 2))))
    ),
    zero_one = c("C(q|H1) = 1 if q < 1/2", "C(q|H2) = 1 if q >= 1/2"),
    sum = sprintf("%s * %s", format_number(rule$weight), vapply(rule$parts, format, "")),
    detection = c(
      "C(q|i) = (C(q_i|H1) + sum of C(q_k|H2) over the other classes k) / K, where",
      rule_formula(rule$part)
    ),
    step_formula(rule)
  )
}

log_formula <- function(rule) {
  bits <- rule$scale != 1
  sprintf(c("C(q|H1) = -%s q", "C(q|H2) = -%s(1 - q)    [%s]"),
    if (bits) "log2" else "ln", if (bits) "bits" else "nats")
}

step_formula <- function(rule) {
  if (!is.null(rule$cost) && ncol(rule$cost) > 2) {
    return("C(q|i) = cost of class i for the action with the least expected cost at q")
  }
  if (is.null(rule$eta)) {
    costs <- 1 / ((length(rule$class_eta) - 1) * rule$class_eta)
    return(sprintf(
      "C(q|class %d) = %s unless q / eta is largest there",
      seq_along(costs), format_number(costs)
    ))
  }
  shown <- seq_len(min(length(rule$eta), 5))
  steps <- \(costs, relation, least) {
    terms <- sprintf("%s if q %s %s", format_number(costs), relation, format_number(rule$eta))
    start <- if (least != 0 || length(terms) == 0) format_number(least)
    more <- if (length(terms) > 5) "..."
    paste(c(start, terms[shown], more), collapse = " + ")
  }
  c(
    paste("C(q|H1) =", steps(rule$alpha / rule$eta, "<", rule$least[1])),
    paste("C(q|H2) =", steps(rule$alpha / (1 - rule$eta), ">=", rule$least[2]))
  )
}

rule_range <- function(rule) {
  if (!rule$bounded) {
    return("0 to Inf; Inf for certainty in the wrong hypothesis")
  }
  if (!is.null(rule$cost) && rule$form == "none") {
    return(paste(format_number(range(rule$cost)), collapse = " to "))
  }
  if (rule$form == "none") {
    highest <- max(1 / ((length(rule$class_eta) - 1) * rule$class_eta))
    return(sprintf("0 to %s", format_number(highest)))
  }
  if (rule$form == "detection") {
    ends <- rule_costs(rule$part, c(0, 1))
    most <- max(ends$h1[1], ends$h2[2])
    return(sprintf("0 to %s", format_number(most)))
  }
  ends <- rule_costs(rule, c(0, 1))
  sprintf("%s to %s given H1, %s to %s given H2",
    format_number(ends$h1[2]), format_number(ends$h1[1]),
    format_number(ends$h2[1]), format_number(ends$h2[2])
  )
}
