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
#' # Units
#' Every rule has its own unit, and no rule is rescaled behind your back:
#' * `"log"` is in nats. [cross_entropy()] is the risk under `"log"` in bits, that is divided by
#'   `log(2)`. It is the member \eqn{\gamma = 0} of the beta family, with \eqn{\rho = 1}.
#' * `"brier"` is the textbook rule; the member \eqn{\gamma = 1} of the beta family is 3 times it.
#' * `"boost"` is the textbook rule; the member \eqn{\gamma = -1/2} is \eqn{2/\pi} times it.
#' * `"zero_one"` charges 1 for an error, so its risk is an error rate; `"cost"` with
#'   \eqn{\eta = 1/2} charges 2. The costs of `"cost"` are such that reporting nothing but a prior
#'   of \eqn{\eta} costs 1.
#'
#' # Ties
#' H1 is accepted if and only if \eqn{q \ge \eta}. For likelihood ratios at the prior \eqn{\pi}
#' that is decided on the log LR, which must be at least `qlogis(eta) - qlogis(prior)`.
#'
#' # More than two classes
#' `"log"`, `"brier"`, `"zero_one"` and `"cost"` also score distributions over \eqn{K} classes,
#' given to [score()] as matrices. When class \eqn{i} is true the costs are `-ln(q_i)`; half the sum
#' of \eqn{(q_j-\delta_{ij})^2}{(q_j - (j == i))^2} over the classes \eqn{j}; 1 unless \eqn{i} is
#' the first of the most probable classes; and, with a vector \eqn{\eta} that sums to 1,
#' \eqn{1/((K-1)\eta_i)} unless \eqn{i} is the first class with the largest \eqn{q_i/\eta_i}
#' (eq. 8.12). With \eqn{K = 2} they are the rules of the table.
#'
#' @param rule The name of the rule.
#' @param eta Thresholds on the probability of H1, inside (0, 1): one for `"cost"` (or a vector
#'   that sums to 1, for as many classes), one or more for `"mixture"`.
#' @param gamma Exponent of the beta family, greater than -1 and finite.
#' @param alpha Positive weights of the thresholds of `"mixture"`. Equal and summing to 1 unless
#'   given; others need not sum to 1, and scale the rule.
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
#' @seealso [score()], [risk()], [rule_curve()]
#' @export
#' @examples
#' scoring_rule("log")
#' scoring_rule("cost", eta = 0.1)
#' scoring_rule("mixture", eta = c(0.1, 0.6), alpha = c(0.7, 0.3))
#'
#' # Three members of one family
#' q <- c(0.2, 0.5, 0.9)
#' score(scoring_rule("beta", gamma = 1), q, TRUE) / score("brier", q, TRUE)
#' score(scoring_rule("beta", gamma = -0.5), q, TRUE) / score("boost", q, TRUE)
#' score(scoring_rule("beta", gamma = 0), q, TRUE) / score("log", q, TRUE)
scoring_rule <- function(rule, eta = NULL, gamma = NULL, alpha = NULL) {
  call <- rlang::current_env()
  check_choice(rule, rule_names, "rule", call)
  check_rule_arguments(rule, list(eta = eta, gamma = gamma, alpha = alpha), call)
  switch(rule,
    log = new_smooth_rule(rule, gamma = 0),
    brier = new_smooth_rule(rule, gamma = 1),
    boost = new_smooth_rule(rule, gamma = -0.5),
    beta = {
      check_number(gamma, "gamma", above = -1, below = Inf)
      new_smooth_rule(rule, gamma = as.double(gamma))
    },
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

# A member of the beta family, but for its unit. `classes` is how many classes a rule is for, NA
# where it takes any number.
new_smooth_rule <- function(name, gamma) {
  new_rule(
    name,
    kind = match(name, smooth_rules) - 1L,
    gamma = gamma,
    bounded = gamma > 0,
    classes = if (name %in% c("log", "brier")) NA else 2
  )
}

# Costs alpha / eta for misses and alpha / (1 - eta) for false alarms, at each threshold.
new_step_rule <- function(name, eta, alpha, classes = if (name == "zero_one") NA else 2,
                          class_eta = NULL) {
  new_rule(name, eta = eta, alpha = alpha, bounded = TRUE, classes = classes, class_eta = class_eta)
}

new_rule <- function(name, ...) structure(list(name = name, ...), class = "scoring_rule")

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
  if (rlang::is_string(rule) && rule %in% names(rule_arguments)) {
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

is_step_rule <- function(rule) is.null(rule$gamma)

#' @export
format.scoring_rule <- function(x, ...) {
  number <- \(x) paste(format_number(x), collapse = ", ")
  switch(x$name,
    beta = sprintf("beta, gamma = %s", number(x$gamma)),
    cost = sprintf("cost, eta = %s", number(if (x$classes == 2) x$eta else x$class_eta)),
    mixture = sprintf("mixture, eta = %s", number(x$eta)),
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
    log = c("C(q|H1) = -ln q", "C(q|H2) = -ln(1 - q)    [nats]"),
    brier = c("C(q|H1) = (1 - q)^2", "C(q|H2) = q^2"),
    boost = c("C(q|H1) = sqrt((1 - q) / q)", "C(q|H2) = sqrt(q / (1 - q))"),
    beta = c(
      "C(q|H1) = integral from q to 1 of rho(t) / t",
      "C(q|H2) = integral from 0 to q of rho(t) / (1 - t)",
      sprintf("rho = density of Beta(%1$s, %1$s)", format_number(rule$gamma + 1))
    ),
    zero_one = c("C(q|H1) = 1 if q < 1/2", "C(q|H2) = 1 if q >= 1/2"),
    step_formula(rule)
  )
}

step_formula <- function(rule) {
  if (is.null(rule$eta)) {
    costs <- 1 / ((length(rule$class_eta) - 1) * rule$class_eta)
    return(sprintf(
      "C(q|class %d) = %s unless q / eta is largest there",
      seq_along(costs), format_number(costs)
    ))
  }
  shown <- seq_len(min(length(rule$eta), 5))
  steps <- \(costs, relation) {
    terms <- sprintf("%s if q %s %s", format_number(costs), relation, format_number(rule$eta))
    paste0(paste(terms[shown], collapse = " + "), if (length(terms) > 5) " + ...")
  }
  c(
    paste("C(q|H1) =", steps(rule$alpha / rule$eta, "<")),
    paste("C(q|H2) =", steps(rule$alpha / (1 - rule$eta), ">="))
  )
}

rule_range <- function(rule) {
  if (is.null(rule$eta) && is_step_rule(rule)) {
    highest <- max(1 / ((length(rule$class_eta) - 1) * rule$class_eta))
    return(sprintf("0 to %s", format_number(highest)))
  }
  ends <- rule_costs(rule, c(0, 1))
  if (!rule$bounded) {
    return("0 to Inf; Inf for certainty in the wrong hypothesis")
  }
  sprintf("0 to %s given H1, to %s given H2", format_number(ends$h1[1]), format_number(ends$h2[2]))
}
